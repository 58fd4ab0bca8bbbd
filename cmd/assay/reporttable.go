package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/compare"
	"assay/experiment"
	"assay/internal/progress"
	"assay/report"
	"assay/study"
	"assay/web"
)

// experiment writes the pages of an experiment: one of the whole, one of each treebank.
func (r *reporting) experiment(app *app, cmd *cobra.Command) error {
	folder := r.file
	if strings.EqualFold(filepath.Ext(folder), ".html") {
		return usagef("the report of an experiment is a folder of pages, not the file %s\nhint: -o %s", folder,
			strings.TrimSuffix(folder, filepath.Ext(folder)))
	}
	if err := r.outputs.check("report", append([]string{"html"}, tableForms...)...); err != nil {
		return err
	}
	if folder == "" && r.plots == "" {
		return usagef("report wants -o FOLDER, or --plots FOLDER")
	}
	counted, err := r.NewPlan()
	if err != nil {
		return err
	}
	counted = counted.Sums() // keys are those of the pages of treebanks
	copt, intervals, err := r.statistics.ofRuns(&r.inputs, counted)
	if err != nil {
		return err
	}
	if copt.Samples == 0 {
		copt.Resamples = study.PageResamples
	}
	x := experimenter{inputs: &r.inputs, outputs: &r.outputs, tables: &r.tables, scores: r.scores, tests: true,
		copt: copt}
	e, err := x.run(app, cmd, counted)
	if err != nil {
		return err
	}
	whole, err := r.whole(e, testOptions(copt, intervals))
	if err != nil {
		return err
	}
	whole.Command = commandLine(os.Args[1:])
	if err := r.treebanks(app, cmd, whole); err != nil {
		return err
	}
	page := whole.Page()
	if err := r.writePlots(app, page); err != nil {
		return err
	}
	if err := r.pageTo(app, folder, "index.html", page); err != nil {
		return err
	}
	return r.absentStatus(app, cmd, e, "")
}

// whole tests the systems and gives the treebanks that some system has an analysis of
// the names of their pages.
func (r *reporting) whole(e *experiment.Experiment, topt experiment.TestOptions) (*web.Whole, error) {
	figures, err := e.Figures()
	if err != nil {
		return nil, err
	}
	if len(r.scores) == 0 {
		figures = e.Headlines(figures)
	} else {
		order := func(f *experiment.Figure) int {
			return slices.IndexFunc(r.scores, func(s string) bool { return s == f.Name || s+"_f1" == f.Name })
		}
		slices.SortStableFunc(figures, func(f, g *experiment.Figure) int { return order(f) - order(g) })
	}
	whole := &web.Whole{Experiment: e, Figures: figures,
		Output: experiment.Output{Format: report.HTML, Precision: r.precision, Options: topt, Marks: true}}
	topt.Baseline, topt.Progress = compare.AllPairs, r.outputs.testing
	if len(e.Table.Systems) > 1 {
		if whole.Output.Tests, err = e.Test(figures, topt); err != nil {
			return nil, err
		}
	}
	whole.Pages = web.PageNames(e.Table.Treebanks)
	for t := range whole.Pages {
		if len(e.TypicalOf(figures[0], t)) == 0 {
			whole.Pages[t] = ""
		}
	}
	return whole, nil
}

// treebanks writes the page of each treebank.
func (r *reporting) treebanks(app *app, cmd *cobra.Command, whole *web.Whole) error {
	plots := r.plots
	defer func() { r.plots = plots }()
	table := whole.Experiment.Table
	var meter *progress.Meter
	for i, name := range whole.Pages {
		if name == "" {
			continue
		}
		files := whole.Experiment.TypicalOf(whole.Figures[0], i)
		var names []string
		request, err := r.request(app, cmd, func(s *study.Study) (_ *progress.Meter, err error) {
			if names, err = r.openTypical(s, files, len(table.Runs) > 1); err != nil {
				return nil, err
			}
			if meter == nil {
				meter = r.cells(app, &s.Taps)
			} else {
				s.Taps.Progress = meter.Tick
			}
			return meter, s.PrepareSources(cmd.Context())
		})
		if err != nil {
			return err
		}
		meter.Cell(i+1, len(whole.Pages), "page of "+table.Treebanks[i])
		request.Title, request.Names, request.Up = table.Treebanks[i], names, "index.html"
		page, err := web.Build(cmd.Context(), request)
		meter.Clear()
		if err != nil {
			return err
		}
		if plots != "" {
			r.plots = filepath.Join(plots, strings.TrimSuffix(name, ".html"))
		}
		if err := r.writePlots(app, page); err != nil {
			return err
		}
		if err := r.pageTo(app, r.file, name, page); err != nil {
			return err
		}
	}
	return nil
}

// openTypical opens the files of one treebank's page, and returns the names of the systems.
func (r *reporting) openTypical(one *study.Study, files []*experiment.Scored, runs bool) (names []string, err error) {
	if one.Gold, err = one.OpenGold(files[0].Gold); err != nil {
		return nil, err
	}
	for _, file := range files {
		system, err := one.OpenSystem(file.Path)
		if err != nil {
			return nil, err
		}
		if system.Name = file.System; runs {
			system.Name += " run " + file.Run
		}
		one.Systems, names = append(one.Systems, system), append(names, system.Name)
	}
	return names, nil
}

// pageTo writes a page into a folder, if there is one.
func (r *reporting) pageTo(app *app, folder, name string, page *web.Page) error {
	if folder == "" {
		return nil
	}
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return &exitError{exitInput, err}
	}
	return app.replacing(filepath.Join(folder, name), func(w io.Writer) error { return page.Write(w) })
}
