package smatch

import "assay/eval"

// A Definition is a preset under its name.
type Definition struct {
	Name    string
	Options Options
}

// Definitions are the presets, in the order of the table that compares them.
func Definitions() []Definition {
	return []Definition{{"official", Official}, {"damonte", Damonte}, {"none", None}, {"generic", Generic}, {"amr", AMR}}
}

// Table scores the same output under every definition of SMATCH.
type Table struct{ parts []*Metric }

// NewTable returns the measure.
func NewTable() *Table {
	t := &Table{}
	for _, d := range Definitions() {
		t.parts = append(t.parts, New(d.Options))
	}
	return t
}

// Name returns "smatch-table".
func (t *Table) Name() string { return "smatch-table" }

// Signature names the measure.
func (t *Table) Signature() string { return "smatch-table" }

// Columns names the counts: those of SMATCH for every definition.
func (t *Table) Columns() (out []string) {
	for _, d := range Definitions() {
		for _, c := range New(d.Options).Columns() {
			if len(c) > 4 && c[:4] == "sum_" {
				out = append(out, "sum_"+d.Name+c[3:])
				continue
			}
			out = append(out, d.Name+"_"+c)
		}
	}
	return out
}

// Scores returns precision, recall and F1 of every definition, and whether all
// mappings are proven.
func (t *Table) Scores(sum []float64) (out []eval.Score) {
	for i, d := range Definitions() {
		for _, s := range t.parts[i].Scores(sum[i*columns : (i+1)*columns]) {
			switch s.Name {
			case "precision", "recall", "f1", "proven":
				s.Main = s.Name == "f1"
				s.Headline = s.Headline && i == 0
				s.Name = d.Name + "_" + s.Name
				out = append(out, s)
			}
		}
	}
	return out
}

// A tableCounter has a counter for each definition.
type tableCounter struct {
	parts []*counter
	adds  []eval.Add
}

// NewCounter returns a counter for one goroutine.
func (t *Table) NewCounter() eval.Counter {
	c := &tableCounter{}
	for _, m := range t.parts {
		c.parts = append(c.parts, m.NewCounter().(*counter))
	}
	return c
}

// Count adds the counts of p to row.
func (c *tableCounter) Count(row []float64, p *eval.Pair) error {
	for i, part := range c.parts {
		if err := part.Count(row[i*columns:(i+1)*columns], p); err != nil {
			return err
		}
	}
	return nil
}

// Close sets the columns for whole pairs.
func (c *tableCounter) Close(row []float64) {
	for i, part := range c.parts {
		part.Close(row[i*columns : (i+1)*columns])
	}
}

// Explain yields the items of each definition; Part begins with its name.
func (c *tableCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	for i, d := range Definitions() {
		err := c.parts[i].Explain(p, func(it *eval.Item) {
			moved := *it
			moved.Part = d.Name + " " + it.Part
			c.adds = append(c.adds[:0], it.Adds...)
			for k := range c.adds {
				c.adds[k].Column += i * columns
			}
			moved.Adds = c.adds
			yield(&moved)
		})
		if err != nil {
			return err
		}
	}
	return nil
}
