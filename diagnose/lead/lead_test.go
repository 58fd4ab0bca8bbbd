package lead_test

import (
	"context"
	"math"
	"testing"

	"assay/corpus"
	"assay/diagnose/lead"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
)

// TestPartsSumToTheLead is the law of the package, over files that split words differently, graphs
// and trees; a system has no lead over itself, and exchanging the systems changes the sign.
func TestPartsSumToTheLead(t *testing.T) {
	for _, c := range [][4]string{
		{"ud", "dep-conll18/kk_ktb/gold.conllu.gz", "dep-conll18/kk_ktb/Uppsala-18.conllu.gz", "dep-conll18/kk_ktb/conll18-baseline.conllu.gz"},
		{"attachment", "dep-conllx-nl/gold.conll", "dep-conllx-nl/frog.conll", "dep-conllx-nl/udpipe.conll"},
		{"counter", "sem-drs-pmb/en-test.gold.clf.gz", "sem-drs-pmb/en-test.bert_only.output1.clf.gz", "sem-drs-pmb/en-test.sim_spar.clf.gz"},
		{"mrp", "sem-lpps/gold.eds.mrp", "sem-lpps/peking.eds.mrp", "sem-lpps/gold.eds.mrp"},
	} {
		ab := of(t, c[0], c[1], c[2], c[3])
		ba := of(t, c[0], c[1], c[3], c[2])
		same := of(t, c[0], c[1], c[2], c[2])
		sum, back := 0.0, 0.0
		for _, cause := range ab.Causes {
			sum += cause.Part
		}
		for _, cause := range ba.Causes {
			back += cause.Part
		}
		if whole := ab.Whole.Part; math.Abs(sum-whole) > 1e-9 || math.Abs(back+whole) > 1e-9 || whole == 0 {
			t.Errorf("%s: the parts sum to %v, the other way round to %v, the lead is %v", c[0], sum, back, whole)
		}
		if len(ab.Causes) < 3 || ab.Whole.Low > ab.Whole.Part || ab.Whole.High < ab.Whole.Part {
			t.Errorf("%s: %+v", c[0], ab)
		}
		for _, cause := range same.Causes {
			if math.Abs(cause.Part) > 1e-12 || cause.Errors[0] != cause.Errors[1] {
				t.Errorf("%s: a system leads itself by %+v", c[0], cause)
			}
		}
	}
}

func of(t *testing.T, metric, gold, a, b string) *lead.Lead {
	t.Helper()
	m, err := measures.Parse(metric, measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	var results [2]*eval.Result
	var watches [2]*lead.ErrorLog
	for k, file := range []string{a, b} {
		g, err := corpus.Open(shared.Path(t, "data", gold))
		if err != nil {
			t.Fatal(err)
		}
		s, err := corpus.Open(shared.Path(t, "data", file))
		if err != nil {
			t.Fatal(err)
		}
		if watches[k], err = lead.NewErrorLog([]*eval.Measure{m}, 0); err != nil {
			t.Fatal(err)
		}
		results[k], err = eval.Run(context.Background(), g, s, []*eval.Measure{m}, eval.Options{Collect: watches[k].Collect, Collected: watches[k].Collected})
		if err != nil {
			t.Fatal(err)
		}
	}
	return lead.Of(results[0], results[1], watches, "sentence", 1.96)
}
