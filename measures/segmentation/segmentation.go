// Package segmentation is the measure words: the segmentation of text into words
// (SIGHAN bakeoffs, Sproat & Emerson 2003; row Words of the CoNLL 2018 evaluation).
//
//	recall    = matched / words of gold
//	precision = matched / words of the system
//	f1        = 2 matched / (gold + system)
//
// A word matches if it covers the same characters of the text, white space ignored;
// words of a multiword token match as in the CoNLL 2018 evaluation. A sentence whose
// text differs cannot be scored.
package segmentation

import (
	"assay/eval"
	"assay/eval/mistake"
	"assay/treebank"
)

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
)

// New returns the measure.
func New() *eval.Measure {
	prf := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	return &eval.Measure{
		Causes:     mistake.Words(mistake.Parts{}),
		Name:       "words",
		Signature:  "words" + eval.PlainText,
		Columns:    eval.Columns("gold", "system", "matched"),
		PRF:        []eval.PRF{prf},
		Formulas:   eval.Mark(prf.Formulas(), true, "f1"),
		Items:      colGold,
		Reads:      treebank.Tags,
		NewCounter: func() eval.Counter { return counter{} },
	}
}

type counter struct{}

// words returns the number of words of a side.
func words(s *treebank.Sentence) int {
	if s.Missing {
		return 0
	}
	return len(s.Tokens)
}

// Count adds the counts of pair to row, which must be zero.
func (counter) Count(row []float64, pair *eval.Pair) error {
	alignment := pair.Align()
	if alignment.Err != nil {
		return alignment.Err
	}
	row[colGold], row[colSystem] = float64(words(pair.Gold)), float64(words(pair.System))
	if words(pair.Gold) == 0 || words(pair.System) == 0 {
		return nil
	}
	for _, j := range alignment.System {
		if j >= 0 {
			row[colMatched]++
		}
	}
	return nil
}

// Explain yields the words of gold, then those that only the system has.
func (counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	alignment := pair.Align()
	if alignment.Err != nil {
		return alignment.Err
	}
	right := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1, System: true}, {Column: colMatched, N: 1}}
	n := int32(words(pair.System))
	for i := range int32(words(pair.Gold)) {
		it := eval.Item{Outcome: eval.Missing, Class: "missing", Gold: ref(pair.Gold, i), Adds: right[:1], Mended: right}
		if j := alignment.System[i]; j >= 0 && n > 0 {
			it.Outcome, it.Class, it.System, it.Adds = eval.Correct, "", ref(pair.System, j), right
		}
		yield(&it)
	}
	for j := range n {
		if words(pair.Gold) == 0 || alignment.Gold[j] < 0 {
			yield(&eval.Item{Outcome: eval.Spurious, Class: "spurious", System: ref(pair.System, j), Adds: right[1:2]})
		}
	}
	return nil
}

func ref(s *treebank.Sentence, i int32) eval.Ref {
	return eval.Ref{Kind: eval.Word, Index: i, Label: s.Tokens[i].Tag}
}
