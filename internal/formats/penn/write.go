package penn

import (
	"bufio"

	"assay/treebank"
)

// write writes sentence as one line. A sentence without an analysis is (()). Phrases
// with gaps cannot be written and are refused. Parentheses and blanks in words
// and labels become -LRB-, -RRB- and _.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if sentence.Gaps {
		return &treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line),
			Want: "phrases without gaps", Found: "a discontinuous phrase",
			Hint: "write discbracket or negra instead"}
	}
	if len(sentence.Tokens) == 0 && len(sentence.Phrases) == 0 {
		w.WriteString("(())\n")
		return nil
	}
	var open []int32 // phrases that are not closed yet, outermost first
	p := 0
	first := true
	gap := func() {
		if !first {
			w.WriteByte(' ')
		}
		first = false
	}
	closeTo := func(parent int32) {
		for len(open) > 0 && open[len(open)-1] != parent {
			if sentence.ID.Len > 0 && len(open) == 1 && sentence.Phrases[open[0]].Label == 0 {
				w.WriteString(" (ID ")
				w.Write(sentence.Bytes(sentence.ID))
				w.WriteByte(')')
			}
			w.WriteByte(')')
			open = open[:len(open)-1]
		}
	}
	for t := int32(0); ; t++ {
		for p < len(sentence.Phrases) && (sentence.Phrases[p].Begin <= t || int(t) == len(sentence.Tokens)) {
			ph := sentence.Phrases[p]
			closeTo(ph.Parent)
			gap()
			w.WriteByte('(')
			writeSafe(w, sentence.Name(ph.Label))
			open = append(open, int32(p))
			p++
		}
		if int(t) >= len(sentence.Tokens) {
			break
		}
		tok := sentence.Tokens[t]
		closeTo(tok.Parent)
		gap()
		if bare(sentence, t) {
			writeWord(w, sentence.Word(t))
			continue
		}
		w.WriteByte('(')
		writeSafe(w, sentence.Name(tok.Tag))
		w.WriteByte(' ')
		writeWord(w, sentence.Word(t))
		w.WriteByte(')')
	}
	closeTo(-1)
	return w.WriteByte('\n')
}

// bare reports whether token t is written as a word without a bracket: it has
// no tag and is not the only child of its phrase.
func bare(s *treebank.Sentence, t int32) bool {
	parent := s.Tokens[t].Parent
	return s.Tokens[t].Tag == 0 && parent >= 0 && s.Phrases[parent].End-s.Phrases[parent].Begin > 1
}

func writeWord(w *bufio.Writer, word []byte) {
	if len(word) == 0 {
		w.WriteByte('_')
	}
	for _, c := range word {
		writeByte(w, c)
	}
}

// writeSafe writes a label without the characters that end labels.
func writeSafe(w *bufio.Writer, label string) {
	for i := range len(label) {
		writeByte(w, label[i])
	}
}

func writeByte(w *bufio.Writer, c byte) {
	switch {
	case c == '(':
		w.WriteString("-LRB-")
	case c == ')':
		w.WriteString("-RRB-")
	case blank(c):
		w.WriteByte('_')
	default:
		w.WriteByte(c)
	}
}
