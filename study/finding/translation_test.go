package finding

import (
	"testing"

	"assay/eval"
	"assay/eval/plan"
)

// A file with gold's ids and other words is named, as a caution if it has less than half of the sentences.
func TestTranslation(t *testing.T) {
	gold, other := opened(t, "gold.mrg", "(S (N a))\n"), opened(t, "other.mrg", "(S (N a))\n")
	for n, want := range map[int]string{10: "8 of 9 sentences of other.mrg, paired by id, have other words than gold.mrg: taken for a translation",
		20: "warning: option common-with: 8 of 9 sentences of other.mrg, paired by id, have other words than gold.mrg: taken for a " +
			"translation; of 20 sentences of gold, 9 have an id there (look whether equal ids are"} {
		run := &Run{Setting: &Setting{Translations: []eval.Translation{{Source: other, Other: 8, Pairs: 9}}},
			Plan: plan.New(gold, nil, eval.Options{Only: make([]bool, n)}), Result: &eval.Result{}}
		wantSaid(t, "translation", said(Translation, run), want)
		run.Translations = nil
		wantSaid(t, "no translation", said(Translation, run))
	}
}
