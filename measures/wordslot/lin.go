package wordslot

import (
	"assay/eval"
	"assay/eval/condition"
	"assay/treebank"
)

// Lin is the error count of Lin 1995. It ignores relations.
type Lin struct {
	Weights *condition.Weights // nil: all errors weigh 1
}

// The columns of Lin.
const (
	linErrors = iota
	linWords
)

// Name returns "lin".
func (Lin) Name() string { return "lin" }

// Ignores reports that heads count without the label of the link.
func (Lin) Ignores() (labels, directions bool) { return true, false }

// Signature names the weights.
func (l Lin) Signature() string { return "lin" + weights(l.Weights) + eval.PlainText }

// Columns returns the errors and the words of gold.
func (Lin) Columns() []string { return []string{"errors", "words"} }

// Scores returns the error count, and the error rate over all words of gold.
func (Lin) Scores(r []float64) []eval.Score {
	rate := eval.HeadlineRatio("error_rate", r[linErrors], r[linWords])
	rate.Lower = true
	return []eval.Score{{Name: "error_count", Value: r[linErrors], Count: true, Lower: true, Main: true}, rate}
}

// Reads returns the layers that the measure reads.
func (l Lin) Reads() treebank.Layer { return reads(l.Weights) }

// NewCounter returns a counter for one goroutine.
func (l Lin) NewCounter() eval.Counter {
	return &linCounter{Lin: l, weigher: l.Weights.NewWeigher()}
}

type linCounter struct {
	Lin
	slots   slots
	weigher *condition.Weigher
	item    eval.Item
}

// Count counts the errors of p.
func (k *linCounter) Count(row []float64, p *eval.Pair) error {
	return k.Explain(p, func(it *eval.Item) {
		for _, a := range it.Adds {
			row[a.Column] += a.N
		}
	})
}

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
		*it = eval.Item{Outcome: t.outcome(), Adds: it.Adds[:0], Mended: append(it.Mended[:0], eval.Add{Column: linWords, N: 1})}
		it.Gold, it.System = k.slots.refs(v, false)
		it.Adds = append(it.Adds, eval.Add{Column: linWords, N: 1})
		if known := t.c+t.i+t.m > 0; known && t.i+t.m+t.s > 0 {
			it.Adds = append(it.Adds, eval.Add{Column: linErrors, N: 1})
		}
		k.weigher.Weigh(pair, it)
		yield(it)
	})
	return nil
}

// Close does nothing: there are no columns for the whole pair.
func (*linCounter) Close([]float64) {}
