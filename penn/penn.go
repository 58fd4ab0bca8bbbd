// Package penn reads and writes Penn Treebank brackets: (S (NP (DT the) ...)).
package penn

import (
	"bufio"
	"bytes"
	"strings"

	"assay/treebank"
)

// Format is the bracketed format of the Penn Treebank.
var Format = treebank.Format{
	Name:   "penn",
	Title:  "Penn Treebank brackets",
	Source: "Marcus, Santorini & Marcinkiewicz 1993",
	Ext:    []string{".mrg", ".ptb", ".penn"},
	Layers: treebank.Tags | treebank.Phrases,
	Detect: func(head []byte) bool { return bytes.HasPrefix(bytes.TrimSpace(head), []byte("(")) },
	Split:  split,
	Parse:  parse,
	Write:  write,
}

func split(data []byte, atEOF bool, _ int32) (int, []byte, error) {
	if i := bytes.IndexByte(data, '\n'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// parse is the plain reader.
func parse(s *treebank.Sentence, text []byte) error {
	var open []int32
	for i := 0; i < len(text); {
		switch c := text[i]; {
		case isSpace(c):
			i++
		case c == '(':
			i++
			at := i
			for i < len(text) && !isSpace(text[i]) && text[i] != '(' && text[i] != ')' {
				i++
			}
			parent := int32(-1)
			if len(open) > 0 {
				parent = open[len(open)-1]
			}
			n := int32(len(s.Tokens))
			open = append(open, int32(len(s.Phrases)))
			s.Phrases = append(s.Phrases, treebank.Phrase{Label: s.Syms.Intern(text[at:i]), Parent: parent, Begin: n, End: n})
		case c == ')':
			if len(open) == 0 {
				return treebank.At(text, i, "a tree", "a surplus )")
			}
			s.Phrases[open[len(open)-1]].End = int32(len(s.Tokens))
			open = open[:len(open)-1]
			i++
		default:
			at := i
			for i < len(text) && !isSpace(text[i]) && text[i] != '(' && text[i] != ')' {
				i++
			}
			if len(open) == 0 {
				return treebank.At(text, at, "( at the start of a tree", "a word")
			}
			p := s.Phrases[len(s.Phrases)-1]
			s.Phrases = s.Phrases[:len(s.Phrases)-1]
			open[len(open)-1] = p.Parent
			s.Tokens = append(s.Tokens, treebank.Token{
				Form: treebank.Span{Off: uint32(at), Len: uint32(i - at)}, Tag: p.Label, Parent: p.Parent})
			open = open[:len(open)-1]
			for i < len(text) && text[i] != ')' {
				i++
			}
			i++
		}
	}
	if len(open) > 0 {
		return treebank.At(text, len(text), "a closing )", "the end of the tree")
	}
	return nil
}

func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

func write(w *bufio.Writer, s *treebank.Sentence) error {
	var b strings.Builder
	_, err := w.WriteString(b.String())
	return err
}
