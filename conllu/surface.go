package conllu

import (
	"bytes"
	"encoding/binary"

	"assay/treebank"
)

// surface appends the characters of the words of the sentence that text holds,
// looking at ids and forms only. It leaves the sentence to parse where ids do
// not simply count up, and where there are empty nodes. What stands in the
// other columns is not looked at, so that a sentence with a fault there has its
// place in the text all the same.
func surface(dst, text []byte, dialect int32) ([]byte, bool) {
	text = text[:len(text):len(text)] // appendForm looks at what stands behind a form
	before, last, until := len(dst), int32(0), int32(0)
	for i := skipComments(text); i < len(text); {
		if c := text[i]; c == '\n' || c == '\r' && lineEnd(text, i) <= i+1 {
			break
		}
		from, to, form, end := wordLine(text, i)
		i = end
		switch {
		case form == nil || dialect != 0 || from != last+1:
			return dst[:before], false
		case to == 0:
			last = from
			if last <= until {
				continue
			}
		case to < from || from <= until:
			return dst[:before], false
		default:
			until = to
		}
		dst = appendForm(dst, form)
	}
	if last == 0 || until > last {
		return dst[:before], false
	}
	return dst, true
}

// appendForm is treebank.AppendBlack for a form that is not empty: eight bytes
// at once where those of the form are ASCII without white space.
func appendForm(dst, form []byte) []byte {
	n := len(form)
	if n > 8 || cap(form) < 8 {
		return treebank.AppendBlack(dst, form)
	}
	x := binary.LittleEndian.Uint64(form[:8])
	rest := ^uint64(0) << (8 * uint(n))
	y := x&^rest | rest&('x'*ones)
	if (y|(y-'!'*ones))&high != 0 {
		return treebank.AppendBlack(dst, form)
	}
	return binary.LittleEndian.AppendUint64(dst, x)[:len(dst)+n]
}

// wordLine returns the number of the word of the line at i, or those of a
// multiword token, its form, and where the next line begins; no form if it is
// another line.
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
	next = len(text)
	if n := bytes.IndexByte(text[end:], '\n'); n >= 0 {
		next = end + n + 1
	}
	return from, to, text[i+1 : end], next
}

// digits reads the number that b begins with: how long it is, 0 if there is
// none or parse would not take it.
func digits(b []byte) (n int32, length int) {
	for length < len(b) && b[length]-'0' <= 9 {
		if n = n*10 + int32(b[length]-'0'); n == 0 || length == 9 {
			return 0, 0
		}
		length++
	}
	return n, length
}

// skipComments returns where the first line stands that is no comment.
func skipComments(text []byte) int {
	i := 0
	for i < len(text) && (text[i] == '#' || text[i] == '\n') {
		i = min(lineEnd(text, i)+1, len(text))
	}
	return i
}
