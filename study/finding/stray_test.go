package finding

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// Decisions about no item of the files are named, the first three of them.
func TestStray(t *testing.T) {
	list := "sentence\tmetric\tside\titem\tdecision\n1\tevalb\tsystem\tNP:1-1\taccept\n"
	for i := range 5 {
		list += fmt.Sprintf("%d\tevalb\tsystem\tX:1-1\taccept\n", i+1)
	}
	decisions, err := adjudicate.Read(strings.NewReader(list), "decisions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	m, err := measures.Parse("evalb", measures.Config{})
	if err != nil {
		t.Fatal(err)
	}
	stray := soft.NewStray(decisions, []*eval.Measure{m})
	src := func() *treebank.Source { return opened(t, "x.mrg", "(S (NP (N x)) (VP (V y)))\n") }
	p := plan.New(src(), []*treebank.Source{src()}, eval.Options{})
	if _, err := p.Run(context.Background(), 0, []*eval.Measure{m}, plan.Items(stray.Collect, stray.Collected)); err != nil {
		t.Fatal(err)
	}
	all := &All{Setting: &Setting{Asked: Asked{Check: "decisions.tsv"}, Strays: stray}}
	got := Stray.Conclude(all)
	if len(got) != 1 || got[0].Text != "decisions.tsv: of 6 decisions, 5 about no item of these files: X:1-1 of the system in sentence 1; X:1-1 of the "+
		"system in sentence 2; X:1-1 of the system in sentence 3 and 2 more" {
		t.Errorf("found %+v", got)
	}
	all.Strays = nil
	if got := Stray.Conclude(all); got != nil {
		t.Errorf("without decisions: %+v", got)
	}
}
