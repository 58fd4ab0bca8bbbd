package heads

import (
	"cmp"
	"slices"
)

// Coverage counts how the heads of phrases with one label were found.
type Coverage struct {
	Label     string
	Hits      int // a rule found a child
	Fallbacks int // no rule found a child
	Missing   int // the table has no entry
	Unary     int // there was only one child
}

// Coverage returns the counts since the Converter was created, the labels with most
// fallbacks first, and their sum.
func (c *Converter) Coverage() (rows []Coverage, all Coverage) {
	var s summary
	s.add(c.ordered)
	return s.sorted(), s.all
}

// A summary sums coverage by label.
type summary struct {
	at   map[string]int
	rows []Coverage
	all  Coverage
}

func (s *summary) add(entries []*entry) {
	if s.at == nil {
		s.at = map[string]int{}
	}
	for _, entry := range entries {
		i, ok := s.at[entry.label]
		if !ok {
			i = len(s.rows)
			s.at[entry.label] = i
			s.rows = append(s.rows, Coverage{Label: entry.label})
		}
		for _, r := range []*Coverage{&s.rows[i], &s.all} {
			r.Hits += entry.cover.Hits
			r.Fallbacks += entry.cover.Fallbacks
			r.Missing += entry.cover.Missing
			r.Unary += entry.cover.Unary
		}
	}
}

func (s *summary) sorted() []Coverage {
	slices.SortStableFunc(s.rows, func(a, b Coverage) int {
		return cmp.Or(cmp.Compare(b.Fallbacks+b.Missing, a.Fallbacks+a.Missing), cmp.Compare(b.Hits, a.Hits),
			cmp.Compare(a.Label, b.Label))
	})
	return s.rows
}

// Unlabelled is a kind of link that no row of a relation table matches.
type Unlabelled struct{ Head, Phrase, Dep string }

// RelationCoverage returns the number of links labelled by each row of the relation
// table since the Converter was created, and the kinds of links without a label with
// their numbers, the most frequent first.
func (c *Converter) RelationCoverage() (rows []int, none []Unlabelled, links map[Unlabelled]int) {
	c.keepUses()
	for u := range c.uses {
		none = append(none, u)
	}
	slices.SortFunc(none, func(a, b Unlabelled) int {
		return cmp.Or(cmp.Compare(c.uses[b], c.uses[a]), cmp.Compare(a.Head, b.Head), cmp.Compare(a.Phrase, b.Phrase),
			cmp.Compare(a.Dep, b.Dep))
	})
	return c.rows, none, c.uses
}

// keepUses adds the counts by symbols to those by strings.
func (c *Converter) keepUses() {
	if c.relations == nil {
		return
	}
	if c.uses == nil {
		c.uses, c.rows = map[Unlabelled]int{}, make([]int, len(c.relations.Rows))
	}
	for key, use := range c.relations.seen {
		if use.row >= 0 {
			c.rows[use.row] += use.n
		} else if use.n > 0 {
			c.uses[Unlabelled{c.syms.Name(key.head), strip(c.syms.Name(key.phrase), c.opt.Separators),
				c.syms.Name(key.dep)}] += use.n
		}
		use.n = 0
	}
}
