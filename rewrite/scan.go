package rewrite

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"

	"assay/eval/condition"
	"assay/internal/caret"
	"assay/internal/nearest"
)

// An Error is an error in a rule file, with its place.
type Error struct {
	File      string
	Line, Col int // from 1; Col counts bytes
	Want      string
	Found     string
	Hint      string // a likely correction, or ""
	Mark      string // the line and, below it, a mark at the place
}

// Error returns file:line:column, the wanted and found text, and the line with the
// place marked.
func (e *Error) Error() string {
	msg := fmt.Sprintf("%s:%d:%d: want %s", e.File, e.Line, e.Col, e.Want)
	if e.Found != "" {
		msg += ", found " + e.Found
	}
	return msg + "\n" + e.Mark
}

// Errors are the errors of a rule file, in its order.
type Errors []*Error

// Error returns the messages with their hints, one after another.
func (es Errors) Error() string {
	var out strings.Builder
	for i, e := range es {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString(e.Error())
		if e.Hint != "" {
			out.WriteString("\nhint: " + e.Hint)
		}
	}
	if len(es) == maxErrors {
		out.WriteString("\nthe rest of the file was not read")
	}
	return out.String()
}

// newError returns an Error at bytes off to off+n of text.
func newError(file string, text []byte, off, n int, want, found, hint string) *Error {
	off = min(off, len(text))
	start := bytes.LastIndexByte(text[:off], '\n') + 1
	end := len(text)
	if i := bytes.IndexByte(text[start:], '\n'); i >= 0 {
		end = start + i
	}
	if len(found) > 60 {
		found = found[:60] + "..."
	}
	found = caret.Printable(found)
	e := &Error{File: file, Line: 1 + bytes.Count(text[:start], []byte{'\n'}), Col: off - start + 1, Want: want,
		Found: found, Hint: hint}
	e.Mark = caret.Mark(strings.TrimRight(string(text[start:end]), "\r"), off-start, n)
	return e
}

// A scanner walks over the text of a rule file.
type scanner struct {
	file string
	text []byte
	str  string // the same text
	at   int
	line int // line of byte seen, which is at or before at
	seen int

	semicolon int // place of the last comment after ; that blank skipped on a line with other text
}

// lineNo returns the line number of byte off. It is fast for growing offsets.
func (c *scanner) lineNo(off int) int {
	if off < c.seen || c.line == 0 {
		c.line, c.seen = 1, 0
	}
	c.line += bytes.Count(c.text[c.seen:off], []byte{'\n'})
	c.seen = off
	return c.line
}

func (c *scanner) fail(off, n int, want, found, hint string) *Error {
	return newError(c.file, c.text, off, n, want, found, hint)
}

// wanted reports that something else comes next.
func (c *scanner) wanted(want string) *Error {
	found, n := c.here()
	return c.fail(c.at, n, want, found, "")
}

// unknown reports a name that is not in known.
func (c *scanner) unknown(off int, what, name string, known []string) *Error {
	return c.fail(off, len(name), what+": "+strings.Join(known, " "), quote(name), didYouMean(name, known))
}

// didYouMean returns a hint at the known name that is nearest to name, "" if none is near.
func didYouMean(name string, known []string) string {
	if near := nearest.Name(name, known); near != "" {
		return "did you mean " + near + "?"
	}
	return ""
}

func quote(s string) string { return `"` + s + `"` }

// blank skips white space and comments, which begin with # or ; and end with
// the line.
func (c *scanner) blank() {
	for c.at < len(c.text) {
		switch b := c.text[c.at]; {
		case b == '#' || b == ';':
			if start := bytes.LastIndexByte(c.text[:c.at], '\n') + 1; b == ';' && len(bytes.TrimSpace(c.text[start:c.at])) > 0 {
				c.semicolon = c.at
			}
			for c.at < len(c.text) && c.text[c.at] != '\n' {
				c.at++
			}
		case b == ' ' || b >= '\t' && b <= '\r':
			c.at++
		default:
			return
		}
	}
}

// is reports whether s comes next, after blanks.
func (c *scanner) is(s string) bool {
	c.blank()
	return bytes.HasPrefix(c.text[c.at:], []byte(s))
}

// take reads s if it comes next.
func (c *scanner) take(s string) bool {
	if !c.is(s) {
		return false
	}
	c.at += len(s)
	return true
}

// need reads s, which must come next.
func (c *scanner) need(s, why string) error {
	if c.take(s) {
		return nil
	}
	return c.wanted(s + why)
}

// here describes the next name or character, and returns its length.
func (c *scanner) here() (string, int) {
	c.blank()
	if c.at >= len(c.text) {
		return "the end of the file", 1
	}
	n := len(c.peek())
	if n == 0 {
		_, n = utf8.DecodeRune(c.text[c.at:])
	}
	return quote(string(c.text[c.at : c.at+n])), n
}

// peek returns the next name, or "": letters, digits and, inside, the characters -
// and _ and :.
func (c *scanner) peek() string {
	c.blank()
	end := c.at
	for end < len(c.text) && (nameByte(c.text[end]) || end > c.at && c.text[end] == '-' && end+1 < len(c.text) &&
		nameByte(c.text[end+1])) {
		end++
	}
	return string(c.text[c.at:end])
}

func nameByte(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b >= utf8.RuneSelf
}

// name reads a name.
func (c *scanner) name(what string) (string, int, error) {
	s := c.peek()
	if s == "" {
		return "", c.at, c.wanted(what)
	}
	c.at += len(s)
	return s, c.at - len(s), nil
}

// atom reads a list atom: everything up to white space or a parenthesis.
func (c *scanner) atom() (string, int) {
	c.blank()
	off := c.at
	for c.at < len(c.text) && strings.IndexByte("() \t\r\n\v\f;", c.text[c.at]) < 0 {
		c.at++
	}
	return string(c.text[off:c.at]), off
}

// quoted reads a "string".
func (c *scanner) quoted() (string, error) {
	c.blank()
	off := c.at
	var out strings.Builder
	for c.at++; c.at < len(c.text) && c.text[c.at] != '\n'; c.at++ {
		switch x := c.text[c.at]; {
		case x == '"':
			c.at++
			return out.String(), nil
		case x == '\\' && c.at+1 < len(c.text) && (c.text[c.at+1] == '"' || c.text[c.at+1] == '\\'):
			c.at++
			out.WriteByte(c.text[c.at])
		default:
			out.WriteByte(x)
		}
	}
	c.at = off
	return "", c.fail(off, 1, `a closing " on the same line`, "none", "")
}

// condition reads a condition of the list language.
func (c *scanner) condition(allow condition.Level) (*condition.Expr, error) {
	c.blank()
	e, end, err := condition.ParseAt(c.str, c.at, allow)
	if err != nil {
		return nil, c.conditionError(err, 0)
	}
	c.at = end
	return e, nil
}

// conditionError converts an error of package condition to one in the file; by is the
// offset of its text in the file.
func (c *scanner) conditionError(err error, by int) error {
	ce, ok := err.(*condition.Error)
	if !ok {
		return err
	}
	return c.fail(ce.Off+by, ce.Len, ce.Want, ce.Found, ce.Hint)
}

// lineStart reports whether only white space precedes the current place on its line.
func (c *scanner) lineStart() bool {
	for i := c.at - 1; i >= 0 && c.text[i] != '\n'; i-- {
		if c.text[i] != ' ' && c.text[i] != '\t' {
			return false
		}
	}
	return true
}
