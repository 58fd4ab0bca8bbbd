package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"assay/experiment/harness"
	"assay/study"
	"assay/study/option"
	"assay/treebank"
)

// running is one call of assay run.
type running struct {
	comparing
	only                   []string
	dryRun, retry, noPages bool
	atOnce                 int
	engine                 string
}

func (a *app) runCommand() *cobra.Command {
	var r running
	cmd := &cobra.Command{
		Use:   "run EXPERIMENT.toml",
		Short: "run parsers on treebanks, then score, test and report",
		Long: `Run the parsers of an experiment on its treebanks, and make the table, the tests and
the pages that compare --table and report --table make.

EXPERIMENT.toml names the gold files, and for each system a command or outputs that
exist (docs/experiments.md). The commands get gold without its analyses (assay
convert --blind). A run whose command, input and files have not changed is not
run again; an interrupted experiment goes on where it was. A run that fails, takes
too long or leaves nothing that can be read is a gap with a name. Wall time, CPU time
and memory of every run are measured, and shown as a table of speeds.

Commands run in the folder of EXPERIMENT.toml. Only assay run starts them; score,
compare and report take the same file with --table, and run nothing.`,
		Example: `  assay run examples/run/experiment.toml
  assay run experiment.toml --dry-run
  assay run experiment.toml --print make > runs.mk`,
		Args: between(1, 1, "EXPERIMENT.toml"),
		RunE: func(c *cobra.Command, args []string) error { return r.run(a, c, args[0]) },
	}
	r.inputs.flags(a, cmd)
	r.outputs.flags(cmd, tableForms...)
	r.statistics.flags(cmd, "none")
	add(cmd, option.Cells(&r.TableOptions)...)
	r.tests(cmd)
	add(cmd, []option.Option{
		{Name: "scores", Want: "LAS,UAS", Value: option.List(&r.scores), Offers: study.AllScoreNames,
			Doc: "scores of the table (default: those of EXPERIMENT.toml, or the measure's main scores)"},
		{Name: "dry-run", Value: option.Switch(&r.dryRun), Doc: "list the runs and their commands, and start none"},
		{Name: "retry", Value: option.Switch(&r.retry), Doc: "start those runs again that ended with a fault"},
		{Name: "no-pages", Value: option.Switch(&r.noPages), Doc: "make no pages"},
		{Name: "only", Want: "RUN,...", Value: option.List(&r.only),
			Doc: "start only these runs, and make no table: SYSTEM, SYSTEM/TREEBANK or SYSTEM/TREEBANK/RUN"},
		{Name: "at-once", Value: option.Positive(&r.atOnce), Default: "1",
			Doc: "runs at the same time; more than 1 makes times longer"},
		{Name: "print", Value: option.Text(&r.engine), Values: harness.Engines,
			Doc: "write the runs for this program instead of starting them"},
	}...)
	return cmd
}

func (r *running) run(app *app, cmd *cobra.Command, path string) error {
	if !harness.IsSpec(path) {
		return usagef("run wants an experiment in TOML, not %s\nhint: docs/experiments.md shows one", path)
	}
	spec, err := harness.Read(path)
	if err != nil {
		return inputf("%w", specHint(err))
	}
	if r.engine != "" {
		_, err := io.WriteString(app.stdout, spec.Print(r.engine))
		return err
	}
	o := harness.Options{Only: r.only, Retry: r.retry, AtOnce: r.atOnce,
		Open: func(path string) (*treebank.Source, error) { return app.Open(path, r.From) }}
	if r.dryRun {
		return r.list(app, spec, o)
	}
	if err := r.start(app, cmd, spec, o); err != nil || len(r.only) > 0 {
		return err
	}
	r.Path = path
	err = r.experiment(app, cmd)
	if is[*exitError](err) || err == nil { // files that are missing do not keep the rest from being shown
		if also := r.pages(app, cmd, spec); err == nil {
			err = also
		}
	}
	return err
}

// specHint shows the hint of a fault of a description.
func specHint(err error) error {
	if e, ok := err.(*harness.SpecError); ok && e.Hint != "" {
		return withHint(e, e.Hint)
	}
	return err
}

// list shows the runs, and starts none.
func (r *running) list(app *app, spec *harness.Spec, o harness.Options) error {
	steps, err := spec.Plan(app.Context, o)
	if err != nil {
		return inputf("%w", specHint(err))
	}
	_, err = io.WriteString(app.stdout, harness.List(steps))
	return err
}

// start starts the runs that are missing. Standard error has the outcome of each.
func (r *running) start(app *app, cmd *cobra.Command, spec *harness.Spec, o harness.Options) error {
	say := func(format string, args ...any) {
		if !r.quiet {
			fmt.Fprintf(app.stderr, format+"\n", args...)
		}
	}
	o.Begin = func(j *harness.Job, n, of int) { say("run %d of %d: %s: %s", n, of, j.Name(), j.Line(j.Output)) }
	o.End = func(j *harness.Job, rec *harness.Record) {
		took := time.Duration(rec.Wall * float64(time.Second)).Round(10 * time.Millisecond)
		switch {
		case rec.Fault != "":
			say("  %s: %s after %s", j.Name(), rec.Fault, took)
		case rec.Note != "":
			say("  %s: done in %s; %s", j.Name(), took, rec.Note)
		default:
			say("  %s: done in %s", j.Name(), took)
		}
	}
	steps, err := spec.Plan(cmd.Context(), o)
	if err != nil {
		return inputf("%w", specHint(err))
	}
	if err := spec.Run(cmd.Context(), steps, o); err != nil {
		return err
	}
	failed := slices.IndexFunc(steps, func(s *harness.Step) bool { return s.State == harness.Failed })
	if failed >= 0 && len(r.only) == 0 {
		say("note: runs that failed before are not started again: %s ...; --retry starts them", steps[failed].Name())
	}
	return nil
}

// pages writes the pages of the experiment into its folder.
func (r *running) pages(app *app, cmd *cobra.Command, spec *harness.Spec) error {
	if r.noPages {
		return nil
	}
	folder := filepath.Join(filepath.Dir(spec.Path), spec.Folder, "pages")
	report := app.reportCommand()
	args := []string{"--table", spec.Path, "-o", folder, "-q"}
	if r.Metric != "" {
		args = append(args, "-m", r.Metric)
	}
	if len(r.scores) > 0 {
		args = append(args, "--scores", strings.Join(r.scores, ","))
	}
	if cmd.Flags().Changed("missing") {
		args = append(args, "--missing", r.Missing)
	}
	report.SetArgs(args)
	report.SilenceErrors, report.SilenceUsage = true, true
	err := report.ExecuteContext(cmd.Context())
	if _, made := os.Stat(filepath.Join(folder, "index.html")); made == nil && !r.quiet {
		fmt.Fprintf(app.stderr, "pages: %s\n", filepath.Join(folder, "index.html"))
	}
	return err
}
