package report_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/message"
	"assay/measures"
	"assay/report"
)

// Intervals stand beside their scores in every form, as bounds or as a distance to the farther end.
func TestIntervals(t *testing.T) {
	opt := report.Options{Version: "test", Intervals: func(*eval.Result, *eval.Counts, *eval.Group) []report.Interval {
		return []report.Interval{{Name: "las", Low: 0.7, High: 0.82, DesignEffect: 1}, {Name: "uas", Low: 0.6, High: 0.8}}
	}}
	gold := words(t, "gold.conllu", "1", "1")
	rep := reported(t, opt, gold, words(t, "a.conllu", "1", "0"))
	for _, format := range []report.Format{report.TextFormat, report.Markdown, report.HTML, report.LaTeX} {
		if text := written(t, rep, format); !strings.Contains(text, "70.00") || !strings.Contains(text, "82.00") {
			t.Errorf("%s:\n%s", format, text)
		}
	}
	if text := written(t, rep, report.JSON); !strings.Contains(text, "0.82") {
		t.Errorf("JSON: %s", text)
	}
	rep.PlusMinus()
	if text := written(t, rep, report.TextFormat); !strings.Contains(text, "75.00   7.00") {
		t.Errorf("the farther end is 7 points away:\n%s", text)
	}
}

// The scores of a measure with precision, recall and F1 are its table; a score is found by its name.
func TestOfficialTable(t *testing.T) {
	const gold, system = "(S (NP (D a) (N b)) (VP (V c)))\n(S (NP (N x)) (VP (V y)))\n", "(S (NP (D a)) (X (N b) (V c)))\n(S (NP (N x)) (VP (V y)))\n"
	g, err := corpus.Text("gold.mrg", gold, nil)
	if err != nil {
		t.Fatal(err)
	}
	s, err := corpus.Text("a.mrg", system, nil)
	if err != nil {
		t.Fatal(err)
	}
	m, err := measures.Parse("parseval", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	res, err := eval.Run(context.Background(), g, s, []*eval.Measure{m}, eval.Options{Jobs: 1})
	if err != nil {
		t.Fatal(err)
	}
	rep := report.New(g, report.Options{})
	rep.Add(res, report.Options{})
	// six brackets on both sides, of which S, S, NP and VP of the second sentence agree
	f1 := rep.Results[0].Find("f1")
	if f1 == nil || f1.Num != 8 || f1.Den != 12 {
		t.Fatalf("f1 %+v", f1)
	}
	if text := written(t, rep, report.TextFormat); !strings.Contains(text, "66.67") {
		t.Errorf("text:\n%s", text)
	}
	if rep.Results[0].Find("nosuch") != nil || len(rep.ScoreNames()) == 0 || len(rep.Results[0].Names()) < len(rep.ScoreNames()) {
		t.Errorf("names %q", rep.ScoreNames())
	}
	if _, err := report.PaperTables(rep); err == nil || !strings.Contains(err.Error(), "careful, xiao and edm") {
		t.Errorf("a measure without a paper: %v", err)
	}
	if got := report.CountOf(rep.Results[0].Counts, rep.Results[0].Counts[0].Name); got != rep.Results[0].Counts[0].Value {
		t.Errorf("count %v", got)
	}
}

// Problems of one cause are one line, in the order of the first of each.
func TestSortProblems(t *testing.T) {
	problem := func(sentence, text string, cause eval.Cause) eval.Problem {
		return eval.Problem{Sentence: sentence, Place: "f:1:1", Text: text, Cause: cause}
	}
	sorted := report.SortProblems([]eval.Problem{
		problem("1", `word 3 is "a" in gold, "b" in the system`, eval.DifferentWords),
		problem("2", "want 10 columns, found 3", eval.OtherCause),
		problem("3", `word 5 is "c" in gold, "d" in the system`, eval.DifferentWords),
		problem("4", "want 10 columns, found 7", eval.OtherCause),
		problem("5", "no tree", eval.OtherCause),
	})
	var sizes []int
	for _, trouble := range sorted {
		sizes = append(sizes, len(trouble.Problems))
		if trouble.Text == "" {
			t.Errorf("a cause without words: %+v", trouble)
		}
	}
	if len(sizes) != 3 || sizes[0] != 2 || sizes[1] != 2 || sizes[2] != 1 {
		t.Errorf("sizes %v", sizes)
	}
}

// A warning names options as its window does, and names of files as they are.
func TestWarningInWindows(t *testing.T) {
	w := report.Warning{Kind: "x"}.Say("option align=text pairs the sentences of %s", "option gold.mrg").
		Concerning("option where").Advise("option on-error=skip leaves a sentence out").
		InUnits(func(text string) string { return strings.ReplaceAll(text, "sentence", "document") })
	for window, want := range map[message.Window]string{
		message.Library: "option where: option align=text pairs the documents of option gold.mrg\nhint: option on-error=skip leaves a document out\n",
		message.Shell:   "--where: --align text pairs the documents of option gold.mrg\nhint: --on-error skip leaves a document out\n",
		message.Python:  "where: align=\"text\" pairs the documents of option gold.mrg\nhint: on_error=\"skip\" leaves a document out\n",
	} {
		if got := w.In(window).Lines(); got != want {
			t.Errorf("window %d: found %q, want %q", window, got, want)
		}
	}
	if text := w.Lines(); text != w.In(message.Library).Lines() {
		t.Errorf("found %q", text)
	}
}

// JSON of a lead names its turns; equal systems have no leader.
func TestLeadsJSON(t *testing.T) {
	score := eval.Score{Formula: &eval.Formula{Name: "f1"}, Value: 0.5}
	leads := []report.Lead{{Metric: "evalb", Score: score, System: "a", Sentences: 2, Of: 3,
		Turned: []report.Turn{{Choice: "own", System: "b", Order: []string{"b", "a"}}}}, {Metric: "ud", Score: score}}
	text, err := json.Marshal(report.LeadsJSON(leads))
	if err != nil {
		t.Fatal(err)
	}
	want := `[{"metric":"evalb","score":"f1","system":"a","value":0.5,"sentences":2,"of":3,"turned":[{"choice":"own","system":"b","order":["b","a"]}]},` +
		`{"metric":"ud","score":"f1","system":null,"value":0.5,"sentences":0,"of":0,"turned":[]}]`
	if string(text) != want {
		t.Errorf("found %s", text)
	}
}

// A narrow table is turned, and keeps its cells.
func TestNarrow(t *testing.T) {
	table := &report.Table{Head: []string{"system", "alpha", "beta", "gamma", "delta", "epsilon"}}
	table.Add(report.Label("one"), report.Count(1), report.Count(2), report.Count(3), report.Count(4), report.Count(5))
	for _, width := range []int{0, 20, 100} {
		narrow := table.Narrow(width)
		cells := map[string]bool{}
		for _, row := range narrow.Rows {
			for _, cell := range row {
				cells[cell.Text] = true
			}
		}
		for _, cell := range []string{"1", "2", "3", "4", "5"} {
			if !cells[cell] {
				t.Errorf("width %d lacks %s: %+v", width, cell, narrow)
			}
		}
	}
	if got := report.Meaning("las"); got == "" {
		t.Error("las has no meaning")
	}
}
