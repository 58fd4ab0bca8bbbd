package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"assay/formats"
	"assay/measures"
	"assay/report"
	"assay/rewrite"
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

	module         *rewrite.Module
	looped, failed int
	named          int // sentences with problems, named on standard error unless they are many
}

func (a *app) rewriteCommand() *cobra.Command {
	var r rewriting
	c := &cobra.Command{
		Use:   "rewrite RULES FILE...",
		Short: "apply modification rules to trees and dependencies",
		Long: `Rewrite dependencies or phrases by rules, in the notation of Lin (1995), that of
Xiao (1997) or line by line. RULES is a rule file or the name of a module that is
built in (--list lists them). The result goes to standard output, in the format
of the file.

A sentence in which rules loop is stopped, kept a tree and reported; the others
go on. Exit status 1 if there was one, if a test fails, if --lint finds a
mistake, or if the order of matches matters (--check-confluence).`,
		Example: `  assay rewrite preposition parser.conllu -o rewritten.conllu
  assay rewrite my.rules parser.conllu --trace 17
  assay rewrite my.rules --test`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !r.list {
				return usagef("rewrite wants RULES and one FILE or more")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return r.run(a, args) },
	}
	f := c.Flags()
	f.StringVarP(&r.from, "from", "f", "", "format of the files (default: by name and first bytes)")
	f.StringVarP(&r.to, "to", "t", "", "format of the output (default: that of the file)")
	f.StringVarP(&r.file, "output", "o", "", "write to this file instead of standard output")
	f.StringVar(&r.strategy, "strategy", "", "fixpoint or once (default: what the rules say, else fixpoint)")
	f.StringVar(&r.onLoop, "on-loop", "keep", "a sentence in which rules loop: keep the result so far, or give the input back")
	f.IntVar(&r.maxTrees, "max-trees", rewrite.DefaultMaxTrees, "number of readings to unpack from a packed forest")
	f.StringVar(&r.trace, "trace", "", "show each firing in these sentences: numbers, ranges and names, separated by commas")
	f.BoolVar(&r.coverage, "coverage", false, "count how often each rule fires; list rules and labels that never occur")
	f.BoolVar(&r.order, "check-confluence", false, "test whether the order of matches makes a difference")
	f.BoolVar(&r.test, "test", false, "run the tests in the rule file")
	f.BoolVar(&r.lint, "lint", false, "list likely mistakes in the rules")
	f.BoolVar(&r.print, "print", false, "print the rules of RULES, a file or a built-in module")
	f.BoolVar(&r.list, "list", false, "list the modules that are built in")
	f.BoolVarP(&r.quiet, "quiet", "q", false, "print no notes")
	f.BoolVarP(&r.verbose, "verbose", "v", false, "list every problem, however many there are")
	f.StringVar(&r.color, "color", "auto", "when to use colour (NO_COLOR is honoured)")
	complete(c, "strategy", func() []string { return []string{"fixpoint", "once"} })
	complete(c, "on-loop", func() []string { return []string{"keep", "input"} })
	return c
}

func (r *rewriting) run(a *app, args []string) error {
	if r.list {
		return r.listModules(a)
	}
	m, err := rewrite.Load(args[0])
	if err != nil {
		return ruleError(err)
	}
	if r.print {
		_, err := a.stdout.Write(m.Text())
		return err
	}
	r.module = m
	opt, err := r.options()
	if err != nil {
		return err
	}
	if r.test || r.lint {
		if err := r.check(a, m, opt); err != nil || len(args) == 1 {
			return err
		}
	}
	if len(args) == 1 {
		return usagef("rewrite wants FILE... after RULES")
	}
	switch {
	case r.trace != "":
		return r.traced(a, m, opt, args[1:])
	case r.order:
		return r.confluence(a, m, opt, args[1:])
	case r.coverage:
		return r.covered(a, m, opt, args[1:])
	}
	return r.rewrite(a, m, opt, args[1:])
}

// ruleError gives a rule file that cannot be used its exit status and hint.
func ruleError(err error) error {
	hint := ""
	var re *rewrite.Error
	var ne *rewrite.NameError
	switch {
	case errors.As(err, &re):
		hint = re.Hint
	case errors.As(err, &ne):
		if ne.Hint != "" {
			hint = "did you mean " + ne.Hint + "?"
		}
		if hint != "" {
			err = fmt.Errorf("%w\nhint: %s", err, hint)
		}
		return &exitError{exitUsage, err}
	}
	if hint != "" {
		err = fmt.Errorf("%w\nhint: %s", err, hint)
	}
	return &exitError{exitInput, err}
}

func (r *rewriting) options() (rewrite.Options, error) {
	opt := rewrite.Options{MaxTrees: r.maxTrees}
	var err error
	if opt.Strategy, err = strategy(r.strategy); err != nil {
		return opt, err
	}
	opt.RestoreLoops = r.onLoop == "input"
	return opt, oneOf("on-loop", r.onLoop, "keep", "input")
}

// strategy returns the strategy of that name, nil for "".
func strategy(name string) (*rewrite.Strategy, error) {
	if name == "" {
		return nil, nil
	}
	s, err := named("strategy", name, []rewrite.Strategy{rewrite.Fixpoint, rewrite.Once})
	return &s, err
}

// list prints the modules that are built in.
func (r *rewriting) listModules(a *app) error {
	t := &report.Table{Head: []string{"module", "rules", "effect", "source"}}
	for _, name := range rewrite.Builtin() {
		m, err := rewrite.Named(name)
		if err != nil {
			return err
		}
		t.Add(report.Label(name), report.Count(len(m.Rules)), report.Label(m.Title), report.Label(m.Source))
	}
	return report.WriteTables(a.stdout, report.TextFormat, t)
}

// check runs the tests of the rules and lists doubtful rules.
func (r *rewriting) check(a *app, m *rewrite.Module, opt rewrite.Options) error {
	bad := 0
	if r.test {
		failures, fired := rewrite.RunTests(m, opt)
		for _, f := range failures {
			fmt.Fprintf(a.stdout, "FAIL %s:%d %s\n  in   %s\n  out  %s\n  got  %s\n", m.File, f.Test.Line, f.Test.Name, f.Test.In, f.Test.Out, f.Got)
			if f.Err != nil {
				fmt.Fprintf(a.stdout, "  %v\n", f.Err)
			}
			for _, d := range f.Diff {
				fmt.Fprintf(a.stdout, "  %s\n", d)
			}
		}
		tried := 0
		for _, n := range fired {
			if n > 0 {
				tried++
			}
		}
		fmt.Fprintf(a.stdout, "%s: %d tests, %d failed; %d of %d rules fired\n", m.Name, len(m.Tests), len(failures), tried, len(m.Rules))
		bad += len(failures)
	}
	if r.lint {
		notes := rewrite.Lint(m)
		bad += len(notes)
		ruleNotes(a.stdout, m, notes)
		if len(notes) == 0 {
			fmt.Fprintf(a.stdout, "%s: no mistakes found in %d rules\n", m.Name, len(m.Rules))
		}
	}
	if bad > 0 {
		return &exitError{exitNo, nil}
	}
	return nil
}

// ruleNotes prints notes about rules, each with its place.
func ruleNotes(w io.Writer, m *rewrite.Module, notes []rewrite.Note) {
	for _, n := range notes {
		if n.At != nil && m.File != "" {
			fmt.Fprintf(w, "%s:%d:%d: %s: %s\n%s\n", m.File, n.At.Line, n.At.Col, n.Rule.Name, n.Text, n.At.Mark)
			if n.Hint != "" {
				fmt.Fprintf(w, "  hint: %s\n", n.Hint)
			}
			continue
		}
		place := m.Name
		if n.Rule != nil {
			place = fmt.Sprintf("%s:%d: %s", m.File, n.Rule.Line, n.Rule.Name)
			if m.File == "" {
				place = m.Name + ": " + n.Rule.Name
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
func unseenValues(w io.Writer, values *rewrite.Values, m *rewrite.Module, all bool) {
	if m.File == "" {
		return
	}
	notes := values.Unseen(m)
	n := len(notes)
	if !all {
		n = min(n, problemLimit)
	}
	ruleNotes(w, m, notes[:n])
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
	s := &treebank.Sentence{Syms: syms}
	n := 0
	for _, name := range names {
		src, err := a.open(name, r.from, "")
		if err != nil {
			return err
		}
		if err := idleRules(rewrite.Step{Modules: []*rewrite.Module{r.module}}, src, src.Format.Layers); err != nil {
			return err
		}
		for _, file := range src.Files {
			in, err := file.Open()
			if err != nil {
				return &exitError{exitInput, err}
			}
			c := src.Cut(in, file.Name)
			for {
				p, err := c.Next()
				if err == io.EOF {
					break
				}
				if err != nil {
					in.Close()
					return &exitError{exitInput, err}
				}
				n++
				if err := f(src, s, n, p, src.Format.Read(s, p)); err != nil {
					in.Close()
					return err
				}
			}
			in.Close()
		}
	}
	return nil
}

// label names a sentence in messages.
func sentenceLabel(s *treebank.Sentence, n int) string {
	if s.ID.Len > 0 {
		return s.Str(s.ID)
	}
	return fmt.Sprint(n)
}

// apply rewrites s and reports why it cannot.
func (r *rewriting) apply(a *app, rw *rewrite.Rewriter, s *treebank.Sentence, n int) {
	err := rw.Apply(s)
	if err == nil {
		return
	}
	var tree *rewrite.TreeError
	if !errors.As(err, &tree) {
		r.looped++
	}
	if r.named++; !r.quiet && (r.verbose || r.named <= problemLimit) {
		fmt.Fprintf(a.stderr, "%s:%d: sentence %s: %v\n", s.File, s.Line, sentenceLabel(s, n), err)
	}
}

// more reports the number of sentences that apply did not name.
func (r *rewriting) more(a *app) {
	if n := r.named - problemLimit; n > 0 && !r.quiet && !r.verbose {
		fmt.Fprintf(a.stderr, "and %d sentences more (-v lists all)\n", n)
	}
}

// rewrite writes the files rewritten.
func (r *rewriting) rewrite(a *app, m *rewrite.Module, opt rewrite.Options, names []string) error {
	var values rewrite.Values
	write := func(w io.Writer) error { return r.rewriteTo(a, w, &values, rewrite.New(m, opt), names) }
	var err error
	if r.file == "" || r.file == "-" {
		err = write(a.stdout)
	} else {
		err = replacing(r.file, write)
	}
	if err != nil {
		return err
	}
	r.more(a)
	if !r.quiet {
		unseenValues(a.stderr, &values, m, r.verbose)
	}
	return r.status()
}

func (r *rewriting) rewriteTo(a *app, out io.Writer, values *rewrite.Values, rw *rewrite.Rewriter, names []string) error {
	w := bufio.NewWriterSize(out, 1<<16)
	var to *treebank.Format
	conv := converting{quiet: r.quiet} // it reports losses in another format
	if err := conv.prepare(); err != nil {
		return err
	}
	err := r.sentences(a, names, func(src *treebank.Source, s *treebank.Sentence, n int, p treebank.Piece, err error) error {
		if to == nil {
			var err error
			if to, err = r.target(src.Format); err != nil {
				return err
			}
			if to.Begin != nil {
				if err := to.Begin(w); err != nil {
					return err
				}
			}
		}
		if err != nil {
			r.failed++
			fate := "the sentence stays unchanged"
			if to != src.Format {
				fate = "it is left out"
			}
			if !r.quiet {
				fmt.Fprintf(a.stderr, "%v; %s\n", err, fate)
			}
			if to != src.Format {
				return nil
			}
			return copyPiece(w, p, strings.HasPrefix(src.Format.Name, "conll"))
		}
		if !s.Missing {
			values.See(s)
			r.apply(a, rw, s, n)
		}
		if to == src.Format {
			return to.Write(w, s)
		}
		conv.sentences, conv.number = conv.sentences+1, n
		return conv.one(s, src.Format, to, "", nil, w)
	})
	if to != nil {
		conv.note(a, to)
	}
	if err == nil && to != nil && to.End != nil {
		err = to.End(w)
	}
	if ferr := w.Flush(); err == nil && ferr != nil {
		err = &exitError{exitInput, ferr}
	}
	return err
}

func (r *rewriting) status() error {
	switch {
	case r.looped > 0:
		return &exitError{exitNo, nil}
	case r.failed > 0:
		return &exitError{exitInput, fmt.Errorf("%s could not be read", plural(r.failed, "sentence"))}
	}
	return nil
}

// target returns the format that is written.
func (r *rewriting) target(from *treebank.Format) (*treebank.Format, error) {
	to := from
	if r.to != "" {
		if to = formats.ByName(r.to); to == nil {
			return nil, &measures.UnknownError{What: "format", Name: r.to, Known: formats.Names()}
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
