package bracketscore

import (
	"bufio"
	"bytes"
	"io"
)

// lines cuts a file into lines of any length, including the newline.
type lines struct {
	*bufio.Reader
	long []byte // a line that the reader's buffer does not hold
}

func newLines(r io.Reader) *lines { return &lines{Reader: bufio.NewReaderSize(r, 64<<10)} }

// next returns the next line, which is valid until the next call. A read
// error ends the file, as for the original.
func (l *lines) next() ([]byte, bool) {
	line, err := l.ReadSlice('\n')
	if err == bufio.ErrBufferFull {
		l.long = l.long[:0]
		for err == bufio.ErrBufferFull {
			l.long = append(l.long, line...)
			line, err = l.ReadSlice('\n')
		}
		l.long = append(l.long, line...)
		line = l.long
	}
	return line, len(line) > 0
}

// cString returns b as a C string: the bytes before the first NUL.
func cString(b []byte) []byte {
	if i := bytes.IndexByte(b, 0); i >= 0 {
		return b[:i]
	}
	return b
}

// isSpace is isspace of the C locale.
func isSpace[C byte | rune](c C) bool { return c == ' ' || c >= '\t' && c <= '\r' }

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
