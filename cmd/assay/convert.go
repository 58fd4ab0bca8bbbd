package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"assay/formats"
	"assay/heads"
	"assay/internal/convert"
	"assay/internal/message"
	"assay/internal/nearest"
	"assay/measures"
	"assay/prep"
	"assay/rewrite"
	"assay/study"
	"assay/study/finding"
	"assay/study/option"
	"assay/treebank"
)

// converting is one call of assay convert.
type converting struct {
	from, to, file       string
	as, heads, relations string
	prep                 string
	strict, quiet        bool
	pack, rank           int
	rewrite              []string
	normalise            string
	maxTrees             int
	blind                string // a form of blind data

	rules  rewrite.Step
	packed convert.Packing
	*convert.Writer
	bad   int
	empty []string // files without a sentence
}

func (a *app) convertCommand() *cobra.Command {
	var v converting
	cmd := &cobra.Command{
		Use:   "convert FILE... -o FILE",
		Short: "convert between formats; constituents to dependencies",
		Long: `Write sentences in another format. The formats are given by name (--from, --to), by
the ending of the file's name, or by its first bytes.

Constituents become dependencies with a head table (--as deps --heads NAME|FILE;
assay heads lists the tables), dependencies become constituents of a word and all
that modifies it (--as phrases). What the new format cannot hold is said once on
standard error; with --strict nothing is written then, and the exit status is 3.

With --blind only what a parser gets as its input is written, and nothing that it is to predict. The forms:
` + convert.DescribeBlind(formats.All),
		Example: `  assay convert treebank.export -o treebank.tiger.xml
  assay convert gold.mrg -o gold.conll --heads yamada-matsumoto
  assay convert tiger.xml -t penn --prep edges | head
  assay convert --blind gold.conllu -o blind.conllu`,
		Args: atLeast(1, "FILE"),
		RunE: func(_ *cobra.Command, args []string) error { return v.run(a, args) },
	}
	add(cmd, []option.Option{
		{Name: "from", Short: "f", Want: "FORMAT", Value: option.Text(&v.from), Offers: formats.Names,
			Doc: "format of the files (default: by name and first bytes)"},
		{Name: "to", Short: "t", Want: "FORMAT", Value: option.Text(&v.to), Offers: formats.Names,
			Doc: "format of the output (default: by the ending of its name)"},
		{Name: "output", Short: "o", Want: "FILE", Value: option.Text(&v.file),
			Doc: "write to this file instead of standard output"},
		{Name: "as", Value: option.Text(&v.as), Values: []string{"deps", "phrases"},
			Doc: "deps: constituents become dependencies; phrases: dependencies become constituents"},
		{Name: "heads", Want: "TABLE", Value: option.Text(&v.heads), Offers: heads.Names, Reads: true,
			Doc: "head table NAME|FILE[:KEY=VALUE]... for --as deps"},
		{Name: "relations", Want: "TABLE", Value: option.Text(&v.relations), Reads: true,
			Doc: "relation table NAME|FILE: labels of the dependencies"},
		{Name: "prep", Want: "STEP,...", Value: option.Text(&v.prep),
			Doc: "steps done first, separated by commas: " + strings.Join(prep.Names(), " ")},
		{Name: "rewrite", Want: "RULES", Value: option.Texts(&v.rewrite), Offers: rewrite.Builtin, Reads: true,
			Doc: "modification rules, done after --as: a rule file, or the name of a built-in module"},
		{Name: "normalise", Want: "MODULE,...", Value: option.Joined(&v.normalise), Offers: rewrite.Builtin,
			Doc: "rule modules, done before --rewrite (assay rewrite --list)"},
		option.MaxTrees(&v.maxTrees),
		option.Pack(&v.pack),
		{Name: "rank", Value: option.Positive(&v.rank), Doc: "which analysis of a ranked list is written, from 1"},
		{Name: "blind", Value: option.Text(&v.blind), Alone: byFormat,
			Values: append([]string{byFormat}, convert.BlindNames()...), Doc: "write only a parser's input, in this form"},
		{Name: "strict", Value: option.Switch(&v.strict),
			Doc: "write nothing if the new format cannot hold everything"},
		{Name: "quiet", Short: "q", Value: option.Switch(&v.quiet), Doc: "print no notes"},
	}...)
	return cmd
}

func (v *converting) run(app *app, args []string) error {
	to, err := v.target(app, args)
	if err != nil {
		return err
	}
	if to.Write == nil {
		return usagef("format %s is only read", to.Name)
	}
	steps, err := v.first()
	if err != nil {
		return err
	}
	if v.Writer = convert.NewWriter(to, v.strict); v.blind != "" {
		v.Writer = convert.NewBlindWriter(to.Name)
	}
	err = app.output(v.file, func(w io.Writer) error { return v.convert(app, args, to, steps, w) })
	if !v.quiet {
		app.losses(v.Writer)
	}
	if err != nil {
		return err
	}
	return v.status()
}

// target finds the format of the output.
func (v *converting) target(app *app, args []string) (*treebank.Format, error) {
	if v.blind != "" {
		return v.blindTarget(app, args)
	}
	if v.to != "" {
		return formatNamed(v.to)
	}
	if v.file == "" || v.file == "-" {
		return nil, usagef("convert wants -o FILE, or --to FORMAT for standard output")
	}
	if plain := treebank.Unpacked(v.file); plain != v.file {
		return nil, usagef("convert writes text, and %s is the name of a compressed file\nhint: write %s and compress it",
			v.file, plain)
	}
	f := formats.Guess(v.file, nil)
	if f == nil || !hasEnding(f, v.file) {
		return nil, usagef("no format writes files with the ending of %s\nhint: choose one with --to FORMAT (assay "+
			"formats lists them)", v.file)
	}
	return f, nil
}

// formatNamed returns the format of that name, an error if there is none.
func formatNamed(name string) (*treebank.Format, error) {
	if f := formats.ByName(name); f != nil {
		return f, nil
	}
	return nil, &measures.UnknownError{What: "format", Name: name, Known: formats.Names()}
}

// held are the layers of sentences of a format after a conversion.
func held(from *treebank.Format, as string) treebank.Layer {
	switch as {
	case "deps":
		return from.Layers | treebank.Arcs
	case "phrases":
		return from.Layers | treebank.Phrases
	}
	return from.Layers
}

func hasEnding(f *treebank.Format, path string) bool {
	return slices.ContainsFunc(f.Ext,
		func(e string) bool { return strings.HasSuffix(strings.ToLower(filepath.Base(path)), e) })
}

// first makes the steps of --prep, and checks the options of conversions.
func (v *converting) first() (steps []func(*treebank.Sentence) error, err error) {
	list, err := prep.Parse(v.prep)
	if err != nil {
		return nil, usagef("--prep: %w", nearest.Hinted(err))
	}
	for _, st := range list {
		steps = append(steps, st.New())
	}
	if v.heads == "" && v.relations != "" {
		return nil, usagef("--relations goes with --heads")
	}
	if v.pack > 0 && v.rank > 0 {
		return nil, usagef("--pack does not go with --rank: the forest holds the first K analyses")
	}
	return steps, v.loadRules()
}

// loadRules reads the rules of --normalise and --rewrite.
func (v *converting) loadRules() error {
	config := rewrite.Config{Both: v.rewrite, MaxTrees: v.maxTrees}
	if v.normalise != "" {
		config.Normalise = strings.Split(v.normalise, ",")
	}
	steps, _, _, err := config.Steps()
	if err != nil {
		return study.RuleError(err)
	}
	if len(steps) > 0 {
		v.rules = steps[0].(rewrite.Step)
	}
	return nil
}

// follow adds the rules to the steps that sentences of src need, which have the layers in held then.
func (v *converting) follow(steps []func(*treebank.Sentence) error, src *treebank.Source,
	held treebank.Layer) ([]func(*treebank.Sentence) error, error) {
	if len(v.rules.Modules) == 0 {
		return steps, nil
	}
	if err := study.IdleRules(v.rules, src, held); err != nil {
		return nil, usagef("%w", err)
	}
	return slices.Concat(steps, []func(*treebank.Sentence) error{v.rules.Noting()}), nil
}

// convert writes all sentences of all files to w.
func (v *converting) convert(app *app, args []string, to *treebank.Format, first []func(*treebank.Sentence) error,
	w io.Writer) error {
	out := bufio.NewWriterSize(w, 256<<10)
	out.WriteString(to.Begin)
	for _, name := range args {
		src, err := app.Open(name, v.from)
		if err != nil {
			return err
		}
		src.Format = convert.AsGraphs(src.Format, to)
		v.Sources = append(v.Sources, src)
	}
	for _, src := range v.Sources {
		as, err := v.kind(src.Format, to)
		if err != nil {
			if is[*convert.NoTableError](err) {
				err = withHint(err, "--heads NAME|FILE; assay heads lists the tables")
			}
			return usagef("%w", err)
		}
		var tables *heads.Conversion
		if as == "deps" {
			if tables, err = heads.Step(v.heads, v.relations); err != nil {
				return usagef("--heads: %w", nearest.Hinted(err))
			}
		}
		steps := first
		if step := convert.Step(as, tables); step != nil {
			steps = slices.Concat(first, []func(*treebank.Sentence) error{step})
		}
		if steps, err = v.follow(steps, src, held(src.Format, as)); err != nil {
			return err
		}
		if v.packed.Most = v.pack; v.pack > 1 {
			if err := convert.Packable(src, to, as); err != nil {
				return err
			}
		}
		before := v.Number
		for _, f := range src.Files {
			if err := v.convertFile(app, src, f, to, as, steps, out); err != nil {
				return err
			}
		}
		if v.Number == before {
			v.empty = append(v.empty, src.Name)
		}
		if tables != nil && !v.quiet {
			app.warn(finding.TableCoverage(tables, src.Name))
		}
	}
	v.unused(app)
	out.WriteString(to.End)
	return out.Flush()
}

// unused names the rule modules that changed nothing, and a list that was packed of one analysis of each sentence.
func (v *converting) unused(app *app) {
	if v.quiet {
		return
	}
	modules, n := v.rules.Unused()
	for _, m := range modules {
		fmt.Fprintf(app.stderr, "assay: the rules of %s change nothing in %s\n", m.Name, plural(n, "sentence"))
	}
	if v.pack > 1 && v.packed.Several == 0 && v.Sentences > 0 {
		fmt.Fprintf(app.stderr, "assay: no sentence has a second analysis: there is nothing to pack\n")
	}
}

func (v *converting) convertFile(app *app, src *treebank.Source, file treebank.File, to *treebank.Format, as string,
	steps []func(*treebank.Sentence) error, out *bufio.Writer) error {
	in, err := file.Open()
	if err != nil {
		return &exitError{exitInput, err}
	}
	defer in.Close()
	sentences := src.Ranked(in, file.Name, max(v.rank, 1))
	if v.pack > 1 {
		sentences, steps = v.packed.Sentences(src, in, file.Name, steps), nil
	}
	for sentence, err := range sentences {
		if sentence == nil {
			return &exitError{exitInput, err}
		}
		if v.Number++; to.ByFile && v.Sentences > 0 {
			return usagef("%s holds one document a file, and %s is the second\nhint: convert one file at a time",
				to.Name, placeOf(sentence))
		}
		if err == nil {
			err = v.Write(sentence, src.Format, as, steps, out)
		}
		switch {
		case is[*convert.OutputError](err):
			return err
		case is[*convert.LossError](err), err != nil && v.strict:
			return &exitError{exitInput, v.problem(sentence, err)}
		case err != nil:
			v.bad++
			if !v.quiet {
				fmt.Fprintf(app.stderr, "assay: %v; it is left out\n", v.problem(sentence, err))
			}
			continue
		}
		v.Sentences++
		for _, e := range sentence.Notes { // it was converted despite them
			if !v.quiet {
				fmt.Fprintf(app.stderr, "assay: %v\n", v.problem(sentence, e))
			}
		}
	}
	return nil
}

func placeOf(s *treebank.Sentence) string {
	return (&treebank.SyntaxError{File: s.File, Line: int(s.Line)}).Place()
}

// problem puts the place and the name of the sentence before an error.
func (v *converting) problem(sentence *treebank.Sentence, err error) error {
	syn, ok := errors.AsType[*treebank.SyntaxError](err)
	if !ok {
		return fmt.Errorf("%s: sentence %s: %s", placeOf(sentence), v.Name(sentence), message.Of(err, message.Shell))
	}
	text := strings.TrimPrefix(syn.Error(), syn.Place()+": ")
	if syn.Hint != "" {
		text += " (" + message.Shell.Show(syn.Hint) + ")"
	}
	return fmt.Errorf("%s: sentence %s: %s", syn.Place(), v.Name(sentence), text)
}

// losses names the layers and properties that the format of the output could not hold.
func (a *app) losses(w *convert.Writer) {
	for _, text := range w.Losses() {
		fmt.Fprintln(a.stderr, "assay: "+text)
	}
}

// status is an error if sentences were left out, or a file has none; the others are still
// written.
func (v *converting) status() error {
	if len(v.empty) > 0 {
		return noSentence(v.empty[0])
	}
	if v.bad > 0 {
		return inputf("%d of %s could not be converted", v.bad,
			plural(v.bad+v.Sentences, "sentence"))
	}
	return nil
}
