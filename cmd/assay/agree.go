package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/agreement"
	"assay/check/ledger"
	"assay/compare"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/message"
	"assay/report"
	"assay/signif"
	"assay/study/finding"
	"assay/study/option"
	"assay/treebank"
)

// agreeing is one call of assay agree.
type agreeing struct {
	inputs
	outputs
	statistics
	distance string
	trees    int
	drawn    int

	agreement.Report
}

func (a *app) agreeCommand() *cobra.Command {
	v := agreeing{}
	cmd := &cobra.Command{
		Use:   "agree A B [C...]",
		Short: "measure the agreement of annotators, without gold",
		Long: `Measure how far annotators of the same sentences agree when none is gold: any
measure between every two (F1 is the same in both directions), Cohen's kappa of the
labels of shared heads, constituents and words, and alpha, which corrects for chance
with distances of whole trees (Skjærholt 2014). Then the labels and the sentences
they disagree on, and with --draw the sentences themselves.

alpha compares every tree with every other. Of more pairs than --pairs a random
sample is compared in which all trees are in equally many pairs; the output names
the number. Sentences that some annotator lacks are left out of the figures of that
pair, counted and named.`,
		Example: `  assay agree ann.conllu ben.conllu
  assay agree ann.conllu ben.conllu cem.conllu --distance plain,hamming --draw 3
  assay agree ann.mrg ben.mrg -m parseval:labelled --format json`,
		Args: atLeast(2, "A B [C...]"),
		RunE: func(c *cobra.Command, args []string) error { return v.run(a, c, args) },
	}
	v.flags(a, cmd)
	return cmd
}

func (v *agreeing) flags(app *app, cmd *cobra.Command) {
	v.outputs.flags(cmd, tableForms...)
	v.inputs.agreeFlags(app, cmd)
	add(cmd, []option.Option{
		{Name: "ci", Value: option.Text(&v.ci), Default: "bca", Values: []string{"bca", "none"},
			Doc: "confidence intervals"},
		{Name: "alpha", Value: option.Decimal(&v.statistics.alpha), Default: fmt.Sprint(signif.DefaultAlpha),
			Doc: "intervals hold with a confidence of 1 - alpha"},
		{Name: "samples", Value: option.Positive(&v.samples), Doc: "resamples of sentences (default: 9999)"},
		{Name: "seed", Value: option.Seed(&v.seed), Default: fmt.Sprint(signif.DefaultSeed),
			Doc: "seed of resamples and of the sample of --pairs"},
		{Name: "distance", Want: "plain|diff|norm|hamming|none,...", Value: option.Text(&v.distance),
			Default: string(agreement.Plain), Offers: func() []string { return append(distanceNames(), "none") },
			Doc: "distances of alpha: plain, diff, norm, hamming, none"},
		{Name: "pairs", Value: option.Whole(&v.trees), Default: fmt.Sprint(agreement.DefaultPairs),
			Doc: "pairs of trees to compare for alpha's expected distance (0 for all)"},
		{Name: "top", Value: option.Whole(&v.Report.Top), Default: "10",
			Doc: "number of labels and sentences to list (0 for all)"},
		{Name: "draw", Value: option.Whole(&v.drawn),
			Doc: "draw so many of the sentences with the most differences"},
	}...)
}

// agreeFlags defines the options for reading and counting that make sense without
// gold, because both sides are treated alike.
func (in *inputs) agreeFlags(app *app, cmd *cobra.Command) {
	in.Files, in.Version, in.Decisions = &app.Files, version(), ledger.Decisions
	for _, x := range option.Inputs(&in.Options) {
		if slices.Contains([]string{"metric", "from", "params", "spans", "punctuation", "root", "where", "prep",
			"as", "heads", "relations", "rewrite", "normalise", "strategy", "align", "jobs"}, x.Name) {
			add(cmd, x)
		}
	}
}

func distanceNames() (out []string) {
	for _, d := range agreement.Distances {
		out = append(out, string(d))
	}
	return out
}

func (v *agreeing) run(app *app, cmd *cobra.Command, args []string) error {
	distances, counted, err := v.options()
	if err != nil {
		return err
	}
	sources, err := v.annotators(app, args)
	if err != nil {
		return err
	}
	if err := v.read(cmd.Context(), sources, counted); err != nil {
		return err
	}
	v.Report.NoIntervals, v.Report.Precision = v.ci == "none", v.precision
	v.Report.Flags = app.window != message.Library
	v.Report.Cite, v.Report.Version = v.citation(), version()
	v.Report.Extra = counted.Cite()
	v.Report.Resampling = compare.Options{Alpha: v.statistics.alpha, Samples: v.samples, Seed: v.seed, Jobs: v.Jobs}
	if l := v.Layers(sources[0]); !l.Has(treebank.Phrases) && !l.Has(treebank.Arcs) {
		v.Without = "no alpha: " + sources[0].Format.Name + " has neither constituents nor dependencies"
	} else if err := v.Chance(distances, v.trees); err != nil {
		return usagef("--distance: %w", err)
	}
	form := report.Format(v.format)
	err = v.write(app, func(w io.Writer) error {
		switch form {
		case report.JSON:
			return report.WriteJSON(w, v.Object())
		case report.CSV, report.TSV:
			return report.WriteTables(w, form, v.Flat())
		}
		if err := report.WriteTables(w, form, v.Tables()...); err != nil || form != report.TextFormat {
			return err
		}
		return v.draw(cmd.Context(), app, w, sources, counted)
	})
	if err == nil {
		v.tellDropped(app)
	}
	return err
}

func (v *agreeing) options() ([]agreement.Distance, *plan.Plan, error) {
	var distances []agreement.Distance
	for name := range strings.SplitSeq(v.distance, ",") {
		if name == "none" {
			continue
		}
		if !slices.Contains(agreement.Distances, agreement.Distance(name)) {
			return nil, nil, usagef("--distance: want %s or none, found %q",
				strings.Join(distanceNames(), ", "), name)
		}
		distances = append(distances, agreement.Distance(name))
	}
	if v.drawn > 0 && v.format != "text" {
		return nil, nil, usagef("--draw goes with --format text; assay show -o FOLDER/ writes SVG")
	}
	counted, err := v.NewPlan()
	if err != nil {
		return nil, nil, err
	}
	if a := v.statistics.alpha; a <= 0 || a >= 1 {
		return nil, nil, usagef("--alpha wants a number between 0 and 1, not %v", a)
	}
	return distances, counted.Mutual(), nil
}

// annotators opens the files.
func (v *agreeing) annotators(a *app, args []string) (out []*treebank.Source, err error) {
	for i, name := range args {
		if slices.Contains(args[:i], name) {
			return nil, usagef("%s is named twice; every annotator agrees with that file", name)
		}
		src, err := v.OpenSystem(name)
		if err != nil {
			return nil, err
		}
		out = append(out, src)
	}
	return out, nil
}

// read runs the measures between every two annotators.
func (v *agreeing) read(ctx context.Context, sources []*treebank.Source, counted *plan.Plan) (err error) {
	v.Corpus, err = agreement.Read(ctx, sources, agreement.Options{Plan: counted,
		Taps: plan.Taps{Watches: finding.Watches}, Measures: v.measuresOf, Differs: differs,
		Watch: func(x, y int) (func() eval.Collector, func(eval.Collector)) {
			ms, err := v.measuresOf(sources[x], sources[y])
			if err != nil { // Read reports it
				return func() eval.Collector { return nil }, func(eval.Collector) {}
			}
			b := diagnose.NewBuilder(ms, diagnose.Options{})
			v.Builders = append(v.Builders, b)
			return b.Collect, b.Collected
		}})
	return err
}

// measuresOf makes the measures for two annotators. Without --metric it is
// attachment for dependencies, because annotators share the words.
func (v *agreeing) measuresOf(x, y *treebank.Source) ([]*eval.Measure, error) {
	if l := v.Layers(x) & v.Layers(y); v.Metric == "" && l.Has(treebank.Arcs) && !l.Has(treebank.Phrases) {
		v.Metric = "attachment"
	}
	return v.Measures(x, y)
}

// differs makes the function that reports whether an item is wrong under the main
// score of a measure.
func differs(m *eval.Measure) func(*eval.Item) bool {
	f := diagnose.NewFocus(m, m.Headline())
	return func(it *eval.Item) bool {
		outcome, belongs := f.Outcome(it)
		return belongs && !outcome.Fine()
	}
}

// draw draws the sentences with the most differences.
func (v *agreeing) draw(ctx context.Context, app *app, w io.Writer, sources []*treebank.Source,
	counted *plan.Plan) error {
	list := v.Disputes()
	for _, dispute := range list[:min(v.drawn, len(list))] {
		pair := v.Corpus.Pairs[dispute.Pair]
		sights := &diagnose.Sights{Want: func(p *eval.Pair) bool { return p.N == dispute.Unit }}
		ms := []*eval.Measure{pair.Result.Counts[0].Metric}
		if _, err := counted.Of(sources[pair.A], sources[pair.B]).Paired(pair.Result.Align).Run(ctx, 0, ms,
			plan.Items(sights.Collect, sights.Collected)); err != nil {
			return err
		}
		for _, x := range sights.All {
			fmt.Fprintf(w, "\n%s: %s\n", title(pair.Result.Unit(), pair.Result.Units[dispute.Unit].Number(),
				pair.Result.Name(dispute.Unit)),
				plural(dispute.Differences, "difference"))
			view := draw.Options{Sides: [2]string{v.Report.Title(pair.A), v.Report.Title(pair.B)},
				Colour: colours(v.color, app.stdout), Width: windowWidth(app.stdout)}
			if v.As == "deps" {
				view.View = draw.ViewArcs
			}
			if err := x.Beside(w, view); err != nil {
				return err
			}
		}
	}
	return nil
}

// tellDropped names the sentences that figures leave out: problems as other commands
// do, and sentences that are missing or are not in alpha.
func (v *agreeing) tellDropped(app *app) {
	if len(v.Corpus.Pairs) > 1 {
		v.Groups = [2]string{"the annotators", "the annotators"}
	}
	var runs []*eval.Result
	for _, p := range v.Corpus.Pairs {
		runs = append(runs, p.Result)
	}
	for i, given := range v.Warnings(app.Context, runs...) {
		v.writeNotes(app, runs[i], given)
	}
	var list []agreement.Drop
	for _, d := range v.Corpus.Dropped {
		if !d.Unscorable && !slices.Contains(list, d) {
			list = append(list, d)
		}
	}
	if v.quiet || len(list) == 0 {
		return
	}
	sentences := map[string]bool{}
	for _, d := range list {
		sentences[d.Sentence] = true
	}
	fmt.Fprintf(app.stderr, "warning: figures leave out %s\n", plural(len(sentences), "sentence"))
	shown := len(list)
	if !v.verbose {
		shown = min(shown, problemLimit)
	}
	for _, d := range list[:shown] {
		fmt.Fprintf(app.stderr, "  sentence %s: %s\n", d.Sentence, d.Why)
	}
	if shown < len(list) {
		fmt.Fprintf(app.stderr, "  %d more; -v lists all\n", len(list)-shown)
	}
}
