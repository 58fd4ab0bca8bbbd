// Package brackets reads and writes unlabelled bracketed text as papers print
// it: [I [saw [a man]]]. It is the notation of Black et al. 1991, Lin 1995 §2,
// Hogenhout & Matsumoto 1996 §3 and Xiao 1997 §2.3.
//
// Words are separated by blanks and brackets; words have no tags, and phrases no
// labels. A word outside all brackets is allowed, as in The [old man]. A line is
// a sentence; if most lines do not balance, a sentence ends where its first
// bracket is closed. An empty line is a sentence whose parse failed.
//
// Limits: a word cannot hold a square bracket (write -LSB-).
package brackets

import (
	"bufio"
	"bytes"

	"assay/treebank"
)

// Format is unlabelled bracketed text.
var Format = treebank.Format{
	Name:    "brackets",
	Title:   "unlabelled brackets, [I [saw her]]",
	Source:  "Black et al. 1991; Lin 1995 §2; Hogenhout & Matsumoto 1996 §3",
	Ext:     []string{".brackets"},
	Layers:  treebank.Phrases,
	Detect:  detect,
	Dialect: dialect,
	Split:   split,
	Parse:   parse,
	Write:   write,
}

// The dialects.
const (
	lines = iota // a line is a sentence
	many         // a sentence may have many lines
)

func blank(c byte) bool { return c <= ' ' }

// detect wants a bracket, no label after a closing one (Lancaster's notation
// has them) and no text that looks like JSON.
func detect(head []byte) bool {
	text := bytes.TrimLeft(head, "\t\n\v\f\r ")
	if len(text) == 0 || text[0] != '[' {
		return false
	}
	if rest := bytes.TrimLeft(text, "[\t\n\v\f\r "); len(rest) == 0 || bytes.IndexByte([]byte(`{"]`), rest[0]) >= 0 {
		return false
	}
	closed := false
	for i, c := range text {
		if c == ']' {
			closed = true
			if i+1 < len(text) && !blank(text[i+1]) && text[i+1] != '[' && text[i+1] != ']' {
				return false
			}
		}
	}
	return closed
}

func dialect(head []byte) int32 {
	whole, part := 0, 0
	for i, line := range bytes.Split(head, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) == 0 {
			continue
		}
		switch {
		case bytes.Count(line, []byte("[")) == bytes.Count(line, []byte("]")):
			whole++
		case i == 0 || whole+part > 0:
			part++
		}
	}
	if whole >= part {
		return lines
	}
	return many
}

func split(data []byte, atEOF bool, dialect int32) treebank.Extent {
	if dialect == many {
		return splitTree(data, atEOF)
	}
	return treebank.SplitLine(data, atEOF, dialect)
}

// splitTree ends a sentence where its first bracket is closed, with the rest of the
// line if that is not a bracket, or before an empty line.
func splitTree(data []byte, atEOF bool) treebank.Extent {
	begin := 0
	for begin < len(data) && blank(data[begin]) {
		begin++
	}
	depth, opened := 0, false
	for i := begin; i < len(data); i++ {
		switch data[i] {
		case '[':
			if opened && depth <= 0 {
				return treebank.Found(begin, i, i).Trim(data)
			}
			depth, opened = depth+1, true
		case ']':
			depth--
		case '\n':
			if opened && depth <= 0 || i+1 < len(data) && (data[i+1] == '\n' || data[i+1] == '\r') {
				return treebank.Found(begin, i, i+1).Trim(data)
			}
		}
	}
	if atEOF && begin < len(data) {
		return treebank.Found(begin, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(begin)
}

func parse(sentence *treebank.Sentence, text []byte) error {
	cur := int32(-1)
	for i := 0; i < len(text); {
		n := int32(len(sentence.Tokens))
		switch c := text[i]; {
		case blank(c):
			i++
		case c == '[':
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Parent: cur, Begin: n, End: n})
			cur = int32(len(sentence.Phrases) - 1)
			i++
		case c == ']':
			if cur < 0 {
				e := treebank.At(text, i, "[ or a word", "a surplus ]")
				e.Hint = "a bracket is closed that was not opened"
				return e
			}
			sentence.Phrases[cur].End = n
			cur = sentence.Phrases[cur].Parent
			i++
		default:
			end := i
			for end < len(text) && !blank(text[end]) && text[end] != '[' && text[end] != ']' {
				end++
			}
			sentence.Tokens = append(sentence.Tokens, treebank.Token{
				Form: treebank.Span{Off: uint32(i), Len: uint32(end - i)}, Parent: cur})
			i = end
		}
	}
	if cur >= 0 {
		for ; cur >= 0; cur = sentence.Phrases[cur].Parent {
			sentence.Phrases[cur].End = int32(len(sentence.Tokens))
		}
		return treebank.At(text, len(text), "a closing ]", "the end of the sentence")
	}
	if len(sentence.Tokens) == 0 {
		sentence.Missing, sentence.Failure = true, "no words"
	}
	return nil
}

// write writes sentence as one line, without its labels and tags.
func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	if sentence.Gaps {
		return &treebank.SyntaxError{File: sentence.File, Line: int(sentence.Line),
			Want: "phrases without gaps", Found: "a discontinuous phrase", Hint: "write discbracket or negra instead"}
	}
	first := true
	gap := func() {
		if !first {
			w.WriteByte(' ')
		}
		first = false
	}
	sentence.Walk(func(int32) {
		gap()
		w.WriteByte('[')
		first = true
	}, func(t int32) {
		gap()
		writeWord(w, sentence.Word(t))
	}, func(int32) { w.WriteByte(']') })
	return w.WriteByte('\n')
}

func writeWord(w *bufio.Writer, word []byte) {
	if len(word) == 0 {
		w.WriteByte('_')
	}
	for _, c := range word {
		switch {
		case c == '[':
			w.WriteString("-LSB-")
		case c == ']':
			w.WriteString("-RSB-")
		case blank(c):
			w.WriteByte('_')
		default:
			w.WriteByte(c)
		}
	}
}
