package signif

import (
	"math"
	"math/rand/v2"
	"testing"
)

// plainSplits is the slow twin of PermuteRuns for one stratum: it enumerates every
// subset by its bits.
func plainSplits(a, b []float64) (p float64) {
	all := append(append([]float64{}, a...), b...)
	diff := func(mask int) float64 {
		var x, y, n float64
		for i, v := range all {
			if mask>>i&1 == 1 {
				x += v
				n++
			} else {
				y += v
			}
		}
		if int(n) != len(a) {
			return math.NaN()
		}
		return math.Abs(y/float64(len(b)) - x/float64(len(a)))
	}
	seen := diff(1<<len(a) - 1)
	hits, n := 0, 0
	for mask := range 1 << len(all) {
		if d := diff(mask); !math.IsNaN(d) {
			n++
			if d >= seen-1e-9 {
				hits++
			}
		}
	}
	return float64(hits) / float64(n)
}

func TestPermuteRuns(t *testing.T) {
	for _, tc := range []struct {
		name        string
		a, b        []float64
		smallest, p float64
	}{
		{"three apart", []float64{1, 2, 3}, []float64{4, 5, 6}, 2.0 / 20, 2.0 / 20},
		{"four apart", []float64{1, 2, 3, 4}, []float64{5, 6, 7, 8}, 2.0 / 70, 2.0 / 70},
		{"five apart", []float64{1, 2, 3, 4, 5}, []float64{16, 7, 8, 9, 10}, 2.0 / 252, 2.0 / 252},
		{"equal", []float64{.5, .5, .5}, []float64{.5, .5, .5}, 2.0 / 20, 1},
		{"four and three", []float64{1, 2, 3, 4}, []float64{7, 8, 9}, 1.0 / 35, 1.0 / 35},
	} {
		got := PermuteRuns([][]float64{tc.a}, [][]float64{tc.b}, Options{})
		if math.Abs(got.P-tc.p) > 1e-12 || math.Abs(got.Smallest-tc.smallest) > 1e-12 || !got.Exact {
			t.Errorf("%s: p %v, smallest %v; want %v, %v", tc.name, got.P, got.Smallest, tc.p, tc.smallest)
		}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 50 {
		var a, b []float64
		for range 3 + rng.IntN(3) {
			a = append(a, float64(rng.IntN(20))/20)
		}
		for range 3 + rng.IntN(3) {
			b = append(b, float64(rng.IntN(20))/20)
		}
		if got, want := PermuteRuns([][]float64{a}, [][]float64{b}, Options{}).P, plainSplits(a, b); math.Abs(got-want) > 1e-12 {
			t.Fatalf("%v %v: p %v, all subsets give %v", a, b, got, want)
		}
	}
}

// TestWelch computes t and its degrees of freedom by hand (Welch 1947).
func TestWelch(t *testing.T) {
	a, b := []float64{1, 2, 3, 4, 5}, []float64{3, 5, 7, 9}
	got := PermuteRuns([][]float64{a}, [][]float64{b}, Options{})
	// means 3 and 6, variances 2.5 and 20/3
	se2 := 0.5 + 5.0/3
	df := se2 * se2 / (0.25/4 + 25.0/9/3)
	if math.Abs(got.T-3/math.Sqrt(se2)) > 1e-12 || math.Abs(got.DF-df) > 1e-12 {
		t.Errorf("t %v, df %v; want %v, %v", got.T, got.DF, 3/math.Sqrt(se2), df)
	}
}

// Over strata the exact p is that of all combinations, and sampling agrees with it.
func TestRunsOverStrata(t *testing.T) {
	a := [][]float64{{1, 2, 3}, {5, 5, 6}}
	b := [][]float64{{2, 4, 4}, {6, 6, 7}}
	exact := PermuteRuns(a, b, Options{})
	if exact.Splits != 400 || !exact.Exact {
		t.Fatalf("splits %v", exact.Splits)
	}
	var s RunTest
	s.Difference = exact.Difference
	s.sample(Options{}, slackOf(a, b), func(chance func(int) int) float64 {
		return (randomSplit(a[0], b[0], chance) + randomSplit(a[1], b[1], chance)) / 2
	})
	if d := math.Abs(s.P - exact.P); d > 4*math.Sqrt(exact.P*(1-exact.P)/DefaultShuffles) {
		t.Errorf("sampled p %v, exact %v", s.P, exact.P)
	}
}

func TestFlipRuns(t *testing.T) {
	got := FlipRuns([][]float64{{1, 2, 3, 4, 5}}, [][]float64{{2, 3, 4, 5, 6}}, Options{})
	if got.P != 2.0/32 || got.Smallest != 2.0/32 {
		t.Errorf("five pairs: p %v, smallest %v; want .0625", got.P, got.Smallest)
	}
	if got = FlipRuns([][]float64{{1, 2, 3}}, [][]float64{{2, 1, 4}}, Options{}); got.P != 1 {
		t.Errorf("1, -1, 1: p %v; every choice of signs is as far from 0", got.P)
	}
}

func TestRunsNeeded(t *testing.T) {
	for _, c := range []struct {
		sd, d float64
		n     int
	}{{0.2, 0.2, 16}, {0.2, 0.5, 4}, {0.4, 0.2, 63}, {0.1, 10, 4}} {
		if got := RunsNeeded(c.sd, c.d); got != c.n {
			t.Errorf("sd %v, d %v: %d runs, want %d", c.sd, c.d, got, c.n)
		}
	}
}

// TestReplicable checks the two rules against sums by hand.
func TestReplicable(t *testing.T) {
	k, q := Replicable([]float64{.04, .001, math.NaN(), .01, .6}, .05, false)
	want := []float64{.004, .03, .08, .6}
	for i := range want {
		if math.Abs(q[i]-want[i]) > 1e-12 {
			t.Errorf("q = %v, want %v", q, want)
			break
		}
	}
	if k != 2 {
		t.Errorf("k = %d, want 2", k)
	}
	// two p-values x, y: P(chi² with 4 df >= -2 ln xy) = xy(1 - ln xy); one: itself
	_, q = Replicable([]float64{.02, .03}, .05, true)
	xy := .02 * .03
	if math.Abs(q[0]-xy*(1-math.Log(xy))) > 1e-12 || math.Abs(q[1]-.03) > 1e-12 {
		t.Errorf("Fisher q = %v", q)
	}
}

func TestWithinMargin(t *testing.T) {
	m := WithinMargin(0, 1, 0, 1.6448536269514722, .05)
	if math.Abs(m.NotInferior-.05) > 1e-9 || math.Abs(m.Equivalent()-.05) > 1e-9 || math.Abs(m.Interval.Low+m.Size) > 1e-9 {
		t.Errorf("%+v: the margin is the limit of the interval, so p is alpha", m)
	}
	if m = WithinMargin(-3, 1, 9, 1, .05); m.NotInferior < .9 || m.NotSuperior > .01 {
		t.Errorf("%+v: clearly worse", m)
	}
}

// TestRandomizeMean compares the shuffles over strata with all exchanges.
func TestRandomizeMean(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	draw := func(n int) Ratio {
		var r Ratio
		for range n {
			d := 3 + rng.IntN(5)
			r.Num, r.Den = append(r.Num, float64(rng.IntN(d+1))), append(r.Den, float64(d))
		}
		return r
	}
	for range 5 {
		a, b := []Ratio{draw(6), draw(5)}, []Ratio{draw(6), draw(5)}
		want := meanStatistic(a, b, Options{})
		got := RandomizeMean(a, b, Options{Shuffles: 99_999})
		if !want.Exact || math.Abs(got.P-want.P) > 5*math.Sqrt(want.P*(1-want.P)/99_999)+1e-4 {
			t.Errorf("p %v, all exchanges give %v", got.P, want.P)
		}
	}
	a := draw(40)
	if got := RandomizeMean([]Ratio{a, a}, []Ratio{a, a}, Options{}); !got.Identical {
		t.Error("equal systems are not identical")
	}
}
