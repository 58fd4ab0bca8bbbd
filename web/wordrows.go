package web

import (
	"bufio"
	"bytes"
)

// wordRows is the index of the search for words: the rows in which each word of gold is,
// packed as appendPacked packs them. It is made while the texts are written, and holds words
// as they are there, escaped for HTML.
type wordRows struct {
	words numbering
	rows  []rowList
}

// add takes the next row: words between blanks.
func (x *wordRows) add(row int32, text []byte) {
	for len(text) > 0 {
		word, rest, _ := bytes.Cut(text, []byte{' '})
		text = rest
		if len(word) == 0 {
			continue
		}
		n, known := x.words.of[string(word)]
		if !known {
			n, x.rows = x.words.number(string(word)), append(x.rows, rowList{})
		}
		if l := &x.rows[n]; len(l.packed) == 0 || l.last != row {
			l.add(row)
		}
	}
}

// write writes a line of words and a line of their rows, both between blanks.
func (x *wordRows) write(w *bufio.Writer) {
	w.WriteString("<pre id=\"words\" hidden>\n")
	for i, word := range x.words.names {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.WriteString(word)
	}
	w.WriteByte('\n')
	for i, rows := range x.rows {
		if i > 0 {
			w.WriteByte(' ')
		}
		w.Write(rows.packed)
	}
	w.WriteString("</pre>\n")
}
