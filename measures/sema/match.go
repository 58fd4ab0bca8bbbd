package sema

import (
	"assay/graph/amr"
	"assay/treebank"
)

// A Matcher pairs the triples of two graphs.
type Matcher struct {
	Mate []int32 // for each triple of the system its triple of gold, or -1

	system, gold     []amr.Triple
	concepts, others map[int32]treebank.Symbol // by node
	instance, of     map[int32]int32           // by node: its instance triple
	taken            []bool
}

// Match pairs the triples of the system with those of gold, greedily in the order of
// the relations, as sema.py does. Each triple is used once.
func (m *Matcher) Match(system, gold []amr.Triple, top, goldTop int32) {
	m.system, m.gold = system, gold
	m.Mate, m.taken = make([]int32, len(system)), make([]bool, len(gold))
	for i := range m.Mate {
		m.Mate[i] = -1
	}
	m.concepts, m.instance = index(system)
	m.others, m.of = index(gold)
	if top >= 0 && goldTop >= 0 && m.concepts[top] == m.others[goldTop] {
		m.node(top, goldTop)
	}
	for j := range system {
		if system[j].Class != amr.Relation {
			continue
		}
		for i := range gold {
			if m.relates(&system[j], &gold[i]) {
				m.node(system[j].Target, gold[i].Target)
				m.node(system[j].Node, gold[i].Node)
				m.put(j, i)
			}
		}
	}
	for j := range system {
		for i := range gold {
			s, g := &system[j], &gold[i]
			if s.Class == amr.Attribute && g.Class == amr.Attribute && s.Role == g.Role && s.Value == g.Value &&
				m.concepts[s.Node] == m.others[g.Node] {
				m.put(j, i)
			}
		}
	}
	related := [2]map[int32]bool{ends(system), ends(gold)}
	for j := range system {
		for i := range gold {
			s, g := &system[j], &gold[i]
			if s.Class == amr.Instance && g.Class == amr.Instance && s.Value == g.Value && !related[0][s.Node] && !related[1][g.Node] {
				m.put(j, i)
			}
		}
	}
}

// index returns the concept and the instance triple of each node.
func index(list []amr.Triple) (map[int32]treebank.Symbol, map[int32]int32) {
	concepts, at := map[int32]treebank.Symbol{}, map[int32]int32{}
	for i := range list {
		if t := &list[i]; t.Class == amr.Instance {
			concepts[t.Node], at[t.Node] = t.Value, int32(i)
		}
	}
	return concepts, at
}

// ends returns the nodes at the ends of relations.
func ends(list []amr.Triple) map[int32]bool {
	out := map[int32]bool{}
	for i := range list {
		if t := &list[i]; t.Class == amr.Relation {
			out[t.Node], out[t.Target] = true, true
		}
	}
	return out
}

// relates reports whether two relations have equal roles and equal concepts at
// their ends.
func (m *Matcher) relates(s, g *amr.Triple) bool {
	return g.Class == amr.Relation && s.Role == g.Role && m.concepts[s.Node] == m.others[g.Node] && m.concepts[s.Target] == m.others[g.Target]
}

// node pairs the instance of a node with that of a node of gold if both are free;
// else with another free instance of the same concept in gold.
func (m *Matcher) node(n, g int32) {
	j, ok := m.instance[n]
	i, ok2 := m.of[g]
	if !ok || !ok2 || m.Mate[j] >= 0 {
		return
	}
	if !m.taken[i] {
		m.put(int(j), int(i))
		return
	}
	for k := range m.gold {
		if m.gold[k].Class == amr.Instance && m.gold[k].Value == m.system[j].Value && !m.taken[k] {
			m.put(int(j), k)
			return
		}
	}
}

// put pairs triple j of the system with triple i of gold if both are free.
func (m *Matcher) put(j, i int) {
	if m.Mate[j] < 0 && !m.taken[i] {
		m.Mate[j], m.taken[i] = int32(i), true
	}
}
