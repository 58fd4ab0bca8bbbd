package shapley

import (
	"math"
	"math/rand/v2"
	"testing"
)

// f1 is a figure of three sums: gold, system, matched.
func f1(s []float64) float64 { return 2 * s[2] / (s[0] + s[1]) }

// byOrders is the definition: the mean over all orders of the causes.
func byOrders(game *Game) []float64 {
	n := len(game.Causes)
	out, orders := make([]float64, n), 0.0
	used := make([]bool, n)
	var gains []float64
	var order []int
	var next func(sum []float64)
	next = func(sum []float64) {
		if len(order) == n {
			orders++
			for i, c := range order {
				out[c] += gains[i]
			}
			return
		}
		for c := range n {
			if used[c] {
				continue
			}
			after := make([]float64, len(sum))
			for i := range sum {
				after[i] = sum[i] + game.Causes[c][i]
			}
			used[c], order, gains = true, append(order, c), append(gains, game.Figure(after)-game.Figure(sum))
			next(after)
			used[c], order, gains = false, order[:len(order)-1], gains[:len(gains)-1]
		}
	}
	next(game.Start)
	for i := range out {
		out[i] /= orders
	}
	return out
}

func random(rng *rand.Rand, n int) *Game {
	g := &Game{Start: []float64{200, 190, 100}, Figure: f1}
	for range n {
		g.Causes = append(g.Causes, []float64{0, float64(rng.IntN(9) - 4), float64(rng.IntN(9) - 1)})
	}
	return g
}

func near(t *testing.T, what string, got, want []float64, within float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
	for i := range got {
		if !(math.Abs(got[i]-want[i]) <= within) {
			t.Errorf("%s: cause %d has %v, want %v", what, i, got[i], want[i])
		}
	}
}

func sum(v []float64) (s float64) {
	for _, x := range v {
		s += x
	}
	return s
}

func TestValuesAreTheMeanOverAllOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 8 {
		g := random(rng, n)
		near(t, "values", g.Values(), byOrders(g), 1e-14)
	}
}

// The glove game of the textbooks: one left glove, two right ones; a pair is
// worth 1. The values are 2/3, 1/6, 1/6.
func TestGloves(t *testing.T) {
	g := &Game{Start: []float64{0, 0}, Causes: [][]float64{{1, 0}, {0, 1}, {0, 1}}, Figure: func(s []float64) float64 { return min(s[0], s[1]) }}
	near(t, "gloves", g.Values(), []float64{2. / 3, 1. / 6, 1. / 6}, 1e-15)
}

// Both values sum to what all causes do together. A cause that does nothing has
// nothing, equal ones have equal values.
func TestLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	game := random(rng, 12)
	game.Causes[3] = []float64{0, 0, 0}
	game.Causes[5] = game.Causes[4]
	end := append([]float64(nil), game.Start...)
	for _, c := range game.Causes {
		end = plus(end, end, c, 1)
	}
	for name, v := range map[string][]float64{"Values": game.Values(), "Continuous": game.Continuous()} {
		if all := f1(end) - f1(game.Start); math.Abs(sum(v)-all) > 1e-14 {
			t.Errorf("%s: sum %v, want %v", name, sum(v), all)
		}
		if v[3] != 0 || math.Abs(v[4]-v[5]) > 1e-15 {
			t.Errorf("%s: a cause without effect has %v; equal ones have %v and %v", name, v[3], v[4], v[5])
		}
	}
}

// The integral of an F1 has a closed form: with M(t) = M + m t matched brackets
// of D(t) = D + d t in all, a cause that adds (s, x) has the integral of
// 2 x / D(t) - 2 M(t) s / D(t)^2.
func TestContinuousIsTheIntegral(t *testing.T) {
	game := random(rand.New(rand.NewPCG(5, 6)), 40)
	D, M, d, m := game.Start[0]+game.Start[1], game.Start[2], 0.0, 0.0
	for _, c := range game.Causes {
		d, m = d+c[1], m+c[2]
	}
	if d == 0 {
		t.Fatal("the closed form wants a denominator that changes")
	}
	log, inverse := math.Log((D+d)/D)/d, 1/(D*(D+d)) // of 1/D(t) and of 1/D(t)^2
	linear := (log - D*inverse) / d                  // of t/D(t)^2
	var want []float64
	for _, c := range game.Causes {
		want = append(want, 2*c[2]*log-2*c[1]*(M*inverse+m*linear))
	}
	near(t, "integral", game.Continuous(), want, 1e-9)
}

// A cause in two halves has the same in all, and many small causes have the
// Shapley value in the limit.
func TestContinuousIsTheLimit(t *testing.T) {
	game := &Game{Start: []float64{20, 19, 10}, Causes: [][]float64{{0, -4, 1}, {0, 3, 6}, {0, 0, 2}}, Figure: f1}
	whole := game.Continuous()
	const parts = 4
	split := &Game{Start: game.Start, Figure: f1}
	for _, c := range game.Causes {
		for range parts {
			split.Causes = append(split.Causes, []float64{c[0] / parts, c[1] / parts, c[2] / parts})
		}
	}
	joined := func(v []float64) []float64 {
		out := make([]float64, len(game.Causes))
		for i, x := range v {
			out[i/parts] += x
		}
		return out
	}
	near(t, "halves", joined(split.Continuous()), whole, 1e-8)
	far, closer := game.Values(), joined(split.Values())
	for i := range whole {
		if math.Abs(closer[i]-whole[i]) > math.Abs(far[i]-whole[i])/2 {
			t.Errorf("cause %d: %v in one, %v in parts, %v in the limit", i, far[i], closer[i], whole[i])
		}
	}
}

func TestTooManyCauses(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	random(rand.New(rand.NewPCG(7, 8)), Most+1).Values()
}

func BenchmarkValues(b *testing.B) {
	g := random(rand.New(rand.NewPCG(9, 10)), 15)
	b.ReportAllocs()
	for b.Loop() {
		g.Values()
	}
}
