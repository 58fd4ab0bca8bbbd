package undirected

import (
	"cmp"
	"slices"

	"assay/treebank"
)

// spanning finds minimum spanning trees over the distances between words in a dependency
// tree, in which the root above all words is a node. Edges are ordered by distance, then by
// their words, as Kruskal's algorithm after a stable sort takes them; so the tree is
// unique, and Borůvka's algorithm (1926) finds it too. In each of its at most log n rounds
// each group of words looks for its nearest word outside, which two walks over the
// dependency tree find: O(n log n) in all.
type spanning struct {
	head, order []int32 // by node: the node above, the last one is the root; nodes from the top down
	group       []int32 // by word that counts: a word of its group (union-find)
	name        []int32 // by word that counts: the name of its group in this round
	below, near []nearest
	own         []nearest // words at the node itself
	best        []edge
	edges       []edge
}

// nearest is the nearest word of a node, and the nearest word of another group. Of
// several at one distance it is the first.
type nearest [2]neighbour

type neighbour struct{ distance, word, group int32 } // word is -1 for none

var nobody = nearest{{word: -1, group: -1}, {word: -1, group: -1}}

// An edge joins two words that count, the first one first.
type edge struct{ distance, from, to int32 }

func byDistance(a, b edge) int {
	return cmp.Or(cmp.Compare(a.distance, b.distance), cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
}

// take takes a neighbour, and steps further away.
func (n *nearest) take(x neighbour, steps int32) {
	if x.word < 0 {
		return
	}
	x.distance += steps
	closer := func(y neighbour) bool {
		return y.word < 0 || x.distance < y.distance || x.distance == y.distance && x.word < y.word
	}
	switch {
	case closer(n[0]):
		if n[0].group != x.group {
			n[1] = n[0]
		}
		n[0] = x
	case x.group != n[0].group && closer(n[1]):
		n[1] = x
	}
}

// tree appends the edges of the spanning tree of these words, as pairs of indices into
// words, the shortest first. A word that is absent (-1 or less), or not connected to the root, has
// no edge.
func (t *spanning) tree(dst [][2]int32, shape *treebank.Shape, words []int32) [][2]int32 {
	t.nodes(shape)
	t.group, t.edges = t.group[:0], t.edges[:0]
	for i := range words {
		t.group = append(t.group, int32(i))
	}
	for t.round(shape, words) {
	}
	slices.SortFunc(t.edges, byDistance)
	for _, e := range t.edges {
		dst = append(dst, [2]int32{e.from, e.to})
	}
	return dst
}

// nodes orders the nodes that are connected to the root.
func (t *spanning) nodes(shape *treebank.Shape) {
	n := int32(len(shape.Head))
	t.head, t.order = append(t.head[:0], shape.Head...), append(t.order[:0], n)
	t.head = append(t.head, -1)
	for i := range n {
		if shape.Depth[i] == 0 {
			t.head[i], t.order = n, append(t.order, i)
		}
	}
	for at := 1; at < len(t.order); at++ {
		t.order = append(t.order, shape.Children(t.order[at])...)
	}
}

// round joins each group with its nearest word outside, and reports whether some joined.
func (t *spanning) round(shape *treebank.Shape, words []int32) bool {
	t.own = t.own[:0]
	for range t.head {
		t.own = append(t.own, nobody)
	}
	t.name, t.best = t.name[:0], t.best[:0]
	for i, w := range words {
		group := t.find(int32(i))
		t.name, t.best = append(t.name, group), append(t.best, edge{distance: -1})
		if w >= 0 && shape.Depth[w] >= 0 {
			t.own[w].take(neighbour{word: int32(i), group: group}, 0)
		}
	}
	t.walk()
	for i, w := range words {
		if w < 0 || shape.Depth[w] < 0 {
			continue
		}
		for _, x := range t.near[w] {
			if x.word < 0 || x.group == t.name[i] {
				continue
			}
			e := edge{x.distance, min(int32(i), x.word), max(int32(i), x.word)}
			if best := &t.best[t.name[i]]; best.distance < 0 || byDistance(e, *best) < 0 {
				*best = e
			}
		}
	}
	before := len(t.edges)
	for _, e := range t.best {
		if e.distance < 0 {
			continue
		}
		if a, b := t.find(e.from), t.find(e.to); a != b {
			t.group[a] = b
			t.edges = append(t.edges, e)
		}
	}
	return len(t.edges) > before
}

// walk sets the nearest words of all nodes: from the bottom up those below each, then from
// the top down all.
func (t *spanning) walk() {
	t.below = append(t.below[:0], t.own...)
	for k := len(t.order) - 1; k > 0; k-- {
		node := t.order[k]
		for _, x := range t.below[node] {
			t.below[t.head[node]].take(x, 1)
		}
	}
	// Words below a node are also among those of the node above, at a greater distance:
	// they never come before themselves.
	t.near = append(t.near[:0], t.below...)
	for _, node := range t.order[1:] {
		for _, x := range t.near[t.head[node]] {
			t.near[node].take(x, 1)
		}
	}
}

// find returns the word that represents the group of word i.
func (t *spanning) find(i int32) int32 {
	for t.group[i] != i {
		t.group[i] = t.group[t.group[i]]
		i = t.group[i]
	}
	return i
}
