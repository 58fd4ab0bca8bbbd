package signif

import (
	"math"
	"slices"
)

// An Order measures how nearly the scores of A's runs are stochastically larger than
// B's (almost stochastic order: del Barrio et al. 2018; Dror et al. 2019).
type Order struct {
	Violation float64 // ε: 0 if A is larger throughout, 1 if B is
	// Bound is ε_min, the upper limit of ε with confidence 1 - alpha. A counts
	// as better if it is below .5; the authors advise .2.
	Bound     float64
	Identical bool // both lists hold the same scores: no order
	Exact     bool // all resamples were counted
	Samples   int  // random resamples; 0 if exact
}

// MinOrderRuns is the smallest number of runs for an order: from one score each
// the bound would always be 0 or 1.
const MinOrderRuns = 3

// orderSamples is the number of resamples if there are too many to enumerate.
const orderSamples = 9_999

// AlmostOrder finds the order of A's and B's scores, larger ones being better.
//
// It follows deep-significance (71b9e42) except where that program is wrong:
// the quantile functions are steps and are integrated exactly over their common
// break points, not over a grid that leaves one point out; equal lists are
// Identical, not .5; and the bound enumerates all resamples, each with its
// multinomial weight, if their pairs are at most a million, so that it needs no
// seed. For m comparisons pass alpha/m: the program lowers its confidence instead.
func AlmostOrder(a, b []float64, opt Options) Order {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	order := Order{Violation: violation(a, b), Bound: math.NaN()}
	if order.Identical = math.IsNaN(order.Violation); order.Identical || min(len(a), len(b)) < MinOrderRuns {
		return order
	}
	var variance float64
	if multisets(len(a))*multisets(len(b)) <= maxSplits {
		order.Exact = true
		variance = exactVariance(a, b)
	} else {
		order.Samples = orderSamples
		variance = sampledVariance(a, b, opt)
	}
	// The bound is ε + sd(c·ε*)·z/c with c = sqrt(nm/(n+m)): c cancels, because
	// the resamples are as long as the lists.
	order.Bound = min(1, max(0, order.Violation+math.Sqrt(variance)*quantile(1-opt.alpha())))
	return order
}

// violation returns the integral of the squared difference of the quantile
// functions over the places where B's is larger, divided by the whole integral; NaN
// if both are equal. The lists must be sorted.
func violation(a, b []float64) float64 {
	var worse, all float64
	n, m := len(a), len(b)
	for at, i, j := 0, 0, 0; i < n && j < m; { // at counts parts of 1/(nm)
		end := min((i+1)*m, (j+1)*n)
		d := b[j] - a[i]
		w := d * d * float64(end-at)
		all += w
		if d > 0 {
			worse += w
		}
		if at = end; (i+1)*m == end {
			i++
		}
		if (j+1)*n == end {
			j++
		}
	}
	return worse / all
}

// multisets returns the number of different resamples of n scores.
func multisets(n int) float64 {
	x := 1.0
	for i := 1; i < n; i++ {
		x = x * float64(n+i) / float64(i)
	}
	return math.Round(x)
}

// A weighted resample is a sorted list with the probability of drawing it.
type weighted struct {
	values []float64
	weight float64
}

// resamplesOf lists all resamples of a sorted list, with their probabilities.
func resamplesOf(v []float64) (out []weighted) {
	n := len(v)
	chosen := make([]float64, 0, n)
	var add func(i int, weight float64)
	add = func(i int, weight float64) { // weight is n!/n^n divided by factorials
		left := n - len(chosen)
		if i == n-1 {
			for k := range left {
				chosen = append(chosen, v[i])
				weight /= float64(k + 1)
			}
			out = append(out, weighted{slices.Clone(chosen), weight})
			chosen = chosen[:len(chosen)-left]
			return
		}
		for k := 0; k <= left; k++ {
			add(i+1, weight)
			chosen = append(chosen, v[i])
			weight /= float64(k + 1)
		}
		chosen = chosen[:n-left]
	}
	whole := 1.0
	for k := range n {
		whole *= float64(k+1) / float64(n)
	}
	add(0, whole)
	return out
}

// tied is the violation of a resample in which both lists are equal.
const tied = 0.5

// exactVariance returns the variance of the violation over all resamples.
func exactVariance(a, b []float64) float64 {
	var mean, square float64
	as, bs := resamplesOf(a), resamplesOf(b)
	for _, x := range as {
		for _, y := range bs {
			v := violation(x.values, y.values)
			if math.IsNaN(v) {
				v = tied
			}
			w := x.weight * y.weight
			mean += w * v
			square += w * v * v
		}
	}
	return max(0, square-mean*mean)
}

// sampledVariance estimates the variance from random resamples.
func sampledVariance(a, b []float64, opt Options) float64 {
	values := make([]float64, orderSamples)
	opt.chunks(len(values), resampleChunk, func(chunk, from, to int) {
		rng := opt.stream(forOrder, chunk)
		draw := func(v []float64) []float64 {
			out := make([]float64, len(v))
			for i := range out {
				out[i] = v[(rng.Uint64()>>32)*uint64(len(v))>>32]
			}
			slices.Sort(out)
			return out
		}
		for k := from; k < to; k++ {
			if values[k] = violation(draw(a), draw(b)); math.IsNaN(values[k]) {
				values[k] = tied
			}
		}
	})
	sd := deviation(values)
	return sd * sd * float64(len(values)-1) / float64(len(values))
}
