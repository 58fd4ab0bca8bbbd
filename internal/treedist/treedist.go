// Package treedist computes the edit distance of ordered labelled trees: the
// smallest number of nodes to insert, delete and relabel (Tai 1979).
//
// Trees like those of sentences are compared by the algorithm of Zhang & Shasha 1989,
// on the trees or on their mirror images, whichever takes fewer steps. The number of
// steps is the product of two sums, over the subtrees of each tree that are not on the
// leftmost (or rightmost) path of their parent, of the sizes of these subtrees. Where
// that is many, each pair of subtrees is compared along the path that is cheapest for
// it (Pawlik & Augsten 2011, 2016), which takes at most some cube of the number of
// nodes.
package treedist

import (
	"errors"
	"math"
	"slices"
)

// A Tree is an ordered tree in postorder: children before their parent.
type Tree struct {
	Label  []int32
	Parent []int32 // index of the parent, -1 for the root; there is one root, the last node
}

// All tables hold savings: the nodes of both sides minus the distance, that is 2 for
// each node that is kept, 1 for each that gets another label. To delete or to insert a
// node saves nothing, so that the saving of two forests is the largest of those without
// a node, and of those of their parts, with nothing to add.
const (
	kept       = 2
	relabelled = 1
)

// A Distancer computes distances and keeps its memory. It is not safe for
// concurrent use.
type Distancer struct {
	a, b     side
	tree     []int32 // savings of subtrees, by node of a, then of b
	forest   []int32 // savings of forests
	mirrored bool
	paths    paths
	last     [2]Tree // the trees of the last distance, and it
	distance int
}

// A side is a tree in the form that the algorithm needs.
type side struct {
	label    []int32
	left     []int32 // by node: the leftmost leaf below it
	keyroots []int32
	at       []int32 // by node: its index in the Tree
	start    []int32
	steps    float64
	mirrored bool
}

// Limit is the largest number of steps that Distance takes: some ten seconds.
const Limit = 4e9

// ErrLarge reports that two trees are too large and too deep to compare.
var ErrLarge = errors.New("the trees are too large and too deep for an edit distance")

// Distance returns the edit distance of two trees; each may be empty. If it would
// take more than Limit steps, the error is ErrLarge, before any work is done.
func (d *Distancer) Distance(a, b *Tree) (int, error) {
	if len(a.Label)+len(b.Label) > 0 && d.last[0].equals(a) && d.last[1].equals(b) {
		return d.distance, nil // a pair is often counted, then explained
	}
	for i, tree := range [2]*Tree{a, b} {
		d.last[i].Label = append(d.last[i].Label[:0], tree.Label...)
		d.last[i].Parent = append(d.last[i].Parent[:0], tree.Parent...)
	}
	distance, err := d.compute(a, b)
	if d.distance = distance; err != nil {
		d.last[0].Label = d.last[0].Label[:0]
	}
	return distance, err
}

func (t *Tree) equals(u *Tree) bool {
	return slices.Equal(t.Label, u.Label) && slices.Equal(t.Parent, u.Parent)
}

// compute finds the distance of two trees that are not those of the call before.
func (d *Distancer) compute(a, b *Tree) (int, error) {
	n, m := len(a.Label), len(b.Label)
	if n == 0 || m == 0 {
		d.a.label, d.b.label = d.a.label[:0], d.b.label[:0]
		return n + m, nil
	}
	d.choose(a, b)
	steps, pairs := d.a.steps*d.b.steps, float64(n)*float64(m)
	if steps > many && pairs <= mostPairs && n+m <= math.MaxInt16 {
		x, y := newShape(a), newShape(b)
		if cost := d.paths.choose(x, y); cost < steps && cost <= Limit {
			d.along(a, b, x, y)
			return n + m - int(d.tree[n*m-1]), nil
		}
	}
	if steps > Limit || pairs > Limit/40 {
		return 0, ErrLarge
	}
	d.tree = sized(d.tree, n*m)
	d.forest = sized(d.forest, (n+1)*(m+1))
	for _, i := range d.a.keyroots {
		for _, j := range d.b.keyroots {
			d.fill(i, j)
		}
	}
	return n + m - int(d.tree[n*m-1]), nil
}

// From many steps on paths are chosen pair by pair, for trees of at most mostPairs
// pairs of nodes: the choice takes 25 bytes a pair.
const (
	many      = 2e7
	mostPairs = 2.5e7
)

// along computes the savings along the paths that d.paths has chosen.
func (d *Distancer) along(a, b *Tree, x, y *shape) {
	d.mirrored = false
	d.a.set(a, false)
	d.b.set(b, false)
	d.tree = sized(d.tree, len(a.Label)*len(b.Label))
	d.forest = sized(d.forest, (len(a.Label)+1)*(len(b.Label)+1))
	d.paths.run(x, y, d.tree)
}

// choose sets the sides: both trees unchanged, or both mirrored if that takes fewer steps.
func (d *Distancer) choose(a, b *Tree) {
	d.a.set(a, true)
	d.b.set(b, true)
	mirrored := d.a.steps * d.b.steps
	d.a.set(a, false)
	d.b.set(b, false)
	if d.mirrored = mirrored < d.a.steps*d.b.steps; d.mirrored {
		d.a.set(a, true)
		d.b.set(b, true)
	}
}

// set reads a tree. The mirror image in postorder is the tree in preorder,
// backwards.
func (s *side) set(tree *Tree, mirror bool) {
	n := len(tree.Label)
	s.mirrored = mirror
	s.at, s.label, s.left = sized(s.at, n), sized(s.label, n), sized(s.left, n)
	place := sized(s.start, n) // by node of tree: its index in the walk
	s.start = place
	if mirror {
		s.mirror(tree, place)
	} else {
		for i := range n {
			place[i] = int32(i)
		}
	}
	for i := range n {
		s.at[place[i]] = int32(i)
	}
	for k := range n {
		s.label[k], s.left[k] = tree.Label[s.at[k]], -1
	}
	for k := range n {
		if s.left[k] < 0 {
			s.left[k] = int32(k)
		}
		if up := tree.Parent[s.at[k]]; up >= 0 && s.left[place[up]] < 0 {
			s.left[place[up]] = s.left[k]
		}
	}
	s.roots()
}

// mirror sets the place of each node of tree in the postorder of its mirror image.
func (s *side) mirror(tree *Tree, place []int32) {
	n := len(tree.Label)
	size := sized(s.keyroots, n)
	s.keyroots = size
	for i := range size {
		size[i] = 1
	}
	for i := range n {
		if up := tree.Parent[i]; up >= 0 {
			size[up] += size[i]
		}
	}
	// The last child comes first. Walking parents before children, last before
	// first, each takes the stretch of its size that is next below its parent.
	next := make([]int32, n) // by node: where the stretch of its next child begins
	for i := n - 1; i >= 0; i-- {
		begin := int32(0)
		if up := tree.Parent[i]; up >= 0 {
			begin = next[up]
			next[up] += size[i]
		}
		next[i], place[i] = begin, begin+size[i]-1
	}
}

// roots finds the nodes that are not the leftmost child of their parent.
func (s *side) roots() {
	n := len(s.label)
	last := make([]int32, n) // by leaf: the highest node whose leftmost leaf it is
	for k := range n {
		last[s.left[k]] = int32(k)
	}
	s.keyroots, s.steps = s.keyroots[:0], 0
	for k := range n {
		if last[s.left[k]] == int32(k) {
			s.keyroots = append(s.keyroots, int32(k))
			s.steps += float64(int32(k) - s.left[k] + 1)
		}
	}
}

// fill computes the savings of the subtrees that have the same leftmost leaf as
// keyroots i and j, and leaves the savings of their forests in d.forest.
func (d *Distancer) fill(i, j int32) {
	a, b := &d.a, &d.b
	m := int32(len(b.label))
	li, lj := a.left[i], b.left[j]
	width := j - lj + 2
	forest, left := d.forest, b.left[lj:j+1]
	clear(forest[:width])
	for x := li; x <= i; x++ {
		row := forest[(x-li+1)*width : (x-li+2)*width]
		above := forest[(x-li)*width : (x-li+1)*width]
		trees := d.tree[x*m+lj : x*m+j+1]
		row[0] = 0
		if before := forest[(a.left[x]-li)*width : (a.left[x]-li+1)*width]; a.left[x] != li {
			fillBeside(row[1:], above[1:], before, left, trees, lj)
		} else {
			fillAlong(row[1:], above, left, b.label[lj:j+1], trees, lj, a.label[x])
		}
	}
}

// fillBeside fills a row of forests of which the last tree is not all of the first side:
// that tree goes, or its match with the last tree of the second side is part of the best.
//
//go:noinline
func fillBeside(row, above, before, left, trees []int32, first int32) {
	above, left, trees = above[:len(row)], left[:len(row)], trees[:len(row)]
	best := int32(0)
	for k := range row {
		best = max(best, above[k], before[left[k]-first]+trees[k])
		row[k] = best
	}
}

// fillAlong fills a row of forests that are a tree on the first side, whose root has a label,
// and trees where the second side is a tree too. Above begins one place before row.
//
//go:noinline
func fillAlong(row, above, left, labels, trees []int32, first, label int32) {
	diagonal, above := above[:len(row)], above[1:]
	above, left, labels, trees = above[:len(row)], left[:len(row)], labels[:len(row)], trees[:len(row)]
	best := int32(0)
	for k := range row {
		best = max(best, above[k])
		if left[k] == first {
			match := diagonal[k] + relabelled
			if labels[k] == label {
				match = diagonal[k] + kept
			}
			best = max(best, match)
			trees[k] = best
		} else {
			best = max(best, trees[k])
		}
		row[k] = best
	}
}

// Mapping calls yield with the indices of each pair of nodes that the cheapest edit
// of the last two trees keeps or relabels.
func (d *Distancer) Mapping(yield func(a, b int32)) {
	n, m := len(d.a.label), len(d.b.label)
	if n == 0 || m == 0 {
		return
	}
	pending := [][2]int32{{int32(n - 1), int32(m - 1)}}
	for len(pending) > 0 {
		p := pending[len(pending)-1]
		pending = d.walk(p[0], p[1], pending[:len(pending)-1], yield)
	}
}

// walk goes back through the forests of a pair of subtrees. Pairs of smaller
// subtrees that match go to pending.
func (d *Distancer) walk(i, j int32, pending [][2]int32, yield func(a, b int32)) [][2]int32 {
	d.fill(i, j)
	a, b, forest := &d.a, &d.b, d.forest
	li, lj := a.left[i], b.left[j]
	width := j - lj + 2
	at := func(x, y int32) int32 { return forest[(x-li+1)*width+y-lj+1] }
	x, y := i, j
	for x >= li || y >= lj {
		switch {
		case x >= li && at(x, y) == at(x-1, y):
			x--
		case y >= lj && at(x, y) == at(x, y-1):
			y--
		case a.left[x] == li && b.left[y] == lj:
			yield(a.at[x], b.at[y])
			x, y = x-1, y-1
		default:
			pending = append(pending, [2]int32{x, y})
			x, y = a.left[x]-1, b.left[y]-1
		}
	}
	return pending
}

func sized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/2+16)
	}
	return s[:n]
}
