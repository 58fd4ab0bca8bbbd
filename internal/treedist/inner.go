package treedist

// inner computes savings along a heavy path of a tree F against all forests of
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
// so that one row of savings by u suffices for each x.
//
// Savings are 16 bits wide: there are many, and they are read many times.
type inner struct {
	left, right layout
	mirrored    bool // which layout holds the savings

	rows, kid []int16 // by node that joins
	near      []int16 // savings of the subtrees of x, by node that joins, then by node of G
	states    []state
	place     []int32 // by first root: the place of its next forest in the layout before

	tree       []int32 // savings of subtrees: that of x and y is at x*down + y*over
	down, over int
}

// A layout holds the forests of G for nodes that join on the left: for each last root,
// its first roots from left to right, the last root itself at the end. The other layout
// is that of the mirror image.
type layout struct {
	nodes  []int32 // of G by preorder: the number in G
	size   []int16 // by preorder
	ends   []int16 // last roots: preorder numbers in the order of the mirror's preorder
	start  []int32 // by last root: where its first roots begin in list
	list   []root  // first roots
	lastOf []bool  // by last root: whether it is the last child of its parent
	value  []int16 // savings of f and each forest, parallel to list
}

// A root is the first root of a forest: its preorder number, and above that in 16 bits
// the place, among the first roots of the same last root, after its tree.
type root uint32

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
	l.list = sized(l.list, int(g.all[w]))[:0]
	for j := range n {
		end := l.ends[j]
		l.start[j] = int32(len(l.list))
		up := g.Parent[l.nodes[end]]
		l.lastOf[j] = j > 0 && up >= 0 && rank[up] == int32(j)-1
		for u := range end + 1 {
			if rank[l.nodes[u]] >= int32(j) {
				skip := len(l.list) - int(l.start[j]) + int(l.size[u])
				l.list = append(l.list, root(u)|root(skip)<<16)
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

// run computes the savings of the subtrees on the heavy path of v with all subtrees
// below w, in tree: that of x and y is at x*down + y*over. Those beside the path are
// known.
func (n *inner) run(f, g *shape, v, w int32, tree []int32, down, over int) {
	n.tree, n.down, n.over = tree, down, over
	n.left.set(g, w, false)
	n.right.set(g, w, true)
	n.mirrored = false
	clear(n.left.value) // no node of F yet
	var path []int32
	for x := v; x >= 0; x = f.heavy[x] {
		path = append(path, x)
	}
	var right, left []int32
	for i := len(path) - 1; i >= 0; i-- {
		p := path[i]
		right, left = beside(f, p, true, right[:0]), beside(f, p, false, left[:0])
		switch {
		case len(left) == 0 && len(right) == 0:
			n.join(f, g, nil, p, n.mirrored)
		case len(left) == 0:
			n.join(f, g, right, p, true)
		default:
			if len(right) > 0 {
				n.join(f, g, right, -1, true)
			}
			n.join(f, g, left, p, false)
		}
	}
}

// beside appends the nodes of the subtrees left of the heavy path below p in preorder, or
// those right of it in that of the mirror image.
func beside(f *shape, p int32, mirror bool, nodes []int32) []int32 {
	kids := f.kids[p]
	for k := range kids {
		if mirror {
			k = len(kids) - 1 - k
		}
		if kids[k] == f.heavy[p] {
			break
		}
		walk(f, kids[k], mirror, func(x int32) { nodes = append(nodes, x) })
	}
	return nodes
}

// saved returns the saving of two subtrees.
func (n *inner) saved(x, y int32) *int32 { return &n.tree[int(x)*n.down+int(y)*n.over] }

// join lets nodes, in preorder, become nodes of f: the last one first. Then p becomes its
// root, if p is not -1, and the savings of the subtree of p are known. The mirror image
// is f's and G's.
func (n *inner) join(f, g *shape, nodes []int32, p int32, mirror bool) {
	layout, other := &n.left, &n.right
	if mirror {
		layout, other = other, layout
	}
	// The first root of a forest is its last root in the other layout. Walked by last
	// roots, the forests of each first root come in the order of the list there.
	turn := n.mirrored != mirror
	if n.mirrored = mirror; turn {
		n.place = sized(n.place, 1<<16)
		copy(n.place, other.start[1:])
	}
	m, count := len(layout.nodes), len(nodes)
	n.near = sized(n.near, (count+1)*m+len(places{}))
	for i, x := range nodes {
		for u, y := range layout.nodes {
			n.near[i*m+u] = int16(*n.saved(x, y))
		}
	}
	atOnce := turn && count == 1 && p >= 0
	if atOnce {
		n.states = sized(n.states, len(states{}))
		for u := range layout.nodes {
			n.states[u] = state{place: other.start[u+1], leaf: n.near[u]}
		}
	}
	n.kid = sized(n.kid, count+2)
	n.rows = sized(n.rows, (count+1)*m+len(places{}))
	for j := len(layout.ends) - 1; j >= 0; j-- {
		first, after := layout.start[j], layout.start[j+1]
		value := layout.value[first:after]
		if atOnce {
			n.leafTop(f, g, layout, other.value, p, j, value)
			continue
		}
		if turn {
			gather(value, other.value, layout.list[first:after], (*[1 << 16]int32)(n.place))
		}
		if count > 0 {
			n.side(f, layout, nodes, j, value)
		}
		if p >= 0 {
			n.top(f, g, layout, p, j, value)
		}
	}
}

// side computes the savings after nodes joined, for the forests of last root j: value
// holds those before.
func (n *inner) side(f *shape, layout *layout, nodes []int32, j int, value []int16) {
	m, count, size := len(layout.nodes), len(nodes), len(value)
	first := layout.start[j]
	list := layout.list[first : first+int32(size)]
	leaf := layout.size[layout.ends[j]] == 1
	last, kids := size-1, -1
	if layout.lastOf[j] {
		kids = layout.kids(j, size)
	}
	copy(n.rows[count*m:], value)
	before := n.rows[count*m : count*m+size]
	for i := count - 1; i >= 0; i-- {
		row, after := n.rows[i*m:i*m+size], i+int(f.size[nodes[i]])
		if i == 0 {
			row = value
		}
		rest := (*places)(n.rows[after*m:])
		near := (*places)(n.near[i*m:])
		best := max(before[last], near[uint16(list[last])])
		if !leaf {
			best = max(best, n.kid[i]) // g without its only tree's root
		}
		row[last] = best
		descend(row[:last], before, rest, near, list, best)
		if kids >= 0 {
			n.kid[i] = row[kids]
		}
		before = row
	}
}

// The loops over forests are functions of their own for the sake of registers. Arrays of
// all 16-bit places need no check of each place.
type places = [1 << 16]int16

// descend fills row from its end: best is the saving after it.
//
//go:noinline
func descend(row, before []int16, rest, near *places, list []root, best int16) {
	before, list = before[:len(row)], list[:len(row)]
	for k := len(row) - 1; k >= 0; k-- {
		first := list[k]
		saved := near[uint16(first)] + rest[first>>16]
		saved = max(saved, before[k])
		best = max(best, saved)
		row[k] = best
	}
}

// ascend is descend for a root of f: nothing but the first tree of g can have a match.
//
//go:noinline
func ascend(row []int16, near *places, list []root, best int16) {
	list = list[:len(row)]
	for k := len(row) - 1; k >= 0; k-- {
		saved := max(row[k], near[uint16(list[k])])
		best = max(best, saved)
		row[k] = best
	}
}

// gather fills row with the savings of the next forest of each first root.
//
//go:noinline
func gather(row, value []int16, list []root, place *[1 << 16]int32) {
	list = list[:len(row)]
	for k, first := range list {
		at := place[uint16(first)] - 1
		place[uint16(first)] = at
		row[k] = value[at]
	}
}

// A state is where leafTop is with the forests of a first root.
type state struct {
	place      int32 // of its next forest in the layout before
	leaf, near int16 // the savings of its tree and the leaf that joins, and that of p
}

type states = [1 << 16]state

// leafTop is gather, side and top at once, for one node that joins before p: most of the
// work in a zigzag.
func (n *inner) leafTop(f, g *shape, layout *layout, other []int16, p int32, j int, value []int16) {
	list, at := layout.list[layout.start[j]:layout.start[j+1]], (*states)(n.states)
	last, end := len(list)-1, layout.ends[j]
	before := (*places)(n.rows)
	kidBefore, kid := &n.kid[0], &n.kid[1] // as in top
	if layout.size[end] == 1 {
		*kid, *kidBefore = 0, 0
	}
	root := &at[uint16(end)]
	root.place--
	before[uint16(last)] = other[root.place]
	below := max(before[uint16(last)], root.leaf, *kidBefore)
	match := *kidBefore + relabelled
	if f.Label[p] == g.Label[layout.nodes[end]] {
		match = *kidBefore + kept
	}
	best := max(below, *kid, match)
	root.near, value[last] = best, best
	*n.saved(p, layout.nodes[end]) = int32(best)
	if layout.lastOf[j] {
		kids := layout.kids(j, len(list))
		if kids < last {
			below, best = leafAscend(value[:last], other, before, list, at, kids, below, best)
		}
		*kidBefore, *kid = below, best
		last = kids
	}
	leafAscend(value[:last], other, before, list, at, 0, below, best)
}

// leafAscend is gather, descend and ascend at once, from the end of value down to last.
//
//go:noinline
func leafAscend(value, other []int16, before *places, list []root, at *states, last int, below,
	best int16) (int16, int16) {
	list = list[:len(value)]
	for k := len(value) - 1; k >= last; k-- {
		first := list[k]
		root := &at[uint16(first)]
		root.place--
		old := other[root.place]
		before[uint16(k)] = old
		below = max(below, max(old, root.leaf+before[first>>16]))
		best = max(best, max(below, root.near))
		value[k] = best
	}
	return below, best
}

// kids returns the place, among the forests of last root j, of the one that holds all
// children of its parent.
func (l *layout) kids(j, size int) int {
	parent := l.ends[j-1]
	return size - 1 - int(l.ends[j]-parent-1)
}

// top lets p become the root of f, for the forests of last root j: value holds the
// savings. It sets that of the subtrees of p and j.
func (n *inner) top(f, g *shape, layout *layout, p int32, j int, value []int16) {
	m := len(layout.nodes)
	near := (*places)(n.near[len(n.near)-m-len(places{}):])
	list := layout.list[layout.start[j]:layout.start[j+1]]
	last, end := len(list)-1, layout.ends[j]
	// The savings of the children of a last root, with p and without.
	kid, kidBefore := &n.kid[len(n.kid)-2], &n.kid[len(n.kid)-1]
	if layout.size[end] == 1 {
		*kid, *kidBefore = 0, 0
	}
	match := *kidBefore + relabelled
	if f.Label[p] == g.Label[layout.nodes[end]] {
		match = *kidBefore + kept
	}
	best := max(value[last], *kid, match)
	near[end] = best
	*n.saved(p, layout.nodes[end]) = int32(best)
	kids := -1
	if layout.lastOf[j] {
		kids = layout.kids(j, len(list))
		*kidBefore = value[kids]
	}
	value[last] = best
	ascend(value[:last], near, list, best)
	if kids >= 0 {
		*kid = value[kids]
	}
}
