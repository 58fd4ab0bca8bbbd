// Package edgebrackets reads and writes brackets whose labels carry edge
// labels, (NX:ON (NE:HD Hans)): LABEL:EDGE, as lumberjack and the parsers of
// TüBa-D/Z write them.
//
// It is the bracketing of package penn; the edge label follows the last colon
// of a label, and "--" means none. A root VROOT is only a wrapper: it is
// dropped, and written again, so that a sentence may have several roots. The tag
// $LBR is written for $(, the words LBR and RBR for ( and ). Only trees without
// gaps.
package edgebrackets

import (
	"bufio"
	"bytes"

	"assay/formats/penn"
	"assay/treebank"
)

// Format is the bracketed format with edge labels.
var Format = treebank.Format{
	Name:    "edgebrackets",
	Title:   "brackets with edge labels, (LABEL:EDGE ...)",
	Source:  "lumberjack (de Kok & Pütz)",
	Ext:     []string{".ptb"},
	Layers:  treebank.Tags | treebank.Phrases | treebank.Functions,
	Detect:  detect,
	Dialect: func(head []byte) int32 { return penn.Format.Dialect(head) },
	Split: func(data []byte, atEOF bool, dialect int32) treebank.Extent {
		return penn.Format.Split(data, atEOF, dialect)
	},
	Parse: parse,
	Write: write,
}

// detect wants nearly all labels to have an edge label.
func detect(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	if len(head) == 0 || head[0] != '(' {
		return false
	}
	with, all := 0, 0
	for i := 0; i < min(len(head), 8<<10); i++ {
		if head[i] != '(' {
			continue
		}
		end := bytes.IndexAny(head[i+1:], "( )\n\t")
		if end <= 0 {
			continue
		}
		all++
		if c := bytes.LastIndexByte(head[i+1:i+1+end], ':'); c > 0 && c < end-1 {
			with++
		}
	}
	return with > 0 && 10*with >= 9*all
}

func parse(s *treebank.Sentence, text []byte) error {
	if err := penn.Format.Parse(s, text); err != nil {
		return err
	}
	bracket := s.Syms.InternString("$LBR")
	for i := range s.Tokens {
		t := &s.Tokens[i]
		if t.Tag, t.Func = cut(s, t.Tag); t.Tag == bracket {
			t.Tag = s.Syms.InternString("$(")
		}
		switch string(s.Word(int32(i))) {
		case "LBR":
			t.Form = s.AddString("(")
		case "RBR":
			t.Form = s.AddString(")")
		}
	}
	for i := range s.Phrases {
		s.Phrases[i].Label, s.Phrases[i].Func = cut(s, s.Phrases[i].Label)
	}
	if len(s.Phrases) > 0 && s.Phrases[0].Func == 0 && s.Name(s.Phrases[0].Label) == "VROOT" {
		shift(s, -1)
		s.Phrases = append(s.Phrases[:0], s.Phrases[1:]...)
	}
	return nil
}

// shift moves the numbers of phrases by one. The phrase -1 is no phrase.
func shift(s *treebank.Sentence, by int32) {
	for i := range s.Tokens {
		s.Tokens[i].Parent = max(-1, s.Tokens[i].Parent+by)
	}
	for i := range s.Phrases {
		s.Phrases[i].Parent = max(-1, s.Phrases[i].Parent+by)
	}
}

// cut divides a label at its last colon.
func cut(s *treebank.Sentence, y treebank.Symbol) (label, edge treebank.Symbol) {
	name := s.Name(y)
	for i := len(name) - 2; i > 0; i-- {
		if name[i] == ':' {
			label = s.Syms.InternString(name[:i])
			if name[i+1:] != "--" {
				edge = s.Syms.InternString(name[i+1:])
			}
			return label, edge
		}
	}
	return y, 0
}

// write joins labels and edge labels and lets penn write them.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	c := s.Clone()
	join := func(label, edge treebank.Symbol) treebank.Symbol {
		name := c.Name(edge)
		if edge == 0 {
			name = "--"
		}
		return c.Syms.InternString(c.Name(label) + ":" + name)
	}
	for i := range c.Tokens {
		if t := &c.Tokens[i]; c.Name(t.Tag) == "$(" {
			t.Tag = c.Syms.InternString("$LBR")
		}
		switch string(c.Word(int32(i))) {
		case "(":
			c.Tokens[i].Form = c.AddString("LBR")
		case ")":
			c.Tokens[i].Form = c.AddString("RBR")
		}
		c.Tokens[i].Tag = join(c.Tokens[i].Tag, c.Tokens[i].Func)
	}
	for i := range c.Phrases {
		c.Phrases[i].Label = join(c.Phrases[i].Label, c.Phrases[i].Func)
	}
	root := treebank.Phrase{Label: c.Syms.InternString("VROOT:--"), Parent: -1, End: int32(len(c.Tokens))}
	shift(c, 1)
	c.Phrases = append([]treebank.Phrase{root}, c.Phrases...)
	return penn.Format.Write(w, c)
}
