package relations

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
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

// TestRepeatedUnits: instances of the same two units, 87 pairs of eng.pdtb.gum, differ by type, direction and original
// label, and are a set where these are equal: the order of lines never matters, and a copy is perfect.
func TestRepeatedUnits(t *testing.T) {
	const head = "doc\tunit1_toks\tunit2_toks\tunit1_txt\tunit2_txt\tu1_raw\tu2_raw\ts1_toks\ts2_toks\tunit1_sent\tunit2_sent\tdir\trel_type\torig_label\tlabel\n"
	line := func(units, kind, orig, label string) string {
		return "d\t" + units + "\t3-4\ta\tb\ta\tb\t1\t1\ta\ta\t1>2\t" + kind + "\t" + orig + "\t" + label + "\n"
	}
	matched := func(gold, system []string) float64 {
		source := func(name string, lines []string) *treebank.Source {
			return formattest.Source(&disrpt.Rels, name, []byte(head+strings.Join(lines, "")))
		}
		res, err := eval.Run(context.Background(), source("gold", gold), source("system", system), []*eval.Measure{New()}, eval.Options{Jobs: 1})
		if err != nil {
			t.Fatal(err)
		}
		return res.Counts[0].Sum()[colMatched]
	}
	gold := []string{line("1-2", "explicit", "temporal.x", "temporal"), line("1-2", "implicit", "cause.y", "causal"), line("7", "implicit", "c", "conjunction")}
	for _, tt := range []struct {
		name   string
		system []string
		want   float64
	}{
		{"a copy", gold, 3},
		{"in another order", []string{gold[2], gold[1], gold[0]}, 3},
		{"labels swapped, other types", []string{line("1-2", "explicit", "temporal.x", "causal"), line("1-2", "implicit", "cause.y", "temporal"), gold[2]}, 1},
		{"types alone", []string{line("1-2", "implicit", "_", "causal"), line("1-2", "explicit", "_", "temporal"), gold[2]}, 3},
		{"nothing else differs: a set", []string{line("1-2", "_", "_", "causal"), line("1-2", "_", "_", "temporal"), gold[2]}, 3},
		{"one is wrong", []string{line("1-2", "_", "_", "causal"), line("1-2", "_", "_", "causal"), gold[2]}, 2},
	} {
		if got := matched(gold, tt.system); got != tt.want {
			t.Errorf("%s: %v of 3 matched, want %v", tt.name, got, tt.want)
		}
	}
	rng := rand.New(rand.NewPCG(46, 2))
	for range 50 {
		var lines []string
		for range 1 + rng.IntN(8) {
			lines = append(lines, line(fmt.Sprint(rng.IntN(2)), string("ei"[rng.IntN(2)]), string("pq"[rng.IntN(2)]), string("xyz"[rng.IntN(3)])))
		}
		other := make([]string, len(lines))
		for i, at := range rng.Perm(len(lines)) {
			other[i] = lines[at]
		}
		if got := matched(lines, other); got != float64(len(lines)) {
			t.Errorf("%v of %d matched in another order: %q", got, len(lines), lines)
		}
	}
}
