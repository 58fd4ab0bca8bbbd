package experiment

import (
	"fmt"
	"math"
	"slices"

	"assay/compare"
	"assay/eval"
	"assay/signif"
)

// TestOptions select the compared systems and the tests.
type TestOptions struct {
	Baseline int     // a system, compare.AllPairs or compare.NextBest
	Paired   bool    // runs with one name share their seed: FlipRuns instead of PermuteRuns
	Margin   float64 // fraction of 1 for shares; 0 is none
	Order    bool    // also compute the almost stochastic order
	Interval bool    // also the interval of each difference over runs and sentences
	Alpha    float64 // 0 is 0.05
	Signif   signif.Options
	Progress func(done, of int) // nil, or called before each pair of systems in a score
}

// Level is the level of the tests.
func (o TestOptions) Level() float64 {
	if o.Alpha == 0 {
		return signif.DefaultAlpha
	}
	return o.Alpha
}

// A Claim is the strongest claim that the tests of two systems allow.
type Claim int

// The claims, from the weakest.
const (
	NoClaim        Claim = iota
	TheseFiles           // question (a): two files differ; one run each shows nothing about training
	TheseSets            // question (b): training again differs, on these sentences
	TheseRuns            // question (c): these runs differ, on new sentences
	Training             // (b) and (c): training again differs, on new sentences too
	SameEverywhere       // the systems are identical
)

// A Pair is the comparison of system B with system A in one score, over the
// treebanks for which both have files.
type Pair struct {
	Figure     *Figure
	A, B       int // systems
	Treebanks  []string
	Runs       [2]int   // fewest runs of a treebank, of A and of B
	Most       [2]int   // most runs of a treebank
	LeftOut    []string // files of Treebanks that are not compared, such as "A run 1 of en"
	Few        []string // treebanks with a single run of a system that has several elsewhere
	Difference float64  // of the averages over runs: mean over treebanks, B less A
	OneRun     Question
	Training   *signif.RunTest // nil if a system has only one run
	Sentences  Question
	P          float64 // of the claim: the larger p of (b) and (c), or that of (a) if there is one run
	Adjusted   float64 // over all pairs and scores (Holm)
	Claim      Claim
	Needed     int // runs of each that find a difference of this size; 0 if unknown
	ByTreebank []TreebankTest
	Bonferroni int // B is better on at least this number of treebanks, under any dependence
	Fisher     int // the same for independent treebanks
	Margin     *signif.Margin
	Order      [2]*signif.Order // of A over B and of B over A; nil unless asked for
	Interval   *signif.Interval // of Difference, over runs and sentences; nil unless asked for
}

// A Question is one test of sentences.
type Question struct {
	Test       signif.Test
	Difference float64
	RunA, RunB string // of OneRun; "1 (en), 2 (de)" if they differ between treebanks
}

// A TreebankTest is the comparison on one treebank.
type TreebankTest struct {
	Treebank   string
	Difference float64
	P          float64 // as Pair.P
	Adjusted   float64 // Holm over the treebanks
	Better     float64 // p that B is better, for replicability: 1 if A is better
	Identical  bool    // every sentence has the same counts in the first run of both
}

// Test compares the systems in all figures.
func (e *Experiment) Test(figures []*Figure, opt TestOptions) ([]*Pair, error) {
	if len(e.Table.Systems) < 2 {
		return nil, &eval.UsageError{Text: fmt.Sprintf("%s: compare wants at least two systems, found %d",
			e.Table.Name, len(e.Table.Systems))}
	}
	var out []*Pair
	var p []float64
	of := 0
	for _, f := range figures {
		of += len(e.pairs(f, opt.Baseline))
	}
	for _, f := range figures {
		for _, ab := range e.pairs(f, opt.Baseline) {
			if opt.Progress != nil {
				opt.Progress(len(out), of)
			}
			x := e.pair(f, ab[0], ab[1], opt)
			out, p = append(out, x), append(p, x.P)
		}
	}
	if opt.Progress != nil {
		opt.Progress(of, of)
	}
	for i, a := range signif.Holm(p) {
		out[i].Adjusted = a
		out[i].claim(opt.Level())
	}
	return out, nil
}

// pairs lists the compared pairs of systems: A, then B.
func (e *Experiment) pairs(f *Figure, baseline int) (out [][2]int) {
	n := len(e.Table.Systems)
	if baseline == compare.NextBest {
		order := f.Ranked()
		for i := range n - 1 {
			out = append(out, [2]int{order[i], order[i+1]})
		}
		return out
	}
	for a := range n {
		for b := range n {
			if baseline == compare.AllPairs && a < b || a == baseline && b != a {
				out = append(out, [2]int{a, b})
			}
		}
	}
	return out
}

func (f *Figure) better(a, b float64) bool {
	return !f.Neither && (f.Lower && a < b || !f.Lower && a > b)
}

// compare orders values of the figure, the best first and NaN last.
func (f *Figure) compare(a, b float64) int {
	switch {
	case f.better(a, b), math.IsNaN(b) && !math.IsNaN(a):
		return -1
	case f.better(b, a), math.IsNaN(a) && !math.IsNaN(b):
		return 1
	}
	return 0
}

// both holds the files of two systems for one treebank.
type both struct {
	treebank string
	a, b     []*Scored
}

// both lists the files of two systems for a treebank that can be compared: all that have
// the score, or those of runs that both systems have, if runs are paired.
func (e *Experiment) both(figure *Figure, a, b int, treebank string, opt TestOptions) both {
	s := both{treebank, e.scored(figure, a, treebank), e.scored(figure, b, treebank)}
	if opt.Paired {
		s = s.shared()
	}
	return s
}

// pair compares two systems in one score.
func (e *Experiment) pair(figure *Figure, a, b int, opt TestOptions) *Pair {
	pair := &Pair{Figure: figure, A: a, B: b, P: math.NaN(), Adjusted: math.NaN(), Difference: math.NaN()}
	pair.OneRun = Question{Test: signif.Test{P: math.NaN(), Far: math.NaN(), Method: signif.NoTest},
		Difference: math.NaN()}
	var sides []both
	for _, tb := range e.Table.Treebanks {
		s := e.both(figure, a, b, tb, opt)
		if len(s.a) > 0 && len(s.b) > 0 {
			sides = append(sides, s)
			pair.Treebanks = append(pair.Treebanks, tb)
		}
	}
	if len(sides) == 0 {
		return pair
	}
	pair.LeftOut = e.leftOut(pair, sides)
	e.ask(pair, sides, opt)
	pair.Few = e.few(pair, sides)
	var p, better []float64
	for _, side := range sides {
		one := pair
		if len(sides) > 1 {
			one = &Pair{Figure: figure, A: a, B: b, P: math.NaN()}
			e.ask(one, []both{side}, TestOptions{Paired: opt.Paired, Alpha: opt.Alpha, Signif: opt.Signif})
		}
		t := TreebankTest{Treebank: side.treebank, Difference: one.Difference, P: one.P, Better: one.P,
			Identical: one.OneRun.Test.Identical}
		if !figure.better(one.Difference, 0) && !math.IsNaN(one.P) {
			t.Better = 1
		}
		pair.ByTreebank = append(pair.ByTreebank, t)
		p, better = append(p, t.P), append(better, t.Better)
	}
	for i, q := range signif.Holm(p) {
		pair.ByTreebank[i].Adjusted = q
	}
	pair.Bonferroni, _ = signif.Replicable(better, opt.Level(), false)
	pair.Fisher, _ = signif.Replicable(better, opt.Level(), true)
	return pair
}

// scored lists the files of a system and a treebank that have the score.
func (e *Experiment) scored(f *Figure, system int, treebank string) (out []*Scored) {
	for _, s := range e.files(e.Table.Systems[system], treebank, "") {
		if s.Err != nil {
			continue
		}
		if v, ok := e.value(f, s); ok && !math.IsNaN(v) {
			out = append(out, s)
		}
	}
	return out
}

// ask answers the three questions.
func (e *Experiment) ask(x *Pair, sides []both, opt TestOptions) {
	figure := x.Figure
	var a, b [][]float64
	x.Runs = [2]int{math.MaxInt, math.MaxInt}
	for _, s := range sides {
		x.Runs = [2]int{min(x.Runs[0], len(s.a)), min(x.Runs[1], len(s.b))}
		x.Most = [2]int{max(x.Most[0], len(s.a)), max(x.Most[1], len(s.b))}
		a, b = append(a, e.values(figure, s.a)), append(b, e.values(figure, s.b))
	}
	single := e.single(sides)
	x.OneRun = e.exchanged(figure, single, opt)
	x.OneRun.RunA, x.OneRun.RunB = runsOf(single)
	x.Difference = x.OneRun.Difference
	x.P = x.OneRun.Test.P
	if opt.Interval {
		x.interval(sides, opt)
	}
	if x.Runs[0] < 2 || x.Runs[1] < 2 {
		x.margin(e, sides, opt)
		return
	}
	training := signif.PermuteRuns(a, b, opt.Signif)
	if opt.Paired {
		training = signif.FlipRuns(a, b, opt.Signif)
	}
	x.Training = &training
	x.Difference = training.Difference
	x.Sentences = e.exchanged(figure, sides, opt)
	x.Sentences.Difference = training.Difference
	x.P = max(training.P, x.Sentences.Test.P) // NaN if one of them is
	if !math.IsNaN(training.SD) && training.SD > 0 && training.Difference != 0 {
		x.Needed = signif.RunsNeeded(training.SD/math.Sqrt(float64(len(sides))), training.Difference)
	}
	x.margin(e, sides, opt)
	if opt.Order && len(sides) == 1 {
		x.order(a[0], b[0], opt)
	}
}

// interval finds the interval of the difference over runs and sentences; there is none
// for a score that is not a ratio of sums.
func (x *Pair) interval(sides []both, opt TestOptions) {
	var a, b [][]signif.Ratio
	for _, s := range sides {
		ra, rb := ratiosOf(x.Figure, s.a), ratiosOf(x.Figure, s.b)
		if ra == nil || rb == nil {
			return
		}
		a, b = append(a, ra), append(b, rb)
	}
	iv := signif.BootstrapRuns(a, b, opt.resampling())
	x.Interval = &iv
}

// ratiosOf returns the ratios of a score by file, nil if it is not a ratio of sums.
func ratiosOf(f *Figure, files []*Scored) (out []signif.Ratio) {
	for _, s := range files {
		if s.ratios == nil || s.ratios[f.metric][f.score].Num == nil {
			return nil
		}
		out = append(out, s.ratios[f.metric][f.score])
	}
	return out
}

// Interval returns the interval of a system's macro average over runs and sentences;
// nil if a treebank is missing or the score is no ratio of sums.
func (e *Experiment) Interval(figure *Figure, system int, opt TestOptions) *signif.Interval {
	var strata [][]signif.Ratio
	for _, tb := range e.Table.Treebanks {
		if slices.Contains(figure.LeftOut, tb) {
			continue
		}
		files := e.averaged(e.files(e.Table.Systems[system], tb, ""))
		ratios := ratiosOf(figure, files)
		if ratios == nil || slices.ContainsFunc(files, func(s *Scored) bool { return s.Err != nil }) {
			return nil
		}
		strata = append(strata, ratios)
	}
	iv := signif.BootstrapRuns(nil, strata, opt.resampling())
	return &iv
}

// resampling returns the options of intervals.
func (o TestOptions) resampling() signif.Options {
	out := o.Signif
	out.Alpha, out.Resamples = o.Level(), out.Shuffles
	return out
}

// shared keeps the runs that both systems have.
func (s both) shared() both {
	keep := func(list, other []*Scored) (out []*Scored) {
		for _, f := range list {
			if slices.ContainsFunc(other, func(g *Scored) bool { return g.Run == f.Run }) {
				out = append(out, f)
			}
		}
		return out
	}
	return both{s.treebank, keep(s.a, s.b), keep(s.b, s.a)}
}

func (e *Experiment) values(f *Figure, files []*Scored) (out []float64) {
	for _, s := range files {
		v, _ := e.value(f, s)
		out = append(out, v)
	}
	return out
}

// exchanged tests by exchanging sentences within treebanks; the rows of the runs are added up.
func (e *Experiment) exchanged(figure *Figure, sides []both, opt TestOptions) Question {
	var a, b []signif.Ratio
	question := Question{Test: signif.Test{P: math.NaN(), Far: math.NaN(), Method: signif.NoTest}}
	for _, s := range sides {
		question.Difference += (mean(e.values(figure, s.b)) - mean(e.values(figure, s.a))) / float64(len(sides))
		ra, rb, ok := added(figure, s.a, s.b)
		if !ok {
			return question
		}
		a, b = append(a, ra), append(b, rb)
	}
	question.Test = signif.RandomizeMean(a, b, opt.Signif)
	return question
}

func mean(v []float64) (m float64) {
	for _, x := range v {
		m += x
	}
	return m / float64(len(v))
}

// added adds up the rows of the runs of both systems. If the systems have different
// numbers of runs, each side is multiplied by the number of the other.
func added(figure *Figure, x, y []*Scored) (a, b signif.Ratio, ok bool) {
	sum := func(files []*Scored, times int) (out signif.Ratio) {
		for i, s := range files {
			if s.ratios == nil || s.ratios[figure.metric][figure.score].Num == nil {
				return signif.Ratio{}
			}
			ratio := s.ratios[figure.metric][figure.score]
			if i == 0 {
				out = signif.Ratio{Num: make([]float64, ratio.Len()), Den: make([]float64, ratio.Len())}
			}
			for j := range ratio.Num {
				out.Num[j] += ratio.Num[j] * float64(times)
				out.Den[j] += ratio.Den[j] * float64(times)
			}
		}
		return out
	}
	k, l := len(y), len(x)
	if k == l {
		k, l = 1, 1
	}
	a, b = sum(x, k), sum(y, l)
	return a, b, a.Num != nil && b.Num != nil
}

// margin tests whether the difference is within the margin: between runs if there
// are several, else between sentences.
func (x *Pair) margin(e *Experiment, sides []both, opt TestOptions) {
	if opt.Margin <= 0 {
		return
	}
	difference, se, df := x.Difference, math.NaN(), 0.0
	if t := x.Training; t != nil && t.T != 0 {
		se, df = t.Difference/t.T, t.DF
	} else if t := x.OneRun.Test; t.Z != 0 {
		se = x.OneRun.Difference / t.Z
	}
	if x.Figure.Lower { // less is better
		difference = -difference
	}
	if se = math.Abs(se); se > 0 && !math.IsInf(se, 0) {
		m := signif.WithinMargin(difference, se, df, opt.Margin, opt.Level())
		x.Margin = &m
	}
}

// order finds the almost stochastic order of the runs, larger scores being better.
func (x *Pair) order(a, b []float64, opt TestOptions) {
	if x.Figure.Lower {
		negate := func(v []float64) (out []float64) {
			for _, s := range v {
				out = append(out, -s)
			}
			return out
		}
		a, b = negate(a), negate(b)
	}
	o := opt.Signif
	o.Alpha = opt.Level()
	ab, ba := signif.AlmostOrder(a, b, o), signif.AlmostOrder(b, a, o)
	x.Order = [2]*signif.Order{&ab, &ba}
}

// claim finds the strongest claim at a level.
func (x *Pair) claim(alpha float64) {
	below := func(p float64) bool { return p <= alpha } // false for NaN
	switch training := x.Training; {
	case training == nil && x.OneRun.Test.Identical:
		x.Claim = SameEverywhere
	case training == nil && below(x.Adjusted):
		x.Claim = TheseFiles
	case training == nil:
	case x.Sentences.Test.Identical:
		x.Claim = SameEverywhere
	case below(x.Adjusted):
		x.Claim = Training
	case below(training.P) && !below(x.Sentences.Test.P):
		x.Claim = TheseSets
	case below(x.Sentences.Test.P) && !below(training.P):
		x.Claim = TheseRuns
	case below(x.OneRun.Test.P) && !below(x.Sentences.Test.P):
		x.Claim = TheseFiles
	}
}
