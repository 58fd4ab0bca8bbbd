package treedist

// paths computes the distances of all pairs of subtrees, each pair along a path of its
// own (GTED of Pawlik & Augsten 2011, 2016).
type paths struct {
	way  []uint8 // by node of the first tree, then of the second
	dist []int32 // distances of subtrees, in the same order
	a, b *shape
	m    int

	left, right [2]side // of both trees and their mirror images
	forest      []int32

	inner inner
}

// run computes dist. choose, or a test, has filled way.
func (p *paths) run(a, b *shape, dist []int32) {
	p.a, p.b, p.m, p.dist = a, b, len(b.Label), dist
	for i, t := range []*Tree{a.Tree, b.Tree} {
		p.left[i].set(t, false)
		p.right[i].set(t, true)
	}
	p.forest = sized(p.forest, (len(a.Label)+1)*(p.m+1))
	p.pair(int32(len(a.Label)-1), int32(p.m-1))
}

// pair computes the distances of all subtrees below v and w.
func (p *paths) pair(v, w int32) {
	if p.a.size[v] == 1 || p.b.size[w] == 1 {
		p.leaf(v, w)
		return
	}
	way := p.way[int(v)*p.m+int(w)]
	if way < leftSecond {
		beside(p.a, v, way, func(x int32) { p.pair(x, w) })
	} else {
		beside(p.b, w, way, func(y int32) { p.pair(v, y) })
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
		p.inner.run(p.a, p.b, v, w, func(x, y int32) *int32 { return &p.dist[int(x)*p.m+int(y)] })
	case heavySecond:
		p.inner.run(p.b, p.a, w, v, func(y, x int32) *int32 { return &p.dist[int(x)*p.m+int(y)] })
	}
}

// leaf computes the distances where v or w is a leaf: all nodes of the other subtree
// but one go, and that one keeps its label if any has it.
func (p *paths) leaf(v, w int32) {
	for x := v - p.a.size[v] + 1; x <= v; x++ {
		for y := w - p.b.size[w] + 1; y <= w; y++ {
			d := max(p.a.size[x], p.b.size[y])
			same := p.a.Label[x] == p.b.Label[y]
			at := &p.dist[int(x)*p.m+int(y)]
			for _, c := range p.a.kids[x] {
				same = same || p.dist[int(c)*p.m+int(y)] < p.a.size[c]
			}
			for _, c := range p.b.kids[y] {
				same = same || p.dist[int(x)*p.m+int(c)] < p.b.size[c]
			}
			if *at = d; same {
				*at = d - 1
			}
		}
	}
}

// beside calls yield for the subtrees beside the path from v.
func beside(s *shape, v int32, way uint8, yield func(int32)) {
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

// outer computes distances along the leftmost path of v (or of w) by Zhang & Shasha;
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

// fill computes the distances of the subtrees that have the same leftmost leaf as i
// and j.
func (p *paths) fill(a, b *side, i, j int32) {
	li, lj := a.left[i], b.left[j]
	width := j - lj + 2
	forest := p.forest
	for y := range width {
		forest[y] = y
	}
	for x := li; x <= i; x++ {
		row := forest[(x-li+1)*width : (x-li+2)*width]
		above := forest[(x-li)*width : (x-li+1)*width]
		row[0] = x - li + 1
		whole := a.left[x] == li
		before := forest[(a.left[x]-li)*width : (a.left[x]-li+1)*width]
		trees := p.dist[int(a.at[x])*p.m : (int(a.at[x])+1)*p.m]
		for y := lj; y <= j; y++ {
			k := y - lj + 1
			best := min(above[k], row[k-1]) + 1
			if whole && b.left[y] == lj {
				c := above[k-1]
				if a.label[x] != b.label[y] {
					c++
				}
				best = min(best, c)
				trees[b.at[y]] = best
			} else {
				best = min(best, before[b.left[y]-lj]+trees[b.at[y]])
			}
			row[k] = best
		}
	}
}
