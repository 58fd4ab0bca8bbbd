// Package msp reads and writes the morpho-syntactic parses of the UniDive shared task of 2025 (Goldman et al. 2025,
// github.com/UniDive-MSP): CoNLL-U in which words of content alone have a head and a relation.
//
// FEATS decides. A word with _ is a function word: its HEAD and DEPREL are _ and no score counts it. Every other word
// is a content word, with | if it has no features. A node such as 4.1 with a HEAD is an abstract node, a content word
// without a form (a dropped subject); its form is _ in most languages. A node with _ in HEAD is an empty node as in
// CoNLL-U. Heads are words: nothing depends on an abstract node.
//
// Words with their arcs are as in package conllu. An abstract node is one of Sentence.Empties; its arc is in
// Sentence.Enhanced, before the arcs of its DEPS, and its HEAD is an Attr (see package internal/content). A
// content word without a head cannot be read.
package msp

import (
	"bufio"
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/formats/conllu"
	"assay/internal/content"
	"assay/treebank"
)

// Format is CoNLL-U of the shared task.
var Format = treebank.Format{
	Name: "msp", Title: "morpho-syntactic parses of UniDive 2025: CoNLL-U with heads of content words only",
	Source: "Goldman et al. 2025; github.com/UniDive-MSP/MSP-shared-task",
	Ext:    []string{".msp.conllu", ".conllu"},
	Layers: treebank.Content | treebank.Tags | treebank.Lemmas | treebank.Morphology,
	Detect: detect, Dialect: dialect, Split: conllu.Format.Split, Parse: parse, ID: conllu.Format.ID,
	Surface: conllu.Format.Surface, Document: conllu.Format.Document, Write: write,
}

// columnCount is the number of columns; these are the ones that are read here.
const (
	columnCount = 10
	colID       = 0
	colFeats    = 5
	colHead     = 6
	colDeprel   = 7
)

// dialect is that of CoNLL-U; the format has no ranked lists.
func dialect(head []byte) int32 {
	if bytes.IndexByte(head, '\n') >= 0 {
		return 0
	}
	return conllu.Format.Dialect(head)
}

// detect wants, in CoNLL-U, the features | of a content word without features; or an abstract node or a word with
// features and a head, beside words without both.
func detect(head []byte) bool {
	if !conllu.Format.Detect(head) {
		return false
	}
	abstract, content, function, other := false, 0, 0, 0
	for _, line := range treebank.EachLine(head) {
		columns := bytes.Split(line, []byte("\t"))
		if len(columns) != columnCount || line[0] == '#' || bytes.IndexByte(columns[colID], '-') >= 0 {
			continue
		}
		feats, headless := string(columns[colFeats]), string(columns[colHead]) == "_"
		switch {
		case feats == "|":
			return true
		case bytes.IndexByte(columns[colID], '.') >= 0:
			abstract = abstract || !headless
		case feats == "_" && headless:
			function++
		case feats != "_" && !headless:
			content++
		default:
			other++
		}
	}
	return function > 0 && content > 0 && (abstract || other == 0)
}

// parse reads a sentence as CoNLL-U, then the heads of its abstract nodes.
func parse(sentence *treebank.Sentence, text []byte) error {
	if err := conllu.Format.Parse(sentence, text); err != nil {
		return err
	}
	sentence.Notes = slices.DeleteFunc(sentence.Notes, func(e *treebank.SyntaxError) bool {
		return strings.HasSuffix(e.Want, "of an empty node") // its head and its relation, which are read here
	})
	node := int32(len(sentence.Tokens))
	var columns [columnCount]treebank.Span
	for at, line := range treebank.EachLine(sentence.Text) {
		if len(line) == 0 || line[0] == '#' || !cut(line, at, &columns) {
			continue
		}
		id := sentence.Bytes(columns[colID])
		switch {
		case bytes.IndexByte(id, '.') >= 0:
			if err := abstract(sentence, node, &columns); err != nil {
				return err
			}
			node++
		case bytes.IndexByte(id, '-') >= 0:
		default:
			if err := headed(sentence, &columns); err != nil {
				return err
			}
		}
	}
	return nil
}

// cut finds the columns of a line that begins at byte at. It is false for another number of columns.
func cut(line []byte, at int, columns *[columnCount]treebank.Span) bool {
	for i := range columns {
		end := bytes.IndexByte(line, '\t')
		if end < 0 {
			end = len(line)
		}
		columns[i] = treebank.Span{Off: uint32(at), Len: uint32(end)}
		if end == len(line) {
			return i == columnCount-1
		}
		line, at = line[end+1:], at+end+1
	}
	return false
}

// headed refuses a content word without a head.
func headed(sentence *treebank.Sentence, columns *[columnCount]treebank.Span) error {
	feats, head := string(sentence.Bytes(columns[colFeats])), string(sentence.Bytes(columns[colHead]))
	if feats == "_" || feats == "" || head != "_" && head != "?" {
		return nil
	}
	e := treebank.At(sentence.Text, int(columns[colHead].Off), "the number of a word or 0 in HEAD of a content word",
		strconv.Quote(head))
	e.Hint = "a function word has _ in FEATS too"
	return e
}

// abstract reads the arc of a node between words. A node with _ in HEAD is an empty node of CoNLL-U.
func abstract(sentence *treebank.Sentence, node int32, columns *[columnCount]treebank.Span) error {
	head := sentence.Bytes(columns[colHead])
	if string(head) == "_" {
		return nil
	}
	number, err := strconv.ParseUint(string(head), 10, 28)
	if err != nil {
		return treebank.At(sentence.Text, int(columns[colHead].Off),
			"the number of a word or 0 in HEAD of an abstract node, or _ of an empty one", fmt.Sprintf("%.40q", head))
	}
	arc := treebank.Arc{Dep: node, Head: int32(number) - 1}
	if int(number) > len(sentence.Tokens) {
		arc.Head = treebank.Outside(int32(number))
	}
	if rel := sentence.Bytes(columns[colDeprel]); string(rel) != "_" {
		arc.Rel = sentence.Syms.Intern(rel)
	}
	at, _ := slices.BinarySearchFunc(sentence.Enhanced, node, func(a treebank.Arc, n int32) int { return int(a.Dep - n) })
	sentence.Enhanced = slices.Insert(sentence.Enhanced, at, arc) // before those of DEPS
	sentence.AddAttr(node, content.Key, columns[colHead])
	return nil
}

// write writes a sentence as package conllu does, with the heads of its abstract nodes.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	words := int32(len(sentence.Tokens))
	abstract := map[int32]bool{}
	for _, a := range sentence.Attrs {
		if a.Index >= words && sentence.Name(a.Key) == content.Key {
			abstract[a.Index] = true
		}
	}
	if len(abstract) == 0 {
		return conllu.Format.Write(w, sentence)
	}
	plain := *sentence
	plain.Enhanced = nil
	for i, a := range sentence.Enhanced {
		if !abstract[a.Dep] || i > 0 && sentence.Enhanced[i-1].Dep == a.Dep { // the first is HEAD
			plain.Enhanced = append(plain.Enhanced, a)
		}
	}
	var text bytes.Buffer
	lines := bufio.NewWriter(&text)
	if err := conllu.Format.Write(lines, &plain); err != nil {
		return err
	}
	if err := lines.Flush(); err != nil {
		return err
	}
	node := words
	for line := range bytes.Lines(text.Bytes()) {
		columns := bytes.SplitN(line, []byte("\t"), columnCount)
		if len(columns) == columnCount && line[0] != '#' && bytes.IndexByte(columns[colID], '.') >= 0 {
			if abstract[node] {
				head, rel := content.Head(sentence, node)
				columns[colHead], columns[colDeprel] = number(head), name(sentence, rel)
				line = bytes.Join(columns, []byte("\t"))
			}
			node++
		}
		w.Write(line)
	}
	return nil
}

// number writes a head.
func number(head int32) []byte {
	if outside, ok := treebank.OutsideNumber(head); ok {
		return strconv.AppendInt(nil, int64(outside), 10)
	}
	return strconv.AppendInt(nil, int64(head)+1, 10)
}

// name writes a relation.
func name(sentence *treebank.Sentence, rel treebank.Symbol) []byte {
	if rel == 0 {
		return []byte("_")
	}
	return []byte(sentence.Name(rel))
}
