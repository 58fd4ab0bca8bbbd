package main

import (
	"io"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"assay/compare"
	"assay/eval"
	"assay/report"
	"assay/signif"
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
	flags.StringVar(&s.unit, "unit", "sentence", "unit that is resampled and exchanged")
	flags.StringVar(&s.stratum, "stratum", "none", "resample within strata")
	flags.StringVar(&s.ci, "ci", ci, "confidence intervals")
	flags.Lookup("ci").NoOptDefVal = "bca"
	decimalVar(flags, &s.alpha, "alpha", signif.DefaultAlpha, "intervals hold with a confidence of 1 - alpha")
	flags.Var((*positive)(&s.samples), "samples", "shuffles and resamples (default: 99999 shuffles, 9999 resamples)")
	flags.Uint64Var(&s.seed, "seed", signif.DefaultSeed, "seed of shuffles and resamples")
	complete(cmd, "unit", func() []string { return words(unitKinds) })
	complete(cmd, "stratum", func() []string { return words(stratumKinds) })
	complete(cmd, "ci", func() []string { return append(words(intervalKinds), overRuns) })
}

// The values of the options of intervals and tests.
var (
	unitKinds     = []compare.Unit{compare.UnitSentence, compare.UnitDocument, compare.UnitFile}
	stratumKinds  = []compare.Stratum{compare.StratumNone, compare.StratumDocument, compare.StratumFile}
	intervalKinds = []compare.CI{compare.CIBCa, compare.CIAnalytic, compare.CINone}
	testKinds     = []compare.Test{compare.TestRandomization, compare.TestMcNemar, compare.TestSign, compare.TestWilcoxon, compare.TestT}
	adjustments   = []compare.Adjustment{compare.AdjustHolm, compare.AdjustBH, compare.AdjustMaxT, compare.AdjustNone}
	alternatives  = []signif.Alternative{signif.TwoSided, signif.Greater, signif.Less}
)

// options returns them as options of package compare.
func (s *statistics) options(in *inputs, opt eval.Options) (compare.Options, error) {
	o := compare.Options{Alpha: s.alpha, Samples: s.samples, Seed: s.seed, Jobs: in.jobs, Version: version(), Extra: in.extra(opt)}
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
func (s *statistics) ofRuns(in *inputs, opt eval.Options) (compare.Options, bool, error) {
	if s.ci != overRuns {
		o, err := s.options(in, opt)
		return o, false, err
	}
	plain := *s
	plain.ci = compare.CINone.String()
	o, err := plain.options(in, opt)
	return o, true, err
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
	all, details, why                   bool
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
		Args: s.tables.args(3, "GOLD SYSTEM SYSTEM..."),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(cmd)
	s.outputs.flags(cmd)
	s.statistics.flags(cmd, "bca")
	s.tables.flags(cmd)
	s.tests(cmd)
	cmd.Flags().BoolVar(&s.all, "all", false, "compare every score of the measure")
	cmd.Flags().BoolVar(&s.why, "why", false, "where the difference of two systems comes from: by phenomenon of the errors, and by slice")
	cmd.Flags().Var(&s.scores, "scores", "scores to compare, or all (default: the measure's main scores)")
	complete(cmd, "scores", allScoreNames)
	return cmd
}

// tests are the options of tests.
func (s *comparing) tests(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&s.alternative, "alternative", "two-sided", "alternative hypothesis for the second system")
	flags.StringVar(&s.adjust, "adjust", "holm", "adjustment of p-values for several tests")
	flags.StringVar(&s.test, "test", "ar", "ar (randomisation), mcnemar, sign, wilcoxon, t, or aso over the runs of an experiment")
	flags.BoolVar(&s.pairedRuns, "paired-runs", false, "runs of one name share their seed in all systems of an experiment")
	decimalVar(flags, &s.margin, "margin", 0, "test whether systems differ by no more than this many points")
	flags.StringVar(&s.baseline, "baseline", "1", "system the others are compared with: file or number; all: every pair; next: a ranking")
	flags.BoolVar(&s.details, "details", false, "show tests, gold items, the real test and the best of all systems too")
	complete(cmd, "alternative", func() []string { return words(alternatives) })
	complete(cmd, "adjust", func() []string { return words(adjustments) })
	complete(cmd, "test", func() []string { return append(words(testKinds), "aso") })
}

func (s *comparing) run(app *app, cmd *cobra.Command, args []string) error {
	if err := s.outputs.check("compare", tableForms...); err != nil {
		return err
	}
	if s.tables.given() {
		return s.experiment(app, cmd)
	}
	s.common = s.common || s.why // causes add up only over the same sentences
	opt, err := s.inputs.options()
	if err != nil {
		return err
	}
	copt, err := s.options(args[1:], opt)
	if err != nil {
		return err
	}
	gold, err := s.gold(app, args[0])
	if err != nil {
		return err
	}
	systems, err := s.systems(app, args[1:])
	if err != nil {
		return err
	}
	if err := s.restrict(cmd.Context(), app, gold, systems, &opt); err != nil {
		return err
	}
	why, err := s.causes(systems)
	if err != nil {
		return err
	}
	progress := s.meter(app, gold, &opt)
	var runs []compare.Run
	for i, system := range systems {
		if i > 0 {
			progress.phase("scoring " + filepath.Base(system.Name))
		}
		ms, err := s.measures(gold, system)
		if err != nil {
			return err
		}
		if i == 0 {
			if err := s.choose(ms, &copt); err != nil {
				return err
			}
		}
		run := compare.Run{}
		ropt := opt
		if haveItems(ms) {
			if run.Watch, err = compare.NewWatchFor(ms, opt.By, copt); err != nil {
				return err
			}
			ropt.Collect, ropt.Collected = run.Watch.Collect, run.Watch.Collected
		}
		if err := why.watch(gold, ms, run.Watch, &ropt); err != nil {
			return err
		}
		run.Result, err = eval.Run(cmd.Context(), gold, system, ms, ropt)
		progress.clear()
		if err != nil {
			return err
		}
		runs = append(runs, run)
		if !sameMeasures(runs[0].Result, run.Result) {
			return usagef("%s and %s suit different measures; choose one with --metric", args[1], system.Name)
		}
	}
	copt.Progress, copt.Extra = s.outputs.resampling, s.extra(opt) // rules that changed nothing are marked now
	found, err := compare.Compare(runs, copt)
	if err != nil {
		s.remarks(app, runs) // they may show the cause
		return err
	}
	view := compare.View{Precision: s.precision, Details: s.details, Width: lineWidth(app.stdout), Cite: s.citation(),
		More: len(runs[0].Result.Counts[0].Metric.Formulas) - scoresOf(found)}
	if view.Warnings, err = s.unfair(cmd.Context(), gold, systems, resultsOf(runs), comparedF1(found), opt); err != nil {
		return err
	}
	view.Warnings = append(view.Warnings, otherUnit(runs, copt, found)...)
	view.Warnings = report.Layout{Width: view.Width}.Wrap(view.Warnings)
	if err := why.find(s, runs, found, args); err != nil {
		return err
	}
	if err := s.write(app, func(w io.Writer) error {
		if err := found.Write(w, report.Format(s.format), view); err != nil {
			return err
		}
		return why.write(w, s, view.Width)
	}); err != nil {
		return err
	}
	s.remarks(app, runs)
	return nil
}

// remarks writes the problems of the sentences of each system, and conditions, keys and tables that
// do not fit the files.
func (s *comparing) remarks(app *app, runs []compare.Run) {
	if len(runs) > 1 {
		s.sides.groups[1] = "the systems"
	}
	for _, run := range runs {
		s.resultProblems(app, run.Result)
		if !s.quiet {
			s.misfits(app, run.Result)
			s.ungrouped(app.stderr, run.Result)
		}
	}
}

// choose sets the scores that are compared.
func (s *comparing) choose(ms []*eval.Measure, opt *compare.Options) (err error) {
	opt.AllScores = opt.AllScores || s.all
	if !opt.AllScores {
		if opt.Scores, err = chosenScores(ms, s.scores); err != nil {
			return err
		}
	}
	if opt.Scores == nil && len(s.asked) > 0 {
		opt.Scores = s.asked
	}
	return nil
}

// options returns the options of the comparison.
func (s *comparing) options(systems []string, opt eval.Options) (compare.Options, error) {
	o, err := s.statistics.options(&s.inputs, opt)
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
	o.Margin, o.ByOrder = s.margin, opt.Align == eval.AlignOrder
	o.AllowMissing = opt.OnError != eval.OnErrorDefault || s.common || s.ignoreMissing != ""
	if o.AllScores = slices.Contains(s.scores, "all"); len(s.scores) > 0 {
		o.Scores = s.scores
	}
	if choice, ok := map[string]int{"all": compare.AllPairs, "next": compare.NextBest}[s.baseline]; ok {
		o.Baseline = choice
		return o, nil
	}
	if i := slices.Index(systems, s.baseline); i >= 0 {
		o.Baseline = i
		return o, nil
	}
	n, err := strconv.Atoi(s.baseline)
	if err != nil || n < 1 || n > len(systems) {
		return o, usagef("--baseline wants one of the systems, a number from 1 to %d, all or next; not %q", len(systems), s.baseline)
	}
	o.Baseline = n - 1
	return o, nil
}

// haveItems reports whether the items of all measures can be collected.
func haveItems(ms []*eval.Measure) bool {
	for _, m := range ms {
		if !m.HasItems() {
			return false
		}
	}
	return true
}

func sameMeasures(a, b *eval.Result) bool {
	return slices.EqualFunc(a.Counts, b.Counts, func(x, y *eval.Counts) bool { return x.Metric.Signature == y.Metric.Signature })
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

func resultsOf(runs []compare.Run) (out []*eval.Result) {
	for _, r := range runs {
		out = append(out, r.Result)
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

// comparedF1 returns the systems' F1 by the first measure, nil if it has none.
func comparedF1(c *compare.Comparison) []float64 {
	for _, s := range c.Metrics[0].Scores {
		if s.Name == "f1" && s.By == "" {
			return s.Values
		}
	}
	return nil
}
