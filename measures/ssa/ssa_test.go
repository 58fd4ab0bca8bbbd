package ssa_test

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/ssa"
	"assay/internal/formattest"
	"assay/internal/shared"
	measure "assay/measures/ssa"
)

func scores(t *testing.T, gold, system []byte, opt measure.Options) map[string]float64 {
	t.Helper()
	res, err := eval.Run(context.Background(), formattest.Source(&ssa.Format, "gold", gold),
		formattest.Source(&ssa.Format, "system", system), []*eval.Measure{measure.New(opt)}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, s := range res.Counts[0].Metric.Scores(res.Counts[0].Sum()) {
		out[s.Name] = s.Value
	}
	return out
}

// readOtherwise are recorded runs with files that this format reads in another way: offsets within words count as the
// whole words, and offsets without characters as none (the program takes the words to the end); texts that differ are not scored;
// two sentences of one name are two (the program keeps the last); a file without texts has no score.
var readOtherwise = map[string]bool{"offset-inside-word": true, "offset-empty-span": true, "text-differs-same-words": true,
	"id-twice-gold": true, "empty-lists": true}

// TestRecorded compares SF1 with that of evaluate_single_dataset.py (aa65f2c).
func TestRecorded(t *testing.T) {
	runs := 0
	for _, line := range strings.Split(strings.TrimSpace(string(shared.Read(t, "cases", "living", "ssa", "COMMANDS.tsv"))), "\n")[1:] {
		field := strings.Split(line, "\t")
		if field[1] != "0" || readOtherwise[field[0]] {
			continue
		}
		runs++
		read := func(name string) []byte { return shared.Read(t, "cases", "living", "ssa", field[0], name) }
		got := scores(t, read("gold.json"), read("pred.json"), measure.Official)["sf1"]
		if math.IsNaN(got) {
			got = 0
		}
		if text := fmt.Sprintf("Sentiment Tuple F1: %.3f\n", got); text != string(read("stdout")) {
			t.Errorf("%s: %q, want %q", field[0], text, read("stdout"))
		}
	}
	if runs < 15 {
		t.Errorf("%d runs", runs)
	}
}

// TestCopy: a copy has 100 in every score, one without an expression too, under both kinds of matching.
func TestCopy(t *testing.T) {
	for _, name := range []string{"random-0", "random-1", "discontinuous", "expression-empty-pred"} {
		for _, side := range []string{"gold.json", "pred.json"} {
			text := shared.Read(t, "cases", "living", "ssa", name, side)
			for _, opt := range []measure.Options{{}, {OneToOne: true}} {
				for score, value := range scores(t, text, text, opt) {
					if value != 1 && !math.IsNaN(value) {
						t.Errorf("%s %s %v: %s %v", name, side, opt, score, value)
					}
				}
			}
		}
	}
}

// TestMatching: a repeated opinion is found twice by default, and once one to one.
func TestMatching(t *testing.T) {
	gold, system := shared.Read(t, "cases", "living", "ssa", "repeated-prediction", "gold.json"),
		shared.Read(t, "cases", "living", "ssa", "repeated-prediction", "pred.json")
	if any, one := scores(t, gold, system, measure.Options{})["sf1"], scores(t, gold, system, measure.Options{OneToOne: true})["sf1"]; any != 1 ||
		math.Abs(one-2.0/3) > 1e-9 {
		t.Errorf("any %v, want 1; one to one %v, want 2/3", any, one)
	}
}
