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
		if c := bytes.LastIndexByte(head[i+1:i+1+end], ':'); c >= 0 && c < end-1 {
			with++
		}
	}
	return with > 0 && 10*with >= 9*all
}

func parse(sentence *treebank.Sentence, text []byte) error {
	if err := penn.Format.Parse(sentence, text); err != nil {
		return err
	}
	bracket := sentence.Syms.InternString("$LBR")
	for i := range sentence.Tokens {
		token := &sentence.Tokens[i]
		if token.Tag, token.Func = cut(sentence, token.Tag); token.Tag == bracket {
			token.Tag = sentence.Syms.InternString("$(")
		}
		switch string(sentence.Word(int32(i))) {
		case "LBR":
			token.Form = sentence.AddString("(")
		case "RBR":
			token.Form = sentence.AddString(")")
		}
	}
	for i := range sentence.Phrases {
		sentence.Phrases[i].Label, sentence.Phrases[i].Func = cut(sentence, sentence.Phrases[i].Label)
	}
	if len(sentence.Phrases) > 0 && sentence.Phrases[0].Func == 0 && sentence.Name(sentence.Phrases[0].Label) == "VROOT" {
		shift(sentence, -1)
		sentence.Phrases = append(sentence.Phrases[:0], sentence.Phrases[1:]...)
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
func cut(sentence *treebank.Sentence, symbol treebank.Symbol) (label, edge treebank.Symbol) {
	name := sentence.Name(symbol)
	for i := len(name) - 2; i >= 0; i-- {
		if name[i] == ':' {
			label = sentence.Syms.InternString(name[:i])
			if name[i+1:] != "--" {
				edge = sentence.Syms.InternString(name[i+1:])
			}
			return label, edge
		}
	}
	return symbol, 0
}

// write joins labels and edge labels and lets penn write them.
func write(w *bufio.Writer, s *treebank.Sentence) error {
	if len(s.Tokens) == 0 { // a failed parse, as penn writes it
		return penn.Format.Write(w, s)
	}
	clone := s.Clone()
	join := func(label, edge treebank.Symbol) treebank.Symbol {
		name := clone.Name(edge)
		if edge == 0 {
			name = "--"
		}
		return clone.Syms.InternString(clone.Name(label) + ":" + name)
	}
	for i := range clone.Tokens {
		if t := &clone.Tokens[i]; clone.Name(t.Tag) == "$(" {
			t.Tag = clone.Syms.InternString("$LBR")
		}
		switch string(clone.Word(int32(i))) {
		case "(":
			clone.Tokens[i].Form = clone.AddString("LBR")
		case ")":
			clone.Tokens[i].Form = clone.AddString("RBR")
		}
		clone.Tokens[i].Tag = join(clone.Tokens[i].Tag, clone.Tokens[i].Func)
	}
	for i := range clone.Phrases {
		clone.Phrases[i].Label = join(clone.Phrases[i].Label, clone.Phrases[i].Func)
	}
	root := treebank.Phrase{Label: clone.Syms.InternString("VROOT:--"), Parent: -1, End: int32(len(clone.Tokens))}
	shift(clone, 1)
	clone.Phrases = append([]treebank.Phrase{root}, clone.Phrases...)
	return penn.Format.Write(w, clone)
}
