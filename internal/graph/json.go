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

// AppendString appends s as a JSON string, with characters beyond ASCII escaped.
func AppendString(dst []byte, s string) []byte {
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

// AppendProps appends "PERS": "3", "NUM": "sg".
func AppendProps(dst []byte, s *treebank.Sentence, props []treebank.Prop) []byte {
	for i, p := range props {
		if i > 0 {
			dst = append(dst, ", "...)
		}
		dst = AppendString(append(AppendString(dst, s.Name(p.Key)), ": "...), s.Name(p.Value))
	}
	return dst
}

// AppendSpan appends {"from": 0, "to": 3}.
func AppendSpan(b []byte, from, to int32) []byte {
	b = strconv.AppendInt(append(b, `{"from": `...), int64(from), 10)
	b = strconv.AppendInt(append(b, `, "to": `...), int64(to), 10)
	return append(b, '}')
}
