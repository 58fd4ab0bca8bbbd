package finding

import (
	"testing"

	"assay/eval"
	"assay/eval/breakdown"
)

// Keys that sort nothing are found, unless the plan counts no groups.
func TestUngrouped(t *testing.T) {
	gold := words(2, "X", "nsubj", "root")
	for text, want := range map[string][]string{"deprel": nil,
		"deprel,role": {"by: assay: option by role: nothing that attachment counts in x.conllu or y.conllu has such a value"}} {
		keys, err := breakdown.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		run := counted(t, "attachment", opened(t, "x.conllu", gold), opened(t, "y.conllu", gold), eval.Options{By: keys})
		wantSaid(t, "keys that nobody asked for", said(Ungrouped, run))
		run.By = text
		wantSaid(t, text, said(Ungrouped, run), want...)
		run.Plan = run.Plan.Sums()
		wantSaid(t, "sums", said(Ungrouped, run))
	}
}
