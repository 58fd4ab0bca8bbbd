// Package notation is shared by the dependency notations of Lin (1995 §4.1) and
// Xiao (1997 §3.2.1): they name the head of a word by its form
// and by a mark of position, n times < or >, which means that the head is the
// n-th word of that form on one side.
//
// The papers contradict each other on the side. In Lin's prose < means to
// the left; in his tables and in Xiao's prose and tables it means to the right.
package notation

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"assay/treebank"
)

// Forward reports on which side the head of < is: after the word (the tables of
// both papers), or before it (Lin's prose).
type Forward bool

// Mark reads a mark of position: n times < or >.
func Mark(b []byte) (n int32, less, ok bool) {
	if len(b) == 0 || b[0] != '<' && b[0] != '>' {
		return 0, false, false
	}
	for _, c := range b {
		if c != b[0] {
			return 0, false, false
		}
	}
	return int32(len(b)), b[0] == '<', true
}

// Find returns the n-th word after word from, or before it, whose form is
// head. If there are too few, letter case is ignored; if there are still too
// few, root forms count too, as in Xiao's chapter 6. It returns -1 if
// there is none.
func Find(sentence *treebank.Sentence, from int32, head []byte, n int32, after bool) int32 {
	for _, same := range []func(i int32) bool{
		func(i int32) bool { return bytes.Equal(sentence.Word(i), head) },
		func(i int32) bool { return bytes.EqualFold(sentence.Word(i), head) },
		func(i int32) bool { return bytes.EqualFold(sentence.Word(i), head) || root(sentence, i, head) },
	} {
		left := n
		for i := next(from, after); i >= 0 && int(i) < len(sentence.Tokens); i = next(i, after) {
			if same(i) {
				if left--; left == 0 {
					return i
				}
			}
		}
	}
	return -1
}

func next(i int32, after bool) int32 {
	if after {
		return i + 1
	}
	return i - 1
}

// NoSuchWord is the text that errors give as found in place of a head.
const NoSuchWord = "no such word"

// Wanted describes in errors the word that a position names.
func Wanted(head []byte, n int32, after bool) string {
	side := "before"
	if after {
		side = "after"
	}
	if n == 1 {
		return fmt.Sprintf("the head %q %s the word", head, side)
	}
	return fmt.Sprintf("the head %q %d times %s the word", head, n, side)
}

// root reports whether head is a root form of word i.
func root(s *treebank.Sentence, i int32, head []byte) bool {
	if int(i) < len(s.Morph) && s.Morph[i].Lemma.Len > 0 && bytes.EqualFold(s.Bytes(s.Morph[i].Lemma), head) {
		return true
	}
	for r := range treebank.Senses(s, i) {
		if r == string(head) {
			return true
		}
	}
	return false
}

// Position appends the mark that names head from the position of word from. Both are
// words of s, and different.
func Position(dst []byte, s *treebank.Sentence, from, head int32, less Forward) []byte {
	n := 0
	after := head > from
	for i := next(from, after); ; i = next(i, after) {
		if bytes.Equal(s.Word(i), s.Word(head)) {
			n++
		}
		if i == head {
			break
		}
	}
	c := byte('>')
	if after == bool(less) {
		c = '<'
	}
	for range n {
		dst = append(dst, c)
	}
	return dst
}

// Escape appends b in a form that is read as one word: it puts a backslash before
// white space, the bytes of special and backslashes.
func Escape(dst, b []byte, special string) []byte {
	for len(b) > 0 {
		r, size := utf8.DecodeRune(b)
		switch {
		case r == '\n':
			dst = append(dst, `\n`...)
		case r == '\r':
			dst = append(dst, `\r`...)
		case r == ' ' || r == '\t' || r == '\\' || r == '\v' || r == '\f' || size == 1 &&
			bytes.IndexByte([]byte(special), b[0]) >= 0:
			dst = append(append(dst, '\\'), b[:size]...)
		default:
			dst = append(dst, b[:size]...)
		}
		b = b[size:]
	}
	return dst
}

// Unescape reverses Escape.
func Unescape(dst, b []byte) []byte {
	for i := 0; i < len(b); i++ {
		if b[i] == '\\' && i+1 < len(b) {
			i++
			switch b[i] {
			case 'n':
				dst = append(dst, '\n')
				continue
			case 'r':
				dst = append(dst, '\r')
				continue
			}
		}
		dst = append(dst, b[i])
	}
	return dst
}

// IsSpace reports whether c separates words.
func IsSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// Comment reports whether a line is a comment: # and a blank, or # alone.
func Comment(line []byte) bool {
	return len(line) > 0 && line[0] == '#' && (len(line) == 1 || IsSpace(line[1]))
}

// Split finds a sentence: up to an empty line, comments before it included.
func Split(data []byte, atEOF bool, _ int32) treebank.Extent { return lines.Split(data, atEOF) }

var lines = treebank.Lines{Counts: func(line []byte) bool { return !Comment(line) }}
