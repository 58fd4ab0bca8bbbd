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
}

// make collapses the enhanced graph of s.
func (g *graph) make(l *labels, s *treebank.Sentence) {
	n := int32(len(s.Tokens))
	g.edges, g.first = g.edges[:0], g.first[:0]
	var paths []path
	if len(s.Empties) > 0 {
		paths = l.collapse(s)
	}
	i := 0
	for w := range n {
		g.first = append(g.first, int32(len(g.edges)))
		for ; i < len(s.Enhanced) && s.Enhanced[i].Dep == w; i++ {
			if a := s.Enhanced[i]; a.Head < n {
				g.edges = append(g.edges, edge{dep: w, head: a.Head, rel: a.Rel})
			}
		}
		for ; len(paths) > 0 && paths[0].to == w; paths = paths[1:] {
			e := edge{dep: w, head: paths[0].from, rel: paths[0].label}
			if !slices.Contains(g.edges[g.first[w]:], e) {
				g.edges = append(g.edges, e)
			}
		}
	}
	g.first = append(g.first, int32(len(g.edges)))
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

// countEdges counts elas and eulas. Where one side has no graph nothing needs
// to be compared.
func (c *counter) countEdges(t *tally, p *eval.Pair) {
	g, s := p.Gold, p.System
	if len(g.Enhanced) > 0 && len(s.Enhanced) > 0 || len(g.Empties)+len(s.Empties) > 0 {
		c.edges(p, func(_ *edge, _ *edge, row int, n [perRow]int) {
			for i, v := range n {
				t[row][i] += v
			}
		})
		return
	}
	n := [perRow]int{gold: len(g.Enhanced), system: len(s.Enhanced)}
	for _, e := range g.Enhanced {
		if p.Align().System[e.Dep] >= 0 {
			n[aligned]++
		}
	}
	t[rowELAS], t[rowEULAS] = n, n
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
