package graph

import (
	"fmt"
	"testing"

	"assay/treebank"
)

// TestBlanks: JSON may have any blanks, or none, around a comma and a colon.
func TestBlanks(t *testing.T) {
	for _, comma := range []string{",", ", ", ",  ", ",\n", ",\n\t", " ,", " , ", ", \t", ",\r\n ", "\n,\n"} {
		for _, colon := range []string{":", ": ", ":  ", " :", " : ", ":\n", ": \t"} {
			text := `{"list"` + colon + `["a"` + comma + `"b"` + comma + `"c"]` + comma + `"object"` + colon + `{"x"` + colon + `"1"` + comma + `"y"` + colon + `"2"}}`
			var got []string
			err := ReadObject(&treebank.Sentence{}, []byte(text), func(_ *treebank.Sentence, c *Cursor) error {
				if c.At("list") {
					for i := range c.List() {
						got = append(got, fmt.Sprint(i, string(c.String())))
					}
				}
				if c.At("object") {
					for key := range c.Object() {
						got = append(got, string(key)+string(c.String()))
					}
				}
				return c.End()
			})
			if fmt.Sprint(got) != "[0a 1b 2c x1 y2]" || err != nil {
				t.Errorf("%q: %q, %v", text, got, err)
			}
		}
	}
}
