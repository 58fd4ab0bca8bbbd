package caret

import (
	"strings"
	"testing"
)

func TestMark(t *testing.T) {
	long := strings.Repeat("a", 500)
	for _, tt := range []struct {
		line   string
		off, n int
		want   string
	}{
		{"(delte 0)", 1, 5, "    (delte 0)\n     ^^^^^"},
		{"\tä b", 4, 1, "    \tä b\n    \t  ^"},
		{"ab", 2, 3, "    ab\n      ^"},
		{"a\x00\xff", 0, 9, "    a??\n    ^^^"},
		{"", 0, 0, "    \n    ^"},
		{long + "xy" + long, 500, 2, "    … " + long[:100] + "xy" + long[:100] + " …\n    " + strings.Repeat(" ", 102) + "^^"},
		{"(" + long, 1, 500, "    (" + long[:100] + " …\n     " + strings.Repeat("^", 100)},
	} {
		if got := Mark(tt.line, tt.off, tt.n); got != tt.want {
			t.Errorf("%.20q at %d:\n%s\nwant\n%s", tt.line, tt.off, got, tt.want)
		}
	}
}
