package sema_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
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
	res, err := eval.Run(context.Background(), src("gold", gold), src("system", system), []*eval.Measure{sema.New()}, eval.Options{Align: eval.AlignOrder})
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
		{"one relation of two", "(a / b :ARG0 (c / d) :ARG0 (e / d))", "(a / b :ARG0 (c / d))", [3]float64{3, 3, 5}},
		{"relations of equal roles and concepts", "(m / and :op1 (a / b :ARG0 (c / d)) :op2 (f / b :ARG0 (g / d)))",
			"(m / and :op3 (a / b :ARG0 (c / d)) :op2 (f / h))", [3]float64{4, 7, 9}},
		{"two roles of a node on one side", "(m / and :op1 (r / run :ARG0 (x / boy)) :op2 (s / sing :ARG0 (y / boy)))",
			"(m / and :op1 (r / run :ARG0 (x / boy)) :op2 (s / sing :ARG0 x))", [3]float64{8, 8, 9}},
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

// random returns a graph with few concepts and roles, so that many relations are equal.
func random(r *rand.Rand) string {
	var text strings.Builder
	var write func(depth int)
	names := 0
	write = func(depth int) {
		name := names
		names++
		fmt.Fprintf(&text, "(x%d / c%d", name, r.IntN(3))
		if r.IntN(4) == 0 {
			fmt.Fprintf(&text, " :quant %d", r.IntN(2))
		}
		for range r.IntN(3) {
			fmt.Fprintf(&text, " :ARG%d ", r.IntN(2))
			switch {
			case r.IntN(4) == 0:
				fmt.Fprintf(&text, "x%d", r.IntN(names))
			case depth < 3:
				write(depth + 1)
			default:
				text.WriteString("-")
			}
		}
		text.WriteString(")")
	}
	write(0)
	return text.String()
}

// TestSwap: swapped sides swap precision and recall, and no graph matches more of another
// than it has.
func TestSwap(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var gold, system []string
	for range 300 {
		a, b := random(r), random(r)
		one, back := count(t, a, b), count(t, b, a)
		if one[0] != back[0] || one[1] != back[2] || one[2] != back[1] || one[0] > min(one[1], one[2]) {
			t.Fatalf("%s against %s: match, system, gold %v, swapped %v", b, a, one, back)
		}
		if self := count(t, a, a); self[0] != self[1] || self[0] != self[2] {
			t.Fatalf("%s against itself: %v", a, self)
		}
		gold, system = append(gold, a), append(system, b)
	}
	one, back := count(t, strings.Join(gold, "\n\n"), strings.Join(system, "\n\n")), count(t, strings.Join(system, "\n\n"), strings.Join(gold, "\n\n"))
	if one[0] != back[0] || one[0] == 0 {
		t.Errorf("in all %v, swapped %v", one, back)
	}
}
