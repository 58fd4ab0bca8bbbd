package main

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"assay/corpus"
	"assay/eval"
	"assay/internal/shared"
	"assay/measures"
)

// naming counts how many items of a side have each name.
type naming struct {
	items, repeated int
	example         string
}

// of returns a measure whose counters are watched; they run in one goroutine.
func (n *naming) of(m *eval.Measure) *eval.Measure {
	watched := *m
	watched.NewCounter = func() eval.Counter { return &namingCounter{n, m.NewCounter().(eval.Explainer)} }
	return &watched
}

type namingCounter struct {
	*naming
	inner eval.Explainer
}

func (c *namingCounter) Count(row []float64, pair *eval.Pair) error {
	if err := c.inner.Count(row, pair); err != nil {
		return err
	}
	seen := map[string]bool{}
	see := func(side, name, part string) {
		key := side + " " + name + " " + part
		if c.items++; seen[key] {
			c.repeated++
			c.example = fmt.Sprintf("sentence %d: %s", pair.N+1, key)
		}
		seen[key] = true
	}
	return c.inner.Explain(pair, func(it *eval.Item) {
		if it.Gold.Kind != eval.None {
			see("gold", string(eval.AppendRef(nil, pair.Gold, it.Gold)), it.Part)
		}
		// Several phrases of gold in a unary chain match one phrase of the system: their
		// equal names are one bracket. Several opinions of gold may be found through one of the system.
		found := it.Part == "opinion" && it.Gold.Kind != eval.None
		if it.System.Kind != eval.None && !strings.HasSuffix(it.Part, "unary") && !found {
			see("system", string(eval.AppendRef(nil, pair.System, it.System)), it.Part)
		}
	})
}

// TestItemNames: the items of a sentence that belong to one side and one part of a
// measure have different names, so that a decision on a name is about one item.
func TestItemNames(t *testing.T) {
	shared.Long(t)
	seen := map[string]bool{}
	for i := range matrix {
		cell := &matrix[i]
		if seen[cell.metric] {
			continue
		}
		metric, err := measures.Parse(cell.metric, measures.Config{})
		if err != nil {
			t.Fatal(err)
		}
		if !metric.HasItems() {
			continue // the measure has no items
		}
		t.Run(fmt.Sprintf("%d-%s", i, cell.metric), func(t *testing.T) {
			t.Parallel()
			goldFile, systemFile, _ := cell.files(t)
			gold, err := corpus.Open(goldFile)
			if err != nil {
				t.Fatal(err)
			}
			system, err := corpus.Open(systemFile)
			if err != nil {
				t.Fatal(err)
			}
			var n naming
			if _, err := eval.Run(context.Background(), gold, system, []*eval.Measure{n.of(metric)}, eval.Options{Jobs: 1, OnError: eval.OnErrorSkip}); err != nil {
				t.Fatal(err)
			}
			if n.items == 0 {
				t.Error("there are no items")
			}
			if n.repeated > 0 {
				t.Errorf("%d of %d items have the name of another, such as %s", n.repeated, n.items, n.example)
			}
		})
	}
}
