package matching

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// finishing returns a solver whose finisher gets every instance that it can take, after that many rounds.
func finishing(opt Options, rounds int) *Solver {
	s := New(opt)
	s.early, s.least = rounds, 0
	return s
}

// ended reports whether the finisher ended the last search.
func (s *Solver) ended() bool { return s.finisher.nodes > 0 && s.finisher.steps <= s.finisher.limit }

// randomForest makes a graph of n nodes; each has an edge from or to one node before it, or none.
func randomForest(r *rand.Rand, n, labels int) Graph {
	graph := Graph{Nodes: n}
	for i := range int32(n) {
		graph.Terms = append(graph.Terms, Term{Key: uint64(r.IntN(labels)), Nodes: [3]int32{i, None, None}})
		if i == 0 || r.IntN(6) == 0 {
			continue
		}
		from, to := r.Int32N(i), i
		if r.IntN(3) == 0 {
			from, to = to, from
		}
		for range 1 + r.IntN(2) {
			graph.Terms = append(graph.Terms, Term{Key: 1<<32 | uint64(r.IntN(labels)), Class: 1 + uint8(r.IntN(2)), Nodes: [3]int32{from, to, None}})
		}
	}
	classify(graph)
	return graph
}

// classify makes the classes of edges follow from their keys.
func classify(graph Graph) {
	for i := range graph.Terms {
		if term := &graph.Terms[i]; term.Class > 0 {
			term.Class = 1 + uint8(term.Key%2)
		}
	}
}

// TestFinisherExhaustive: the finisher finds the counts of the best of all mappings, whichever side is the forest.
func TestFinisherExhaustive(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	ends := 0
	for i := range 1000 {
		n := 2 + r.IntN(4)
		m := n + r.IntN(3)
		labels := 1 + r.IntN(3)
		a, b := randomForest(r, n, labels), randomGraph(r, m, labels, 2*m, 0)
		if i%3 == 0 {
			b = randomForest(r, m, labels)
		}
		if i%10 == 9 { // clauses, which a finisher must leave alone
			a, b = randomGraph(r, n, labels, n, n), randomGraph(r, m, labels, m, m)
		}
		classify(a)
		classify(b)
		if i%2 == 0 {
			a, b = b, a
		}
		opt := Options{Classes: 3, Product: i%5 == 0}
		want := exhaustive(opt, a, b)
		solver := finishing(opt, i%3)
		got := solver.Solve(a, b)
		if !got.Proven() || !got.Canonical || !slices.Equal(got.Matched, want) {
			t.Fatalf("graphs %d: want %v proven, found %+v\n%v\n%v", i, want, got, a, b)
		}
		if count := naive(opt, a, b, got.Mate); !slices.Equal(count, want) {
			t.Fatalf("graphs %d: the mapping gives %v, want %v", i, count, want)
		}
		if solver.ended() {
			ends++
		}
	}
	if ends < 500 {
		t.Errorf("the finisher ended %d searches of 1000, want at least 500", ends)
	}
}

// TestFinisherPlain: on larger graphs, the search with the finisher and the search without it have the same matches.
func TestFinisherPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(33, 34))
	ends := 0
	for i := range 150 {
		a, b := nested(r, 4+r.IntN(7)), nested(r, 4+r.IntN(7))
		if i%3 == 0 {
			a, b = randomForest(r, 8+r.IntN(8), 2), randomForest(r, 8+r.IntN(8), 2)
		}
		opt := Options{Classes: 4}
		want := slices.Clone(after(opt, togetherRounds).Solve(a, b).Matched)
		solver := finishing(opt, i%2*earlyRounds)
		if got := solver.Solve(a, b); !got.Proven() || !got.Canonical || !slices.Equal(got.Matched, want) {
			t.Fatalf("graphs %d: want %v, found %+v", i, want, got)
		}
		if solver.ended() {
			ends++
		}
	}
	if ends < 75 {
		t.Errorf("the finisher ended %d searches of 150, want at least 75", ends)
	}
}

// TestFinisherBudget: a search that may not come to its end has a mapping and a bound all the same.
func TestFinisherBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(35, 36))
	for i := range 60 {
		a, b := nested(r, 4+r.IntN(5)), nested(r, 4+r.IntN(5))
		for _, budget := range []int64{1, 1000, 10_000, 100_000} {
			opt := Options{Classes: 4, Budget: budget}
			if err := check(opt, a, b, finishing(opt, i%3).Solve(a, b)); err != nil {
				t.Fatalf("graphs %d, budget %d: %v", i, budget, err)
			}
		}
	}
}
