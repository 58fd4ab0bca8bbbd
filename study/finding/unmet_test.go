package finding

import (
	"testing"

	"assay/eval"
	"assay/eval/breakdown"
)

// A condition that selects nothing, or items by the system's side alone, is found.
func TestUnmet(t *testing.T) {
	gold, system := words(2, "X", "nsubj", "root"), words(2, "X", "obj", "root")
	for _, tc := range []struct {
		where string
		want  []string
	}{
		{"(type root)", nil},
		{"(type nosuch)", []string{"where: assay: option where: nothing that attachment counts in x.conllu or y.conllu satisfies (type nosuch)"}},
		{"(type nsubj|csubj)", []string{"satisfies (type nsubj|csubj) (| is part of the name here; write "}},
		{"(type obj)", []string{"where-side: assay: option where selects by gold's side or the system's: of 2 items of attachment 2 are selected by the " +
			"system's side alone, and are errors where labels are compared; option where 'gold: (type obj)' leaves them out"}},
	} {
		where, err := breakdown.Config{}.Where(tc.where)
		if err != nil {
			t.Fatal(err)
		}
		run := counted(t, "attachment", opened(t, "x.conllu", gold), opened(t, "y.conllu", system), eval.Options{Where: where})
		run.Where = tc.where
		wantSaid(t, tc.where, said(Unmet, run), tc.want...)
		run.Where = ""
		wantSaid(t, "none", said(Unmet, run))
	}
}
