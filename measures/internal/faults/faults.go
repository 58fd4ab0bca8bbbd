// Package faults names the errors of semantic graphs in the terms of the field, for
// every measure of graphs alike: wrong concept or sense, wrong value, wrong role,
// reversed edge, wrong top, wrong box, lost and spurious re-entrancy, missing and spurious edge,
// and missing and spurious subgraph, which is everything about a node that has no
// counterpart.
//
// A measure describes each statement of both graphs as a Fact, whose places are equal
// where nodes correspond: by a mapping, by their words or by their characters.
package faults

import (
	"cmp"

	"assay/eval"
	"assay/treebank"
)

// A Kind is the form of a fact.
type Kind uint8

// The kinds.
const (
	Concept  Kind = iota // the name of a node, which may have a sense
	Label                // the name of a node or unit
	Property             // a value of a node or an edge under a role
	Anchor               // the words of a node
	Edge
	Top
)

// Nowhere is the absent end of a fact.
const Nowhere = ^uint64(0)

// A Fact is a statement about one node or an edge.
type Fact struct {
	Kind     Kind
	From, To uint64 // the places of its nodes; To is Nowhere unless it is about an edge
	Role     treebank.Symbol
	Value    treebank.Symbol // of a property, 0 if the measure has none to compare
	Stem     string          // of a concept: its name without the sense
	Noun     string          // for "missing NOUN"
	Apart    string          // for "missing APART" where its node has no counterpart; "subgraph" if empty
	Name     string          // its label or value: among several facts about one subject the first by name are paired
	Matched  bool
	// Free says that the target need not be a node of the graph, as a word need not. It is not re-entrant:
	// a word may be an argument of several predicates.
	Free bool
	// Box is the place of the box that a clause is in, plus one; 0 of facts without a box.
	Box uint64
	// Frame says that an edge is part of the structure of boxes, in which no target is re-entrant.
	Frame bool
}

// A Pair holds the facts of gold and system of one sentence.
type Pair struct {
	sides  [2]side
	rivals Queues[subject] // unmatched facts of the system
	values Queues[value]   // unmatched properties of the system
	filled bool            // taken holds the rivals
	taken  []int32         // of each fact of gold the fact of the system paired with it, or -1
	orders [2][]int32
}

type side struct {
	facts    []Fact
	nodes    map[uint64]bool
	incoming map[uint64]int
	wrong    map[edge]bool // edges that are not matched
	tops     int           // tops that are not matched
}

type edge struct {
	from, to uint64
	role     treebank.Symbol
}

// The sides.
const (
	Gold = iota
	System
)

// Reset forgets all facts.
func (p *Pair) Reset() {
	p.filled = false
	for i := range p.sides {
		side := &p.sides[i]
		if side.nodes == nil {
			side.nodes, side.incoming, side.wrong = map[uint64]bool{}, map[uint64]int{}, map[edge]bool{}
		}
		side.facts, side.tops = side.facts[:0], 0
		clear(side.nodes)
		clear(side.incoming)
		clear(side.wrong)
	}
}

// Add adds a fact to a side. The facts of a side are numbered from 0.
func (p *Pair) Add(which int, fact Fact) {
	side := &p.sides[which]
	side.facts = append(side.facts, fact)
	side.nodes[fact.From] = true
	if fact.Kind == Top && !fact.Matched {
		side.tops++
	}
	if fact.Kind != Edge {
		return
	}
	if !fact.Frame {
		side.incoming[fact.To]++
	}
	if !fact.Free {
		side.nodes[fact.To] = true
	}
	if !fact.Matched {
		side.wrong[edge{fact.From, fact.To, fact.Role}] = true
	}
}

// Class names the error of a fact of gold, one of the system or both, of which -1 is
// none. It is empty for a correct item.
func (p *Pair) Class(gold, system int, o eval.Outcome) string {
	switch o {
	case eval.Missing:
		return p.one(Gold, gold, "missing", "lost re-entrancy")
	case eval.Spurious:
		return p.one(System, system, "spurious", "spurious re-entrancy")
	case eval.Incorrect:
		return wrong(&p.sides[Gold].facts[gold], &p.sides[System].facts[system])
	}
	return ""
}

// wrong names the difference between two facts about the same subject.
func wrong(gold, system *Fact) string {
	if gold.Box != system.Box && gold.sameButBox(system) {
		return "wrong box"
	}
	switch gold.Kind {
	case Concept:
		if gold.Stem == system.Stem {
			return "wrong sense"
		}
		return "wrong concept"
	case Label:
		return "wrong label"
	case Property:
		if gold.Role != system.Role && gold.Value == system.Value && gold.Value != 0 {
			return "wrong role"
		}
		return "wrong value"
	case Anchor:
		return "wrong anchor"
	case Top:
		return "wrong top"
	}
	switch {
	case gold.Role == system.Role && gold.From == system.To && gold.To == system.From && gold.From != gold.To:
		return "reversed edge"
	case gold.Role == system.Role && gold.To != system.To:
		return "wrong target"
	case gold.Frame:
		return "wrong operator"
	}
	return "wrong role"
}

// sameButBox reports whether two clauses differ in their boxes alone.
func (f *Fact) sameButBox(other *Fact) bool {
	return f.Name == other.Name && f.Role == other.Role && f.From == other.From && f.To == other.To
}

// one names a fact that only one side has.
func (p *Pair) one(which, i int, name, reentrancy string) string {
	own, other := &p.sides[which], &p.sides[1-which]
	fact := &own.facts[i]
	switch {
	case fact.Kind == Top && other.tops > 0:
		return "wrong top"
	case fact.Kind == Top:
		return name + " top"
	case !other.nodes[fact.From] || fact.To != Nowhere && !fact.Free && !other.nodes[fact.To]:
		return name + " " + cmp.Or(fact.Apart, "subgraph")
	case fact.Kind == Edge && other.wrong[edge{fact.To, fact.From, fact.Role}]:
		return "reversed edge"
	case fact.Kind == Edge && !fact.Frame && !fact.Free && own.incoming[fact.To] > 1:
		return reentrancy
	}
	return name + " " + fact.Noun
}

// Place returns the place of node i of a side under a mapping of gold's nodes to the
// system's: that of gold, or one of its own.
func Place(mate, back []int32, which int, i int32) uint64 {
	switch {
	case i < 0:
		return Nowhere
	case which == Gold:
		return uint64(i)
	case back[i] >= 0:
		return uint64(back[i])
	}
	return uint64(len(mate)) + uint64(i)
}

// Back returns the inverse of a mapping to n nodes.
func Back(dst, mate []int32, n int) []int32 {
	dst = append(dst[:0], make([]int32, n)...)
	for i := range dst {
		dst[i] = -1
	}
	for i, j := range mate {
		if j >= 0 {
			dst[j] = int32(i)
		}
	}
	return dst
}
