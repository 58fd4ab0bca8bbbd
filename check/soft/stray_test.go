package soft_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/check/adjudicate"
	"assay/check/soft"
	"assay/eval"
	"assay/formats/penn"
	"assay/internal/formattest"
	"assay/measures/evalb"
)

// TestStray: decisions find their items by label or by words alone, on either
// side; a decision about another span, sentence or measure is reported or left out.
func TestStray(t *testing.T) {
	gold := formattest.Source(&penn.Format, "gold", []byte("(S (NP (D a) (N b)) (VP (V c)))\n(S (NP (N x)) (VP (V y)))\n"))
	system := formattest.Source(&penn.Format, "system", []byte("(S (NP (D a)) (X (N b) (V c)))\n(S (NP (N x)) (VP (V y)))\n"))
	list, err := adjudicate.Read(strings.NewReader("sentence\tmetric\tside\titem\tdecision\n"+
		"1\tevalb\tsystem\tX:2-3\taccept\n"+
		"1\t\tgold\tNP:1-2\treject\n"+
		"1\tevalb\tsystem\t:2-3\taccept\n"+ // by words alone
		"1\tevalb\tsystem\tX:1-3\taccept\n"+ // no such bracket
		"2\tevalb\tsystem\tX:2-3\taccept\n"+ // in the first sentence only
		"7\tevalb\tsystem\tNP:1-1\taccept\n"+ // no such sentence
		"1\tud\tsystem\tX:9-9\taccept\n"+ // another measure
		"2\tevalb\tsystem\tNP:1-1\treject\n"), "decisions.tsv")
	if err != nil {
		t.Fatal(err)
	}
	ms := []*eval.Measure{evalb.New(evalb.Options{Params: evalb.Collins})}
	stray := soft.NewStray(list, ms)
	if _, err := eval.Run(context.Background(), gold, system, ms, eval.Options{Collect: stray.Collect, Collected: stray.Collected}); err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, d := range stray.Left() {
		left = append(left, d.Sentence+" "+d.Item)
	}
	if got := fmt.Sprint(stray.Decisions(), left); got != "7 [1 X:1-3 2 X:2-3 7 NP:1-1]" {
		t.Error(got)
	}
}
