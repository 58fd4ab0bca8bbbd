package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/check/adjudicate"
	"assay/corpus"
	"assay/eval"
	"assay/eval/breakdown"
	"assay/formats"
	"assay/formats/answers"
	"assay/formats/chunks"
	"assay/formats/validity"
	"assay/heads"
	"assay/measures"
	"assay/prep"
	"assay/rewrite"
	"assay/treebank"
)

// inputs are the options for reading and counting; every command that scores has
// them.
type inputs struct {
	metric                         string
	from, goldFormat, systemFormat string
	repair                         string
	params, check                  string
	spans, punctuation, root       string
	align, onError                 string
	where, by                      string
	prep, as, heads, relations     string
	rewrite, rewriteGold           []string
	rewriteSystem                  []string
	normalise, strategy            string
	ignoreMissing                  string
	common                         bool
	commonWith                     []string
	rank, jobs                     int
	oracle                         oracle
	pack                           int

	plainSteps             [2][]eval.Step  // of gold and system, without rules; set by options
	goldRules, systemRules []eval.Step     // the rules; set by options
	effect                 *rewrite.Effect // effect of the rules, nil without rules; set by options
	watch                  watch           // set by options
	training               training
	sides                  sides
	readings               systemReadings
	selection              eval.Selection // --where; set by options

	asked   []string              // scores that --metric names; set by measures
	decided []adjudicate.Decision // in the file of --check, once it is read
	checked string                // its name in signatures
	said    map[string]bool       // warnings that are printed
}

func (in *inputs) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.VarP((*joined)(&in.metric), "metric", "m", "measure or score (assay metrics lists them)")
	flags.StringVarP(&in.from, "from", "f", "", "format of all files (default: by name and first bytes)")
	flags.StringVar(&in.goldFormat, "gold-format", "", "format of the gold files")
	flags.StringVar(&in.systemFormat, "system-format", "", "format of the system files")
	flags.StringVar(&in.repair, "repair", "", "how far answers of language models are repaired (default: structure, with the figures before it)")
	flags.StringVarP(&in.params, "params", "p", "", "parameters of the measure (EVALB, EDM)")
	flags.StringVar(&in.check, "check", "", "file of decisions of a human check: gives soft precision and recall")
	flags.StringVar(&in.spans, "spans", "", "how brackets are compared where tokens differ")
	flags.StringVar(&in.punctuation, "punctuation", "", "which tokens are punctuation")
	flags.StringVar(&in.root, "root", "", "whether the root counts")
	flags.StringVar(&in.where, "where", "", "count only these items (assay help conditions)")
	flags.Var((*joined)(&in.by), "by", "break down by keys (assay help keys)")
	flags.Var((*joined)(&in.prep), "prep", "change both sides first (assay help steps)")
	flags.StringVar(&in.as, "as", "", "convert constituents to dependencies first")
	flags.StringVar(&in.heads, "heads", "", "head table of --as deps: NAME|FILE[:KEY=VALUE]... (assay heads lists them)")
	in.sides.flags(cmd)
	in.readings.flags(cmd)
	flags.StringArrayVar(&in.training.files, "train", nil, "training data of the systems, for --by and --where known, train-frequency and known-tag")
	flags.StringVar(&in.relations, "relations", "", "relation table of --as deps: NAME|FILE")
	flags.StringArrayVar(&in.rewrite, "rewrite", nil, "modification rules for both sides: a rule file, or the name of a built-in module")
	flags.StringArrayVar(&in.rewriteGold, "rewrite-gold", nil, "the same for gold only")
	flags.StringArrayVar(&in.rewriteSystem, "rewrite-system", nil, "the same for the system only")
	flags.Var((*joined)(&in.normalise), "normalise", "rule modules for both sides (assay rewrite --list)")
	flags.StringVar(&in.strategy, "strategy", "", "how rules are applied (default: as the rule file says)")
	flags.StringVar(&in.ignoreMissing, "ignore-missing", "", "leave out sentences that this side lacks")
	flags.BoolVar(&in.common, "common", false, "only sentences that gold has and all systems can be scored on")
	flags.StringArrayVar(&in.commonWith, "common-with", nil, "only sentences of which this file has an analysis too; it is not scored")
	flags.StringVar(&in.align, "align", "auto", "how sentences are paired")
	flags.StringVar(&in.onError, "on-error", "", "how unscorable sentences count (default: as the measure says)")
	flags.Var((*positive)(&in.rank), "rank", "which analysis of a ranked list is scored, from 1")
	flags.Var(&in.oracle, "oracle", "score the best of the first K analyses of each sentence, by the main score of the first metric or by SCORE")
	flags.Var((*positive)(&in.pack), "pack", packHelp)
	flags.IntVarP(&in.jobs, "jobs", "j", 0, "number of cores (0 for all)")
	complete(cmd, "from", formats.Names)
	complete(cmd, "gold-format", formats.Names)
	complete(cmd, "system-format", formats.Names)
	complete(cmd, "metric", metricNames)
	complete(cmd, "by", keyNames)
	complete(cmd, "normalise", rewrite.Builtin)
	complete(cmd, "rewrite", rewrite.Builtin)
	complete(cmd, "prep", prep.Names)
	complete(cmd, "heads", heads.Names)
	complete(cmd, "repair", func() []string { return ladder })
	complete(cmd, "spans", func() []string { return []string{"words", "characters"} })
	complete(cmd, "punctuation", func() []string { return []string{"keep", "unicode", "ascii", "tag"} })
	complete(cmd, "root", func() []string { return []string{"count", "skip"} })
	complete(cmd, "strategy", func() []string { return []string{"fixpoint", "once"} })
	complete(cmd, "ignore-missing", func() []string { return []string{"gold", "system", "both"} })
	complete(cmd, "align", aligns)
	complete(cmd, "on-error", func() []string { return []string{"count", "skip", "stop"} })
}

func metricNames() (out []string) {
	for _, e := range measures.All {
		out = append(out, e.Name)
	}
	return out
}

// complete gives shells the values of an option.
func complete(c *cobra.Command, flag string, values func() []string) {
	_ = c.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
}

// open finds a file and its format, and prepares the source.
func (a *app) open(name, format, general string, prepare ...func(*treebank.Source)) (*treebank.Source, error) {
	if format == "" {
		format = general
	}
	var f *treebank.Format
	if format != "" {
		var err error
		if f, err = formats.Parse(format); err != nil {
			return nil, usagef("%w", err)
		}
		if f == nil {
			return nil, &measures.UnknownError{What: "format", Name: format, Known: formats.Names()}
		}
	}
	if name == "-" {
		if a.stdinRead {
			return nil, usagef("- is standard input, which can be read once; name a file for the other side")
		}
		a.stdinRead = true
	}
	if err := a.onePipe(name); err != nil {
		return nil, err
	}
	src, err := findFiles(name, func() (*treebank.Source, error) { return a.find(name, f) })
	if err != nil {
		return nil, &exitError{exitInput, err}
	}
	for _, f := range prepare {
		f(src)
	}
	src.Limits = a.limits
	a.remarks.watch(src)
	for _, file := range src.Files {
		a.opened = append(a.opened, file.Name)
	}
	a.interruptible(src)
	return src, nil
}

// onePipe refuses a pipe that is read here already, under this name or another: two
// readers would each have a part of it. Of files like /dev/null each reader has all.
func (a *app) onePipe(name string) error {
	info, err := os.Stat(name)
	if stdin, ok := a.stdin.(*os.File); ok && name == "-" {
		info, err = stdin.Stat()
	}
	if err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		return nil // an error is reported when the file is opened
	}
	for _, pipe := range a.pipes {
		if os.SameFile(pipe, info) {
			return usagef("%s is a pipe that is read for another side already; a pipe can be read once\nhint: write it to a file first", name)
		}
	}
	a.pipes = append(a.pipes, info)
	return nil
}

// gold opens gold. The part of a file before an error is scored.
func (in *inputs) gold(a *app, name string) (*treebank.Source, error) {
	from := in.from
	if strings.HasPrefix(from, answers.Format.Name) && in.goldFormat == "" {
		// --from for the answers of language models is seldom meant for gold too. A pipe
		// can be read but once.
		if info, err := os.Stat(name); err == nil && info.Mode().IsRegular() {
			if file, err := corpus.Open(name); err == nil && !answers.Is(file.Format) {
				from = ""
			}
		}
	}
	src, err := a.asFarAs(a.open(name, in.goldFormat, from))
	in.sides.gold, in.training.app = src, a
	if err == nil && in.goldFormat == "" && src.Format == &chunks.Format && len(src.Files) > 0 {
		// A file for conlleval holds gold and the system; as gold, it is gold.
		if head, err := corpus.Head(src.Files[0]); err == nil && chunks.HasGold(head) {
			src.Format = &chunks.Gold
		}
	}
	return src, err
}

// warn prints the faults of the measures' parameter files, each once.
func (in *inputs) warn(ms []*eval.Measure) {
	for _, m := range ms {
		for _, err := range m.Warnings {
			text := err.Error()
			if in.said[text] || in.training.app == nil {
				continue
			}
			if in.said == nil {
				in.said = map[string]bool{}
			}
			in.said[text] = true
			fmt.Fprintln(in.training.app.stderr, text)
		}
	}
}

// layers returns the layers of src's sentences after the steps.
func (in *inputs) layers(src *treebank.Source) treebank.Layer {
	layers := src.Format.Layers
	side := 1
	if src == in.sides.gold {
		side = 0
	}
	if in.converts(side) && layers.Has(treebank.Phrases) {
		layers = layers&^(treebank.Phrases|treebank.Functions) | treebank.Arcs | treebank.Relations
	}
	return layers
}

// constituents reports whether continuous trees are counted.
func (in *inputs) constituents(src *treebank.Source) bool {
	l := in.layers(src)
	return l.Has(treebank.Phrases) && !l.Has(treebank.Gaps) && !l.Has(treebank.Discourse)
}

// ranks takes the key rank out of --by: it is a run for each of the first K
// analyses, K being --rank, and 20 without it.
func (in *inputs) ranks(opt *eval.Options) (by string) {
	var keys []string
	for _, k := range strings.Split(in.by, ",") {
		if strings.TrimSpace(k) != "rank" || in.oracle.n > 0 { // of the oracle: the rank it chose
			keys = append(keys, k)
			continue
		}
		if opt.Ranks, opt.Rank = in.rank, 0; opt.Ranks == 0 {
			opt.Ranks = 20
		}
	}
	return strings.Join(keys, ",")
}

// options returns the options of the engine.
func (in *inputs) options() (eval.Options, error) {
	opt := eval.Options{Jobs: in.jobs, Rank: in.rank, Oracle: in.oracle.n, OracleScore: in.oracle.score, Pack: in.pack, Check: validity.New, Watches: watches}
	if in.jobs < 0 {
		return opt, usagef("--jobs wants 0 or more, not %d", in.jobs)
	}
	if in.oracle.n > 0 && in.rank > 0 {
		return opt, usagef("--oracle does not go with --rank: it scores the best of the first K analyses")
	}
	if in.pack > 0 && (in.oracle.n > 0 || in.rank > 0) {
		return opt, usagef("--pack goes with neither --rank nor --oracle: the forest holds the first K analyses")
	}
	if err := oneOf("align", in.align, aligns()...); err != nil {
		return opt, err
	}
	opt.Align, _ = eval.AlignByName(in.align)
	if in.align == "auto" && slices.Contains(strings.FieldsFunc(in.metric, func(r rune) bool { return r == ',' || r == ' ' }), "evalb:aligned") {
		opt.Align = eval.AlignText
	}
	if in.onError != "" && in.onError != "default" {
		if err := oneOf("on-error", in.onError, "count", "skip", "stop"); err != nil {
			return opt, err
		}
		opt.OnError = map[string]eval.OnError{"count": eval.OnErrorCount, "skip": eval.OnErrorSkip, "stop": eval.OnErrorStop}[in.onError]
	}
	var err error
	if opt.GoldSteps, opt.SystemSteps, err = in.steps(); err != nil {
		return opt, err
	}
	for _, s := range slices.Concat(opt.GoldSteps, opt.SystemSteps) {
		if c, ok := s.(*heads.Conversion); ok && c.ManyRoots() {
			opt.Check = validity.NewManyRoots
		}
	}
	if err := in.rules(&opt); err != nil {
		return opt, err
	}
	if in.ignoreMissing != "" {
		if err := oneOf("ignore-missing", in.ignoreMissing, "gold", "system", "both"); err != nil {
			return opt, err
		}
		opt.IgnoreGold, opt.IgnoreSystem = in.ignoreMissing != "system", in.ignoreMissing != "gold"
	}
	if err := in.selecting(&opt); err != nil {
		return opt, err
	}
	return opt, nil
}

// rules puts modification rules after the steps of both sides.
func (in *inputs) rules(opt *eval.Options) error {
	config := rewrite.Config{Both: in.rewrite, Gold: in.rewriteGold, System: in.rewriteSystem}
	if in.normalise != "" {
		config.Normalise = strings.Split(in.normalise, ",")
	}
	var err error
	if config.Strategy, err = strategy(in.strategy); err != nil {
		return err
	}
	gold, system, effect, err := config.Steps()
	if err != nil {
		return ruleError(err)
	}
	in.plainSteps, in.effect = [2][]eval.Step{opt.GoldSteps, opt.SystemSteps}, effect
	in.goldRules, in.systemRules = gold, system
	in.watch.add(in, opt, [2][]eval.Step{gold, system})
	return nil
}

// A misfit is a watch for files that do not fit a measure.
type misfit interface {
	// report passes each warning to say.
	report(res *eval.Result, say func(string))
}

// watches makes the watches of a run.
func watches(gold, system *treebank.Source, ms []*eval.Measure) []eval.Watch {
	return slices.Concat(watchRoots(ms), watchAnchors(ms), watchGaps(gold, ms), watchCounterparts(gold, system, ms), watchAnswers(system))
}

// misfits reports conditions, tables and measures that do not fit the files of a run.
// Every command that scores calls it; the same text comes once.
func (in *inputs) misfits(app *app, res *eval.Result) { in.unfitting(app.ctx, app.stderr, res) }

// unfitting writes the warnings of misfits to w.
func (in *inputs) unfitting(ctx context.Context, w io.Writer, res *eval.Result) {
	in.unseen(w, in.selection)
	in.covered(w, res)
	in.unmet(w, res)
	in.unsuitable(ctx, w, res)
}

// unsuitable reports files that do not fit the measure.
func (in *inputs) unsuitable(ctx context.Context, w io.Writer, res *eval.Result) {
	say := func(text string) {
		if in.said[text] {
			return
		}
		if in.said == nil {
			in.said = map[string]bool{}
		}
		in.said[text] = true
		io.WriteString(w, text)
	}
	for _, watch := range res.Watches {
		watch.(misfit).report(res, say)
	}
	in.strangers(ctx, res, say)
}

// unmet reports that --where selects nothing, which is usually a mistake.
func (in *inputs) unmet(w io.Writer, res *eval.Result) {
	if in.where == "" {
		return
	}
	for _, c := range res.Counts {
		if c.BySystem > 0 {
			fmt.Fprintf(w, "assay: --where selects by gold's side or the system's: of %s of %s %d are selected by the system's side alone, so that they are wrong; --where 'gold: %s' leaves them out\n",
				plural(c.Selected, "item"), c.Metric.Name, c.BySystem, in.where)
		}
		if c.Selected > 0 {
			continue
		}
		fmt.Fprintf(w, "assay: --where: nothing that %s counts in %s or %s satisfies %s\n", c.Metric.Name, res.Gold.Name, res.System.Name, in.where)
		if strings.Contains(in.where, "|") && !strings.Contains(in.where, "/") {
			fmt.Fprintln(w, "hint: | is part of the name here; write (or (type a) (type b)), or /a|b/")
		}
	}
}

// ungrouped reports keys of --by that sort nothing.
func (in *inputs) ungrouped(w io.Writer, res *eval.Result) {
	if in.by == "" {
		return
	}
	keys, err := breakdown.Parse(in.by)
	if err != nil { // keys of training data sort every word
		return
	}
	for _, key := range keys {
		if key.Name() == "rank" {
			continue
		}
		for _, c := range res.Counts {
			if !slices.ContainsFunc(c.Groups, func(g *eval.Group) bool { return g.Key == key.Name() }) && c.Sentences.Scored > 0 {
				fmt.Fprintf(w, "assay: --by %s: nothing that %s counts in %s or %s has such a value\n", key.Name(), c.Metric.Name, res.Gold.Name, res.System.Name)
			}
		}
	}
}

// ladder are the values of --repair.
var ladder = []string{"none", "format", "structure"}

// repaired sets how far the answers in a system are repaired.
func (in *inputs) repaired(a *app, source *treebank.Source) error {
	if in.repair == "" {
		return nil
	}
	if err := oneOf("repair", in.repair, ladder...); err != nil {
		return err
	}
	format, err := answers.Repairing(source.Format, in.repair)
	if format != nil {
		source.Format = format
	} else if err == nil {
		fmt.Fprintf(a.stderr, "note: --repair changes nothing in %s: its format is %s\n", source.Name, source.Format.Name)
	}
	return err
}

// systems opens all systems. A file that is given again gets a name of its own.
func (in *inputs) systems(a *app, names []string) ([]*treebank.Source, error) {
	var out []*treebank.Source
	given := map[string]int{}
	for _, name := range names {
		source, err := in.system(a, name)
		if err != nil {
			return nil, err
		}
		if given[name]++; given[name] > 1 {
			source.Name = fmt.Sprintf("%s (%d)", source.Name, given[name])
		}
		out = append(out, source)
		if strict := answers.Strictly(source.Format); strict != nil {
			twin := *source
			twin.Name, twin.Format = source.Name+" (strict)", strict
			source.Name += " (repaired)"
			out = append(out, &twin)
		}
	}
	return out, nil
}

// witnesses are the systems whose agreement is evidence: a file that is read twice, as two
// names or in two ways, always agrees with itself, and counts once.
func witnesses(systems []*treebank.Source) (out []*treebank.Source) {
	for _, s := range systems {
		if !slices.ContainsFunc(out, func(o *treebank.Source) bool { return slices.EqualFunc(o.Files, s.Files, sameFile) }) {
			out = append(out, s)
		}
	}
	return out
}

// sameFile reports whether two files are one, also under two names.
func sameFile(a, b treebank.File) bool {
	if filepath.Clean(a.Name) == filepath.Clean(b.Name) {
		return true
	}
	x, err := os.Stat(a.Name)
	if err != nil {
		return false
	}
	y, err := os.Stat(b.Name)
	return err == nil && os.SameFile(x, y)
}

func keyNames() (out []string) {
	for _, k := range breakdown.Keys {
		out = append(out, k.Name)
	}
	return out
}

// aligns returns the values of --align.
func aligns() (names []string) {
	for a := eval.AlignAuto; a <= eval.AlignWords; a++ {
		names = append(names, a.String())
	}
	return names
}
