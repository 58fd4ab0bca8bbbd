package signif

import (
	"math"
	"slices"
	"testing"
)

// shareOf is a ratio over units with a denominator of 1.
func shareOf(num ...float64) Ratio {
	r := Ratio{Num: num}
	for range num {
		r.Den = append(r.Den, 1)
	}
	return r
}

// TestBootstrapRunsExact compares the interval with all 64 resamples of two runs of
// each side over two units: 4 draws of units, 4 of the runs of A, 4 of those of B.
func TestBootstrapRunsExact(t *testing.T) {
	a := []Ratio{shareOf(.50, .70), shareOf(.51, .73)}
	b := []Ratio{shareOf(.60, .68), shareOf(.66, .75)}
	var all []float64
	two := [][2]int{{0, 0}, {0, 1}, {1, 0}, {1, 1}}
	for _, units := range two {
		score := func(r Ratio) float64 { return (r.Num[units[0]] + r.Num[units[1]]) / 2 }
		for _, x := range two {
			for _, y := range two {
				all = append(all, (score(b[y[0]])+score(b[y[1]])-score(a[x[0]])-score(a[x[1]]))/2)
			}
		}
	}
	slices.Sort(all)
	const n = 100_000
	iv := BootstrapRuns([][]Ratio{a}, [][]Ratio{b}, Options{Alpha: 0.3, Resamples: n})
	if want := (.60+.68+.66+.75)/4 - (.50+.70+.51+.73)/4; math.Abs(iv.Value-want) > 1e-12 {
		t.Errorf("the value is %v, want %v", iv.Value, want)
	}
	// The quantiles of a distribution on 64 values lie between neighbours of the exact
	// ones: 0.15 of 64 is 9.6, so that the 10th is meant, and the 55th.
	if math.Abs(iv.Low-all[9]) > 1e-9 || math.Abs(iv.High-all[54]) > 1e-9 {
		t.Errorf("%v..%v, the exact distribution has %v..%v", iv.Low, iv.High, all[9], all[54])
	}
}

// TestBootstrapRunsStrata: the mean over strata, each with its own number of units, in
// the same order for any number of goroutines; B alone; swapped sides; runs that agree.
func TestBootstrapRunsStrata(t *testing.T) {
	a := [][]Ratio{{shareOf(.5, .6, .7)}, {shareOf(.1, .9), shareOf(.2, .9)}}
	b := [][]Ratio{{shareOf(.6, .6, .8)}, {shareOf(.3, .8), shareOf(.2, .8)}}
	plain := BootstrapRuns(a, b, Options{Resamples: 999})
	parallel := BootstrapRuns(a, b, Options{Resamples: 999, Parallel: func(n int, task func(int)) {
		for i := n - 1; i >= 0; i-- {
			task(i)
		}
	}})
	if plain != parallel {
		t.Errorf("%v, in another order %v", plain, parallel)
	}
	if same := BootstrapRuns(a, a, Options{Resamples: 99}); same.Value != 0 || same.Low > 0 || same.High < 0 {
		t.Errorf("a system against itself: %+v", same)
	}
	if alone := BootstrapRuns(nil, a, Options{Resamples: 999}); math.Abs(alone.Value-(.6+.525)/2) > 1e-12 || alone.Low >= alone.Value ||
		alone.High <= alone.Value {
		t.Errorf("one system: %+v", alone)
	}
	if none := BootstrapRuns(nil, [][]Ratio{{}}, Options{Resamples: 9}); !math.IsNaN(none.Low) {
		t.Errorf("no runs: %+v", none)
	}
}
