package udeval

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// fileError returns Python's message for a file that cannot be read.
func fileError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("FileNotFoundError: [Errno 2] No such file or directory: %s", pyRepr(path))
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("PermissionError: [Errno 13] Permission denied: %s", pyRepr(path))
	}
	if strings.Contains(err.Error(), "is a directory") {
		return fmt.Errorf("IsADirectoryError: [Errno 21] Is a directory: %s", pyRepr(path))
	}
	return fmt.Errorf("OSError: %v", err)
}

// newlines replaces every line end by a newline, as Python does in text files.
func newlines(data []byte) []byte {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	return bytes.ReplaceAll(data, []byte("\r"), []byte("\n"))
}

// pyRepr is Python's repr of a string.
func pyRepr(s string) string {
	quote := byte('\'')
	if strings.Contains(s, "'") && !strings.Contains(s, `"`) {
		quote = '"'
	}
	var out strings.Builder
	out.WriteByte(quote)
	for _, r := range s {
		switch {
		case r == '\\' || r == rune(quote):
			out.WriteByte('\\')
			out.WriteRune(r)
		case r == '\t':
			out.WriteString(`\t`)
		case r == '\r':
			out.WriteString(`\r`)
		case r == '\n':
			out.WriteString(`\n`)
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

// pySpace is Python's str.isspace.
func pySpace(r rune) bool { return unicode.IsSpace(r) || r >= 0x1c && r <= 0x1f }

// pyInt is Python's int(s): surrounding white space (without the separators 0x1c to
// 0x1f, which str.isspace includes), a sign, digits of any script, single underscores
// between digits. Large numbers are cut off.
func pyInt(s string) (int, bool) {
	if n, ok := plainDigits(s); ok {
		return n, true
	}
	return pyIntPlain(s)
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

// pyIntPlain does what Python's int does with any text: blanks, signs, underscores, digits of all scripts.
func pyIntPlain(s string) (int, bool) {
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
	for _, t := range unicode.Nd.R16 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return int(r-rune(t.Lo)) % 10, true
		}
	}
	for _, t := range unicode.Nd.R32 {
		if r >= rune(t.Lo) && r <= rune(t.Hi) {
			return int(r-rune(t.Lo)) % 10, true
		}
	}
	return 0, false
}

// pyChunk is the number of bytes that Python decodes at once.
const pyChunk = 8192

// decodeError returns Python's message for the first byte of data that is not UTF-8,
// and the beginning of the block that contains it; nil if there is none.
func decodeError(data []byte) (block int, err error) {
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		if _, n := utf8.DecodeRune(data[i:]); n > 1 {
			i += n
			continue
		}
		n, why := badBytes(data[i:])
		end := i + n
		block = (end - 1) / pyChunk * pyChunk
		first := block // the bytes of a character begun in the block before are put in front
		for first > 0 && data[first]&0xC0 == 0x80 && block-first < 3 {
			first--
		}
		if i < block || data[first] < 0xC0 {
			first = min(i, block)
		}
		from := i - first
		if n == 1 {
			return block, fmt.Errorf("UnicodeDecodeError: 'utf-8' codec can't decode byte 0x%02x in position %d: %s",
				data[i], from, why)
		}
		return block, fmt.Errorf("UnicodeDecodeError: 'utf-8' codec can't decode bytes in position %d-%d: %s", from,
			from+n-1, why)
	}
	return 0, nil
}

// badBytes returns the number of bad bytes at the beginning of b, and the reason.
func badBytes(b []byte) (int, string) {
	c := b[0]
	var more int
	low, high := byte(0x80), byte(0xBF)
	switch {
	case c >= 0xC2 && c <= 0xDF:
		more = 1
	case c >= 0xE0 && c <= 0xEF:
		more = 2
		if c == 0xE0 {
			low = 0xA0
		}
		if c == 0xED {
			high = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		more = 3
		if c == 0xF0 {
			low = 0x90
		}
		if c == 0xF4 {
			high = 0x8F
		}
	default:
		return 1, "invalid start byte"
	}
	for n := 1; n <= more; n++ {
		if n == len(b) {
			return n, "unexpected end of data"
		}
		if b[n] < low || b[n] > high {
			return n, "invalid continuation byte"
		}
		low, high = 0x80, 0xBF
	}
	return 1, "invalid start byte"
}
