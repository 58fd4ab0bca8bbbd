// Package conllu reads and writes CoNLL-U, the format of Universal
// Dependencies, specified at https://universaldependencies.org/format.html.
//
// Ten columns between tabs: ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC.
// A sentence ends at an empty line; LF, CRLF and lone CR end a line. Multiword
// tokens (3-4) become Ranges, empty nodes (8.1) Empties, DEPS the Enhanced
// graph, UPOS Token.Tag, XPOS Morph.Fine. An unset column (_) is the empty
// symbol or span. HEAD 0 is treebank.Root; _ and ? are treebank.Unknown; a
// number beyond the sentence is kept as treebank.Outside, because cycles, several
// roots and such heads are faults of the tree, not of the syntax.
//
// Writing a sentence that was read gives the same bytes for well-formed input with
// LF. Faults that do not prevent reading (no empty line at the end, an
// empty column, a malformed DEPS, which is kept unchanged) are noted in
// Sentence.Notes. Sentence.ID is sent_id, Doc and NewDoc come from newdoc.
// Not read: CoNLL-U Plus, the text comment (Comments keeps it).
//
// A ranked list has several analyses of a sentence in a row, each in a block of its own with the comment
// "# rank = 2" and so on, from 1, and its probability, if the parser gives it, as "# prob = 0.25". The file is
// one of ranked lists if its first 64 KiB hold a rank above 1.
package conllu

import (
	"bytes"

	"assay/formats/internal/conll"
	"assay/treebank"
)

// Format is CoNLL-U.
var Format = treebank.Format{
	Name:   "conllu",
	Title:  "CoNLL-U, Universal Dependencies",
	Source: "universaldependencies.org/format.html; Nivre et al. 2016",
	Ext:    []string{".conllu"},
	Layers: treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Enhanced |
		treebank.Morphology | treebank.Lemmas | treebank.Ranked,
	Detect:   detect,
	Dialect:  dialect,
	Split:    split,
	Parse:    parse,
	ID:       id,
	Surface:  surface,
	Document: conll.Document,
	Reading:  reading,
	Write:    write,
}

// The dialects beside 0.
const (
	loneCR = 1 // lines end in a lone carriage return
	ranked = 2 // ranked lists
)

func dialect(head []byte) int32 {
	if bytes.IndexByte(head, '\n') < 0 && bytes.IndexByte(head, '\r') >= 0 {
		return loneCR
	}
	for {
		at := bytes.Index(head, []byte("# rank = "))
		if at < 0 {
			return 0
		}
		if line, _, _ := bytes.Cut(head[at:], []byte("\n")); (at == 0 || head[at-1] == '\n') && rankOf(line) > 1 {
			return ranked
		}
		head = head[at+1:]
	}
}

// detect distinguishes CoNLL-U from the other formats with ten columns by comments,
// by ids with a hyphen or a dot, or by universal tags.
func detect(head []byte) bool {
	comments, words := false, 0
	for n := 0; n < 100 && len(head) > 0; n++ {
		line, rest, whole := bytes.Cut(head, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		head = rest
		switch {
		case !whole && len(line) > 0 && n > 0 && bytes.Count(line, []byte("\t")) < 9:
			return words > 0 // the last line may be cut off
		case len(line) == 0:
			continue
		case line[0] == '#' && bytes.Count(line, []byte("\t")) != 9:
			comments = true
			continue
		}
		cols := bytes.Split(line, []byte("\t"))
		if len(cols) != 10 || len(cols[0]) == 0 || cols[0][0] < '0' || cols[0][0] > '9' {
			return false
		}
		if comments || bytes.ContainsAny(cols[0], "-.") {
			return true
		}
		if !universal(string(cols[3])) {
			return false
		}
		words++
	}
	return words > 0
}

func universal(tag string) bool {
	switch tag {
	case "ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM",
		"PART", "PRON", "PROPN", "PUNCT", "SCONJ", "SYM", "VERB", "X":
		return true
	}
	return false
}

// id returns the sent_id from the comments.
func id(text []byte) []byte {
	for len(text) > 0 {
		if text[0] != '#' && text[0] != '\n' && text[0] != '\r' {
			return nil
		}
		end := lineEnd(text, 0)
		if text[0] == '#' {
			if v, ok := conll.Comment(text[:end], "sent_id"); ok {
				return v
			}
		}
		text = text[min(end+1, len(text)):]
	}
	return nil
}

// lineEnd returns the end of the line that begins at off: a line feed, a carriage
// return in files with lone carriage returns, or the end of the text.
func lineEnd(text []byte, off int) int {
	if i := bytes.IndexByte(text[off:], '\n'); i >= 0 {
		return off + i
	}
	if i := bytes.IndexByte(text[off:], '\r'); i >= 0 {
		return off + i
	}
	return len(text)
}
