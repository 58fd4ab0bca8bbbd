package signif

import (
	"math"
	"math/rand/v2"
	"testing"
)

// plainTail is signTail without its short ways: it bisects 200 times and computes each
// function for each unit.
func plainTail(c []float64, x, span float64) float64 {
	slope := func(s float64) (v float64) {
		for _, d := range c {
			v += d * math.Tanh(s*d)
		}
		return v
	}
	lo, hi := 0.0, 1.0
	for slope(hi) < x {
		lo, hi = hi, 2*hi
	}
	for range 200 {
		if mid := (lo + hi) / 2; slope(mid) < x {
			lo = mid
		} else {
			hi = mid
		}
	}
	s := (lo + hi) / 2
	var k, k2 float64
	for _, d := range c {
		y := s * d
		k += y + math.Log1p(math.Exp(-2*y)) - math.Ln2
		th := math.Tanh(y)
		k2 += d * d * (1 - th*th)
	}
	w, u := math.Sqrt(2*(s*x-k)), s*math.Sqrt(k2)
	if span > 0 {
		u = -math.Expm1(-s*span) / span * math.Sqrt(k2)
	}
	return upper(w) + math.Exp(-w*w/2)/math.Sqrt(2*math.Pi)*(1/u-1/w)
}

// The tail is that of the plain way, to the last digit.
func TestSignTail(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for n := range 200 {
		var c []float64
		total := 0.0
		for range 20 + random.IntN(400) {
			d := float64(1 + random.IntN(6))
			if n%2 == 1 {
				d *= 1 + random.Float64()
			}
			c = append(c, d)
			total += d
		}
		x, span := total*(0.05+0.9*random.Float64()), float64(2-2*(n%2))
		if got, want := signTail(c, x, span), plainTail(c, x, span); got != want {
			t.Errorf("%d units, %g of %g: %v, want %v", len(c), x, total, got, want)
		}
	}
}

// Where the exact test is left out its p-value would be smaller than the smallest that
// counts as exact, and this happens as soon as the bound allows.
func TestVanishing(t *testing.T) {
	left, kept := 0, 0
	for n := 800; n < 1400; n += 7 {
		for _, better := range []float64{0.7, 0.85, 1} {
			e := &exchange{linear: true}
			for i := range n {
				d := int64(1 + i%3)
				if float64(i) >= better*float64(n) {
					d = -d
				}
				e.dm, e.dt = append(e.dm, d), append(e.dt, 0)
				e.m += d
			}
			for _, two := range []bool{true, false} {
				p := e.dynamic(two)
				if !e.vanishes(two) {
					kept++
					continue
				}
				if left++; p >= vanishing {
					t.Errorf("%d units, sum %d: p is %g, not below %g", n, e.m, p, vanishing)
				}
			}
			e.m = -e.m
			if e.vanishes(false) {
				t.Errorf("%d units, sum %d: the other side does not vanish", n, e.m)
			}
		}
	}
	if left == 0 || kept == 0 {
		t.Errorf("%d left out, %d not: want both", left, kept)
	}
}
