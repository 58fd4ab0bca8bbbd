package main

import (
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
)

// statistics are the options of intervals and tests.
type statistics struct {
	unit, stratum, ci string
	alpha             float64
	samples           int
	seed              uint64
}

func (s *statistics) flags(cmd *cobra.Command, ci string) {
	flags := cmd.Flags()
	offer(cmd, &s.unit, "unit", "sentence", "unit that is resampled and exchanged", words(unitKinds)...)
	offer(cmd, &s.stratum, "stratum", "none", "resample within strata", words(stratumKinds)...)
	offer(cmd, &s.ci, "ci", ci, "confidence intervals", append(words(intervalKinds), overRuns)...)
	flags.Lookup("ci").NoOptDefVal = "bca"
	decimalVar(flags, &s.alpha, "alpha", signif.DefaultAlpha, "intervals hold with a confidence of 1 - alpha")
	flags.Var((*positive)(&s.samples), "samples",
		"shuffles and resamples (default: 99999 shuffles, 9999 resamples, 999 of poisson)")
	flags.Uint64Var(&s.seed, "seed", signif.DefaultSeed, "seed of shuffles and resamples")
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
	scores                              list
	all, details, why, paper            bool

	causesOf *whence // of --why
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
	cmd.Flags().BoolVar(&s.all, "all", false, "compare every score of the measure")
	cmd.Flags().BoolVar(&s.why, "why", false,
		"where the difference of two systems comes from: by phenomenon of the errors, and by slice")
	cmd.Flags().BoolVar(&s.paper, "paper", false,
		"show tables 1, 2 and 4 of Hogenhout & Matsumoto 1997 too: items, who is right, measures")
	cmd.Flags().Var(&s.scores, "scores", "scores to compare, or all (default: the measure's main scores)")
	complete(cmd, "scores", study.AllScoreNames)
	return cmd
}

// tests are the options of tests.
func (s *comparing) tests(cmd *cobra.Command) {
	flags := cmd.Flags()
	offer(cmd, &s.alternative, "alternative", "two-sided", "alternative hypothesis for the second system",
		words(alternatives)...)
	offer(cmd, &s.adjust, "adjust", "holm", "adjustment of p-values for several tests", words(adjustments)...)
	offer(cmd, &s.test, "test", "ar",
		"ar (randomisation), mcnemar, sign, wilcoxon, t, poisson (with --ci=poisson), or aso over the runs of an experiment",
		append(words(testKinds), "aso")...)
	flags.BoolVar(&s.pairedRuns, "paired-runs", false, "runs of one name share their seed in all systems of an experiment")
	decimalVar(flags, &s.margin, "margin", 0, "test whether systems differ by no more than this many points")
	flags.StringVar(&s.baseline, "baseline", "1",
		"system the others are compared with: file or number; all: every pair; next: a ranking")
	flags.BoolVar(&s.details, "details", false, "show tests, gold items, the real test and the best of all systems too")
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
	flagReport(res.Report)
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
