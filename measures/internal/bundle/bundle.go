// Package bundle scores the same pairs under several measures side by side, as one measure.
package bundle

import (
	"slices"
	"strings"

	"assay/eval"
)

// A Table is a measure of several parts. Its columns, scores and items have the names of their parts before their own.
type Table struct {
	eval.Measure
	Mends bool // wrong items of the parts have Mended, so right ones get it too
	parts []part
}

// A part is a measure of the table.
type part struct {
	name string
	*eval.Measure
	first int // its first column in the table
}

// of returns the counts of a part in those of all.
func (p *part) of(row []float64) []float64 {
	end := p.first + len(p.Columns)
	return row[p.first:end:end]
}

// Add adds the columns and the PRFs of a measure. It returns the function that makes a score of the measure, or of such a
// PRF before it was added, one of the table.
func (t *Table) Add(name string, m *eval.Measure) (score func(eval.Formula) eval.Formula) {
	p := part{name, m, len(t.Columns)}
	for _, c := range m.Columns {
		rest, sum := strings.CutPrefix(c.Name, "sum_")
		if c.Name = name + "_" + rest; sum {
			c.Name = "sum_" + c.Name
		}
		c.From = slices.Clone(c.From)
		for i := range c.From {
			c.From[i] += p.first
		}
		t.Columns = append(t.Columns, c)
	}
	for _, g := range m.PRF {
		g.Before, g.Gold, g.System, g.Matched = name+"_"+g.Before, g.Gold+p.first, g.System+p.first, g.Matched+p.first
		t.PRF = append(t.PRF, g)
	}
	t.parts = append(t.parts, p)
	return func(f eval.Formula) eval.Formula {
		f = f.Shift(p.first)
		f.Name = name + "_" + f.Name
		return f
	}
}

// Made returns the measure of all parts.
func (t *Table) Made() *eval.Measure {
	t.Close = func(row []float64) {
		for i := range t.parts {
			t.parts[i].Closed(t.parts[i].of(row))
		}
	}
	t.NewCounter = func() eval.Counter {
		c := &counter{table: t}
		for _, p := range t.parts {
			c.counters = append(c.counters, p.NewCounter().(eval.Explainer))
		}
		return c
	}
	return &t.Measure
}

// A counter has a counter for each part.
type counter struct {
	table        *Table
	counters     []eval.Explainer
	adds, mended []eval.Add
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	for i, part := range c.counters {
		if err := part.Count(c.table.parts[i].of(row), p); err != nil {
			return err
		}
	}
	return nil
}

// Explain yields the items of each part; Part begins with its name.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	for i, counter := range c.counters {
		own := &c.table.parts[i]
		err := counter.Explain(pair, func(it *eval.Item) {
			moved := *it
			moved.Part = strings.TrimSpace(own.name + " " + it.Part)
			c.adds = own.totals(own.shift(c.adds[:0], it.Adds), it.Adds)
			moved.Adds = c.adds
			if it.Mended != nil {
				c.mended = own.shift(c.mended[:0], it.Mended)
				moved.Mended = c.mended
			} else if c.table.Mends && it.Outcome == eval.Correct {
				moved.Mended = moved.Adds
			}
			yield(&moved)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// shift appends contributions in the columns of the table.
func (p *part) shift(dst, adds []eval.Add) []eval.Add {
	for _, a := range adds {
		a.Column += p.first
		dst = append(dst, a)
	}
	return dst
}

// totals appends the same counts for the columns that are sums. Close sums these columns
// again; an item has them so that lists show how much it counts in the scores of the table.
func (p *part) totals(dst, adds []eval.Add) []eval.Add {
	for _, a := range adds {
		for k, column := range p.Columns {
			if column.Sum && slices.Contains(column.From, a.Column) {
				dst = append(dst, eval.Add{Column: p.first + k, N: a.N, System: a.System})
			}
		}
	}
	return dst
}
