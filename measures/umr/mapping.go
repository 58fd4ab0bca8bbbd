package umr

import (
	"fmt"
	"slices"

	"assay/treebank"
)

// A mapper maps the nodes of two graphs to each other.
type mapper struct {
	sides [2]*graph
	links [2][][]int32 // of each node the nodes of the other side, sorted
}

// mostSteps bounds the comparisons of links of a sentence: each round compares all that are left, and keeps one.
const mostSteps = 1 << 29

// mapping returns for each node of gold the node of the system that it is mapped to, -1 for none. It refuses
// sentences whose nodes have so many links that removing them would take minutes.
func mapping(gold, system *graph) ([]int32, error) {
	m := &mapper{sides: [2]*graph{gold, system}}
	if links := m.possible(); links*min(len(gold.nodes), len(system.nodes)) > mostSteps {
		return nil, fmt.Errorf("want nodes with few links to the other side, found %d links between %d and %d nodes: "+
			"do all nodes have the same words or the same concept?", links, len(gold.nodes), len(system.nodes))
	}
	m.link()
	for m.resolve() {
	}
	out := make([]int32, len(gold.nodes))
	for i, list := range m.links[0] {
		if out[i] = -1; len(list) > 0 {
			out[i] = list[0]
		}
	}
	return out, nil
}

// possible returns the number of links, of which a pair of nodes may have several.
func (m *mapper) possible() (n int) {
	words, concepts := [2]map[int32]int{{}, {}}, [2]map[string]int{{}, {}}
	for which, side := range m.sides {
		for i := range side.nodes {
			if at := &side.nodes[i]; !at.aligned {
				concepts[which][at.full]++
			}
			for _, word := range side.nodes[i].words {
				words[which][word]++
			}
		}
	}
	for word, count := range words[0] {
		n += count * words[1][word]
	}
	for concept, count := range concepts[0] {
		n += count * concepts[1][concept]
	}
	return n
}

// link links nodes that share a word of the sentence, and nodes without words that have the same concept.
func (m *mapper) link() {
	for which := range m.sides {
		m.links[which] = make([][]int32, len(m.sides[which].nodes))
	}
	byWord, byConcept := map[int32][]int32{}, map[string][]int32{}
	for j := range m.sides[1].nodes {
		if other := &m.sides[1].nodes[j]; !other.aligned {
			byConcept[other.full] = append(byConcept[other.full], int32(j))
		}
		for _, word := range m.sides[1].nodes[j].words {
			byWord[word] = append(byWord[word], int32(j))
		}
	}
	words := int32(0) // words of the sentence: only these link nodes
	for _, c := range m.sides[0].text {
		if c == ' ' {
			words++
		}
	}
	for i := range m.sides[0].nodes {
		at := &m.sides[0].nodes[i]
		var list []int32
		for _, word := range at.words {
			if word <= words {
				list = append(list, byWord[word]...)
			}
		}
		if !at.aligned {
			list = append(list, byConcept[at.full]...)
		}
		slices.Sort(list)
		m.links[0][i] = slices.Compact(list)
		for _, j := range m.links[0][i] {
			m.links[1][j] = append(m.links[1][j], int32(i))
		}
	}
}

// A candidate is one of several links of a node.
type candidate struct {
	which          int // side of from
	from, to       int32
	same, variable bool // equal concepts, equal variables
	strong, weak   int  // matches
	length         int  // of the words of both nodes
}

// resolve keeps the best of the links of nodes that have several, without the others of its two nodes. It returns
// false if no node has several links.
func (m *mapper) resolve() bool {
	var best *candidate
	for which := range m.sides {
		for i := range m.sides[which].nodes {
			best = m.better(best, which, int32(i))
		}
	}
	if best == nil {
		return false
	}
	m.links[best.which][best.from] = []int32{best.to}
	m.links[1-best.which][best.to] = []int32{best.from}
	return true
}

// better drops links of a node that the other side no longer has, and returns the best candidate so far.
func (m *mapper) better(best *candidate, which int, from int32) *candidate {
	back := m.links[1-which]
	list := slices.DeleteFunc(m.links[which][from], func(to int32) bool { return !slices.Contains(back[to], from) })
	m.links[which][from] = list
	if len(list) < 2 {
		return best
	}
	for _, to := range list {
		node, mate := &m.sides[which].nodes[from], &m.sides[1-which].nodes[to]
		c := candidate{which: which, from: from, to: to, same: node.full == mate.full,
			variable: node.variable == mate.variable, strong: m.strong(which, node, mate), weak: common(node.names, mate.names),
			length: node.length + mate.length}
		if best == nil || m.before(&c, best) {
			best = &c
		}
	}
	return best
}

// before reports whether a candidate comes before another one that was found earlier.
func (m *mapper) before(c, other *candidate) bool {
	if c.same != other.same {
		return c.same
	}
	for _, more := range [...]int{c.strong - other.strong, c.weak - other.weak, c.length - other.length} {
		if more != 0 {
			return more > 0
		}
	}
	if c.variable != other.variable {
		return c.variable
	}
	return m.name(c) < m.name(other)
}

func (m *mapper) name(c *candidate) string {
	return m.sides[c.which].nodes[c.from].variable + m.sides[1-c.which].nodes[c.to].variable
}

// strong counts equal statements of two nodes under the links as they are now: a value with several links counts
// once for each of them.
func (m *mapper) strong(which int, node, mate *node) (n int) {
	var scratch [24]statement
	left := append(scratch[:0], mate.states...)
	take := func(one *statement, target int32) {
		for i := range left {
			if equal(one, target, &left[i]) {
				left = slices.Delete(left, i, i+1)
				n++
				return
			}
		}
	}
	for i := range node.states {
		one := &node.states[i]
		if one.target < 0 {
			take(one, -1)
			continue
		}
		for _, target := range m.links[which][one.target] {
			take(one, target)
		}
	}
	return n
}

// equal reports whether a statement, whose value is mapped to a node of the other side or is none (-1), is
// equal to one of that side.
func equal(one *statement, target int32, other *statement) bool {
	return one.class == other.class && one.name == other.name && target == other.target && one.value == other.value
}

// common returns the number of elements that two sorted lists share.
func common(a, b []treebank.Symbol) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, n = a[1:], b[1:], n+1
		}
	}
	return n
}
