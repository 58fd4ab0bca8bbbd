package signif

import (
	"math"
	"math/bits"
	"slices"
)

// tiny is the limit below which probabilities at the edge of the distribution are dropped.
const tiny = 1e-290

// vanishing is near the limit of floating point: smaller p-values are approximated.
const vanishing = 1e-250

// cost estimates the number of additions of dynamic.
func (e *exchange) cost() float64 {
	var sum, square float64
	for _, d := range e.dm {
		sum += math.Abs(float64(d))
		square += float64(d) * float64(d)
	}
	return float64(len(e.dm)) * min(sum/2, 74*math.Sqrt(square)/2)
}

// vanishes reports whether the p-value is certainly below vanishing: Hoeffding 1963 bounds
// the probability that Σ±|dm| is at least m by exp(-m²/2Σdm²).
func (e *exchange) vanishes(two bool) bool {
	var square float64
	for _, d := range e.dm {
		square += float64(d) * float64(d)
	}
	m := float64(e.m)
	if two {
		m = math.Abs(m)
	}
	return m > 0 && math.Ln2-m*m/(2*square) < math.Log(vanishing)-1
}

// dynamic returns the exact p-value for shared denominators: the distribution of
// Σ±|dm| by dynamic programming. It adds only non-negative numbers, so that far
// tails keep their precision.
func (e *exchange) dynamic(two bool) float64 {
	size := make([]int64, 0, len(e.dm))
	var sum int64
	for _, d := range e.dm {
		if d != 0 {
			size = append(size, max(d, -d))
			sum += max(d, -d)
		}
	}
	slices.Sort(size)
	m := e.m
	if two {
		if m == 0 {
			return 1
		}
		m = max(m, -m)
	}
	p := signSums(size, sum)
	tail := tailOf(p, (m+sum)/2) // the sum of those with a plus is at least this
	if two {
		return min(1, 2*tail)
	}
	return tail
}

// tailOf adds up the probabilities from a sum on, the least first.
func tailOf(p []float64, from int64) (tail float64) {
	for j := int64(len(p)) - 1; j >= from; j-- {
		tail += p[j]
	}
	return tail
}

// signSums returns the probability of each sum of the sizes that a fair coin
// selects. While it works it touches only the part of the array whose probabilities
// are not vanishingly small.
func signSums(size []int64, sum int64) []float64 {
	p := make([]float64, sum+1)
	p[0] = 1
	var lo, hi int64
	for _, d := range size {
		for j := hi + d; j >= max(lo+d, hi+1); j-- { // these cells were empty
			p[j] = p[j-d] / 2
		}
		if hi >= lo+d {
			into, from := p[lo+d:hi+1], p[lo:hi+1-d]
			for j := len(into) - 1; j >= 0; j-- {
				into[j] = (into[j] + from[j]) / 2
			}
		}
		for j := lo; j < min(lo+d, hi+1); j++ {
			p[j] /= 2
		}
		hi += d
		for lo < hi && p[lo] < tiny {
			p[lo] = 0
			lo++
		}
		for hi > lo && p[hi] < tiny {
			p[hi] = 0
			hi--
		}
	}
	return p
}

// enumerate visits all exchanges, each one unit away from the last (Gray code), and
// returns the share of those at least as extreme as the observed difference.
func (e *exchange) enumerate(two bool) float64 {
	limit := e.limit(two)
	n := len(e.dm)
	sign := make([]int64, n)
	for i := range sign {
		sign[i] = 2
	}
	m, t := e.m, e.t
	count := 0
	for k := uint(1); ; k++ {
		if limit.reached(m, t) {
			count++
		}
		i := bits.TrailingZeros(k)
		if i >= n {
			break
		}
		m -= sign[i] * e.dm[i]
		t -= sign[i] * e.dt[i]
		sign[i] = -sign[i]
	}
	return math.Ldexp(float64(count), -n)
}

// saddlepoint approximates the p-value by Lugannani & Rice 1980, with the
// correction for a lattice if the changes are whole numbers of one denominator.
// With different denominators it approximates that of the linearised sum.
func (e *exchange) saddlepoint(two bool) float64 {
	c := make([]float64, 0, len(e.dm))
	span := int64(0)
	var x float64
	if e.linear {
		for _, d := range e.dm {
			if d != 0 {
				c = append(c, float64(max(d, -d)))
				span = gcd(span, max(d, -d))
			}
		}
		x = float64(e.m)
	} else {
		M, T, t := float64(e.M), float64(e.T), float64(e.t)
		for i := range e.dm {
			c = append(c, math.Abs(float64(e.dm[i])-M/T*float64(e.dt[i])))
		}
		x = (float64(e.m) - M/T*t) / (1 - t/T*t/T)
	}
	if two {
		x = math.Abs(x)
	}
	p := signTail(c, x, 2*float64(span))
	if two {
		return min(1, 2*p)
	}
	return p
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// signTail approximates P(Σ±c >= x); span is the distance of neighbouring sums, 0
// if they are dense.
func signTail(c []float64, x, span float64) float64 {
	var sum, square float64
	for _, d := range c {
		sum += d
		square += d * d
	}
	switch {
	case x >= sum*(1-1e-12):
		return math.Exp(-float64(len(c)) * math.Ln2)
	case x < 0:
		return 1 - signTail(c, -x+span, span)
	case x*x < 1e-6*square: // the middle, where the saddlepoint formula breaks down
		return upper((x - span/2) / math.Sqrt(square))
	}
	sizes := newSizes(c)
	slope := func(s float64) float64 {
		return sizes.sum(func(d float64) float64 { return d * math.Tanh(s*d) })
	}
	lo, hi := 0.0, 1.0
	for slope(hi) < x {
		lo, hi = hi, 2*hi
	}
	for range 200 {
		mid := (lo + hi) / 2
		if mid == lo || mid == hi {
			break // no number is between them
		}
		if slope(mid) < x {
			lo = mid
		} else {
			hi = mid
		}
	}
	s := (lo + hi) / 2
	k := sizes.sum(func(d float64) float64 { return s*d + math.Log1p(math.Exp(-2*s*d)) - math.Ln2 })
	k2 := sizes.sum(func(d float64) float64 {
		th := math.Tanh(s * d)
		return d * d * (1 - th*th)
	})
	w := math.Sqrt(2 * (s*x - k))
	u := s * math.Sqrt(k2)
	if span > 0 {
		u = -math.Expm1(-s*span) / span * math.Sqrt(k2)
	}
	return upper(w) + math.Exp(-w*w/2)/math.Sqrt(2*math.Pi)*(1/u-1/w)
}

// sizes are the changes of units, most of which are equal: a function of each is
// computed once.
type sizes struct {
	different []float64
	of        []int32 // by unit: its place in different
	terms     []float64
}

func newSizes(c []float64) *sizes {
	s := &sizes{of: make([]int32, len(c))}
	place := map[float64]int32{}
	for i, d := range c {
		at, ok := place[d]
		if !ok {
			at = int32(len(s.different))
			place[d] = at
			s.different = append(s.different, d)
		}
		s.of[i] = at
	}
	s.terms = make([]float64, len(s.different))
	return s
}

// sum adds the values of f for the units, in their order.
func (s *sizes) sum(f func(size float64) float64) (sum float64) {
	for i, d := range s.different {
		s.terms[i] = f(d)
	}
	for _, at := range s.of {
		sum += s.terms[at]
	}
	return sum
}
