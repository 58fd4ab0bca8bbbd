package experiment

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"assay/compare"
	"assay/internal/shared"
	"assay/report"
)

// TestMatrixOfMissingFiles takes its gains from the cells of conll18_ud_eval.py (ufal/conll2018@f2bc4dd):
// no average is ranked where systems have files of different treebanks, in text, JSON and marks.
func TestMatrixOfMissingFiles(t *testing.T) {
	shared.Unraced(t)
	dir := shared.Path(t, "data/dep-conll18")
	want := official(t)
	table, err := Glob(dir+"/{treebank}/{system}.conllu.gz", dir+"/{treebank}/gold.conllu.gz")
	if err != nil {
		t.Fatal(err)
	}
	e := scored(t, table, Options{Reading: reading("ud"), Scores: []string{"las_f1"}, Tests: true})
	f := figure(t, e, "las_f1")
	out := Output{Precision: 2, Marks: true, Options: TestOptions{Baseline: compare.AllPairs}}
	if out.Tests, err = e.Test([]*Figure{f}, out.Options); err != nil {
		t.Fatal(err)
	}
	m := e.Matrix(f, out)
	const baseline = "conll18-baseline"
	if m.Comparable || table.Systems[m.Reference] != baseline || m.Marks.Macro[0] != Plain {
		t.Errorf("comparable %v, reference %s, marks %v", m.Comparable, table.Systems[m.Reference], m.Marks.Macro)
	}
	for s, system := range table.Systems {
		sum, n := 0.0, 0
		for _, tb := range table.Treebanks {
			a, b := want[[2]string{tb, system}], want[[2]string{tb, baseline}]
			if a > 0 && b > 0 {
				sum, n = sum+a-b, n+1
			}
		}
		g := m.Standings[s].Gains[m.Reference]
		if g.Treebanks != n || n > 0 && math.Abs(100*g.Value-sum/float64(n)) > .0101 {
			t.Errorf("%s gains %+v, the official cells give %.3f on %d", system, g, sum/float64(n), n)
		}
	}
	checkRanks(t, m, out.Tests)
	var text, object bytes.Buffer
	for form, to := range map[report.Format]*bytes.Buffer{report.TextFormat: &text, report.JSON: &object} {
		out.Format = form
		if err := e.Write(to, []*Figure{f}, out); err != nil {
			t.Fatal(err)
		}
	}
	checkStandings(t, m, table.Systems, object.Bytes())
	if first, _, _ := strings.Cut(text.String(), "gain:"); strings.Contains(first, "macro") || strings.Contains(first, " 0.00 ") {
		t.Errorf("the first table has averages with zeros:\n%s", first)
	}
	if !strings.Contains(text.String(), "missing files counted as 0: no order of systems") {
		t.Errorf("averages with zeros are not named:\n%s", text.String())
	}
	// TurkuNLP has a higher score than the baseline on both treebanks that they share.
	x := m.Misled(out.Tests)
	if x == nil || table.Systems[x.Before] != baseline || m.ZeroPlace(x.Before) != 2 {
		t.Errorf("averages with zeros mislead about %+v", x)
	}
}

// checkRanks counts the systems that are shown to be better and worse.
func checkRanks(t *testing.T, m *Matrix, tests []*Pair) {
	t.Helper()
	n := len(m.Standings)
	for s := range m.Standings {
		first, last := 1, n
		for _, x := range tests {
			d := x.Difference // of B
			if x.A == s {
				d = -d
			}
			switch {
			case x.A != s && x.B != s || math.IsNaN(x.Adjusted) || x.Adjusted > .05 || x.OneRun.Test.Identical:
			case d < 0:
				first++
			default:
				last--
			}
		}
		if x := m.Standings[s]; x.First != first || x.Last != last {
			t.Errorf("system %d has rank %d to %d, want %d to %d", s, x.First, x.Last, first, last)
		}
	}
	if middle := func(s int) int { return m.Standings[s].First + m.Standings[s].Last }; !slices.IsSortedFunc(m.Order,
		func(i, j int) int { return middle(i) - middle(j) }) {
		t.Errorf("order %v", m.Order)
	}
}

// checkStandings finds ranks and gains in JSON.
func checkStandings(t *testing.T, m *Matrix, systems []string, text []byte) {
	t.Helper()
	var got struct {
		Results []struct {
			Comparable bool
			Reference  string
			Standings  []struct {
				System string
				Rank   []int
				Gain   *float64
				Shared int
			}
		}
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	r := got.Results[0]
	if r.Comparable || r.Reference != systems[m.Reference] || len(r.Standings) != len(systems) {
		t.Fatalf("JSON has %+v", r)
	}
	for i, s := range m.Order {
		x, g := r.Standings[i], m.Standings[s].Gains[m.Reference]
		if x.System != systems[s] || !slices.Equal(x.Rank, []int{m.Standings[s].First, m.Standings[s].Last}) ||
			x.Shared != g.Treebanks || (x.Gain == nil) != (g.Treebanks == 0) || x.Gain != nil && *x.Gain != g.Value {
			t.Errorf("JSON has %+v for %s, want %+v", x, systems[s], m.Standings[s])
		}
	}
}

// Where all systems have all files, averages are comparable, and ranked by tests.
func TestMatrixOfAllFiles(t *testing.T) {
	e := scored(t, tableOf(t, "rrrrrrrrrrrrrrrr", "wwwwwwwwwwwwwwww"), Options{Reading: reading("attachment"), Tests: true})
	f := figure(t, e, "las")
	out := Output{Precision: 2}
	var err error
	if out.Tests, err = e.Test([]*Figure{f}, TestOptions{Baseline: compare.AllPairs}); err != nil {
		t.Fatal(err)
	}
	m := e.Matrix(f, out)
	if !m.Comparable || !m.Ranked() || m.Standings[0].Rank() != "1" || m.Standings[1].Rank() != "2" {
		t.Errorf("comparable %v, ranks %q and %q", m.Comparable, m.Standings[0].Rank(), m.Standings[1].Rank())
	}
	if one := e.Matrix(f, Output{}); one.Ranked() || !slices.Equal(one.Order, []int{0, 1}) {
		t.Errorf("without tests: ranked %v, order %v", one.Ranked(), one.Order)
	}
}

// tableOf is an experiment of systems A and B on one treebank.
func tableOf(t *testing.T, a, b string) *Table {
	t.Helper()
	dir := small(t, map[string]string{"gold.conllu": strings.Repeat("r", len(a)), "a.conllu": a, "b.conllu": b})
	table, err := ParseTable(strings.NewReader("gold\tsystem\tfile\ngold.conllu\tA\ta.conllu\ngold.conllu\tB\tb.conllu\n"),
		dir+"/t.tsv")
	if err != nil {
		t.Fatal(err)
	}
	return table
}
