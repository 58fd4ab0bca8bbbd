package main

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"assay/internal/shared"
)

// baselinesOf returns the tables of baselines: by measure, then tree, the scores.
func baselinesOf(t *testing.T, args ...string) map[string]map[string]map[string]any {
	t.Helper()
	text := call(t, append(append([]string{"score"}, args...), "--baselines", "-q", "--format", "json")...)
	var all struct{ Extra map[string][]map[string]any }
	if err := json.Unmarshal([]byte(text), &all); err != nil {
		t.Fatal(err)
	}
	out := map[string]map[string]map[string]any{}
	for title, rows := range all.Extra {
		if name, ok := strings.CutSuffix(title, ": baselines"); ok {
			out[name] = map[string]map[string]any{}
			for _, row := range rows {
				out[name][strings.TrimSpace(row["trees"].(string))] = row
			}
		}
	}
	return out
}

// TestBaselines: every measure of constituents has all baselines; no tree without a
// parser is better than the ceiling.
func TestBaselines(t *testing.T) {
	main := map[string]string{"evalb": "f1", "parseval": "f1", "careful": "recall_hard", "spans": "f1", "leaf-ancestor": "leaf_ancestor",
		"tree-edit": "tree_edit", "chunks": "f1"}
	files := []string{"../../examples/craft.gold.mrg", "../../examples/craft.bllip-20.mrg"}
	for metric, score := range main {
		all := baselinesOf(t, append(files, "-m", metric)...)[metric]
		for _, name := range []string{"left", "right", "balanced", "random", "+-", "ceiling"} {
			v, ok := all[name][score].(float64)
			if best, _ := all["ceiling"][score].(float64); !ok || v > best || best == 0 {
				t.Errorf("%s: %s %s is %v, the ceiling %v", metric, name, score, all[name][score], best)
			}
		}
	}
	var out, errs bytes.Buffer
	code := run(context.Background(), []string{"score", "../../examples/ewt.gold.conllu", "../../examples/ewt.udpipe-swap.conllu", "--baselines"},
		strings.NewReader(""), &out, &errs)
	if code != exitUsage || !strings.Contains(errs.String(), "--baselines wants constituents") {
		t.Errorf("baselines of dependencies: status %d, %s", code, errs.String())
	}
}

// TestBaselinesAreTheTrees: the rows are the scores of trees that another program made.
func TestBaselinesAreTheTrees(t *testing.T) {
	dir := shared.Path(t, "cases", "more", "unsupervised")
	gold := filepath.Join(dir, "gold.mrg")
	all := baselinesOf(t, gold, gold, "-m", "spans")["spans"]
	for _, name := range []string{"left", "right", "balanced"} {
		f := parseFigures(t, call(t, "score", gold, filepath.Join(dir, name+".mrg"), "-m", "spans", "--format", "json", "-q"))
		compared := 0
		for score, v := range f.Results[0].Scores {
			if got, ok := all[name][score].(float64); ok && v != nil {
				if compared++; math.Abs(got-*v) > 1e-12 {
					t.Errorf("%s: %s is %v, of the trees %v", name, score, got, *v)
				}
			}
		}
		if compared < 3 {
			t.Errorf("%s: %d scores compared", name, compared)
		}
	}
}
