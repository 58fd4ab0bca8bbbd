// Package compare tests which differences between systems are significant. It
// takes eval's results for several systems over the same gold, aligns the rows
// over the smallest stretches of gold that all systems have rows for, and hands
// them to signif.
//
// Every figure that is a fraction, linear in the row, gets the exact or the fast
// test; any other gets the general one. Of measures with gold items
// it counts which items each system gets right (Hogenhout & Matsumoto 1996 §3)
// and estimates the real test (§6).
//
// Limits: gold must be the same files under the same options for all systems;
// nothing is said about how a parser would do if it were trained again.
package compare

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/eval"
	"assay/report"
	"assay/signif"
)

// A Run is eval's result for one system; Watch is nil if items were not
// collected.
type Run struct {
	Result *eval.Result
	Watch  *ItemLog
}

// A Comparison is the result of Compare.
type Comparison struct {
	Options   Options
	Gold      report.Input
	Systems   []string
	Noun      string // for a sentence: sentence, document, instance
	Units     int    // sentences (stretches, documents, files) of gold
	Stretches int    // smallest parts of gold that all systems have
	Sentences int    // of gold
	Metrics   []*Metric
	Why       *report.Object // causes of the difference, which JSON shows; nil for none
	Beside    *report.Report // the figures of each system, who leads, and warnings; nil if unknown

	tests int // see Tests
}

// A Metric holds the results under one measure.
type Metric struct {
	Name      string
	Skipped   int // stretches left out because some system could not be scored on them
	Counted   int // stretches that count, though a system lacks them or cannot be scored on them
	Scores    []*Score
	Signature string // of all scores together
}

// A Score is one score, over all the data or one group of it.
type Score struct {
	Name        string
	By, Value   string // group; "" is everything
	Rate, Lower bool
	Neither     bool // no value is better than another
	Headline    bool // it is the measure's leading score
	Units       int
	Values      []float64         // by system; rates are fractions of 1, here and below
	Intervals   []signif.Interval // by system; nil if none were asked for
	Oracle      float64           // of the best choice of a system for each unit; NaN if unknown
	All, Some   int               // gold items that all, and that some but not all systems get right
	None        int
	HasItems    bool
	Pairs       []*Pair
}

// A Pair is the comparison of two systems in one score: B against A.
type Pair struct {
	A, B         int              // systems
	Difference   float64          // of B's figure less A's
	Interval     *signif.Interval // of the difference; nil if none was asked for
	Test         signif.Test
	TestName     string
	Adjusted     float64 // p-value, adjusted over all of the run; NaN if there is none
	ABetter      int     // units
	BBetter      int
	Equal        int
	Unpaired     bool // units were not compared one by one, so that these three are unknown
	Items        *Items
	McNemar      *signif.Discordance // of the items, or of units that are one question each
	Detectable   float64             // difference found with a chance of 80%; NaN if unknown
	DesignEffect float64             // mean of both systems; NaN if unknown
	Margin       *signif.Margin      // test against Options.Margin, larger being better; nil if there is none
	Signature    string

	// Ratios holds the fraction of each unit. It is nil if the score is no ratio of
	// sums, and in groups unless p-values are adjusted by max-t.
	Ratios *signif.Pairing
	twin   uint64 // see data.twin; 0 if unknown
}

// Items counts the gold items that two systems get right, of the sentences that both are
// scored on.
type Items struct {
	signif.Items
	Sentences    int
	Real         signif.RealTest
	ClusteredZ   float64 // with the sentence as unit
	ClusteredP   float64
	DesignEffect float64
	ExpectedYY   float64
	ExpectedNN   float64
	Discordant   []Discordant // in the order of the units
}

// Discordant counts the items of a unit that only one of two systems gets right; a
// unit without such items has none.
type Discordant struct{ Unit, OnlyA, OnlyB int32 }

// Power is the chance with which Detectable differences are found.
const Power = 0.8

// Compare compares the systems of the runs in every measure.
func Compare(runs []Run, opt Options) (*Comparison, error) {
	opt, err := opt.filled()
	if err != nil {
		return nil, err
	}
	if len(runs) < 2 {
		return nil, &eval.UsageError{Text: fmt.Sprintf("want at least two systems to compare, found %d", len(runs))}
	}
	if opt.Baseline < NextBest || opt.Baseline >= len(runs) {
		return nil, &eval.UsageError{Option: "baseline",
			Want: fmt.Sprintf("the number of a system from 1 to %d", len(runs)), Found: strconv.Itoa(opt.Baseline + 1)}
	}
	if opt.Whole {
		runs = withoutGroups(runs)
	}
	arrange := newLayout
	if streamed(runs) {
		arrange = layoutOfTotals
	}
	layout, err := arrange(runs, opt)
	if err != nil {
		return nil, err
	}
	first := runs[0].Result
	comparison := &Comparison{Options: opt, Noun: first.Unit(), Units: layout.units,
		Stretches: layout.stretches, Sentences: first.GoldN,
		Gold: report.Input{Path: first.Gold.Name, Format: first.Gold.Format.Name, Sentences: first.GoldN}}
	for _, r := range runs {
		comparison.Systems = append(comparison.Systems, r.Result.System.Name)
	}
	if layout.units < 2 {
		return nil, pairingErrorf("", "a test needs at least two %ss, and the files have %d in common", comparison.unit(),
			layout.units)
	}
	for m := range first.Counts {
		if err := comparison.metric(runs, layout, m); err != nil {
			return nil, err
		}
	}
	comparison.adjust(layout)
	comparison.sign(runs)
	return comparison, nil
}

// withoutGroups returns the runs without the groups of a breakdown. Tests of every group that a page
// plots would be hundreds, and after the adjustment for so many none of them would find a
// difference.
func withoutGroups(runs []Run) (out []Run) {
	for _, run := range runs {
		whole := *run.Result
		whole.Counts = nil
		for _, c := range run.Result.Counts {
			one := *c
			one.Groups = nil
			whole.Counts = append(whole.Counts, &one)
		}
		out = append(out, Run{Result: &whole, Watch: run.Watch})
	}
	return out
}

// metric compares the systems in measure m.
func (c *Comparison) metric(runs []Run, layout *layout, m int) error {
	metric := runs[0].Result.Counts[m].Metric
	out := &Metric{Name: runs[0].Result.MetricName(m)}
	for _, r := range runs {
		ct := r.Result.Counts[m]
		if n := ct.Unscorable; n > 0 && n == r.Result.Len() {
			return pairingErrorf("", "%s: not one sentence could be scored with %s%s", r.Result.System.Name, metric.Name,
				firstProblem(r.Result, m))
		}
	}
	if streamed(runs) {
		return c.ofTotals(runs, m, out)
	}
	skip, n := layout.skipped(runs, m)
	out.Skipped = n
	out.Counted = layout.counted(runs, skip)
	chosen, err := c.Options.chosen(metric)
	if err != nil {
		return err
	}
	t := &tester{c: c, l: layout, metric: metric}
	if c.Options.CI == CIPoisson {
		t.keys = layout.keys(runs)
	}
	t.judge(runs, m, chosen)
	whole := layout.whole(runs, m, skip)
	if len(whole.units) < 2 {
		return pairingErrorf("", "a test needs at least two %ss; with %s %d could be scored for all systems",
			c.unit(), metric.Name, len(whole.units))
	}
	if c.Options.Test == TestPoisson {
		out.Scores = t.byResamples(whole, chosen)
	} else {
		out.Scores = t.scores(whole, chosen)
	}
	if !slices.ContainsFunc(out.Scores, (*Score).defined) {
		return undefinedFor(metric)
	}
	for _, group := range groupsOf(runs, m) {
		if c.Options.Test == TestPoisson {
			break // the sums of all resamples would be held for each of them
		}
		for _, s := range t.scores(layout.group(runs, m, skip, group), chosen) {
			if slices.ContainsFunc(s.Values, finite) { // else the score has nothing to do with the group
				out.Scores = append(out.Scores, s)
			}
		}
	}
	c.Metrics = append(c.Metrics, out)
	return nil
}

func undefinedFor(metric *eval.Measure) error {
	if metric.Omit != nil && !slices.ContainsFunc(metric.Formulas, func(f eval.Formula) bool { return !f.Undefined }) {
		for _, o := range metric.Omit(make([]float64, len(metric.Columns)), 0) {
			if o.Absent {
				return pairingErrorf("", "%s: no score is defined: %s", metric.Name, o.Why)
			}
		}
	}
	return pairingErrorf("", "%s: no score is defined for all systems (0/0): there is nothing in gold or system "+
		"that it counts", metric.Name)
}

func firstProblem(r *eval.Result, m int) string {
	for _, p := range r.Problems {
		if p.Metric == m || p.Metric < 0 {
			return ": " + p.Place + ": " + p.Text
		}
	}
	return ""
}

func (s *Score) defined() bool {
	return !slices.ContainsFunc(s.Values, func(v float64) bool { return !finite(v) })
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// chosen lists the scores that are compared.
func (o Options) chosen(metric *eval.Measure) ([]int, error) {
	names := metric.ScoreNames()
	var out []int
	want := o.Scores
	if want == nil && !o.AllScores {
		want = fewScores(metric)
		if at := metric.Headline(); o.Baseline == NextBest && at >= 0 {
			want = names[at : at+1]
		}
	}
	for i := range names {
		if o.AllScores {
			out = append(out, i)
		}
	}
	for _, name := range want {
		if i := slices.Index(names, name); i >= 0 && !slices.Contains(out, i) {
			out = append(out, i)
		}
	}
	if len(out) == 0 {
		return nil, &eval.UsageError{Option: "scores", Want: "scores of " + metric.Name + " (" +
			strings.Join(names, ", ") + ")", Found: strings.Join(want, ", ")}
	}
	return out, nil
}

// pairs yields the comparisons of a measure with their scores.
func (m *Metric) pairs() iter.Seq2[*Score, *Pair] {
	return func(yield func(*Score, *Pair) bool) {
		for _, score := range m.Scores {
			for _, pair := range score.Pairs {
				if !yield(score, pair) {
					return
				}
			}
		}
	}
}

// ranked lists the systems, the best first; equals stay in their order, and
// systems with an undefined score come last.
func (s *Score) ranked() []int {
	order := make([]int, len(s.Values))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		a, b := s.Values[i], s.Values[j]
		switch {
		case math.IsNaN(a) || math.IsNaN(b):
			return -cmp.Compare(a, b) // NaN is less than any number
		case s.Lower:
			return cmp.Compare(a, b)
		}
		return cmp.Compare(b, a)
	})
	return order
}

// pairs lists the pairs of systems that are compared in a score: A, then B.
func (c *Comparison) pairs(s *Score) (out [][2]int) {
	if c.Options.Baseline == NextBest {
		order := s.ranked()
		for i := range order[1:] {
			out = append(out, [2]int{order[i], order[i+1]})
		}
		return out
	}
	for a := range c.Systems {
		for b := range c.Systems {
			switch base := c.Options.Baseline; {
			case base == AllPairs && a < b, a == base && b != base:
				out = append(out, [2]int{a, b})
			}
		}
	}
	return out
}

// adjust adjusts the p-values over all tests of the run.
func (c *Comparison) adjust(l *layout) {
	var p []float64
	var tests []signif.Pairing
	families := c.families()
	for _, family := range families {
		p = append(p, family[0].Test.P)
		if family[0].Ratios != nil {
			tests = append(tests, *family[0].Ratios)
		}
	}
	adjusted := p
	switch c.Options.Adjust {
	case AdjustHolm:
		adjusted = signif.Holm(p)
	case AdjustBH:
		adjusted = signif.BH(p)
	case AdjustMaxT:
		if len(tests) < len(p) { // some score is no ratio
			adjusted = signif.Holm(p)
			c.Options.Adjust = AdjustHolm
			break
		}
		o := c.Options.signif()
		o.Shuffles = c.Options.Samples
		adjusted = signif.MaxT(tests, p, o)
	}
	for i, family := range families {
		for _, x := range family {
			x.Adjusted = adjusted[i]
		}
	}
}

// families lists the tests, each with the pairs that are the same one: see data.twin.
func (c *Comparison) families() (out [][]*Pair) {
	at := map[uint64]int{}
	for _, m := range c.Metrics {
		for _, x := range m.pairs() {
			if math.IsNaN(x.Test.P) || x.twin == 0 {
				out = append(out, []*Pair{x})
				continue
			}
			i, known := at[x.twin]
			if !known {
				i = len(out)
				at[x.twin], out = i, append(out, nil)
			}
			out[i] = append(out[i], x)
		}
	}
	return out
}

// Tests returns how many different tests have a p-value.
func (c *Comparison) Tests() (n int) {
	for _, family := range c.families() {
		if !math.IsNaN(family[0].Test.P) {
			n++
		}
	}
	return n
}

// sign writes the signatures: of each comparison, and of each measure with all
// its scores and tests together.
func (c *Comparison) sign(runs []Run) {
	c.tests = c.Tests()
	for m, metric := range c.Metrics {
		var names, tests []string
		shuffles := 0
		add := func(list *[]string, s string) {
			if !slices.Contains(*list, s) {
				*list = append(*list, s)
			}
		}
		by := ""
		for _, score := range metric.Scores {
			add(&names, score.Name)
			if score.By != "" {
				by = score.By
			}
			for _, p := range score.Pairs {
				p.Signature = c.signature(runs[p.B].Result, m, score.Name, score.By, p.TestName, p.Test.Samples)
				if p.TestName != string(signif.NoTest) {
					add(&tests, p.TestName)
				}
				shuffles = max(shuffles, p.Test.Samples)
			}
		}
		slices.Sort(tests)
		metric.Signature = c.signature(runs[0].Result, m, strings.Join(names, ","), by, strings.Join(tests, ","), shuffles)
	}
}

func (c *Comparison) signature(res *eval.Result, m int, score, by, test string, shuffles int) string {
	opt := c.Options
	extra := append(slices.Clone(opt.Extra), "score:"+score)
	if by != "" {
		extra = append(extra, "by:"+by)
	}
	extra = append(extra, "unit:"+opt.Unit.String(), "strata:"+opt.Stratum.String(), "test:"+cmp.Or(test, "none"),
		"sides:"+opt.Against.String())
	if shuffles > 0 {
		extra = append(extra, fmt.Sprint("shuffles:", shuffles))
	}
	extra = append(extra, opt.citeInterval()...)
	rng := "chacha8"
	switch {
	case opt.Test == TestPoisson:
		rng = poissonRNG
	case opt.CI == CIPoisson:
		rng += "+" + poissonRNG
	}
	extra = append(extra, "rng:"+rng, fmt.Sprint("seed:", opt.Seed), "adjust:"+opt.Adjust.String(),
		fmt.Sprint("m:", c.tests))
	return report.Signature(res, res.Counts[m], report.Options{Version: opt.Version, Extra: extra})
}

func (o Options) citeInterval() []string {
	out := []string{"ci:" + o.CI.String()}
	if o.CI != CINone {
		out = append(out, fmt.Sprint("alpha:", o.Alpha))
	}
	switch o.CI {
	case CIBCa:
		out = append(out, fmt.Sprint("resamples:", cmp.Or(o.resamples(), signif.DefaultResamples)))
	case CIPoisson:
		out = append(out, fmt.Sprint("resamples:", cmp.Or(o.resamples(), signif.PoissonResamples)))
	}
	return out
}

// Cite returns the parts of the signature that describe the interval of a single
// score; nil if there is no interval.
func (o Options) Cite() []string {
	o, err := o.filled()
	if err != nil || o.CI == CINone {
		return nil
	}
	out := append([]string{"unit:" + o.Unit.String(), "strata:" + o.Stratum.String()}, o.citeInterval()...)
	switch o.CI {
	case CIBCa:
		out = append(out, "rng:chacha8", fmt.Sprint("seed:", o.Seed))
	case CIPoisson:
		out = append(out, "rng:"+poissonRNG, fmt.Sprint("seed:", o.Seed))
	}
	return out
}
