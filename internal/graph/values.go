package graph

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"math/bits"
	"strconv"
	"unicode/utf8"

	"assay/treebank"
)

// The values that a Cursor reads.

// String reads a string; null is an empty one.
func (c *Cursor) String() []byte {
	switch {
	case c.failed() || c.null():
		return nil
	case c.at < len(c.text) && c.text[c.at] == '"':
		return c.str()
	}
	c.wrong("a string")
	return nil
}

// Scalar reads a string, a number or a truth value as text; null is an empty one.
func (c *Cursor) Scalar() []byte {
	switch {
	case c.failed() || c.null() || c.at >= len(c.text):
		return nil
	case c.text[c.at] == '"':
		return c.str()
	case c.text[c.at] == '{' || c.text[c.at] == '[':
		c.wrong("a string or a number")
		return nil
	}
	at := c.at
	c.Skip()
	return c.text[at:c.at]
}

// Any reads a value as text: a scalar as Scalar does, others as they are written.
func (c *Cursor) Any() []byte {
	if c.at < len(c.text) && c.text[c.at] != '{' && c.text[c.at] != '[' {
		return c.Scalar()
	}
	at := c.at
	c.Skip()
	return c.text[at:c.at]
}

// Int reads a whole number of 32 bits; null is 0.
func (c *Cursor) Int() int32 {
	if c.failed() || c.null() {
		return 0
	}
	at := c.at
	n, i := int32(0), at
	for i < len(c.text) && i < at+9 && c.text[i]-'0' <= 9 {
		n = 10*n + int32(c.text[i]-'0')
		i++
	}
	if i > at && i < len(c.text) && (c.text[i] == ',' || c.text[i] == '}') && (c.text[at] != '0' || i == at+1) {
		c.at = i
		return n
	}
	return c.anyInt()
}

// anyInt is Int for numbers that are not written as usual.
func (c *Cursor) anyInt() int32 {
	at := c.at
	c.Skip()
	if c.failed() {
		return 0
	}
	n, err := strconv.ParseInt(string(c.text[at:c.at]), 10, 32)
	if err != nil {
		c.err = treebank.At(c.text, at, "a whole number", strconv.Quote(string(c.text[at:min(c.at, at+20)])))
	}
	return int32(n)
}

// Span reads {"from": 0, "to": 3}; null is -1 and -1.
func (c *Cursor) Span() (from, to int32) {
	if c.failed() || c.null() {
		return -1, -1
	}
	from, to, _ = c.Ends()
	return from, to
}

// Ends reads {"from": 0, "to": 3}. It reports whether both are there.
func (c *Cursor) Ends() (from, to int32, both bool) {
	begun, ended := false, false
	for key := range c.Object() {
		switch string(key) {
		case "from":
			begun = !c.null()
			if begun {
				from = c.Int()
			}
		case "to":
			ended = !c.null()
			if ended {
				to = c.Int()
			}
		}
	}
	return from, to, begun && ended
}

// Names reads the members identifier and surface: the name of the sentence, and its running text.
func (c *Cursor) Names(sentence *treebank.Sentence) {
	if c.At("identifier") {
		sentence.ID = sentence.Add(c.Scalar())
	}
	if c.At("surface") {
		if surface := c.String(); len(surface) > 0 {
			Text(sentence, surface)
		}
	}
}

// Skip checks the value at the cursor and goes past it.
func (c *Cursor) Skip() {
	if c.failed() {
		return
	}
	if c.at >= len(c.text) {
		c.broken = true
		return
	}
	switch b := c.text[c.at]; {
	case b == '"':
		c.str()
	case b == '{':
		c.depth++
		for range c.Object() {
		}
		c.depth--
	case b == '[':
		c.depth++
		for range c.List() {
		}
		c.depth--
	case b == '-' || '0' <= b && b <= '9':
		c.number()
	case b == 't':
		c.word("true")
	case b == 'f':
		c.word("false")
	default:
		c.word("null")
	}
}

func (c *Cursor) word(word string) {
	if !bytes.HasPrefix(c.text[c.at:], []byte(word)) {
		c.broken = true
		return
	}
	c.at += len(word)
}

// Place returns the place of the cursor, for Return.
func (c *Cursor) Place() int { return c.at }

// Return goes back to a place in the same value, or forward to where it was before.
func (c *Cursor) Return(place int) { c.at = place }

// null goes past null and reports whether it is there.
func (c *Cursor) null() bool {
	if c.at < len(c.text) && c.text[c.at] == 'n' {
		c.word("null")
		return true
	}
	return false
}

// number goes past a number: -?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?
func (c *Cursor) number() {
	digits := func() bool {
		from := c.at
		for c.at < len(c.text) && c.text[c.at]-'0' <= 9 {
			c.at++
		}
		return c.at > from
	}
	c.take('-')
	ok := c.take('0') || digits()
	if ok && c.take('.') {
		ok = digits()
	}
	if ok && (c.take('e') || c.take('E')) {
		_ = c.take('+') || c.take('-')
		ok = digits()
	}
	c.broken = c.broken || !ok
}

// str reads a string with its quotes. The result is valid until the text changes.
func (c *Cursor) str() []byte {
	from := c.at + 1
	i := from
	for i+8 <= len(c.text) {
		if m := unusual(binary.LittleEndian.Uint64(c.text[i:])); m != 0 {
			i += bits.TrailingZeros64(m) >> 3
			break
		}
		i += 8
	}
	for i < len(c.text) && c.text[i] != '"' && c.text[i] != '\\' && c.text[i] >= ' ' && c.text[i] < utf8.RuneSelf {
		i++
	}
	if i < len(c.text) && c.text[i] == '"' {
		c.at = i + 1
		return c.text[from:i]
	}
	end := closingQuote(c.text, i)
	if end < 0 {
		c.broken = true
		return nil
	}
	if bytes.IndexByte(c.text[i:end], '\\') < 0 && utf8.Valid(c.text[i:end]) && !control(c.text[i:end]) {
		c.at = end + 1
		return c.text[from:end]
	}
	var decoded string
	if json.Unmarshal(c.text[c.at:end+1], &decoded) != nil {
		c.broken = true
		return nil
	}
	c.at = end + 1
	return []byte(decoded)
}

func control(b []byte) bool {
	for _, c := range b {
		if c < ' ' {
			return true
		}
	}
	return false
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// unusual marks, by its high bit, the first byte of w that is a quote, a backslash,
// a control character or not ASCII; marks above the first may be wrong.
func unusual(w uint64) uint64 {
	return (zeroByte(w^'"'*ones) | zeroByte(w^'\\'*ones) | (w-' '*ones)&^w | w) & highs
}

// zeroByte marks, by its high bit, the first byte of w that is 0; other bits, and marks above
// the first, mean nothing.
func zeroByte(w uint64) uint64 { return (w - ones) &^ w }

func (c *Cursor) take(b byte) bool {
	if c.at < len(c.text) && c.text[c.at] == b {
		c.at++
		return true
	}
	return false
}

// space goes past blanks.
func (c *Cursor) space() {
	for c.at < len(c.text) {
		switch c.text[c.at] {
		case ' ', '\t', '\n', '\r':
			c.at++
		default:
			return
		}
	}
}
