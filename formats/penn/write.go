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
	first := true
	gap := func() {
		if !first {
			w.WriteByte(' ')
		}
		first = false
	}
	sentence.Walk(func(p int32) {
		gap()
		w.WriteByte('(')
		writeSafe(w, sentence.Name(sentence.Phrases[p].Label))
	}, func(t int32) {
		gap()
		if bare(sentence, t) {
			writeWord(w, sentence.Word(t))
			return
		}
		w.WriteByte('(')
		writeSafe(w, sentence.Name(sentence.Tokens[t].Tag))
		w.WriteByte(' ')
		writeWord(w, sentence.Word(t))
		w.WriteByte(')')
	}, func(p int32) {
		if root := &sentence.Phrases[p]; sentence.ID.Len > 0 && root.Parent < 0 && root.Label == 0 {
			w.WriteString(" (ID ")
			w.Write(sentence.Bytes(sentence.ID))
			w.WriteByte(')')
		}
		w.WriteByte(')')
	})
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
