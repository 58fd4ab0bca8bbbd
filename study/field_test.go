package study

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"

	"assay/internal/shared"
)

// TestField: files of the kinds that people of the field have, with the main scores that they should get: counts by hand, or the
// figures of the programs that the README of each names.
func TestField(t *testing.T) {
	for _, tt := range []struct{ folder, gold, system, metric, want string }{
		{"duplicate-ids", "gold.conllu", "system.conllu", "", "las_f1 100.00"},
		{"duplicate-ids", "gold.conllu", "half.conllu", "", "las_f1 100.00"},
		{"no-range-lines", "gold.conllu", "system.conllu", "attachment", "las 100.00"},
		{"no-range-lines", "gold.conllu", "system.conllu", "conllx", "las 100.00"},
		{"no-range-lines", "gold.conllu", "system.conllu", "undirected", "undirected 100.00"},
		{"rels-repeated", "gold.rels", "other-order.rels", "", "accuracy 100.00"},
		{"amr-tilde", "gold.amr", "sys.amr", "", "f1 80.00"},
		{"docstart", "gold.iob", "system.iob", "", "f1 66.67"},
		{"docstart", "gold.iob", "gold.iob", "", "f1 100.00"},
		{"conlleval-panic", "g.iob", "s.iob", "chunks:conlleval", "f1 66.67"},
		{"conlleval-panic", "pair.txt", "pair.txt", "chunks:conlleval", "f1 66.67"},
		{"conlleval-panic", "bert.iob", "bert.iob", "", "f1 100.00"},
		{"disrpt2023-conllu", "gold.tok", "sys.conllu", "edu", "f1 100.00"},
		{"disrpt2023-conllu", "gold.conllu", "sys.conllu", "edu", "f1 100.00"},
		{"mtool-dupedge", "a.mrp", "dupedge.mrp", "", "all_f1 100.00"},
		{"answers-amr", "gold.amr", "ok.jsonl", "", "f1 100.00"},
		{"answers-markdown", "gd.conllu", "c_md.jsonl", "attachment", "las 100.00"},
		{"answers-markdown", "gd.conllu", "c_sp.jsonl", "attachment", "las 100.00"},
		{"answers-markdown", "gd.conllu", "c_lit.jsonl", "attachment", "las 100.00"},
		{"answers-markdown", "gd.conllu", "c_4.jsonl", "attachment", "las 100.00"},
		{"answers-markdown", "gd.conllu", "c_json.jsonl", "attachment", "las 100.00"},
	} {
		folder := shared.Path(t, "cases", "field", tt.folder)
		s := &Study{Options: Options{Metric: tt.metric, NoTests: true}, Files: &Files{}}
		result, err := s.Run(context.Background(), filepath.Join(folder, tt.gold), filepath.Join(folder, tt.system))
		if err != nil {
			t.Errorf("%s %s: %v", tt.folder, tt.system, err)
			continue
		}
		for _, run := range result.Runs { // answers have a strict figure too
			if got := fmt.Sprint(run.Counts[0].Headline()); got != tt.want {
				t.Errorf("%s %s %s: %s, want %s", tt.folder, run.System.Name, tt.metric, got, tt.want)
			}
		}
	}
}
