package ud

import (
	"slices"

	"assay/treebank"
)

// A path leads from one node to another through empty nodes.
type path struct {
	from, to int32 // words, empty nodes, treebank.Root or below
	label    treebank.Symbol
	via      []int32 // the empty nodes between
}

func (p *path) equal(q *path) bool {
	return p.from == q.from && p.to == q.to && p.label == q.label && slices.Equal(p.via, q.via)
}

// cyclic reports whether p visits a node twice.
func (p *path) cyclic() bool {
	if p.from == p.to {
		return true
	}
	for i, v := range p.via {
		if v == p.from || v == p.to || slices.Contains(p.via[:i], v) {
			return true
		}
	}
	return false
}

// maxSteps limits the work for one sentence; no real graph comes near it. Paths not
// found by then are omitted.
const maxSteps = 20000

// collapse returns the paths of sentence that begin at a word or the root, end at a word and
// go through empty nodes only, sorted by the word at their end. In a graph with
// cycles among the empty nodes the result depends on the order of the steps, so it
// proceeds step by step as enhanced_collapse_empty_nodes.pl does: a path is extended
// only while it visits no node twice.
func (l *labels) collapse(sentence *treebank.Sentence) []path {
	n := int32(len(sentence.Tokens))
	empty := func(x int32) bool { return x >= n }
	var down []path // paths that begin at an empty node, in the order of processing
	from, to := paths{}, paths{}
	for _, dep := range inOrder(sentence) {
		at, _ := slices.BinarySearchFunc(sentence.Enhanced, dep, func(a treebank.Arc, d int32) int { return int(a.Dep - d) })
		for ; at < len(sentence.Enhanced) && sentence.Enhanced[at].Dep == dep; at++ {
			p := path{from: sentence.Enhanced[at].Head, to: dep, label: sentence.Enhanced[at].Rel}
			if empty(p.from) {
				from[p.from] = append(from[p.from], p)
				down = append(down, p)
			}
			if empty(p.to) {
				to[p.to] = append(to[p.to], p)
			}
		}
	}
	var done []path
	for i, steps := 0, 0; i < len(down) && steps < maxSteps; i++ {
		lower := down[i]
		for _, upper := range slices.Clone(to[lower.from]) {
			steps++
			p := path{from: upper.from, to: lower.to, label: l.join(upper.label, lower.label)}
			p.via = append(append(append(p.via, upper.via...), upper.to), lower.via...)
			switch {
			case !empty(p.from) && !empty(p.to):
				done = append(done, p)
			case p.cyclic():
			default:
				if empty(p.from) && !from.has(p.from, &p) {
					from[p.from] = append(from[p.from], p)
					down = append(down, p)
				}
				if empty(p.to) && !to.has(p.to, &p) {
					to[p.to] = append(to[p.to], p)
				}
			}
		}
	}
	slices.SortStableFunc(done, func(a, b path) int { return int(a.to - b.to) })
	return done
}

// paths indexes paths by one of their ends.
type paths map[int32][]path

func (m paths) has(end int32, p *path) bool {
	return slices.ContainsFunc(m[end], func(q path) bool { return q.equal(p) })
}

// inOrder returns the words and the empty nodes of s in surface order.
func inOrder(s *treebank.Sentence) []int32 {
	n := int32(len(s.Tokens))
	nodes := make([]int32, 0, int(n)+len(s.Empties))
	e := 0
	for w := int32(0); w <= n; w++ {
		for e < len(s.Empties) && s.Empties[e].After <= w {
			nodes = append(nodes, n+int32(e))
			e++
		}
		if w < n {
			nodes = append(nodes, w)
		}
	}
	return nodes
}
