//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/diagnose"
	"assay/internal/runs"
	"assay/measures"
	"assay/study"
	"assay/study/option"
	"assay/web"
)

// serving is one call of assay serve.
type serving struct {
	inputs
	outputs
	statistics
	listening
	judge    string
	readOnly bool
}

func (a *app) serveCommand() *cobra.Command {
	var s serving
	cmd := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "open the workbench in the browser",
		Long: `Serve the workbench of a folder (default: this one). Register system files as runs,
see their scores over time, compare them, look at their sentences and errors, and
start human checks. Files dragged onto the page are put into the folder; long work is
done in the background and can be cancelled. The register is the file assay.runs.db in
the folder, with the pages that were made; files outside the folder cannot be opened.
A folder that cannot be written can be looked at. It listens on this machine only
unless --listen names another address, and connects to none.`,
		Example: `  assay serve
  assay serve experiments --judge ann
  assay serve experiments --listen 127.0.0.1:8000 --no-open`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(a, cmd)
	s.outputs.flags(cmd, tableForms...)
	s.statistics.flags(cmd, "analytic")
	s.listening.flags(cmd)
	add(cmd, []option.Option{
		{Name: "judge", Want: "NAME", Value: option.Text(&s.judge),
			Doc: "name of the judge in checks (default: the page asks)"},
		{Name: "read-only", Value: option.Switch(&s.readOnly), Doc: "write nothing into the folder"},
	}...)
	return cmd
}

func (s *serving) run(app *app, cmd *cobra.Command, args []string) error {
	folder := "."
	if len(args) == 1 {
		folder = args[0]
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return &exitError{exitInput, err}
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return inputf("%s is not a folder", folder)
	}
	if _, err := s.NewPlan(); err != nil {
		return err
	}
	register, err := s.register(filepath.Join(folder, "assay.runs.db"))
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer register.Close()
	if register.Temporary {
		fmt.Fprintln(app.stderr, "note: nothing is written into "+folder)
	}
	settings, err := s.settings(cmd)
	if err != nil {
		return err
	}
	bench := &web.Workbench{Folder: folder, Register: register, Version: version(), Settings: settings, Judge: s.judge,
		Request: func(ctx context.Context, metric, gold string, systems []string) (web.Request, error) {
			return s.request(app, ctx, metric, gold, systems)
		},
		CheckMetric: func(metric, gold string) (string, error) { return s.checkMetric(app, metric, gold) }}
	h, err := bench.Handler(cmd.Context())
	if err != nil {
		return err
	}
	return errors.Join(s.serve(cmd.Context(), app, &s.outputs, h), bench.Close())
}

// register opens the register of runs, a copy of it where the folder cannot be written.
func (s *serving) register(path string) (*runs.Register, error) {
	if s.readOnly {
		return runs.OpenTemporary(path)
	}
	r, err := runs.Open(path)
	if errors.Is(err, runs.ErrNotWritable) && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		return runs.OpenTemporary(path)
	}
	return r, err
}

// settings is everything that pages depend on apart from the files of the folder: the
// program, the options as they were typed, and the files that these name.
func (s *serving) settings(cmd *cobra.Command) (string, error) {
	var out strings.Builder
	stamp := func(path string) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			fmt.Fprint(&out, " ", info.Size(), info.ModTime().UnixNano())
		}
	}
	program, err := os.Executable()
	if err != nil {
		return "", err
	}
	stamp(program)
	cmd.Flags().Visit(func(f *pflag.Flag) {
		fmt.Fprintf(&out, "\n%s=%q", f.Name, f.Value.String())
		stamp(f.Value.String())
		_, file, _ := strings.Cut(f.Value.String(), "=") // NAME=FILE
		stamp(file)
	})
	return out.String(), nil
}

// checkMetric is the measure of a check, as assay check chooses it: the one made
// for it, unless the run asks for another by its options.
func (s *serving) checkMetric(app *app, metric, gold string) (string, error) {
	one := s.study(app)
	source, err := one.OpenGold(gold)
	if err != nil {
		return "", err
	}
	made := measures.ForCheck(one.Layers(source))
	if made == "" || strings.ContainsAny(metric, ":,") {
		return metric, nil
	}
	return made, nil
}

// study is a study of its own: pages and jobs open files at the same time.
func (s *serving) study(app *app) *study.Study {
	return &study.Study{Options: s.Options, Files: &study.Files{Limits: app.Limits, Context: app.Context, Find: app.Find}}
}

// request prepares a page as assay report would.
func (s *serving) request(app *app, ctx context.Context, metric, gold string, systems []string) (web.Request, error) {
	if option := measures.NamesFile(metric); option != "" && metric != s.Metric {
		return web.Request{}, usagef("the option %s of a measure names a file; name it when you start assay serve "+
			"(--metric, --params), not on the page", option)
	}
	one := s.study(app)
	if metric != "" {
		one.Metric = metric
	}
	var err error
	if one.Tests, err = s.statistics.options(&s.inputs); err != nil {
		return web.Request{}, err
	}
	one.Plotted = true
	if err := one.Prepare(ctx, gold, systems...); err != nil {
		return web.Request{}, err
	}
	request := web.Request{Study: one, Precision: 2, Slices: slicesSearched,
		Ready: func(res *study.Result) { app.flagReport(res.Report) }}
	if one.Constituents(one.Gold) && one.Where == "" {
		request.Repairs = func() *diagnose.Repairs { return &diagnose.Repairs{} }
	}
	return request, nil
}
