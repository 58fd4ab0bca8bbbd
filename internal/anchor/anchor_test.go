package anchor

import (
	"slices"
	"testing"

	"assay/treebank"
)

// TestNormalise has cases made by hand after mtool's rules.
func TestNormalise(t *testing.T) {
	input := []rune("“Oh,” (he said.)")
	for _, tt := range []struct{ in, want [][2]int32 }{
		{[][2]int32{{0, 5}}, [][2]int32{{1, 3}}},
		{[][2]int32{{10, 16}, {6, 9}}, [][2]int32{{7, 9}, {10, 14}}},
		{[][2]int32{{7, 10}, {10, 14}}, [][2]int32{{7, 14}}},
		{[][2]int32{{7, 9}, {8, 14}}, [][2]int32{{7, 14}}},
		{[][2]int32{{14, 16}}, [][2]int32{{16, 16}}},
		{[][2]int32{{3, 3}}, nil},
		{[][2]int32{{-1, 99}}, [][2]int32{{1, 14}}},
	} {
		var list []treebank.Anchor
		for _, a := range tt.in {
			list = append(list, treebank.Anchor{From: a[0], To: a[1]})
		}
		var got [][2]int32
		for _, a := range Normalise(list, input) {
			got = append(got, [2]int32{a.From, a.To})
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%v: %v, want %v", tt.in, got, tt.want)
		}
	}
}
