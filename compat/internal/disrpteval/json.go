package disrpteval

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

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
		w.WriteString(strings.Repeat("    ", depth+1) + python.JSON(key) + ": ")
		switch v := o.values[i].(type) {
		case object:
			v.write(w, depth+1)
		case string:
			w.WriteString(python.JSON(v))
		case float64:
			w.WriteString(python.Repr(v))
		default:
			fmt.Fprint(w, v)
		}
	}
	w.WriteString("\n" + strings.Repeat("    ", depth) + "}")
}
