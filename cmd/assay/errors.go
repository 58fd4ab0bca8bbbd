package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/spf13/cobra"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/study"
	"assay/study/option"
)

// listing is one call of assay errors.
type listing struct {
	inputs
	outputs
	kinds
	tables
	top    int
	sort   string
	list   bool
	all    bool
	scores []string

	first    *foremost         // the beginning of the list; nil for none
	repairs  *diagnose.Repairs // error classes of trees; nil if there are none
	rules    *study.Effects    // errors that rules remove and make; nil without rules
	result   *eval.Result      // of the run, once it is done
	warnings []report.Warning  // about it
	idle     string            // lines on keys of --by that have a value for none of the errors
}

func (a *app) errorsCommand() *cobra.Command {
	var l listing
	cmd := &cobra.Command{
		Use:   "errors GOLD SYSTEM",
		Short: "find parser errors: classes, confusions, every item",
		Long: `Sort the items that do not match into classes, count which label was taken for
which (a missing and a spurious item at the same place are one confusion), and list
them with their sentences. Of trees the error classes of Kummerfeld et al. (2012)
are shown too, with the part of the loss that each explains.

"if repaired" is the score that would be reached if the errors of that class alone
were repaired and all others left, and "gain" what that adds; gains do not sum up.
"share of loss" does: it is the mean gain over all orders in which the classes can be
repaired (Shapley values); of more than 12 classes, what each gains while all are
repaired at the same pace. --by sorts by the values of keys in place of classes. With
--format json, csv or tsv every item is listed. With rules, --list also names the
errors that they remove and make. Of an experiment (--table, --runs) each system has a table:
classes by treebanks, as means over runs; json, csv and tsv have every file.`,
		Example: `  assay errors gold.mrg parser.mrg
  assay errors gold.conllu parser.conllu -m attachment --by deprel --sort cost
  assay errors gold.conllu parser.conllu -m attachment --by distance,direction
  assay errors gold.conllu parser.conllu --where '(type nsubj)' --list --top 0
  assay errors --table experiment.tsv -m attachment`,
		Args: l.tables.args(2, 2, "GOLD SYSTEM"),
		RunE: func(c *cobra.Command, args []string) error {
			if l.tables.given() {
				return l.experiment(a, c)
			}
			err := l.run(a, c, args)
			if res := l.result; err == nil && res != nil {
				if l.writeNotes(a, res, l.warnings); !l.quiet {
					io.WriteString(a.stderr, l.idle)
				}
				err = noneScored(res)
			}
			return err
		},
	}
	l.inputs.flags(a, cmd)
	l.outputs.flags(cmd, tableForms...)
	l.kinds.flags(cmd)
	l.tables.flags(cmd)
	add(cmd, []option.Option{
		{Name: "top", Value: option.Whole(&l.top), Default: "20",
			Doc: "number of classes, confusions and items shown (0 for all)"},
		{Name: "sort", Value: option.Text(&l.sort), Default: "count", Values: []string{"count", "cost"},
			Doc: "order of classes: count, or cost (what repairing them would gain)"},
		{Name: "list", Value: option.Switch(&l.list), Doc: "list the items too"},
		{Name: "all", Value: option.Switch(&l.all),
			Doc: "show the parts of the measure that list the same errors again"},
		{Name: "scores", Want: "LAS,UAS", Value: option.List(&l.scores), Offers: study.AllScoreNames,
			Doc:  "only the errors of these scores (assay metrics NAME lists them)",
			Idle: []option.Idle{{When: option.Experiment, Why: errorsCounted}}},
	}...)
	return cmd
}

// parts names the option that keeps errors from being sorted into kinds.
func (l *listing) parts(lines bool) string {
	switch {
	case l.Where != "":
		return "--where"
	case l.By != "":
		return "--by"
	case lines:
		return "--format " + l.format + ", which lists items"
	}
	return ""
}

func (l *listing) run(app *app, cmd *cobra.Command, args []string) error {
	if err := l.Prepare(cmd.Context(), args[0], args[1]); err != nil {
		return err
	}
	l.NoTests = true
	by := l.Plan.Options().By
	l.Plan = l.Plan.Sums() // keys are those of errors
	ms, err := l.Measures(l.Gold, l.Systems[0])
	if err != nil {
		return err
	}
	foci, err := l.foci(ms)
	if err != nil {
		return err
	}
	format := report.Format(l.format)
	lines := format == report.CSV || format == report.TSV
	repairs, err := l.kinds.maker(&l.Study, l.parts(lines))
	if err != nil {
		return err
	}
	if lines {
		rows := diagnose.NewLines(format, ms, by)
		return l.write(app, func(w io.Writer) error { return l.lines(cmd, app, w, rows, ms, foci) })
	}
	builder := diagnose.NewBuilder(ms, diagnose.Options{List: l.list, Most: l.top, By: by, All: l.all ||
		len(l.wanted()) > 0})
	all := diagnose.Joint{diagnose.Focused{To: builder, On: foci}}
	items := diagnose.NewLines(report.JSON, ms, by)
	if format == report.JSON {
		all = append(all, diagnose.Focused{To: items, On: foci})
	}
	if repairs != nil {
		l.repairs = repairs()
		l.repairs.List = l.list || format == report.JSON
		all = append(all, l.repairs)
	}
	if l.first, err = l.begins(ms); err != nil {
		return err
	}
	if l.first != nil {
		all = append(all, l.first.builder)
	}
	res, err := l.count(cmd, app, func(taps *plan.Taps) {
		taps.ErrorsOnly = len(by) == 0 // keys may read any layer of a sentence
		taps.To(all)
	})
	if err != nil {
		return err
	}
	if err := l.strongest(app, cmd, ms); err != nil {
		return err
	}
	most := -1
	if format == report.JSON {
		most = 0
	} else if l.list {
		most = l.top
	}
	if l.rules, err = l.Effects(cmd.Context(), 0, most); err != nil {
		return err
	}
	l.gauge.Phase("sorting errors")
	diagnosis := builder.Diagnosis(res)
	l.gauge.Clear()
	l.idle = idleKeys(ms, diagnosis.IdleKeys)
	if l.sort == "cost" {
		slices.SortStableFunc(diagnosis.Classes, func(x, y diagnose.Class) int {
			return cmp.Or(cmp.Compare(x.Metric, y.Metric), cmp.Compare(y.Gain, x.Gain))
		})
	}
	if format == report.JSON {
		return l.write(app, func(w io.Writer) error { return l.json(w, ms, res, diagnosis, items) })
	}
	return l.table(app, l.shown(ms, res, diagnosis)...)
}

// wanted are the scores that the user asked for, by --scores or by --metric.
func (l *listing) wanted() []string { return append(l.Asked, l.scores...) }

// foci returns a focus on the scores that the user asked for, for each measure;
// nil selects all items.
func (l *listing) foci(ms []*eval.Measure) ([]*diagnose.Focus, error) {
	out := make([]*diagnose.Focus, len(ms))
	names, err := study.ChosenScores(ms, l.wanted())
	if err != nil || len(names) == 0 {
		return out, err
	}
	for i, metric := range ms {
		out[i] = diagnose.NewFocus(metric, numbersOf(metric, names)...)
	}
	return out, nil
}

// numbersOf returns the numbers of the scores of a measure that have these names.
func numbersOf(metric *eval.Measure, names []string) (numbers []int) {
	for i, name := range metric.ScoreNames() {
		if slices.Contains(names, name) {
			numbers = append(numbers, i)
		}
	}
	return numbers
}

// count runs the measures and keeps the result, whose problems are reported at the end.
func (l *listing) count(c *cobra.Command, a *app, collect func(*plan.Taps)) (*eval.Result, error) {
	meter := l.meter(a, l.Gold, &l.Taps)
	res, err := l.Count(c.Context(), 0, func(_ []*eval.Measure, taps *plan.Taps) error {
		collect(taps)
		return nil
	})
	meter.Clear()
	if err != nil {
		return nil, err
	}
	found, err := l.Result(c.Context())
	if err == nil {
		a.flagReport(found.Report)
		l.result, l.warnings = res, found.Report.Warnings
	}
	return res, err
}

// lines writes the items while they are found.
func (l *listing) lines(c *cobra.Command, a *app, w io.Writer, b *diagnose.Lines, ms []*eval.Measure,
	foci []*diagnose.Focus) error {
	b.To(w)
	some := diagnose.Focused{To: b, On: foci}
	_, err := l.count(c, a, func(taps *plan.Taps) {
		taps.To(some)
		taps.ErrorsOnly = b.ErrorsOnly
	})
	if err != nil {
		return err
	}
	l.idle = idleKeys(ms, b.IdleKeys)
	return b.Close()
}

// idleKeys returns a line for each key that has a value for none of the errors of a measure.
func idleKeys(ms []*eval.Measure, idle func(metric int) []eval.Key) (text string) {
	for m, metric := range ms {
		for _, key := range idle(m) {
			text += fmt.Sprintf("assay: --by %s: no error of %s has such a value\n", key.Name(), metric.Name)
		}
	}
	return text
}

// shown returns the tables for a reader: classes, confusions, and items if requested.
func (l *listing) shown(ms []*eval.Measure, res *eval.Result, diagnosis *diagnose.Diagnosis) []*report.Table {
	var out []*report.Table
	for m, metric := range ms {
		t := diagnosis.ClassTable(m, metric.Name+": errors by class", l.top, l.precision)
		t.Lead = l.first.lines(res, l.repairs)
		if len(diagnosis.Repeated) > 0 {
			t.Notes = append(t.Notes, "--all shows them, --scores "+diagnosis.Repeated[0].Part+" the errors of one score")
		}
		t.Notes = append(t.Notes, report.Layout{Cite: l.citation()}.Citation(report.Signature(res, res.Counts[m],
			report.Options{Version: version(), Extra: l.Plan.Cite()})))
		if found := &diagnosis.Mistakes[m]; !found.Known && diagnosis.Total() > 0 {
			t.Notes = append(t.Notes, "mistakes: as many as errors; "+metric.Name+" does not know what follows from what")
		}
		out = append(out, t)
		if t := diagnosis.MistakeTable(m, metric.Name, l.precision); t != nil {
			out = append(out, t)
			if t := diagnosis.CostlyTable(m, res, l.top); t != nil {
				out = append(out, t)
			}
		}
		out = append(out, diagnosis.ConfusionTable(m, metric.Name+": confusions", l.top, res))
	}
	if l.repairs != nil {
		out = append(out, l.repairs.Table("kinds of error, each with all that follows from it ("+l.repairs.Source()+")",
			res, l.precision))
		if l.list {
			out = append(out, l.repairs.ListTable("what mends the system's trees", res, l.top))
		}
	}
	if l.rules != nil {
		out = append(out, l.rules.Table())
		if l.list {
			out = append(out, l.rules.List())
		}
	}
	if l.list {
		errs := diagnose.ByMistake(diagnosis.Errors)
		t := diagnose.ErrorTable(ms, res, errs)
		if report.Format(l.format) == report.TextFormat {
			t = diagnose.BriefTable(t, errs, len(ms) > 1)
		}
		if all := diagnosis.Total(); len(diagnosis.Errors) < all {
			t.Notes = []string{fmt.Sprintf("%d of %d items; --top 0 lists all", len(diagnosis.Errors), all)}
		}
		out = append(out, t)
	}
	return out
}

// json writes classes, confusions and items, which are JSON already, as one object.
func (l *listing) json(w io.Writer, ms []*eval.Measure, res *eval.Result, diagnosis *diagnose.Diagnosis,
	items *diagnose.Lines) error {
	object := report.Members("assay", version(), "gold", res.Gold.Name, "system", res.System.Name)
	var results []any
	for m := range ms {
		signature := report.Signature(res, res.Counts[m], report.Options{Version: version(), Extra: l.Plan.Cite()})
		results = append(results, diagnosis.Object(m, signature, res))
	}
	object.Add("results", results)
	object.Add("warnings", report.WarningsJSON(l.warnings))
	if l.repairs != nil {
		object.Add("kinds", l.repairs.Object(res))
	}
	if l.rules != nil {
		object.Add("rules", append([]report.Object{}, l.rules.List().Objects()...))
	}
	return report.WriteJSONWith(w, object, "items", func(w io.Writer) error {
		items.To(w)
		return items.Close()
	})
}
