package signif

import (
	"math"
	"math/rand/v2"
)

// BootstrapRuns returns the percentile interval of the mean over strata (treebanks) of
// B's average score over runs, less that of A. Both the runs of each side and the units
// of each stratum are drawn with replacement; all runs of a resample have the same
// units. a and b hold ratios by stratum and by run; a is nil for the interval of B
// alone. The value is NaN if a stratum has no run or a score is undefined.
//
// Over 5 runs this interval is cautious: the percentile bootstrap of few runs and of
// sentences adds two deviations of which the tests of runs take one (2.2% of equal
// systems at a nominal 5%, by the simulation in bench/runs). Take it for an interval,
// and PermuteRuns for a test.
func BootstrapRuns(a, b [][]Ratio, opt Options) Interval {
	value := meanOfRuns(b)
	if a != nil {
		value -= meanOfRuns(a)
	}
	if !finite(value) {
		return noInterval(value)
	}
	values := make([]float64, opt.resamples())
	opt.chunks(len(values), resampleChunk, func(chunk, from, to int) {
		d := &runDraw{rng: rand.New(opt.stream(forRunsInterval, chunk))}
		for v := from; v < to; v++ {
			values[v] = d.difference(a, b)
		}
	})
	return opt.percentile("percentile", value, len(values), values)
}

// meanOfRuns is the mean over strata of the average score of the runs.
func meanOfRuns(strata [][]Ratio) float64 {
	if len(strata) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, runs := range strata {
		mean := 0.0
		for _, r := range runs {
			mean += r.Value()
		}
		sum += mean / float64(len(runs))
	}
	return sum / float64(len(strata))
}

// A runDraw draws runs and units.
type runDraw struct {
	rng    *rand.Rand
	weight []float64 // by unit: how often it is drawn
	score  []float64 // by run, over the drawn units
}

// difference returns the statistic of one resample.
func (d *runDraw) difference(a, b [][]Ratio) float64 {
	sum := 0.0
	for s, runs := range b {
		if len(runs) == 0 {
			return math.NaN()
		}
		d.units(runs[0].Len())
		sum += d.average(runs)
		if a != nil {
			sum -= d.average(a[s])
		}
	}
	return sum / float64(len(b))
}

// units draws n of n units.
func (d *runDraw) units(n int) {
	d.weight = zeroed(d.weight, n)
	for range n {
		d.weight[d.rng.IntN(n)]++
	}
}

// average draws as many runs as there are and returns their average over the drawn
// units.
func (d *runDraw) average(runs []Ratio) float64 {
	d.score = d.score[:0]
	for _, r := range runs {
		num, den := 0.0, 0.0
		for i, w := range d.weight {
			num += w * r.Num[i]
			den += w * r.Den[i]
		}
		d.score = append(d.score, num/den)
	}
	sum := 0.0
	for range runs {
		sum += d.score[d.rng.IntN(len(runs))]
	}
	return sum / float64(len(runs))
}
