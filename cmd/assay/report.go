package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/suspects"
	"assay/eval"
	"assay/internal/progress"
	"assay/report"
	"assay/study"
	"assay/study/option"
	"assay/web"
)

// slicesSearched is the number of items, of all systems together, up to which a page has slices: a search
// among 25,000 items takes about as long as the rest of a report on them.
const slicesSearched = 60_000

// reporting is one call of assay report.
type reporting struct {
	inputs
	outputs
	statistics
	kinds
	tables
	plots       string
	noSentences bool
	suspects    int
	slices      int
	results     []*eval.Result
	scores      []string // of an experiment
}

func (a *app) reportCommand() *cobra.Command {
	var r reporting
	cmd := &cobra.Command{
		Use:   "report GOLD SYSTEM... -o FILE.html",
		Short: "write one HTML file: scores, tests, plots, sentences",
		Long: `Write one HTML file that any browser opens without a network: scores with
intervals, tests of differences, plots, classes of errors, and a list of
sentences to filter, sort and look at. Sentences are drawn when they are looked
at. --plots FOLDER writes the plots as SVG files as well. Tests are those of
assay compare. Intervals take 1,999 resamples unless --samples says otherwise; from
5,000 sentences on they are analytic unless --ci says otherwise.

Of an experiment (--table, --runs) -o names a folder: index.html shows all systems
on all treebanks in all runs, and each treebank has a page with the run of each
system that is nearest to its median.`,
		Example: `  assay report gold.mrg parser.mrg -o report.html
  assay report gold.conllu a.conllu b.conllu -m ud,attachment -o report.html
  assay report gold.mrg a.mrg b.mrg --plots figures/
  assay report --table experiment.tsv -m ud -o pages/`,
		Args: r.tables.args(2, math.MaxInt, "GOLD SYSTEM..."),
		RunE: func(c *cobra.Command, args []string) error {
			if r.tables.given() {
				return r.experiment(a, c)
			}
			return r.run(a, c, args)
		},
	}
	r.inputs.flags(a, cmd)
	r.outputs.flags(cmd)
	cmd.PreRunE = nil // the forms are those of a page, or of an experiment
	r.statistics.flags(cmd, "bca")
	r.kinds.flags(cmd)
	r.tables.flags(cmd)
	add(cmd, []option.Option{
		{Name: "scores", Want: "LAS,UAS", Value: option.List(&r.scores),
			Doc:  "scores of the page of an experiment (assay metrics NAME lists them)",
			Idle: []option.Idle{{When: option.Files, Why: option.OfTables}}},
		{Name: "plots", Want: "FOLDER", Value: option.Text(&r.plots),
			Doc: "write the plots as SVG files into this folder"},
		{Name: "suspects", Value: option.Whole(&r.suspects), Default: "-1",
			Doc: "number of items of gold to list that are probably wrong (default: 50; none from 5,000 " +
				"sentences on)"},
		{Name: "slices", Value: option.Whole(&r.slices), Default: fmt.Sprint(slicesSearched),
			Doc: "search slices where the systems have at most so many items together; 0 for none"},
		{Name: "no-sentences", Value: option.Switch(&r.noSentences), Doc: "leave out the list of sentences"},
	}...)
	return cmd
}

func (r *reporting) run(app *app, cmd *cobra.Command, args []string) error {
	if !r.outputs.given("format") {
		r.format = string(report.HTML)
	}
	if strings.EqualFold(filepath.Ext(r.file), ".svg") {
		return usagef("report writes one HTML page: -o %s\nhint: --plots FOLDER writes its plots as SVG files", r.file)
	}
	if err := r.outputs.check("report", string(report.HTML)); err != nil {
		return err
	}
	if r.file == "" && r.plots == "" {
		return usagef("report wants -o FILE.html, or --plots FOLDER")
	}
	var meter *progress.Meter
	request, err := r.request(app, cmd, func(s *study.Study) (*progress.Meter, error) {
		err := s.Prepare(cmd.Context(), args[0], args[1:]...)
		if err == nil {
			meter = r.meter(app, s.Gold, &s.Taps)
		}
		return meter, err
	})
	if err != nil {
		return err
	}
	page, err := web.Build(cmd.Context(), request)
	meter.Clear()
	if err != nil {
		return err
	}
	if err := r.writePlots(app, page); err != nil {
		return err
	}
	if r.file != "" {
		err = r.write(app, func(w io.Writer) error {
			meter.Phase("drawing")
			defer meter.Clear()
			return page.Write(w)
		})
	}
	if err != nil {
		return err
	}
	return noneScored(r.results...)
}

// request prepares the page of systems over one gold; prepare opens them and puts a meter into the
// options.
func (r *reporting) request(app *app, cmd *cobra.Command,
	prepare func(*study.Study) (*progress.Meter, error)) (web.Request, error) {
	one := &study.Study{Options: r.Options, Files: r.Files}
	var err error
	if one.Tests, err = r.statistics.options(&r.inputs); err != nil {
		return web.Request{}, err
	}
	one.ForPage(!cmd.Flags().Changed("ci"))
	one.Tests.Progress, one.Plotted, one.Suite = r.outputs.resampling, true, true
	meter, err := prepare(one)
	if err != nil {
		return web.Request{}, err
	}
	parts := ""
	if one.Where != "" {
		parts = "--where"
	}
	repairs, err := r.kinds.maker(one, parts)
	if err != nil {
		return web.Request{}, err
	}
	return web.Request{Study: one, Command: commandLine(os.Args[1:]), Precision: r.precision, Repairs: repairs,
		Slices: r.slices, Sentences: !r.noSentences && r.file != "",
		Suspects: r.suspecter(cmd, one),
		Ready: func(res *study.Result) {
			meter.Clear()
			app.flagReport(res.Report)
			r.notes(app, res)
			r.results = append(r.results, res.Runs...)
		}}, nil
}

// suspecter returns the function that lists the suspects in gold.
func (r *reporting) suspecter(cmd *cobra.Command, one *study.Study) func([]*eval.Result) ([]*suspects.Suspect, error) {
	return func(results []*eval.Result) ([]*suspects.Suspect, error) {
		most := r.suspects
		if most < 0 {
			most = 50
			for _, res := range results {
				if len(res.Units) >= study.ManySentences {
					most = 0
				}
			}
		}
		if most == 0 || r.file == "" || one.ReadsOnce() {
			return nil, nil
		}
		corpus, err := suspects.Read(cmd.Context(), one.Gold, study.Witnesses(one.Systems),
			one.Plan.Options().Align)
		if err != nil {
			return nil, err
		}
		list := corpus.Find(suspects.Default)
		return list[:min(most, len(list))], nil
	}
}

func (r *reporting) writePlots(app *app, page *web.Page) error {
	if r.plots == "" {
		return nil
	}
	if err := os.MkdirAll(r.plots, 0o777); err != nil {
		return &exitError{exitInput, err}
	}
	for _, p := range slices.Concat(page.Spreads, page.Plots) {
		err := app.replacing(filepath.Join(r.plots, p.Name+".svg"), func(w io.Writer) error {
			_, err := io.WriteString(w, p.SVG)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// plain are the characters that a shell takes as they are.
const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,+=@%"

// quoted quotes a word for a shell if it needs that.
func quoted(word string) string {
	if strings.Trim(word, plain) == "" && word != "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// commandLine is the command as it was typed, quoted for a shell, without the number of
// cores: pages have the same bytes for each.
func commandLine(args []string) string {
	words := []string{"assay"}
	for i := 0; i < len(args); i++ {
		w := args[i]
		switch {
		case w == "-j" || w == "--jobs":
			i++
			continue
		case strings.HasPrefix(w, "--jobs=") || strings.HasPrefix(w, "-j") && strings.Trim(w[2:], "=0123456789") == "":
			continue
		}
		words = append(words, quoted(w))
	}
	return strings.Join(words, " ")
}
