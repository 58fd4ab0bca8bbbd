package web

import (
	"slices"
	"testing"
)

// TestWarnings: equal warnings about several files are one line that names them all; others
// stay apart.
func TestWarnings(t *testing.T) {
	for _, test := range []struct{ given, want []string }{
		{[]string{"a: no roots", "b: no roots"}, []string{"a and b: no roots"}},
		{[]string{"a and b: no roots", "c: no roots", "c: no roots", "d: no roots"}, []string{"a and b, c and d: no roots"}},
		{[]string{"a: no roots", "b: no labels", "nothing is said of a file", "nothing is said of a file"}, []string{"a: no roots", "b: no labels", "nothing is said of a file"}},
		{nil, nil},
	} {
		var all warnings
		for _, line := range test.given {
			all.add(line)
		}
		if got := all.lines(); !slices.Equal(got, test.want) {
			t.Errorf("%q: got %q, want %q", test.given, got, test.want)
		}
	}
}
