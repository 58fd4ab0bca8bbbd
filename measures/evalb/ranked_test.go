package evalb

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"assay/eval"
	"assay/internal/shared"
)

// TestRanked: the first tree of a list is the parser's 1-best output, and the oracle
// of 4 has the best f1 of the first four ranks for each sentence.
func TestRanked(t *testing.T) {
	craft := shared.Path(t, "data", "const-craft")
	gold, list := filepath.Join(craft, "gold.clean.mrg"), filepath.Join(craft, "bllip-B.nbest.gz")
	metric := New(Options{Params: Collins})
	f1 := func(row []float64) float64 { return metric.Scores(row)[2].Value }
	one := score(t, gold, filepath.Join(craft, "bllip-B.1best.mrg"), metric, eval.Options{})
	best := make([]float64, len(one.Units))
	for rank := 1; rank <= 4; rank++ {
		res := score(t, gold, list, metric, eval.Options{Rank: rank})
		for i := range res.Units {
			skipped := res.Counts[0].Skipped != nil && res.Counts[0].Skipped[i]
			if rank == 1 && (skipped != one.Counts[0].Skipped[i] || fmt.Sprint(res.Counts[0].Row(i)) != fmt.Sprint(one.Counts[0].Row(i))) {
				t.Errorf("sentence %d: rank 1 is not the 1-best tree", i+1)
			}
			if !skipped {
				best[i] = max(best[i], f1(res.Counts[0].Row(i)))
			}
		}
	}
	oracle := score(t, gold, list, metric, eval.Options{Oracle: 4, Jobs: 2})
	better := 0
	for i := range oracle.Units {
		if oracle.Counts[0].Skipped[i] {
			if best[i] != 0 {
				t.Errorf("sentence %d is skipped", i+1)
			}
			continue
		}
		if got := f1(oracle.Counts[0].Row(i)); got != best[i] {
			t.Errorf("sentence %d: f1 %v, the best is %v", i+1, got, best[i])
		}
		if !one.Counts[0].Skipped[i] && best[i] > f1(one.Counts[0].Row(i)) {
			better++
		}
	}
	if better < 50 {
		t.Errorf("the oracle is better for %d sentences only", better)
	}
}

// TestFailures: failed parses are recognised: flat trees are listed and scored
// unchanged, trees without words count as missing.
func TestFailures(t *testing.T) {
	craft := shared.Path(t, "data", "const-craft")
	gold := filepath.Join(craft, "gold.clean.mrg")
	flat := ""
	for _, p := range score(t, gold, filepath.Join(craft, "bllip-B.1best.mrg"), New(Options{Params: Collins, Characters: true}), eval.Options{}).Problems {
		if p.Side == "system" {
			if !strings.HasSuffix(p.Text, "(a flat tree); it is scored unchanged") {
				t.Error(p.Text)
			}
			flat += p.Sentence + " "
		}
	}
	if flat != "133 175 363 371 502 510 520 542 645 " { // visible in the file: all words are children of S
		t.Errorf("flat trees: %s", flat)
	}
	missing := 0
	for _, u := range score(t, gold, filepath.Join(craft, "linkgrammar.1best.mrg"), New(Options{Params: Collins}), eval.Options{}).Units {
		if u.Status == eval.NoSystem {
			missing++
		}
	}
	if missing != 254 {
		t.Errorf("%d missing, EVALB skips 254", missing)
	}
}
