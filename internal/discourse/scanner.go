package discourse

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"assay/treebank"
)

// A Scanner goes through the brackets and words of a notation of trees.
type Scanner struct {
	Text    []byte
	At      int
	Whole   string // noun for the text in messages: file or tree
	Comment string // begins a comment, which the end of the line ends; "" if the notation has none
}

const blanks = " \t\r\n"

// Blanks passes white space and comments.
func (x *Scanner) Blanks() {
	for {
		x.At = len(x.Text) - len(bytes.TrimLeft(x.Text[x.At:], blanks))
		if x.Comment == "" || !bytes.HasPrefix(x.Text[x.At:], []byte(x.Comment)) {
			return
		}
		line, _, _ := bytes.Cut(x.Text[x.At:], []byte("\n"))
		x.At += len(line)
	}
}

// Next reports whether c is next, after blanks.
func (x *Scanner) Next(c byte) bool {
	x.Blanks()
	return x.At < len(x.Text) && x.Text[x.At] == c
}

// Expect passes c, which must be next.
func (x *Scanner) Expect(c byte) error {
	if !x.Next(c) {
		return x.Fault(strconv.Quote(string(c)))
	}
	x.At++
	return nil
}

// Word takes the text up to white space or a bracket.
func (x *Scanner) Word() string {
	x.Blanks()
	begin := x.At
	for x.At < len(x.Text) && strings.IndexByte(blanks+"()", x.Text[x.At]) < 0 {
		x.At++
	}
	return string(x.Text[begin:x.At])
}

// Fault returns the error that want is not at the place of x.
func (x *Scanner) Fault(want string) error {
	found := "the end of the " + x.Whole
	if x.At < len(x.Text) {
		line, _, _ := bytes.Cut(x.Text[x.At:], []byte("\n"))
		found = fmt.Sprintf("%.40q", line)
	}
	return treebank.At(x.Text, x.At, want, found)
}
