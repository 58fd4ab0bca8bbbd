package condition

import (
	"strings"
	"testing"
)

// TestWeightsComments: a ; begins a comment, at the beginning of a line or after a condition; a
// weight or a condition in such a comment would not apply, and is refused.
func TestWeightsComments(t *testing.T) {
	for text, want := range map[string]int{
		"2 (type a) ; 3 times\n1 t\n":     2,
		"; severe\n2 (type a)\n# light\n": 1,
		"; 3 (type b)\n2 (type a);\n":     1,
		"2 (type a) ; (heads\n":           1,
	} {
		if ws, err := ReadWeights(strings.NewReader(text), "w"); err != nil || len(ws.rules) != want {
			t.Errorf("%q: %v, %v, want %d rules", text, ws, err, want)
		}
	}
	for text, want := range map[string]string{
		"1 t\n2 (type a); 3 (type b)\n": `w:2:11: want one weight and one condition, found "3 (type b)"`,
		"2 (type a) ; 0.5 t\n":          `w:1:12: want one weight and one condition, found "0.5 t"`,
		"2 (type a); (type b)\n":        `w:1:11: want the end of the condition, found ";"`,
		"2 (type a) 3 (type b)\n":       `w:1:12: want the end of the condition, found "3"`,
	} {
		if _, err := ReadWeights(strings.NewReader(text), "w"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}
