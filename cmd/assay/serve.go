package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

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
	judge string
}

func (a *app) serveCommand() *cobra.Command {
	var s serving
	c := &cobra.Command{
		Use:   "serve [FOLDER]",
		Short: "open the workbench in the browser",
		Long: `Serve the workbench of a folder (default: this one). Register system files as runs,
see their scores over time, compare them, look at their sentences and errors, and
start human checks. The register is the file assay.runs.db in the folder; files
outside the folder cannot be opened. It listens on this machine only unless asked
otherwise, and asks nothing of any other.`,
		Example: `  assay serve
  assay serve experiments --judge ann
  assay serve experiments --listen 127.0.0.1:8000 --no-open`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(c *cobra.Command, args []string) error { return s.run(a, c, args) },
	}
	s.inputs.flags(c)
	s.outputs.flags(c)
	s.statistics.flags(c, "analytic")
	s.listening.flags(c)
	c.Flags().StringVar(&s.judge, "judge", "", "who decides in checks (default: the user's name)")
	return c
}

func (s *serving) run(a *app, c *cobra.Command, args []string) error {
	folder := "."
	if len(args) == 1 {
		folder = args[0]
	}
	folder, err := filepath.Abs(folder)
	if err != nil {
		return &exitError{exitInput, err}
	}
	if info, err := os.Stat(folder); err != nil || !info.IsDir() {
		return &exitError{exitInput, fmt.Errorf("%s: is not a folder", folder)}
	}
	s.inputs.training.app = a
	if _, err := s.inputs.options(); err != nil {
		return err
	}
	register, err := runs.Open(filepath.Join(folder, "assay.runs.db"))
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer register.Close()
	bench := &web.Workbench{Folder: folder, Register: register, Version: version(), Judge: s.judge,
		Open: func(path string) (*treebank.Source, error) { return a.open(path, "", s.from) }, Request: s.request, CheckMetric: s.checkMetric}
	h, err := bench.Handler()
	if err != nil {
		return err
	}
	return s.serve(c.Context(), a, &s.outputs, h)
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
	q := web.Request{Gold: gold, Systems: systems, Eval: opt, Precision: 2,
		Metrics: func(system *treebank.Source) ([]eval.Metric, error) { return in.measures(gold, system) },
		Report:  report.Options{Version: version(), Extra: in.extra(opt)},
		Compare: func(results []*eval.Result) (*compare.Comparison, string, error) { return tests(results, copt) }}
	if in.constituents(gold) && opt.Where == nil {
		q.Repairs = func() *diagnose.Repairs { return &diagnose.Repairs{} }
	}
	q.Report.Intervals, err = compare.Intervals(copt)
	return q, err
}
