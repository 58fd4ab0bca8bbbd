package disrpteval

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf16"

	"assay/compat/internal/python"
)

// An object is a Python dict: keys in the order of their first value.
type object struct {
	keys   []string
	values []any
}

// add sets a value. A key that exists keeps its place.
func (o *object) add(key string, value any) {
	if i := slices.Index(o.keys, key); i >= 0 {
		o.values[i] = value
		return
	}
	o.keys, o.values = append(o.keys, key), append(o.values, value)
}

// write writes o as json.dumps does with indent=4.
func (o object) write(w *bufio.Writer, depth int) {
	for i, key := range o.keys {
		w.WriteString(map[bool]string{true: "{\n", false: ",\n"}[i == 0])
		w.WriteString(strings.Repeat("    ", depth+1) + quote(key) + ": ")
		switch v := o.values[i].(type) {
		case object:
			v.write(w, depth+1)
		case string:
			w.WriteString(quote(v))
		case float64:
			w.WriteString(python.Repr(v))
		default:
			fmt.Fprint(w, v)
		}
	}
	w.WriteString("\n" + strings.Repeat("    ", depth) + "}")
}

// quote writes a string in ASCII.
func quote(s string) string {
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
