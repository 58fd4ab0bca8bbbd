package main

import (
	"fmt"
	"io"
	"path/filepath"

	"assay/report"
	"assay/rewrite"
	"assay/rewrite/suggest"
	"assay/treebank"
)

// suggesting is one call of assay rewrite --suggest.
type suggesting struct {
	*rewriting
	syms *treebank.Symbols
}

// readings are the sentences of a file; those that cannot be read are nil.
func (s *suggesting) readings(app *app, name string) (list []*treebank.Sentence, places []string, err error) {
	src, err := app.Open(name, s.from)
	if err != nil {
		return nil, nil, err
	}
	s.module = &rewrite.Module{}
	err = s.sentences(app, []string{name}, func(_ *treebank.Source, _ *treebank.Sentence, _ int,
		piece treebank.Piece, _ error) error {
		sentence := &treebank.Sentence{Syms: s.syms}
		places = append(places, fmt.Sprintf("%s:%d", piece.File, piece.Line))
		if err := src.Format.Read(sentence, piece); err != nil {
			sentence = nil
			s.problem(app, err)
		}
		list = append(list, sentence)
		return nil
	})
	if err == nil && !src.Format.Layers.Has(treebank.Arcs) {
		err = usagef("--suggest compares dependencies, and %s, in format %s, has none\nhint: assay convert --heads "+
			"TABLE makes dependencies of trees", name, src.Format.Name)
	}
	return list, places, err
}

// problem names a sentence that is left out, unless there are many.
func (s *suggesting) problem(app *app, err error) {
	s.failed++
	if s.named++; !s.quiet && (s.verbose || s.named <= problemLimit) {
		fmt.Fprintf(app.stderr, "%v; the sentence is left out\n", err)
	}
}

// pairs joins the sentences of both files by order.
func (s *suggesting) pairs(app *app, names []string) (out []suggest.Pair, err error) {
	gold, places, err := s.readings(app, names[0])
	if err != nil {
		return nil, err
	}
	system, others, err := s.readings(app, names[1])
	if err != nil {
		return nil, err
	}
	if len(gold) != len(system) {
		return nil, inputf("%s has %s and %s has %d: rules are searched in two analyses of the same sentences", names[0],
			plural(len(gold), "sentence"), names[1], len(system))
	}
	for i, g := range gold {
		switch y := system[i]; {
		case g == nil || y == nil || g.Missing || y.Missing:
		case !g.SameWords(y):
			s.problem(app, fmt.Errorf("%s: %s, as in %s", others[i], wordWanted(g, y), places[i]))
		default:
			out = append(out, suggest.Pair{Gold: g, System: y})
		}
	}
	if 2*len(out) < len(gold) {
		return nil, inputf("%s and %s have the same words in %d of %s: rules are searched in two analyses of the same text",
			names[0], names[1], len(out), plural(len(gold), "sentence"))
	}
	return out, nil
}

// wordWanted names the first word in which two sentences differ.
func wordWanted(gold, system *treebank.Sentence) string {
	for i := range min(len(gold.Tokens), len(system.Tokens)) {
		if want, found := gold.Word(int32(i)), system.Word(int32(i)); string(want) != string(found) {
			return fmt.Sprintf("want word %d to be %q, found %q", i+1, want, found)
		}
	}
	return fmt.Sprintf("want %s, found %d", plural(len(gold.Tokens), "word"), len(system.Tokens))
}

// suggest searches for rules, shows them, and writes them to --output.
func (r *rewriting) suggest(app *app, args []string) error {
	if len(args) != 2 {
		return usagef("rewrite --suggest wants GOLD SYSTEM, found %s", plural(len(args), "argument"))
	}
	s := &suggesting{rewriting: r, syms: treebank.NewSymbols()}
	pairs, err := s.pairs(app, args)
	if err != nil {
		return err
	}
	found, err := suggest.Find(pairs, suggest.Options{HeadsOnly: r.headsOnly, Most: r.most})
	if err != nil {
		return &exitError{exitInput, err}
	}
	gold, system := filepath.Base(args[0]), filepath.Base(args[1])
	if err := app.tables(suggestions(found, gold, system)); err != nil {
		return err
	}
	if r.file != "" {
		err := app.output(r.file, func(w io.Writer) error { return found.Write(w, gold, system) })
		if err != nil {
			return err
		}
	}
	r.more(app)
	return r.status()
}

// suggestions is the table of the rules.
func suggestions(found *suggest.Result, gold, system string) *report.Table {
	what := "heads or labels"
	if found.HeadsOnly {
		what = "heads"
	}
	table := &report.Table{Title: fmt.Sprintf("%s against %s: %d of %d words have other %s", system, gold,
		found.Before, found.Words, what),
		Head: []string{"rule", "effect", "fits", "misfits", "gain", "unseen", "p"}}
	for _, s := range found.Rules {
		table.Add(report.Label(s.Name), report.Label(s.Title), report.Count(s.Fits), report.Count(s.Misfits),
			report.Count(s.Gain), report.Count(s.Unseen), report.Labelf("%.2g", s.P))
	}
	if len(found.Rules) == 0 {
		table.Notes = append(table.Notes,
			"no rule removes errors in the half of the sentences that is searched and in the other half")
		return table
	}
	table.Notes = append(table.Notes, fmt.Sprintf("%s of %d words: %.1f %% of the differences",
		plural(len(found.Rules), "rule"), found.Before-found.After, 100*found.Explained()),
		"fits, misfits: words that the rule makes right and wrong; unseen: the gain in the half of the sentences that "+
			"did not choose the rule; p there, for the number of rules tested")
	if !found.HeadsOnly && 2*found.SameLabels < found.GoldLabels {
		table.Notes = append(table.Notes,
			fmt.Sprintf("the two have %d of %d relations in common; --heads-only compares heads alone", found.SameLabels,
				found.GoldLabels))
	}
	return table
}
