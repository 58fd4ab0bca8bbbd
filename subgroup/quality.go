package subgroup

import "math"

// A Sort is an order of subgroups.
type Sort string

// The orders.
const (
	BySurprise Sort = "surprise" // minus the logarithm of Chernoff's bound
	ByErrors   Sort = "errors"   // costs beyond those of as many items elsewhere
	ByRate     Sort = "rate"     // mean cost beyond that of all items
)

// A segment is the items of one cost in one stratum.
type segment struct {
	cost     float64
	stratum  int
	from, to int     // words of the bit sets
	rest     float64 // cost less the mean of the stratum
	most     float64 // the most that an item adds to the quality of any subgroup
}

// A scorer computes qualities from the numbers of items in segments. All rise in the costs
// and fall in the number of items.
type scorer struct {
	sort     Sort
	segments []segment
	shares   [][]float64 // by stratum: share of each level among its items
	means    []float64   // by stratum
	levels   []float64   // costs, falling
	sizes    []int       // by stratum, of a subgroup: scratch memory
	top      float64     // the highest cost
}

// newScorer counts the items of all segments.
func newScorer(sort Sort, levels []float64, counts [][]int) *scorer {
	s := &scorer{sort: sort, levels: levels, top: levels[0]}
	for _, byLevel := range counts {
		n, sum := 0, 0.0
		for k, c := range byLevel {
			n += c
			sum += float64(c) * levels[k]
		}
		share := make([]float64, len(levels))
		for k, c := range byLevel {
			share[k] = float64(c) / float64(max(n, 1))
		}
		s.shares, s.means = append(s.shares, share), append(s.means, sum/float64(max(n, 1)))
	}
	s.sizes = make([]int, len(counts))
	return s
}

// clone returns a scorer with scratch memory of its own.
func (s *scorer) clone() *scorer {
	c := *s
	c.sizes = make([]int, len(s.sizes))
	return &c
}

// of returns the quality of a subgroup with so many items in each segment.
func (s *scorer) of(counts []int32) float64 {
	n, e := 0, 0.0
	clear(s.sizes)
	for i, c := range counts {
		n += int(c)
		e += float64(c) * s.segments[i].cost
		s.sizes[s.segments[i].stratum] += int(c)
	}
	return s.value(float64(n), e)
}

// value returns the quality of n items with costs e; with several strata, their sizes are in
// s.sizes.
func (s *scorer) value(n, e float64) float64 {
	if n == 0 {
		return 0
	}
	expected := n * s.means[0]
	if len(s.means) > 1 {
		expected = 0
		for k, size := range s.sizes {
			expected += float64(size) * s.means[k]
		}
	}
	switch {
	case s.sort == ByErrors:
		return e - expected
	case s.sort == ByRate:
		return (e - expected) / n
	case e <= expected:
		return 0
	case len(s.means) > 1:
		return s.stratified(e)
	}
	return n * s.divergence(e/n)
}

// divergence returns sup over t >= 0 of t r - log mean exp(t c) in the only stratum, for a
// rate above the mean.
func (s *scorer) divergence(r float64) float64 {
	share := s.shares[0]
	if r >= s.top {
		return -math.Log(share[0])
	}
	if len(s.levels) == 2 { // two costs: Kullback and Leibler's divergence
		low := s.levels[1]
		p, q := (r-low)/(s.top-low), share[0]
		return p*math.Log(p/q) + (1-p)*math.Log((1-p)/(1-q))
	}
	if len(s.levels) == 3 && s.top == 1 && s.levels[1] == 0 && s.levels[2] == -1 {
		a, z, b := share[0], share[1], share[2]
		x := (r*z + math.Sqrt(r*r*z*z+4*a*b*(1-r)*(1+r))) / (2 * a * (1 - r))
		return r*math.Log(x) - math.Log(a*x+b/x+z)
	}
	return supremum(func(t float64) (float64, float64, float64) {
		l, m, v := s.cumulant(0, t)
		return t*r - l, r - m, v
	})
}

// cumulant returns log mean exp(t c) in a stratum, with its first and second derivative.
func (s *scorer) cumulant(stratum int, t float64) (value, mean, variance float64) {
	var sum, first, second float64
	for k, share := range s.shares[stratum] {
		w := share * math.Exp(t*(s.levels[k]-s.top))
		sum, first, second = sum+w, first+w*s.levels[k], second+w*s.levels[k]*s.levels[k]
	}
	if sum == 0 {
		return 0, 0, 0
	}
	mean = first / sum
	return math.Log(sum) + t*s.top, mean, max(0, second/sum-mean*mean)
}

// stratified returns sup over t >= 0 of t e - sum of n log mean exp(t c) over the strata.
func (s *scorer) stratified(e float64) float64 {
	return supremum(func(t float64) (value, slope, bend float64) {
		value, slope = t*e, e
		for k, size := range s.sizes {
			if size > 0 {
				l, m, v := s.cumulant(k, t)
				value -= float64(size) * l
				slope -= float64(size) * m
				bend += float64(size) * v
			}
		}
		return value, slope, bend
	})
}

// supremum returns the highest value of a concave function from 0 on; f gives value, slope and
// minus the bend. The function may rise for ever towards a limit.
func supremum(f func(t float64) (value, slope, bend float64)) float64 {
	low, high, t := 0.0, math.Inf(1), 1.0
	best := 0.0
	for range 60 {
		value, slope, bend := f(t)
		best = max(best, value)
		switch {
		case math.Abs(slope) < 1e-12 || t > 700:
			return best
		case slope > 0:
			low = t
		default:
			high = t
		}
		next := t + slope/bend
		if !(next > low && next < high) {
			next = 2 * t
			if !math.IsInf(high, 1) {
				next = (low + high) / 2
			}
		}
		if math.Abs(next-t) < 1e-13*t {
			return best
		}
		t = next
	}
	return best
}

// bound returns a quality that no subgroup within a subgroup of n items exceeds that has at
// least min items; counts has the items of the first segments. With one stratum a quality is
// convex in the number of items where the costs are fixed, so that the ends of its range suffice.
func (s *scorer) bound(counts []int32, least, n int) float64 {
	if len(s.means) > 1 {
		sum := 0.0
		for i, c := range counts {
			sum += float64(c) * s.segments[i].most
		}
		if s.sort == ByRate {
			return sum / float64(least)
		}
		return sum
	}
	e := 0.0
	for i, c := range counts {
		e += float64(c) * s.segments[i].cost
	}
	fewest := max(e/s.top, float64(least))
	return max(s.value(fewest, e), s.value(max(float64(n), fewest), e))
}

// first reports whether items of a segment can make a subgroup better: these are counted
// before the others.
func (s *scorer) first(g *segment) bool {
	return len(s.means) == 1 && g.cost > 0 || len(s.means) > 1 && g.rest > 0
}

// mosts sets the most that an item of each segment adds to a quality.
func (s *scorer) mosts() {
	for i := range s.segments {
		g := &s.segments[i]
		g.rest = g.cost - s.means[g.stratum]
		switch {
		case g.rest <= 0:
			g.most = 0
		case s.sort != BySurprise:
			g.most = g.rest
		default:
			g.most = supremum(func(t float64) (float64, float64, float64) {
				l, m, v := s.cumulant(g.stratum, t)
				return t*g.cost - l, g.cost - m, v
			})
		}
	}
}
