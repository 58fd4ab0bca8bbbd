package finding

import (
	"os"
	"path/filepath"
	"testing"

	"assay/eval"
	"assay/rewrite"
)

// A rule that names labels which no file has, and rules that change nothing, are found.
func TestRules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.rules")
	gold := words(2, "X", "nsubj", "root")
	for _, tc := range []struct {
		match string
		want  []string
	}{
		{"X -[nsubj]-> Y", nil},
		{"X -[nosuch]-> Y", []string{path + ":2:13: a: (type nosuch) matches nothing in the data", "rules: assay: the rules of "}},
		{"X -[nsubj]-> Y -[root]-> Z", []string{"changed none of 2 sentences (assay rewrite "}},
	} {
		if err := os.WriteFile(path, []byte("rule a\n  match "+tc.match+"\n  do    relabel Y to x\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		_, rules, _, err := (&rewrite.Config{System: []string{path}}).Steps()
		if err != nil {
			t.Fatal(err)
		}
		watch := &rewrite.LabelLog{}
		opt := eval.Options{SystemSteps: append([]eval.Step{watch}, rules...), GoldSteps: []eval.Step{watch}}
		run := counted(t, "attachment", opened(t, "x.conllu", gold), opened(t, "y.conllu", gold), opt)
		wantSaid(t, tc.match, said(Rules, run), tc.want...)
		steps := StepsOf(run.Plan)
		if steps.Before != watch || steps.Counted != nil || len(steps.Rules[0]) != 0 || len(steps.Rules[1]) != 1 || len(steps.Plain[1]) != 0 {
			t.Errorf("steps %+v", steps)
		}
	}
	run := counted(t, "attachment", opened(t, "x.conllu", gold), opened(t, "y.conllu", gold), eval.Options{})
	wantSaid(t, "no rules", said(Rules, run))
}
