package signif

import "math"

// Rows holds one row of counts for each unit, one after another.
type Rows struct {
	Width int
	Data  []float64
}

// Len returns the number of units.
func (r Rows) Len() int {
	if r.Width == 0 {
		return 0
	}
	return len(r.Data) / r.Width
}

// Row returns the row of unit i.
func (r Rows) Row(i int) []float64 { return r.Data[i*r.Width : (i+1)*r.Width] }

// Sum returns the sum of all rows.
func (r Rows) Sum() []float64 {
	sum := make([]float64, r.Width)
	for i := range r.Len() {
		for j, v := range r.Row(i) {
			sum[j] += v
		}
	}
	return sum
}

// A Statistic is a figure that is computed from a sum of rows and is no Ratio. It
// must not keep or change its argument, and may be called from several
// goroutines if Options.Parallel uses them.
type Statistic func(sum []float64) float64

// closeTo is the distance from the observed difference, relative to the size of the
// figures, within which another counts as equal: floating point is not exact.
const closeTo = 1e-12

const (
	maxEnumerateStatistic = 14
	statisticShuffles     = 9_999
	statisticChunk        = 100
)

// RandomizeStatistic is Randomize for a figure that is not a ratio of sums.
func RandomizeStatistic(a, b Rows, f Statistic, opt Options) Test {
	test := Test{P: math.NaN(), Far: math.NaN(), Z: math.NaN(), Method: NoTest, Units: a.Len()}
	if opt.Alternative == Less {
		a, b = b, a
	}
	sa, sb := a.Sum(), b.Sum()
	var change []float64 // B's less A's, units that differ only
	for i := range a.Len() {
		ra, rb := a.Row(i), b.Row(i)
		differs := false
		for j := range ra {
			differs = differs || ra[j] != rb[j]
		}
		if !differs {
			continue
		}
		test.Differing++
		for j := range ra {
			change = append(change, rb[j]-ra[j])
		}
	}
	if test.Differing == 0 {
		test.Identical = true
		return test
	}
	va, vb := f(sa), f(sb)
	if !finite(va) || !finite(vb) || test.Units < 2 {
		return test
	}
	seen, slack := vb-va, closeTo*(math.Abs(va)+math.Abs(vb))
	two := opt.Alternative == TwoSided
	if two {
		seen = math.Abs(seen)
	}
	extreme := func(x, y []float64) bool {
		d := f(y) - f(x)
		if two {
			d = math.Abs(d)
		}
		return !(d < seen-slack) // an undefined figure counts as extreme
	}
	s := shuffler{a: sa, b: sb, change: change, extreme: extreme}
	if test.Differing <= maxEnumerateStatistic {
		test.Method, test.Exact = Enumeration, true
		test.P = math.Ldexp(float64(s.all(test.Differing)), -test.Differing)
		return test
	}
	test.Method, test.Samples = Sampling, opt.shuffles(statisticShuffles)
	test.Count = s.sample(test.Samples, opt)
	test.P = float64(test.Count+1) / float64(test.Samples+1)
	return test
}

// A shuffler exchanges units of two systems and asks whether the outcome is
// extreme.
type shuffler struct {
	a, b, change []float64
	extreme      func(a, b []float64) bool
}

func (s *shuffler) all(n int) int {
	count := 0
	x, y := make([]float64, len(s.a)), make([]float64, len(s.a))
	for mask := range uint64(1) << n {
		copy(x, s.a)
		copy(y, s.b)
		for i := range n {
			if mask>>i&1 == 1 {
				s.swap(x, y, i)
			}
		}
		if s.extreme(x, y) {
			count++
		}
	}
	return count
}

func (s *shuffler) swap(x, y []float64, i int) {
	w := len(s.a)
	for j, v := range s.change[i*w : (i+1)*w] {
		x[j] += v
		y[j] -= v
	}
}

func (s *shuffler) sample(n int, opt Options) int {
	units := len(s.change) / len(s.a)
	counts := make([]int, (n+statisticChunk-1)/statisticChunk)
	opt.chunks(n, statisticChunk, func(chunk, from, to int) {
		rng := opt.stream(forShuffles, chunk)
		x, y := make([]float64, len(s.a)), make([]float64, len(s.a))
		for range to - from {
			copy(x, s.a)
			copy(y, s.b)
			var word uint64
			for i := range units {
				if i%64 == 0 {
					word = rng.Uint64()
				}
				if word&1 == 1 {
					s.swap(x, y, i)
				}
				word >>= 1
			}
			if s.extreme(x, y) {
				counts[chunk]++
			}
		}
	})
	total := 0
	for _, c := range counts {
		total += c
	}
	return total
}
