package treebank

import (
	"bytes"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// wordEscapes are the escapes of the Penn Treebank for brackets and slashes.
var wordEscapes = [...]struct {
	from string
	to   byte
}{
	{"-LRB-", '('}, {"-RRB-", ')'}, {"-LSB-", '['}, {"-RSB-", ']'}, {"-LCB-", '{'}, {"-RCB-", '}'},
	{`\/`, '/'}, {`\*`, '*'},
}

// Unescape returns the character for which text begins with an escape of the Penn
// Treebank, and the length of the escape: '(' and 5 for -LRB-. The length is 0 if text
// does not begin with an escape.
func Unescape(text []byte) (char byte, n int) {
	if len(text) < 2 || text[0] != '-' && text[0] != '\\' {
		return 0, 0
	}
	for i := range wordEscapes {
		if e := &wordEscapes[i]; len(text) >= len(e.from) && string(text[:len(e.from)]) == e.from {
			return e.to, len(e.from)
		}
	}
	return 0, 0
}

// AppendUnescaped appends text without escapes of the Penn Treebank to dst.
func AppendUnescaped(dst, text []byte) []byte {
	for len(text) > 0 {
		c, n := Unescape(text)
		if n == 0 {
			c, n = text[0], 1
		}
		dst, text = append(dst, c), text[n:]
	}
	return dst
}

// AppendPlain appends text to dst as it is compared between files that write the same
// text in different ways: without escapes of the Penn Treebank, with '"' for both of
// its quotation marks, in NFC, and with syllables of Hangul as the letters of which
// they consist, so that they are equal to morphemes that divide a syllable.
func AppendPlain(dst, text []byte) []byte {
	for len(text) > 0 {
		if n := ordinary(text); n > 0 {
			dst, text = append(dst, text[:n]...), text[n:]
			continue
		}
		c, n := Unescape(text)
		switch {
		case n > 0:
			dst = append(dst, c)
		case len(text) > 1 && text[0] == text[1] && (text[0] == '`' || text[0] == '\''):
			dst, n = append(dst, '"'), 2
		case text[0] < utf8.RuneSelf:
			dst, n = append(dst, text[0]), 1
		default:
			n = bytes.IndexFunc(text, func(r rune) bool { return r < utf8.RuneSelf })
			if n < 0 {
				n = len(text)
			}
			dst = appendLetters(dst, text[:n])
		}
		text = text[n:]
	}
	return dst
}

// ordinary returns how many ASCII characters at the start of text cannot begin an escape or a
// quotation mark.
func ordinary(text []byte) int {
	for i, c := range text {
		if c >= utf8.RuneSelf || c == '-' || c == '\\' || c == '\'' || c == '`' {
			return i
		}
	}
	return len(text)
}

// Plain reports whether AppendPlain leaves text as it is. It may be false without need.
func Plain(text []byte) bool {
	ascii := true
	for i, c := range text {
		switch {
		case c >= utf8.RuneSelf:
			ascii = false
		case c == '\\', i > 0 && c == text[i-1] && (c == '\'' || c == '`'), i > 0 && c == '-' && text[i-1] == 'B':
			return false
		}
	}
	return ascii || norm.NFC.IsNormal(text) && !mayHoldHangul(text)
}

// mayHoldHangul reports whether two bytes of text begin a letter or a syllable of
// Hangul (U+1100 to U+11FF, U+3130 to U+318F, U+AC00 to U+D7A3) in UTF-8.
func mayHoldHangul(text []byte) bool {
	for i := range len(text) - 2 {
		switch c, next := text[i], text[i+1]; {
		case c < 0xE1:
		case c == 0xE1 && next >= 0x84 && next <= 0x87, c == 0xE3 && next >= 0x84 && next <= 0x86, c >= 0xEA && c <= 0xED:
			return true
		}
	}
	return false
}

// appendLetters appends text in NFC, and Hangul as single letters.
func appendLetters(dst, text []byte) []byte {
	if !mayHoldHangul(text) {
		return norm.NFC.Append(dst, text...)
	}
	composed := norm.NFC.Bytes(text)
	for len(composed) > 0 {
		r, n := utf8.DecodeRune(composed)
		if k := r - 0xAC00; k >= 0 && k < 19*21*28 { // a syllable
			dst = append(dst, hangul(0x1100+k/(21*28))...)
			dst = append(dst, hangul(0x1161+k/28%21)...)
			dst = append(dst, hangul(0x11A7+k%28)...)
		} else if letters := hangul(r); letters != "" {
			dst = append(dst, letters...)
		} else {
			dst = append(dst, composed[:n]...)
		}
		composed = composed[n:]
	}
	return dst
}

var (
	hangulInitials = []rune("ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ")
	hangulVowels   = []rune("ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ")
	hangulFinals   = []rune("ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
	hangulClusters = map[rune]string{'ㄳ': "ㄱㅅ", 'ㄵ': "ㄴㅈ", 'ㄶ': "ㄴㅎ", 'ㄺ': "ㄹㄱ", 'ㄻ': "ㄹㅁ", 'ㄼ': "ㄹㅂ", 'ㄽ': "ㄹㅅ",
		'ㄾ': "ㄹㅌ", 'ㄿ': "ㄹㅍ", 'ㅀ': "ㄹㅎ", 'ㅄ': "ㅂㅅ"}
)

// hangul returns the letters of r, a letter of Hangul at the beginning, in the middle
// or at the end of a syllable or on its own; "" for other characters.
func hangul(r rune) string {
	switch {
	case r >= 0x1100 && r < 0x1100+rune(len(hangulInitials)):
		r = hangulInitials[r-0x1100]
	case r >= 0x1161 && r < 0x1161+rune(len(hangulVowels)):
		r = hangulVowels[r-0x1161]
	case r >= 0x11A8 && r < 0x11A8+rune(len(hangulFinals)):
		r = hangulFinals[r-0x11A8]
	case r < 0x3131 || r > 0x3163:
		return ""
	}
	if letters := hangulClusters[r]; letters != "" {
		return letters
	}
	return string(r)
}

// SameWord reports whether two words are the same as AppendPlain writes them.
func SameWord(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	var x, y [64]byte
	return bytes.Equal(AppendPlain(x[:0], a), AppendPlain(y[:0], b))
}
