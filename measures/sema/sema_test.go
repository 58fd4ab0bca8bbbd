package sema_test

import (
	"context"
	"testing"

	"assay/eval"
	"assay/formats/amr"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/sema"
	"assay/treebank"
)

func count(t *testing.T, gold, system string) [3]float64 {
	t.Helper()
	src := func(name, text string) *treebank.Source { return formattest.Source(&amr.Format, name, []byte(text)) }
	res, err := eval.Run(context.Background(), src("gold", gold), src("system", system), []eval.Metric{sema.New()}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	r := res.Counts[0].Sum()
	return [3]float64{r[2], r[1], r[0]}
}

// The counts (match, system, gold) were made by hand.
func TestByHand(t *testing.T) {
	for _, tc := range []struct {
		name, gold, system string
		want               [3]float64
	}{
		{"itself", "(b / boy :ARG0-of (r / run-01))", "(b / boy :ARG0-of (r / run-01))", [3]float64{3, 3, 3}},
		{"root only", "(b / boy :ARG0-of (r / run-01))", "(b / boy :ARG1-of (r / run-01))", [3]float64{1, 3, 3}},
		{"relation brings both nodes", "(x / y :mod (b / boy :poss (i / i)))", "(b / boy :poss (i / i))", [3]float64{3, 3, 5}},
		{"two relations of the same nodes", "(a / b :ARG0 (c / d) :ARG1 c)", "(a / b :ARG0 (c / d) :ARG1 c)", [3]float64{4, 4, 4}},
		{"an attribute counts once", "(a / b :op1 (c / d :quant 2) :op2 (e / d :quant 2))", "(a / b :op1 (c / d :quant 2))", [3]float64{4, 4, 7}},
		{"wrong concept above", "(a / b :polarity -)", "(a / c :polarity -)", [3]float64{0, 2, 2}},
		{"one node", "(a / b)", "(x / b)", [3]float64{1, 1, 1}},
	} {
		if got := count(t, tc.gold, tc.system); got != tc.want {
			t.Errorf("%s: want %v, found %v", tc.name, tc.want, got)
		}
	}
}

// Gold against itself matches in every triple, once each.
func TestItself(t *testing.T) {
	lpps := string(shared.Read(t, "data", "sem-lpps", "gold.amr"))
	if got := count(t, lpps, lpps); got[0] != got[1] || got[0] != got[2] {
		t.Errorf("gold against itself: %v", got)
	}
}
