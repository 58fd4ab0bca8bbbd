package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"assay/draw"
	"assay/internal/settings"
	"assay/report"
	"assay/rewrite"
	"assay/treebank"
)

// readable is sentences for those that can be read; the others are counted and named.
func (r *rewriting) readable(app *app, names []string, f func(s *treebank.Sentence, n int)) error {
	return r.sentences(app, names, func(_ *treebank.Source, s *treebank.Sentence, n int, _ treebank.Piece,
		err error) error {
		if err == nil {
			f(s, n)
			return nil
		}
		r.failed++
		fmt.Fprintln(app.stderr, err)
		return nil
	})
}

// covered prints how often each rule fires.
func (r *rewriting) covered(app *app, module *rewrite.Module, opt rewrite.Options, names []string) error {
	rw := rewrite.New(module, opt)
	var values rewrite.Values
	words := 0
	err := r.readable(app, names, func(sentence *treebank.Sentence, n int) {
		values.See(sentence)
		words += len(sentence.Tokens)
		r.apply(app, rw, sentence, n)
	})
	if err != nil {
		return err
	}
	st := &rw.Stats
	t := &report.Table{Head: []string{"rule", "firings", "sentences", "links"}}
	for _, s := range st.Rules {
		t.Add(report.Label(s.Name), report.Count(s.Firings), report.Count(s.Sentences), report.Count(s.Words))
	}
	if err := app.tables(t); err != nil {
		return err
	}
	fmt.Fprintf(app.stdout, "%d of %d words changed, in %d of %d sentences", st.Words, words, st.Changed, st.Sentences)
	for _, c := range []struct {
		n    int
		text string
	}{{st.Loops, "rules looped in"}, {st.Cyclic, "unchanged, because they are no trees:"}} {
		if c.n > 0 {
			fmt.Fprintf(app.stdout, "; %s %d", c.text, c.n)
		}
	}
	fmt.Fprintln(app.stdout)
	for i, s := range st.Rules {
		if s.Firings == 0 {
			ruleNotes(app.stdout, module, []rewrite.Note{{Rule: module.Rules[i], Text: "never fired"}})
		}
	}
	ruleNotes(app.stdout, module, values.Unseen(module))
	return r.status()
}

// confluence rewrites every sentence twice, with the first match first and with
// the last match first, and lists where that makes a difference.
func (r *rewriting) confluence(app *app, module *rewrite.Module, opt rewrite.Options, names []string) error {
	back := opt
	back.Reverse = true
	first, last := rewrite.New(module, opt), rewrite.New(module, back)
	total, differ, differWords := 0, 0, 0
	err := r.readable(app, names, func(sentence *treebank.Sentence, n int) {
		total++
		other := sentence.Clone()
		r.apply(app, first, sentence, n)
		_ = last.Apply(other) // a loop is reported once
		var words []string
		for i := range int32(min(len(sentence.Tokens), len(other.Tokens))) {
			h, rel := sentence.HeadOf(i)
			oh, orel := other.HeadOf(i)
			if h != oh || rel != orel {
				words = append(words, fmt.Sprintf("%s.%d", sentence.Word(i), i+1))
			}
		}
		if len(words) == 0 && len(sentence.Tokens) == len(other.Tokens) && len(sentence.Phrases) == len(other.Phrases) {
			return
		}
		differ++
		differWords += len(words)
		fmt.Fprintf(app.stdout, "%s:%d: sentence %s: %s\n", sentence.File, sentence.Line, sentenceLabel(sentence, n),
			strings.Join(words, " "))
	})
	if err != nil {
		return err
	}
	fmt.Fprintf(app.stdout, "%s: the order of matches makes a difference in %d of %d sentences (%d words)\n",
		module.Name, differ, total, differWords)
	if differ > 0 {
		return &exitError{exitNo, nil}
	}
	return r.status()
}

// traced shows each firing in the sentences that the user wants.
func (r *rewriting) traced(app *app, module *rewrite.Module, opt rewrite.Options, names []string) error {
	want, err := settings.ParseSentences(r.trace)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(app.stdout)
	defer w.Flush()
	d := draw.Options{Colour: colours(r.color, app.stdout), Width: windowWidth(app.stdout)}
	step := 0
	opt.Trace = func(f *rewrite.Firing) {
		step++
		traceFiring(w, f, step, d)
	}
	rw := rewrite.New(module, opt)
	seen := 0
	err = r.sentences(app, names, func(_ *treebank.Source, sentence *treebank.Sentence, n int, _ treebank.Piece,
		err error) error {
		if !want.Match(n, n, sentence.Str(sentence.ID)) {
			return nil
		}
		seen++
		if err != nil {
			return &exitError{exitInput, err}
		}
		fmt.Fprintf(w, "sentence %s\n", sentenceLabel(sentence, n))
		if err := draw.Terminal(w, sentence, draw.Marks{}, d); err != nil {
			return err
		}
		step = 0
		r.apply(app, rw, sentence, n)
		fmt.Fprintf(w, "%d firings\n", step)
		return nil
	})
	if err == nil && seen == 0 {
		err = inputf("no sentence %s", r.trace)
	}
	if err != nil {
		return err
	}
	return r.status()
}

// traceFiring prints a rule's match, its changes, and the tree.
func traceFiring(w io.Writer, firing *rewrite.Firing, step int, d draw.Options) {
	sentence := firing.Sentence
	name := func(i int32) string {
		switch {
		case i == treebank.Root:
			return "root"
		case i < 0:
			return "?"
		}
		return fmt.Sprintf("%s.%d", sentence.Word(i), i+1)
	}
	fmt.Fprintf(w, "\n%d. %s:", step, firing.Rule.Name)
	for k, word := range firing.Bound {
		if word == "" {
			word = "(none)"
		}
		fmt.Fprintf(w, " %s=%s", firing.Rule.Pattern.Nodes[k].Name, word)
	}
	fmt.Fprintln(w)
	for _, c := range firing.Changes {
		fmt.Fprintf(w, "   %s: %s:%s -> %s:%s\n", name(c.Word), name(c.OldHead), c.OldRel, name(c.Head), c.Rel)
	}
	for _, why := range firing.Skipped {
		fmt.Fprintf(w, "   not done: %s\n", why)
	}
	marks := draw.Marks{Links: make([]draw.Mark, len(sentence.Tokens))}
	for _, c := range firing.Changes {
		marks.Links[c.Word] = draw.Focus
	}
	_ = draw.Terminal(w, sentence, marks, d)
}
