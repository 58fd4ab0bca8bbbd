// Package umr reads and writes Uniform Meaning Representations (Gysel et al. 2021; the UMR file
// format of ufal/umrtools, doc/umr_file_format_specification.pdf).
//
// A sentence has four blocks, with an empty line between them and two empty lines at the end:
//
//	# :: snt1
//	Index: 1   2   3
//	Words: Ana ate apples
//
//	# sentence level graph:
//	(s1e / eat-01
//	    :ARG0 (s1p / person)
//	    :ARG1 (s1a / apple))
//
//	# alignment:
//	s1e: 2-2
//	s1p: 1-1
//	s1a: 3-3
//
//	# document level annotation:
//	(s1s0 / sentence
//	    :temporal ((document-creation-time :before s1e)))
//
// The graph is read as AMR is: values that are 0 and # in quotes too. Alignments anchor nodes to words, 0-0 to none.
// Relations of the document level name nodes of any sentence of the file; see package internal/umr. The lines of
// the first block other than Words (glosses, translations) are kept and written again; other comments are not.
//
// Refused, with the place: more or fewer than four blocks, such as two sentences with one empty line
// between them; a graph that AMR refuses; an alignment of an unknown variable or without numbers; a
// document level that is not made of triples.
package umr

import (
	"bytes"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is UMR.
var Format = treebank.Format{
	Name:      "umr",
	Title:     "Uniform Meaning Representation (UMR)",
	Source:    "Gysel et al. 2021; umr4nlp/umr-data; ufal/umrtools 4377bc4",
	Ext:       []string{".umr"},
	Layers:    treebank.Graph | treebank.Unanchored | treebank.Across,
	Framework: "umr",
	Linked:    true,
	Detect:    detect,
	Split:     split,
	Parse:     parse,
	Write:     write, // no ID: names such as snt1 are those of every file, so that words and order pair sentences
}

// detect looks for the line of words and the title of a block.
func detect(head []byte) bool {
	words, title := false, false
	for line := range bytes.Lines(head) {
		switch {
		case bytes.HasPrefix(line, []byte("Words:")):
			words = true
		case bytes.HasPrefix(line, []byte("# sentence level graph")), bytes.HasPrefix(line, []byte("# alignment")):
			title = true
		case words && len(line) > 0 && line[0] == '(':
			return bytes.Contains(line, []byte("/"))
		}
		if words && title {
			return true
		}
	}
	return false
}

// split finds the lines up to two empty ones.
func split(data []byte, atEOF bool, _ int32) treebank.Extent {
	start, last, empty := -1, 0, 0
	for i := 0; i < len(data); {
		line, end, ok := treebank.Line(data, i, atEOF)
		if !ok {
			return treebank.Skip(max(start, 0))
		}
		switch {
		case len(bytes.TrimSpace(line)) > 0:
			if start < 0 {
				start = i
			}
			empty, last = 0, end
		case start >= 0:
			if empty++; empty == 2 {
				return treebank.Found(start, last, end)
			}
		}
		i = end
	}
	switch {
	case !atEOF:
		return treebank.Skip(max(start, 0))
	case start < 0:
		return treebank.Skip(len(data))
	}
	return treebank.Found(start, last, len(data))
}

// id returns the name in the line # :: NAME.
func id(text []byte) []byte {
	for line := range bytes.Lines(text) {
		line = bytes.TrimSpace(line)
		if rest, ok := bytes.CutPrefix(line, []byte("# ::")); ok {
			if f := bytes.Fields(rest); len(f) > 0 {
				return f[0]
			}
			return nil
		}
		if len(line) == 0 || line[0] != '#' {
			return nil
		}
	}
	return nil
}

// A block is a run of lines that are not empty.
type block struct{ from, to int }

// blocks cuts a sentence at empty lines.
func blocks(text []byte) (out []block) {
	open := false
	for at := 0; at < len(text); {
		line, end, _ := treebank.Line(text, at, true)
		if full := len(bytes.TrimSpace(line)) > 0; full && open {
			out[len(out)-1].to = end
		} else if full {
			out = append(out, block{at, end})
			open = true
		} else {
			open = false
		}
		at = end
	}
	return out
}

// headKey is the key of the attribute that keeps the first block.
const headKey = "umr-head"

// title reports the number of the block that a comment announces, -1 for none.
func title(line []byte) int {
	line = bytes.ToLower(bytes.TrimSpace(line))
	if len(line) == 0 || line[0] != '#' {
		return -1
	}
	for i, name := range [...]string{"::", "sentence level graph", "alignment", "document level"} {
		if bytes.HasPrefix(bytes.TrimLeft(line, "# \t"), []byte(name)) {
			return i
		}
	}
	return -1
}

// hinted gives a fault a hint.
func hinted(e *treebank.SyntaxError, hint string) *treebank.SyntaxError {
	e.Hint = hint
	return e
}

func words(line []byte) []byte {
	rest, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("Words:"))
	if !ok {
		return nil
	}
	return bytes.Join(bytes.Fields(rest), []byte(" "))
}

// setText makes the words of the sentence.
func setText(s *treebank.Sentence, text []byte) { graph.Text(s, text) }
