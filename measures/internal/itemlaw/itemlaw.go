// Package itemlaw holds the law of measures for their tests: the items of a pair sum to
// its row.
package itemlaw

import (
	"slices"
	"testing"

	"assay/eval"
)

// Row returns the counts of a pair by a counter of m, and fails the test if its items do not sum to them.
// An error of Count is returned.
func Row(t testing.TB, m *eval.Measure, c eval.Explainer, pair *eval.Pair) ([]float64, error) {
	t.Helper()
	row, sum := make([]float64, len(m.Columns)), make([]float64, len(m.Columns))
	if err := c.Count(row, pair); err != nil {
		return row, err
	}
	if err := c.Explain(pair, func(item *eval.Item) { eval.AddTo(sum, item.Adds) }); err != nil {
		t.Fatalf("sentence %d: %v", pair.N, err)
	}
	if m.Closed(sum); !slices.Equal(sum, row) {
		t.Errorf("sentence %d: items %v, row %v", pair.N, sum, row)
	}
	return row, nil
}
