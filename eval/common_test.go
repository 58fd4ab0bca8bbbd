package eval

import (
	"context"
	"slices"
	"testing"

	"assay/treebank"
)

func TestCommon(t *testing.T) {
	gold := source("gold", "1|a/A\n2|b/B\n3|c/C\n")
	x := source("x", "1|a/A\n2|b/B\n")
	y := source("y", "1|a/X\n!\n3|c/C\n")
	only, err := Common(context.Background(), gold, []*treebank.Source{x, y}, Options{Align: AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	if want := []bool{true, false, false}; !slices.Equal(only, want) {
		t.Fatalf("common are %v, want %v", only, want)
	}
	res, err := Run(context.Background(), gold, y, []*Measure{newTagging()}, Options{Align: AlignOrder, Only: only})
	if err != nil {
		t.Fatal(err)
	}
	if sum := res.Counts[0].Sum(); sum[1] != 1 {
		t.Errorf("%v words were counted, want 1", sum[1])
	}
}

func TestIgnoreMissing(t *testing.T) {
	gold := source("gold", "1|a/A\n2|b/B\n")
	sys := source("sys", "2|b/B\n3|c/C\n")
	for _, tc := range []struct {
		opt   Options
		units int
	}{
		{Options{Align: AlignID}, 0},
		{Options{Align: AlignID, IgnoreSystem: true}, 1},
		{Options{Align: AlignID, IgnoreGold: true}, 1},
		{Options{Align: AlignID, IgnoreGold: true, IgnoreSystem: true}, 2},
	} {
		res, err := Run(context.Background(), gold, sys, []*Measure{newTagging()}, tc.opt)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, s := range res.Counts[0].Skipped {
			if s {
				n++
			}
		}
		if n != tc.units {
			t.Errorf("%+v: %d units left out, want %d", tc.opt, n, tc.units)
		}
	}
}
