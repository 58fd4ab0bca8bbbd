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
		end := lineEnd(text, i)
		line := text[i:end]
		i = end + 1
		if len(line) == 0 || len(line) == 1 && line[0] == '\r' {
			break
		}
		from, to, form := wordLine(line)
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

// wordLine returns the number of the word of a line, or those of a multiword
// token, and its form; nil if it is another line.
func wordLine(line []byte) (from, to int32, form []byte) {
	n, i := digits(line)
	if from = n; i > 0 && i < len(line) && line[i] == '-' {
		n, k := digits(line[i+1:])
		if to = n; k == 0 {
			return 0, 0, nil
		}
		i += 1 + k
	}
	if i == 0 || i >= len(line) || line[i] != '\t' {
		return 0, 0, nil
	}
	end := bytes.IndexByte(line[i+1:], '\t')
	if end <= 0 {
		return 0, 0, nil
	}
	return from, to, line[i+1 : i+1+end]
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
