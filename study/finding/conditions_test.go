package finding

import (
	"os"
	"path/filepath"
	"testing"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/rewrite"
)

// A value in a condition or in a file of weights that no file has is found.
func TestUnseenValues(t *testing.T) {
	gold := words(2, "X", "nsubj", "root")
	for text, want := range map[string][]string{
		"(type nsubj)":  nil,
		"(type nosuch)": {"where: assay: option where: "},
		"deprel=nosuch": {"where: assay: option where: "},
	} {
		where, err := breakdown.Config{}.Where(text)
		if err != nil {
			t.Fatal(err)
		}
		watch := &rewrite.LabelLog{}
		opt := eval.Options{Where: where, GoldSteps: []eval.Step{watch}, SystemSteps: []eval.Step{watch}}
		run := counted(t, "attachment", opened(t, "x.conllu", gold), opened(t, "y.conllu", gold), opt)
		if len(conditionsOf(where)) == 0 {
			want = nil // keys of its own are no conditions of Xiao's
		}
		wantSaid(t, text, said(UnseenCondition, run), want...)
		wantSaid(t, text+": weights", said(UnseenWeights, run))
	}
	path := filepath.Join(t.TempDir(), "x.weights")
	if err := os.WriteFile(path, []byte("2 (type nosuch)\n3 (type nsubj)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	watch := &rewrite.LabelLog{}
	run := counted(t, "attachment", opened(t, "x.conllu", gold), opened(t, "y.conllu", gold),
		eval.Options{GoldSteps: []eval.Step{watch}, SystemSteps: []eval.Step{watch}})
	run.Params = path
	wantSaid(t, "weights", said(UnseenWeights, run), "weights: assay: option params "+path+": ")
	run.Params = "collins" // a preset, which is no file
	wantSaid(t, "preset", said(UnseenWeights, run))
}
