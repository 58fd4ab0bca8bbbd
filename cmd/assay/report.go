package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/suspects"
	"assay/compare"
	"assay/eval"
	"assay/report"
	"assay/treebank"
	"assay/web"
)

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
at. --plots FOLDER writes the plots as SVG files as well. Intervals and tests take
1,999 resamples and shuffles unless --samples says otherwise; from 5,000 sentences
on intervals are analytic unless --ci says otherwise.

Of an experiment (--table, --runs) -o names a folder: index.html shows all systems
on all treebanks in all runs, and each treebank has a page with the run of each
system that is nearest to its median.`,
		Example: `  assay report gold.mrg parser.mrg -o report.html
  assay report gold.conllu a.conllu b.conllu -m ud,attachment -o report.html
  assay report gold.mrg a.mrg b.mrg --plots figures/
  assay report --table experiment.tsv -m ud -o pages/`,
		Args: r.tables.args(2, "GOLD SYSTEM..."),
		RunE: func(c *cobra.Command, args []string) error {
			if r.tables.given() {
				return r.experiment(a, c)
			}
			return r.run(a, c, args)
		},
	}
	r.inputs.flags(cmd)
	r.outputs.flags(cmd)
	r.statistics.flags(cmd, "bca")
	r.kinds.flags(cmd)
	r.tables.flags(cmd)
	cmd.Flags().Var((*list)(&r.scores), "scores", "scores of the page of an experiment (assay metrics NAME lists them)")
	cmd.Flags().StringVar(&r.plots, "plots", "", "write the plots as SVG files into this folder")
	cmd.Flags().IntVar(&r.suspects, "suspects", -1, "number of items of gold to list that are probably wrong (default: 50; none from 5,000 sentences on)")
	cmd.Flags().BoolVar(&r.noSentences, "no-sentences", false, "leave out the list of sentences")
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
	gold, err := r.gold(app, args[0])
	if err != nil {
		return err
	}
	systems, err := r.systems(app, args[1:])
	if err != nil {
		return err
	}
	if r.by == "" {
		r.by = defaultKeys(gold)
	}
	var progress *meter
	request, err := r.request(app, cmd, gold, systems, func(opt *eval.Options) *meter {
		progress = r.meter(app, gold, opt)
		return progress
	})
	if err != nil {
		return err
	}
	page, err := web.Build(cmd.Context(), request)
	progress.clear()
	if err != nil {
		return err
	}
	if err := r.writePlots(app, page); err != nil {
		return err
	}
	if r.file != "" {
		err = r.write(app, func(w io.Writer) error {
			progress.phase("drawing")
			defer progress.clear()
			return page.Write(w)
		})
	}
	if err != nil {
		return err
	}
	return noneScored(r.results...)
}

// request prepares the page of systems over one gold; hook puts a meter into the options.
func (r *reporting) request(app *app, cmd *cobra.Command, gold *treebank.Source, systems []*treebank.Source, hook func(*eval.Options) *meter) (web.Request, error) {
	opt, err := r.inputs.options()
	if err != nil {
		return web.Request{}, err
	}
	if err := r.restrict(cmd.Context(), app, gold, systems, &opt); err != nil {
		return web.Request{}, err
	}
	copt, err := r.statistics.options(&r.inputs, opt)
	if err != nil {
		return web.Request{}, err
	}
	copt.Progress = r.outputs.resampling
	copt.AllowMissing = opt.OnError != eval.OnErrorDefault || r.common || r.ignoreMissing != ""
	if copt.Samples == 0 {
		copt.Samples = reportSamples
	}
	parts := ""
	if opt.Where != nil {
		parts = "--where"
	}
	repairs, err := r.kinds.maker(&r.inputs, gold, parts)
	if err != nil {
		return web.Request{}, err
	}
	progress := hook(&opt)
	request := web.Request{
		Gold: gold, Systems: systems, Eval: opt,
		Metrics:   func(system *treebank.Source) ([]*eval.Measure, error) { return r.measures(gold, system) },
		Report:    report.Options{Version: version(), Extra: r.extra(opt)},
		Command:   commandLine(os.Args[1:]),
		Precision: r.precision,
		Repairs:   repairs,
		Sentences: !r.noSentences && r.file != "",
		Compare: func(results []*eval.Result) (*compare.Comparison, string, error) {
			return tests(results, forSize(copt, r.chosenCI(cmd), results...))
		},
		Suspects: r.suspecter(cmd, gold, systems, eval.Options{Align: opt.Align}),
		Scored: func(res *eval.Result) []string {
			progress.clear()
			r.results = append(r.results, res)
			r.resultProblems(app, res)
			var notes bytes.Buffer
			r.unfitting(app.ctx, &notes, res)
			if r.outputs.given("by") {
				r.ungrouped(&notes, res)
			}
			if !r.quiet {
				app.stderr.Write(notes.Bytes())
			}
			return cautions(notes.String())
		},
	}
	if request.Report.Intervals, err = intervals(copt, r.chosenCI(cmd)); err != nil {
		return web.Request{}, err
	}
	return request, nil
}

// cautions returns the warnings in the text for standard error, as paragraphs of a page.
func cautions(text string) (out []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if hint, ok := strings.CutPrefix(line, "hint: "); ok && len(out) > 0 {
			out[len(out)-1] += " (hint: " + hint + ")"
			continue
		}
		file, rest, ok := strings.Cut(line, ": warning: ")
		for _, kind := range []string{"warning: ", "note: ", "assay: "} {
			if text, prefixed := strings.CutPrefix(line, kind); prefixed {
				file, rest, ok = "", text, true
			}
		}
		if ok { // others are no warnings
			if file != "" {
				rest = file + ": " + rest
			}
			out = append(out, rest)
		}
	}
	return out
}

// suspecter returns the function that lists the suspects in gold.
func (r *reporting) suspecter(cmd *cobra.Command, gold *treebank.Source, systems []*treebank.Source, align eval.Options) func([]*eval.Result) ([]*suspects.Suspect, error) {
	return func(results []*eval.Result) ([]*suspects.Suspect, error) {
		most := r.suspects
		if most < 0 {
			most = 50
			for _, res := range results {
				if len(res.Units) >= manySentences {
					most = 0
				}
			}
		}
		if most == 0 || r.file == "" || r.readsOnce(gold, systems) {
			return nil, nil
		}
		corpus, err := suspects.Read(cmd.Context(), gold, witnesses(systems), align)
		if err != nil {
			return nil, err
		}
		list := corpus.Find(suspects.Default)
		return list[:min(most, len(list))], nil
	}
}

// reportSamples is how many shuffles and resamples a report takes unless the
// user says otherwise: a page is read at a glance, and made often.
const reportSamples = 1999

// manySentences is from how many sentences on a report has analytic intervals: they
// differ from those of the bootstrap by a tenth of a point at most there, and
// take a hundredth of the time.
const manySentences = 5000

// chosenCI reports whether the user chose the kind of interval.
func (r *reporting) chosenCI(c *cobra.Command) bool { return c.Flags().Changed("ci") }

// forSize returns the options for results of their size.
func forSize(opt compare.Options, chosen bool, results ...*eval.Result) compare.Options {
	for _, res := range results {
		if !chosen && opt.CI == compare.CIBCa && len(res.Units) >= manySentences {
			opt.CI = compare.CIAnalytic
		}
	}
	return opt
}

// intervals are those of the user's choice for whole systems, and analytic ones
// for the many groups that are plotted.
func intervals(opt compare.Options, chosen bool) (func(*eval.Result, *eval.Counts, *eval.Group) []report.Interval, error) {
	whole, err := compare.Intervals(opt)
	if err != nil || whole == nil {
		return nil, err
	}
	opt.CI = compare.CIAnalytic
	large, err := compare.Intervals(opt)
	if err != nil {
		return nil, err
	}
	opt.Headline = true
	groups, err := compare.Intervals(opt)
	if err != nil {
		return nil, err
	}
	return func(res *eval.Result, counts *eval.Counts, g *eval.Group) []report.Interval {
		switch {
		case g != nil:
			return groups(res, counts, g)
		case !chosen && len(res.Units) >= manySentences:
			return large(res, counts, nil)
		}
		return whole(res, counts, nil)
	}, nil
}

// defaultKeys are the breakdowns that a report plots if none are asked for.
func defaultKeys(gold *treebank.Source) string {
	switch l := gold.Format.Layers; {
	case l.Has(treebank.Phrases):
		return "label,length,width=5"
	case l.Has(treebank.Arcs):
		return "deprel,length,distance-bin"
	}
	return "class,length"
}

// tests tests the differences between the systems over all sentences. Tests of
// every group that is plotted would be hundreds, and after the adjustment for so
// many tests none of them would find a difference. It returns nil and the reason
// where the systems cannot be compared.
func tests(results []*eval.Result, opt compare.Options) (*compare.Comparison, string, error) {
	opt.Baseline = compare.AllPairs
	var runs []compare.Run
	for _, res := range results {
		if !sameMeasures(results[0], res) {
			return nil, "the systems have different measures", nil
		}
		whole := *res
		whole.Counts = nil
		for _, c := range res.Counts {
			one := *c
			one.Groups = nil
			whole.Counts = append(whole.Counts, &one)
		}
		runs = append(runs, compare.Run{Result: &whole})
	}
	found, err := compare.Compare(runs, opt)
	var pairing *eval.PairingError
	if errors.As(err, &pairing) { // the scores are still right
		return nil, pairing.Text, nil
	}
	return found, "", err
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
		if w == "" || strings.ContainsAny(w, " \t\n'\"\\$&|;<>()*?[]#~`!{}") {
			w = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
		words = append(words, w)
	}
	return strings.Join(words, " ")
}
