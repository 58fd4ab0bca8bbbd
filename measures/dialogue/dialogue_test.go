package dialogue_test

import (
	"context"
	"fmt"
	"testing"

	"assay/eval"
	"assay/formats/dialogue"
	"assay/internal/formattest"
	measure "assay/measures/dialogue"
)

func text(relations string) []byte {
	return []byte(`[{"edus": [{"text": "a", "speaker": "A"}, {"text": "b", "speaker": "B"}, {"text": "c", "speaker": "A"}], "relations": [` + relations + `]}]`)
}

func rel(x, y int, kind string) string {
	return fmt.Sprintf(`{"x": %d, "y": %d, "type": %q}`, x, y, kind)
}

// TestDefinitions has the arcs of two parsers' programs as counted by hand: gold, system, links, labelled.
func TestDefinitions(t *testing.T) {
	gold := rel(0, 1, "Q") + "," + rel(0, 1, "R") + "," + rel(2, 0, "Back") + "," + rel(1, 2, "Ack") + "," + rel(0, 2, "Cont")
	system := rel(0, 1, "R") + "," + rel(1, 2, "Ack")
	for _, tt := range []struct {
		name, gold, system string
		opt                measure.Options
		want               string
	}{
		{"shi", gold, system, measure.Shi, "[4 2 2 1]"}, // the first type of (0, 1) is Q
		{"chi", gold, system, measure.Chi, "[3 3 3 2]"}, // root-0 on both sides; 2-0 is backward, 0-2 a second parent
		{"a copy, shi", gold, gold, measure.Shi, "[4 4 4 4]"},
		{"a copy, chi", gold, gold, measure.Chi, "[3 3 3 3]"},
		{"nothing, shi", gold, "", measure.Shi, "[4 0 0 0]"},
		{"nothing, chi", gold, "", measure.Chi, "[3 3 1 1]"}, // the free point
		{"wrong parent", rel(0, 2, "Q"), rel(1, 2, "Q"), measure.Shi, "[1 1 0 0]"},
	} {
		res, err := eval.Run(context.Background(), formattest.Source(&dialogue.Format, "gold", text(tt.gold)),
			formattest.Source(&dialogue.Format, "system", text(tt.system)), []*eval.Measure{measure.New(tt.opt)}, eval.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(res.Counts[0].Sum()); got != tt.want {
			t.Errorf("%s: gold, system, links, labelled %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestUnits: dialogues of other units are unscorable, and gold's arcs are missing.
func TestUnits(t *testing.T) {
	other := []byte(`{"edus": [{"text": "a"}, {"text": "x"}, {"text": "c"}], "relations": []}`)
	res, err := eval.Run(context.Background(), formattest.Source(&dialogue.Format, "gold", text(rel(0, 1, "Q"))),
		formattest.Source(&dialogue.Format, "system", other), []*eval.Measure{measure.New(measure.Shi)}, eval.Options{Align: eval.AlignOrder})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(res.Counts[0].Sum()); got != "[1 0 0 0]" || len(res.Problems) != 1 {
		t.Errorf("%s, %v", got, res.Problems)
	}
}
