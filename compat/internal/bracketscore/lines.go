package bracketscore

import (
	"bytes"
	"io"
)

// lines cuts a file into lines of any length, including the newline.
type lines struct {
	r          io.Reader
	block      []byte
	begin, end int
	eof        bool
}

func newLines(r io.Reader) *lines { return &lines{r: r, block: make([]byte, 64<<10)} }

// next returns the next line, which is valid until the next call. A read
// error ends the file, as for the original.
func (l *lines) next() ([]byte, bool) {
	seen := 0
	for {
		if i := bytes.IndexByte(l.block[l.begin+seen:l.end], '\n'); i >= 0 {
			line := l.block[l.begin : l.begin+seen+i+1]
			l.begin += len(line)
			return line, true
		}
		seen = l.end - l.begin
		if l.eof {
			line := l.block[l.begin:l.end]
			l.begin = l.end
			return line, len(line) > 0
		}
		l.fill()
	}
}

func (l *lines) fill() {
	if l.begin > 0 {
		l.end = copy(l.block, l.block[l.begin:l.end])
		l.begin = 0
	}
	if l.end == len(l.block) {
		l.block = append(l.block, make([]byte, len(l.block))...)
	}
	n, err := l.r.Read(l.block[l.end:])
	l.end += n
	l.eof = err != nil
}

// cString returns b as a C string: the bytes before the first NUL.
func cString(b []byte) []byte {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return b[:i]
	}
	return b
}

// isSpace is isspace of the C locale.
func isSpace(c byte) bool { return c == ' ' || c >= '\t' && c <= '\r' }

// A class classifies bytes for the reader.
type class uint8

const (
	other class = iota
	space
	open
	closed
)

// classes holds the class of each byte.
var classes = [256]class{' ': space, '\t': space, '\n': space, '\v': space, '\f': space, '\r': space, '(': open,
	')': closed}
