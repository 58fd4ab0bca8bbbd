package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"assay/eval"
	"assay/eval/plan"
	"assay/eval/rows"
	"assay/report"
	"assay/study"
	"assay/study/option"
)

// scoring is one call of assay score.
type scoring struct {
	inputs
	outputs
	statistics
	tables
	rows, items rowsOutput
	perSentence bool
	trees       bool // score baselines too
	strict      bool
	scores      []string
	paper       bool
	beside      []string // GOLD,SYSTEM of other grammars
	confidence  string   // key of a parser's confidences
	curves      []*study.Curve
	plusMinus   bool
	all         bool
	failUnder   []string
	baseline    string
	maxDrop     float64

	demanded study.Demands // of --fail-under and --baseline
}

func (a *app) scoreCommand() *cobra.Command {
	var s scoring
	cmd := &cobra.Command{
		Use:   "score GOLD SYSTEM...",
		Short: "score one or more systems",
		Long: `Score one or more systems against gold.

Files are paired sentence by sentence and counted by one or more measures. A
sentence that cannot be read or scored is named on standard error and counted;
--` + eval.OnErrorOption + ` sets its effect on the figures. The line "cite:" is the signature:
it holds everything that changes a figure.`,
		Example: `  assay score gold.mrg parser.mrg
  assay score gold.conllu a.conllu b.conllu -m ud,attachment --format json
  assay score gold.mrg parser.mrg -m evalb:collins --by length --per-sentence`,
		Args: s.tables.args(2, math.MaxInt, "GOLD SYSTEM..."),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(a, cmd)
	s.outputs.flags(cmd, report.Formats...)
	s.statistics.flags(cmd, "none")
	s.tables.flags(cmd)
	add(cmd, []option.Option{
		{Name: "rows", Want: "FILE", Value: option.Text(&s.rows.path),
			Doc: "write the counts of every sentence to a file that assay merge reads (.tsv, .tsv.zst, .jsonl)"},
	}...)
	s.items.items = true
	add(cmd, []option.Option{
		{Name: "items", Want: "FILE", Value: option.Text(&s.items.path),
			Doc: "write every item to a file that assay merge and programs for tables read (.tsv, .tsv.zst, .jsonl)"},
	}...)
	s.viewFlags(cmd)
	add(cmd, []option.Option{
		{Name: "paper", Value: option.Switch(&s.paper),
			Doc: "show the tables of the measure's paper too: table 1 of careful, table 5.1 of xiao (with " +
				"--by file: a row for each file), tables 1 and 2 of edm and a sheet of the test suite",
			Idle: ofFiles("score")},
		{Name: "beside", Want: "GOLD,SYSTEM", Value: option.Texts(&s.beside),
			Doc: "another grammar and its own gold, beside the first in --paper, over the items that all " +
				"have, by id"},
		{Name: "confidence", Want: "NAME", Value: option.Text(&s.confidence),
			Doc: "show precision, recall, coverage and risk over this number: a key of MISC or FEATS, phead or " +
				"pdeprel, a property of nodes or edges; list or list:sentence (of a ranked list), systems (share " +
				"of the other systems that agree); -o FILE.svg draws it",
			Idle: ofFiles("score")},
		{Name: "plus-minus", Value: option.Switch(&s.plusMinus),
			Doc:  "show the intervals of --ci as ±, the distance to the farther end",
			Idle: ofFiles("score")},
		{Name: "baselines", Value: option.Switch(&s.trees),
			Doc:  "score left-, right-branching, balanced and random trees too, and the best binary tree",
			Idle: ofFiles("score")},
		{Name: "baseline", Want: "FILE.json", Value: option.Text(&s.baseline), Reads: true,
			Doc:  "JSON of an earlier run; exit with status 1 if a score dropped",
			Idle: ofFiles("score")},
		{Name: "max-drop", Value: option.Decimal(&s.maxDrop),
			Doc:  "points that a score may drop below the baseline",
			Idle: ofFiles("score")},
	}...)
	return cmd
}

// viewFlags adds the options of figures that are counted, which assay merge has too.
func (s *scoring) viewFlags(cmd *cobra.Command) {
	add(cmd, []option.Option{
		{Name: "per-sentence", Value: option.Switch(&s.perSentence),
			Doc:  "show the scores of every sentence, and their means (macro averages)",
			Idle: []option.Idle{{Commands: "score", When: option.Experiment, With: option.OneTreebank}}},
		{Name: "scores", Want: "LAS,UAS", Value: option.List(&s.scores), Offers: study.AllScoreNames,
			Doc: "scores and counts to show, in this order"},
		{Name: "all", Value: option.Switch(&s.all), Doc: "show every score of the measure"},
		{Name: "strict", Value: option.Switch(&s.strict),
			Doc:  "exit with status 4 if some sentences could not be scored",
			Idle: ofFiles("score")},
		{Name: "fail-under", Want: "LAS=85", Value: option.Texts(&s.failUnder),
			Doc:  "exit with status 1 below this (in percent)",
			Idle: ofFiles("score")},
	}...)
}

// between wants least to most arguments, none of them empty. want names them in messages.
func between(least, most int, want string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < least || len(args) > most {
			return usagef("%s wants %s, found %s\nhint: assay help %s", c.Name(), want, plural(len(args), "argument"), c.Name())
		}
		if slices.Contains(args, "") {
			return usagef("%s wants %s, found an empty name\nhint: is a variable of the shell unset?", c.Name(), want)
		}
		return nil
	}
}

// atLeast wants that many arguments or more.
func atLeast(least int, want string) cobra.PositionalArgs { return between(least, math.MaxInt, want) }

func (s *scoring) run(app *app, cmd *cobra.Command, args []string) error {
	if err := errors.Join(s.rows.check(), s.items.check()); err != nil {
		return err
	}
	if s.tables.given() {
		return s.experiment(app, cmd)
	}
	if err := s.readDemands(); err != nil {
		return err
	}
	var err error
	if s.Tests, err = s.statistics.options(&s.inputs); err != nil {
		return err
	}
	s.Tests.Progress, s.NoTests, s.PerSentence = s.outputs.resampling, true, s.perSentence
	others, err := s.grammars(args)
	if err != nil {
		return err
	}
	if err := s.Prepare(cmd.Context(), args[0], args[1:]...); err != nil {
		return err
	}
	meter := s.meter(app, s.Gold, &s.Taps)
	s.Taps.Memory = app.memory
	var names []string
	var extra []*report.Table
	for i, system := range s.Systems {
		meter.Phase("scoring " + filepath.Base(system.Name))
		err := s.rowsOf(cmd.Context(), app, i, func(ms []*eval.Measure) (err error) {
			if i == 0 {
				if names, err = s.figures(ms); err == nil {
					err = s.demanded.Known(ms)
				}
			}
			return err
		})
		meter.Clear()
		if err != nil {
			return err
		}
		rules, err := s.Effects(cmd.Context(), i, -1)
		if err != nil {
			return err
		}
		if rules != nil {
			extra = append(extra, rules.Table())
		}
		if s.confidence != "" {
			curve, err := s.Confidence(cmd.Context(), i, s.confidence)
			if err != nil {
				return usagef("%w", err)
			}
			s.curves = append(s.curves, curve)
			extra = append(extra, curve.Tables(s.precision, report.Format(s.format) == report.JSON)...)
		}
	}
	res, err := s.Result(cmd.Context())
	if err != nil {
		return err
	}
	rep := res.Report
	app.flagReport(rep)
	if n := len(extra); len(s.curves) > 1 {
		extra[n-1].Notes = append(extra[n-1].Notes, study.CompareRisks(s.curves)...)
	}
	rep.Extra = extra
	if err := errors.Join(s.rows.end(), s.items.end(), s.addBaselines(cmd.Context(), rep, s.tableWidth(app))); err != nil {
		return err
	}
	if s.paper {
		if err := s.addPaper(cmd.Context(), res, others); err != nil {
			return err
		}
	}
	return s.show(app, res, names)
}

// figures are the names of the scores and counts that the user asked for, nil for all.
func (s *scoring) figures(ms []*eval.Measure) ([]string, error) {
	names, err := study.ChosenFigures(ms, s.scores)
	if names == nil && len(s.Asked) > 0 {
		names = s.Asked
	}
	return names, err
}

// addBaselines adds the tables of baselines to the report if they are asked for; a table
// that is wider than width, 0 without a limit, has its rows and columns exchanged.
func (s *scoring) addBaselines(ctx context.Context, rep *report.Report, width int) error {
	if !s.trees {
		return nil
	}
	tables, err := s.Baselines(ctx, s.precision)
	for _, table := range tables {
		rep.Extra = append(rep.Extra, table.Narrow(width))
	}
	return err
}

// readDemands reads the demands of --fail-under and --baseline before anything is scored.
func (s *scoring) readDemands() (err error) {
	s.demanded, err = study.ReadDemands(s.failUnder, s.baseline, s.maxDrop)
	return err
}

// show writes the result, and what belongs beside it on standard error.
func (s *scoring) show(app *app, res *study.Result, names []string) error {
	rep := res.Report
	checks, others, err := s.demanded.Checks(rep)
	for _, text := range others {
		s.notef(app, "%s", text)
	}
	if err != nil {
		return err
	}
	if err := s.arrange(rep, names); err != nil {
		return err
	}
	rep.Layout = report.Layout{All: s.all, Width: lineWidth(app.stdout), Cite: s.citation(), Rest: "--all shows them"}
	if s.plots() {
		err = s.plot(app, rep)
	} else {
		err = s.write(app, func(w io.Writer) error { return rep.Write(w, report.Format(s.format), s.precision, checks) })
	}
	if err != nil {
		return err
	}
	s.notes(app, res)
	return s.verdict(app, rep, checks)
}

// arrange gives the report the tables and scores that the user asked for.
func (s *scoring) arrange(rep *report.Report, names []string) error {
	if s.plusMinus {
		if s.Report.Intervals == nil {
			return usagef("--plus-minus shows the intervals of --ci; add --ci")
		}
		rep.PlusMinus()
	}
	if names != nil {
		rep.Keep(names)
	}
	return nil
}

// rowsOf scores system i and writes its rows and items, if they are asked for.
func (s *scoring) rowsOf(ctx context.Context, a *app, i int, measured func([]*eval.Measure) error) error {
	system := s.Systems[i]
	name := rows.Name{System: rows.SystemName(s.Gold.Name, system.Name)}
	res, err := s.Count(ctx, i, func(ms []*eval.Measure, taps *plan.Taps) error {
		if err := measured(ms); err != nil {
			return err
		}
		for _, out := range []*rowsOutput{&s.rows, &s.items} {
			if err := out.begin(a, &s.inputs, s.Gold, system, ms, s.Plan); err != nil {
				return err
			}
		}
		s.items.watch(name, s.Plan, taps)
		taps.TotalsOnly = s.rows.path == "" && s.items.path == ""
		return nil
	})
	if err != nil {
		return err
	}
	return errors.Join(s.rows.add(name, res), s.items.add(name, res))
}

// verdict is the exit status, from the checks and --strict.
func (s *scoring) verdict(a *app, rep *report.Report, checks []report.Check) error {
	failed := false
	for _, c := range checks {
		if c.Failed { // with --quiet too: it is the reason of the exit status
			failed = true
			fmt.Fprintf(a.stderr, "%s: %s %s is %s, want %s\n", c.System, c.Metric, c.Score, c.Found, c.Want)
		}
	}
	if failed {
		return &exitError{status: exitNo}
	}
	scored := func(r *report.Result) bool { return r.Sentences.Scored > 0 }
	if len(rep.Results) > 0 && !slices.ContainsFunc(rep.Results, scored) {
		return inputf("no %s was scored", rep.Results[0].Sentences.Unit)
	}
	for _, r := range rep.Results {
		if n := r.Sentences; s.strict && n.Unscorable+n.Missing+n.Extra > 0 {
			return &exitError{exitUnscored, fmt.Errorf("%s: %d unscorable, %d missing and %d extra %ss (--strict)",
				r.System, n.Unscorable, n.Missing, n.Extra, n.Unit)}
		}
	}
	return nil
}
