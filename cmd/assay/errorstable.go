package main

import (
	"io"

	"github.com/spf13/cobra"

	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/experiment"
	"assay/report"
)

// experiment sorts the errors of the files of an experiment into classes.
func (l *listing) experiment(app *app, cmd *cobra.Command) error {
	if l.list {
		return usagef("--list does not go with an experiment; list the errors of one file")
	}
	if err := oneOf("sort", l.sort, "count"); err != nil {
		return usagef("classes of an experiment are in order of their number: --sort count")
	}
	counted, err := l.NewPlan()
	if err != nil {
		return err
	}
	grid := &diagnose.Grid{}
	keys := counted.Options().By
	var builder *diagnose.Builder
	x := experimenter{inputs: &l.inputs, outputs: &l.outputs, tables: &l.tables}
	x.prepare = func(ms []*eval.Measure, taps *plan.Taps) error {
		foci, err := l.foci(ms)
		if err != nil {
			return err
		}
		builder = diagnose.NewBuilder(ms, diagnose.Options{By: keys, All: l.all || len(l.wanted()) > 0})
		some := diagnose.Focused{To: builder, On: foci}
		taps.To(some)
		taps.ErrorsOnly = len(keys) == 0
		return nil
	}
	x.done = func(f experiment.File, res *eval.Result) {
		grid.Add(f.System, f.Treebank, f.Run, builder.Diagnosis(res))
	}
	e, err := x.run(app, cmd, counted.Sums())
	if err != nil {
		return err
	}
	grid.Systems, grid.Treebanks = e.Table.Systems, e.Table.Treebanks
	for _, m := range e.Metrics {
		grid.Measures = append(grid.Measures, m.Name)
	}
	if err := l.write(app, func(w io.Writer) error { return l.grid(w, e, grid) }); err != nil {
		return err
	}
	if !l.quiet {
		io.WriteString(app.stderr, idleKeys(e.Metrics, grid.IdleKeys))
	}
	return l.absentStatus(app, cmd, e, noErrors)
}

// noErrors is the effect of missing files.
const noErrors = "their errors are not in the table"

// grid writes the classes of an experiment.
func (l *listing) grid(w io.Writer, e *experiment.Experiment, grid *diagnose.Grid) error {
	switch format := report.Format(l.format); format {
	case report.JSON:
		object := report.Members("assay", version(), "table", e.Table.Name, "systems", e.Table.Systems,
			"treebanks", e.Table.Treebanks, "signatures", e.Signatures, "missing", e.AbsentNotes(noErrors),
			"classes", append([]report.Object{}, grid.Lines().Objects()...))
		return report.WriteJSON(w, object)
	case report.CSV, report.TSV:
		return report.WriteTables(w, format, grid.Lines())
	}
	var tables []*report.Table
	for m := range grid.Measures {
		for _, s := range grid.Systems {
			tables = append(tables, grid.Table(m, s, l.top, l.precision))
		}
		last := tables[len(tables)-1]
		last.Notes = append(last.Notes, report.Layout{Cite: l.citation()}.Citation(e.Signatures[m]))
	}
	last := tables[len(tables)-1]
	last.Notes = append(last.Notes, e.AbsentNotes(noErrors)...)
	return report.WriteTables(w, report.Format(l.format), tables...)
}
