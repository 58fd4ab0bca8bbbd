package eval

import (
	"maps"
	"reflect"
	"strings"
	"testing"
)

// TestTotalsOnly: a run without the units and rows of pairs has the figures, problems and
// exceptions of a run with them.
func TestTotalsOnly(t *testing.T) {
	gold := words(900, func(i int) int { return i })
	system := words(900, func(i int) int { return i * i })
	for k, opt := range []Options{
		{},
		{Jobs: 5, OnError: OnErrorSkip},
		{Jobs: 1, By: []Key{byTag{}, byWords{}}},
		{Align: AlignText}, // the last units have no system
		{Align: AlignText, IgnoreSystem: true},
	} {
		if opt.Align == AlignText {
			system = strings.Join(strings.SplitAfter(system, "\n")[:700], "")
		}
		want := mustRun(t, gold, system, opt)
		opt.TotalsOnly = true
		got := mustRun(t, gold, system, opt)
		if !got.Totalled() || got.Units != nil || len(got.Counts[0].rows.blocks) > 0 {
			t.Fatalf("run %d keeps units or rows", k)
		}
		a, b := got.Counts[0], want.Counts[0]
		if !reflect.DeepEqual(a.Sum(), b.Sum()) || !reflect.DeepEqual(a.Groups, b.Groups) || a.Sentences != b.Sentences ||
			a.Skips() != b.Skips() || !reflect.DeepEqual(got.Problems, want.Problems) {
			t.Errorf("run %d: other counts or problems than with rows", k)
		}
		if got.Len() != want.Len() || got.Words() != want.Words() || got.Paired() != want.Paired() ||
			got.GoldN != want.GoldN || got.SystemN != want.SystemN ||
			!reflect.DeepEqual(maps.Collect(got.NotScored()), maps.Collect(want.NotScored())) {
			t.Errorf("run %d: other units than with rows", k)
		}
		for i := range want.Len() {
			if got.Status(i) != want.Status(i) || a.Skip(i) != b.Skip(i) {
				t.Errorf("run %d: unit %d is %v, skipped %v, want %v, %v", k, i, got.Status(i), a.Skip(i), want.Status(i), b.Skip(i))
			}
		}
	}
}
