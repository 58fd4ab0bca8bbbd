package main

import (
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"assay/compare"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/signif"
	"assay/study"
	"assay/study/option"
)

// statistics are the options of intervals and tests.
type statistics struct {
	unit, stratum, ci string
	alpha             float64
	samples           int
	seed              uint64
}

func (s *statistics) flags(cmd *cobra.Command, ci string) {
	add(cmd, option.Grouped("intervals and tests", []option.Option{
		{Name: "unit", Value: option.Text(&s.unit), Default: "sentence", Values: words(unitKinds), Open: true,
			Doc:  "unit that is resampled and exchanged",
			Idle: undrawn()},
		{Name: "stratum", Value: option.Text(&s.stratum), Default: "none", Values: words(stratumKinds), Open: true,
			Doc: "resample within strata",
			Idle: append([]option.Idle{{Commands: "score compare", When: option.Experiment,
				Why: "an experiment resamples within its treebanks"}}, undrawn()...)},
		{Name: "ci", Value: option.Text(&s.ci), Default: ci, Values: append(words(intervalKinds), overRuns),
			Open: true, Alone: "bca", Doc: "confidence intervals",
			Idle: []option.Idle{{Commands: "score compare", When: notOverRuns,
				Why: "the intervals of an experiment are those of --ci runs"}}},
		{Name: "alpha", Value: option.Decimal(&s.alpha), Default: fmt.Sprint(signif.DefaultAlpha),
			Doc:  "intervals hold with a confidence of 1 - alpha",
			Idle: undrawn()},
		{Name: "samples", Value: option.Positive(&s.samples),
			Doc:  "shuffles and resamples (default: 99999 shuffles, 9999 resamples, 999 of poisson)",
			Idle: undrawn()},
		{Name: "seed", Value: option.Seed(&s.seed), Default: fmt.Sprint(signif.DefaultSeed),
			Doc:  "seed of shuffles and resamples",
			Idle: undrawn()},
	}...)...)
}

// The values of the options of intervals and tests.
var (
	unitKinds     = []compare.Unit{compare.UnitSentence, compare.UnitDocument, compare.UnitFile}
	stratumKinds  = []compare.Stratum{compare.StratumNone, compare.StratumDocument, compare.StratumFile}
	intervalKinds = []compare.CI{compare.CIBCa, compare.CIAnalytic, compare.CIPoisson, compare.CINone}
	testKinds     = []compare.Test{compare.TestRandomization, compare.TestMcNemar, compare.TestSign,
		compare.TestWilcoxon, compare.TestT, compare.TestPoisson}
	adjustments  = []compare.Adjustment{compare.AdjustHolm, compare.AdjustBH, compare.AdjustMaxT, compare.AdjustNone}
	alternatives = []signif.Alternative{signif.TwoSided, signif.Greater, signif.Less}
)

// options returns them as options of package compare.
func (s *statistics) options(in *inputs) (compare.Options, error) {
	o := compare.Options{Alpha: s.alpha, Samples: s.samples, Seed: s.seed, Jobs: in.Jobs, Version: version()}
	if s.alpha <= 0 || s.alpha >= 1 { // 0 is the default of the library
		return o, usagef("--alpha wants a number between 0 and 1, not %v", s.alpha)
	}
	var err error
	if o.Unit, err = named("unit", s.unit, unitKinds); err != nil {
		return o, err
	}
	if o.Stratum, err = named("stratum", s.stratum, stratumKinds); err != nil {
		return o, err
	}
	if s.ci == overRuns {
		return o, usagef("--ci runs is the interval over the runs of an experiment; it goes with --table or --runs")
	}
	o.CI, err = named("ci", s.ci, intervalKinds)
	return o, err
}

// overRuns is the value of --ci for experiments.
const overRuns = "runs"

// ofRuns returns the options for an experiment, and whether intervals over runs are
// wanted.
func (s *statistics) ofRuns(in *inputs, counted *plan.Plan) (o compare.Options, intervals bool, err error) {
	plain := *s
	if s.ci == overRuns {
		plain.ci, intervals = compare.CINone.String(), true
	}
	o, err = plain.options(in)
	o.Extra = counted.Cite()
	return o, intervals, err
}

// comparing is one call of assay compare.
type comparing struct {
	inputs
	outputs
	statistics
	tables
	pairedRuns                          bool
	margin                              float64
	alternative, adjust, test, baseline string
	scores                              []string
	all, details, why, paper            bool

	causesOf *leadCauses // of --why
}

func (a *app) compareCommand() *cobra.Command {
	var s comparing
	cmd := &cobra.Command{
		Use:   "compare GOLD SYSTEM SYSTEM...",
		Short: "test whether differences are significant",
		Long: `Compare systems over the same gold and test their differences.

The test exchanges whole sentences between two systems (approximate
randomisation), because the items of a sentence depend on each other. It is
exact where the denominators are shared, and where at most 20 sentences differ.
Intervals come from the paired bootstrap. p-values are adjusted for the number
of tests. Where systems split the text differently the unit is the smallest
stretch of text common to all files. --details also counts the gold items
(brackets, words, triples) that both, one and none of the systems get right.`,
		Example: `  assay compare gold.conllu a.conllu b.conllu
  assay compare gold.mrg a.mrg b.mrg c.mrg -m evalb:collins --baseline 2
  assay compare gold.conllu runs/*.conllu --baseline next -o ranks.tex`,
		Args: s.tables.args(3, math.MaxInt, "GOLD SYSTEM SYSTEM..."),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(a, cmd)
	s.outputs.flags(cmd, tableForms...)
	s.statistics.flags(cmd, "bca")
	s.tables.flags(cmd)
	s.tests(cmd)
	add(cmd, []option.Option{
		{Name: "all", Value: option.Switch(&s.all), Doc: "compare every score of the measure"},
		{Name: "why", Value: option.Switch(&s.why),
			Doc:  "where the difference of two systems comes from: by phenomenon of the errors, and by slice",
			Idle: ofFiles("compare")},
		{Name: "paper", Value: option.Switch(&s.paper),
			Doc:  "show tables 1, 2 and 4 of Hogenhout & Matsumoto 1996 too: items, who is right, measures",
			Idle: ofFiles("compare")},
		{Name: "scores", Want: "LAS,UAS", Value: option.List(&s.scores), Offers: study.AllScoreNames,
			Doc: "scores to compare, or all (default: the measure's main scores)"},
	}...)
	return cmd
}

// tests are the options of tests.
func (s *comparing) tests(cmd *cobra.Command) {
	add(cmd, []option.Option{
		{Name: "alternative", Value: option.Text(&s.alternative), Default: "two-sided", Values: words(alternatives),
			Open: true, Doc: "alternative hypothesis for the second system",
			Idle: untested()},
		{Name: "adjust", Value: option.Text(&s.adjust), Default: "holm", Values: words(adjustments), Open: true,
			Doc:  "adjustment of p-values for several tests",
			Idle: untested()},
		{Name: "test", Value: option.Text(&s.test), Default: "ar", Values: append(words(testKinds), "aso"),
			Open: true,
			Doc: "ar (randomisation), mcnemar, sign, wilcoxon, t, poisson (with --ci=poisson), or aso over " +
				"the runs of an experiment",
			Idle: untested()},
		{Name: "paired-runs", Value: option.Switch(&s.pairedRuns),
			Doc:  "runs of one name share their seed in all systems of an experiment",
			Idle: append(untested(), option.Idle{Commands: "compare", When: option.Files, Why: option.OfTables})},
		{Name: "margin", Value: option.Decimal(&s.margin),
			Doc:  "test whether systems differ by no more than this many points",
			Idle: untested()},
		{Name: "baseline", Want: "WHICH", Value: option.Text(&s.baseline), Default: "1", Reads: true,
			Doc:  "system the others are compared with: file or number; all: every pair; next: a ranking",
			Idle: untested()},
		{Name: "details", Value: option.Switch(&s.details),
			Doc:  "show tests, gold items, the real test and the best of all systems too",
			Idle: append(ofFiles("compare"), untested()...)},
	}...)
}

func (s *comparing) run(app *app, cmd *cobra.Command, args []string) error {
	if s.paper && s.format != string(report.TextFormat) && s.format != string(report.Markdown) {
		return usagef("compare --paper prints text or Markdown, not %s", s.format)
	}
	if s.tables.given() {
		return s.experiment(app, cmd)
	}
	var err error
	if s.Tests, err = s.options(args[1:]); err != nil {
		return err
	}
	s.Tests.Progress, s.Tests.Names, s.Tests.Items = s.outputs.resampling, true, s.showsItems()
	s.Common = s.Common || s.why // causes add up only over the same sentences
	if err := s.Prepare(cmd.Context(), args[0], args[1:]...); err != nil {
		return err
	}
	s.Report.Intervals = nil // of the tests
	if s.causesOf, err = s.causes(s.Systems); err != nil {
		return err
	}
	meter := s.meter(app, s.Gold, &s.Taps)
	for i, system := range s.Systems {
		if i > 0 {
			meter.Phase("scoring " + filepath.Base(system.Name))
		}
		_, err := s.Count(cmd.Context(), i, func(ms []*eval.Measure, taps *plan.Taps) error {
			if i == 0 {
				if err := s.choose(ms, &s.Tests); err != nil {
					return err
				}
			}
			return s.causesOf.watch(s.Gold, ms, taps)
		})
		meter.Clear()
		if err != nil {
			return err
		}
	}
	return s.show(app)
}

// showsItems reports whether the output has figures of gold items. To list them takes longer
// than to count the scores.
func (s *comparing) showsItems() bool {
	switch report.Format(s.format) {
	case report.JSON, report.CSV, report.TSV:
		return true
	}
	return s.details || s.paper || s.Tests.Test == compare.TestMcNemar
}

// show writes the tests, and what belongs beside them on standard error.
func (s *comparing) show(app *app) error {
	res, err := s.Result(app.Context)
	if err != nil {
		return err
	}
	app.flagReport(res.Report)
	if res.Untested != nil {
		s.notes(app, res) // they may show the cause
		return res.Untested
	}
	found := res.Comparison
	view := compare.View{Precision: s.precision, Details: s.details, Width: lineWidth(app.stdout), Cite: s.citation(),
		More: len(res.Runs[0].Counts[0].Metric.ScoreNames()) - scoresOf(found)}
	for _, lead := range res.Lead {
		for _, w := range lead.Warnings {
			view.Warnings = append(view.Warnings, w.String())
		}
	}
	view.Warnings = report.Layout{Width: view.Width}.Wrap(view.Warnings)
	if err := s.causesOf.find(s, res); err != nil {
		return err
	}
	if err := s.write(app, func(w io.Writer) error {
		if err := found.Write(w, report.Format(s.format), view); err != nil {
			return err
		}
		if s.paper {
			for _, table := range found.PaperTables() {
				if _, err := io.WriteString(w, "\n"); err != nil {
					return err
				}
				if err := report.WriteTables(w, report.Format(s.format), table); err != nil {
					return err
				}
			}
		}
		return s.causesOf.write(w, s, view.Width)
	}); err != nil {
		return err
	}
	s.notes(app, res)
	return nil
}

// choose sets the scores that are compared.
func (s *comparing) choose(ms []*eval.Measure, opt *compare.Options) (err error) {
	opt.AllScores = opt.AllScores || s.all
	if !opt.AllScores {
		if opt.Scores, err = study.ChosenScores(ms, s.scores); err != nil {
			return err
		}
	}
	if opt.Scores == nil && len(s.Asked) > 0 {
		opt.Scores = s.Asked
	}
	return nil
}

// options returns the options of the comparison.
func (s *comparing) options(systems []string) (compare.Options, error) {
	o, err := s.statistics.options(&s.inputs)
	if err != nil {
		return o, err
	}
	if o.Test, err = named("test", s.test, testKinds); err != nil {
		return o, err
	}
	if o.Adjust, err = named("adjust", s.adjust, adjustments); err != nil {
		return o, err
	}
	if o.Against, err = named("alternative", s.alternative, alternatives); err != nil {
		return o, err
	}
	o.Margin = s.margin
	if o.AllScores = slices.Contains(s.scores, "all"); len(s.scores) > 0 {
		o.Scores = s.scores
	}
	o.Baseline, err = compare.BaselineOf(s.baseline, systems)
	return o, err
}

// withValue joins --ci and the value after it, because the value is optional.
func withValue(args []string) []string {
	var out []string
	for i := 0; i < len(args); i++ {
		if args[i] == "--ci" && i+1 < len(args) && slices.Contains(append(words(intervalKinds), overRuns), args[i+1]) {
			out = append(out, "--ci="+args[i+1])
			i++
			continue
		}
		out = append(out, args[i])
	}
	return out
}

// scoresOf counts the scores of the first measure that were compared.
func scoresOf(c *compare.Comparison) (n int) {
	for _, s := range c.Metrics[0].Scores {
		if s.By == "" {
			n++
		}
	}
	return n
}
