package study

import (
	"testing"
)

// TestAmounts: a found value never reads like the wanted one where they differ, and the
// wanted value reads the same whatever was found: it is part of the names of test cases.
func TestAmounts(t *testing.T) {
	for _, x := range []struct {
		want, found float64
		text        string
	}{
		{72.93, 72.93, "72.93 72.93"},
		{72.93414, 72.93101, "72.9341 72.931"},
		{99, 87.5, "99 87.5"},
		{12345, 620, "12345 620"},
		{72.93, 72.9300001, "72.93 72.9300001"},
	} {
		if want, found := amounts(x.want, x.found); want+" "+found != x.text {
			t.Errorf("%v and %v are %s and %s, want %s", x.want, x.found, want, found, x.text)
		}
	}
}
