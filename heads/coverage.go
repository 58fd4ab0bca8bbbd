package heads

import (
	"cmp"
	"slices"
)

// Coverage counts how the heads of the phrases of one label were found.
type Coverage struct {
	Label     string
	Hits      int // a rule found a child
	Fallbacks int // no rule did
	Missing   int // the table has no entry
	Unary     int // there was only one child
}

// Coverage returns what was counted since the Converter was made, the labels
// with most fallbacks first, and the sum of all.
func (c *Converter) Coverage() (rows []Coverage, all Coverage) {
	at := map[string]int{}
	for _, e := range c.ordered {
		i, ok := at[e.label]
		if !ok {
			i = len(rows)
			at[e.label] = i
			rows = append(rows, Coverage{Label: e.label})
		}
		for _, r := range []*Coverage{&rows[i], &all} {
			r.Hits += e.cover.Hits
			r.Fallbacks += e.cover.Fallbacks
			r.Missing += e.cover.Missing
			r.Unary += e.cover.Unary
		}
	}
	slices.SortStableFunc(rows, func(a, b Coverage) int {
		return cmp.Or(cmp.Compare(b.Fallbacks+b.Missing, a.Fallbacks+a.Missing), cmp.Compare(b.Hits, a.Hits), cmp.Compare(a.Label, b.Label))
	})
	return rows, all
}
