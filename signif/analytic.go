package signif

import "math"

// LinearError returns the standard error of a ratio by linearisation, with the
// unit as cluster (as R's survey::svyratio does); within strata if there are any.
func LinearError(r Ratio, opt Options) float64 {
	num, den := r.Sums()
	p := num / den
	e := make([]float64, r.Len())
	for i := range e {
		e[i] = (r.Num[i] - p*r.Den[i]) / den
	}
	return clustered(e, opt)
}

// LinearErrorDifference returns the standard error of B's ratio less A's.
func LinearErrorDifference(a, b Ratio, opt Options) float64 {
	na, da := a.Sums()
	nb, db := b.Sums()
	e := make([]float64, a.Len())
	for i := range e {
		e[i] = (b.Num[i]-nb/db*b.Den[i])/db - (a.Num[i]-na/da*a.Den[i])/da
	}
	return clustered(e, opt)
}

// clustered returns sqrt(Σ n/(n-1) Σ(e-mean)²) over the strata.
func clustered(e []float64, opt Options) float64 {
	var total float64
	for part := range strata(len(e), opt).strata {
		n := float64(len(part))
		if len(part) < 2 {
			continue
		}
		var mean, square float64
		for _, u := range part {
			mean += e[u]
		}
		mean /= n
		for _, u := range part {
			square += (e[u] - mean) * (e[u] - mean)
		}
		total += n / (n - 1) * square
	}
	return math.Sqrt(total)
}

// items returns the number of yes-or-no items in the denominator: half of it if the
// numerator counts every success twice, as F1 does.
func items(r Ratio) float64 {
	_, den := r.Sums()
	some := false
	for _, x := range r.Num {
		if math.Mod(x, 2) != 0 {
			return den
		}
		some = some || x != 0
	}
	if some {
		return den / 2
	}
	return den
}

// DesignEffect returns the variance of a share divided by its variance if the items
// were independent; NaN if that is undefined.
func DesignEffect(ratio Ratio, opt Options) float64 {
	p := ratio.Value()
	if p <= 0 || p >= 1 {
		return math.NaN()
	}
	se := LinearError(ratio, opt)
	return se * se / (p * (1 - p) / items(ratio))
}

// Analytic returns the interval of a ratio from its linearised standard error
// and Student's t: on the logit scale for a share, otherwise plain. A share of 0 or
// 1 gets the Wilson interval on the number of units. It uses no random numbers.
func Analytic(ratio Ratio, share bool, opt Options) Interval {
	p, n := ratio.Value(), ratio.Len()
	iv := Interval{Value: p, Low: math.NaN(), High: math.NaN(), Error: math.NaN(), Method: "analytic"}
	if !finite(p) || n < 2 {
		return iv
	}
	if share && (p == 0 || p == 1) {
		return wilsonUnits(p, n, opt.alpha())
	}
	iv.Error = LinearError(ratio, opt)
	t := tQuantile(1-opt.alpha()/2, float64(n-1))
	if !share || p < 0 || p > 1 {
		iv.Low, iv.High = p-t*iv.Error, p+t*iv.Error
		return iv
	}
	l, w := math.Log(p/(1-p)), t*iv.Error/(p*(1-p))
	iv.Low, iv.High = 1/(1+math.Exp(w-l)), 1/(1+math.Exp(-w-l))
	return iv
}

// AnalyticDifference returns the interval of B's figure less A's.
func AnalyticDifference(a, b Ratio, opt Options) Interval {
	d := b.Value() - a.Value()
	iv := Interval{Value: d, Low: math.NaN(), High: math.NaN(), Error: math.NaN(), Method: "analytic"}
	if !finite(d) || a.Len() < 2 {
		return iv
	}
	iv.Error = LinearErrorDifference(a, b, opt)
	t := tQuantile(1-opt.alpha()/2, float64(a.Len()-1))
	iv.Low, iv.High = d-t*iv.Error, d+t*iv.Error
	return iv
}

func wilsonUnits(p float64, n int, alpha float64) Interval {
	low, high := wilson(p, float64(n), quantile(1-alpha/2))
	return Interval{Value: p, Low: low, High: high, Error: math.NaN(), Method: "wilson-units"}
}
