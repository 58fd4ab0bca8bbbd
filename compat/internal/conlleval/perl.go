package conlleval

import (
	"bytes"
	"math"
	"strconv"
	"unicode"
	"unicode/utf8"

	"assay/internal/lazy"
	"assay/treebank"
)

// isSpace is Perl's \s on bytes.
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// blank is /^\s+$/ on a line with its line end.
func blank(line []byte) bool {
	for i := 0; i < len(line); i++ {
		if !isSpace(line[i]) {
			return false
		}
	}
	return len(line) > 0
}

// A token is the part of a line that a scorer reads.
type token struct {
	word           []byte
	pos, head, dep treebank.Symbol
}

// fields is (split /\s+/)[1, 3, 6, 7]: white space at the beginning makes an
// empty first field.
func fields(line []byte) (word, pos, head, dep []byte) {
	for i, n := 0, 0; ; n++ {
		from := i
		i = fieldEnd(line, i)
		switch n {
		case 1:
			word = line[from:i]
		case 3:
			pos = line[from:i]
		case 6:
			head = line[from:i]
		case 7:
			return word, pos, head, line[from:i]
		}
		for i++; i < len(line) && line[i] <= ' ' && isSpace(line[i]); i++ {
		}
		if i >= len(line) {
			return word, pos, head, nil
		}
	}
}

// answer returns the head and the relation of a system's line, given gold's line and
// the head in it. It skips the common beginning of the lines up to the head.
func answer(line, gold, goldHead []byte) (head, dep []byte) {
	at := cap(gold) - cap(goldHead)
	if len(goldHead) == 0 || at >= len(line) || isSpace(line[at]) || !bytes.Equal(line[:at], gold[:at]) {
		_, _, head, dep = fields(line)
		return head, dep
	}
	end := fieldEnd(line, at)
	head = line[at:end]
	for end < len(line) && isSpace(line[end]) {
		end++
	}
	return head, line[end:fieldEnd(line, end)]
}

var numeric = lazy.Regexp(`^[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?`)

// number is Perl's numeric value of a string; clean is false if Perl would warn.
func number(s string) (v float64, clean bool) {
	text := numeric().FindString(s)
	v, _ = strconv.ParseFloat(text, 64)
	if math.IsInf(v, 0) {
		v = 0
	}
	return v, text != "" && text == s
}

// uniLen is the number of characters of s without non-spacing marks.
func uniLen(s string) (n int) {
	for _, r := range s {
		if r < utf8.RuneSelf || !unicode.Is(unicode.Mn, r) {
			n++
		}
	}
	return n
}

// isPunct reports whether s consists of characters of category P only.
func isPunct(s string) bool {
	for _, r := range s {
		if !unicode.IsPunct(r) {
			return false
		}
	}
	return s != ""
}
