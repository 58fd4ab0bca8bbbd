package matching

import (
	"cmp"
	"slices"
)

// A sorter sorts terms. Its slice is scratch memory.
type sorter struct{ spots []spot }

// A spot is the key of a term, and its nodes and its number in 16 bits each.
type spot struct{ key, nodes uint64 }

const (
	mostSpots = 1<<16 - 1 // nodes and terms of a graph whose terms have spots
	fewSpots  = 48        // spots that are sorted by insertion
)

// distinct appends the terms of a graph to dst, sorted, equal ones as one.
func (s *sorter) distinct(dst []counted, graph *Graph) []counted {
	if graph.Nodes >= mostSpots || len(graph.Terms) >= mostSpots {
		return distinct(dst, graph.Terms)
	}
	s.spots = s.spots[:0]
	for i := range graph.Terms {
		nodes := graph.Terms[i].sorted()
		s.spots = append(s.spots, spot{graph.Terms[i].Key,
			uint64(nodes[0]+1)<<48 | uint64(nodes[1]+1)<<32 | uint64(nodes[2]+1)<<16 | uint64(i)})
	}
	sortSpots(s.spots)
	for i, p := range s.spots {
		if i > 0 && p.key == s.spots[i-1].key && p.nodes>>16 == s.spots[i-1].nodes>>16 {
			dst[len(dst)-1].copies++
			continue
		}
		term := &graph.Terms[p.nodes&mostSpots]
		dst = append(dst, counted{*term, 1})
		dst[len(dst)-1].Nodes = term.sorted()
	}
	return dst
}

// sortSpots sorts a list, a short one by insertion.
func sortSpots(list []spot) {
	if len(list) > fewSpots {
		slices.SortFunc(list, func(a, b spot) int { return cmp.Or(cmp.Compare(a.key, b.key), cmp.Compare(a.nodes, b.nodes)) })
		return
	}
	for i := 1; i < len(list); i++ {
		p, k := list[i], i
		for ; k > 0 && (list[k-1].key > p.key || list[k-1].key == p.key && list[k-1].nodes > p.nodes); k-- {
			list[k] = list[k-1]
		}
		list[k] = p
	}
}

// distinct appends the terms to dst, sorted, equal ones as one.
func distinct(dst []counted, terms []Term) []counted {
	for _, t := range terms {
		t.Nodes = t.sorted()
		dst = append(dst, counted{t, 1})
	}
	slices.SortStableFunc(dst, func(a, b counted) int { return compareTerms(&a.Term, &b.Term) })
	n := 0
	for i := range dst {
		if n > 0 && compareTerms(&dst[n-1].Term, &dst[i].Term) == 0 {
			dst[n-1].copies++
			continue
		}
		dst[n] = dst[i]
		n++
	}
	return dst[:n]
}

// sorted returns the nodes of t, the two that a symmetric term may exchange in order.
func (t *Term) sorted() [3]int32 {
	nodes := t.Nodes
	if last := t.arity() - 1; t.Symmetric && last > 0 && nodes[last] < nodes[last-1] {
		nodes[last], nodes[last-1] = nodes[last-1], nodes[last]
	}
	return nodes
}
