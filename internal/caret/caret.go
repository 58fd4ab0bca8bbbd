// Package caret shows a place in a line of text.
package caret

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Around is the number of characters of a long line that are shown on either side
// of a place.
const Around = 100

// Mark returns a line and, below it, marks under its bytes off to off+n. Of a long
// line it shows only the part around the marks.
func Mark(line string, off, n int) string {
	off = min(off, len(line))
	end := max(off, min(off+n, len(line)))
	before, marked, after := Printable(line[:off]), Printable(line[off:end]), Printable(line[end:])
	if r := []rune(before); len(r) > Around {
		before = "… " + string(r[len(r)-Around:])
	}
	if r := []rune(marked); len(r) > Around {
		marked, after = string(r[:Around]), " …"
	}
	if r := []rune(after); len(r) > Around {
		after = string(r[:Around]) + " …"
	}
	pad := strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, before)
	return "    " + before + marked + after + "\n    " + pad + strings.Repeat("^", max(1, utf8.RuneCountInString(marked)))
}

// Printable replaces each character that could control a terminal by one
// character, so that places in the line stay the same.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r == utf8.RuneError || r != '\t' && !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s)
}
