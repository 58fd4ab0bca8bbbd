package soft_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/corpus"
	"assay/eval"
	"assay/measures"
	"assay/treebank"
)

// Who was asked whether two words are joined, and not how, decided on scores without labels;
// that they are not joined is said of every score.
func TestUnlabelledDecisions(t *testing.T) {
	const gold = "1\tbirds\t_\tN\t_\t_\t2\tsubj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t2\tmod\t_\t_\n\n"
	const system = "1\tbirds\t_\tN\t_\t_\t2\tsubj\t_\t_\n2\tsing\t_\tV\t_\t_\t0\troot\t_\t_\n3\tloud\t_\tA\t_\t_\t1\tamod\t_\t_\n\n"
	dir := t.TempDir()
	open := func(name, text string) *treebank.Source {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		source, err := corpus.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		return source
	}
	for _, tc := range []struct {
		measure, item string
		verdict       adjudicate.Verdict
		want          map[string]float64
	}{
		{"attachment", "3<1", adjudicate.Accept, map[string]float64{"soft_precision": 1, "soft_recall": 1, "soft_undecided_share": 0,
			"soft_labelled_precision": 1, "soft_labelled_recall": 2. / 3, "soft_labelled_undecided_share": 1}},
		{"attachment", "3<1", adjudicate.Reject, map[string]float64{"soft_precision": 2. / 3, "soft_undecided_share": 0, "soft_labelled_precision": 2. / 3,
			"soft_labelled_undecided_share": 0}},
		{"attachment", "3<1:amod", adjudicate.Accept, map[string]float64{"soft_precision": 1, "soft_labelled_precision": 1, "soft_labelled_recall": 1}},
		{"conllx", "3<1", adjudicate.Accept, map[string]float64{"soft_las": 1, "soft_undecided_share": 1}},
		{"conllx", "3<1", adjudicate.Reject, map[string]float64{"soft_las": 2. / 3, "soft_undecided_share": 0}},
	} {
		t.Run(tc.measure+" "+tc.item+" "+string(tc.verdict), func(t *testing.T) {
			m, err := measures.Parse(tc.measure, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			kind := "wrong head"
			if strings.Contains(tc.item, ":") {
				kind = "wrong head and label"
			}
			list := []adjudicate.Decision{{Key: adjudicate.Key{Sentence: "1", Metric: tc.measure, Side: "system", Item: tc.item}, Kind: kind,
				Decision: tc.verdict, Judge: "a"}}
			wrapped, _ := soft.Wrap(m, soft.NewCheck("x", tc.measure, list))
			stray := soft.NewStray(list, []*eval.Measure{m})
			res, err := eval.Run(context.Background(), open("gold.conll", gold), open("system.conll", system), []*eval.Measure{wrapped},
				eval.Options{Collect: stray.Collect, Collected: stray.Collected})
			if err != nil {
				t.Fatal(err)
			}
			if left := stray.Left(); len(left) > 0 {
				t.Errorf("no item has the name of %v", left)
			}
			seen := 0
			for _, s := range wrapped.Scores(res.Counts[0].Sum()) {
				if want, ok := tc.want[s.Name]; ok {
					if seen++; s.Value != want {
						t.Errorf("%s is %v, want %v", s.Name, s.Value, want)
					}
				}
			}
			if seen != len(tc.want) {
				t.Errorf("%d scores of %d are there", seen, len(tc.want))
			}
		})
	}
}
