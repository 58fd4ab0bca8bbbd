// Package uccaeval reproduces evaluate_standard.py, the scorer of UCCA
// (Hershcovich et al. 2017), at ecf0c0d of danielhers/ucca. The measure itself is
// in package assay/measures/ucca.
//
// Arguments, standard output, the files that it writes and the exit status are
// its own, as are the lines of progress with carriage returns on standard output.
//
// Differences: rows of -e with equal counts are in the order of their text (the
// order of the original is random); of Python's traceback only the last line is
// printed; passages on which the original dies (a unit without terminals, a cycle)
// are scored. Constructions that need spaCy are refused.
package uccaeval

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"assay/compat/internal/argparse"
	"assay/compat/internal/python"
	"assay/compat/internal/standin"
	"assay/eval"
	formats "assay/formats/ucca"
	"assay/measures/ucca"
	"assay/treebank"
)

// Title names the program and the version that is followed.
const Title = "evaluate_standard.py of danielhers/ucca, ecf0c0d"

// Doc lists its faults and how assay score differs.
const Doc = `Arguments: GUESSED REF [-f] [-u] [-e [--as-table]] [-N] [-I] [-r REF] [--constructions X ...] [--unlabeled]
[-v | -q] [--out-file F] [--summary-file F] [--counts-file F] [--errors-file F]; files or folders of XML. Kept: a
precision without guesses is 1; different numbers or IDs of passages end in a ValueError with status 1; lines of
progress are on standard output; without -r the categories of --constructions categories are those of REF after
normalisation, with -r those of its passages before. Rows of -e with equal counts are in the order of their text.
Refused: the constructions aspectual_verbs, light_verbs, pred_nouns and pred_adjs, which need the tags of spaCy.
The same scores: assay score -f ucca -m ucca.`

// The ways to compare, in the order of the report.
var ways = [...]string{"labeled", "unlabeled", "weak_labeled"}

// A passage is a graph with its name.
type passage struct {
	id       string
	sentence *treebank.Sentence
}

// A result holds the counts of one pair, or of all.
type result struct {
	rows   []row // in the order of the report
	errors map[ucca.Confusion]int
	units  *ucca.Comparison // of one pair
}

type program struct {
	options
	measure ucca.Options
	out     *bufio.Writer
}

// Main runs the program and returns its exit status.
func Main(args []string, _ io.Reader, stdout, stderr io.Writer) int {
	return parser.Run(args, stdout, stderr, func(given argparse.Given, out *bufio.Writer) error {
		opt, err := optionsOf(given)
		if err != nil {
			return err
		}
		p := &program{options: opt, measure: ucca.Options{Raw: opt.raw}, out: out}
		return p.run()
	})
}

func (p *program) run() error {
	guessed, ref, err := standin.Both(load, p.files[0], p.files[1])
	if err != nil {
		return err
	}
	var tags []passage // nil without -r
	if p.tags != "" {
		if tags, err = load(p.tags); err != nil {
			return err
		}
	}
	if !p.byOrder {
		if guessed, err = p.pair(guessed, ref); err != nil {
			return err
		}
		if tags != nil {
			if tags, err = p.pair(tags, ref); err != nil {
				return err
			}
		}
	}
	single := len(guessed) == 1
	var results []result
	pairs := min(len(guessed), len(ref))
	if tags != nil {
		pairs = min(pairs, len(tags))
	}
	for i := range pairs {
		var of *treebank.Sentence
		if tags != nil {
			of = tags[i].sentence
		}
		if !single {
			fmt.Fprintf(p.out, "Evaluating %s%s\r", guessed[i].id, map[bool]string{false: "...", true: ":"}[p.verbose])
		}
		if p.verbose {
			fmt.Fprintln(p.out)
		}
		if err := match(guessed[i], ref[i]); err != nil {
			return err
		}
		result := p.score(guessed[i].sentence, ref[i].sentence, of)
		if p.verbose || single {
			p.details(result)
		}
		results = append(results, result)
	}
	return p.summarize(results)
}

// match compares the numbers of terminals, which are their identifiers; the words are not compared.
func match(guessed, ref passage) error {
	n, m := len(guessed.sentence.Tokens), len(ref.sentence.Tokens)
	if n == m {
		return nil
	}
	only := func(a, b *treebank.Sentence) string {
		has := map[string]bool{}
		for i := range b.Tokens {
			has[string(b.Word(int32(i)))] = true
		}
		var out []string
		for i := range a.Tokens {
			if word := string(a.Word(int32(i))); !has[word] {
				out = append(out, "'"+word+"'")
			}
		}
		return "[" + strings.Join(out, ", ") + "]"
	}
	return fmt.Errorf("AssertionError: Reference passage terminals do not match (%d != %d)\nPassage ID: %s\n"+
		"Reference ID: %s\nDifference:\n%s\n%s",
		n, m, guessed.id, ref.id, only(guessed.sentence, ref.sentence), only(ref.sentence, guessed.sentence))
}

// load reads a file, or all files of a folder.
func load(path string) ([]passage, error) {
	files := []string{path}
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		entries, err := os.ReadDir(path)
		if err != nil {
			return nil, err
		}
		files = nil
		for _, e := range entries {
			if name := filepath.Join(path, e.Name()); !e.IsDir() {
				files = append(files, name)
			}
		}
	}
	var out []passage
	for _, name := range files {
		text, err := python.ReadFile(name)
		if err != nil {
			return nil, err
		}
		for s, err := range formats.Format.Sentences(strings.NewReader(text), name) {
			if err != nil {
				return nil, fmt.Errorf("OSError: Could not read %s file: '%s' (%v)", filepath.Ext(name), name, err)
			}
			out = append(out, passage{s.Str(s.ID), s.Clone()})
		}
	}
	return out, nil
}

// pair puts the passages of the system into the order of the reference.
func (p *program) pair(guessed, ref []passage) ([]passage, error) {
	if len(guessed) != len(ref) {
		return nil, fmt.Errorf("ValueError: Number of passages to compare does not match: %d != %d", len(guessed), len(ref))
	}
	if len(guessed) < 2 {
		return guessed, nil
	}
	of := map[string]passage{}
	for _, g := range guessed {
		fmt.Fprintf(p.out, "Reading %s...\r", g.id)
		of[g.id] = g
	}
	out := make([]passage, len(ref))
	for i, r := range ref {
		g, ok := of[r.id]
		if !ok {
			return nil, fmt.Errorf("ValueError: Passage IDs do not match")
		}
		out[i] = g
	}
	return out, nil
}

// score counts one pair. The categories of yields are those of tags, nil for ref.
func (p *program) score(guessed, ref, tags *treebank.Sentence) result {
	pair := &eval.Pair{Gold: ref, System: guessed}
	r := result{errors: map[ucca.Confusion]int{}, units: p.measure.Compare(pair, p.constructions, tags)}
	for i := range r.units.Constructions {
		c := &r.units.Constructions[i]
		row := row{name: c.Name, title: c.Title}
		for j := range c.Yields {
			y := &c.Yields[j]
			if y.Gold != nil {
				row.ref++
			}
			if y.System != nil {
				row.guessed++
			}
			for way, name := range ways {
				if _, ok := y.Mutual(name); ok {
					row.matched[way]++
				}
			}
		}
		r.rows = append(r.rows, row)
	}
	if p.errors && !p.unlabeled {
		p.measure.Confusions(r.errors, pair)
	}
	return r
}
