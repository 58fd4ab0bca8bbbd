package relations

import (
	"encoding/json"
	"testing"

	"assay/eval"
	"assay/formats/disrpt"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/measures/internal/itemlaw"
	"assay/treebank"
)

// TestRecorded compares with the recorded accuracy, and the precision of labels, of disrpt_eval_2024.py.
func TestRecorded(t *testing.T) {
	read := func(name string) []*treebank.Sentence {
		all, errs := formattest.Read(&disrpt.Rels, string(shared.Read(t, "cases", "documents", "disrpt", name)))
		if len(errs) > 0 || len(all) < 60 {
			t.Fatal(name, len(all), errs)
		}
		return all
	}
	for _, corpus := range []string{"rels", "prels"} {
		for _, system := range []string{"gold", "majority", "direction", "noise"} {
			var want struct {
				Accuracy float64 `json:"labels_accuracy"`
			}
			if err := json.Unmarshal(shared.Read(t, "cases", "documents", "disrpt", "expected", corpus+"."+system+".out"), &want); err != nil {
				t.Fatal(err)
			}
			gold, sys := read(corpus+".gold.rels"), read(corpus+"."+system+".rels")
			sum := make([]float64, 3)
			for i := range gold {
				pair := &eval.Pair{}
				pair.Reset(i, gold[i], sys[i])
				sys[i].Arcs[0].Rel = gold[i].Syms.InternString(sys[i].Name(sys[i].Arcs[0].Rel)) // one table of symbols, as in a run
				row, err := itemlaw.Row(t, New(), New().NewCounter().(eval.Explainer), pair)
				if err != nil {
					t.Fatal(err)
				}
				for k := range sum {
					sum[k] += row[k]
				}
			}
			if got := sum[colMatched] / sum[colGold]; got != want.Accuracy || sum[colSystem] != sum[colGold] {
				t.Errorf("%s.%s: %v, want %v", corpus, system, got, want.Accuracy)
			}
		}
	}
}
