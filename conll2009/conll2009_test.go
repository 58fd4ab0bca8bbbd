package conll2009

import (
	"context"
	"fmt"
	"testing"

	"assay/attachment"
	"assay/eval"
	"assay/internal/formattest"
	"assay/treebank"
)

func TestRoundTrip(t *testing.T) {
	for _, name := range []string{"gold.conll09", "system.conll09"} {
		formattest.SameBytes(t, &Format, "cases", "dependencies", "16-conll2009-srl", name)
	}
}

// TestScores holds the syntactic scores that eval09 gives for the same parses.
func TestScores(t *testing.T) {
	src := func(name string) *treebank.Source {
		return formattest.Shared(t, &Format, "cases", "dependencies", "16-conll2009-srl", name)
	}
	m := attachment.Metric{}
	r, err := eval.Run(context.Background(), src("gold.conll09"), src("system.conll09"), []eval.Metric{m}, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, s := range m.Scores(r.Counts[0].Sum()) {
		if s.Main {
			got += fmt.Sprintf("%s %g/%g ", s.Name, s.Num, s.Den)
		}
	}
	if want := "uas 4656/5224 las 4337/5224 label_accuracy 4785/5224 exact_match 59/300 "; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzText(f, &Format, "1\ta\ta\tP\tP\ta\ta\tP\t0\t0\tx\tx\t_\t_\t_\n2\tb\t_\tP\tQ\tc\td\tR\t1\t9\tx\ty\tY\tb.01\tA0\r\n\n", "1\ta\ta\tP\tP\ta-\t_\t_\t7\t_\tx\n\n1\n")
}
