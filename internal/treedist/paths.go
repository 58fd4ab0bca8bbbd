package treedist

// paths computes the savings of all pairs of subtrees, each pair along a path of its
// own (GTED of Pawlik & Augsten 2011, 2016).
type paths struct {
	way  []uint8 // by node of the first tree, then of the second
	tree []int32 // savings of subtrees, in the same order
	a, b *shape
	m    int

	left, right [2]side // of both trees and their mirror images
	forest, row []int32

	inner inner
}

// run computes tree. choose, or a test, has filled way.
func (p *paths) run(a, b *shape, tree []int32) {
	p.a, p.b, p.m, p.tree = a, b, len(b.Label), tree
	for i, t := range []*Tree{a.Tree, b.Tree} {
		p.left[i].set(t, false)
		p.right[i].set(t, true)
	}
	p.forest = sized(p.forest, (len(a.Label)+1)*(p.m+1))
	p.pair(int32(len(a.Label)-1), int32(p.m-1))
}

// pair computes the savings of all subtrees below v and w.
func (p *paths) pair(v, w int32) {
	if p.a.size[v] == 1 || p.b.size[w] == 1 {
		p.leaf(v, w)
		return
	}
	way := p.way[int(v)*p.m+int(w)]
	if way < leftSecond {
		offPath(p.a, v, way, func(x int32) { p.pair(x, w) })
	} else {
		offPath(p.b, w, way, func(y int32) { p.pair(v, y) })
	}
	switch way {
	case leftFirst:
		p.outer(&p.left, v, w, true)
	case rightFirst:
		p.outer(&p.right, v, w, true)
	case leftSecond:
		p.outer(&p.left, v, w, false)
	case rightSecond:
		p.outer(&p.right, v, w, false)
	case heavyFirst:
		p.inner.run(p.a, p.b, v, w, p.tree, p.m, 1)
	case heavySecond:
		p.inner.run(p.b, p.a, w, v, p.tree, 1, p.m)
	}
}

// leaf computes the savings where v or w is a leaf: one node of the other subtree is
// kept if it has the label, and relabelled otherwise.
func (p *paths) leaf(v, w int32) {
	for x := v - p.a.size[v] + 1; x <= v; x++ {
		for y := w - p.b.size[w] + 1; y <= w; y++ {
			saved := int32(relabelled)
			if p.a.Label[x] == p.b.Label[y] {
				saved = kept
			}
			for _, c := range p.a.kids[x] {
				saved = max(saved, p.tree[int(c)*p.m+int(y)])
			}
			for _, c := range p.b.kids[y] {
				saved = max(saved, p.tree[int(x)*p.m+int(c)])
			}
			p.tree[int(x)*p.m+int(y)] = saved
		}
	}
}

// offPath calls yield for the subtrees beside the path from v.
func offPath(s *shape, v int32, way uint8, yield func(int32)) {
	for v >= 0 {
		next := s.child(v, way)
		for _, c := range s.kids[v] {
			if c != next {
				yield(c)
			}
		}
		v = next
	}
}

// outer computes savings along the leftmost path of v (or of w) by Zhang & Shasha;
// sides are the trees or their mirror images.
func (p *paths) outer(sides *[2]side, v, w int32, first bool) {
	a, b := &sides[0], &sides[1]
	i, j := a.start[v], b.start[w]
	if first {
		for _, k := range b.keyroots {
			if k > j-p.b.size[w] && k < j {
				p.fill(a, b, i, k)
			}
		}
	} else {
		for _, k := range a.keyroots {
			if k > i-p.a.size[v] && k < i {
				p.fill(a, b, k, j)
			}
		}
	}
	p.fill(a, b, i, j)
}

// fill computes the savings of the subtrees that have the same leftmost leaf as i
// and j.
func (p *paths) fill(a, b *side, i, j int32) {
	li, lj := a.left[i], b.left[j]
	width := j - lj + 2
	forest, left := p.forest, b.left[lj:j+1]
	clear(forest[:width])
	p.row = sized(p.row, int(width)-1)
	for x := li; x <= i; x++ {
		row := forest[(x-li+1)*width : (x-li+2)*width]
		above := forest[(x-li)*width : (x-li+1)*width]
		whole := p.tree[int(a.at[x])*p.m : (int(a.at[x])+1)*p.m]
		trees := p.row
		if !b.mirrored {
			trees = whole[lj : j+1]
		} else {
			for k, y := range b.at[lj : j+1] {
				trees[k] = whole[y]
			}
		}
		row[0] = 0
		if before := forest[(a.left[x]-li)*width : (a.left[x]-li+1)*width]; a.left[x] != li {
			fillBeside(row[1:], above[1:], before, left, trees, lj)
			continue
		}
		fillAlong(row[1:], above, left, b.label[lj:j+1], trees, lj, a.label[x])
		if b.mirrored {
			for k, y := range b.at[lj : j+1] {
				whole[y] = trees[k]
			}
		}
	}
}
