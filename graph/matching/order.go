package matching

import (
	"cmp"
	"math/bits"
	"slices"
)

// Content distinguishes the parts of two graphs without the numbers that they happen to have.
type Content struct {
	Name func(*Term) uint64 // a number for the label of a term, the same in every run
	// Left and Right may hold a number for each node, which decides between nodes with equal statements.
	Left, Right []int32
}

// SolveInOrder is Solve with an answer that depends only on the statements of the graphs: of several best
// correspondences it returns the same one however nodes and terms are numbered and ordered, up to
// nodes with the same statements. It takes more than twice the time of Solve; the counts of both
// are equal. A pair without
// a proof gets the answer of Solve.
func (s *Solver) SolveInOrder(a, b Graph, by Content) *Result {
	plain := s.Solve(a, b)
	if !plain.Proven() || !plain.Canonical {
		return plain
	}
	kept := *plain
	kept.Mate, kept.Matched = slices.Clone(plain.Mate), slices.Clone(plain.Matched)
	left, right := newOrdering(a, by.Name, by.Left), newOrdering(b, by.Name, by.Right)
	ranks := rank(left, right)
	s.plain = true // its answer is the one that items have always had
	again := s.Solve(left.graph(ranks), right.graph(ranks))
	s.plain = false
	if !again.Proven() || !again.Canonical {
		return &kept
	}
	for i := range kept.Mate {
		kept.Mate[i] = None
		if j := again.Mate[left.number[i]]; j >= 0 {
			kept.Mate[i] = right.node[j]
		}
	}
	return &kept
}

// Number numbers the nodes of a graph by its statements, as SolveInOrder does.
func Number(g Graph, name func(*Term) uint64) []int32 { return newOrdering(g, name, nil).number }

// maxRefined is the number of nodes up to which nodes that look alike are separated one by one, each time with
// consequences for their neighbours.
const maxRefined = 1000

// An ordering numbers the nodes of a graph by their statements. The colour of a node
// is a hash of its statements, those of its neighbours, and so on.
type ordering struct {
	of     Graph
	names  []uint64 // of the terms
	colour []uint64
	next   []uint64
	sorted []uint64
	node   []int32 // by number
	number []int32 // by node
}

func newOrdering(g Graph, name func(*Term) uint64, numbers []int32) *ordering {
	o := &ordering{of: g, names: make([]uint64, len(g.Terms)), colour: make([]uint64, g.Nodes),
		next: make([]uint64, g.Nodes),
		node: make([]int32, g.Nodes), number: make([]int32, g.Nodes)}
	for i := range g.Kinds {
		o.colour[i] = spread(uint64(g.Kinds[i]) + 1)
	}
	for i, n := range numbers {
		o.colour[i] += spread(uint64(n) << 32)
	}
	for i := range g.Terms {
		term := &g.Terms[i]
		o.names[i] = spread(name(term) + uint64(term.Class))
		if term.arity() == 1 {
			o.colour[term.Nodes[0]] += spread(o.names[i])
		}
	}
	o.refine()
	for i := range o.node {
		o.node[i] = int32(i)
	}
	byColour := func(x, y int32) int { return cmp.Compare(o.colour[x], o.colour[y]) }
	slices.SortStableFunc(o.node, byColour)
	for at := 0; at+1 < len(o.node); at++ { // nodes before at differ from each other and all others
		if o.colour[o.node[at]] != o.colour[o.node[at+1]] {
			continue
		}
		o.colour[o.node[at]] = spread(o.colour[o.node[at]] + uint64(at) + 1)
		if g.Nodes <= maxRefined {
			o.refine()
		}
		slices.SortStableFunc(o.node, byColour)
		at = -1
		if g.Nodes > maxRefined {
			break
		}
	}
	for i, n := range o.node {
		o.number[n] = int32(i)
	}
	return o
}

// refine adds to the colour of each node those of its neighbours until no more nodes differ.
func (o *ordering) refine() {
	for colours := o.colours(); colours < o.of.Nodes; {
		for i, c := range o.colour {
			o.next[i] = spread(c)
		}
		for i := range o.of.Terms {
			term := &o.of.Terms[i]
			n := term.arity()
			for p := 0; p < n && n > 1; p++ {
				sum := o.names[i] + uint64(o.place(term, p, n))
				for q := range n {
					if q != p {
						sum = spread(sum + o.colour[term.Nodes[q]]*uint64(2*o.place(term, q, n)+3))
					}
				}
				o.next[term.Nodes[p]] += spread(sum)
			}
		}
		o.colour, o.next = o.next, o.colour
		now := o.colours()
		if now <= colours {
			return
		}
		colours = now
	}
}

// place returns position p of n, the same for the two that a symmetric term may exchange.
func (*ordering) place(term *Term, p, n int) int {
	if term.Symmetric && p == n-1 {
		return n - 2
	}
	return p
}

// colours counts the different colours.
func (o *ordering) colours() int {
	o.sorted = append(o.sorted[:0], o.colour...)
	slices.Sort(o.sorted)
	return len(slices.Compact(o.sorted))
}

// rank numbers the keys of both graphs by the names of their terms.
func rank(list ...*ordering) map[uint64]uint64 {
	type named struct{ name, key uint64 }
	var all []named
	for _, o := range list {
		for i := range o.of.Terms {
			all = append(all, named{o.names[i], o.of.Terms[i].Key})
		}
	}
	slices.SortFunc(all, func(x, y named) int { return cmp.Or(cmp.Compare(x.name, y.name), cmp.Compare(x.key, y.key)) })
	ranks := map[uint64]uint64{}
	for _, n := range all {
		if _, known := ranks[n.key]; !known {
			ranks[n.key] = uint64(len(ranks))
		}
	}
	return ranks
}

// graph returns the graph with its nodes and terms in order.
func (o *ordering) graph(ranks map[uint64]uint64) Graph {
	out := Graph{Nodes: o.of.Nodes, Terms: slices.Clone(o.of.Terms)}
	if o.of.Kinds != nil {
		out.Kinds = make([]int32, len(o.node))
		for i, n := range o.node {
			out.Kinds[i] = o.of.Kinds[n]
		}
	}
	for i := range out.Terms {
		term := &out.Terms[i]
		term.Key = ranks[term.Key]
		for p := range term.arity() {
			term.Nodes[p] = o.number[term.Nodes[p]]
		}
		term.Nodes = term.sorted()
	}
	slices.SortStableFunc(out.Terms, func(x, y Term) int { return compareTerms(&x, &y) })
	return out
}

// Hash returns a number for a sequence of names, for SolveInOrder.
func Hash(names ...string) uint64 {
	sum := uint64(14695981039346656037) // FNV-1a
	for _, name := range names {
		for i := range len(name) {
			sum = (sum ^ uint64(name[i])) * 1099511628211
		}
		sum = spread(sum)
	}
	return sum
}

// spread mixes the bits of a number.
func spread(x uint64) uint64 {
	x += 0x632be59bd9b4e019
	x ^= bits.RotateLeft64(x, 25) ^ bits.RotateLeft64(x, 47)
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return x ^ x>>32
}
