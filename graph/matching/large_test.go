package matching

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// shapes are the edges of graphs of n nodes.
var shapes = map[string]func(n int) [][2]int{
	"chain": func(n int) (out [][2]int) {
		for i := 1; i < n; i++ {
			out = append(out, [2]int{i - 1, i})
		}
		return out
	},
	"cycle": func(n int) (out [][2]int) {
		for i := range n {
			out = append(out, [2]int{i, (i + 1) % n})
		}
		return out
	},
	"star": func(n int) (out [][2]int) {
		for i := 1; i < n; i++ {
			out = append(out, [2]int{0, i})
		}
		return out
	},
	"tree": func(n int) (out [][2]int) {
		for i := 1; i < n; i++ {
			out = append(out, [2]int{i / 2, i})
		}
		return out
	},
	"bipartite": func(n int) (out [][2]int) { // complete between the first nodes, the others are leaves
		side := min(n/2, 35)
		for i := range side {
			for j := range side {
				out = append(out, [2]int{i, side + j})
			}
		}
		for i := 2 * side; i < n; i++ {
			out = append(out, [2]int{0, i})
		}
		return out
	},
}

// shaped makes a graph with one label for each node and equal edges.
func shaped(n int, edges [][2]int, label func(i int) int) Graph {
	graph := Graph{Nodes: n}
	for i := range n {
		graph.Terms = append(graph.Terms, Term{Key: uint64(label(i)), Nodes: [3]int32{int32(i), None, None}})
	}
	for _, e := range edges {
		graph.Terms = append(graph.Terms, Term{Key: 1 << 32, Class: 1, Nodes: [3]int32{int32(e[0]), int32(e[1]), None}})
	}
	return graph
}

// lawful reports the first law of intervals that the result of two graphs breaks: the mapping is
// one-to-one and matches the terms that it claims, and no bound is below them.
func lawful(a, b Graph, res *Result) error {
	taken := map[int32]bool{}
	for i, j := range res.Mate {
		if j < 0 {
			continue
		}
		if int(j) >= b.Nodes || taken[j] || a.Kinds != nil && a.Kinds[i] != b.Kinds[j] {
			return fmt.Errorf("want a one-to-one mapping of equal kinds, found %v", res.Mate)
		}
		taken[j] = true
	}
	paired := 0
	for _, m := range new(Pairer).Pair(a, b, res.Mate) {
		if m >= 0 {
			paired++
		}
	}
	if paired != res.Lower || sum(res.Matched) != res.Lower || res.Upper < res.Lower {
		return fmt.Errorf("want %d matches and a bound of at least that, found %d in %v, bound %d", paired, res.Lower, res.Matched, res.Upper)
	}
	return nil
}

// TestLarge: graphs with millions of possible matches end with a lawful interval after work that
// grows as the graphs do; equal graphs and those with equal labels are proven.
func TestLarge(t *testing.T) {
	const n = 1200
	labels := map[string]func(i int) int{
		"equal":    func(int) int { return 0 },
		"unequal":  func(i int) int { return i },
		"reversed": func(i int) int { return n - i },
		"fifty":    func(i int) int { return i * i % 53 },
	}
	solver := New(Options{Classes: 2})
	for shape, edges := range shapes {
		for _, names := range [][2]string{{"equal", "equal"}, {"unequal", "unequal"}, {"unequal", "reversed"}, {"fifty", "fifty"}, {"equal", "fifty"}} {
			for _, m := range []int{n, n - 1} {
				a, b := shaped(n, edges(n), labels[names[0]]), shaped(m, edges(m), labels[names[1]])
				res := solver.Solve(a, b)
				at := fmt.Sprintf("%s of %d %s against %d %s", shape, n, names[0], m, names[1])
				if err := lawful(a, b, res); err != nil {
					t.Errorf("%s: %v", at, err)
				}
				if limit := int64(1_000 * len(a.Terms)); res.Steps > limit {
					t.Errorf("%s: %d steps, want %d at most", at, res.Steps, limit)
				}
				alike := names[0] == names[1] && (m == n || names[0] == "equal" && shape != "cycle")
				if alike && (!res.Proven() || !res.Canonical || res.Lower != len(b.Terms)) {
					t.Errorf("%s: want %d matches proven, found %d, bound %d", at, len(b.Terms), res.Lower, res.Upper)
				}
			}
		}
	}
}

// TestOutline: the interval without a search holds the optimum that the search proves.
func TestOutline(t *testing.T) {
	rng := rand.New(rand.NewPCG(21, 22))
	met := 0
	for i := range 600 {
		nodes, others, labels := 1+rng.IntN(12), 1+rng.IntN(12), 1+rng.IntN(4)
		a, b := randomGraph(rng, nodes, labels, nodes, rng.IntN(4)), randomGraph(rng, others, labels, others, rng.IntN(4))
		if i%3 == 0 {
			b = shuffled(rng, a)
		}
		if i%5 == 0 {
			a.Kinds, b.Kinds = make([]int32, a.Nodes), make([]int32, b.Nodes)
			for k := range a.Nodes {
				a.Kinds[k] = int32(rng.IntN(2))
			}
			for k := range b.Nodes {
				b.Kinds[k] = int32(rng.IntN(2))
			}
		}
		opt := Options{Classes: 3, Product: i%4 == 0}
		best := New(opt).Solve(a, b)
		want := best.Lower
		solver := New(opt)
		solver.build.start(&solver.opt, a, b)
		got := solver.outline(a, b)
		if !best.Proven() || got.Lower > want || got.Upper < want {
			t.Fatalf("graphs %d: the interval [%d, %d] lacks the optimum %d", i, got.Lower, got.Upper, want)
		}
		if n := naive(opt, a, b, got.Mate); !slices.Equal(n, got.Matched) {
			t.Fatalf("graphs %d: the mapping gives %v, want %v", i, n, got.Matched)
		}
		if !opt.Product {
			if err := lawful(a, b, got); err != nil {
				t.Fatalf("graphs %d: %v", i, err)
			}
		}
		if got.Canonical {
			met++
			if !slices.Equal(got.Matched, best.Matched) {
				t.Fatalf("graphs %d: want the classes %v, found %v", i, best.Matched, got.Matched)
			}
		}
	}
	if met < 50 {
		t.Errorf("only %d intervals of 600 are closed", met)
	}
}

// TestWork: the search of a large instance ends near its budget.
func TestWork(t *testing.T) {
	const n, budget = 300, 20_000_000
	for shape, edges := range shapes {
		a := shaped(n, edges(n), func(i int) int { return i * i % 53 })
		b := shaped(n, edges(n), func(i int) int { return i * i * i % 53 })
		res := New(Options{Classes: 2, Budget: budget}).Solve(a, b)
		if err := lawful(a, b, res); err != nil {
			t.Errorf("%s: %v", shape, err)
		}
		if res.Steps > budget*3/2 {
			t.Errorf("%s: %d steps, want about %d at most", shape, res.Steps, budget)
		}
	}
}
