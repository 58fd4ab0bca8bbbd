package sembleu

import (
	"math"
	"math/big"
)

// precision is the precision of intermediate results, in bits.
const precision = 160

// The functions exp and log round correctly, as those of the C library nearly
// always do; those of package math may be off by one in the last place, which a
// figure of 17 digits shows.

// bigExp returns the exponential of x, for x up to about 40 in absolute value: the
// series of x/256, squared eight times.
func bigExp(x *big.Float) *big.Float {
	small := new(big.Float).SetPrec(precision).Quo(x, big.NewFloat(256))
	sum, term := big.NewFloat(1).SetPrec(precision), big.NewFloat(1).SetPrec(precision)
	for i := 1; i < 40; i++ {
		term.Mul(term, small)
		term.Quo(term, big.NewFloat(float64(i)))
		sum.Add(sum, term)
	}
	for range 8 {
		sum.Mul(sum, sum)
	}
	return sum
}

func exp(x float64) float64 {
	if math.IsNaN(x) || math.Abs(x) > 40 {
		return math.Exp(x)
	}
	v, _ := bigExp(big.NewFloat(x).SetPrec(precision)).Float64()
	return v
}

// log corrects the logarithm of package math by one step of Newton's method.
func log(p float64) float64 {
	y := math.Log(p)
	if math.IsNaN(y) || math.Abs(y) > 40 {
		return y
	}
	e := bigExp(big.NewFloat(-y).SetPrec(precision))
	e.Mul(e, big.NewFloat(p))
	e.Sub(e, big.NewFloat(1))
	v, _ := e.Add(e, big.NewFloat(y)).Float64()
	return v
}
