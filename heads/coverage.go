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

// Unlabelled is a kind of link that no row of a relation table fits.
type Unlabelled struct{ Head, Phrase, Dep string }

// RelationCoverage returns how many links each row of the relation table labelled
// since the Converter was made, and how many links of which kinds none did, the
// most frequent first.
func (c *Converter) RelationCoverage() (rows []int, none []Unlabelled, links map[Unlabelled]int) {
	c.keepUses()
	for u := range c.uses {
		none = append(none, u)
	}
	slices.SortFunc(none, func(a, b Unlabelled) int {
		return cmp.Or(cmp.Compare(c.uses[b], c.uses[a]), cmp.Compare(a.Head, b.Head), cmp.Compare(a.Phrase, b.Phrase), cmp.Compare(a.Dep, b.Dep))
	})
	return c.rows, none, c.uses
}

// keepUses takes over what was counted by symbols.
func (c *Converter) keepUses() {
	if c.relations == nil {
		return
	}
	if c.uses == nil {
		c.uses, c.rows = map[Unlabelled]int{}, make([]int, len(c.relations.Rows))
	}
	for key, u := range c.relations.seen {
		if u.row >= 0 {
			c.rows[u.row] += u.n
		} else if u.n > 0 {
			c.uses[Unlabelled{c.syms.Name(key[0]), strip(c.syms.Name(key[1]), c.opt.Separators), c.syms.Name(key[2])}] += u.n
		}
		u.n = 0
	}
}
