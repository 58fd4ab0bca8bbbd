package segmentation

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/conllu"
	"assay/internal/formattest"
	"assay/internal/shared"
)

// everything is a condition that all items satisfy. It makes the engine count by
// items.
type everything struct{}

func (everything) String() string                        { return "all" }
func (everything) NewFilter() eval.Filter                { return everything{} }
func (everything) Match(_ *eval.Pair, _ *eval.Item) bool { return true }

// TestSharedTask compares with the row Words of conll18_ud_eval.py on the outputs of
// real systems that segment the text themselves, by rows and by items.
func TestSharedTask(t *testing.T) {
	seen := 0
	for line := range strings.Lines(string(shared.Read(t, "data", "dep-conll18", "expected-conll18_ud_eval.tsv"))) {
		c := strings.Split(strings.TrimSpace(line), "\t")
		if len(c) < 6 || c[2] != "Words" {
			continue
		}
		seen++
		gold := formattest.Shared(t, &conllu.Format, "data", "dep-conll18", c[0], "gold.conllu.gz")
		system := formattest.Shared(t, &conllu.Format, "data", "dep-conll18", c[0], c[1]+".conllu.gz")
		for _, opt := range []eval.Options{{Align: eval.Text}, {Align: eval.Text, Where: everything{}}} {
			res, err := eval.Run(context.Background(), gold, system, []eval.Metric{Metric{}}, opt)
			if err != nil {
				t.Fatal(err)
			}
			f := Metric{}.Scores(res.Counts[0].Sum())
			got := fmt.Sprintf("%.2f %.2f %.2f", 100*f[0].Value, 100*f[1].Value, 100*f[2].Value)
			if want := strings.Join(c[3:6], " "); got != want {
				t.Errorf("%s %s: %s, want %s", c[0], c[1], got, want)
			}
		}
	}
	if seen < 20 {
		t.Errorf("only %d runs are recorded", seen)
	}
}
