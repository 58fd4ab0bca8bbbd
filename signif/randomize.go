package signif

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"
)

// Smallest is the p-value reported for smaller ones, also for those below the range
// of floating point.
const Smallest = 1e-300

// A Test is the outcome of a test of two paired systems.
type Test struct {
	// P is the p-value; NaN if there is none: the systems are Identical on
	// every unit, or a figure is undefined.
	P         float64
	Method    Method
	Identical bool
	Exact     bool // P is free of sampling error
	// Count of Samples shuffles were at least as extreme; both 0 if exact.
	Count, Samples int
	// Far is the saddlepoint approximation of P, set if sampling found no extreme
	// shuffle (Count is 0), else NaN.
	Far       float64
	Z         float64 // closed form
	Units     int
	Differing int // units on which the systems differ
}

// A Method is the way in which a p-value was computed.
type Method string

// The methods of the randomisation test.
const (
	Dynamic     Method = "ar-exact"       // all exchanges, by dynamic programming
	Enumeration Method = "ar-enumerated"  // all exchanges, one by one
	Sampling    Method = "ar"             // (c+1)/(R+1) of R shuffles
	Saddlepoint Method = "ar-saddlepoint" // too many exchanges for the other methods
	Resampling  Method = "poisson-z"      // by the standard error of a bootstrap, see ByResamples
	NoTest      Method = "none"
)

// Error returns the standard error of P from sampling, 0 if P is exact.
func (t Test) Error() float64 {
	if t.Exact || t.Samples == 0 {
		return 0
	}
	return math.Sqrt(t.P * (1 - t.P) / float64(t.Samples))
}

const (
	maxEnumerate = 20
	maxCells     = 1 << 30 // additions that the exact test may cost
	shuffleChunk = 1000
)

// Randomize tests whether B's figure differs from A's, by exchanging units.
// It is exact if that is feasible, otherwise it samples. The test of B against A
// is the mirror of that of A against B.
func Randomize(a, b Ratio, opt Options) Test { return RandomizeAll([]Pairing{{a, b}}, opt)[0] }

// RandomizeAll is Randomize for several pairs of systems, scores or both. Their shuffles use
// the same random numbers, which are drawn once.
func RandomizeAll(pairs []Pairing, opt Options) []Test {
	tests := make([]Test, len(pairs))
	exchanges := make([]*exchange, len(pairs)) // of the pairs that need shuffles, else nil
	for i, pair := range pairs {
		tests[i], exchanges[i] = exactly(pair.A, pair.B, opt)
	}
	two := opt.Alternative == TwoSided
	counts := sample(exchanges, two, opt.shuffles(DefaultShuffles), opt)
	for i, exchange := range exchanges {
		if exchange == nil {
			continue
		}
		test := &tests[i]
		test.Method, test.Samples, test.Count = Sampling, opt.shuffles(DefaultShuffles), counts[i]
		test.P = float64(test.Count+1) / float64(test.Samples+1)
		if test.Count == 0 {
			test.Far = max(exchange.saddlepoint(two), Smallest)
		}
	}
	return tests
}

// exactly tests a pair without shuffles; if it needs them, it returns its exchange.
func exactly(a, b Ratio, opt Options) (Test, *exchange) {
	test := Test{P: math.NaN(), Far: math.NaN(), Z: math.NaN(), Method: NoTest, Units: a.Len()}
	for i := range a.Num {
		if a.Num[i] != b.Num[i] || a.Den[i] != b.Den[i] {
			test.Differing++
		}
	}
	if test.Differing == 0 {
		test.Identical = true
		return test, nil
	}
	if va, vb := a.Value(), b.Value(); !finite(va) || !finite(vb) || test.Units < 2 {
		return test, nil
	}
	test.Z = Z(a, b)
	exchange, ok := newExchange(a, b)
	if !ok {
		real := meanStatistic([]Ratio{a}, []Ratio{b}, opt)
		real.Z = test.Z
		return real, nil
	}
	if opt.Alternative == Less {
		exchange.reverse()
	}
	two := opt.Alternative == TwoSided
	switch {
	case exchange.linear && exchange.cost() <= maxCells:
		test.P, test.Method, test.Exact = vanishing/2, Dynamic, true
		if !exchange.vanishes(two) {
			test.P = exchange.dynamic(two)
		}
		if test.P < vanishing {
			test.P, test.Method, test.Exact = max(exchange.saddlepoint(two), Smallest), Saddlepoint, false
		}
	case len(exchange.dm) <= maxEnumerate:
		test.P, test.Method, test.Exact = exchange.enumerate(two), Enumeration, true
	default:
		return test, exchange
	}
	return test, nil
}

func finite(x float64) bool { return !math.IsNaN(x) && !math.IsInf(x, 0) }

// A limit decides whether an exchange is at least as extreme as the observed
// difference: |mT-Mt|(T²-t0²) >= |m0T-Mt0|(T²-t²), in whole numbers. An exchange
// that leaves a side without denominator counts as extreme.
type limit struct {
	M, T   int64
	size   uint64 // |m0T-Mt0|
	spread uint64 // T²-t0²
	sign   int64  // of m0T-Mt0
	two    bool
}

func (e *exchange) limit(two bool) limit {
	x := e.m*e.T - e.M*e.t
	l := limit{M: e.M, T: e.T, spread: uint64(e.T*e.T - e.t*e.t), two: two, sign: 1, size: uint64(x)}
	if x < 0 {
		l.sign, l.size = -1, uint64(-x)
	}
	return l
}

func (l *limit) reached(m, t int64) bool {
	x := m*l.T - l.M*t
	spread := uint64(l.T*l.T - t*t)
	if spread == 0 {
		return true
	}
	if l.two {
		if x < 0 {
			x = -x
		}
		return !less128(uint64(x), l.spread, l.size, spread)
	}
	switch {
	case l.sign > 0 && x < 0:
		return false
	case l.sign > 0:
		return !less128(uint64(x), l.spread, l.size, spread)
	case x >= 0:
		return true
	}
	return !less128(l.size, spread, uint64(-x), l.spread) // -x·s0 <= size·s
}

// less128 reports whether a*b < c*d.
func less128(a, b, c, d uint64) bool {
	h1, l1 := bits.Mul64(a, b)
	h2, l2 := bits.Mul64(c, d)
	return h1 < h2 || h1 == h2 && l1 < l2
}

// A segment is some bits of one random word: the number of bits set is the number
// of units with this change that are exchanged.
type segment struct {
	mask   uint64
	weight int64 // dm in the upper lane, dt in the lower
	last   bool  // of its word
}

// segments assigns the units to fair random bits. Units whose changes are equal, or
// opposite, are exchangeable: the number of them that change sign is the number of
// bits set in a mask. segments also returns the sum of all changes, with opposite
// changes brought to one sign.
func (e *exchange) segments() (segs []segment, m, t int64) {
	type change struct{ m, t int64 }
	all := make([]change, len(e.dm))
	for i := range all {
		c := change{e.dm[i], e.dt[i]}
		if c.m < 0 || c.m == 0 && c.t < 0 {
			c = change{-c.m, -c.t}
		}
		all[i] = c
		m += c.m
		t += c.t
	}
	slices.SortFunc(all, func(a, b change) int { return cmp.Or(cmp.Compare(a.m, b.m), cmp.Compare(a.t, b.t)) })
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end] == all[i] && end%64 != 0 {
			end++
		}
		n := uint(end - i)
		segs = append(segs, segment{mask: (^uint64(0) >> (64 - n)) << (i % 64), weight: all[i].m<<32 + all[i].t,
			last: end%64 == 0 || end == len(all)})
		i = end
	}
	return segs, m, t
}

// A packedExchange has its units assigned to bits; see segments.
type packedExchange struct {
	segs  []segment
	words int   // random words that an exchange needs
	m, t  int64 // sums of all changes
}

func (e *exchange) packed() packedExchange {
	segs, m, t := e.segments()
	words := 0
	for _, s := range segs {
		if s.last {
			words++
		}
	}
	return packedExchange{segs, words, m, t}
}

// sample counts how many of n random exchanges are at least as extreme as the observed
// difference, for each of the exchanges that is not nil. Each takes the random words from
// the beginning of the stream of a chunk.
func sample(exchanges []*exchange, two bool, n int, opt Options) []int {
	all, limits := make([]packedExchange, len(exchanges)), make([]limit, len(exchanges))
	most := 0
	for i, e := range exchanges {
		if e != nil {
			all[i], limits[i] = e.packed(), e.limit(two)
			most = max(most, all[i].words)
		}
	}
	total := make([]int, len(exchanges))
	if most == 0 {
		return total
	}
	pool := sync.Pool{New: func() any { return new(sharedWords) }}
	counts := make([][]int, (n+shuffleChunk-1)/shuffleChunk)
	opt.chunks(n, shuffleChunk, func(chunk, from, to int) {
		count := make([]int, len(exchanges))
		shared := pool.Get().(*sharedWords)
		defer pool.Put(shared)
		shared.fill(opt.stream(forShuffles, chunk), (to-from)*most)
		for i := range all {
			if all[i].words == 0 {
				continue
			}
			words := shared.reader()
			for range to - from {
				if m, t := all[i].drawn(words.next(all[i].words)); limits[i].reached(m, t) {
					count[i]++
				}
			}
		}
		counts[chunk] = count
	})
	for _, count := range counts {
		for i, c := range count {
			total[i] += c
		}
	}
	return total
}
