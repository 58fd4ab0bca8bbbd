package ud

import (
	"slices"

	"assay/eval"
	"assay/treebank"
)

// An edge is an edge of an enhanced graph that ends at a word.
type edge struct {
	dep, head int32 // head is a word, treebank.Root or below
	rel       treebank.Symbol
	used      [2]bool // matched for elas, for eulas
}

// A graph is the enhanced graph of one sentence with its empty nodes collapsed:
// the edge to a word from an empty node is replaced by one from each word, or
// the root, from which a path leads there through empty nodes only, and its
// label is that of the path, as in conj>nsubj.
type graph struct {
	edges []edge  // sorted by dep
	first []int32 // by word, where its edges begin; one more than words
	trail []int32 // empty nodes of the path that is being followed
}

// maxPaths bounds the paths from one word, which no real graph comes near.
const maxPaths = 1000

// make collapses the enhanced graph of s.
func (g *graph) make(l *labels, s *treebank.Sentence) {
	n := int32(len(s.Tokens))
	g.edges, g.first = g.edges[:0], g.first[:0]
	i := 0
	for w := range n {
		g.first = append(g.first, int32(len(g.edges)))
		for i < len(s.Enhanced) && s.Enhanced[i].Dep == w {
			a := s.Enhanced[i]
			i++
			if a.Head < n {
				g.edges = append(g.edges, edge{dep: w, head: a.Head, rel: a.Rel})
				continue
			}
			g.trail = g.trail[:0]
			g.follow(l, s, w, a.Head, a.Rel, int(g.first[w])+maxPaths)
		}
	}
	g.first = append(g.first, int32(len(g.edges)))
}

// follow adds an edge to word w for each path that leads to it through the
// empty node, from which it goes along rel.
func (g *graph) follow(l *labels, s *treebank.Sentence, w, empty int32, rel treebank.Symbol, limit int) {
	if slices.Contains(g.trail, empty) || len(g.edges) >= limit {
		return
	}
	g.trail = append(g.trail, empty)
	at, _ := slices.BinarySearchFunc(s.Enhanced, empty, func(a treebank.Arc, d int32) int { return int(a.Dep - d) })
	for ; at < len(s.Enhanced) && s.Enhanced[at].Dep == empty; at++ {
		a := s.Enhanced[at]
		path := l.join(a.Rel, rel)
		if int(a.Head) >= len(s.Tokens) {
			g.follow(l, s, w, a.Head, path, limit)
			continue
		}
		e := edge{dep: w, head: a.Head, rel: path}
		if !slices.Contains(g.edges[g.first[w]:], e) {
			g.edges = append(g.edges, e)
		}
	}
	g.trail = g.trail[:len(g.trail)-1]
}

// of returns the edges that end at word w.
func (g *graph) of(w int32) []edge { return g.edges[g.first[w]:g.first[w+1]] }

// edges visits the edges of both sides for elas and eulas: a pair that matches,
// or one of one side alone, the other nil. n is what it adds to the row. An
// edge matches one of the aligned word with the same head and path, each once.
func (c *counter) edges(p *eval.Pair, visit func(g, s *edge, row int, n [perRow]int)) {
	a := p.Align()
	gg, sg := &c.graph[0], &c.graph[1]
	gg.make(&c.labels, p.Gold)
	sg.make(&c.labels, p.System)
	both := func(w int32) int {
		if w >= 0 {
			return 1
		}
		return 0
	}
	for k, row := range []int{rowELAS, rowEULAS} {
		for w := range int32(len(p.Gold.Tokens)) {
			var theirs []edge
			if a.System[w] >= 0 {
				theirs = sg.of(a.System[w])
			}
			for i := range gg.of(w) {
				g := &gg.of(w)[i]
				if s := c.match(a, g, theirs, k); s != nil {
					visit(g, s, row, [perRow]int{1, 1, 1, 1})
				} else {
					visit(g, nil, row, [perRow]int{0, 1, 0, both(a.System[w])})
				}
			}
		}
		for w := range int32(len(p.System.Tokens)) {
			for i := range sg.of(w) {
				if s := &sg.of(w)[i]; !s.used[k] {
					visit(nil, s, row, [perRow]int{0, 0, 1, 0})
				}
			}
		}
	}
}

// match returns the first unused edge of theirs that is the same as g.
func (c *counter) match(a *eval.Alignment, g *edge, theirs []edge, k int) *edge {
	for i := range theirs {
		s := &theirs[i]
		if s.used[k] || !sameHead(a, g.head, s.head) {
			continue
		}
		if g.rel == s.rel || k == 1 && c.labels.path(g.rel) == c.labels.path(s.rel) {
			s.used[k] = true
			return s
		}
	}
	return nil
}
