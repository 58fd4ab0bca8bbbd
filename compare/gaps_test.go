package compare

import (
	"context"
	"math"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/measures"
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
			res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{m}, eval.Options{By: keys})
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

// The fractions of a table are those of the scores of its rows.
func TestRatios(t *testing.T) {
	for _, name := range []string{"ud", "attachment", "evalb", "edm"} {
		metric, err := measures.Parse(name, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		width := len(metric.Columns)
		rows := newTable(300, width)
		for i := range 300 {
			row := make([]float64, width)
			for j := range row {
				row[j] = float64((i*31 + j*17 + i*j) % 11)
			}
			rows.add(i, row)
		}
		scratch := make([]float64, 0, width)
		for k := range metric.Formulas {
			f := &metric.Formulas[k]
			got, values := rows.ratio(f), rows.values(f)
			for i := range 300 {
				want := metric.Scores(rows.row(i, scratch))[k]
				same := values[i] == want.Value || math.IsNaN(values[i]) && math.IsNaN(want.Value)
				if got.Num[i] != want.Num || got.Den[i] != want.Den || !same {
					t.Fatalf("%s %s, row %d: %g / %g is %g, want %g / %g is %g", name, f.Name, i,
						got.Num[i], got.Den[i], values[i], want.Num, want.Den, want.Value)
				}
			}
		}
	}
}
