package signif

import (
	"math"

	"gonum.org/v1/gonum/stat/combin"
)

// A RunTest compares the runs of two training procedures. The unit is the run, not
// the sentence.
type RunTest struct {
	Difference float64 // mean over strata of B's mean less A's
	P          float64 // NaN if a stratum has no run of one side
	Exact      bool    // all splits were counted
	Splits     float64 // number of ways to divide the runs
	Smallest   float64 // smallest p that this number of runs can reach
	// Count of Samples random splits were at least as extreme; 0 if exact.
	Count, Samples int
	// Welch's t for comparison, over strata with Satterthwaite's degrees of freedom;
	// NaN if a side has one run only.
	T, DF, WelchP float64
	SD            float64 // pooled standard deviation between runs
}

// maxSplits is the largest number of splits that an exact test enumerates.
const maxSplits = 1_000_000

// PermuteRuns tests whether B's runs score differently from A's: a and b hold the
// scores of the runs, by stratum (treebank). Runs change sides within their
// stratum, and the statistic is the mean over strata of the difference of means.
// The test is two-sided and counts ties as extreme.
func PermuteRuns(a, b [][]float64, opt Options) RunTest {
	test := newRunTest(a, b)
	if math.IsNaN(test.Difference) {
		return test
	}
	test.Splits, test.Smallest = 1, 2
	var moves [][]float64 // by stratum: the difference after each split, a share of the statistic
	for s := range a {
		n, k := len(a[s])+len(b[s]), len(a[s])
		test.Splits *= math.Exp(combin.LogGeneralizedBinomial(float64(n), float64(k)))
		if len(a[s]) != len(b[s]) {
			test.Smallest = 1 // the mirror image is not among the splits
		}
	}
	test.Splits = math.Round(test.Splits)
	test.Smallest = min(1, test.Smallest/test.Splits)
	if test.Exact = test.Splits <= maxSplits; test.Exact {
		for s := range a {
			moves = append(moves, splits(a[s], b[s], float64(len(a))))
		}
		test.P = share(moves, test.Difference, slackOf(a, b))
		return test
	}
	test.sample(opt, slackOf(a, b), func(chance func(int) int) float64 {
		sum := 0.0
		for s := range a {
			sum += randomSplit(a[s], b[s], chance) / float64(len(a))
		}
		return sum
	})
	return test
}

// FlipRuns is PermuteRuns for paired runs: run i of A and run i of B share their
// seed, so that only the two runs of a pair change sides.
func FlipRuns(a, b [][]float64, opt Options) RunTest {
	test := newRunTest(a, b)
	var d []float64 // shares of the statistic
	for s := range a {
		for i := range min(len(a[s]), len(b[s])) {
			d = append(d, (b[s][i]-a[s][i])/float64(len(a[s])*len(a)))
		}
	}
	if math.IsNaN(test.Difference) {
		return test
	}
	test.Splits = math.Ldexp(1, len(d))
	test.Smallest = min(1, 2/test.Splits)
	if test.Exact = len(d) <= maxEnumerate-1; test.Exact {
		var moves [][]float64
		for _, x := range d {
			moves = append(moves, []float64{x, -x})
		}
		test.P = share(moves, test.Difference, slackOf(a, b))
		return test
	}
	test.sample(opt, slackOf(a, b), func(chance func(int) int) (sum float64) {
		for _, x := range d {
			if chance(2) == 1 {
				x = -x
			}
			sum += x
		}
		return sum
	})
	return test
}

// newRunTest returns the difference, and Welch's test of it.
func newRunTest(a, b [][]float64) RunTest {
	test := RunTest{P: math.NaN(), T: math.NaN(), DF: math.NaN(), WelchP: math.NaN(), SD: math.NaN()}
	var variance, df, pooled, free float64
	for s := range a {
		for _, side := range [][]float64{a[s], b[s]} {
			n := float64(len(side))
			v := deviation(side) * deviation(side)
			pooled, free = pooled+v*(n-1), free+n-1
			v /= n * float64(len(a)*len(a))
			variance += v
			df += v * v / (n - 1)
		}
		test.Difference += (meanOf(b[s]) - meanOf(a[s])) / float64(len(a))
	}
	test.SD = math.Sqrt(pooled / free)
	if finite(variance) && variance > 0 {
		test.T, test.DF = test.Difference/math.Sqrt(variance), variance*variance/df
		test.WelchP = 2 * tUpper(math.Abs(test.T), test.DF)
	}
	return test
}

func meanOf(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// slackOf returns the distance from the observed difference within which another counts as equal.
func slackOf(a, b [][]float64) float64 {
	largest := 0.0
	for s := range a {
		for _, side := range [][]float64{a[s], b[s]} {
			for _, x := range side {
				largest = max(largest, math.Abs(x))
			}
		}
	}
	return 2 * closeTo * largest
}

// splits lists the difference of means for every way to divide the runs, divided
// by the number of strata.
func splits(a, b []float64, strata float64) []float64 {
	all := append(append([]float64(nil), a...), b...)
	total := meanOf(all) * float64(len(all))
	var out []float64
	gen := combin.NewCombinationGenerator(len(all), len(a))
	chosen := make([]int, len(a))
	for gen.Next() {
		sum := 0.0
		for _, i := range gen.Combination(chosen) {
			sum += all[i]
		}
		out = append(out, ((total-sum)/float64(len(b))-sum/float64(len(a)))/strata)
	}
	return out
}

// share returns the share of all sums, with one move from each stratum, that are at
// least as far from 0 as seen.
func share(moves [][]float64, seen, slack float64) float64 {
	seen = math.Abs(seen) - slack
	count, all := 0.0, 1.0
	for _, m := range moves {
		all *= float64(len(m))
	}
	var add func(i int, sum float64)
	add = func(i int, sum float64) {
		if i == len(moves) {
			if math.Abs(sum) >= seen {
				count++
			}
			return
		}
		for _, d := range moves[i] {
			add(i+1, sum+d)
		}
	}
	add(0, 0)
	return count / all
}

// sample fills in p from random splits: (c+1)/(R+1).
func (t *RunTest) sample(opt Options, slack float64, draw func(chance func(n int) int) float64) {
	t.Samples = opt.shuffles(DefaultShuffles)
	counts := make([]int, (t.Samples+shuffleChunk-1)/shuffleChunk)
	seen := math.Abs(t.Difference) - slack
	opt.chunks(t.Samples, shuffleChunk, func(chunk, from, to int) {
		rng := opt.stream(forRuns, chunk)
		chance := func(n int) int { return int((rng.Uint64() >> 32) * uint64(n) >> 32) }
		for range to - from {
			if math.Abs(draw(chance)) >= seen {
				counts[chunk]++
			}
		}
	})
	for _, c := range counts {
		t.Count += c
	}
	t.P = float64(t.Count+1) / float64(t.Samples+1)
	t.Smallest = max(t.Smallest, 1/float64(t.Samples+1))
}

// randomSplit returns the difference of means after a random division.
func randomSplit(a, b []float64, chance func(int) int) float64 {
	all := append(append(make([]float64, 0, len(a)+len(b)), a...), b...)
	for i := range a {
		j := i + chance(len(all)-i)
		all[i], all[j] = all[j], all[i]
	}
	return meanOf(all[len(a):]) - meanOf(all[:len(a)])
}

// RunsNeeded returns the number of runs of each system that detect a difference d
// with a power of 80% at a level of 5% if runs deviate by sd: at least 4, because
// no test of 3 + 3 runs can reach .05.
func RunsNeeded(sd, d float64) int {
	n := math.Ceil(2 * math.Pow(1.96+.8416, 2) * sd * sd / (d * d))
	if !(n < 1e9) {
		return math.MaxInt32
	}
	return max(4, int(n))
}
