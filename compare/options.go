package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"

	"assay/eval"
	"assay/internal/message"
	"assay/signif"
)

// AllPairs as a baseline compares every system with every other, NextBest each
// with the one that comes next in the order of the score: a ranking.
const (
	AllPairs = -1
	NextBest = -2
)

// A Unit is the part of gold that tests exchange and intervals resample.
type Unit int

// The units, from the smallest.
const (
	UnitSentence Unit = iota
	UnitDocument
	UnitFile
)

var unitNames = []string{"sentence", "document", "file"}

// String returns the word that the command and signatures use.
func (u Unit) String() string { return word(unitNames, int(u)) }

// A Stratum is a part of gold within which units are resampled.
type Stratum int

// The strata. They must be larger than the unit.
const (
	StratumNone Stratum = iota // all of gold
	StratumDocument
	StratumFile
)

var stratumNames = []string{"none", "document", "file"}

// String returns the word that the command and signatures use.
func (s Stratum) String() string { return word(stratumNames, int(s)) }

// A Test is a significance test of two systems.
type Test int

// The tests. All but TestMcNemar are over units.
const (
	TestRandomization Test = iota // approximate randomisation
	TestMcNemar                   // over gold items
	TestSign
	TestWilcoxon
	TestT
	TestPoisson // by the standard error of the Poisson bootstrap, with CIPoisson
)

var testNames = []string{"ar", "mcnemar", "sign", "wilcoxon", "t", "poisson"}

// String returns the word that the command and signatures use.
func (t Test) String() string { return word(testNames, int(t)) }

// An Adjustment of p-values allows for the number of tests.
type Adjustment int

// The adjustments.
const (
	AdjustHolm Adjustment = iota
	AdjustBH              // Benjamini and Hochberg: the false discovery rate
	AdjustMaxT            // the largest statistic of each shuffle; AdjustHolm if a score is no ratio of sums
	AdjustNone
)

var adjustmentNames = []string{"holm", "bh", "max-t", "none"}

// String returns the word that the command and signatures use.
func (a Adjustment) String() string { return word(adjustmentNames, int(a)) }

// head is the head of a column of adjusted p-values.
func (a Adjustment) head() string {
	switch a {
	case AdjustHolm:
		return "p (Holm)"
	case AdjustBH:
		return "p (BH)"
	}
	return "p (" + a.String() + ")"
}

// A CI is a kind of confidence interval.
type CI int

// The confidence intervals.
const (
	CIBCa CI = iota // bias-corrected and accelerated bootstrap
	CIAnalytic
	CIPoisson // Poisson bootstrap by the keys of units, see signif.Poisson
	CINone
)

var ciNames = []string{"bca", "analytic", "poisson", "none"}

// String returns the word that the command and signatures use.
func (c CI) String() string { return word(ciNames, int(c)) }

// word returns names[i], or i as a number if there is no such name.
func word(names []string, i int) string {
	if i < 0 || i >= len(names) {
		return strconv.Itoa(i)
	}
	return names[i]
}

// Options of a comparison. The zero value is the default.
type Options struct {
	Unit    Unit
	Stratum Stratum
	// names of the scores to compare, in order; nil for those the measure names, of a ranking its headline
	Scores    []string
	AllScores bool // every score of the measure, whatever Scores is
	Baseline  int  // index of the system that the others are compared with, AllPairs or NextBest
	Test      Test
	Adjust    Adjustment
	CI        CI
	Alpha     float64 // 1 - confidence; 0 is 0.05
	Samples   int     // shuffles and resamples; 0 for the defaults of signif
	Resamples int     // resamples of intervals, if fewer; 0 for Samples
	Seed      uint64  // 0 is 1
	Against   signif.Alternative
	Margin    float64 // size of a difference that does not matter, in points of a hundred for rates; 0 for no test of it
	Items     bool    // test gold items too, where measures list them
	Names     bool    // watch for pairs with other names and other words, see Foreign
	Whole     bool    // leave out the groups of a breakdown
	Jobs      int     // goroutines; 0 for the number of cores
	Headline  bool    // Intervals gives those of the measure's main score alone
	ByOrder   bool    // the user wants pairs by number, whatever the names
	// AllowMissing takes sentences that a system does not have, or that only it has,
	// as eval did: not analysed by the other side, or left out. Without it they are
	// an error: the files may not belong together.
	AllowMissing bool
	Version      string
	Extra        []string // for signatures: other settings that change figures
	// Progress, if not nil, is called with the parts of a test or an interval that are
	// done, and their number, by any goroutine.
	Progress func(done, of int)
}

func (o Options) signif() signif.Options {
	return signif.Options{Alternative: o.Against, Alpha: o.Alpha, Shuffles: o.Samples, Resamples: o.resamples(),
		Seed:     o.Seed,
		Parallel: o.Parallel}
}

func (o Options) resamples() int { return cmp.Or(o.Samples, o.Resamples) }

// Parallel calls task(0) to task(n-1) on the goroutines that o allows, and reports how
// many are done.
func (o Options) Parallel(n int, task func(int)) {
	if o.Progress == nil {
		eval.Parallel(o.Jobs, n, task)
		return
	}
	var done atomic.Int64
	eval.Parallel(o.Jobs, n, func(i int) {
		task(i)
		o.Progress(int(done.Add(1)), n)
	})
}

// filled returns o with the defaults written out, or a *eval.UsageError for an
// invalid value.
func (o Options) filled() (Options, error) {
	for _, v := range []struct {
		option string
		value  int
		names  []string
	}{
		{"unit", int(o.Unit), unitNames},
		{"stratum", int(o.Stratum), stratumNames},
		{"test", int(o.Test), testNames},
		{"adjust", int(o.Adjust), adjustmentNames},
		{"ci", int(o.CI), ciNames},
	} {
		if v.value < 0 || v.value >= len(v.names) {
			return o, &eval.UsageError{Option: v.option, Want: strings.Join(v.names, ", "), Found: strconv.Itoa(v.value)}
		}
	}
	if o.Stratum != StratumNone && int(o.Stratum) <= int(o.Unit) { // the two lists run in parallel
		return o, &eval.UsageError{Option: "stratum", Want: "a part of gold larger than the unit, " + o.Unit.String(),
			Found: o.Stratum.String()}
	}
	if o.Test == TestPoisson && o.CI != CIPoisson {
		return o, &eval.UsageError{Option: "test", Want: "another test, or option ci=poisson beside it",
			Found: o.Test.String()}
	}
	if o.CI == CIPoisson && (o.Unit != UnitSentence || o.Stratum != StratumNone) {
		return o, &eval.UsageError{Option: "ci", Want: "bca or analytic, where the unit is no sentence or there are strata",
			Found: o.CI.String()}
	}
	if o.Alpha == 0 {
		o.Alpha = signif.DefaultAlpha
	}
	if !(o.Alpha > 0 && o.Alpha < 1) {
		return o, &eval.UsageError{Option: "alpha", Want: "a number between 0 and 1", Found: fmt.Sprint(o.Alpha)}
	}
	if o.Seed == 0 {
		o.Seed = signif.DefaultSeed
	}
	if !(o.Margin >= 0) || math.IsInf(o.Margin, 0) {
		return o, &eval.UsageError{Option: "margin", Want: "a positive number of points", Found: fmt.Sprint(o.Margin)}
	}
	if o.Samples < 0 {
		return o, &eval.UsageError{Option: "samples", Want: "a positive number", Found: fmt.Sprint(o.Samples)}
	}
	if o.Against != signif.TwoSided && (o.Test != TestRandomization || o.Adjust == AdjustMaxT) {
		return o, &eval.UsageError{Option: "alternative",
			Want: "two-sided, unless the test is " + TestRandomization.String() +
				" and the adjustment is not " + AdjustMaxT.String(), Found: o.Against.String()}
	}
	return o, nil
}

// BaselineOf returns the value of Options.Baseline for a name: that of a system, its number from 1, all or
// next.
func BaselineOf(name string, systems []string) (int, error) {
	switch name {
	case "all":
		return AllPairs, nil
	case "next":
		return NextBest, nil
	}
	if i := slices.Index(systems, name); i >= 0 {
		return i, nil
	}
	n, err := strconv.Atoi(name)
	if err == nil && n >= 1 && n <= len(systems) {
		return n - 1, nil
	}
	some := systems
	if len(systems) > 4 {
		some = append(slices.Clone(systems[:3]), fmt.Sprintf("%d more", len(systems)-3))
	}
	return 0, message.Errorf("option baseline wants one of the systems (%s), a number from 1 to %d, all or next; not %q",
		strings.Join(some, ", "), len(systems), name)
}
