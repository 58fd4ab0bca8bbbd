package finding

import (
	"strings"
	"testing"

	"assay/eval"
	"assay/measures"
	"assay/report"
)

// Soft figures are explained where items are undecided, and where recall is above 100.
func TestUndecided(t *testing.T) {
	score := func(name string, num, den float64) eval.Score {
		return eval.Score{Formula: &eval.Formula{Name: name}, Num: num, Den: den, Value: num / den}
	}
	figures := []*report.Result{{System: "a.mrg", Scores: []eval.Score{score("recall_soft", 12, 10), score("precision_soft", 80, 90),
		score("undecided_share", 10, 20)}}}
	all := &All{Setting: &Setting{Asked: Asked{Check: "d.tsv"}}, Figures: figures}
	var lines []string
	for _, w := range Undecided.Conclude(all) {
		lines = append(lines, w.Kind+": "+w.String()+" ("+w.Remedy+")")
	}
	wantSaid(t, "both", lines, "recall: assay: option check: a.mrg: recall soft 120.00 is above 100: 12 accepted brackets are a share of gold's 10",
		"undecided: assay: option check: a.mrg: nobody decided 10 of 20 wrong items, and no soft figure counts them: precision soft 88.89 is too high "+
			"(if the decided ones (10) are a random sample (check option sample), 80.00 is to be expected, with a 95 % interval from 80.00 to 82.78)")
	all.Check = ""
	if got := Undecided.Conclude(all); got != nil {
		t.Errorf("without decisions: %+v", got)
	}
}

// A measure of whole entities does not move with decisions on single items.
func TestUnmoved(t *testing.T) {
	of := func(whole bool) []*eval.Result {
		m, err := measures.Parse("coref", measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		one := *m
		one.Whole = whole
		return []*eval.Result{{Counts: []*eval.Counts{{Metric: &one}}}}
	}
	asked := &Setting{Asked: Asked{Check: "d.tsv"}}
	got := Unmoved.Conclude(&All{Setting: asked, Runs: of(true)})
	if len(got) != 1 || !strings.HasPrefix(got[0].Text, "decisions are on single items of coref: they change ") {
		t.Errorf("found %+v", got)
	}
	for _, all := range []*All{{Setting: asked, Runs: of(false)}, {Setting: &Setting{}, Runs: of(true)}} {
		if got := Unmoved.Conclude(all); got != nil {
			t.Errorf("found %+v", got)
		}
	}
}
