package smatch_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"assay/eval"
	"assay/formats/mrp"
	"assay/internal/formattest"
	"assay/internal/shared"
	mrpmeasure "assay/measures/mrp"
	"assay/measures/smatch"
	"assay/treebank"
)

// turned returns a graph with its nodes and edges in reverse order: nodes get other
// names, terms another order.
func turned(s *treebank.Sentence) *treebank.Sentence {
	clone := s.Clone()
	last := int32(len(clone.Nodes) - 1)
	slices.Reverse(clone.Nodes)
	for i := range clone.Edges {
		clone.Edges[i].From, clone.Edges[i].To = last-clone.Edges[i].From, last-clone.Edges[i].To
	}
	edges := int32(len(clone.Edges) - 1)
	slices.Reverse(clone.Edges)
	for i := range clone.Tops {
		clone.Tops[i] = last - clone.Tops[i]
	}
	for i := range clone.Props {
		clone.Props[i].Node = last - clone.Props[i].Node
	}
	slices.SortStableFunc(clone.Props, func(a, b treebank.Prop) int { return int(a.Node - b.Node) })
	for i := range clone.Anchors {
		clone.Anchors[i].Node = last - clone.Anchors[i].Node
	}
	slices.SortStableFunc(clone.Anchors, func(a, b treebank.Anchor) int { return int(a.Node - b.Node) })
	for i := range clone.EdgeProps {
		clone.EdgeProps[i].Edge = edges - clone.EdgeProps[i].Edge
	}
	slices.SortStableFunc(clone.EdgeProps, func(a, b treebank.EdgeProp) int { return int(a.Edge - b.Edge) })
	return clone
}

// TestOrder: names of nodes and the order of nodes and edges change no count, and
// swapped sides swap precision and recall.
func TestOrder(t *testing.T) {
	for _, of := range []string{"eds", "amr", "ucca"} {
		var texts [2]string // the system, and its turned copy
		gold := shared.Read(t, "cases", "semantics", "07-mrp-lpps", "gold."+of+".mrp")
		text := shared.Read(t, "cases", "semantics", "07-mrp-lpps", "system."+of+".mrp")
		all, errs := formattest.Read(&mrp.Format, string(text))
		if len(all) == 0 || len(errs) > 0 {
			t.Fatalf("%s: %d graphs, %v", of, len(all), errs)
		}
		for _, s := range all {
			texts[0] += formattest.Text(t, &mrp.Format, s)
			texts[1] += formattest.Text(t, &mrp.Format, turned(s))
		}
		for _, metric := range []*eval.Measure{mrpmeasure.New(mrpmeasure.Options{}), smatch.New(smatch.Official), smatch.New(smatch.AMR)} {
			count := func(a, b string) []float64 {
				source := func(name, text string) *treebank.Source { return formattest.Source(&mrp.Format, name, []byte(text)) }
				res, err := eval.Run(context.Background(), source("gold", a), source("system", b), []*eval.Measure{metric}, eval.Options{})
				if err != nil {
					t.Fatal(err)
				}
				return res.Counts[0].Sum()
			}
			plain := count(string(gold), texts[0])
			if other := count(string(gold), texts[1]); !slices.Equal(plain, other) {
				t.Errorf("%s, %s: %v, turned %v", of, metric.Name, plain, other)
			}
			back := count(texts[0], string(gold))
			for i, name := range metric.ColumnNames() {
				if j := slices.Index(metric.ColumnNames(), strings.Replace(name, "gold", "system", 1)); strings.Contains(name, "gold") && plain[i] != back[j] {
					t.Errorf("%s, %s: %s is %v, swapped %v", of, metric.Name, name, plain[i], back[j])
				}
				if strings.HasSuffix(name, "matched") && plain[i] != back[i] {
					t.Errorf("%s, %s: %s is %v, swapped %v", of, metric.Name, name, plain[i], back[i])
				}
			}
		}
	}
}
