package treebank

import (
	"unicode"
	"unicode/utf8"
)

// AppendSurface appends the characters of the words of s, without white space,
// to dst. A multiword token gives its own form, not those of its words.
func (s *Sentence) AppendSurface(dst []byte) []byte {
	r := 0
	for i := int32(0); int(i) < len(s.Tokens); i++ {
		for r < len(s.Ranges) && s.Ranges[r].End <= i {
			r++
		}
		if r < len(s.Ranges) && s.Ranges[r].Begin <= i {
			dst = AppendBlack(dst, s.Bytes(s.Ranges[r].Form))
			i = s.Ranges[r].End - 1
			continue
		}
		dst = AppendBlack(dst, s.Word(i))
	}
	return dst
}

// AppendBlack appends b without its white space to dst.
func AppendBlack(dst, b []byte) []byte {
	for len(b) > 0 {
		c, n := utf8.DecodeRune(b)
		if c == utf8.RuneError && n == 1 || !unicode.IsSpace(c) && !unicode.Is(unicode.Zs, c) {
			dst = append(dst, b[:n]...)
		}
		b = b[n:]
	}
	return dst
}
