package ud

import (
	"slices"

	"assay/treebank"
)

// A path is a way through empty nodes from one node to another.
type path struct {
	from, to int32 // words, empty nodes, treebank.Root or below
	label    treebank.Symbol
	via      []int32 // the empty nodes between
}

func (p *path) equal(q *path) bool {
	return p.from == q.from && p.to == q.to && p.label == q.label && slices.Equal(p.via, q.via)
}

// cyclic reports whether p meets a node twice.
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

// maxSteps bounds the work for one sentence, which no real graph comes near.
const maxSteps = 20000

// collapse returns the paths of s that begin at a word or the root, end at a
// word and go through empty nodes only. It goes step by step as
// enhanced_collapse_empty_nodes.pl does, because in a graph with cycles among
// the empty nodes it depends on the steps which paths are found: a path is made
// longer only while it meets no node twice.
func (l *labels) collapse(s *treebank.Sentence) []path {
	n := int32(len(s.Tokens))
	empty := func(x int32) bool { return x >= n }
	var down, up []path // beginning at, ending at an empty node
	for _, dep := range inOrder(s) {
		at, _ := slices.BinarySearchFunc(s.Enhanced, dep, func(a treebank.Arc, d int32) int { return int(a.Dep - d) })
		for ; at < len(s.Enhanced) && s.Enhanced[at].Dep == dep; at++ {
			p := path{from: s.Enhanced[at].Head, to: dep, label: s.Enhanced[at].Rel}
			if empty(p.from) {
				down = append(down, p)
			}
			if empty(p.to) {
				up = append(up, p)
			}
		}
	}
	var done []path
	for i, steps := 0, 0; i < len(down) && steps < maxSteps; i++ {
		lower := down[i]
		for _, upper := range up[:len(up):len(up)] {
			if upper.to != lower.from {
				continue
			}
			steps++
			p := path{from: upper.from, to: lower.to, label: l.join(upper.label, lower.label)}
			p.via = append(append(append(p.via, upper.via...), upper.to), lower.via...)
			switch {
			case !empty(p.from) && !empty(p.to):
				done = append(done, p)
			case p.cyclic():
			default:
				if empty(p.from) && !slices.ContainsFunc(down, func(q path) bool { return q.equal(&p) }) {
					down = append(down, p)
				}
				if empty(p.to) && !slices.ContainsFunc(up, func(q path) bool { return q.equal(&p) }) {
					up = append(up, p)
				}
			}
		}
	}
	return done
}

// inOrder returns the words and the empty nodes of s as they follow one another.
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
