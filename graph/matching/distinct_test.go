package matching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestDistinct compares terms that are sorted as numbers with terms that are sorted as they are.
func TestDistinct(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 31))
	var s sorter
	most := 0
	for range 2000 {
		nodes := 1 + random.IntN(8)
		graph := Graph{Nodes: nodes}
		for range random.IntN(2 * fewSpots) {
			term := Term{Key: random.Uint64N(4) << 62, Nodes: [3]int32{None, None, None}}
			for k := range random.IntN(4) {
				term.Nodes[k] = int32(random.IntN(nodes))
			}
			term.Symmetric = term.Key>>62 == 3
			graph.Terms = append(graph.Terms, term)
		}
		want, got := distinct(nil, graph.Terms), s.distinct(nil, &graph)
		if !slices.Equal(got, want) {
			t.Fatalf("%v: %v, want %v", graph.Terms, got, want)
		}
		for i := range got {
			most = max(most, got[i].copies)
		}
	}
	if most < 5 {
		t.Errorf("%d copies of a term at most", most)
	}
}

// TestChosen compares the counts of chosen pairs with those of the mapping of the nodes.
func TestChosen(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 31))
	for i := range 1000 {
		graphs := [2]Graph{}
		for side := range graphs {
			nodes := 2 + random.IntN(5)
			graphs[side].Nodes = nodes
			for range 20 {
				kind := random.IntN(8)
				term := Term{Key: uint64(kind), Class: uint8(kind % 3), Symmetric: kind > 4, Nodes: [3]int32{None, None, None}}
				for k := range kind % 4 {
					term.Nodes[k] = int32(random.IntN(nodes))
				}
				graphs[side].Terms = append(graphs[side].Terms, term)
			}
		}
		s := New(Options{Classes: 3, Product: i%2 == 0})
		res := s.Solve(graphs[0], graphs[1])
		if want := s.build.count(nil, res.Mate); !slices.Equal(res.Matched, want) {
			t.Fatalf("%+v: counts %v, want %v", graphs, res.Matched, want)
		}
	}
}
