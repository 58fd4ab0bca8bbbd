package report

import (
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// A Report holds the results of assay score: gold, and for each system and metric a
// Result.
type Report struct {
	Version  string
	Gold     Input
	Results  []*Result
	Extra    []*Table  // further tables, such as the effects of rules
	Beside   []*Report // of other grammars, each against its own gold
	Layout   Layout
	Lead     []Lead    // by measure: the system that leads, where there are several
	Warnings []Warning // figures that may mislead, options and files that do not fit
}

// A Layout says how tables for readers look. JSON, CSV and TSV do not depend on it.
type Layout struct {
	All   bool                // every score
	Width int                 // longest line of a table; 0 is no limit
	Cite  func(string) string // shortens a signature; nil leaves it whole
	Rest  string              // how to see the scores that are left out; "" if there is no way
}

func (l Layout) width() int {
	if l.Width == 0 {
		return math.MaxInt
	}
	return l.Width
}

// Citation is the line with a signature below a table.
func (l Layout) Citation(signature string) string {
	if l.Cite != nil {
		signature = l.Cite(signature)
	}
	return "cite: " + signature
}

// An Input is a side of the comparison.
type Input struct {
	Path      string
	Format    string
	Sentences int
}

// A Result is one system under one metric.
type Result struct {
	System      string
	Metric      string
	Signature   string
	Sentences   Sentences
	Scores      []eval.Score
	Omissions   []eval.Omission // scores that short tables leave out
	Common      *Common         // the figures over the sentences that all systems are scored on; nil if those are all
	Counts      []Named
	Size        string // of Counts: the number of gold's items of the main score
	Intervals   []Interval
	Groups      []Group
	Problems    []eval.Problem
	Absent      []Absent     // sentences that a side has no analysis of
	PerSentence []Unit       // only if asked for
	Means       []eval.Score // of the scores of the sentences that count, each where it is defined
}

// Common is the figures of a system over the sentences that every system is
// scored on.
type Common struct {
	Sentences int
	Scores    []eval.Score
	Intervals []Interval
}

// Sentences counts the sentences of gold by their fate (see eval.Sentences):
// Gold = Scored + Unscorable + Missing + Skipped.
type Sentences struct {
	Gold       int
	Paired     int // pairs with an analysis on both sides; several sentences of gold may be in one
	Scored     int
	Unscorable int    // something is wrong with one side or the pair
	Skipped    int    // left out by an option, or without an analysis in gold
	Missing    int    // without an analysis by the system
	Extra      int    // sentences that only the system has
	Words      int    // of gold
	Dropped    bool   // unscorable sentences are not in the figures
	Unit       string // noun for a sentence: sentence, document, instance
	Token      string // noun for a word: word, unit
}

// named returns the counts with the names that they have in files.
func (s Sentences) named() []Named {
	return []Named{
		{"paired", float64(s.Paired)}, {"scored", float64(s.Scored)}, {"unscorable", float64(s.Unscorable)},
		{"skipped", float64(s.Skipped)}, {"missing", float64(s.Missing)}, {"extra", float64(s.Extra)},
	}
}

// AddTo adds the counts to a JSON object, and the noun of a unit other than a sentence.
func (s Sentences) AddTo(o *Object) {
	if s.Unit != "sentence" {
		o.Add("unit", s.Unit)
	}
	for _, n := range s.named() {
		o.Add(n.Name, int(n.Value))
	}
}

// An Absent is a sentence that gold, the system or both have no analysis of.
type Absent struct {
	Sentence string
	From     string // gold, system or both
}

// absent lists the sentences that a side has no analysis of.
func absent(res *eval.Result) (list []Absent) {
	sides := map[eval.Status]string{eval.NoSystem: "system", eval.NoGold: "gold", eval.Neither: "both"}
	for _, u := range res.NotScored() {
		if from := sides[u.Status]; from != "" {
			list = append(list, Absent{u.Name(), from})
		}
	}
	return list
}

// A Named is a count with its name.
type Named struct {
	Name  string
	Value float64
}

// An Interval is a confidence interval for a score.
type Interval struct {
	Name         string
	Low, High    float64
	DesignEffect float64 // how much wider than for independent items, squared; NaN if unknown
	PlusMinus    bool    // tables show the larger distance to an end, as ±
}

// A Group is the part of the data that has one value of a key.
type Group struct {
	By, Value string
	Scores    []eval.Score
	Counts    []Named
	Intervals []Interval
}

// A Unit is one pair.
type Unit struct {
	ID     string
	Number string // as eval.Unit.Number gives it
	Status string
	Scores []eval.Score
	Counts []Named
}

// Options select the parts of a report besides the figures.
type Options struct {
	Version     string
	Extra       []string // settings besides the metric that change the figures: "where:...", "rewrite:..."
	PerSentence bool
	// Intervals, if not nil, gives intervals for the scores of c, or of one of
	// its groups if g is not nil.
	Intervals func(res *eval.Result, c *eval.Counts, g *eval.Group) []Interval
}

// New returns an empty report on gold.
func New(gold *treebank.Source, opt Options) *Report {
	return &Report{Version: opt.Version, Gold: Input{Path: gold.Name, Format: gold.Format.Name}}
}

// Add adds the results of a run for one system.
func (r *Report) Add(res *eval.Result, opt Options) {
	r.Gold.Sentences = res.GoldN
	for m, counts := range res.Counts {
		sum := counts.Sum()
		out := &Result{
			System:    res.System.Name,
			Metric:    res.MetricName(m),
			Signature: Signature(res, counts, opt),
			Sentences: CountSentences(res, counts),
			Scores:    counts.Scores(),
			Counts:    named(counts.Metric, sum),
			Absent:    absent(res),
		}
		if main := counts.Metric.Headline(); main >= 0 {
			out.Size = counts.Metric.Columns[counts.Metric.Size(main)].Name
		}
		if omit := counts.Metric.Omit; omit != nil {
			out.Omissions = omit(sum, counts.Seen)
		}
		if opt.Intervals != nil {
			out.Intervals = opt.Intervals(res, counts, nil)
		}
		for _, g := range counts.Groups {
			gsum := g.Sum(counts.Width)
			group := Group{By: g.Key, Value: g.Value, Scores: counts.Metric.Scores(gsum), Counts: named(counts.Metric, gsum)}
			if opt.Intervals != nil {
				group.Intervals = opt.Intervals(res, counts, g)
			}
			out.Groups = append(out.Groups, group)
		}
		if out.Problems = slices.Clip(res.Problems); len(res.Counts) > 1 {
			out.Problems = slices.DeleteFunc(slices.Clone(res.Problems), func(p eval.Problem) bool {
				return p.Metric != -1 && p.Metric != m
			})
		}
		if opt.PerSentence {
			out.PerSentence = units(res, counts)
			out.Means = means(out.PerSentence)
		}
		r.Results = append(r.Results, out)
	}
}

// PlusMinus makes tables show intervals as ± the larger distance from the value to an
// end, which covers the interval.
func (r *Report) PlusMinus() {
	set := func(list []Interval) {
		for i := range list {
			list[i].PlusMinus = true
		}
	}
	for _, res := range r.Results {
		set(res.Intervals)
		if res.Common != nil {
			set(res.Common.Intervals)
		}
		for i := range res.Groups {
			set(res.Groups[i].Intervals)
		}
	}
}

// Keep keeps the scores of these names, in this order; tables of several systems
// then show them all.
func (r *Report) Keep(names []string) {
	kept := func(list []eval.Score, counts []Named) (out []eval.Score) {
		for _, name := range names {
			if i := slices.IndexFunc(list, func(s eval.Score) bool { return s.Name == name }); i >= 0 {
				out = append(out, list[i].AsMain())
			} else if i := slices.IndexFunc(counts, func(n Named) bool { return n.Name == name }); i >= 0 {
				out = append(out, eval.Score{Formula: &eval.Formula{Name: name, Count: true, Main: true}, Value: counts[i].Value})
			}
		}
		return out
	}
	keptIntervals := func(list []Interval) []Interval {
		return slices.DeleteFunc(list, func(i Interval) bool { return !slices.Contains(names, i.Name) })
	}
	for _, res := range r.Results {
		res.Scores, res.Means, res.Intervals, res.Omissions = kept(res.Scores, res.Counts), kept(res.Means,
			nil), keptIntervals(res.Intervals), nil
		if res.Common != nil {
			res.Common.Scores = kept(res.Common.Scores, nil)
		}
		for i := range res.Groups {
			g := &res.Groups[i]
			g.Scores, g.Intervals = kept(g.Scores, g.Counts), keptIntervals(g.Intervals)
		}
		for i := range res.PerSentence {
			res.PerSentence[i].Scores = kept(res.PerSentence[i].Scores, res.PerSentence[i].Counts)
		}
	}
}

// CountSentences counts the sentences of a run under one measure by their fate.
func CountSentences(res *eval.Result, c *eval.Counts) Sentences {
	n := c.Sentences
	return Sentences{Gold: res.GoldN, Scored: n.Scored, Unscorable: n.Unscorable, Skipped: n.LeftOut,
		Missing: n.Missing, Extra: n.Extra, Dropped: c.OnError == eval.OnErrorSkip, Words: res.Words(),
		Paired: res.Paired(), Unit: res.Gold.Format.Unit(), Token: res.Gold.Format.Token()}
}

// named returns the counts to publish: all columns but sums of logarithms and of
// scores, which only the scores need.
func named(m *eval.Measure, sum []float64) []Named {
	var out []Named
	for i, c := range m.Columns {
		if !c.Hidden {
			out = append(out, Named{c.Name, sum[i]})
		}
	}
	return out
}

// means returns for each score its macro-average: the mean over the sentences that
// count and have it; NaN if none has it.
func means(units []Unit) []eval.Score {
	var out []eval.Score
	var n []float64
	for _, unit := range units {
		for i, s := range unit.Scores {
			if i == len(out) {
				s.Num, s.Den, s.Value = 0, 0, 0
				out, n = append(out, s), append(n, 0)
			}
			if v := unit.Scores[i].Value; unit.Status != "skipped" && !math.IsNaN(v) {
				out[i].Value += v
				n[i]++
			}
		}
	}
	for i := range out {
		out[i].Value /= n[i]
	}
	return out
}

func units(res *eval.Result, c *eval.Counts) []Unit {
	out := make([]Unit, len(res.Units))
	for i, u := range res.Units {
		row := c.Row(i)
		out[i] = Unit{ID: res.Name(i), Number: u.Number(), Scores: c.Metric.Scores(row), Counts: named(c.Metric, row),
			Status: u.Status.String()}
		if c.Skipped != nil && c.Skipped[i] {
			out[i].Status = "skipped"
		}
	}
	return out
}

// Signature returns the text to cite with every figure of counts: all that changes
// it, defaults too, version last.
func Signature(res *eval.Result, counts *eval.Counts, opt Options) string {
	parts := []string{counts.Metric.Signature}
	parts = append(parts, opt.Extra...)
	if res.System != nil && res.System.Format != nil && res.System.Format.Cite != "" {
		parts = append(parts, res.System.Format.Cite)
	}
	parts = append(parts, "align:"+res.Align.String(), eval.OnErrorOption+":"+counts.OnError.String(),
		"gold:"+res.GoldFormat(), "system:"+res.SystemFormat(), "v:"+opt.Version)
	return strings.Join(parts, "|")
}

// Find returns the score of that name, nil if there is none. Where a measure has
// several figures of that name, such as las_precision and las_f1, "las" is the F1.
func (r *Result) Find(name string) *eval.Score {
	for _, n := range []string{name, name + "_f1"} {
		for i := range r.Scores {
			if r.Scores[i].Name == n {
				return &r.Scores[i]
			}
		}
	}
	return nil
}

// Names returns the names of the scores.
func (r *Result) Names() (out []string) {
	for _, s := range r.Scores {
		out = append(out, s.Name)
	}
	return out
}

// ScoreNames returns the names of all scores, each once.
func (r *Report) ScoreNames() []string {
	var out []string
	for _, res := range r.Results {
		for i := range res.Scores {
			if n := res.Scores[i].Name; !slices.Contains(out, n) {
				out = append(out, n)
			}
		}
	}
	return out
}

func findInterval(list []Interval, name string) *Interval {
	if i := slices.IndexFunc(list, func(in Interval) bool { return in.Name == name }); i >= 0 {
		return &list[i]
	}
	return nil
}

// scoreCell shows a score: shares in percent, the rest as plain numbers.
func scoreCell(score eval.Score, precision int) Cell {
	if score.Rate {
		return Percent(score.Value, precision)
	}
	if score.Count && score.Value == math.Trunc(score.Value) { // weighted errors may not be whole
		return Number(score.Value, 0)
	}
	return Number(score.Value, precision)
}

// ofCell shows a score's fraction.
func ofCell(s eval.Score) Cell {
	if s.Num == 0 && s.Den == 0 {
		return Label("")
	}
	return Labelf("%s/%s", trim(s.Num), trim(s.Den))
}

func trim(v float64) string {
	if v == math.Trunc(v) {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.6g", v)
}

// systemNames are the names of the systems of results.
func systemNames(results []*Result) map[string]string {
	return ShortNames(systemPaths(results))
}

// systemPaths are the paths of the systems of results.
func systemPaths(results []*Result) (paths []string) {
	for _, r := range results {
		paths = append(paths, r.System)
	}
	return paths
}

// ShortNames gives files names to be shown: the text after the last slash,
// but all of the path where several would have one name.
func ShortNames(paths []string) map[string]string {
	of := map[string]string{} // by the text after the last slash; "" where it is several
	for _, path := range paths {
		base := filepath.Base(path)
		if old, ok := of[base]; ok && old != path {
			of[base] = ""
			continue
		}
		of[base] = path
	}
	names := map[string]string{}
	for _, p := range paths {
		names[p] = p
		if of[filepath.Base(p)] == p {
			names[p] = filepath.Base(p)
		}
	}
	return names
}
