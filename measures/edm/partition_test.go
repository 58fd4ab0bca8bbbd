package edm

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// tryAll is the plain twin of partition.equal: it tries all ways to map the nodes.
func tryAll(x, y *isoGraph) bool {
	n := len(x.color)
	to, used := make([]int32, n), make([]bool, n)
	var try func(i int) bool
	try = func(i int) bool {
		if i == n {
			return sameGraph(x, y, to)
		}
		for j := range n {
			if used[j] || x.color[i] != y.color[j] {
				continue
			}
			to[i], used[j] = int32(j), true
			if try(i + 1) {
				return true
			}
			used[j] = false
		}
		return false
	}
	return try(0)
}

func sameGraph(x, y *isoGraph, to []int32) bool {
	rest := slices.Clone(y.edges)
	for _, e := range x.edges {
		at := slices.Index(rest, isoEdge{to[e.from], to[e.to], e.label})
		if at < 0 {
			return false
		}
		rest = slices.Delete(rest, at, at+1)
	}
	return len(rest) == 0
}

// The partition agrees with trying all mappings, on small random graphs with few
// colours and labels, half of them shuffled copies.
func TestPartition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	var found [2]int
	for range 5000 {
		n := 1 + rng.IntN(6)
		graph := func() *isoGraph {
			g := &isoGraph{}
			for range n {
				g.color = append(g.color, uint64(rng.IntN(2)))
			}
			return g
		}
		x, y := graph(), graph()
		for range rng.IntN(2 * n) {
			x.edges = append(x.edges, isoEdge{int32(rng.IntN(n)), int32(rng.IntN(n)), uint64(rng.IntN(2))})
		}
		to := rng.Perm(n)
		for i, c := range x.color {
			y.color[to[i]] = c
		}
		for _, e := range x.edges {
			y.edges = append(y.edges, isoEdge{int32(to[e.from]), int32(to[e.to]), e.label})
		}
		if k := len(y.edges); k > 0 && rng.IntN(2) == 0 { // perhaps change an edge
			y.edges[rng.IntN(k)] = isoEdge{int32(rng.IntN(n)), int32(rng.IntN(n)), uint64(rng.IntN(2))}
		}
		budget := 1 << 20
		got, want := newPartition(x, y).equal(&budget), tryAll(x, y)
		if got != want {
			t.Fatalf("%v and %v: %v, want %v", x, y, got, want)
		}
		if want {
			found[0]++
		} else {
			found[1]++
		}
	}
	if found[0] < 500 || found[1] < 500 {
		t.Errorf("%d isomorphic and %d other pairs are too few", found[0], found[1])
	}
}
