package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assay/internal/convert"
	"assay/internal/message"
	"assay/report"
	"assay/rewrite"
	"assay/study"
	"assay/study/option"
	"assay/treebank"
)

// rewriting is one call of assay rewrite.
type rewriting struct {
	from, to, file  string
	strategy        string
	onLoop          string
	trace           string
	color           string
	maxTrees        int
	test, lint      bool
	coverage, order bool
	quiet, verbose  bool
	list, print     bool
	suggesting      bool
	headsOnly       bool
	most            int

	module         *rewrite.Module
	looped, failed int
	large          int // forests with too many readings
	named          int // sentences with problems, named on standard error unless they are many
}

func (a *app) rewriteCommand() *cobra.Command {
	var r rewriting
	cmd := &cobra.Command{
		Use:   "rewrite RULES FILE... | --suggest GOLD SYSTEM",
		Short: "apply modification rules to trees and dependencies",
		Long: `Rewrite dependencies or phrases by rules, in the notation of Lin (1995), that of
Xiao (1997) or line by line. RULES is a rule file or the name of a module that is
built in (--list lists them). The result goes to standard output, in the format
of the file.

With --suggest it finds the rules that turn SYSTEM's dependencies into GOLD's, two
analyses of the same sentences, and -o writes them as a rule file. Half of the
sentences is searched, and rules are tested in the other half.

A sentence in which rules loop is stopped, kept a tree and reported; the others
go on. Exit status 1 if there was one, if a test fails, if --lint finds a
mistake, or if the order of matches matters (--check-confluence).`,
		Example: `  assay rewrite preposition parser.conllu -o rewritten.conllu
  assay rewrite my.rules parser.conllu --trace 17
  assay rewrite my.rules --test
  assay rewrite --suggest gold.conllu parser.conllu -o found.rules`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !r.list {
				return usagef("rewrite wants RULES and one FILE or more")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return r.run(a, args) },
	}
	add(cmd, []option.Option{
		{Name: "from", Short: "f", Want: "FORMAT", Value: option.Text(&r.from),
			Doc: "format of the files (default: by name and first bytes)"},
		{Name: "to", Short: "t", Want: "FORMAT", Value: option.Text(&r.to),
			Doc: "format of the output (default: that of the file)"},
		{Name: "output", Short: "o", Want: "FILE", Value: option.Text(&r.file),
			Doc: "write to this file instead of standard output"},
		{Name: "strategy", Value: option.Text(&r.strategy), Values: []string{"fixpoint", "once"}, Open: true,
			Doc: "how rules are applied (default: as the rule file says, or fixpoint if it does not)"},
		{Name: "on-loop", Value: option.Text(&r.onLoop), Default: "keep", Values: []string{"keep", "input"},
			Doc: "a sentence in which rules loop: keep the result so far, or give the input back"},
		option.MaxTrees(&r.maxTrees),
		{Name: "trace", Want: "WHICH", Value: option.Text(&r.trace),
			Doc: "show each firing in these sentences: numbers, ranges and names, separated by commas"},
		{Name: "coverage", Value: option.Switch(&r.coverage),
			Doc: "count how often each rule fires; list rules and labels that never occur"},
		{Name: "check-confluence", Value: option.Switch(&r.order),
			Doc: "test whether the order of matches makes a difference"},
		{Name: "test", Value: option.Switch(&r.test), Doc: "run the tests in the rule file"},
		{Name: "lint", Value: option.Switch(&r.lint), Doc: "list likely mistakes in the rules"},
		{Name: "print", Value: option.Switch(&r.print),
			Doc: "print the rules of RULES, a file or a built-in module"},
		{Name: "list", Value: option.Switch(&r.list), Doc: "list the modules that are built in"},
		{Name: "suggest", Value: option.Switch(&r.suggesting),
			Doc: "find the rules that turn the second file into the first"},
		{Name: "heads-only", Value: option.Switch(&r.headsOnly), Doc: "--suggest: compare heads, not labels",
			Idle: []option.Idle{{When: unless("suggest"), Why: "it goes with --suggest"}}},
		{Name: "top", Value: option.Whole(&r.most), Default: "20", Doc: "--suggest: number of rules",
			Idle: []option.Idle{{When: unless("suggest"), Why: "it goes with --suggest"}}},
		{Name: "quiet", Short: "q", Value: option.Switch(&r.quiet), Doc: "print no notes"},
		{Name: "verbose", Short: "v", Value: option.Switch(&r.verbose),
			Doc: "list every problem, however many there are"},
	}...)
	add(cmd, colorOption(&r.color))
	return cmd
}

func (r *rewriting) run(app *app, args []string) error {
	if r.list {
		return r.listModules(app)
	}
	if r.suggesting {
		return r.suggest(app, args)
	}
	module, err := rewrite.Load(args[0])
	if err != nil {
		return study.RuleError(err)
	}
	if r.print {
		return app.source(app.stdout, string(module.Text()))
	}
	r.module = module
	opt, err := r.options()
	if err != nil {
		return err
	}
	if r.test || r.lint {
		if err := r.check(app, module, opt); err != nil || len(args) == 1 {
			return err
		}
	}
	if len(args) == 1 {
		return usagef("rewrite wants FILE... after RULES")
	}
	switch {
	case r.trace != "":
		return r.traced(app, module, opt, args[1:])
	case r.order:
		return r.confluence(app, module, opt, args[1:])
	case r.coverage:
		return r.covered(app, module, opt, args[1:])
	}
	return r.rewrite(app, module, opt, args[1:])
}

func (r *rewriting) options() (rewrite.Options, error) {
	strategy, err := study.Strategy(r.strategy)
	return rewrite.Options{MaxTrees: r.maxTrees, Strategy: strategy, RestoreLoops: r.onLoop == "input"}, err
}

// list prints the modules that are built in.
func (r *rewriting) listModules(app *app) error {
	table := &report.Table{Head: []string{"module", "rules", "effect"},
		Notes: []string{"assay rewrite MODULE --print shows the rules of one and their source"}}
	for _, name := range rewrite.Builtin() {
		m, err := rewrite.Named(name)
		if err != nil {
			return err
		}
		table.Add(report.Label(name), report.Count(len(m.Rules)), report.Label(m.Title))
	}
	return app.tables(table)
}

// check runs the tests of the rules and lists doubtful rules.
func (r *rewriting) check(app *app, module *rewrite.Module, opt rewrite.Options) error {
	bad := 0
	if r.test {
		failures, fired := rewrite.RunTests(module, opt)
		for _, f := range failures {
			fmt.Fprintf(app.stdout, "FAIL %s:%d %s\n  in   %s\n  out  %s\n  got  %s\n", module.File, f.Test.Line,
				f.Test.Name, f.Test.In, f.Test.Out, f.Got)
			if f.Err != nil {
				fmt.Fprintf(app.stdout, "  %v\n", f.Err)
			}
			for _, d := range f.Diff {
				fmt.Fprintf(app.stdout, "  %s\n", d)
			}
		}
		tried := 0
		for _, n := range fired {
			if n > 0 {
				tried++
			}
		}
		fmt.Fprintf(app.stdout, "%s: %d tests, %d failed; %d of %d rules fired\n", module.Name, len(module.Tests),
			len(failures), tried, len(module.Rules))
		bad += len(failures)
	}
	if r.lint {
		notes := rewrite.Lint(module)
		bad += len(notes)
		ruleNotes(app.stdout, module, notes)
		if len(notes) == 0 {
			fmt.Fprintf(app.stdout, "%s: no mistakes found in %d rules\n", module.Name, len(module.Rules))
		}
	}
	if bad > 0 {
		return &exitError{exitNo, nil}
	}
	return nil
}

// ruleNotes prints notes about rules, each with its place.
func ruleNotes(out io.Writer, module *rewrite.Module, notes []rewrite.Note) {
	w := newNotebook(out) // a list of places, for programs too
	for _, n := range notes {
		if n.At != nil && module.File != "" {
			fmt.Fprintf(w, "%s:%d:%d: %s: %s\n%s\n", module.File, n.At.Line, n.At.Col, n.Rule.Name, n.Text, n.At.Mark)
			if n.Hint != "" {
				fmt.Fprintf(w, "  hint: %s\n", n.Hint)
			}
			continue
		}
		place := module.Name
		if n.Rule != nil {
			place = fmt.Sprintf("%s:%d: %s", module.File, n.Rule.Line, n.Rule.Name)
			if module.File == "" {
				place = module.Name + ": " + n.Rule.Name
			}
		}
		fmt.Fprintf(w, "%s: %s\n", place, n.Text)
		if n.Hint != "" {
			fmt.Fprintf(w, "  hint: %s\n", n.Hint)
		}
	}
}

// unseenValues notes the labels and tags in the rules of a file that the data
// do not have. Built-in modules name the labels of several treebanks.
func unseenValues(w io.Writer, values *rewrite.Values, module *rewrite.Module, all bool) {
	if module.File == "" {
		return
	}
	notes := values.Unseen(module)
	n := len(notes)
	if !all {
		n = min(n, problemLimit)
	}
	ruleNotes(w, module, notes[:n])
	if n < len(notes) {
		fmt.Fprintf(w, "and %d more that match nothing in the data (-v lists all)\n", len(notes)-n)
	}
}

// A visit is called for each sentence of the files, with its number from 1 and its
// text; err is the reason if it could not be read.
type visit func(src *treebank.Source, s *treebank.Sentence, n int, p treebank.Piece, err error) error

// sentences reads the files.
func (r *rewriting) sentences(a *app, names []string, f visit) error {
	syms := treebank.NewSymbols()
	sentence := &treebank.Sentence{Syms: syms}
	n := 0
	for _, name := range names {
		src, err := a.Open(name, r.from)
		if err != nil {
			return err
		}
		if err := study.IdleRules(rewrite.Step{Modules: []*rewrite.Module{r.module}}, src, src.Format.Layers); err != nil {
			return err
		}
		before := n
		for _, file := range src.Files {
			in, err := file.Open()
			if err != nil {
				return &exitError{exitInput, err}
			}
			c := src.Cut(in, file.Name)
			for {
				piece, err := c.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					in.Close()
					return &exitError{exitInput, err}
				}
				n++
				if err := f(src, sentence, n, piece, src.Format.Read(sentence, piece)); err != nil {
					in.Close()
					return err
				}
			}
			in.Close()
		}
		if n == before {
			return noSentence(name)
		}
	}
	return nil
}

// sentenceLabel names a sentence in messages.
func sentenceLabel(s *treebank.Sentence, n int) string {
	return cmp.Or(s.Str(s.ID), itoa(n))
}

// apply rewrites sentence and reports why it cannot.
func (r *rewriting) apply(app *app, rw *rewrite.Rewriter, sentence *treebank.Sentence, n int) {
	err := rw.Apply(sentence)
	if err == nil {
		return
	}
	switch {
	case is[*rewrite.ForestError](err):
		r.large++
	case !is[*rewrite.TreeError](err):
		r.looped++
	}
	if r.named++; !r.quiet && (r.verbose || r.named <= problemLimit) {
		fmt.Fprintf(app.stderr, "%s:%d: sentence %s: %s\n", sentence.File, sentence.Line, sentenceLabel(sentence, n),
			message.Of(err, app.window))
	}
}

// more reports the number of sentences that apply did not name.
func (r *rewriting) more(a *app) {
	if n := r.named - problemLimit; n > 0 && !r.quiet && !r.verbose {
		fmt.Fprintf(a.stderr, "and %d sentences more (-v lists all)\n", n)
	}
}

// rewrite writes the files rewritten.
func (r *rewriting) rewrite(app *app, module *rewrite.Module, opt rewrite.Options, names []string) error {
	var values rewrite.Values
	err := app.output(r.file, func(w io.Writer) error {
		return r.rewriteTo(app, w, &values, rewrite.New(module, opt), names)
	})
	if err != nil {
		return err
	}
	r.more(app)
	if !r.quiet {
		unseenValues(app.stderr, &values, module, r.verbose)
	}
	return r.status()
}

func (r *rewriting) rewriteTo(app *app, out io.Writer, values *rewrite.Values, rw *rewrite.Rewriter,
	names []string) error {
	w := bufio.NewWriterSize(out, 1<<16)
	var to *treebank.Format
	var other *convert.Writer // of another format; it counts losses
	err := r.sentences(app, names, func(src *treebank.Source, sentence *treebank.Sentence, n int,
		piece treebank.Piece, err error) error {
		if to == nil {
			var err error
			if to, err = r.target(src.Format); err != nil {
				return err
			}
			other = convert.NewWriter(to, false)
			w.WriteString(to.Begin)
		}
		if err != nil {
			r.failed++
			fate := "the sentence stays unchanged"
			if to != src.Format {
				fate = "it is left out"
			}
			if !r.quiet {
				fmt.Fprintf(app.stderr, "%v; %s\n", err, fate)
			}
			if to != src.Format {
				return nil
			}
			return copyPiece(w, piece, strings.HasPrefix(src.Format.Name, "conll"))
		}
		if !sentence.Missing {
			values.See(sentence)
			r.apply(app, rw, sentence, n)
		}
		if to == src.Format {
			return to.Write(w, sentence)
		}
		other.Sentences, other.Number = other.Sentences+1, n
		return other.Write(sentence, src.Format, "", nil, w)
	})
	if other != nil && !r.quiet {
		app.losses(other)
	}
	if err == nil && to != nil {
		w.WriteString(to.End)
	}
	if ferr := w.Flush(); err == nil && ferr != nil {
		err = &exitError{exitInput, ferr}
	}
	return err
}

func (r *rewriting) status() error {
	switch {
	case r.looped > 0:
		return &exitError{exitNo, fmt.Errorf("rules looped in %s", plural(r.looped, "sentence"))}
	case r.large > 0:
		return &exitError{exitNo, fmt.Errorf("%s with more readings than --max-trees stayed as before",
			plural(r.large, "sentence"))}
	case r.failed > 0:
		return inputf("%s could not be read", plural(r.failed, "sentence"))
	}
	return nil
}

// target returns the format that is written.
func (r *rewriting) target(from *treebank.Format) (to *treebank.Format, err error) {
	if to = from; r.to != "" {
		if to, err = formatNamed(r.to); err != nil {
			return nil, err
		}
	}
	if to.Write == nil {
		return nil, usagef("format %s is only read; choose another with --to", to.Name)
	}
	return to, nil
}

// copyPiece writes the text of a sentence that could not be read. A blank line
// ends it where the format has them between sentences.
func copyPiece(w *bufio.Writer, p treebank.Piece, blank bool) error {
	text := strings.TrimRight(string(p.Text), "\n")
	end := "\n"
	if blank || strings.Contains(text, "\n") {
		end = "\n\n"
	}
	_, err := w.WriteString(text + end)
	return err
}
