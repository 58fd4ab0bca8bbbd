package python

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"
)

// A Dict is a Python dict with texts as keys, in the order of their first value. Its values are those of [Dumps].
type Dict struct {
	keys   []string
	values []any
}

// Set sets a value. A key that exists keeps its place.
func (d *Dict) Set(key string, value any) *Dict {
	if i := slices.Index(d.keys, key); i >= 0 {
		d.values[i] = value
	} else {
		d.keys, d.values = append(d.keys, key), append(d.values, value)
	}
	return d
}

// Dumps is json.dumps(value) with an indent of so many blanks, without one if it is 0. A value is a *Dict, a list
// ([]any), a string, a float64, nil, or what fmt prints as JSON does: numbers and truth values.
func Dumps(value any, indent int) string {
	var out strings.Builder
	dump(&out, value, strings.Repeat(" ", indent), "\n")
	return out.String()
}

// dump writes a value; newline is the line end and the indent of the value around it.
func dump(out *strings.Builder, value any, indent, newline string) {
	block := func(signs string, n int, member func(i int)) {
		inside, comma := newline+indent, ","
		if indent == "" {
			inside, comma, newline = "", ", ", ""
		}
		out.WriteByte(signs[0])
		for i := range n {
			if i > 0 {
				out.WriteString(comma)
			}
			out.WriteString(inside)
			member(i)
		}
		if n > 0 {
			out.WriteString(newline)
		}
		out.WriteByte(signs[1])
	}
	switch v := value.(type) {
	case *Dict:
		block("{}", len(v.keys), func(i int) {
			out.WriteString(JSON(v.keys[i]) + ": ")
			dump(out, v.values[i], indent, newline+indent)
		})
	case []any:
		block("[]", len(v), func(i int) { dump(out, v[i], indent, newline+indent) })
	case nil:
		out.WriteString("null")
	case string:
		out.WriteString(JSON(v))
	case float64:
		out.WriteString(Repr(v))
	default:
		fmt.Fprint(out, v)
	}
}

// JSON is json.dumps of a string, in ASCII.
func JSON(s string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
			out.WriteRune(r)
		case strings.ContainsRune("\n\r\t\b\f", r):
			out.WriteByte('\\')
			out.WriteByte("nrtbf"[strings.IndexRune("\n\r\t\b\f", r)])
		case r >= 0x20 && r < 0x7f:
			out.WriteRune(r)
		case r > 0xffff:
			a, b := utf16.EncodeRune(r)
			fmt.Fprintf(&out, `\u%04x\u%04x`, a, b)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
	}
	out.WriteByte('"')
	return out.String()
}
