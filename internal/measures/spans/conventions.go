package spans

import (
	"strings"

	"assay/eval"
)

// A Convention is a preset with its names.
type Convention struct {
	Names []string
	Title string
	Options
}

// Conventions are the presets, ordered by year.
var Conventions = []Convention{
	{[]string{"klein"}, "Klein & Manning 2002, 2004: corpus figures, without the whole sentence", Klein},
	{[]string{"prpn", "on-lstm"}, "Shen et al. 2018, 2019: mean over all sentences, without the whole sentence", PRPN},
	{[]string{"compound-pcfg", "urnng"}, "Kim et al. 2019: without the bracket that closes last; 2 to 150 words",
		CompoundPCFG},
	{[]string{"tn-pcfg"}, "Yang et al. 2021: sentence figures of sets, corpus figures of lists", TNPCFG},
}

// NewSideBySide returns the measure that counts the same trees under all conventions. Its
// columns and scores are named by the convention followed by their name in spans.
func NewSideBySide() *eval.Measure {
	m := &eval.Measure{Name: "spans", Close: closeAll, NewCounter: newSideCounter, Items: colGold}
	var cited []string
	for i, c := range Conventions {
		name, at := c.Names[0], i*columns
		cited = append(cited, name+"("+c.String()+")")
		one := New(c.Options)
		for _, column := range one.Columns {
			if rest, ok := strings.CutPrefix(column.Name, "sum_"); ok {
				column.Name = "sum_" + name + "_" + rest
			} else {
				column.Name = name + "_" + column.Name
			}
			column.From = shifted(column.From, at)
			m.Columns = append(m.Columns, column)
		}
		for _, prf := range one.PRF {
			prf.Before, prf.Main = name+"_", false
			prf.Gold, prf.System, prf.Matched = prf.Gold+at, prf.System+at, prf.Matched+at
			m.PRF = append(m.PRF, prf)
		}
		for _, f := range one.Formulas {
			if f.Name == "f1" || f.Name == "sentence_f1" {
				f = f.Shift(at)
				f.Name, f.Main, f.Headline = name+"_"+f.Name, true, len(m.Formulas) == 0
				m.Formulas = append(m.Formulas, f)
			}
		}
	}
	m.Signature = "spans|conventions:" + strings.Join(cited, ";")
	return m
}

func shifted(columns []int, by int) (out []int) {
	for _, c := range columns {
		out = append(out, c+by)
	}
	return out
}

// closeAll sets the columns for the whole sentence.
func closeAll(row []float64) {
	for i, c := range Conventions {
		c.closeRow(row[i*columns : (i+1)*columns])
	}
}

func newSideCounter() eval.Counter {
	var all sideCounter
	for _, c := range Conventions {
		all = append(all, newCounter(c.Options))
	}
	return all
}

// A sideCounter counts under each convention.
type sideCounter []*counter

// Count adds the counts of p to row, which must be zero.
func (all sideCounter) Count(row []float64, p *eval.Pair) error {
	for i, c := range all {
		if err := c.Count(row[i*columns:(i+1)*columns], p); err != nil {
			return err
		}
	}
	return nil
}

// Explain yields the items of each convention; Part begins with its name.
func (all sideCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	for i, c := range all {
		name := Conventions[i].Names[0]
		err := c.Explain(p, func(it *eval.Item) {
			if it.Part == "" {
				it.Part = name
			} else {
				it.Part = name + " " + it.Part
			}
			shift(it.Adds, i*columns)
			if shift(it.Mended, i*columns); it.Outcome == eval.Correct && it.Mended == nil {
				it.Mended = it.Adds
			}
			yield(it)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func shift(adds []eval.Add, by int) {
	for i := range adds {
		adds[i].Column += by
	}
}
