package graph

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"

	"assay/treebank"
)

// DetectJSON reports whether a file begins with an object or a list and contains
// all the given strings.
func DetectJSON(head []byte, strings ...string) bool {
	head = bytes.TrimLeft(head, " \t\r\n[")
	if !bytes.HasPrefix(head, []byte("{")) {
		return false
	}
	for _, s := range strings {
		if !bytes.Contains(head, []byte(s)) {
			return false
		}
	}
	return true
}

// SplitJSON finds the next object. Text before it that is neither blank nor part
// of a list is a sentence of its own, which no format can read.
func SplitJSON(data []byte, atEOF bool, _ int32) treebank.Extent {
	extent := SplitBalanced(data, atEOF, nil)
	if !extent.Found {
		return extent
	}
	if stray := rest(data[:extent.Begin]); stray.Found {
		return stray
	}
	return extent
}

// Decode reads one JSON object; errors give the position.
func Decode(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return JSONFault(text, err)
	}
	return nil
}

// JSONFault turns an error of package json into one with its place in text.
func JSONFault(text []byte, err error) error {
	var syn *json.SyntaxError
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF), errors.As(err, &syn) && syn.Error() == "unexpected end of JSON input":
		return treebank.At(text, max(0, len(text)-1), "a JSON object", "only the beginning of one: it is cut off")
	case syn != nil:
		return treebank.At(text, max(0, int(syn.Offset)-1), "a JSON object", syn.Error())
	}
	var typ *json.UnmarshalTypeError
	if errors.As(err, &typ) {
		return treebank.At(text, int(typ.Offset), "another kind of value", typ.Value)
	}
	return treebank.At(text, 0, "a graph in JSON", err.Error())
}

// JSON is an object that is being written: the members of objects and the items of lists, with a comma and a blank
// between them.
type JSON struct{ B []byte }

// Item begins an item of a list, a number or a bracket.
func (j *JSON) Item(text string) {
	if n := len(j.B); n > 0 && j.B[n-1] != '{' && j.B[n-1] != '[' {
		j.B = append(j.B, ", "...)
	}
	j.B = append(j.B, text...)
}

// Key begins a member with text, its value or the bracket that begins its value.
func (j *JSON) Key(key, text string) {
	j.Item("")
	j.B = append(append(quoted(j.B, key), ": "...), text...)
}

// String writes a member that is a string.
func (j *JSON) String(key, value string) {
	j.Key(key, "")
	j.B = quoted(j.B, value)
}

// Text writes a member that is a string, if it is not empty.
func (j *JSON) Text(key, value string) {
	if value != "" {
		j.String(key, value)
	}
}

// Word writes an item that is a string.
func (j *JSON) Word(value string) {
	j.Item("")
	j.B = quoted(j.B, value)
}

// Int writes a member that is a number.
func (j *JSON) Int(key string, n int32) { j.Key(key, strconv.Itoa(int(n))) }

// End writes a closing bracket.
func (j *JSON) End(bracket byte) { j.B = append(j.B, bracket) }

// Span writes {"from": 0, "to": 3}, as a member or, without a key, as an item.
func (j *JSON) Span(key string, from, to int32) {
	if key == "" {
		j.Item("{")
	} else {
		j.Key(key, "{")
	}
	j.Int("from", from)
	j.Int("to", to)
	j.End('}')
}

// Props writes properties, as in "PERS": "3", "NUM": "sg".
func (j *JSON) Props(s *treebank.Sentence, props []treebank.Prop) {
	for _, p := range props {
		j.String(s.Name(p.Key), s.Name(p.Value))
	}
}

// quoted appends s as a string, with characters beyond ASCII escaped.
func quoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			dst = append(dst, '\\', byte(r))
		case r == '\n':
			dst = append(dst, '\\', 'n')
		case r == '\r':
			dst = append(dst, '\\', 'r')
		case r == '\t':
			dst = append(dst, '\\', 't')
		case r < ' ' || r >= utf8.RuneSelf && r < 0x10000:
			dst = append(dst, fmt.Sprintf("\\u%04x", r)...)
		case r >= 0x10000:
			r -= 0x10000
			dst = append(dst, fmt.Sprintf("\\u%04x\\u%04x", 0xd800+r>>10, 0xdc00+r&0x3ff)...)
		default:
			dst = append(dst, byte(r))
		}
	}
	return append(dst, '"')
}
