package signif

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Replicable returns the smallest number of treebanks on which an effect holds,
// with confidence 1 - alpha (Dror et al. 2017, from the partial conjunctions of
// Benjamini & Heller 2008). p holds the p-values of the treebanks; NaN means none.
//
// Without independent, q_u = (N-u+1)·p_(u) (Bonferroni), which is valid under any
// dependence between the treebanks; with it, Fisher's combination of the N-u+1
// largest p-values. Each q is at least as large as the one before.
func Replicable(p []float64, alpha float64, independent bool) (k int, q []float64) {
	var sorted []float64
	for _, x := range p {
		if !math.IsNaN(x) {
			sorted = append(sorted, x)
		}
	}
	slices.Sort(sorted)
	n := len(sorted)
	for u := 1; u <= n; u++ {
		v := float64(n-u+1) * sorted[u-1]
		if independent {
			sum := 0.0
			for _, x := range sorted[u-1:] {
				sum -= math.Log(x)
			}
			v = mathext.GammaIncRegComp(float64(n-u+1), sum) // chi² of 2·sum with 2(N-u+1) degrees
		}
		if u > 1 {
			v = max(v, q[u-2])
		}
		if q = append(q, min(1, v)); q[u-1] <= alpha {
			k = u
		}
	}
	return k, q
}

// A Margin is the result of testing whether a difference is negligibly small.
type Margin struct {
	Size        float64  // the margin, a positive number
	Interval    Interval // of the difference, with confidence 1 - 2·alpha
	NotInferior float64  // p that B is not worse than A by more than the margin
	NotSuperior float64  // p that B is not better than A by more than the margin
}

// Equivalent is the p-value of two one-sided tests (TOST): the larger one.
func (m Margin) Equivalent() float64 { return max(m.NotInferior, m.NotSuperior) }

// WithinMargin tests a difference, its standard error and its degrees of freedom
// against a margin; df 0 means the normal distribution.
func WithinMargin(difference, se, df, margin, alpha float64) Margin {
	tail := func(t float64) float64 {
		switch {
		case df == 0:
			return upper(t)
		case t < 0:
			return 1 - tUpper(-t, df)
		}
		return tUpper(t, df)
	}
	z := quantile(1 - alpha)
	if df > 0 {
		z = tQuantile(1-alpha, df)
	}
	return Margin{Size: margin,
		Interval:    Interval{Value: difference, Low: difference - z*se, High: difference + z*se, Error: se},
		NotInferior: tail((difference + margin) / se),
		NotSuperior: tail((margin - difference) / se)}
}
