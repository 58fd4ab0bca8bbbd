package udeval

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"strings"
	"unicode/utf8"

	"assay/compat/internal/python"
)

// A text is a file that is read line by line, so that memory holds only words.
type text struct {
	in      *bufio.Reader
	lines   string   // whole lines that were read at once
	returns bool     // some of them hold a carriage return
	bad     error    // the error after the last line
	rest    []string // further lines of a stretch that carriage returns end
}

// openText checks a file, as Python decodes it, and opens it for reading; words is an
// upper limit of its words. A file that can be read only once is held.
func openText(path string) (t *text, words int, closer io.Closer, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, 0, nil, python.FileError(path, err)
	}
	var in io.ReadSeeker = file
	if info, err := file.Stat(); err == nil && !info.Mode().IsRegular() {
		data, err := io.ReadAll(file)
		if err != nil {
			file.Close()
			return nil, 0, nil, python.FileError(path, err)
		}
		in = bytes.NewReader(data)
	}
	words, bad, err := survey(in)
	if err == nil {
		_, err = in.Seek(0, io.SeekStart)
	}
	t = &text{bad: bad.err}
	r := io.Reader(in)
	if bad.err != nil { // the lines of the earlier blocks are read
		r = io.LimitReader(r, bad.before)
	}
	t.in = bufio.NewReaderSize(r, readBytes)
	if err != nil {
		file.Close()
		return nil, 0, nil, python.FileError(path, err)
	}
	return t, words, file, nil
}

// readBytes are read at once; their lines are parts of one string.
const readBytes = 32 << 10

// badText is the first error of decoding and the number of bytes of the lines before
// its block.
type badText struct {
	before int64
	err    error
}

// survey counts the lines that begin with a digit, and finds the first byte that is not
// UTF-8.
func survey(in io.ReadSeeker) (words int, bad badText, err error) {
	buf, kept, last := make([]byte, 64<<10), 0, byte('\n')
	valid := true
	for valid {
		n, err := in.Read(buf[kept:])
		data := buf[:kept+n]
		words += numbered(data[kept:], last)
		if n > 0 {
			last = data[len(data)-1]
		}
		end := len(data)
		if err == nil {
			end = wholeCharacters(data)
		}
		valid = utf8.Valid(data[:end])
		kept = copy(buf, data[end:])
		if err == io.EOF {
			break
		}
		if err != nil {
			return 0, bad, err
		}
	}
	if valid {
		return words, bad, nil
	}
	if _, err := in.Seek(0, io.SeekStart); err != nil {
		return 0, bad, err
	}
	data, err := io.ReadAll(in)
	if err != nil {
		return 0, bad, err
	}
	block, err := python.DecodeError(data)
	return words, badText{int64(bytes.LastIndexByte(data[:block], '\n') + 1), err}, nil
}

// numbered counts the lines of data that begin with a digit; last is the byte before data.
func numbered(data []byte, last byte) (n int) {
	digit := func(i int) {
		if i < len(data) && data[i] >= '0' && data[i] <= '9' {
			n++
		}
	}
	if last == '\n' || last == '\r' {
		digit(0)
	}
	for _, end := range []byte{'\n', '\r'} {
		for at := 0; at < len(data); {
			i := bytes.IndexByte(data[at:], end)
			if i < 0 {
				break
			}
			at += i + 1
			digit(at)
		}
	}
	return n
}

// wholeCharacters returns the length of data without a character that it cuts off.
func wholeCharacters(data []byte) int {
	for at := max(0, len(data)-utf8.UTFMax+1); at < len(data); at++ {
		if !utf8.FullRune(data[at:]) {
			return at
		}
	}
	return len(data)
}

// take takes the whole lines of the buffer. A line that is longer than the buffer it reads whole.
func (t *text) take() {
	data, _ := t.in.Peek(t.in.Buffered())
	if end := bytes.LastIndexByte(data, '\n') + 1; end > 0 {
		t.lines = string(data[:end])
		t.in.Discard(end)
	} else {
		t.lines, _ = t.in.ReadString('\n')
	}
	t.returns = strings.IndexByte(t.lines, '\r') >= 0
}

// read returns the next line without its end, false after the last. As in Python a line
// may end in a newline, a carriage return, or both.
func (t *text) read() (string, bool, error) {
	if len(t.rest) == 0 {
		if t.lines == "" {
			t.take()
		}
		if t.lines == "" {
			return "", false, t.bad
		}
		line, rest, _ := strings.Cut(t.lines, "\n")
		t.lines = rest
		if line = strings.TrimSuffix(line, "\r"); !t.returns || strings.IndexByte(line, '\r') < 0 {
			return line, true, nil
		}
		t.rest = strings.Split(line, "\r")
	}
	line := t.rest[0]
	t.rest = t.rest[1:]
	return line, true, nil
}
