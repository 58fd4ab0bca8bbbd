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

// Gold has two words, ab and c, the system a, b and c: one of two and of three is right.
func TestByHand(t *testing.T) {
	row := func(id int, form string) string {
		return fmt.Sprintf("%d\t%s\t_\t_\t_\t_\t%d\tdep\t_\tSpaceAfter=No\n", id, form, id-1)
	}
	gold := formattest.Source(&conllu.Format, "gold", []byte(row(1, "ab")+row(2, "c")+"\n"))
	system := formattest.Source(&conllu.Format, "system", []byte(row(1, "a")+row(2, "b")+row(3, "c")+"\n"))
	res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{New()}, eval.Options{Align: eval.AlignText})
	if err != nil {
		t.Fatal(err)
	}
	f := New().Scores(res.Counts[0].Sum())
	if f[0].Value != 1./3 || f[1].Value != 1./2 || f[2].Value != 2./5 {
		t.Errorf("%v %v %v, want 1/3 1/2 2/5", f[0].Value, f[1].Value, f[2].Value)
	}
}

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
		for _, opt := range []eval.Options{{Align: eval.AlignText}, {Align: eval.AlignText, Where: everything{}}} {
			res, err := eval.Run(context.Background(), gold, system, []*eval.Measure{New()}, opt)
			if err != nil {
				t.Fatal(err)
			}
			f := New().Scores(res.Counts[0].Sum())
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
