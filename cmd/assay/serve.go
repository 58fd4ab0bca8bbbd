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
	"sync"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"assay/compare"
	"assay/diagnose"
	"assay/eval"
	"assay/measures"
	"assay/report"
	"assay/treebank"
	"assay/web"
	"assay/web/runs"
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
	s.inputs.flags(cmd)
	s.outputs.flags(cmd)
	s.statistics.flags(cmd, "analytic")
	s.listening.flags(cmd)
	cmd.Flags().StringVar(&s.judge, "judge", "", "name of the judge in checks (default: the page asks)")
	cmd.Flags().BoolVar(&s.readOnly, "read-only", false, "write nothing into the folder")
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
		return &exitError{exitInput, fmt.Errorf("%s is not a folder", folder)}
	}
	s.inputs.training.app = app
	if _, err := s.inputs.options(); err != nil {
		return err
	}
	if err := s.inputs.unrestricted("serve"); err != nil {
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
	var mu sync.Mutex // pages and jobs open files at the same time
	bench := &web.Workbench{Folder: folder, Register: register, Version: version(), Settings: settings, Judge: s.judge,
		Open: func(path string) (*treebank.Source, error) {
			mu.Lock()
			defer mu.Unlock()
			return app.open(path, "", s.from)
		},
		Request: s.request, CheckMetric: s.checkMetric}
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
func (s *serving) checkMetric(metric string, gold *treebank.Source) string {
	made := measures.ForCheck(s.inputs.layers(gold))
	if made == "" || strings.ContainsAny(metric, ":,") {
		return metric
	}
	return made
}

// request prepares a page as assay report would.
func (s *serving) request(metric string, gold *treebank.Source, systems []*treebank.Source) (web.Request, error) {
	in := s.inputs
	if option := measures.NamesFile(metric); option != "" {
		return web.Request{}, usagef("the option %s of a measure names a file; name it when you start assay serve (--metric, --params), not on the page", option)
	}
	if metric != "" {
		in.metric = metric
	}
	if in.by == "" {
		in.by = defaultKeys(gold)
	}
	opt, err := in.options()
	if err != nil {
		return web.Request{}, err
	}
	copt, err := s.statistics.options(&in, opt)
	if err != nil {
		return web.Request{}, err
	}
	request := web.Request{Gold: gold, Systems: systems, Eval: opt, Precision: 2,
		Metrics: func(system *treebank.Source) ([]*eval.Measure, error) { return in.measures(gold, system) },
		Report:  report.Options{Version: version(), Extra: in.extra(opt)},
		Compare: func(results []*eval.Result) (*compare.Comparison, string, error) { return tests(results, copt) },
		Scored: func(res *eval.Result) []string {
			var notes strings.Builder
			in.unfitting(context.Background(), &notes, res)
			return cautions(notes.String())
		}}
	if in.constituents(gold) && opt.Where == nil {
		request.Repairs = func() *diagnose.Repairs { return &diagnose.Repairs{} }
	}
	request.Report.Intervals, err = compare.Intervals(copt)
	return request, err
}
