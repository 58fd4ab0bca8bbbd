package spans

import (
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
	{[]string{"compound-pcfg", "urnng"}, "Kim et al. 2019: without the bracket that closes last; 2 to 150 words", CompoundPCFG},
	{[]string{"tn-pcfg"}, "Yang et al. 2021: sentence figures of sets, corpus figures of lists", TNPCFG},
}

// SideBySide counts the same trees under all conventions. Its scores are named by the
// convention followed by the score of spans.
type SideBySide struct{}

// Name is "spans".
func (SideBySide) Name() string { return "spans" }

// Signature names all options of all conventions.
func (SideBySide) Signature() string {
	out := "spans|conventions:"
	for i, c := range Conventions {
		if i > 0 {
			out += ";"
		}
		out += c.Names[0] + "(" + c.String() + ")"
	}
	return out
}

// Columns names the counts of each convention.
func (SideBySide) Columns() (out []string) {
	for _, c := range Conventions {
		for _, n := range names {
			if len(n) > 4 && n[:4] == "sum_" {
				out = append(out, "sum_"+c.Names[0]+"_"+n[4:])
			} else {
				out = append(out, c.Names[0]+"_"+n)
			}
		}
	}
	return out
}

// Scores returns F1 over the corpus and over sentences under each convention.
func (SideBySide) Scores(sum []float64) (out []eval.Score) {
	for i, c := range Conventions {
		for _, s := range (Metric{c.Options}).Scores(sum[i*columns : (i+1)*columns]) {
			if s.Name == "f1" || s.Name == "sentence_f1" {
				s.Name, s.Main, s.Headline = c.Names[0]+"_"+s.Name, true, len(out) == 0
				out = append(out, s)
			}
		}
	}
	return out
}

// NewCounter returns a counter for one goroutine.
func (SideBySide) NewCounter() eval.Counter {
	var all sideCounter
	for _, c := range Conventions {
		all = append(all, Metric{c.Options}.NewCounter().(*counter))
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

// Close sets the columns for the whole sentence.
func (all sideCounter) Close(row []float64) {
	for i, c := range all {
		c.Close(row[i*columns : (i+1)*columns])
	}
}

func shift(adds []eval.Add, by int) {
	for i := range adds {
		adds[i].Column += by
	}
}
