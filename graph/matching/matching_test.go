package matching

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomGraph makes a graph of n nodes with terms of one to three nodes. With
// few labels many mappings are equally good.
func randomGraph(rng *rand.Rand, n, labels, edges, clauses int) Graph {
	graph := Graph{Nodes: n}
	node := func() int32 { return int32(rng.IntN(n)) }
	label := func(class int) uint64 { return uint64(class)<<32 | uint64(rng.IntN(labels)) }
	for i := range n {
		graph.Terms = append(graph.Terms, Term{Key: label(0), Nodes: [3]int32{int32(i), None, None}})
	}
	if rng.IntN(3) == 0 {
		graph.Terms = append(graph.Terms, Term{Key: label(0), Class: 0, Nodes: [3]int32{None, None, None}})
		graph.Terms[len(graph.Terms)-1].Key |= 1 << 40
	}
	for range edges {
		graph.Terms = append(graph.Terms, Term{Key: label(1), Class: 1, Nodes: [3]int32{node(), node(), None}})
	}
	for range clauses {
		k := label(2)
		graph.Terms = append(graph.Terms, Term{Key: k, Class: 2, Nodes: [3]int32{node(), node(), node()}, Symmetric: k%2 == 0})
	}
	return graph
}

// naive counts the matches of a mapping term by term, the plain definition.
func naive(opt Options, a, b Graph, mate []int32) []int {
	count := make([]int, opt.Classes)
	used := make([]bool, len(b.Terms))
	for _, term := range a.Terms {
		for i, u := range b.Terms {
			if term.Key != u.Key || used[i] && !opt.Product || !maps(term, u, mate) {
				continue
			}
			used[i] = true
			count[term.Class]++
			if !opt.Product {
				break
			}
		}
	}
	return count
}

func maps(term, u Term, mate []int32) bool {
	n := term.arity()
	to := [3]int32{None, None, None}
	for k := range n {
		if to[k] = mate[term.Nodes[k]]; to[k] < 0 {
			return false
		}
	}
	if to == u.Nodes {
		return true
	}
	if term.Symmetric && n > 1 {
		to[n-1], to[n-2] = to[n-2], to[n-1]
	}
	return to == u.Nodes
}

func sum(n []int) int {
	total := 0
	for _, v := range n {
		total += v
	}
	return total
}

// exhaustive tries every mapping and returns the counts of the best: the most
// in all, then in the first class, and so on.
func exhaustive(opt Options, a, b Graph) []int {
	mate := make([]int32, a.Nodes)
	taken := make([]bool, b.Nodes)
	var best []int
	var try func(i int)
	try = func(i int) {
		if i == a.Nodes {
			n := naive(opt, a, b, mate)
			if best == nil || better(n, best) {
				best = n
			}
			return
		}
		mate[i] = None
		try(i + 1)
		for j := range b.Nodes {
			if taken[j] || a.Kinds != nil && a.Kinds[i] != b.Kinds[j] {
				continue
			}
			mate[i], taken[j] = int32(j), true
			try(i + 1)
			taken[j] = false
		}
		mate[i] = None
	}
	try(0)
	return best
}

func TestExhaustive(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	kinds := func(n int) []int32 {
		k := make([]int32, n)
		for i := range k {
			k[i] = int32(rng.IntN(2))
		}
		return k
	}
	for i := range 400 {
		n, m := 1+rng.IntN(5), 1+rng.IntN(5)
		if i%40 == 0 {
			n, m = 6, 6
		}
		if i%200 == 0 {
			n, m = 7, 7
		}
		labels := 1 + rng.IntN(4)
		a, b := randomGraph(rng, n, labels, rng.IntN(2*n), rng.IntN(n)), randomGraph(rng, m, labels, rng.IntN(2*m), rng.IntN(m))
		if i%3 == 0 {
			a.Kinds, b.Kinds = kinds(n), kinds(m)
		}
		opt := Options{Classes: 3, Product: i%5 == 0}
		want := exhaustive(opt, a, b)
		for _, rounds := range []int{togetherRounds, 0} {
			got := after(opt, rounds).Solve(a, b)
			if !got.Proven() || !got.Canonical || !slices.Equal(got.Matched, want) || got.Lower != sum(want) {
				t.Fatalf("graphs %d: want %v proven, found %+v\n%v\n%v", i, want, got, a, b)
			}
			if n := naive(opt, a, b, got.Mate); !slices.Equal(n, want) {
				t.Fatalf("graphs %d: the mapping gives %v, want %v", i, n, want)
			}
		}
	}
}

// TestParallelClauses: clauses that differ in a node that can only be mapped in one way leave
// several links between the same two pairs, and all match.
func TestParallelClauses(t *testing.T) {
	rng := rand.New(rand.NewPCG(23, 24))
	opt := Options{Classes: 1}
	for i := range 300 {
		graph := func() Graph { // nodes 0 to 3 are of two kinds, each other one of its own
			out := Graph{Nodes: 7, Kinds: []int32{0, 0, 1, 1, 2, 3, 4}}
			for range 8 {
				out.Terms = append(out.Terms, Term{Key: uint64(rng.IntN(3)),
					Nodes: [3]int32{int32(rng.IntN(2)), int32(2 + rng.IntN(2)), int32(4 + rng.IntN(3))}})
			}
			for n := range 4 {
				out.Terms = append(out.Terms, Term{Key: uint64(10 + rng.IntN(2)), Nodes: [3]int32{int32(n), None, None}})
			}
			return out
		}
		a, b := graph(), graph()
		want := exhaustive(opt, a, b)
		if got := New(opt).Solve(a, b); got.Lower != want[0] || !got.Proven() {
			t.Fatalf("graphs %d: want %d matches proven, found %+v", i, want[0], got)
		}
	}
}

// after returns a solver that searches class by class after that many rounds.
func after(opt Options, rounds int) *Solver {
	s := New(opt)
	s.together, s.plain = rounds, true
	return s
}

// atOnce returns the counts of the best mapping by a search for total and all classes at
// once, with branches: the plain twin of the search class by class.
func atOnce(opt Options, a, b Graph) []int {
	s := New(opt)
	s.build.start(&s.opt, a, b)
	inst := s.build.instance(a, b)
	s.tree.start(1 << 60)
	s.tree.warm, s.tree.share = s.build.warm, s.build.scale.share
	s.tree.live = fill(s.tree.live, len(inst.row), true)
	s.tree.shrink.keep(inst, s.tree.live)
	branch := &branch{search: &s.tree, lower: -1, rounds: thorough.root}
	branch.solve(inst)
	return s.counts(branch.found)
}

// TestStages: the search class by class finds the same counts as that for all classes
// at once, on graphs too large for an exhaustive search.
func TestStages(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for i := range 400 {
		n, m := 6+r.IntN(8), 6+r.IntN(8)
		a, b := randomGraph(r, n, 3, n, n/4), randomGraph(r, m, 3, m, m/4)
		opt := Options{Classes: 3, Product: i%4 == 0}
		want := slices.Clone(atOnce(opt, a, b))
		if got := after(opt, i%3*6).Solve(a, b); !got.Canonical || !slices.Equal(got.Matched, want) {
			t.Fatalf("graphs %d: want %v, found %+v", i, want, got)
		}
	}
}

// nested returns a chain of n predicates with an argument each, like the graph of "the boy
// thinks that the girl knows that ...". Chains shift against each other: many mappings
// trade concepts for relations.
func nested(r *rand.Rand, n int) Graph {
	graph := Graph{Nodes: 2 * n}
	concept := func(node int, label int) {
		graph.Terms = append(graph.Terms, Term{Key: uint64(label), Nodes: [3]int32{int32(node), None, None}})
	}
	role := func(from, to int, label uint64) {
		graph.Terms = append(graph.Terms, Term{Key: 1<<32 | label, Class: 2, Nodes: [3]int32{int32(from), int32(to), None}})
	}
	for i, who := range r.Perm(n) {
		concept(i, r.IntN(5))
		concept(n+i, 100+who)
		role(i, n+i, 0)
		if i > 0 {
			role(i-1, i, 1)
		}
	}
	graph.Terms = append(graph.Terms, Term{Key: 1 << 33, Class: 1, Nodes: [3]int32{0, None, None}})
	return graph
}

// TestNested is TestStages for graphs of which many mappings are equally good.
func TestNested(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for i := range 150 {
		a, b := nested(r, 8+r.IntN(4)), nested(r, 8+r.IntN(4))
		opt := Options{Classes: 4}
		want := slices.Clone(atOnce(opt, a, b))
		if got := after(opt, i%3*6).Solve(a, b); !got.Canonical || !slices.Equal(got.Matched, want) {
			t.Fatalf("graphs %d: want %v, found %+v", i, want, got)
		}
	}
}

// shuffled returns g with its nodes and terms in another order.
func shuffled(rng *rand.Rand, g Graph) Graph {
	to := rng.Perm(g.Nodes)
	graph := Graph{Nodes: g.Nodes, Terms: slices.Clone(g.Terms)}
	for i := range graph.Terms {
		for k, n := range graph.Terms[i].Nodes {
			if n >= 0 {
				graph.Terms[i].Nodes[k] = int32(to[n])
			}
		}
	}
	rng.Shuffle(len(graph.Terms), func(i, j int) { graph.Terms[i], graph.Terms[j] = graph.Terms[j], graph.Terms[i] })
	return graph
}

func TestOrderChangesNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	solver := New(Options{Classes: 3})
	for i := range 200 {
		n := 2 + rng.IntN(14)
		a, b := randomGraph(rng, n, 2+rng.IntN(8), n+n/4, rng.IntN(3)), randomGraph(rng, n, 2+rng.IntN(8), n+n/4, rng.IntN(3))
		want := slices.Clone(solver.Solve(a, b).Matched)
		if got := solver.Solve(shuffled(rng, a), shuffled(rng, b)); !slices.Equal(got.Matched, want) {
			t.Fatalf("graphs %d: want %v, found %v", i, want, got.Matched)
		}
		if got := solver.Solve(b, a); !slices.Equal(got.Matched, want) {
			t.Fatalf("graphs %d, sides exchanged: want %v, found %v", i, want, got.Matched)
		}
		if got := solver.Solve(a, shuffled(rng, a)); got.Lower != len(a.Terms) {
			t.Fatalf("graph %d against itself: want %d, found %+v", i, len(a.Terms), got)
		}
	}
}

// better reports whether the counts n come before m.
func better(n, m []int) bool {
	return sum(n) > sum(m) || sum(n) == sum(m) && slices.Compare(n, m) > 0
}

// greedyMatch is the plain greedy mapping: again and again the pair of nodes
// that adds most.
func greedyMatch(opt Options, a, b Graph) int {
	mate, taken := fill([]int32(nil), a.Nodes, None), make([]bool, b.Nodes)
	value := naive(opt, a, b, mate)
	for {
		bi, bj, best := 0, 0, value
		for i := range a.Nodes {
			for j := range b.Nodes {
				if mate[i] >= 0 || taken[j] {
					continue
				}
				mate[i] = int32(j)
				if v := naive(opt, a, b, mate); better(v, best) {
					bi, bj, best = i, j, v
				}
				mate[i] = None
			}
		}
		if !better(best, value) {
			return sum(value)
		}
		mate[bi], taken[bj], value = int32(bj), true, best
	}
}

// check reports the first law that a result breaks.
func check(opt Options, a, b Graph, res *Result) error {
	seen := map[int32]bool{}
	for _, j := range res.Mate {
		if j >= 0 && (int(j) >= b.Nodes || seen[j]) {
			return fmt.Errorf("want a one-to-one mapping, found %v", res.Mate)
		}
		seen[j] = true
	}
	n := naive(opt, a, b, res.Mate)
	paired := 0
	for _, m := range new(Pairer).Pair(a, b, res.Mate) {
		if m >= 0 {
			paired++
		}
	}
	switch {
	case !opt.Product && paired != res.Lower:
		return fmt.Errorf("want %d paired terms, found %d", res.Lower, paired)
	case !slices.Equal(n, res.Matched) || sum(n) != res.Lower:
		return fmt.Errorf("the mapping matches %v, found %+v", n, res)
	case res.Upper < res.Lower:
		return fmt.Errorf("want a bound of at least %d, found %d", res.Lower, res.Upper)
	case res.Lower < greedyMatch(opt, a, b):
		return fmt.Errorf("want at least %d, which a greedy mapping finds, found %d", greedyMatch(opt, a, b), res.Lower)
	}
	return nil
}

func TestBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 40 {
		n := 5 + r.IntN(10)
		a, b := randomGraph(r, n, 2, 2*n, n/3), randomGraph(r, n, 2, 2*n, n/3)
		full := New(Options{Classes: 3, Budget: 30_000_000}).Solve(a, b)
		lower, upper := full.Lower, full.Upper
		for _, budget := range []int64{1, 1000, 100_000} {
			opt := Options{Classes: 3, Budget: budget}
			got := after(opt, i%3*6).Solve(a, b)
			if err := check(opt, a, b, got); err != nil {
				t.Fatalf("graphs %d, budget %d: %v", i, budget, err)
			}
			if got.Lower > upper || got.Upper < lower {
				t.Fatalf("graphs %d, budget %d: want an interval that meets [%d, %d], found [%d, %d]",
					i, budget, lower, upper, got.Lower, got.Upper)
			}
		}
	}
}

func FuzzSolve(f *testing.F) {
	f.Add(uint64(1), uint8(4), uint8(6), uint8(2), false)
	f.Add(uint64(9), uint8(12), uint8(12), uint8(1), true)
	f.Fuzz(func(t *testing.T, seed uint64, n, m, labels uint8, product bool) {
		r := rand.New(rand.NewPCG(seed, 7))
		x, y := 1+int(n%14), 1+int(m%14)
		k := 1 + int(labels%6)
		a, b := randomGraph(r, x, k, x, x/3), randomGraph(r, y, k, y+y/2, y/3)
		opt := Options{Classes: 3, Product: product, Budget: 1 + int64(seed%200_000)}
		for _, rounds := range []int{togetherRounds, 0} {
			if err := check(opt, a, b, after(opt, rounds).Solve(a, b)); err != nil {
				t.Fatal(err)
			}
		}
	})
}
