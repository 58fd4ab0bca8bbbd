package graph

import (
	"strings"
	"sync"

	"assay/treebank"
)

// A Scanner goes through a text that consists of brackets, symbols and strings in double
// quotes.
type Scanner struct {
	Text []byte
	At   int
}

// Want returns an error: want is missing at this position.
func (x *Scanner) Want(what string) error {
	found := "the end"
	if x.At < len(x.Text) {
		found = string(x.Text[x.At:min(len(x.Text), x.At+20)])
	}
	return treebank.At(x.Text, x.At, what, found)
}

// Peek passes over white space and returns the next byte, 0 at the end.
func (x *Scanner) Peek() byte {
	for x.At < len(x.Text) && Blank(x.Text[x.At]) {
		x.At++
	}
	if x.At < len(x.Text) {
		return x.Text[x.At]
	}
	return 0
}

// Accept passes over c, if it is next.
func (x *Scanner) Accept(c byte) bool {
	if x.Peek() == c && x.At < len(x.Text) {
		x.At++
		return true
	}
	return false
}

// Symbol reads up to white space or one of stop.
func (x *Scanner) Symbol(stop, what string) (string, error) {
	x.Peek()
	at := x.At
	for x.At < len(x.Text) && !Blank(x.Text[x.At]) && strings.IndexByte(stop, x.Text[x.At]) < 0 {
		x.At++
	}
	if x.At == at {
		return "", x.Want(what)
	}
	return string(x.Text[at:x.At]), nil
}

// Quoted reads a string whose opening quote is next; a backslash protects a
// quote or a backslash.
func (x *Scanner) Quoted() (string, error) {
	var b []byte
	for i := x.At + 1; i < len(x.Text); i++ {
		switch c := x.Text[i]; {
		case c == '"':
			x.At = i + 1
			return string(b), nil
		case c == '\\' && i+1 < len(x.Text) && (x.Text[i+1] == '"' || x.Text[i+1] == '\\'):
			i++
			b = append(b, x.Text[i])
		default:
			b = append(b, c)
		}
	}
	return "", x.Want("a closing quote")
}

// Clean puts an underscore in place of white space, of the characters in bad, and
// of an empty name.
func Clean(name, bad string) string {
	if name == "" {
		return "_"
	}
	return strings.Map(func(c rune) rune {
		if c < 0x80 && Blank(byte(c)) || strings.ContainsRune(bad, c) {
			return '_'
		}
		return c
	}, name)
}

// Escape protects the quotes and backslashes of a string.
func Escape(s string) string { return escaper().Replace(s) }

var escaper = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`)
})
