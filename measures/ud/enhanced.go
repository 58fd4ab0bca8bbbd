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

// A graph is the enhanced graph of one sentence with its empty nodes collapsed: an
// edge from an empty node to a word is replaced by an edge from each word, or the
// root, that reaches the word through empty nodes only. Its label is the path, as in
// conj>nsubj.
type graph struct {
	edges []edge  // sorted by dep
	first []int32 // by word, the index of its first edge; one entry more than words
}

// make collapses the enhanced graph of sentence.
func (g *graph) make(l *labels, sentence *treebank.Sentence) {
	n := int32(len(sentence.Tokens))
	g.edges, g.first = g.edges[:0], g.first[:0]
	var paths []path
	if len(sentence.Empties) > 0 {
		paths = l.collapse(sentence)
	}
	i := 0
	for w := range n {
		g.first = append(g.first, int32(len(g.edges)))
		for ; i < len(sentence.Enhanced) && sentence.Enhanced[i].Dep == w; i++ {
			if a := sentence.Enhanced[i]; a.Head < n && !repeated(sentence.Enhanced[:i], a) {
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

// edges visits the edges of both sides for elas and eulas: each matching pair, and
// each edge of one side alone with nil for the other. n is added to the row. An edge
// matches an unused edge of the aligned word with the same head and path.
func (c *counter) edges(pair *eval.Pair, visit func(g, s *edge, row int, n [perRow]int)) {
	alignment := c.align(pair)
	gg, sg := &c.graph[0], &c.graph[1]
	gg.make(&c.labels, pair.Gold)
	sg.make(&c.labels, pair.System)
	both := func(w int32) int {
		if w >= 0 {
			return 1
		}
		return 0
	}
	for k, row := range []int{rowELAS, rowEULAS} {
		for w := range int32(len(pair.Gold.Tokens)) {
			var theirs []edge
			if alignment.System[w] >= 0 {
				theirs = sg.of(alignment.System[w])
			}
			for i := range gg.of(w) {
				g := &gg.of(w)[i]
				if s := c.match(alignment, g, theirs, k); s != nil {
					visit(g, s, row, [perRow]int{1, 1, 1, 1})
				} else {
					visit(g, nil, row, [perRow]int{0, 1, 0, both(alignment.System[w])})
				}
			}
		}
		for w := range int32(len(pair.System.Tokens)) {
			for i := range sg.of(w) {
				if s := &sg.of(w)[i]; !s.used[k] {
					visit(nil, s, row, [perRow]int{0, 0, 1, 0})
				}
			}
		}
	}
}

// countEdges counts elas and eulas. If one side has no graph, there is nothing to
// compare.
func (c *counter) countEdges(tally *tally, pair *eval.Pair) {
	g, sentence := pair.Gold, pair.System
	if c.plainEdges(tally, pair) {
		return
	}
	if len(g.Enhanced) > 0 && len(sentence.Enhanced) > 0 || len(g.Empties)+len(sentence.Empties) > 0 ||
		!plain(g) || !plain(sentence) {
		c.edges(pair, func(_ *edge, _ *edge, row int, n [perRow]int) {
			for i, v := range n {
				tally[row][i] += v
			}
		})
		return
	}
	n := [perRow]int{gold: len(g.Enhanced), system: len(sentence.Enhanced)}
	for _, e := range g.Enhanced {
		if c.align(pair).System[e.Dep] >= 0 {
			n[aligned]++
		}
	}
	tally[rowELAS], tally[rowEULAS] = n, n
}

// match returns the first unused edge of theirs that equals g.
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

// plainEdges is the fast path of countEdges if word i is word i on both sides and no
// node is empty; else it returns false. edges is its plain twin.
func (c *counter) plainEdges(tally *tally, p *eval.Pair) bool {
	gold, system := p.Gold.Enhanced, p.System.Enhanced
	if len(p.Gold.Empties)+len(p.System.Empties) > 0 || !c.align(p).Same || !plain(p.Gold) || !plain(p.System) {
		return false
	}
	var n [2]int
	for i, j := 0, 0; i < len(gold); {
		end := bySameWord(gold, i)
		for j < len(system) && system[j].Dep < gold[i].Dep {
			j++
		}
		var used [2]uint64
		for ; i < end; i++ {
			c.matchPlain(&gold[i], system[j:], &used, &n)
		}
	}
	tally[rowELAS] = [perRow]int{n[0], len(gold), len(system), len(gold)}
	tally[rowEULAS] = [perRow]int{n[1], len(gold), len(system), len(gold)}
	return true
}

// matchPlain adds to n, for elas and for eulas, whether g equals an unused edge among
// the first of theirs, the edges of its word.
func (c *counter) matchPlain(g *treebank.Arc, theirs []treebank.Arc, used *[2]uint64, n *[2]int) {
	for k := range n {
		for i := 0; i < len(theirs) && theirs[i].Dep == g.Dep; i++ {
			s := &theirs[i]
			if used[k]>>i&1 == 0 && s.Head == g.Head &&
				(s.Rel == g.Rel || k == 1 && c.labels.path(s.Rel) == c.labels.path(g.Rel)) {
				used[k] |= 1 << i
				n[k]++
				break
			}
		}
	}
}

// plain reports whether the enhanced graph of sentence has edges only between words, sorted
// by word and at most 64 to each, which a graph would keep unchanged.
func plain(sentence *treebank.Sentence) bool {
	n, last, run := int32(len(sentence.Tokens)), int32(-1), 0
	for i := range sentence.Enhanced {
		arc := &sentence.Enhanced[i]
		if run++; arc.Dep != last {
			run = 1
		}
		if arc.Dep < last || arc.Dep >= n || arc.Head >= n || run > 64 || run > 1 && repeated(sentence.Enhanced[:i], *arc) {
			return false
		}
		last = arc.Dep
	}
	return true
}

// repeated reports whether the last edges of before, those of the same word, contain
// a: DEPS that list an edge twice have one edge.
func repeated(before []treebank.Arc, a treebank.Arc) bool {
	for i := len(before) - 1; i >= 0 && before[i].Dep == a.Dep; i-- {
		if before[i] == a {
			return true
		}
	}
	return false
}

// bySameWord returns the index after the last edge to the word of edge i.
func bySameWord(arcs []treebank.Arc, i int) int {
	end := i + 1
	for end < len(arcs) && arcs[end].Dep == arcs[i].Dep {
		end++
	}
	return end
}
