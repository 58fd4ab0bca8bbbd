package wordalign

import (
	"unicode"
	"unicode/utf8"
)

// AppendLower appends form in lower case, as Python's str.lower defines it. That
// differs from Go's in two points: U+0130 becomes i and U+0307, and a capital
// sigma at the end of a word becomes ς.
func AppendLower(dst, form []byte) []byte {
	for i := 0; i < len(form); {
		c := form[i]
		if c < utf8.RuneSelf {
			if c >= 'A' && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(form[i:])
		switch {
		case r == utf8.RuneError && n == 1:
			dst = append(dst, c)
		case r == 'İ':
			dst = append(dst, "i\u0307"...)
		case r == 'Σ' && finalSigma(form[:i], form[i+n:]):
			dst = append(dst, "ς"...)
		default:
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
		i += n
	}
	return dst
}

// finalSigma reports whether a capital sigma between before and after ends a
// word: a cased letter precedes it and none follows, ignoring case-ignorable
// characters (Unicode 3.13, Final_Sigma).
func finalSigma(before, after []byte) bool {
	for len(before) > 0 {
		r, n := utf8.DecodeLastRune(before)
		if !ignorable(r) {
			break
		}
		before = before[:len(before)-n]
	}
	r, _ := utf8.DecodeLastRune(before)
	if len(before) == 0 || !cased(r) {
		return false
	}
	for len(after) > 0 {
		r, n := utf8.DecodeRune(after)
		if !ignorable(r) {
			return !cased(r)
		}
		after = after[n:]
	}
	return true
}

func cased(r rune) bool {
	return unicode.In(r, unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Lowercase, unicode.Other_Uppercase)
}

// ignorable reports whether r has the property Case_Ignorable.
func ignorable(r rune) bool {
	switch r {
	case '\'', '.', ':', '·', '\u0387', '\u055f', '\u05f4', '\u2018', '\u2019', '\u2024', '\u2027',
		'\ufe13', '\ufe52', '\ufe55', '\uff07', '\uff0e', '\uff1a':
		return true
	}
	return unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}
