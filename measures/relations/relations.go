// Package relations is the measure relations: labels of the relations between given units (DISRPT, task 3).
//
//	accuracy = instances of gold with the same label in the system / instances of gold
//	precision, recall and f1 of a label: --by label
//
// A row is an instance. Instances pair by document and units, where disrpt_eval_2024.py (2.0.0) pairs them by line.
package relations

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
		Causes:    mistake.Units(),
		Name:      "relations",
		Signature: "relations",
		Columns:   eval.Columns("gold", "system", "matched"),
		PRF:       []eval.PRF{prf},
		Formulas: append([]eval.Formula{eval.HeadlineRatio("accuracy", eval.Plus(colMatched), eval.Plus(colGold))},
			prf.Formulas()...),
		Items:      colGold,
		Reads:      treebank.Instances,
		Omit:       omit,
		NewCounter: func() eval.Counter { return counter{} },
	}
}

// omit leaves out precision, recall and F1 if they equal the accuracy.
func omit(row []float64, _ uint64) []eval.Omission {
	if row[colGold] != row[colSystem] {
		return nil
	}
	return []eval.Omission{{Scores: []string{"precision", "recall", "f1"},
		Why: "precision, recall and F1 equal the accuracy"}}
}

type counter struct{}

// arc returns the relation of an instance, nil if it has none.
func arc(s *treebank.Sentence) *treebank.Arc {
	if s.Missing || len(s.Arcs) == 0 {
		return nil
	}
	return &s.Arcs[0]
}

// Count adds the counts of pair to row.
func (c counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// Explain yields the relation.
func (counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	g, s := arc(pair.Gold), arc(pair.System)
	right := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1, System: true}, {Column: colMatched, N: 1}}
	switch {
	case g == nil && s == nil:
		return nil
	case g == nil:
		yield(&eval.Item{Part: "relation", Outcome: eval.Spurious, Class: "spurious", System: ref(s), Adds: right[1:2]})
	case s == nil:
		yield(&eval.Item{Part: "relation", Outcome: eval.Missing, Class: "missing", Gold: ref(g), Adds: right[:1],
			Mended: right})
	case g.Rel == s.Rel:
		yield(&eval.Item{Part: "relation", Outcome: eval.Correct, Gold: ref(g), System: ref(s), Adds: right})
	default:
		yield(&eval.Item{Part: "relation", Outcome: eval.Incorrect, Class: "wrong label", Gold: ref(g),
			System: ref(s), Adds: right[:2], Mended: right})
	}
	return nil
}

func ref(a *treebank.Arc) eval.Ref {
	return eval.Ref{Kind: eval.Link, Index: a.Dep, Other: a.Head, Label: a.Rel}
}
