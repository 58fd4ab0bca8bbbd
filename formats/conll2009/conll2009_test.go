package conll2009

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/formattest"
)

// TestUnfilled: a word with Y in FILLPRED and no predicate in PRED is noted, and is no predicate.
func TestUnfilled(t *testing.T) {
	const word = "a\ta\ta\tP\tP\t_\t_\t0\t0\tx\tx\t"
	for _, tt := range []struct{ name, text, want string }{
		{"filled", "1\t" + word + "Y\ta.01\tA0\n", ""},
		{"not marked", "1\t" + word + "_\t_\n", ""},
		{"filled, not marked", "1\t" + word + "_\ta.01\tA0\n", ""},
		{"unfilled", "1\t" + word + "_\t_\n2\t" + word + "Y\t_\n", `f:2:27: want a predicate in PRED for word 2, which has Y in FILLPRED, found "_"`},
		{"empty", "1\t" + word + "Y\t\n", `f:1:27: want a predicate in PRED for word 1, which has Y in FILLPRED, found ""`},
		{"no column", "1\t" + word + "Y\r\n2\t" + word + "_\n", "f:1:26: want a predicate in PRED for word 1, which has Y in FILLPRED, found no such column"},
		{"no column, no line end", "1\t" + word + "Y", "f:1:26: want a predicate in PRED for word 1, which has Y in FILLPRED, found no such column"},
	} {
		all, found := formattest.ReadNotes(&Format, tt.text)
		if got := strings.TrimPrefix(strings.Join(found, "|"), "note "); got != tt.want || len(all) != 1 {
			t.Errorf("%s: %d sentences\n got %s\nwant %s", tt.name, len(all), got, tt.want)
		}
		for _, p := range all[0].Predicates {
			if all[0].Name(p.Sense) != "a.01" {
				t.Errorf("%s: predicate %q", tt.name, all[0].Name(p.Sense))
			}
		}
	}
}

func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"gold.conll09", "system.conll09"} {
		formattest.SameBytes(t, &Format, "cases", "dependencies", "16-conll2009-srl", name)
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzText(f, &Format, "1\ta\ta\tP\tP\ta\ta\tP\t0\t0\tx\tx\t_\t_\t_\n2\tb\t_\tP\tQ\tc\td\tR\t1\t9\tx\ty\tY\tb.01\tA0\r\n\n",
		"1\ta\ta\tP\tP\ta-\t_\t_\t7\t_\tx\n\n1\n")
}

// TestNoPredicates: a sentence without predicates keeps no columns of them, so that other formats
// get none.
func TestNoPredicates(t *testing.T) {
	const word = "a\ta\ta\tP\tP\t_\t_\t0\t0\tx\tx\t"
	for rest, want := range map[string]int{"_\t_": 0, "_\t_\t_": 1, "Y\ta.01": 1, "_\t_\tA0": 1} {
		all, _ := formattest.ReadNotes(&Format, "1\t"+word+rest+"\n")
		if got := len(all[0].Attrs); got != want {
			t.Errorf("%q: %d attributes, want %d", rest, got, want)
		}
	}
}

// TestPredicted: where the columns of gold are unset, the arcs are those of the parser, as mate-tools writes them.
func TestPredicted(t *testing.T) {
	const text = "1\ta\t_\ta\t_\tP\t_\t_\t-1\t2\t_\tSBJ\t_\t_\n2\tb\t_\tb\t_\tQ\t_\t_\t_\t0\t_\tROOT\t_\t_\n" +
		"3\tc\t_\tc\t_\tR\t_\t_\t1\t2\tx\ty\t_\t_\n4\td\t_\td\t_\tR\t_\t_\t_\t_\t_\t_\t_\t_\n"
	all, notes := formattest.ReadNotes(&Format, text)
	if len(all) != 1 || len(notes) > 0 {
		t.Fatalf("%d sentences, %v", len(all), notes)
	}
	var got []string
	for _, a := range all[0].Arcs {
		got = append(got, fmt.Sprintf("%d:%s", a.Head, all[0].Name(a.Rel)))
	}
	if want := "1:SBJ -1:ROOT 0:x -2:"; strings.Join(got, " ") != want {
		t.Errorf("arcs %v, want %s", got, want)
	}
}
