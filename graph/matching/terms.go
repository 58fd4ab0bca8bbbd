package matching

import "slices"

// A Pairer finds the matched terms of a mapping. It reuses its memory.
type Pairer struct {
	a, b []placed
	mate []int32
}

// A placed term is a term with its nodes in the second graph, and its place in
// the list.
type placed struct {
	Term
	at int32
}

// Pair returns, for each term of a, the term of b that it matches under a
// mapping of nodes, or None. Each term is matched once; of equal terms, the
// first ones are. The result is valid until the next call.
func (p *Pairer) Pair(a, b Graph, mate []int32) []int32 {
	p.a, p.b = p.a[:0], p.b[:0]
	for i, t := range a.Terms {
		t.Nodes = image(&t, mate)
		p.a = append(p.a, placed{t, int32(i)})
	}
	for i, t := range b.Terms {
		t.Nodes = t.sorted()
		p.b = append(p.b, placed{t, int32(i)})
	}
	order := func(x, y placed) int { return compareTerms(&x.Term, &y.Term) }
	slices.SortStableFunc(p.a, order)
	slices.SortStableFunc(p.b, order)
	p.mate = fill(p.mate, len(a.Terms), None)
	for i, j := 0, 0; i < len(p.a) && j < len(p.b); {
		switch d := order(p.a[i], p.b[j]); {
		case d < 0:
			i++
		case d > 0:
			j++
		default:
			p.mate[p.a[i].at] = p.b[j].at
			i, j = i+1, j+1
		}
	}
	return p.mate
}
