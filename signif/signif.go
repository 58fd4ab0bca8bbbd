// Package signif tells which differences are real: paired tests, intervals and
// corrections for figures that follow from sums of rows. It knows no trees.
//
// A unit (a sentence, a document) gives one row of counts per system. A figure
// is a Ratio, the sum of one number over the sum of another (recall, F1, LAS,
// errors per word), or any Statistic of the sums. Two systems are compared by
// exchanging whole units (approximate randomisation: Noreen 1989, Yeh 2000),
// because the items of a sentence hang together and no test that takes them
// one by one holds its level. Where the exchange can be carried through exactly
// it is: by dynamic programming where the denominators are shared, by going
// through all exchanges where at most 20 units differ.
//
// Intervals come from the bootstrap over units (BCa: Efron 1987) or from the
// linearised variance. Hogenhout & Matsumoto 1997 §6 is here as RealTest.
//
// Chance comes from ChaCha8, keyed by seed, purpose and chunk, so that results
// do not depend on how the chunks are run. Comparisons of shuffles are made with
// integers of 128 bits, so that ties are ties. The package starts no goroutine:
// Options.Parallel may.
//
// Runs of a training procedure are compared by PermuteRuns and FlipRuns, treebanks
// by RandomizeMean and Replicable, small differences by WithinMargin. There is no
// Bayesian model here.
package signif

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// An Alternative is what a test is against.
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

func (o Options) alpha() float64 {
	if o.Alpha == 0 {
		return DefaultAlpha
	}
	return o.Alpha
}

func (o Options) shuffles(def int) int {
	if o.Shuffles == 0 {
		return def
	}
	return o.Shuffles
}

func (o Options) resamples() int {
	if o.Resamples == 0 {
		return DefaultResamples
	}
	return o.Resamples
}

func (o Options) seed() uint64 {
	if o.Seed == 0 {
		return DefaultSeed
	}
	return o.Seed
}

// each runs the tasks, in order where nobody offers to run them in parallel.
func (o Options) each(n int, task func(i int)) {
	if o.Parallel != nil {
		o.Parallel(n, task)
		return
	}
	for i := range n {
		task(i)
	}
}

// A purpose keeps the streams of chance of different methods apart.
type purpose uint64

const (
	forShuffles purpose = iota + 1
	forResamples
	forMaxT
	forRuns
	forOrder
	forStrata
)

// stream returns the stream of chance of one chunk of work.
func (o Options) stream(p purpose, chunk int) *rand.ChaCha8 {
	var key [32]byte
	binary.LittleEndian.PutUint64(key[0:], o.seed())
	binary.LittleEndian.PutUint64(key[8:], uint64(p))
	binary.LittleEndian.PutUint64(key[16:], uint64(chunk))
	return rand.NewChaCha8(key)
}

// chunks calls task for each stretch of at most size of the numbers below n.
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
