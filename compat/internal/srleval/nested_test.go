package srleval

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/props"
	"assay/internal/formattest"
	"assay/measures/srl"
)

// tags returns a column of brackets within brackets over n words. Roles are few, so
// that many stretches have the same one; only stretches that are within no other have C-.
func tags(rng *rand.Rand, n int) []string {
	begins, ends := make([]string, n), make([]string, n)
	var fill func(from, to, depth int)
	fill = func(from, to, depth int) {
		for i := from; i < to; {
			end := i + 1 + rng.IntN(to-i)
			if rng.IntN(3) > 0 && depth < 3 && !(i == from && end == to && depth > 0) {
				role := []string{"A0", "A1", "AM", "C-A0", "C-A1"}[rng.IntN(5-2*min(depth, 1))]
				begins[i] += "(" + role
				fill(i, end, depth+1)
				ends[end-1] += ")"
			}
			i = end
		}
	}
	fill(0, n, 0)
	out := make([]string, n)
	for i := range out {
		out[i] = begins[i] + "*" + ends[i]
	}
	return out
}

// sameEnds reports whether two arguments have the same first and last word: the program
// then forgets one of them.
func sameEnds(t *testing.T, column []string) bool {
	t.Helper()
	phrases, err := brackets(column)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[[2]int]bool{}
	for _, a := range arguments(phrases) {
		if seen[[2]int{a.start, a.end}] {
			return true
		}
		seen[[2]int{a.start, a.end}] = true
	}
	return false
}

// TestNested: with the preset official, srl-span counts brackets within brackets as
// srl-eval.pl does; by itself it counts the outer ones apart.
func TestNested(t *testing.T) {
	t.Chdir(t.TempDir())
	rng := rand.New(rand.NewPCG(21, 22))
	apart := 0
	for i := range 400 {
		n := 3 + rng.IntN(5)
		file := func(column []string) string {
			var b strings.Builder
			for k, tag := range column {
				fmt.Fprintf(&b, "%s %s\n", []string{"be", "-"}[min(k, 1)], tag)
			}
			return b.String()
		}
		gold := tags(rng, n)
		system := gold
		if i%4 > 0 {
			system = tags(rng, n)
		}
		if sameEnds(t, gold) {
			continue
		}
		write(t, "gold", file(gold))
		write(t, "system", file(system))
		out, _, status := call("gold", "system")
		if status != 0 {
			t.Fatalf("status %d: %s", status, out)
		}
		var correct, excess, missed int
		_, rest, _ := strings.Cut(out, "Overall")
		if _, err := fmt.Sscan(rest, &correct, &excess, &missed); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		want := fmt.Sprint(correct+missed, correct+excess, correct)
		for _, whole := range []bool{true, false} {
			m := srl.NewSpan(srl.SpanOptions{Whole: whole})
			res, err := eval.Run(context.Background(), formattest.Source(&props.Format, "gold", []byte(file(gold))),
				formattest.Source(&props.Format, "system", []byte(file(system))), []*eval.Measure{m}, eval.Options{})
			if err != nil {
				t.Fatal(err)
			}
			sum := res.Counts[0].Sum()
			if got := fmt.Sprint(sum[0], sum[1], sum[2]); got != want {
				if whole {
					t.Fatalf("gold, system, matched: want %s, found %s\n%s\n%s", want, got, file(gold), file(system))
				}
				apart++
			}
		}
	}
	if apart == 0 {
		t.Error("no outer argument is wrong because of those within it")
	}
}
