package web_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
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
	e, err := experiment.Score(context.Background(), list,
		experiment.Options{Version: "test", Scores: []string{"las"}, Tests: true, Missing: experiment.MissingZero,
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
// treebanks names no winner, and averages with zeros for missing files are no order.
func TestPageOfFewCommonTreebanks(t *testing.T) {
	page := sparse(t)
	if page.Ladder != nil {
		t.Errorf("averages over different treebanks on one line: %s", page.Ladder.SVG)
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
	// A has most treebanks. B loses a fourth of its words in a twelfth of x; C shares no treebank with A.
	board := page.Boards[0]
	var got []string
	for _, r := range board.Rows {
		got = append(got, strings.Join([]string{r.Name, r.Rank, r.First.Text, r.First.Note}, " "))
	}
	if want := []string{"A 1–2 0.00 of 2", "C 1–3  none shared", "B 2–3 −6.25 of 1"}; !slices.Equal(got, want) {
		t.Errorf("rows %q, want %q", got, want)
	}
	if first := board.First; first.Name != "gain" || !strings.Contains(string(board.Data), `"average","note":"missing = 0"`) {
		t.Errorf("first figure %+v, data %s", first, board.Data)
	}
}
