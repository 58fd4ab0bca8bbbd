package compare

import (
	"context"
	"math"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/measures"
	"assay/signif"
)

// Gaps are the differences of Compare, with its analytic intervals.
func TestGaps(t *testing.T) {
	for _, tc := range []struct{ metric, score, by, gold, a, b string }{
		{"evalb", "f1", "label", "craft.gold.mrg", "craft.bllip-20.mrg", "craft.berkeley.mrg"},
		{"attachment", "las", "deprel", "ewt.gold.conllu", "ewt.udpipe-swap.conllu", "ewt.udpipe-projective.conllu"},
	} {
		keys, err := breakdown.Parse(tc.by)
		if err != nil {
			t.Fatal(err)
		}
		var runs []Run
		gold, err := corpus.Open("../examples/" + tc.gold)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{tc.a, tc.b} {
			system, err := corpus.Open("../examples/" + name)
			if err != nil {
				t.Fatal(err)
			}
			m, err := measures.Parse(tc.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			res, err := eval.Run(context.Background(), gold, system, []eval.Metric{m}, eval.Options{By: keys})
			if err != nil {
				t.Fatal(err)
			}
			runs = append(runs, Run{Result: res})
		}
		gaps, err := Gaps(runs[0].Result, runs[1].Result, tc.score, Options{})
		if err != nil {
			t.Fatal(err)
		}
		whole, err := Compare(runs, Options{CI: CIAnalytic, Samples: 9, Scores: []string{tc.score}})
		if err != nil {
			t.Fatal(err)
		}
		at, found := map[string]*Score{}, 0
		for _, s := range whole.Metrics[0].Scores {
			at[s.Value] = s
		}
		for _, gap := range gaps {
			score := at[gap.Value]
			if score == nil || score.Pairs[0].Interval == nil {
				continue
			}
			found++
			d := score.Values[score.Pairs[0].B] - score.Values[score.Pairs[0].A]
			if score.Pairs[0].A == 1 {
				d = -d
			}
			if math.Abs(gap.Interval.Value-d) > 1e-12 || gap.Low > gap.Interval.Value || gap.High < gap.Interval.Value {
				t.Errorf("%s %s: %+v, want %g", tc.metric, gap.Value, gap, d)
			}
		}
		if found < 5 {
			t.Errorf("%s: %d groups of %d", tc.metric, found, len(gaps))
		}
	}
}

// Fractions that are computed from weights of columns are those of the measure.
func TestLinears(t *testing.T) {
	for _, name := range []string{"ud", "attachment", "evalb", "edm"} {
		metric, err := measures.Parse(name, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		width := len(metric.Columns())
		rows := newTable(300, width)
		for i := range 300 {
			row := make([]float64, width)
			for j := range row {
				row[j] = float64((i*31 + j*17 + i*j) % 11)
			}
			rows.add(i, row)
		}
		scratch := make([]float64, 0, width)
		checked := 0
		for k, sc := range metric.Scores(make([]float64, width)) {
			l := linears(metric, []int{k}, &rows, rows.sum(), scratch)
			if l == nil {
				continue
			}
			checked++
			filled := signif.Ratio{Num: make([]float64, 300), Den: make([]float64, 300)}
			l[0].fill(&filled, &rows)
			for i := range 300 {
				row := rows.row(i, scratch)
				if want := metric.Scores(row)[k]; filled.Num[i] != want.Num || filled.Den[i] != want.Den {
					t.Fatalf("%s %s, row %d: filled %g / %g, want %g / %g", name, sc.Name, i, filled.Num[i], filled.Den[i], want.Num, want.Den)
				}
				if want := metric.Scores(row)[k]; dot(l[0].num, row) != want.Num || dot(l[0].den, row) != want.Den {
					t.Fatalf("%s %s, row %d: %g / %g, want %g / %g", name, sc.Name, i, dot(l[0].num, row), dot(l[0].den, row), want.Num, want.Den)
				}
			}
		}
		if checked == 0 {
			t.Errorf("%s has no such score", name)
		}
	}
}
