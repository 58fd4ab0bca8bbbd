package smatch

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/measures/mrp"
)

// A Definition is a preset under its name.
type Definition struct {
	Name    string
	Options Options
}

// Definitions are the presets, in the order of the table that compares them.
func Definitions() []Definition {
	return []Definition{{"smatch.py", Official}, {"repaired", Repaired}, {"damonte", Damonte}, {"none", None},
		{"generic", Generic}, {"amr", AMR}}
}

// A part is one definition in the table.
type part struct {
	name   string
	metric *eval.Measure
	whole  eval.PRF // of the metric: all classes
	first  int      // its first column in the table
}

// of returns the counts of a part in those of all.
func (p *part) of(row []float64) []float64 {
	end := p.first + len(p.metric.Columns)
	return row[p.first:end:end]
}

// NewTable returns the measure that scores the same output under every definition of SMATCH,
// and under that of the shared tasks on Meaning Representation Parsing (MRP). Its scores are
// precision, recall and F1 of every definition, and whether all mappings are proven.
func NewTable() *eval.Measure {
	out := &eval.Measure{Name: "smatch-table", Signature: "smatch-table"}
	var parts []part
	add := func(name, whole string, m *eval.Measure) {
		i := slices.IndexFunc(m.PRF, func(g eval.PRF) bool { return g.Before == whole })
		p := part{name, m, m.PRF[i], len(out.Columns)}
		p.addTo(out)
		parts = append(parts, p)
	}
	for _, d := range Definitions() {
		add(d.Name, "", New(d.Options))
	}
	add("mrp", "all_", mrp.New(mrp.Options{}))
	out.Formulas[2].Headline = true
	out.Close = func(row []float64) {
		for i := range parts {
			parts[i].metric.Closed(parts[i].of(row))
		}
	}
	out.NewCounter = func() eval.Counter {
		c := &tableCounter{parts: parts}
		for _, p := range parts {
			c.counters = append(c.counters, p.metric.NewCounter().(eval.Explainer))
		}
		return c
	}
	return out
}

// addTo adds the columns, the PRFs and the scores of a part to those of the table.
func (p *part) addTo(table *eval.Measure) {
	for _, c := range p.metric.Columns {
		name, sum := strings.CutPrefix(c.Name, "sum_")
		if c.Name = p.name + "_" + name; sum {
			c.Name = "sum_" + c.Name
		}
		c.From = slices.Clone(c.From)
		for i := range c.From {
			c.From[i] += p.first
		}
		table.Columns = append(table.Columns, c)
	}
	shifted := func(g eval.PRF, before string) eval.PRF {
		g.Before, g.Gold, g.System, g.Matched = before, g.Gold+p.first, g.System+p.first, g.Matched+p.first
		return g
	}
	for _, g := range p.metric.PRF {
		table.PRF = append(table.PRF, shifted(g, p.name+"_"+g.Before))
	}
	prf := shifted(p.whole, p.name+"_").Formulas()
	prf[2].Main = true
	table.Formulas = append(table.Formulas, prf...)
	for _, f := range p.metric.Formulas {
		if f.Name == "proven" {
			f = f.Shift(p.first)
			f.Name = p.name + "_proven"
			table.Formulas = append(table.Formulas, f)
		}
	}
}

// A tableCounter has a counter for each definition.
type tableCounter struct {
	parts    []part
	counters []eval.Explainer
	adds     []eval.Add
}

// Count adds the counts of p to row.
func (c *tableCounter) Count(row []float64, p *eval.Pair) error {
	for i, counter := range c.counters {
		if err := counter.Count(c.parts[i].of(row), p); err != nil {
			return err
		}
	}
	return nil
}

// totals returns the same counts for the columns of all classes together. Close sums these columns
// again; an item has them so that lists show how much it counts in the scores of the table.
func (p *part) totals(adds []eval.Add) (out []eval.Add) {
	for _, a := range adds {
		for _, k := range [...]int{p.whole.Gold, p.whole.System, p.whole.Matched} {
			if slices.Contains(p.metric.Columns[k].From, a.Column) {
				out = append(out, eval.Add{Column: p.first + k, N: a.N, System: a.System})
			}
		}
	}
	return out
}

// Explain yields the items of each definition; Part begins with its name.
func (c *tableCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	for i, counter := range c.counters {
		own := &c.parts[i]
		err := counter.Explain(p, func(it *eval.Item) {
			moved := *it
			moved.Part = own.name + " " + it.Part
			c.adds = append(c.adds[:0], it.Adds...)
			for k := range c.adds {
				c.adds[k].Column += own.first
			}
			c.adds = append(c.adds, own.totals(it.Adds)...)
			moved.Adds = c.adds
			yield(&moved)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
