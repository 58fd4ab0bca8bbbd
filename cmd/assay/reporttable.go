package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compare"
	"assay/eval"
	"assay/experiment"
	"assay/report"
	"assay/treebank"
	"assay/web"
)

// experiment writes the pages of an experiment: one of the whole, one of each treebank.
func (r *reporting) experiment(a *app, c *cobra.Command) error {
	folder := r.file
	if strings.EqualFold(filepath.Ext(folder), ".html") {
		return usagef("the report of an experiment is a folder of pages, not the file %s\nhint: -o %s", folder, strings.TrimSuffix(folder, filepath.Ext(folder)))
	}
	if err := r.outputs.check("report", append([]string{"html"}, tableForms...)...); err != nil {
		return err
	}
	if folder == "" && r.plots == "" {
		return usagef("report wants -o FOLDER, or --plots FOLDER")
	}
	opt, err := r.inputs.options()
	if err != nil {
		return err
	}
	opt.By = nil // keys are those of the pages of treebanks
	copt, intervals, err := r.statistics.ofRuns(&r.inputs, opt)
	if err != nil {
		return err
	}
	if copt.Samples == 0 {
		copt.Samples = reportSamples
	}
	x := experimenter{inputs: &r.inputs, outputs: &r.outputs, tables: &r.tables, scores: r.scores, tests: true, keys: true, copt: copt}
	e, err := x.run(a, c, opt)
	if err != nil {
		return err
	}
	w, err := r.whole(e, testOptions(copt, intervals))
	if err != nil {
		return err
	}
	w.Command = commandLine()
	if err := r.treebanks(a, c, w); err != nil {
		return err
	}
	page := w.Page()
	if err := r.writePlots(page); err != nil {
		return err
	}
	if err := r.pageTo(folder, "index.html", page); err != nil {
		return err
	}
	return absentStatus(e, r.missingGiven(c))
}

// whole tests the systems and gives the treebanks that some system has an analysis of
// the names of their pages.
func (r *reporting) whole(e *experiment.Experiment, topt experiment.TestOptions) (*web.Whole, error) {
	figures, err := e.Figures()
	if err != nil {
		return nil, err
	}
	if len(r.scores) == 0 {
		figures = headlines(e, figures)
	} else {
		order := func(f *experiment.Figure) int {
			return slices.IndexFunc(r.scores, func(s string) bool { return s == f.Name || s+"_f1" == f.Name })
		}
		slices.SortStableFunc(figures, func(f, g *experiment.Figure) int { return order(f) - order(g) })
	}
	w := &web.Whole{Experiment: e, Figures: figures, Output: experiment.Output{Format: report.HTML, Precision: r.precision, Options: topt, Marks: true}}
	topt.Baseline, topt.Progress = compare.AllPairs, r.outputs.testing
	if len(e.Table.Systems) > 1 {
		if w.Output.Tests, err = e.Test(figures, topt); err != nil {
			return nil, err
		}
	}
	w.Pages = web.PageNames(e.Table.Treebanks)
	for t := range w.Pages {
		if len(typical(w, t)) == 0 {
			w.Pages[t] = ""
		}
	}
	return w, nil
}

// headlines keeps the main score of each measure.
func headlines(e *experiment.Experiment, figures []*experiment.Figure) (out []*experiment.Figure) {
	for _, m := range e.Metrics {
		all := m.Scores(make([]float64, len(m.Columns())))
		k := max(0, eval.HeadlineOf(all))
		i := slices.IndexFunc(figures, func(f *experiment.Figure) bool { return f.Metric == m.Name() && f.Name == all[k].Name })
		if i < 0 {
			i = slices.IndexFunc(figures, func(f *experiment.Figure) bool { return f.Metric == m.Name() })
		}
		if i >= 0 {
			out = append(out, figures[i])
		}
	}
	return out
}

// typical returns a run of each system for the page of treebank t.
func typical(w *web.Whole, t int) (out []*experiment.Scored) {
	for s := range w.Experiment.Table.Systems {
		if f := w.Experiment.Typical(w.Figures[0], s, t); f != nil {
			out = append(out, f)
		}
	}
	return out
}

// treebanks writes the page of each treebank.
func (r *reporting) treebanks(a *app, c *cobra.Command, w *web.Whole) error {
	keys, plots := r.by, r.plots
	defer func() { r.by, r.plots = keys, plots }()
	t := w.Experiment.Table
	var progress *meter
	hook := func(opt *eval.Options) *meter {
		if progress == nil {
			progress = r.cells(a, opt)
		} else {
			opt.Progress = progress.tick
		}
		return progress
	}
	for i, name := range w.Pages {
		if name == "" {
			continue
		}
		files := typical(w, i)
		gold, err := r.gold(a, files[0].Gold)
		if err != nil {
			return err
		}
		if r.by = keys; keys == "" {
			r.by = defaultKeys(gold)
		}
		var names []string
		var systems []*treebank.Source
		for _, f := range files {
			system, err := r.system(a, f.Path)
			if err != nil {
				return err
			}
			named := *system
			if named.Name = f.System; len(t.Runs) > 1 {
				named.Name += " run " + f.Run
			}
			systems, names = append(systems, &named), append(names, named.Name)
		}
		q, err := r.request(a, c, gold, systems, hook)
		if err != nil {
			return err
		}
		progress.cell(i+1, len(w.Pages), "page of "+t.Treebanks[i])
		q.Title, q.Names, q.Up = t.Treebanks[i], names, "index.html"
		page, err := web.Build(c.Context(), q)
		progress.clear()
		if err != nil {
			return err
		}
		if plots != "" {
			r.plots = filepath.Join(plots, strings.TrimSuffix(name, ".html"))
		}
		if err := r.writePlots(page); err != nil {
			return err
		}
		if err := r.pageTo(r.file, name, page); err != nil {
			return err
		}
	}
	return nil
}

// pageTo writes a page into a folder, if there is one.
func (r *reporting) pageTo(folder, name string, page *web.Page) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return &exitError{exitInput, err}
	}
	return replacing(filepath.Join(folder, name), func(w io.Writer) error { return page.Write(w) })
}
