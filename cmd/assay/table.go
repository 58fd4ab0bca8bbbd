package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compare"
	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/eval/rows"
	"assay/experiment"
	"assay/experiment/harness"
	"assay/internal/message"
	"assay/internal/progress"
	"assay/report"
	"assay/signif"
	"assay/study"
	"assay/study/finding"
	"assay/study/option"
	"assay/treebank"
)

// tables are the options of experiments: systems x treebanks x runs.
type tables struct{ option.TableOptions }

func (t *tables) flags(cmd *cobra.Command) { add(cmd, option.Tables(&t.TableOptions)...) }

// given reports whether the command is about an experiment.
func (t *tables) given() bool { return t.TableOptions.Given() }

// args wants least to most files, or an experiment instead.
func (t *tables) args(least, most int, want string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if !t.given() {
			return between(least, most, want)(c, args)
		}
		if len(args) > 0 {
			return usagef("%s takes the files from --table or --runs, found the argument %s too", c.Name(), args[0])
		}
		return nil
	}
}

// read returns the table.
func (t *tables) read(app *app) (*experiment.Table, error) {
	switch {
	case t.Path != "" && (t.Runs != "" || t.Golds != ""):
		return nil, usagef("--table names the files; --runs and --gold do not go with it")
	case t.Path == corpus.Stdin:
		app.StdinRead = true // no file of the table is standard input then
		return experiment.ParseTable(app.Stdin, "<stdin>")
	case harness.IsSpec(t.Path):
		spec, err := harness.Read(t.Path)
		if err != nil {
			return nil, inputf("--table %w", specHint(err))
		}
		return spec.Table()
	case t.Path != "":
		in, err := corpus.File(t.Path).Open()
		if err != nil {
			return nil, inputf("--table %w", err)
		}
		defer in.Close()
		return experiment.ParseTable(in, t.Path)
	case t.Runs == "" || t.Golds == "":
		return nil, usagef("--runs PATTERN and --gold PATTERN go together")
	}
	return experiment.Glob(t.Runs, t.Golds)
}

// An experimenter is a command on an experiment.
type experimenter struct {
	*inputs
	*outputs
	*tables
	scores []string
	tests  bool // keep the rows for tests
	copt   compare.Options
	rows   []*rowsOutput

	prepare func(ms []*eval.Measure, taps *plan.Taps) error // nil, or called before each file
	done    func(f experiment.File, res *eval.Result)       // nil, or called after each file
}

// run scores the experiment.
func (x experimenter) run(app *app, cmd *cobra.Command, counted *plan.Plan) (*experiment.Experiment, error) {
	table, err := x.tables.read(app)
	if err != nil {
		return nil, err
	}
	x.wishes(table)
	o := experiment.Options{Version: version(), Extra: slices.Concat(counted.Cite(), table.Cite),
		Median: x.Center == "median", Tests: x.tests, Compare: x.copt, Missing: x.policy()}
	if o.AllScores = slices.Contains(x.scores, "all"); len(x.scores) > 0 {
		o.Scores = study.PlainScores(x.scores)
	}
	if n := len(table.Unused); n > 0 && !x.quiet {
		text := fmt.Sprintf("note: no system has output for %d of %d gold files, which are not in the experiment: %s",
			n, n+len(table.Treebanks), firstOf(table.Unused))
		for _, line := range (report.Layout{Width: lineWidth(app.stderr)}).Wrap([]string{text}) {
			fmt.Fprintln(app.stderr, line)
		}
	}
	taps := plan.Taps{Watches: finding.Watches}
	meter := x.cells(app, &taps)
	var warnings []report.Warning
	o.Reading = x.reading(app, counted, meter, &warnings)
	o.Reading.Taps = taps
	for _, out := range x.rows {
		out.table = &rows.Table{Name: table.Name, Systems: table.Systems, Treebanks: table.Treebanks,
			Runs: table.Runs, Groups: table.Groups}
	}
	o.Reading.Missing = x.missingRows
	e, err := experiment.Score(cmd.Context(), table, o)
	meter.Clear()
	more := x.OfOptions(app.Context)
	if !x.quiet {
		app.warn(more)
	}
	if err == nil {
		e.Warnings = app.inFlags(append(warnings, more...))
	}
	for _, out := range x.rows {
		if err == nil {
			err = out.end()
		}
	}
	return e, err
}

// wishes takes the measure and the scores of the table where the user named none.
func (x *experimenter) wishes(table *experiment.Table) {
	if x.Metric == "" {
		x.Metric = table.Measure
	}
	if len(x.scores) == 0 {
		x.scores = table.Scores
	}
}

// policy returns the value of --missing.
func (t *tables) policy() experiment.Missing {
	return map[string]experiment.Missing{"skip": experiment.MissingSkip, "stop": experiment.MissingStop}[t.Missing]
}

// reading is how the files of the experiment are opened and measured. It adds to warnings.
func (x experimenter) reading(app *app, counted *plan.Plan, meter *progress.Meter,
	warnings *[]report.Warning) experiment.Reading {
	return experiment.Reading{
		Gold: func(path string) (*treebank.Source, error) { return app.Open(path, cmp.Or(x.GoldFormat, x.From)) },
		System: func(path string) (*treebank.Source, error) {
			src, err := x.OpenStrictly(path)
			if err != nil {
				err = &flagged{err, app.window}
			}
			return src, err
		},
		Measures: func(gold, system *treebank.Source) ([]*eval.Measure, error) {
			ms, err := x.Measures(gold, system)
			if err == nil && !slices.Contains(x.scores, "all") { // before anything is scored
				_, err = study.ChosenScores(ms, x.scores)
			}
			return ms, err
		},
		Plan: counted,
		Prepare: func(f experiment.File, gold, system *treebank.Source, ms []*eval.Measure, taps *plan.Taps) error {
			for _, out := range x.rows {
				if err := out.begin(app, x.inputs, gold, system, ms, counted); err != nil {
					return err
				}
				out.watch(nameOf(f), counted, taps)
			}
			if x.prepare != nil {
				return x.prepare(ms, taps)
			}
			return nil
		},
		Failed: func(f experiment.File, why error) error {
			for _, out := range x.rows {
				if err := out.drop(f.Path, why); err != nil {
					return err
				}
			}
			return nil
		},
		Begin: func(n, of int, f experiment.File) { meter.Cell(n, of, f.System+" "+f.Treebank+" run "+f.Run) },
		Read: func(file experiment.File, res *eval.Result) error {
			meter.Clear()
			found := x.OfFile(app.Context, res)
			*warnings = append(*warnings, found...)
			x.writeNotes(app, res, found)
			if x.done != nil {
				x.done(file, res)
			}
			for _, out := range x.rows {
				if err := out.add(nameOf(file), res); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// A flagged error names options as flags: it is shown in tables too.
type flagged struct {
	error
	window message.Window
}

func (f *flagged) Error() string { return message.Of(f.error, f.window) }
func (f *flagged) Unwrap() error { return f.error }

// missingRows writes the rows of a missing file.
func (x experimenter) missingRows(f *experiment.Scored, res *eval.Result) error {
	for _, out := range x.rows {
		if err := out.missing(f, res); err != nil {
			return err
		}
	}
	return nil
}

// absentStatus is the exit status for files that could not be read, unless the user gave
// --missing. Outputs without notes have the list of missing files on standard error;
// effect says how they change the figures, "" for the effect on averages.
func (o *outputs) absentStatus(app *app, cmd *cobra.Command, e *experiment.Experiment, effect string) error {
	if form := report.Format(o.format); (form == report.CSV || form == report.TSV) && !o.quiet {
		for _, line := range (report.Layout{Width: lineWidth(app.stderr)}).Wrap(e.AbsentNotes(effect)) {
			fmt.Fprintln(app.stderr, line)
		}
	}
	if !e.Unread() || cmd.Flags().Changed("missing") {
		return nil
	}
	n := 0
	var paths []string
	for _, f := range e.Absent() {
		if f.Path != "" {
			if n++; !slices.Contains(paths, f.Path) {
				paths = append(paths, f.Path)
			}
		}
	}
	return inputf("%s of the experiment could not be read: %s\n"+
		"hint: --missing zero, skip or stop sets the effect of missing files", plural(n, "file"), firstOf(paths))
}

// firstOf joins the first names of a list.
func firstOf(names []string) string {
	if more := len(names) - 3; more > 0 {
		names = append(slices.Clone(names[:3]), fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, ", ")
}

// allIf returns the chosen scores, or all.
func allIf(all bool, scores []string) []string {
	if all {
		return []string{"all"}
	}
	return scores
}

// experiment scores an experiment and prints its table.
func (s *scoring) experiment(app *app, cmd *cobra.Command) error {
	if s.plots() || slices.Contains([]report.Format{report.GitHub, report.JUnit, report.Codabench, report.TIRA},
		report.Format(s.format)) {
		return usagef("an experiment is written as text, json, csv, tsv, markdown, latex or html, not %s", s.format)
	}
	counted, err := s.NewPlan()
	if err != nil {
		return err
	}
	copt, intervals, err := s.statistics.ofRuns(&s.inputs, counted)
	if err != nil {
		return err
	}
	marks := s.format == string(report.LaTeX)
	x := experimenter{inputs: &s.inputs, outputs: &s.outputs, tables: &s.tables, scores: allIf(s.all, s.scores),
		tests: marks || intervals, copt: copt, rows: []*rowsOutput{&s.rows, &s.items}}
	e, err := x.run(app, cmd, counted)
	if err != nil {
		return err
	}
	return s.showExperiment(app, cmd, e, experiment.Output{Marks: marks, Options: testOptions(copt, intervals)}, false)
}

// showExperiment writes the table of an experiment, and tests its systems first if that is wanted.
func (o *outputs) showExperiment(app *app, cmd *cobra.Command, e *experiment.Experiment, out experiment.Output,
	tests bool) error {
	figures, err := e.Figures()
	if err != nil {
		return err
	}
	out.Options.Progress = o.testing
	if tests {
		if out.Tests, err = e.Test(figures, out.Options); err != nil {
			return err
		}
	}
	out.Format, out.Precision, out.Cite = report.Format(o.format), o.precision, o.citation()
	if err := o.write(app, func(w io.Writer) error { return e.Write(w, figures, out) }); err != nil {
		return err
	}
	return o.absentStatus(app, cmd, e, "")
}

// testOptions are the options of tests over runs.
func testOptions(o compare.Options, intervals bool) experiment.TestOptions {
	return experiment.TestOptions{Alpha: o.Alpha, Interval: intervals, Progress: o.Progress,
		Signif: signif.Options{Alpha: o.Alpha, Shuffles: o.Samples, Seed: o.Seed, Alternative: o.Against,
			Parallel: func(n int, task func(int)) { eval.Parallel(o.Jobs, n, task) }}} // Progress counts pairs, not their parts
}

// experiment compares the systems of an experiment.
func (s *comparing) experiment(app *app, cmd *cobra.Command) error {
	counted, err := s.NewPlan()
	if err != nil {
		return err
	}
	if s.test != "ar" && s.test != "aso" || s.alternative != "two-sided" || s.adjust != "holm" {
		return usagef("compare of an experiment has --test ar or aso, two-sided, adjusted by holm")
	}
	copt, intervals, err := s.statistics.ofRuns(&s.inputs, counted)
	if err != nil {
		return err
	}
	x := experimenter{inputs: &s.inputs, outputs: &s.outputs, tables: &s.tables, scores: allIf(s.all, s.scores),
		tests: true, copt: copt}
	e, err := x.run(app, cmd, counted)
	if err != nil {
		return err
	}
	return s.tested(app, cmd, e, testOptions(copt, intervals))
}

// tested compares the systems of an experiment that is scored.
func (s *comparing) tested(app *app, cmd *cobra.Command, e *experiment.Experiment,
	topt experiment.TestOptions) (err error) {
	topt.Paired, topt.Order, topt.Margin = s.pairedRuns, s.test == "aso", s.margin/100
	baseline := s.baseline
	if e.Table.Baseline != "" && !cmd.Flags().Changed("baseline") {
		baseline = e.Table.Baseline
	}
	if topt.Baseline, err = compare.BaselineOf(baseline, e.Table.Systems); err != nil {
		return err
	}
	return s.showExperiment(app, cmd, e, experiment.Output{Marks: true, Options: topt}, true)
}
