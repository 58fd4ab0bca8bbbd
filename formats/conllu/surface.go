package conllu

import (
	"bytes"
	"encoding/binary"

	"assay/treebank"
)

// surface appends the characters of the words of the sentence at the start of data,
// looking only at ids and forms, and returns the length of the sentence. It leaves
// the sentence to split and parse if it does not begin with a comment or a word,
// if ids do not simply count up, and if there are empty nodes. It ignores the
// other columns, so that a sentence with a fault there still has its place in the
// text.
func surface(dst, data []byte, atEOF bool, dialect int32) (text []byte, length int) {
	data = data[:len(data):len(data)] // appendForm looks at the bytes after a form
	before, last, until := len(dst), int32(0), int32(0)
	i := skipComments(data)
	for i < len(data) && data[i] > '\r' {
		from, to, form, next := wordLine(data, i)
		switch {
		case form == nil || dialect != 0 || from != last+1:
			return dst[:before], 0
		case to == 0:
			last = from
		case to < from || from <= until:
			return dst[:before], 0
		}
		if to > 0 || last > until {
			dst = appendForm(dst, form)
		}
		i, until = next, max(until, to)
	}
	end := blankLine(data, i)
	if end == i && (i < len(data) || !atEOF) || last == 0 || until > last {
		return dst[:before], 0
	}
	return dst, end
}

// blankLine returns the end of the empty line at i, or i if the line is not empty.
func blankLine(data []byte, i int) int {
	rest := data[i:]
	if len(rest) > 0 && rest[0] == '\r' {
		rest = rest[1:]
	}
	if len(rest) > 0 && rest[0] == '\n' {
		return len(data) - len(rest) + 1
	}
	return i
}

// appendForm is treebank.AppendNonSpace for a form that is not empty: it takes eight
// bytes at once if those of the form are ASCII without white space.
func appendForm(dst, form []byte) []byte {
	n := len(form)
	if n > 8 || cap(form) < 8 {
		return treebank.AppendNonSpace(dst, form)
	}
	x := binary.LittleEndian.Uint64(form[:8])
	rest := ^uint64(0) << (8 * uint(n))
	y := x&^rest | rest&('x'*ones)
	if (y|(y-'!'*ones))&high != 0 {
		return treebank.AppendNonSpace(dst, form)
	}
	return binary.LittleEndian.AppendUint64(dst, x)[:len(dst)+n]
}

// wordLine returns the number of the word of the line at i, or those of a
// multiword token, its form, and the start of the next line; no form for any other
// line.
func wordLine(text []byte, i int) (from, to int32, form []byte, next int) {
	n, k := digits(text[i:])
	i += k
	if from = n; k > 0 && i < len(text) && text[i] == '-' {
		if to, k = digits(text[i+1:]); k > 0 {
			i += k + 1
		}
	}
	if k == 0 || i >= len(text) || text[i] != '\t' {
		return 0, 0, nil, 0
	}
	end := columnEnd(text, i+1)
	if end == i+1 || end == len(text) || text[end] != '\t' {
		return 0, 0, nil, 0
	}
	return from, to, text[i+1 : end], nextLine(text, end)
}

// digits reads the number at the start of b and returns its length, 0 if there is
// none or parse would refuse it.
func digits(b []byte) (n int32, length int) {
	for length < len(b) && b[length]-'0' <= 9 {
		if n = n*10 + int32(b[length]-'0'); n == 0 || length == 9 {
			return 0, 0
		}
		length++
	}
	return n, length
}

// skipComments returns the start of the first line that is not a comment.
func skipComments(data []byte) int {
	i := 0
	for i < len(data) && data[i] == '#' {
		i = nextLine(data, i)
	}
	return i
}

// nextLine returns the start of the line after the one at i.
func nextLine(data []byte, i int) int {
	if n := bytes.IndexByte(data[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(data)
}
