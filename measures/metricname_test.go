package measures_test

import (
	"context"
	"fmt"
	"testing"

	"assay/eval"
	"assay/measures"
)

// Measures of one run have unique names, which -m understands.
func TestMetricNames(t *testing.T) {
	var list []*eval.Measure
	for _, spec := range []string{"xiao", "xiao:exact", "attachment", "attachment:root=skip:subtypes=cut"} {
		m, err := measures.Parse(spec, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
	ewt := "../examples/ewt.gold.conllu"
	res, err := eval.Run(context.Background(), open(t, ewt), open(t, ewt), list, eval.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for m := range list {
		names = append(names, res.MetricName(m))
		again, err := measures.Parse(names[m], measures.Config{})
		if err != nil || again.Signature != list[m].Signature {
			t.Errorf("%s is %v, %v, want %s", names[m], again, err, list[m].Signature)
		}
	}
	if got, want := fmt.Sprint(names), "[xiao xiao:exact attachment attachment:root=skip:subtypes=cut]"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}
