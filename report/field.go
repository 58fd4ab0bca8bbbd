package report

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"assay/internal/screen"
)

// AppendField appends a field of RFC 4180 CSV, or of TSV, in which tabs and
// line ends become blanks.
func AppendField(dst []byte, f Format, s string) []byte {
	at := len(dst)
	return EndField(append(dst, s...), f, at)
}

// EndField makes dst[at:] a field, as AppendField would have appended it; for
// JSON, the text between the quotes of a string.
func EndField(dst []byte, f Format, at int) []byte {
	switch f {
	case JSON:
		return endString(dst, at)
	case TSV:
		dst = endControls(dst, at)
		if hasControl(dst[at:]) {
			for i, c := range dst[at:] {
				if c == '\t' || c == '\n' || c == '\r' {
					dst[at+i] = ' '
				}
			}
		}
		return dst
	}
	dst = endControls(dst, at)
	if !bytes.ContainsAny(dst[at:], ",\"\r\n") {
		return dst
	}
	s := slices.Clone(dst[at:])
	dst = append(dst[:at], '"')
	for _, c := range s {
		if c == '"' {
			dst = append(dst, c)
		}
		dst = append(dst, c)
	}
	return append(dst, '"')
}

// endControls escapes control characters, and those that change the direction of
// the text after them, in dst[at:]: \u001b, \u202e. Tabs and line ends stay.
func endControls(dst []byte, at int) []byte {
	s := dst[at:]
	if !hasControl(s) && bytes.IndexByte(s, 0x7f) < 0 && bytes.IndexByte(s, 0xc2) < 0 && bytes.IndexByte(s, 0xe2) < 0 {
		return dst
	}
	if !bytes.ContainsFunc(s, escaped) {
		return dst
	}
	s = slices.Clone(s)
	dst = dst[:at]
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		if escaped(r) {
			dst = fmt.Appendf(dst, "\\u%04x", r)
		} else {
			dst = append(dst, s[:n]...)
		}
		s = s[n:]
	}
	return dst
}

func escaped(r rune) bool { return r != '\t' && r != '\n' && r != '\r' && screen.Hidden(r) }

// endString escapes dst[at:] as encoding/json does.
func endString(dst []byte, at int) []byte {
	plain := true
	for _, c := range dst[at:] {
		if c < ' ' || c == '"' || c == '\\' || c >= utf8.RuneSelf {
			plain = false
			break
		}
	}
	if plain {
		return dst
	}
	s := slices.Clone(dst[at:])
	dst = dst[:at]
	for len(s) > 0 {
		r, n := utf8.DecodeRune(s)
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r < ' ' && strings.IndexByte("\b\f\n\r\t", byte(r)) >= 0:
			dst = append(dst, '\\', "bfnrt"[strings.IndexByte("\b\f\n\r\t", byte(r))])
		case r < ' ' || r == '\u2028' || r == '\u2029' || r == utf8.RuneError && n == 1:
			dst = fmt.Appendf(dst, "\\u%04x", r)
		default:
			dst = append(dst, s[:n]...)
		}
		s = s[n:]
	}
	return dst
}

// hasControl reports whether a byte of s is less than a blank. It looks at
// eight bytes at a time, and has a few false positives.
func hasControl(s []byte) bool {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	for ; len(s) >= 8; s = s[8:] {
		x := binary.LittleEndian.Uint64(s)
		if (x-' '*ones)&^x&high != 0 {
			return true
		}
	}
	for _, c := range s {
		if c < ' ' {
			return true
		}
	}
	return false
}

// Separator separates the fields of a line.
func (f Format) Separator() byte {
	if f == TSV {
		return '\t'
	}
	return ','
}

// AppendLine appends a line of fields.
func AppendLine(dst []byte, f Format, fields []string) []byte {
	for i, s := range fields {
		if i > 0 {
			dst = append(dst, f.Separator())
		}
		dst = AppendField(dst, f, s)
	}
	return append(dst, '\n')
}
