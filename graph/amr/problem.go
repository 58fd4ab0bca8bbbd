package amr

import (
	"assay/graph/matching"
	"assay/treebank"
)

// Graph returns the triples as a graph for matching, in the memory of terms.
// Terms are in the order of the triples. The class of a top is that of
// attributes.
func Graph(terms []matching.Term, triples []Triple, nodes int) matching.Graph {
	terms = terms[:0]
	for i := range triples {
		t := &triples[i]
		m := matching.Term{Class: uint8(t.Class), Nodes: [3]int32{t.Node, t.Target, matching.None}}
		m.Key = uint64(t.Class)<<62 ^ uint64(t.Role)<<31 ^ uint64(t.Value)
		if t.Class == Top {
			m.Class = uint8(Attribute)
		}
		terms = append(terms, m)
	}
	return matching.Graph{Nodes: nodes, Terms: terms}
}

// Name returns a function for matching.Solver.SolveInOrder.
func Name(syms *treebank.Symbols) func(*matching.Term) uint64 {
	const symbol = 1<<31 - 1
	return func(t *matching.Term) uint64 {
		return matching.Hash(syms.Name(treebank.Symbol(t.Key>>31&symbol)),
			syms.Name(treebank.Symbol(t.Key&symbol))) + t.Key>>62
	}
}
