package smatch

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/measures/mrp"
)

// A Definition is a preset under its name.
type Definition struct {
	Name    string
	Options Options
}

// Definitions are the presets, in the order of the table that compares them.
func Definitions() []Definition {
	return []Definition{{"smatch.py", Official}, {"repaired", Repaired}, {"damonte", Damonte}, {"none", None}, {"generic", Generic}, {"amr", AMR}}
}

// Table scores the same output under every definition of SMATCH, and under that of the
// shared tasks on Meaning Representation Parsing (MRP).
type Table struct{ parts []part }

// A part is one definition.
type part struct {
	name   string
	metric eval.Metric
	first  int    // its first column
	width  int    // number of columns
	scores string // prefix of its scores of the whole graph
}

// NewTable returns the measure.
func NewTable() *Table {
	table := &Table{}
	add := func(name, scores string, m eval.Metric) {
		p := part{name: name, metric: m, width: len(m.Columns()), scores: scores}
		if n := len(table.parts); n > 0 {
			p.first = table.parts[n-1].first + table.parts[n-1].width
		}
		table.parts = append(table.parts, p)
	}
	for _, d := range Definitions() {
		add(d.Name, "", New(d.Options))
	}
	add("mrp", "all_", mrp.Metric{})
	return table
}

// Name returns "smatch-table".
func (t *Table) Name() string { return "smatch-table" }

// Signature names the measure.
func (t *Table) Signature() string { return "smatch-table" }

// Columns names the counts: those of every definition.
func (t *Table) Columns() (out []string) {
	for _, part := range t.parts {
		for _, c := range part.metric.Columns() {
			if rest, ok := strings.CutPrefix(c, "sum_"); ok {
				out = append(out, "sum_"+part.name+"_"+rest)
				continue
			}
			out = append(out, part.name+"_"+c)
		}
	}
	return out
}

// of returns the counts of a part in those of all.
func (p *part) of(row []float64) []float64 { return row[p.first : p.first+p.width : p.first+p.width] }

// Scores returns precision, recall and F1 of every definition, and whether all
// mappings are proven.
func (t *Table) Scores(sum []float64) (out []eval.Score) {
	for i := range t.parts {
		part := &t.parts[i]
		for _, score := range part.metric.Scores(part.of(sum)) {
			name, whole := strings.CutPrefix(score.Name, part.scores)
			switch name {
			case "precision", "recall", "f1", "proven":
				if !whole && name != "proven" {
					continue
				}
				score.Main = name == "f1"
				score.Headline = score.Headline && i == 0
				score.Name = part.name + "_" + name
				out = append(out, score)
			}
		}
	}
	return out
}

// A tableCounter has a counter for each definition.
type tableCounter struct {
	table *Table
	parts []eval.Explainer
	adds  []eval.Add
}

// NewCounter returns a counter for one goroutine.
func (t *Table) NewCounter() eval.Counter {
	c := &tableCounter{table: t}
	for _, p := range t.parts {
		c.parts = append(c.parts, p.metric.NewCounter().(eval.Explainer))
	}
	return c
}

// Count adds the counts of p to row.
func (c *tableCounter) Count(row []float64, p *eval.Pair) error {
	for i, counter := range c.parts {
		if err := counter.Count(c.table.parts[i].of(row), p); err != nil {
			return err
		}
	}
	return nil
}

// Close sets the columns for whole pairs.
func (c *tableCounter) Close(row []float64) {
	for i, counter := range c.parts {
		counter.Close(c.table.parts[i].of(row))
	}
}

// totals returns what Adds to the columns of classes add to those of all classes. Close sets
// these again; here they show how much one item counts in the scores of the table.
func (p *part) totals(adds []eval.Add) (out []eval.Add) {
	columns := p.metric.Columns()
	for _, a := range adds {
		_, side, ok := strings.Cut(columns[a.Column], "_")
		if !ok || side != "gold" && side != "system" && side != "matched" {
			continue
		}
		if k := slices.Index(columns, p.scores+side); k >= 0 && k != a.Column {
			out = append(out, eval.Add{Column: p.first + k, N: a.N, System: a.System})
		}
	}
	return out
}

// Explain yields the items of each definition; Part begins with its name.
func (c *tableCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	for i, counter := range c.parts {
		own := &c.table.parts[i]
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
