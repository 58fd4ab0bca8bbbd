// Package signif tests whether differences are significant: paired tests, intervals
// and corrections for figures computed from sums of rows. It knows no trees.
//
// A unit (a sentence, a document) gives one row of counts per system. A figure
// is a Ratio, the sum of one number over the sum of another (recall, F1, LAS,
// errors per word), or any Statistic of the sums. Two systems are compared by
// exchanging whole units (approximate randomisation: Noreen 1989, Yeh 2000),
// because the items of a sentence are correlated, and a test that treats them
// as independent does not keep its level. The exchange is exact where that is
// feasible: by dynamic programming if the denominators are shared, by enumeration
// of all exchanges if at most 20 units differ.
//
// Intervals come from the bootstrap over units (BCa: Efron 1987) or from the
// linearised variance. RealTest is the test of Hogenhout & Matsumoto 1996 §6.
//
// Random numbers come from ChaCha8, keyed by seed, purpose and chunk, so that
// results do not depend on the order in which chunks run. Shuffles are compared in
// 128-bit integers, so that ties are exact. The package starts no goroutine:
// Options.Parallel may.
//
// PermuteRuns and FlipRuns compare runs of a training procedure, RandomizeMean and
// Replicable compare over treebanks, WithinMargin tests small differences. There is
// no Bayesian model here.
package signif

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// An Alternative is the alternative hypothesis of a test.
type Alternative int

// The alternatives: B differs from A, B's figure is greater, B's is less.
const (
	TwoSided Alternative = iota
	Greater
	Less
)

// String returns the word that options and signatures use.
func (a Alternative) String() string { return [...]string{"two-sided", "greater", "less"}[a] }

// Defaults of Options.
const (
	DefaultShuffles  = 99_999
	DefaultResamples = 9_999
	DefaultAlpha     = 0.05
	DefaultSeed      = 1
)

// Options of tests and intervals. The zero value is the default.
type Options struct {
	Alternative Alternative
	Alpha       float64 // 1 - confidence; 0 is 0.05
	Shuffles    int     // of a randomisation test; 0 is 99,999 (9,999 for a Statistic)
	Resamples   int     // of a bootstrap; 0 is 9,999
	Seed        uint64  // 0 is 1
	// Strata, if not nil, gives the stratum of each unit, from 0; resampling
	// then stays within strata. An exchange of paired units always does.
	Strata []int32
	// Parallel, if not nil, calls task(0) to task(n-1) in any order, also at
	// the same time, and returns when all are done.
	Parallel func(n int, task func(i int))
}

func (o Options) alpha() float64       { return cmp.Or(o.Alpha, DefaultAlpha) }
func (o Options) shuffles(def int) int { return cmp.Or(o.Shuffles, def) }
func (o Options) resamples() int       { return cmp.Or(o.Resamples, DefaultResamples) }
func (o Options) seed() uint64         { return cmp.Or(o.Seed, DefaultSeed) }

// each runs the tasks, in order if Parallel is nil.
func (o Options) each(n int, task func(i int)) {
	if o.Parallel != nil {
		o.Parallel(n, task)
		return
	}
	for i := range n {
		task(i)
	}
}

// A purpose separates the random streams of different methods.
type purpose uint64

const (
	forShuffles purpose = iota + 1
	forResamples
	forMaxT
	forRuns
	forOrder
	forStrata
	forRunsInterval
)

// stream returns the random stream of one chunk of work.
func (o Options) stream(p purpose, chunk int) *rand.ChaCha8 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], o.seed())
	binary.LittleEndian.PutUint64(key[8:], uint64(p))
	binary.LittleEndian.PutUint64(key[16:], uint64(chunk))
	return rand.NewChaCha8(key)
}

// chunks splits the numbers below n into chunks of at most size and calls task for each.
func (o Options) chunks(n, size int, task func(chunk, from, to int)) {
	o.each((n+size-1)/size, func(i int) { task(i, i*size, min((i+1)*size, n)) })
}

// upper returns P(Z >= z) of the normal distribution, precise in the tail.
func upper(z float64) float64 { return math.Erfc(z/math.Sqrt2) / 2 }

// quantile returns the normal quantile of p.
func quantile(p float64) float64 { return -math.Sqrt2 * math.Erfcinv(2*p) }

// fromZ returns the p-value of z under the alternative.
func fromZ(z float64, alt Alternative) float64 {
	switch alt {
	case Greater:
		return upper(z)
	case Less:
		return upper(-z)
	}
	return 2 * upper(math.Abs(z))
}

// NormalP returns the two-sided p-value of z, NaN if z is NaN.
func NormalP(z float64) float64 { return fromZ(z, TwoSided) }
