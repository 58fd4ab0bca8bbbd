package wordslot

import (
	"assay/eval"
	"assay/eval/condition"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/outcomes"
	"assay/treebank"
)

// Xiao are the options of the measure of Xiao 1997.
type Xiao struct {
	Exact    bool               // relations must be equal too
	Expected bool               // counts are means over the readings of the system's forest
	Weights  *condition.Weights // nil: all slots weigh 1
}

// Settings returns the options, bound to their fields.
func (opt *Xiao) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Exact, "mode", "general", "exact",
			"links are equal if their heads are (general), or heads and relations (exact)"),
		entry.Flag(&opt.Expected, "readings", "packed", "expected", "of the system's forest: all links (packed), or the "+
			"mean over the readings by their probabilities (expected)").Quiet(),
		entry.Weights(&opt.Weights),
	}
}

// The columns of Xiao.
const (
	colCorrect = iota
	colIncorrect
	colMissing
	colSpurious
	colNoncommittal
	colWords
	colWrong  // slots that are not right
	colDouble // the same, incorrect ones twice
	xiaoColumns
)

// NewXiao returns the measure with these options.
func NewXiao(opt Xiao) *eval.Measure {
	columns := eval.Columns("correct", "incorrect", "missing", "spurious", "noncommittal",
		"words", "wrong_words", "sum_wrong_2")
	return &eval.Measure{
		Causes:     mistake.Words(mistake.Parts{Heads: []string{""}}),
		Name:       "xiao",
		Signature:  "xiao" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns:    eval.Hide(columns, colDouble),
		Formulas:   xiaoFormulas(),
		Items:      colWords,
		Reads:      reads(opt.Weights),
		Unlabelled: true,
		NewCounter: func() eval.Counter {
			return &xiaoCounter{Xiao: opt, slots: slots{expects: opt.Expected}, weigher: opt.Weights.NewWeigher()}
		},
	}
}

// xiaoFormulas returns the error rates, precision, recall and F1.
func xiaoFormulas() []eval.Formula {
	words := eval.Plus(colWords)
	rate := eval.MainRatio("error_rate", eval.Plus(colWrong), words)
	rate2 := eval.Ratio("error_rate_2", eval.Plus(colDouble), words)
	rate.Lower, rate2.Lower = true, true
	scores := outcomes.Columns{Correct: colCorrect, Incorrect: colIncorrect, Partial: -1, Missing: colMissing,
		Spurious: colSpurious}.Formulas("", true)
	return append(append([]eval.Formula{rate}, eval.Mark(scores, true, "f1")...), rate2)
}

func reads(w *condition.Weights) treebank.Layer {
	if w != nil {
		return ^treebank.Layer(0) // all, also forests
	}
	return treebank.Arcs | treebank.Relations | treebank.Forests
}

type xiaoCounter struct {
	Xiao
	slots   slots
	weigher *condition.Weigher
	item    eval.Item
}

// Count counts the slots of pair.
func (k *xiaoCounter) Count(row []float64, pair *eval.Pair) error {
	if k.Weights != nil {
		return eval.CountItems(k, row, pair)
	}
	k.slots.each(pair, func(v slot) {
		t := k.slots.compare(v, k.Exact)
		for c, n := range t.columns() {
			row[c] += n
		}
	})
	return nil
}

// columns returns the number that a slot adds to each column.
func (t tally) columns() [xiaoColumns]float64 {
	return [...]float64{t.c, t.i, t.m, t.s, t.none, 1, t.wrong, t.double}
}

// Explain yields one item per slot.
func (k *xiaoCounter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	k.slots.each(pair, func(v slot) {
		tally := k.slots.compare(v, k.Exact)
		it := &k.item
		*it = eval.Item{Outcome: tally.outcome(), Adds: it.Adds[:0], Mended: it.Mended[:0]}
		it.Gold, it.System = k.slots.refs(v, k.Exact)
		for c, n := range tally.columns() {
			if n > 0 {
				it.Adds = append(it.Adds, eval.Add{Column: c, N: n})
			}
		}
		if v.gold >= 0 { // a slot of a gold word remains a slot, and becomes correct
			it.Mended = append(it.Mended, eval.Add{Column: colWords, N: 1})
			if n := tally.c + tally.i + tally.m; n > 0 {
				it.Mended = append(it.Mended, eval.Add{Column: colCorrect, N: n})
			} else {
				it.Mended = append(it.Mended, eval.Add{Column: colNoncommittal, N: 1})
			}
		}
		k.weigher.Weigh(pair, it)
		yield(it)
	})
	return nil
}
