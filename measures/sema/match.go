package sema

import (
	"slices"

	"assay/graph/amr"
	"assay/treebank"
)

// A Matcher pairs the triples of two graphs.
type Matcher struct {
	Mate []int32 // for each triple of the system its triple of gold, or -1

	system, gold side
	taken        []bool
}

// A side is a graph with the nodes that count.
type side struct {
	triples  []amr.Triple
	top      int32
	concepts map[int32]treebank.Symbol // by node
	instance map[int32]int32           // by node: its instance triple
	held     map[int32]bool            // nodes that the other graph supports
}

// A statement is a triple with concepts in place of nodes.
type statement struct {
	class         amr.Class
	role          treebank.Symbol
	source, other treebank.Symbol // concepts; of an attribute, its concept and its value
}

// Match pairs the triples of the system with those of gold, each once. Relations are
// paired with relations of equal roles between equal concepts, attributes with equal
// attributes of equal concepts. A node is supported if the other graph has one of its
// relations, between equal concepts, if it is the root and the roots have equal concepts,
// or if it has no relation and the other graph has such a node of its concept. Of each
// concept as many nodes are paired as both graphs have supported nodes. These numbers
// depend neither on an order nor on which graph is gold.
func (m *Matcher) Match(system, gold []amr.Triple, top, goldTop int32) {
	m.system, m.gold = newSide(system, top), newSide(gold, goldTop)
	m.Mate, m.taken = slices.Repeat([]int32{-1}, len(system)), make([]bool, len(gold))
	roots := top >= 0 && goldTop >= 0 && m.system.concepts[top] == m.gold.concepts[goldTop]
	m.system.support(&m.gold, roots)
	m.gold.support(&m.system, roots)
	if roots {
		m.node(top, goldTop)
	}
	m.statements()
	m.rest()
}

func newSide(triples []amr.Triple, top int32) side {
	s := side{triples: triples, top: top,
		concepts: map[int32]treebank.Symbol{}, instance: map[int32]int32{}, held: map[int32]bool{}}
	for i := range triples {
		if t := &triples[i]; t.Class == amr.Instance {
			s.concepts[t.Node], s.instance[t.Node] = t.Value, int32(i)
		}
	}
	return s
}

// statement returns a relation or an attribute with concepts in place of nodes.
func (s *side) statement(t *amr.Triple) statement {
	st := statement{t.Class, t.Role, s.concepts[t.Node], t.Value}
	if t.Class == amr.Relation {
		st.other = s.concepts[t.Target]
	}
	return st
}

// support finds the nodes of s that the other graph supports.
func (s *side) support(other *side, roots bool) {
	known, alone := map[statement]bool{}, map[treebank.Symbol]bool{}
	for i := range other.triples {
		if t := &other.triples[i]; t.Class == amr.Relation {
			known[other.statement(t)] = true
		}
	}
	for node := range other.alone() {
		alone[other.concepts[node]] = true
	}
	for i := range s.triples {
		if t := &s.triples[i]; t.Class == amr.Relation && known[s.statement(t)] {
			s.held[t.Node], s.held[t.Target] = true, true
		}
	}
	for node := range s.alone() {
		if alone[s.concepts[node]] {
			s.held[node] = true
		}
	}
	if roots {
		s.held[s.top] = true
	}
}

// alone returns the nodes with a concept and without relations.
func (s *side) alone() map[int32]bool {
	out := map[int32]bool{}
	for node := range s.instance {
		out[node] = true
	}
	for i := range s.triples {
		if t := &s.triples[i]; t.Class == amr.Relation {
			delete(out, t.Node)
			delete(out, t.Target)
		}
	}
	return out
}

// statements pairs relations and attributes, and the nodes of paired relations.
func (m *Matcher) statements() {
	waiting := map[statement][]int32{} // triples of gold, in order
	for i := range m.gold.triples {
		if t := &m.gold.triples[i]; t.Class == amr.Relation || t.Class == amr.Attribute {
			st := m.gold.statement(t)
			waiting[st] = append(waiting[st], int32(i))
		}
	}
	for j := range m.system.triples {
		t := &m.system.triples[j]
		if t.Class != amr.Relation && t.Class != amr.Attribute {
			continue
		}
		st := m.system.statement(t)
		if len(waiting[st]) == 0 {
			continue
		}
		i := waiting[st][0]
		waiting[st] = waiting[st][1:]
		m.put(int32(j), i)
		if t.Class == amr.Relation {
			m.node(t.Node, m.gold.triples[i].Node)
			m.node(t.Target, m.gold.triples[i].Target)
		}
	}
}

// rest pairs the supported nodes of equal concepts that are left.
func (m *Matcher) rest() {
	free := map[treebank.Symbol][]int32{}
	for i := range m.gold.triples {
		if t := &m.gold.triples[i]; t.Class == amr.Instance && m.gold.held[t.Node] && !m.taken[i] {
			free[t.Value] = append(free[t.Value], int32(i))
		}
	}
	for j := range m.system.triples {
		t := &m.system.triples[j]
		if t.Class == amr.Instance && m.system.held[t.Node] && m.Mate[j] < 0 && len(free[t.Value]) > 0 {
			m.put(int32(j), free[t.Value][0])
			free[t.Value] = free[t.Value][1:]
		}
	}
}

// node pairs the instances of two nodes if both have one and both are free.
func (m *Matcher) node(n, g int32) {
	j, ok := m.system.instance[n]
	i, ok2 := m.gold.instance[g]
	if ok && ok2 {
		m.put(j, i)
	}
}

// put pairs triple j of the system with triple i of gold if both are free.
func (m *Matcher) put(j, i int32) {
	if m.Mate[j] < 0 && !m.taken[i] {
		m.Mate[j], m.taken[i] = i, true
	}
}
