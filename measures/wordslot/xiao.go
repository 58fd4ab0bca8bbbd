package wordslot

import (
	"assay/eval"
	"assay/eval/condition"
	"assay/treebank"
)

// Xiao is the measure of Xiao 1997.
type Xiao struct {
	Exact   bool               // relations must be equal too
	Weights *condition.Weights // nil: all slots weigh 1
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

// Name returns "xiao".
func (Xiao) Name() string { return "xiao" }

// Ignores reports that heads count without the label of the link.
func (Xiao) Ignores() (labels, directions bool) { return true, false }

// Signature names the mode and the weights.
func (x Xiao) Signature() string {
	sig := "xiao|mode:general"
	if x.Exact {
		sig = "xiao|mode:exact"
	}
	return sig + weights(x.Weights) + eval.PlainText
}

func weights(w *condition.Weights) string {
	if w == nil {
		return ""
	}
	return "|weights:" + w.String()
}

// Columns returns Xiao's five classes of links, the number of slots, and the numbers
// of wrong slots.
func (Xiao) Columns() []string {
	return []string{"correct", "incorrect", "missing", "spurious", "noncommittal", "words", "wrong_words", "sum_wrong_2"}
}

// Scores returns the error rates, precision, recall and F1.
func (Xiao) Scores(r []float64) []eval.Score {
	c, i, m, s, words := r[colCorrect], r[colIncorrect], r[colMissing], r[colSpurious], r[colWords]
	rate := eval.MainRatio("error_rate", r[colWrong], words)
	rate2 := eval.Ratio("error_rate_2", r[colDouble], words)
	rate.Lower, rate2.Lower = true, true
	return []eval.Score{rate,
		eval.MainRatio("precision", c, c+s+i),
		eval.MainRatio("recall", c, c+m+i),
		eval.HeadlineRatio("f1", 2*c, 2*c+2*i+m+s),
		rate2}
}

// Reads returns the layers that the measure reads.
func (x Xiao) Reads() treebank.Layer { return reads(x.Weights) }

func reads(w *condition.Weights) treebank.Layer {
	if w != nil {
		return ^treebank.Layer(0)
	}
	return treebank.Arcs | treebank.Relations | treebank.Forests
}

// NewCounter returns a counter for one goroutine.
func (x Xiao) NewCounter() eval.Counter {
	return &xiaoCounter{Xiao: x, weigher: x.Weights.NewWeigher()}
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
		return k.Explain(pair, func(it *eval.Item) {
			for _, a := range it.Adds {
				row[a.Column] += a.N
			}
		})
	}
	var sum tally
	words, none, wrong, double := 0, 0, 0, 0
	k.slots.each(pair, func(v slot) {
		t := k.slots.compare(v, k.Exact)
		words++
		if t == (tally{}) {
			none++
		}
		sum.c += t.c
		sum.i += t.i
		sum.m += t.m
		sum.s += t.s
		slot, slot2 := t.distance()
		wrong, double = wrong+slot, double+slot2
	})
	for c, n := range [xiaoColumns]int{sum.c, sum.i, sum.m, sum.s, none, words, wrong, double} {
		row[c] += float64(n)
	}
	return nil
}

// Explain yields one item per slot.
func (k *xiaoCounter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	k.slots.each(pair, func(v slot) {
		tally := k.slots.compare(v, k.Exact)
		it := &k.item
		*it = eval.Item{Outcome: tally.outcome(), Adds: it.Adds[:0], Mended: it.Mended[:0]}
		it.Gold, it.System = k.slots.refs(v, k.Exact)
		for c, n := range [...]int{tally.c, tally.i, tally.m, tally.s} {
			if n > 0 {
				it.Adds = append(it.Adds, eval.Add{Column: c, N: float64(n)})
			}
		}
		if it.Outcome == eval.Noncommittal {
			it.Adds = append(it.Adds, eval.Add{Column: colNoncommittal, N: 1})
		}
		it.Adds = append(it.Adds, eval.Add{Column: colWords, N: 1})
		if wrong, double := tally.distance(); wrong > 0 {
			it.Adds = append(it.Adds, eval.Add{Column: colWrong, N: 1}, eval.Add{Column: colDouble, N: float64(double)})
		}
		if v.gold >= 0 { // a slot of a gold word remains a slot, and becomes correct
			it.Mended = append(it.Mended, eval.Add{Column: colWords, N: 1})
			if n := tally.c + tally.i + tally.m; n > 0 {
				it.Mended = append(it.Mended, eval.Add{Column: colCorrect, N: float64(n)})
			} else {
				it.Mended = append(it.Mended, eval.Add{Column: colNoncommittal, N: 1})
			}
		}
		k.weigher.Weigh(pair, it)
		yield(it)
	})
	return nil
}

// Close does nothing: there are no columns for the whole pair.
func (*xiaoCounter) Close([]float64) {}
