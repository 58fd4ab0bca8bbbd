package treedist

// inner computes distances along a heavy path of a tree F against all forests of
// another, G, that removing first and last roots leaves (Demaine, Mozes, Rossman &
// Weimann 2009).
//
// Such a forest g is known by its first root u and its last root w: the nodes that come
// after u in preorder and after w in the preorder of the mirror image. Along the path,
// from its leaf up, a forest f of F grows node by node: at each node p of the path the
// nodes right of the path below p join it, the last in the mirror's preorder first, then
// those left of it, then p. The rule for a new first root x of f is
//
//	d(f, g) = min( d(f-x, g) + 1,  d(f, g-u) + 1,  d(Fx, Gu) + d(f-Fx, g-Gu) )
//
// with the first root u of g. While nodes join on one side, the other root of g stays,
// so that one row of distances by u suffices for each x.
//
// Distances are 16 bits wide: there are many, and they are read many times.
type inner struct {
	left, right layout
	mirrored    bool // which layout holds the distances
	f           int16

	rows, kid []int16
	near      []int16 // distances of the subtrees of x, by node of G
	place     []int32
}

// A layout holds the forests of G for nodes that join on the left: for each last root,
// its first roots from left to right, the last root itself at the end. The other layout
// is that of the mirror image.
type layout struct {
	nodes  []int32 // of G by preorder: the number in G
	size   []int16 // by preorder
	ends   []int16 // last roots: preorder numbers in the order of the mirror's preorder
	start  []int32 // by last root: where its first roots begin in list
	list   []int16 // preorder numbers of first roots
	skip   []int16 // parallel to list: where its entry goes on after the tree of a first root
	lastOf []bool  // by last root: whether it is the last child of its parent
	value  []int16 // distances from f, parallel to list
	turned []int32 // the place of each forest in the other layout
}

// set reads the subtree of w in g.
func (l *layout) set(g *shape, w int32, mirror bool) {
	n := int(g.size[w])
	l.nodes, l.size, l.ends = sized(l.nodes, n)[:0], sized(l.size, n), sized(l.ends, n)
	l.start, l.lastOf = sized(l.start, n+1), sized(l.lastOf, n)
	rank := make([]int32, len(g.Label)) // in the mirror's preorder
	at := int32(0)
	walk(g, w, !mirror, func(v int32) { rank[v] = at; at++ })
	walk(g, w, mirror, func(v int32) {
		l.ends[rank[v]] = int16(len(l.nodes))
		l.size[len(l.nodes)] = int16(g.size[v])
		l.nodes = append(l.nodes, v)
	})
	l.list, l.skip = sized(l.list, int(g.all[w]))[:0], sized(l.skip, int(g.all[w]))[:0]
	for j := range n {
		end := l.ends[j]
		l.start[j] = int32(len(l.list))
		up := g.Parent[l.nodes[end]]
		l.lastOf[j] = j > 0 && up >= 0 && rank[up] == int32(j)-1
		for u := range end + 1 {
			if rank[l.nodes[u]] >= int32(j) {
				l.skip = append(l.skip, int16(len(l.list)-int(l.start[j]))+l.size[u])
				l.list = append(l.list, u)
			}
		}
	}
	l.start[n] = int32(len(l.list))
	l.value = sized(l.value, len(l.list))
}

// walk calls yield for the nodes below v in preorder, or in that of the mirror image.
func walk(shape *shape, v int32, mirror bool, yield func(int32)) {
	yield(v)
	kids := shape.kids[v]
	for i := range kids {
		if mirror {
			i = len(kids) - 1 - i
		}
		walk(shape, kids[i], mirror, yield)
	}
}

// run computes the distances of the subtrees on the heavy path of v to all subtrees
// below w. dist returns the place of the distance of two subtrees; those beside the
// path are known.
func (n *inner) run(f, g *shape, v, w int32, dist func(x, y int32) *int32) {
	n.left.set(g, w, false)
	n.right.set(g, w, true)
	n.left.match(&n.right, n)
	n.right.match(&n.left, n)
	n.mirrored, n.f = false, 0
	l := &n.left
	for j := range l.ends {
		first, after := l.start[j], l.start[j+1]
		for k := first; k < after; k++ { // no node of F yet: the size of g
			l.value[k] = int16(after-1-k) + l.size[l.ends[j]]
		}
	}
	var path []int32
	for x := v; x >= 0; x = f.heavy[x] {
		path = append(path, x)
	}
	var join []int32
	for i := len(path) - 1; i >= 0; i-- {
		p := path[i]
		for _, mirror := range []bool{true, false} {
			join = join[:0]
			kids := f.kids[p]
			for k := range kids {
				if mirror {
					k = len(kids) - 1 - k
				}
				if kids[k] == f.heavy[p] {
					break
				}
				walk(f, kids[k], mirror, func(x int32) { join = append(join, x) })
			}
			if len(join) > 0 {
				n.turn(mirror)
				n.side(f, join, dist)
			}
		}
		n.top(f, g, p, dist)
	}
}

// turn brings the distances into the other layout if they are not in that one.
func (n *inner) turn(mirror bool) {
	if n.mirrored == mirror {
		return
	}
	from, to := &n.left, &n.right
	if n.mirrored {
		from, to = to, from
	}
	n.mirrored = mirror
	value := from.value
	for k, at := range to.turned {
		to.value[k] = value[at]
	}
}

// match sets turned. The first root of a forest is its last root in the other layout.
// Walked by last roots, the forests of each first root come in the order of the list of
// the other layout.
func (l *layout) match(other *layout, n *inner) {
	l.turned = sized(l.turned, len(l.list))
	n.place = append(n.place[:0], l.start...)
	for j := range other.ends {
		for k := other.start[j]; k < other.start[j+1]; k++ {
			u := other.list[k] // a preorder number there is a rank here
			l.turned[n.place[u]] = k
			n.place[u]++
		}
	}
}

func (n *inner) layout() *layout {
	if n.mirrored {
		return &n.right
	}
	return &n.left
}

// side lets the nodes of join, in preorder, become nodes of f: the last one first.
func (n *inner) side(f *shape, join []int32, dist func(x, y int32) *int32) {
	layout := n.layout()
	m, count := len(layout.nodes), len(join)
	n.near = sized(n.near, count*m)
	for i, x := range join {
		for u, y := range layout.nodes {
			n.near[i*m+u] = int16(*dist(x, y))
		}
	}
	n.kid = sized(n.kid, count)
	n.rows = sized(n.rows, (count+1)*m)
	for j := len(layout.ends) - 1; j >= 0; j-- {
		first, after := layout.start[j], layout.start[j+1]
		list, ends, size := layout.list[first:after], layout.skip[first:after], int(after-first)
		leaf := layout.size[layout.ends[j]] == 1
		copy(n.rows[count*m:], layout.value[first:after])
		for i := count - 1; i >= 0; i-- {
			x := join[i]
			all := n.f + int16(count-i) // nodes of f with x
			row, before := n.rows[i*m:i*m+size], n.rows[(i+1)*m:(i+1)*m+size]
			skip := i + int(f.size[x])
			rest := n.rows[skip*m : skip*m+size]
			near := n.near[i*m : (i+1)*m]
			last := size - 1
			next := all // g without its only tree's root: its children
			if !leaf {
				next = n.kid[i]
			}
			next = min(before[last]+1, next+1, near[list[last]]+all-int16(f.size[x]))
			row[last] = next
			descend(row[:last], before, rest, near, list, ends, next)
			if layout.lastOf[j] {
				n.kid[i] = row[layout.kids(j, size)]
			}
		}
		copy(layout.value[first:after], n.rows[:size])
	}
	n.f += int16(count)
}

// descend fills row from its end: next is the distance after it.
func descend(row, before, rest, near, list, skip []int16, next int16) {
	before, list, skip = before[:len(row)], list[:len(row)], skip[:len(row)]
	for k := len(row) - 1; k >= 0; k-- {
		next = min(min(before[k]+1, near[list[k]]+rest[skip[k]]), next+1)
		row[k] = next
	}
}

// ascend is descend for a root of f: nothing but the first tree of g, of whole nodes from
// the first on, can have a match.
func ascend(row, near, list, skip []int16, next, whole int16) {
	list, skip = list[:len(row)], skip[:len(row)]
	for k := len(row) - 1; k >= 0; k-- {
		next = min(min(row[k]+1, near[list[k]]+whole-skip[k]), next+1)
		row[k] = next
	}
}

// kids returns the place, among the forests of last root j, of the one that holds all
// children of its parent.
func (l *layout) kids(j, size int) int {
	parent := l.ends[j-1]
	return size - 1 - int(l.ends[j]-parent-1)
}

// top lets p become the root of f, and sets the distances of its subtree.
func (n *inner) top(f, g *shape, p int32, dist func(x, y int32) *int32) {
	layout := n.layout()
	m := len(layout.nodes)
	near := sized(n.near, m)
	n.near = near
	var kid, kidBefore int16 // distances of the children of a last root, with p and without
	before := n.f
	for j := len(layout.ends) - 1; j >= 0; j-- {
		first, after := layout.start[j], layout.start[j+1]
		list, ends, value := layout.list[first:after], layout.skip[first:after], layout.value[first:after]
		last := len(list) - 1
		end := layout.ends[j]
		if layout.size[end] == 1 {
			kid, kidBefore = before+1, before
		}
		cost := int16(0)
		if f.Label[p] != g.Label[layout.nodes[end]] {
			cost = 1
		}
		next := min(value[last]+1, kid+1, kidBefore+cost)
		near[end] = next
		*dist(p, layout.nodes[end]) = int32(next)
		place := -1
		if layout.lastOf[j] {
			if place = layout.kids(j, len(list)); place == last {
				kidBefore = value[last]
			}
		}
		value[last] = next
		whole := int16(last) + layout.size[end] // nodes of the largest forest
		if place >= 0 && place < last {
			kidBefore = value[place]
		}
		ascend(value[:last], near, list, ends, next, whole)
		if place >= 0 {
			kid = value[place]
		}
	}
	n.f++
}
