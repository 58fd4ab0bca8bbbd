package wordslot

import (
	"assay/eval"
	"assay/eval/condition"
	"assay/eval/mistake"
	"assay/measures/entry"
)

// Lin are the options of the error count of Lin 1995, which ignores relations.
type Lin struct {
	Weights *condition.Weights // nil: all errors weigh 1
}

// Settings returns the options, bound to their fields.
func (opt *Lin) Settings() []entry.Option { return []entry.Option{entry.Weights(&opt.Weights)} }

// The columns of Lin.
const (
	linErrors = iota
	linWords
)

// NewLin returns the measure with these options.
func NewLin(opt Lin) *eval.Measure {
	rate := eval.HeadlineRatio("error_rate", eval.Plus(linErrors), eval.Plus(linWords))
	rate.Lower = true
	return &eval.Measure{
		Causes:    mistake.Words(mistake.Parts{Heads: []string{""}}),
		Name:      "lin",
		Signature: "lin" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns:   eval.Columns("errors", "words"),
		Formulas: []eval.Formula{
			{Name: "error_count", Num: eval.Plus(linErrors), Count: true, Lower: true, Main: true},
			rate,
		},
		Items:      linWords,
		Reads:      reads(opt.Weights),
		Unlabelled: true,
		NewCounter: func() eval.Counter {
			return &linCounter{weigher: opt.Weights.NewWeigher(), weighted: opt.Weights != nil}
		},
	}
}

type linCounter struct {
	slots    slots
	weigher  *condition.Weigher
	weighted bool
	item     eval.Item
}

// Count counts the errors of p: as Explain does, without items if all errors weigh 1.
func (k *linCounter) Count(row []float64, p *eval.Pair) error {
	if k.weighted {
		return eval.CountItems(k, row, p)
	}
	k.slots.each(p, func(v slot) {
		if v.gold < 0 {
			return
		}
		row[linWords]++
		if t := k.slots.compare(v, false); t.linError() {
			row[linErrors]++
		}
	})
	return nil
}

// linError reports whether gold has links in the slot and the system has others.
func (t *tally) linError() bool { return t.c+t.i+t.m > 0 && t.i+t.m+t.s > 0 }

// Explain yields one item per word of gold. Its outcome is that of Xiao's general
// mode, so that a word whose head is unknown in gold is spurious or noncommittal, and
// adds no error.
func (k *linCounter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	k.slots.each(pair, func(v slot) {
		if v.gold < 0 {
			return
		}
		t := k.slots.compare(v, false)
		it := &k.item
		*it = eval.Item{Outcome: t.outcome(), Adds: it.Adds[:0],
			Mended: append(it.Mended[:0], eval.Add{Column: linWords, N: 1})}
		it.Gold, it.System = k.slots.refs(v, false)
		it.Adds = append(it.Adds, eval.Add{Column: linWords, N: 1})
		if t.linError() {
			it.Adds = append(it.Adds, eval.Add{Column: linErrors, N: 1})
		}
		k.weigher.Weigh(pair, it)
		yield(it)
	})
	return nil
}
