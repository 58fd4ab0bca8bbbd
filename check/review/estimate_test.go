package review

import (
	"context"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"assay/check/adjudicate"
	"assay/check/ledger"
	"assay/check/soft"
	"assay/corpus"
	"assay/diagnose"
	"assay/eval"
	"assay/measures"
	"assay/treebank"
)

// The interval covers the precision that all decisions would give, in nearly 95 % of random samples, and is nothing
// where all is decided.
func TestExpectedPrecision(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, tc := range []struct{ matched, wrong, right, decided int }{
		{900, 200, 60, 20}, {900, 200, 10, 40}, {500, 500, 400, 60}, {5000, 900, 300, 100}, {100, 60, 30, 50},
	} {
		count, covered := Count{tc.matched, tc.wrong, 0}, 0
		truth := float64(tc.matched+tc.right) / float64(tc.matched+tc.wrong)
		const runs = 2000
		for range runs {
			accepted := 0
			for _, i := range random.Perm(tc.wrong)[:tc.decided] {
				if i < tc.right {
					accepted++
				}
			}
			if value, half := count.expect(accepted, tc.decided); math.Abs(value-truth) <= half {
				covered++
			}
		}
		if share := float64(covered) / runs; share < 0.92 {
			t.Errorf("%+v: the interval covers the truth in %.3f of the runs", tc, share)
		}
		if value, half := count.expect(tc.right, tc.wrong); math.Abs(value-truth) > 1e-12 || half != 0 {
			t.Errorf("%+v: all decided: %v ± %v, want %v", tc, value, half, truth)
		}
	}
}

// The queue counts the items that precision is made of. Judged in the order of the interval, the estimate is that of the
// decisions from its beginning up to the first open item, and in the end the exact soft precision.
func TestEstimates(t *testing.T) {
	metric, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	q := queue(t, Options{Focus: diagnose.NewFocus(metric, metric.Headline())}, "craft.bllip-20.mrg")
	open := func(name string) *treebank.Source {
		src, err := corpus.Open(filepath.Join("..", "..", "examples", name))
		if err != nil {
			t.Fatal(err)
		}
		return src
	}
	res, err := eval.Run(context.Background(), open("craft.gold.mrg"), open("craft.bllip-20.mrg"), []*eval.Measure{metric}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sum, prf := res.Counts[0].Sum(), metric.PRF[0]
	if count := q.Counts[0]; float64(count.Matched) != sum[prf.Matched] || float64(count.Matched+count.Wrong) != sum[prf.System] ||
		float64(count.Gold) != sum[prf.Gold] {
		t.Fatalf("counts %+v, the measure has %v of %v", count, sum[prf.Matched], sum[prf.System])
	}
	l, err := ledger.Open(filepath.Join(t.TempDir(), "check.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	session := NewSession(q, l)
	decide := func(n int) {
		verdict := adjudicate.Reject
		if n%3 == 0 {
			verdict = adjudicate.Accept
		}
		if _, err := session.Decide("ann", n, verdict, ""); err != nil {
			t.Fatal(err)
		}
	}
	estimates := func() []Estimate {
		out, err := session.Estimates("ann")
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	order := q.orders[ByInterval]
	for _, n := range order[:9] {
		decide(n)
	}
	for _, n := range order[10:30] {
		decide(n)
	}
	if got := estimates(); got != nil {
		t.Errorf("of nine decisions from the beginning: %+v", got)
	}
	decide(order[9])
	if got := estimates(); len(got) != 1 || got[0].Decided != 30 || got[0].Half <= 0 || got[0].Half > 0.1 {
		t.Errorf("of 30 decisions: %+v", got)
	}
	accepted := 0
	for i, n := range order {
		if i >= 30 {
			decide(n)
		}
		if n%3 == 0 {
			accepted++
		}
	}
	want := float64(q.Counts[0].Matched+accepted) / float64(q.Counts[0].Matched+q.Counts[0].Wrong)
	if got := estimates(); len(got) != 1 || math.Abs(got[0].Value-want) > 1e-12 || got[0].Half != 0 {
		t.Errorf("of all decisions: %+v, want %v", got, want)
	}
	q.Score, q.f1 = "F1", true
	list, err := session.Decisions()
	if err != nil {
		t.Fatal(err)
	}
	wrapped, _ := soft.Wrap(metric, soft.NewCheck("x", metric.Name, list))
	row := softRow(t, metric, "craft.bllip-20.mrg", list)
	at := slices.IndexFunc(wrapped.Formulas, func(f eval.Formula) bool { return f.Name == "soft_f1" })
	if at < 0 {
		t.Fatal("no soft F1")
	}
	want = wrapped.Formulas[at].Value(row)
	if got := estimates(); len(got) != 1 || got[0].Score != "soft F1" || math.Abs(got[0].Value-want) > 1e-12 {
		t.Errorf("of all decisions: %+v, soft F1 is %v", got, want)
	}
}
