package treebank

import (
	"unicode"
	"unicode/utf8"
)

// AppendSurface appends the characters of the words of s, without white space,
// to dst. A multiword token gives its own form, not the forms of its words.
func (s *Sentence) AppendSurface(dst []byte) []byte {
	r := 0
	for i := int32(0); int(i) < len(s.Tokens); i++ {
		for r < len(s.Ranges) && s.Ranges[r].End <= i {
			r++
		}
		if r < len(s.Ranges) && s.Ranges[r].Begin <= i {
			dst = AppendNonSpace(dst, s.Bytes(s.Ranges[r].Form))
			i = s.Ranges[r].End - 1
			continue
		}
		dst = AppendNonSpace(dst, s.Word(i))
	}
	return dst
}

// AppendNonSpace appends b without its white space to dst.
func AppendNonSpace(dst, b []byte) []byte {
	if !mayHoldSpace(b) {
		return append(dst, b...)
	}
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 || !unicode.IsSpace(c) && !unicode.Is(unicode.Zs, c) {
			dst = append(dst, b[:n]...)
		}
		b = b[n:]
	}
	return dst
}

// mayHoldSpace reports whether b has a byte with which a white space character of
// UTF-8 begins: one up to the blank, C2 (U+0085, U+00A0), E1 (U+1680), E2 (U+2000
// to U+205F) or E3 (U+3000).
func mayHoldSpace(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c == 0xC2 || c >= 0xE1 && c <= 0xE3 {
			return true
		}
	}
	return false
}
