package python

import (
	"fmt"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Quote is Python's repr of a string.
func Quote(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var out strings.Builder
	out.WriteByte(quote)
	for _, r := range s {
		switch k := strings.IndexRune("\t\r\n", r); {
		case r == '\\' || r == rune(quote):
			out.WriteByte('\\')
			out.WriteRune(r)
		case k >= 0:
			out.WriteString(`\` + "trn"[k:k+1])
		case r < 0x20 || r >= 0x7f && r <= 0xa0 || r == 0xad:
			fmt.Fprintf(&out, `\x%02x`, r)
		case !unicode.IsPrint(r) && r < 0x10000:
			fmt.Fprintf(&out, `\u%04x`, r)
		case !unicode.IsPrint(r):
			fmt.Fprintf(&out, `\U%08x`, r)
		default:
			out.WriteRune(r)
		}
	}
	out.WriteByte(quote)
	return out.String()
}

// Int is Python's int(s): surrounding white space (without the separators 0x1c to
// 0x1f, which str.isspace includes), a sign, digits of any script, single underscores
// between digits. Large numbers are cut off.
func Int(s string) (int, bool) {
	if n, ok := plainDigits(s); ok {
		return n, true
	}
	return plainInt(s)
}

// plainDigits reads the numbers that files have: some ASCII digits and nothing else.
func plainDigits(s string) (n int, ok bool) {
	if len(s) == 0 || len(s) > 9 {
		return 0, false
	}
	for i := range len(s) {
		d := s[i] - '0'
		if d > 9 {
			return 0, false
		}
		n = n*10 + int(d)
	}
	return n, true
}

// plainInt does what Python's int does with any text: blanks, signs, underscores, digits of all scripts.
func plainInt(s string) (int, bool) {
	s = strings.TrimFunc(s, unicode.IsSpace)
	neg := strings.HasPrefix(s, "-")
	if neg || strings.HasPrefix(s, "+") {
		s = s[1:]
	}
	n, last := 0, '_'
	for _, r := range s {
		if r == '_' {
			if last == '_' {
				return 0, false
			}
			last = r
			continue
		}
		d, ok := digit(r)
		if !ok {
			return 0, false
		}
		if n < math.MaxInt/16 {
			n = n*10 + d
		}
		last = r
	}
	if last == '_' {
		return 0, false
	}
	if neg {
		n = -n
	}
	return n, true
}

// digit returns the value of a decimal digit of any script. The digits of a script
// are consecutive, from 0 to 9.
func digit(r rune) (int, bool) {
	if r < utf8.RuneSelf {
		return int(r - '0'), r >= '0' && r <= '9'
	}
	if !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	before := 0
	for unicode.Is(unicode.Nd, r-rune(before)-1) {
		before++
	}
	return before % 10, true
}
