package adjudicate

import (
	"bytes"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestReadWrite(t *testing.T) {
	list := []Decision{
		{Key{"s1", "careful", "system", "NP:1-2+5-5"}, "CE", Accept, "ann", time.Date(2026, 1, 31, 14, 0, 0, 5, time.UTC), "tab\there\nand \\ more"},
		{Key{"s2", "xiao", "gold", "3<5:nsubj"}, "", Unsure, "", time.Time{}, ""},
	}
	var b bytes.Buffer
	if err := Write(&b, list); err != nil {
		t.Fatal(err)
	}
	got, err := Read(&b, "f")
	if err != nil || !reflect.DeepEqual(got, list) {
		t.Errorf("%v, %v", got, err)
	}
}

func TestReadErrors(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"", "f:1: want a header"},
		{"sentence\titem\n", "want a column decision"},
		{"sentence\titm\tdecision\n", `f:1:10: want one of the columns`},
		{"sentence\titem\tdecision\n1\tNP:1-2\tyes\n", `f:2:10: want accept, reject or unsure, found "yes"`},
		{"sentence\titem\tdecision\n1\t\taccept\n", "want an item"},
		{"sentence\titem\tdecision\ttime\n1\tA\taccept\tnow\n", "f:2:12: want a time"},
		{"sentence\titem\tdecision\n1\tA\taccept\tx\n", "want 3 fields"},
	} {
		_, err := Read(strings.NewReader(tc.text), "f")
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%q: %v, want %s", tc.text, err, tc.want)
		}
	}
}

func TestLaterDecisionsWin(t *testing.T) {
	k := Key{"1", "careful", "system", "NP:1-2"}
	at := func(s int) time.Time { return time.Date(2026, 1, 1, 0, 0, s, 0, time.UTC) }
	list := []Decision{{k, "SP", Accept, "a", at(5), ""}, {k, "SP", Reject, "a", at(3), "older, though later in the file"},
		{k, "SP", Reject, "b", at(1), ""}, {k, "SP", Accept, "c", at(1), ""}}
	if got := Last(list); len(got) != 3 || got[0].Decision != Accept {
		t.Errorf("%v", got)
	}
	if got := Consent(list); len(got) != 1 || got[0].Decision != Accept || got[0].Judges != 3 || got[0].Agreed {
		t.Errorf("%v", got)
	}
}

// Two judges on 100 items: 40 both accept, 30 both reject, 10 and 20 apart. The
// coefficients are worked out by hand from their definitions.
func TestAgreement(t *testing.T) {
	var list []Decision
	n := 0
	add := func(times int, a, b Verdict) {
		for range times {
			k := Key{Sentence: fmt.Sprint(n), Item: "x"}
			list = append(list, Decision{Key: k, Kind: "SP", Decision: a, Judge: "a"}, Decision{Key: k, Kind: "SP", Decision: b, Judge: "b"})
			n++
		}
	}
	add(40, Accept, Accept)
	add(10, Accept, Reject)
	add(20, Reject, Accept)
	add(30, Reject, Reject)
	list = append(list, Decision{Key: Key{Sentence: "alone", Item: "x"}, Kind: "CE", Decision: Accept, Judge: "a"})
	got := Agree(list)
	if len(got) != 3 {
		t.Fatalf("%v", got)
	}
	for _, tc := range []struct {
		name      string
		got, want float64
	}{
		{"observed", got[0].Observed, 0.7},
		{"Cohen", got[0].Cohen, 0.4},
		{"Fleiss", got[0].Fleiss, (0.7 - 0.505) / 0.495},
		{"AC1", got[0].AC1, (0.7 - 0.495) / 0.505},
		{"alpha", got[0].Alpha, 1 - 199*60.0/19800},
	} {
		if math.Abs(tc.got-tc.want) > 1e-12 {
			t.Errorf("%s %v, want %v", tc.name, tc.got, tc.want)
		}
	}
	// with a fixed agreement by chance the standard error of AC1 is sqrt(.7 * .3 / 100) / .505 = .091: the interval is about four times as wide
	for name, x := range map[string]Interval{"AC1": got[0].AC1Interval, "alpha": got[0].AlphaInterval} {
		if wide := x.High - x.Low; wide < 0.3 || wide > 0.43 || x.Low > 0.4 || x.High < 0.4 {
			t.Errorf("interval of %s: %+v", name, x)
		}
	}
	if !math.IsNaN(got[1].AC1Interval.Low) || AgreePairs(list) != nil {
		t.Errorf("an interval of no items, %+v, or pairs of two judges", got[1].AC1Interval)
	}
	third := append(slices.Clone(list), Decision{Key: list[0].Key, Kind: "SP", Decision: Accept, Judge: "c"})
	if pairs := AgreePairs(third); len(pairs) != 3 || pairs[0].First != "a" || pairs[0].Second != "b" || pairs[0].Cohen != got[0].Cohen || pairs[1].Items != 1 {
		t.Errorf("pairs %+v", pairs)
	}
	if got[0].Items != 100 || got[1].Kind != "CE" || got[1].Items != 0 || !math.IsNaN(got[1].AC1) {
		t.Errorf("%+v", got)
	}
}
