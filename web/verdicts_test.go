package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/compare"
	"assay/corpus"
	"assay/eval"
	"assay/experiment"
	"assay/measures"
	"assay/signif"
	"assay/treebank"
	"assay/web"
)

// sparse is the page of systems A (treebanks x and y), B (x) and C (z): A and B share
// one of three treebanks, C shares none with them.
func sparse(t *testing.T) *web.Page {
	t.Helper()
	dir := t.TempDir()
	table := "gold\tsystem\tfile\ttreebank\n"
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		system, treebank string
		wrong            int
	}{{"A", "x", 0}, {"A", "y", 0}, {"B", "x", 1}, {"C", "z", 3}} {
		name := tc.system + "." + tc.treebank + ".conllu"
		write(name, strings.Repeat(sentences(tc.wrong), 12))
		write(tc.treebank+".conllu", strings.Repeat(sentences(0), 12))
		table += fmt.Sprintf("%s.conllu\t%s\t%s\t%s\n", tc.treebank, tc.system, name, tc.treebank)
	}
	write("table.tsv", table)
	list, err := experiment.ReadTable(filepath.Join(dir, "table.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	open := func(path string) (*treebank.Source, error) { return corpus.Open(path) }
	e, err := experiment.Score(context.Background(), list, experiment.Options{Version: "test", Scores: []string{"las"}, Tests: true, Missing: experiment.MissingZero,
		Reading: experiment.Reading{Gold: open, System: open, Measures: func(_, _ *treebank.Source) ([]*eval.Measure, error) {
			m, err := measures.Parse("attachment", measures.Config{})
			return []*eval.Measure{m}, err
		}}})
	if err != nil {
		t.Fatal(err)
	}
	figures, err := e.Figures()
	if err != nil {
		t.Fatal(err)
	}
	opt := experiment.TestOptions{Baseline: compare.AllPairs, Signif: signif.Options{Shuffles: 99}}
	tests, err := e.Test(figures, opt)
	if err != nil {
		t.Fatal(err)
	}
	return web.Whole{Experiment: e, Figures: figures, Output: experiment.Output{Precision: 2, Options: opt, Tests: tests}, Pages: []string{"", "", ""}}.Page()
}

// Systems without a treebank in common are not joined, a comparison on a part of the
// treebanks names no winner, and averages with zeros for missing files are marked.
func TestPageOfFewCommonTreebanks(t *testing.T) {
	page := sparse(t)
	ladder := page.Ladder
	if strings.Contains(string(ladder.SVG), "unknown") || strings.Contains(string(ladder.SVG), `class="whisker"`) {
		t.Errorf("the ladder joins pairs without a test: %s", ladder.SVG)
	}
	for _, want := range []string{"2 pairs share no treebank: no test.", "1 pair is tested on a part of the treebanks only.", "*: missing files count 0"} {
		if !strings.Contains(ladder.Note, want) {
			t.Errorf("no %q in the note %q", want, ladder.Note)
		}
	}
	if ladder.Tests != "p adjusted for 1 test (Holm)." {
		t.Errorf("tests %q, want the one test of A and B", ladder.Tests)
	}
	var words strings.Builder
	for _, s := range page.Sentences {
		for _, r := range s {
			words.WriteString(r.Text)
			if r.Bold && strings.Contains(r.Text, "better") {
				t.Errorf("a result on a part of the treebanks is in bold: %q", r.Text)
			}
		}
	}
	for line := range strings.Lines(words.String()) {
		if strings.Count(line, "of 3 treebanks") > 1 {
			t.Errorf("the treebanks are counted twice in %q", line)
		}
	}
	if all := words.String(); !strings.Contains(all, "on 1 of 3 treebanks only (x), this file of A is better than that of B") {
		t.Errorf("words %q", all)
	}
	// Each system has a missing file: of three treebanks A has two, B and C one.
	for i, note := range []string{"2 of 3 files scored · 1 missing, counted as 0", "1 of 3 files scored · 2 missing, counted as 0", "1 of 3 files scored · 2 missing, counted as 0"} {
		if card := page.Cards[i]; card.Note != note || !strings.HasSuffix(card.Label, " *") {
			t.Errorf("card %s: %q, %q", card.Name, card.Label, card.Note)
		}
	}
	for _, row := range page.Grids[0].Rows {
		if last := row.Cells[len(row.Cells)-1]; !strings.HasSuffix(last.Text, " *") {
			t.Errorf("macro average %q of %s is not marked", last.Text, row.Head.Name)
		}
	}
}
