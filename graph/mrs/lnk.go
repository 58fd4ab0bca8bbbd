package mrs

import "bytes"

// LnkLen returns the length of the link at the start of b, 0 if there is none:
// <0:3>, <0#1>, <0 1 2>, <@1>.
func LnkLen(b []byte) int {
	end := bytes.IndexByte(b[:min(len(b), 200)], '>')
	if end < 2 {
		return 0
	}
	in, seps, kind := b[1:end], 0, byte(0)
	if in[0] == '@' {
		in, kind = in[1:], '@'
	}
	digits := 0
	for i, c := range in {
		switch {
		case c >= '0' && c <= '9':
			digits++
		case c == '-' && kind != '@' && (i == 0 || in[i-1] == ':' || in[i-1] == '#'):
			digits = 0
		case (c == ':' || c == '#') && digits > 0 && kind == 0:
			kind, digits = c, 0
			seps++
		case c == ' ' && (kind == 0 || kind == ' ') && (digits > 0 || seps > 0):
			kind, digits = ' ', 0
			seps++
		default:
			return 0
		}
	}
	if digits == 0 {
		return 0
	}
	return end + 1
}

// LnkSpan returns the characters of a link, -1 and -1 if the link is not to
// characters.
func LnkSpan(b []byte) (from, to int32) {
	a, z, ok := bytes.Cut(b[1:len(b)-1], []byte(":"))
	if !ok {
		return -1, -1
	}
	return atoi(a), atoi(z)
}

func atoi(b []byte) int32 {
	neg := len(b) > 0 && b[0] == '-'
	if neg {
		b = b[1:]
	}
	n := int64(0)
	for _, c := range b {
		if c >= '0' && c <= '9' && n < 1<<31 {
			n = n*10 + int64(c-'0')
		}
	}
	if neg {
		n = -n
	}
	return int32(max(min(n, 1<<31-1), -1<<31))
}
