package counter

import (
	"assay/eval"
	"assay/graph/matching"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

type counter struct {
	matchcount.Search
	x     extractor
	pair  *eval.Pair
	sides [2]Structure
}

func newCounter(opt *Options, closeRow func(row []float64)) *counter {
	c := &counter{x: extractor{opt: opt}}
	c.Search = matchcount.Search{Terms: c, Whole: "structure", Pairs: colPairs, Open: colOpen, Close: closeRow,
		Solver: matching.New(matching.Options{Classes: classes, Budget: opt.Budget})}
	return c
}

// Read makes the terms of both structures: their clauses.
func (c *counter) Read(pair *eval.Pair) (gold, system matching.Graph, ok bool, err error) {
	c.pair = pair
	for which, sentence := range c.sentences() {
		c.x.dummy = [...]string{goldDummy, systemDummy}[which]
		if err := c.x.read(&c.sides[which], sentence); err != nil {
			return gold, system, false, err
		}
	}
	return c.sides[faults.Gold].Graph, c.sides[faults.System].Graph, true, nil
}

func (c *counter) sentences() [2]*treebank.Sentence {
	return [2]*treebank.Sentence{c.pair.Gold, c.pair.System}
}

// Content names terms by their operators, roles and concepts.
func (c *counter) Content(pair *eval.Pair) matching.Content {
	return matching.Content{Name: func(t *matching.Term) uint64 { return matching.Hash(pair.Gold.Syms.Name(symbol(t))) }}
}

func symbol(t *matching.Term) treebank.Symbol { return treebank.Symbol(t.Key >> 2) }

// Part returns clause i of a side.
func (c *counter) Part(which, i int) matchcount.Part {
	side := &c.sides[which]
	class := int(side.Graph.Terms[i].Class)
	return matchcount.Part{Class: class, Name: classNames[class], Ref: side.ref(c.sentences()[which], i)}
}

// classNames name one clause of a class.
var classNames = [classes]string{operators: "operator", roles: "role", concepts: "concept"}

// Fact describes clause i of a side. A clause about two variables is an edge between them, one
// about a box and a variable an edge of the box; roles and comparisons with a constant are
// properties.
func (c *counter) Fact(which, i int, _ bool) faults.Fact {
	side, of := &c.sides[which], c.sentences()[which]
	term := &side.Graph.Terms[i]
	fact := faults.Fact{Kind: faults.Edge, Name: c.pair.Gold.Syms.Name(symbol(term)), Noun: classNames[term.Class]}
	withConstant := false
	if k := side.Clauses[i]; k >= 0 {
		fact.Role, withConstant = of.Clauses[k].Op, of.Clauses[k].ConstB != 0
	}
	box, a, b := c.Place(which, term.Nodes[0]), c.Place(which, term.Nodes[1]), c.Place(which, term.Nodes[2])
	frame := int(term.Class) == operators && a != faults.Nowhere && b == faults.Nowhere && !withConstant
	if !frame { // else the box is an end
		fact.Box = box + 1
	}
	switch {
	case int(term.Class) == concepts:
		fact.Kind, fact.From, fact.To, fact.Stem = faults.Concept, a, faults.Nowhere, of.Syms.Name(fact.Role)
	case b != faults.Nowhere:
		fact.From, fact.To = a, b
	case frame:
		fact.From, fact.To, fact.Frame = box, a, true
	case a != faults.Nowhere:
		fact.Kind, fact.From, fact.To = faults.Property, a, faults.Nowhere
	default:
		fact.Kind, fact.From, fact.To = faults.Property, box, faults.Nowhere
	}
	return fact
}
