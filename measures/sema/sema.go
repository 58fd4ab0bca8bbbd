// Package sema is SEMA (Anchiêta, Cabezudo & Pardo 2019): precision, recall and F1 of
// the triples of semantic graphs without a mapping of nodes. A relation of the system
// counts if gold has one of the same role between nodes of the same concepts; the
// nodes at its ends then count too. An attribute counts if gold has it on a node of
// the same concept; the root counts if the concepts of the roots are equal. Source:
// sema.py at 9a4911c.
//
// sema.py has three faults, so that it scores files against themselves with 1.07.
// They are repaired here (compat/sema keeps them): it stores the root under the name
// of gold's node, so that the root counts twice; an attribute of the system counts
// once for each equal one of gold; and of two relations between the same nodes the
// second never counts. Here each triple of gold is used once. Besides, a node without
// relations counts if gold has such a node with the same concept.
//
// sema.py takes equal relations in the order of the system's, so that its figures depend
// on that order and on which side is gold. Here of each concept as many nodes count as both
// sides have that the other side supports, so that swapped sides swap precision and recall.
//
// A sentence that a side lacks counts as an empty graph.
package sema

import (
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/graph/amr"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/measures/smatch"
	"assay/treebank"
)

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
	colExact
	colItems
)

// New returns the measure.
func New() *eval.Measure {
	layout := matchcount.New("")
	formulas := eval.Mark(layout.PRF[0].Formulas(), true, "f1")
	return &eval.Measure{
		Causes:    mistake.Nodes(),
		Name:      "sema",
		Signature: "sema|faults:repaired|nodes:supported",
		Columns: append(layout.Columns,
			eval.Column{Name: "exact", From: []int{colGold, colSystem, colMatched}},
			eval.Column{Name: "items", From: []int{colGold, colSystem}, Presence: true}),
		PRF:        layout.PRF,
		Formulas:   append(formulas, eval.Ratio("exact_match", eval.Plus(colExact), eval.Plus(colItems))),
		Items:      colGold,
		Close:      closeRow,
		NewCounter: func() eval.Counter { return newCounter() },
	}
}

// triples are the options that extract the triples of sema.py: those of smatch.py
// without the root.
var triples = amr.Options{Root: amr.RootNone, Turned: amr.TurnedLost}

// A counter counts pairs of graphs.
type counter struct {
	matchcount.Items
	x       *amr.Extractor
	pair    *eval.Pair
	triples [2][]amr.Triple // of gold and of the system
	matcher Matcher
}

func newCounter() *counter {
	c := &counter{x: amr.NewExtractor(triples)}
	c.Items.Parter = c
	return c
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	err := eval.CountItems(c, row, p)
	closeRow(row)
	return err
}

// closeRow sets the columns for whole pairs.
func closeRow(row []float64) {
	row[colItems] = eval.One(row[colGold]+row[colSystem] > 0)
	row[colExact] = eval.One(row[colGold] > 0 && row[colGold] == row[colMatched] && row[colSystem] == row[colMatched])
}

// Explain yields an item for each triple of the system, then for each triple of gold
// without a match.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.pair = pair
	for which, s := range [2]*treebank.Sentence{pair.Gold, pair.System} {
		c.triples[which] = Triples(c.x, c.triples[which][:0], s)
	}
	gold, system := c.triples[faults.Gold], c.triples[faults.System]
	c.matcher.Match(system, gold, top(pair.System), top(pair.Gold))
	for j, i := range c.matcher.Mate {
		outcome := eval.Correct
		if i < 0 {
			outcome = eval.Spurious
		}
		c.One(int(i), j, outcome, yield)
	}
	for i, taken := range c.matcher.taken {
		if !taken {
			c.One(i, -1, eval.Missing, yield)
		}
	}
	return nil
}

// Part returns triple i of a side.
func (c *counter) Part(which, i int) matchcount.Part {
	t := &c.triples[which][i]
	sentence := [2]*treebank.Sentence{c.pair.Gold, c.pair.System}[which]
	return matchcount.Part{Name: t.Class.String(), Ref: smatch.Ref(sentence, t)}
}

// Triples appends the triples of s to dst, relations in the order of their source
// nodes.
func Triples(x *amr.Extractor, dst []amr.Triple, s *treebank.Sentence) []amr.Triple {
	dst = x.Triples(dst, s)
	slices.SortStableFunc(dst, func(a, b amr.Triple) int {
		if d := int(a.Class) - int(b.Class); d != 0 || a.Class != amr.Relation {
			return d
		}
		return int(a.Node - b.Node)
	})
	return dst
}

// top returns the root of s, or -1 if it has none.
func top(s *treebank.Sentence) int32 {
	if s.Missing || len(s.Tops) == 0 {
		return -1
	}
	return s.Tops[0]
}
