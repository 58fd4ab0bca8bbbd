package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"assay/check/ledger"
	"assay/compare"
	"assay/corpus"
	"assay/eval"
	"assay/eval/plan"
	"assay/eval/rows"
	"assay/experiment"
	"assay/formats"
	"assay/internal/progress"
	"assay/measures"
	"assay/report"
	"assay/study"
	"assay/study/option"
)

// merging is one call of assay merge.
type merging struct {
	scoring
	compare   bool
	lastWins  bool
	rowsOut   string
	maxMemory int // bytes
	expected  expected
	versus    comparing
}

func (a *app) mergeCommand() *cobra.Command {
	var s merging
	cmd := &cobra.Command{
		Use:   "merge ROWS...",
		Short: "put scores together from rows files",
		Long: `Put scores together from files that assay score --rows or --items wrote, without the
treebanks: the same figures as if all files had been scored at once. Rows of one
system over different files of gold add up; --compare tests the systems, and rows
of an experiment (--table, --runs) give its table.`,
		Example: `  assay merge parts/*.tsv.zst
  assay merge parts/*.tsv.zst --ci --format json
  assay merge a.tsv b.tsv --compare --baseline next
  assay merge parts/a*.tsv.zst --rows-out a.tsv.zst`,
		Args: atLeast(1, "ROWS..."),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.outputs.flags(cmd, report.Formats...)
	s.statistics.flags(cmd, "none")
	add(cmd, []option.Option{
		{Name: "compare", Value: option.Switch(&s.compare), Doc: "compare the systems, as assay compare does"},
		{Name: "last-wins", Value: option.Switch(&s.lastWins),
			Doc: "of rows of the same files, take those named last"},
		{Name: "rows-out", Want: "FILE", Value: option.Text(&s.rowsOut),
			Doc: "write the rows of all files to this one too, to merge it with others later"},
	}...)
	s.maxMemory = 500 << 20
	add(cmd, []option.Option{
		{Name: "max-memory", Value: option.Megabytes(&s.maxMemory),
			Doc: "megabytes that the rows of all sentences may take, where the output needs them (intervals, " +
				"tests, --per-sentence)"},
	}...)
	s.expected.flags(cmd)
	s.viewFlags(cmd)
	add(cmd, []option.Option{
		{Name: "params", Short: "p", Want: "FILE", Value: option.Text(&s.Params), Reads: true,
			Doc: "parameter file of the measure, where it is not at the path that the rows name"},
		{Name: "check", Want: "FILE", Value: option.Text(&s.inputs.Check), Reads: true,
			Doc: "file of decisions, where it is not at the path that the rows name"},
	}...)
	add(cmd, option.Cells(&s.TableOptions)...)
	add(cmd, []option.Option{
		{Name: "jobs", Short: "j", Value: option.Whole(&s.Jobs), Doc: "number of cores (0 for all)"},
	}...)
	s.versus.tests(cmd)
	return cmd
}

func (s *merging) run(app *app, cmd *cobra.Command, args []string) error {
	if err := s.readDemands(); err != nil {
		return err
	}
	if s.rowsOut != "" && (s.lastWins || slices.ContainsFunc(args, readsOnce)) {
		return usagef("--rows-out reads files again that have each row once: it wants no --last-wins and no pipe")
	}
	files, merged, err := s.read(app, args)
	if err != nil {
		return err
	}
	if err := s.join(app, files); err != nil {
		return err
	}
	if slices.ContainsFunc(merged, func(m *rows.Merged) bool { return m.Name.Treebank != "" }) {
		return s.experiment(app, cmd, files[0].Header, merged)
	}
	for _, name := range []string{"missing", "center"} {
		if cmd.Flags().Changed(name) {
			return usagef("--%s has no effect here: these rows are not of an experiment (--table, --runs)", name)
		}
	}
	if s.compare {
		if len(merged) < 2 {
			return usagef("--compare wants the rows of two systems or more, found those of %s", merged[0].Name.System)
		}
		return s.comparison(app, cmd, files[0].Header, merged)
	}
	return s.report(app, files[0].Header, merged)
}

// join writes the file of --rows-out.
func (s *merging) join(app *app, files []*rows.Content) error {
	if s.rowsOut == "" {
		return nil
	}
	if err := app.spare(s.rowsOut); err != nil {
		return err
	}
	header, err := rows.JoinedHeader(files)
	if err != nil {
		return err
	}
	w, err := rows.Create(s.rowsOut, header)
	if err != nil {
		return &exitError{exitInput, err}
	}
	app.written = append(app.written, s.rowsOut)
	err = rows.Join(w, files, func(path string) (io.ReadCloser, error) { return corpus.File(path).Open() })
	if err != nil { // without its last line the file is incomplete
		return err
	}
	return w.Close()
}

// read reads the files of rows and merges them. It reads sums only if they are enough for
// the output.
func (s *merging) read(app *app, args []string) ([]*rows.Content, []*rows.Merged, error) {
	streams := s.ci == compare.CIPoisson.String() && !s.lastWins // a drawing cannot give rows back
	tests := s.compare && !(streams && s.versus.test == compare.TestPoisson.String() && s.versus.margin == 0)
	sums := !tests && !s.perSentence && (s.ci == "none" || streams) && s.format != string(report.LaTeX) &&
		!slices.ContainsFunc(args, readsOnce)
	if sums {
		read, draws := rows.ReadSums, rows.Draws(nil)
		if streams {
			opt, err := s.statistics.options(&s.inputs)
			if err != nil {
				return nil, nil, err
			}
			draws = compare.Draws(opt)
			read = rows.ReadDrawn(draws)
		}
		files, merged, err := s.readWith(app, args, read, draws)
		switch { // of several systems that leave out sentences, those in common are scored too
		case err == nil && !slices.ContainsFunc(merged, func(m *rows.Merged) bool { return s.wantsRows(m, len(merged)) }):
			return files, merged, nil
		case err != nil && !errors.Is(err, rows.ErrRows):
			return nil, nil, err
		}
	}
	return s.readWith(app, args, rows.ReadWithin(s.maxMemory, s.perSentence), nil)
}

// wantsRows reports whether the output needs the rows of a result, of which there are n.
func (s *merging) wantsRows(m *rows.Merged, n int) bool {
	res := m.Result
	return n > 1 && slices.ContainsFunc(res.Counts, (*eval.Counts).Skips) || s.compare && res.Len() != res.GoldN ||
		m.Name.Treebank != "" && s.ci != "none"
}

// readsOnce reports whether a file of rows cannot be read again.
func readsOnce(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.Mode().IsRegular() && !info.IsDir()
}

// readWith is read with a function that reads one file, and its drawings.
func (s *merging) readWith(app *app, args []string, read func(io.Reader, string) (*rows.Content, error),
	draws rows.Draws) ([]*rows.Content, []*rows.Merged, error) {
	var files []*rows.Content
	meter := s.outputs.meter(app, nil, &plan.Taps{})
	defer meter.Clear()
	paths, err := rowsFiles(args)
	if err != nil {
		return nil, nil, err
	}
	var bad []badFile
	for _, path := range paths {
		c, err := readRows(path, meter, read)
		switch {
		case app.Context.Err() != nil:
			return nil, nil, app.Context.Err()
		case errors.Is(err, rows.ErrRows):
			return nil, nil, err
		case errors.Is(err, rows.ErrManyRows):
			err = fmt.Errorf("this output needs the rows of all sentences, which take more than %d MB of memory",
				s.maxMemory>>20)
			return nil, nil, &exitError{exitInput, withHint(err, "--ci=poisson and --test poisson need none of them; "+
				"--max-memory allows more")}
		case err != nil:
			bad = append(bad, badFile{path, err})
			continue
		case len(files) > 0:
			c.Share(files[0])
		}
		files = append(files, c)
	}
	meter.Clear()
	if err := s.expected.check(app, files, bad, len(paths)); err != nil {
		return nil, nil, err
	}
	merged, err := rows.Merge(files, rows.Options{LastWins: s.lastWins, Version: version(), Metric: s.metric,
		Format: formats.ByName, Draws: draws})
	if err == nil && len(merged) == 0 {
		err = inputf("%s has no rows", args[0])
	}
	return files, merged, err
}

// readRows reads one file of rows.
func readRows(path string, meter *progress.Meter, read func(io.Reader, string) (*rows.Content,
	error)) (*rows.Content, error) {
	f, err := corpus.File(path).Open()
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return read(meter.Reading(f, path), path)
}

// rowsFiles are the files of rows that names denote: a folder or a pattern means those
// in it.
func rowsFiles(names []string) (paths []string, err error) {
	for _, name := range names {
		found, err := corpus.Find(name)
		if err != nil {
			return nil, &exitError{exitInput, err}
		}
		if len(found) > 1 || len(found) == 1 && found[0] != name {
			all := len(found)
			if found = slices.DeleteFunc(found, func(p string) bool { _, ok := rows.Form(p); return !ok }); len(found) < all {
				other := fmt.Errorf("%s: %s of %d are no rows: their names do not end in .tsv, .tsv.zst, .jsonl or .jsonl.zst",
					name, plural(all-len(found), "file"), all)
				return nil, &exitError{exitInput, withHint(other, "name the files of rows")}
			}
		}
		paths = append(paths, found...)
	}
	return paths, nil
}

// metric makes a measure again.
func (s *merging) metric(measure rows.Measure) (*eval.Measure, error) {
	if s.Params != "" && measure.Params != "" {
		measure.Params = s.Params
	}
	if s.inputs.Check != "" && measure.Check != "" {
		measure.Check = s.inputs.Check
	}
	metric, err := measures.Parse(measure.Spec, measures.Config{Params: measure.Params, Check: measure.Check,
		Decisions: ledger.Decisions, Set: map[string]string{}})
	if err != nil {
		return nil, err
	}
	in := study.Study{Options: study.Options{Check: measure.Check, Decisions: ledger.Decisions}}
	ms, err := in.Softened([]*eval.Measure{metric})
	if err != nil {
		return nil, err
	}
	return ms[0], nil
}

// take gives the merged runs to the study, and returns the measures.
func (s *merging) take(st *study.Study, h rows.Header, merged []*rows.Merged) (ms []*eval.Measure, err error) {
	for _, m := range merged {
		if err := st.Take(m.Result, h.Extra, m.Cite); err != nil {
			return nil, err
		}
	}
	for _, ct := range merged[0].Result.Counts {
		ms = append(ms, ct.Metric)
	}
	return ms, nil
}

// report prints the output of assay score.
func (s *merging) report(app *app, h rows.Header, merged []*rows.Merged) (err error) {
	if s.Tests, err = s.statistics.options(&s.inputs); err != nil {
		return err
	}
	s.Tests.Progress, s.NoTests, s.PerSentence, s.Version = s.outputs.resampling, true, s.perSentence, version()
	ms, err := s.take(&s.Study, h, merged)
	if err != nil {
		return err
	}
	names, err := study.ChosenFigures(ms, s.scores)
	if err != nil {
		return err
	}
	res, err := s.Result(app.Context)
	if err != nil {
		return err
	}
	app.flagReport(res.Report)
	return s.show(app, res, names)
}

// comparison prints the output of assay compare, without the items.
func (s *merging) comparison(app *app, c *cobra.Command, header rows.Header, merged []*rows.Merged) (err error) {
	s.versus.outputs, s.versus.statistics, s.versus.scores, s.versus.Jobs = s.outputs, s.statistics, s.scores, s.Jobs
	if !c.Flags().Changed("ci") {
		s.versus.ci = "bca"
	}
	var names []string
	for _, m := range merged {
		names = append(names, m.Result.System.Name)
	}
	if s.versus.Tests, err = s.versus.options(names); err != nil {
		return err
	}
	s.versus.Tests.Progress, s.versus.Version = s.versus.outputs.resampling, version()
	s.versus.Tests.AllScores = s.versus.Tests.AllScores || s.all
	if _, err := s.take(&s.versus.Study, header, merged); err != nil {
		return err
	}
	return s.versus.show(app)
}

// experiment prints the table of an experiment.
func (s *merging) experiment(app *app, cmd *cobra.Command, header rows.Header, merged []*rows.Merged) error {
	if s.versus.outputs = s.outputs; s.compare {
		s.versus.statistics = s.statistics
	}
	copt, intervals, err := s.statistics.ofRuns(&s.inputs, &plan.Plan{})
	if err != nil {
		return err
	}
	copt.Extra = header.Extra
	marks := s.compare || s.format == string(report.LaTeX)
	opt := experiment.Options{Version: version(), Extra: header.Extra, Median: s.Center == "median",
		Tests: marks || intervals, Compare: copt, Missing: s.policy()}
	if len(s.scores) > 0 {
		opt.Scores = study.PlainScores(s.scores)
	}
	e, err := experiment.Assemble(header, merged, opt)
	if err != nil {
		return err
	}
	if s.compare {
		return s.versus.tested(app, cmd, e, testOptions(copt, intervals))
	}
	return s.showExperiment(app, cmd, e, experiment.Output{Marks: marks, Options: testOptions(copt, intervals)}, false)
}
