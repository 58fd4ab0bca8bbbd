package counter

import (
	"maps"
	"math/bits"
	"slices"
)

// A bitset is a set of small numbers.
type bitset []uint64

func (s bitset) has(i int) bool { return s[i/64]>>(i%64)&1 > 0 }

func (s bitset) add(i int) { s[i/64] |= 1 << (i % 64) }

// merge adds the numbers of t.
func (s bitset) merge(t bitset) {
	for k, w := range t {
		s[k] |= w
	}
}

// all yields the numbers in ascending order.
func (s bitset) all(yield func(i int) bool) {
	for k, w := range s {
		for ; w != 0; w &= w - 1 {
			if !yield(k*64 + bits.TrailingZeros64(w)) {
				return
			}
		}
	}
}

// An order is a transitive relation of boxes: a box above another.
type order struct {
	boxes       []int32 // in ascending order
	place       map[int32]int
	below       []bitset // of each box, by place
	above       []bitset
	introducers map[int32][]int // of each referent: places of boxes
}

func newOrder(boxes map[int32]*box) *order {
	out := &order{boxes: slices.Sorted(maps.Keys(boxes)), place: map[int32]int{}, introducers: map[int32][]int{}}
	words := (len(out.boxes) + 63) / 64
	for at, n := range out.boxes {
		out.place[n] = at
		out.below, out.above = append(out.below, make(bitset, words)), append(out.above, make(bitset, words))
		for ref := range boxes[n].refs {
			out.introducers[ref] = append(out.introducers[ref], at)
		}
	}
	return out
}

// put puts box a above box b, and with it all boxes above a above all boxes below b.
func (o *order) put(a, b int) {
	if o.below[a].has(b) {
		return
	}
	higher, lower := slices.Clone(o.above[a]), slices.Clone(o.below[b])
	higher.add(a)
	lower.add(b)
	for x := range higher.all {
		o.below[x].merge(lower)
	}
	for x := range lower.all {
		o.above[x].merge(higher)
	}
}

// subordination returns which boxes are above which others: by nesting, by relations,
// by the use of referents, and by closure.
func (r *referee) subordination() *order {
	relation := newOrder(r.boxes)
	for p := range r.rels {
		relation.put(relation.place[p[0]], relation.place[p[1]])
	}
	for at, n := range relation.boxes {
		box := r.boxes[n]
		for sub := range box.subs {
			relation.put(at, relation.place[sub])
		}
		for ref := range box.uses {
			for _, other := range relation.introducers[ref] {
				if other != at && !box.refs[ref] {
					relation.put(other, at)
				}
			}
		}
	}
	for r.close(relation) {
	}
	return relation
}

// close puts the boxes above a box above the box around it as well, unless they are below
// that, and reports whether there were such boxes.
func (r *referee) close(o *order) bool {
	var more [][2]int
	for at, n := range o.boxes {
		for sub := range r.boxes[n].subs {
			for p := range o.above[o.place[sub]].all {
				if p != at && !o.below[at].has(p) && !o.above[at].has(p) {
					more = append(more, [2]int{p, at})
				}
			}
		}
	}
	for _, p := range more {
		o.put(p[0], p[1])
	}
	return len(more) > 0
}

// loops checks that no box is below itself.
func (r *referee) loops(o *order) error {
	for k, n := range o.boxes {
		if o.below[k].has(k) {
			return r.fault(r.first(n, -1), "boxes that are not below themselves", r.name(n))
		}
	}
	return nil
}

// connected checks that every box can be reached from every other. Like clf_referee.py, it
// accepts boxes without any relation, of which each is a structure of its own.
func (r *referee) connected(o *order) error {
	reached := make(bitset, (len(o.boxes)+63)/64)
	reached.add(0)
	related := false
	for stack := []int{0}; len(stack) > 0; {
		at := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, near := range []bitset{o.below[at], o.above[at]} {
			for m := range near.all {
				if !reached.has(m) {
					reached.add(m)
					stack = append(stack, m)
				}
			}
		}
	}
	for _, lower := range o.below {
		for range lower.all {
			related = true
			break
		}
	}
	for at, n := range o.boxes {
		if related && !reached.has(at) {
			return r.fault(r.first(n, -1), "boxes that are connected", r.name(n)+" apart from "+r.name(o.boxes[0]))
		}
	}
	return nil
}

// bound checks that every referent is introduced in the box that uses it, or in one
// above it.
func (r *referee) bound(o *order) error {
	for k, n := range o.boxes {
		for _, ref := range slices.Sorted(maps.Keys(r.boxes[n].uses)) {
			found := r.boxes[n].refs[ref]
			if !found && !slices.ContainsFunc(o.introducers[ref], o.above[k].has) {
				return r.fault(r.first(n, ref), "referents that are introduced", r.name(ref)+" in "+r.name(n))
			}
		}
	}
	return nil
}
