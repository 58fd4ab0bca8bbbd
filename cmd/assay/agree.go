package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/agreement"
	"assay/compare"
	"assay/diagnose"
	"assay/draw"
	"assay/eval"
	"assay/formats"
	"assay/report"
	"assay/signif"
	"assay/study"
	"assay/treebank"
)

// agreeing is one call of assay agree.
type agreeing struct {
	inputs
	outputs
	statistics
	distance   string
	trees      int
	top, drawn int

	corpus   *agreement.Corpus
	builders []*diagnose.Builder
	alphas   []*agreement.Alpha
	without  string // why there is no alpha
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
	v.outputs.flags(cmd)
	flags := cmd.Flags()
	v.inputs.agreeFlags(app, cmd)
	flags.StringVar(&v.ci, "ci", "bca", "confidence intervals: bca, none")
	decimalVar(flags, &v.statistics.alpha, "alpha", signif.DefaultAlpha, "intervals hold with a confidence of 1 - alpha")
	flags.Var((*positive)(&v.samples), "samples", "resamples of sentences (default: 9999)")
	flags.Uint64Var(&v.seed, "seed", signif.DefaultSeed, "seed of resamples and of the sample of --pairs")
	flags.StringVar(&v.distance, "distance", string(agreement.Plain),
		"distances of alpha: plain, diff, norm, hamming, none")
	flags.IntVar(&v.trees, "pairs", agreement.DefaultPairs,
		"pairs of trees to compare for alpha's expected distance (0 for all)")
	flags.IntVar(&v.top, "top", 10, "number of labels and sentences to list (0 for all)")
	flags.IntVar(&v.drawn, "draw", 0, "draw so many of the sentences with the most differences")
	complete(cmd, "ci", func() []string { return []string{"bca", "none"} })
	complete(cmd, "distance", func() []string { return append(distanceNames(), "none") })
}

// agreeFlags defines the options for reading and counting that make sense without
// gold, because both sides are treated alike.
func (in *inputs) agreeFlags(app *app, cmd *cobra.Command) {
	all := &cobra.Command{}
	in.flags(app, all)
	for _, name := range []string{"metric", "from", "params", "spans", "punctuation", "root", "where", "prep",
		"as", "heads", "relations", "rewrite", "normalise", "strategy", "align", "jobs"} {
		cmd.Flags().AddFlag(all.Flags().Lookup(name))
	}
	complete(cmd, "metric", study.MeasureNames)
	complete(cmd, "from", formats.Names)
	complete(cmd, "align", study.Aligns)
}

func distanceNames() (out []string) {
	for _, d := range agreement.Distances {
		out = append(out, string(d))
	}
	return out
}

func (v *agreeing) run(app *app, cmd *cobra.Command, args []string) error {
	distances, opt, err := v.options()
	if err != nil {
		return err
	}
	sources, err := v.annotators(app, args)
	if err != nil {
		return err
	}
	if err := v.read(cmd.Context(), sources, opt); err != nil {
		return err
	}
	if err := v.chance(sources[0], distances); err != nil {
		return err
	}
	form := report.Format(v.format)
	err = v.write(app, func(w io.Writer) error {
		switch form {
		case report.JSON:
			return report.WriteJSON(w, v.object(opt))
		case report.CSV, report.TSV:
			return report.WriteTables(w, form, v.flat())
		}
		if err := report.WriteTables(w, form, v.agreementTables(opt)...); err != nil || form != report.TextFormat {
			return err
		}
		return v.draw(cmd.Context(), app, w, sources, opt)
	})
	if err == nil {
		v.tellDropped(app)
	}
	return err
}

func (v *agreeing) options() ([]agreement.Distance, eval.Options, error) {
	if err := v.outputs.check("agree", tableForms...); err != nil {
		return nil, eval.Options{}, err
	}
	if err := oneOf("ci", v.ci, "bca", "none"); err != nil {
		return nil, eval.Options{}, err
	}
	var distances []agreement.Distance
	for name := range strings.SplitSeq(v.distance, ",") {
		if name == "none" {
			continue
		}
		if !slices.Contains(agreement.Distances, agreement.Distance(name)) {
			return nil, eval.Options{}, usagef("--distance: want %s or none, found %q",
				strings.Join(distanceNames(), ", "), name)
		}
		distances = append(distances, agreement.Distance(name))
	}
	if v.drawn > 0 && v.format != "text" {
		return nil, eval.Options{}, usagef("--draw goes with --format text; assay show -o FOLDER/ writes SVG")
	}
	opt, err := v.EvalOptions()
	if err != nil {
		return nil, opt, err
	}
	if err := v.Unrestricted("agree"); err != nil {
		return nil, opt, err
	}
	if a := v.statistics.alpha; a <= 0 || a >= 1 {
		return nil, opt, usagef("--alpha wants a number between 0 and 1, not %v", a)
	}
	// No annotator is gold: a sentence counts if both analyse it.
	opt.OnError, opt.IgnoreGold, opt.IgnoreSystem = eval.OnErrorSkip, true, true
	return distances, opt, nil
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
func (v *agreeing) read(ctx context.Context, sources []*treebank.Source, opt eval.Options) (err error) {
	v.corpus, err = agreement.Read(ctx, sources, agreement.Options{Eval: opt, Measures: v.measuresOf, Differs: differs,
		Watch: func(x, y int) (func() eval.Collector, func(eval.Collector)) {
			ms, err := v.measuresOf(sources[x], sources[y])
			if err != nil { // Read reports it
				return func() eval.Collector { return nil }, func(eval.Collector) {}
			}
			b := diagnose.NewBuilder(ms, diagnose.Options{})
			v.builders = append(v.builders, b)
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

// chance computes alpha, if the format has trees.
func (v *agreeing) chance(src *treebank.Source, distances []agreement.Distance) error {
	if l := v.Layers(src); !l.Has(treebank.Phrases) && !l.Has(treebank.Arcs) {
		v.without = "no alpha: " + src.Format.Name + " has neither constituents nor dependencies"
		return nil
	}
	opt := agreement.AlphaOptions{Pairs: v.trees, Jobs: v.Jobs, Options: v.resampling()}
	if v.trees == 0 {
		opt.Pairs = -1
	}
	for _, d := range distances {
		x, err := v.corpus.Alpha(d, opt)
		if err != nil {
			return usagef("--distance: %w", err)
		}
		v.alphas = append(v.alphas, x)
		v.corpus.Dropped = append(v.corpus.Dropped, x.Dropped...)
	}
	return nil
}

func (v *agreeing) resampling() signif.Options {
	return signif.Options{Alpha: v.statistics.alpha, Resamples: v.samples, Seed: v.seed,
		Parallel: func(n int, task func(int)) { eval.Parallel(v.Jobs, n, task) }}
}

// limits returns the ends of an interval; NaN with --ci none.
func (v *agreeing) limits(iv signif.Interval) (low, high float64) {
	if v.ci == "none" {
		return math.NaN(), math.NaN()
	}
	return iv.Low, iv.High
}

// A pairScore is the agreement of two annotators under a measure. If the measure is not
// symmetric, gold is the annotator taken as gold; else it is -1.
type pairScore struct {
	pair      *agreement.Pair
	metric    *eval.Measure
	score     eval.Score
	gold      int
	low, high float64
	sentences int
}

// scores returns the main score of each measure for every two annotators.
func (v *agreeing) scores() (out []pairScore) {
	for _, pair := range v.corpus.Pairs {
		for m := range pair.Result.Counts {
			one := v.score(pair, pair.Result, m)
			two := v.score(pair, pair.Swapped, m)
			if one.score.Value == two.score.Value || math.IsNaN(one.score.Value) && math.IsNaN(two.score.Value) {
				out = append(out, one)
				continue
			}
			two.gold = pair.B
			one.gold = pair.A
			out = append(out, one, two)

		}
	}
	return out
}

func (v *agreeing) score(p *agreement.Pair, res *eval.Result, m int) pairScore {
	counts := res.Counts[m]
	x := pairScore{pair: p, metric: counts.Metric, score: counts.Headline(), gold: -1, low: math.NaN(),
		high: math.NaN(), sentences: counts.Sentences.Scored}
	if v.ci == "none" {
		return x
	}
	find, err := compare.Intervals(compare.Options{Alpha: v.statistics.alpha, Samples: v.samples, Seed: v.seed,
		Jobs: v.Jobs})
	if err != nil {
		return x
	}
	for _, iv := range find(res, counts, nil) {
		if iv.Name == x.score.Name {
			x.low, x.high = iv.Low, iv.High
		}
	}
	return x
}

// A confusion is two labels that annotators gave to the same part, or one label that
// one of them gave and the other did not.
type confusion struct {
	metric    int
	part      string
	one, two  string
	how       string
	n         int
	sentences []string
}

// confusions adds up the confusions of all pairs of annotators, in either direction.
func (v *agreeing) confusions() []confusion {
	type key struct {
		metric             int
		part, one, two, as string
	}
	at := map[key]int{}
	var out []confusion
	for i, b := range v.builders {
		res := v.corpus.Pairs[i].Result
		d := b.Diagnosis(res)
		for _, c := range d.Confusions {
			one, two := min(c.Gold, c.System), max(c.Gold, c.System)
			if one == "" {
				one, two = two, one
			}
			k := key{c.Metric, c.Part, one, two, c.How}
			if _, ok := at[k]; !ok {
				at[k] = len(out)
				out = append(out, confusion{metric: c.Metric, part: c.Part, one: one, two: two, how: c.How})
			}
			x := &out[at[k]]
			x.n += c.N
			for _, u := range c.Units {
				if name := shortName(res, int(u)); !slices.Contains(x.sentences, name) {
					x.sentences = append(x.sentences, name)
				}
			}
		}
	}
	slices.SortStableFunc(out, func(x, y confusion) int {
		return cmp.Or(cmp.Compare(x.metric, y.metric), cmp.Compare(y.n, x.n), cmp.Compare(x.one, y.one),
			cmp.Compare(x.two, y.two))
	})
	return out
}

// A dispute is a sentence on which two annotators disagree.
type dispute struct {
	pair        int
	unit        int
	differences int
}

// disputes lists the sentences with differences under the first measure, those with
// the most first.
func (v *agreeing) disputes() (out []dispute) {
	for i, p := range v.corpus.Pairs {
		for u, n := range p.Errors {
			if n > 0 {
				out = append(out, dispute{i, u, n})
			}
		}
	}
	slices.SortStableFunc(out, func(x, y dispute) int {
		return cmp.Or(cmp.Compare(y.differences, x.differences), cmp.Compare(x.unit, y.unit), cmp.Compare(x.pair, y.pair))
	})
	return out
}

// draw draws the sentences with the most differences.
func (v *agreeing) draw(ctx context.Context, app *app, w io.Writer, sources []*treebank.Source,
	opt eval.Options) error {
	list := v.disputes()
	for _, dispute := range list[:min(v.drawn, len(list))] {
		pair := v.corpus.Pairs[dispute.pair]
		sights := &diagnose.Sights{Want: func(p *eval.Pair) bool { return p.N == dispute.unit }}
		opt.Collect, opt.Collected, opt.Align = sights.Collect, sights.Collected, pair.Result.Align
		if _, err := eval.Run(ctx, sources[pair.A], sources[pair.B], metricsOf(pair.Result)[:1], opt); err != nil {
			return err
		}
		for _, x := range sights.All {
			fmt.Fprintf(w, "\n%s: %s\n", title(pair.Result.Units[dispute.unit].Number(), pair.Result.Name(dispute.unit)),
				plural(dispute.differences, "difference"))
			view := draw.Options{Sides: [2]string{v.sideTitle(pair.A), v.sideTitle(pair.B)},
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

// letter is the name of an annotator in tables.
func letter(annotator int) string {
	name := string(rune('A' + annotator%26))
	if annotator >= 26 {
		name += itoa(annotator / 26)
	}
	return name
}

func (v *agreeing) sideTitle(annotator int) string {
	return letter(annotator) + " " + v.corpus.Names[annotator]
}

// tellDropped names the sentences that figures leave out: problems as other commands
// do, and sentences that are missing or are not in alpha.
func (v *agreeing) tellDropped(app *app) {
	if len(v.corpus.Pairs) > 1 {
		v.Groups = [2]string{"the annotators", "the annotators"}
	}
	for _, p := range v.corpus.Pairs {
		v.beside(app, p.Result, v.Warnings(app.Context, p.Result))
	}
	var list []agreement.Drop
	for _, d := range v.corpus.Dropped {
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

// shortName is the name of a sentence, its number if the name is long.
func shortName(res *eval.Result, unit int) string {
	if name := res.Name(unit); len(name) <= 20 {
		return name
	}
	return res.Units[unit].Number()
}
