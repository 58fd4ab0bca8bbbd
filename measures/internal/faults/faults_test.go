package faults

import (
	"math/rand/v2"
	"strings"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// Places: 1 and 2 are nodes of both graphs, 3 of gold only, 4 of the system only. In
// gold two edges lead to 2, in the system two to 1.
func pair() *Pair {
	p := &Pair{}
	p.Reset()
	for _, fact := range []Fact{
		{Kind: Concept, From: 1, To: Nowhere, Stem: "run", Noun: "concept"},   // 0
		{Kind: Concept, From: 2, To: Nowhere, Noun: "concept", Matched: true}, // 1
		{Kind: Edge, From: 1, To: 2, Role: 7, Noun: "edge"},                   // 2
		{Kind: Edge, From: 1, To: 2, Role: 8, Noun: "edge"},                   // 3
		{Kind: Edge, From: 3, To: 1, Role: 7, Noun: "edge"},                   // 4
		{Kind: Top, From: 1, To: Nowhere},                                     // 5
		{Kind: Property, From: 1, To: Nowhere, Role: 5, Noun: "attribute"},    // 6
		{Kind: Edge, From: 1, To: 99, Role: 9, Noun: "argument", Free: true},  // 7
		{Kind: Edge, From: 1, To: 1, Role: 3, Noun: "edge"},                   // 8
		{Kind: Edge, From: 2, To: 99, Role: 9, Noun: "argument", Free: true},  // 9: a word with two predicates
	} {
		p.Add(Gold, fact)
	}
	for _, fact := range []Fact{
		{Kind: Concept, From: 1, To: Nowhere, Stem: "run", Noun: "concept"},   // 0
		{Kind: Concept, From: 2, To: Nowhere, Noun: "concept", Matched: true}, // 1
		{Kind: Edge, From: 2, To: 1, Role: 7, Noun: "edge"},                   // 2
		{Kind: Edge, From: 1, To: 4, Role: 8, Noun: "edge"},                   // 3
		{Kind: Concept, From: 1, To: Nowhere, Stem: "walk", Noun: "concept"},  // 4
		{Kind: Top, From: 2, To: Nowhere},                                     // 5
		{Kind: Property, From: 1, To: Nowhere, Role: 6, Noun: "attribute"},    // 6
		{Kind: Edge, From: 2, To: 1, Role: 6, Noun: "edge"},                   // 7
		{Kind: Edge, From: 1, To: 2, Role: 9, Noun: "edge"},                   // 8
	} {
		p.Add(System, fact)
	}
	return p
}

// areRivals reports whether an unmatched fact of gold and one of the system have the same
// subject: the name of the same node, the same role of it with two values, an edge
// between the same nodes in either direction, or a top.
func (p *Pair) areRivals(gold, system int) bool {
	g, s := &p.sides[Gold].facts[gold], &p.sides[System].facts[system]
	switch {
	case g.Kind != s.Kind || g.Matched || s.Matched:
		return false
	case g.Kind == Top:
		return true
	case g.From == s.From && g.To == s.To:
		return g.Kind != Property || g.Role == s.Role
	}
	return g.Kind == Edge && g.From == s.To && g.To == s.From
}

// isRenamed reports whether an unmatched property of gold and one of the system have the same value of the same node.
func (p *Pair) isRenamed(gold, system int) bool {
	g, s := &p.sides[Gold].facts[gold], &p.sides[System].facts[system]
	return g.Kind == Property && s.Kind == Property && !g.Matched && !s.Matched && g.From == s.From && g.Value == s.Value && g.Value != 0
}

func TestClass(t *testing.T) {
	p := pair()
	for _, tc := range []struct {
		gold, system int
		outcome      eval.Outcome
		want         string
	}{
		{0, 0, eval.Incorrect, "wrong sense"}, {0, 4, eval.Incorrect, "wrong concept"}, {5, 5, eval.Incorrect, "wrong top"},
		{6, 6, eval.Incorrect, "wrong value"}, {2, 2, eval.Incorrect, "reversed edge"}, {2, 7, eval.Incorrect, "wrong role"},
		{2, 8, eval.Incorrect, "wrong role"}, {3, 3, eval.Incorrect, "wrong target"}, {1, 1, eval.Correct, ""},
		{2, -1, eval.Missing, "reversed edge"}, {3, -1, eval.Missing, "lost re-entrancy"}, {4, -1, eval.Missing, "missing subgraph"},
		{5, -1, eval.Missing, "wrong top"}, {6, -1, eval.Missing, "missing attribute"}, {7, -1, eval.Missing, "missing argument"},
		{-1, 2, eval.Spurious, "reversed edge"}, {-1, 3, eval.Spurious, "spurious subgraph"}, {-1, 7, eval.Spurious, "spurious re-entrancy"},
		{-1, 4, eval.Spurious, "spurious concept"}, {-1, 8, eval.Spurious, "spurious edge"},
	} {
		if got := p.Class(tc.gold, tc.system, tc.outcome); got != tc.want {
			t.Errorf("%d and %d: want %q, found %q", tc.gold, tc.system, tc.want, got)
		}
	}
	for _, c := range []struct {
		gold, system int
		want         bool
	}{{0, 4, true}, {1, 1, false}, {2, 7, true}, {2, 3, false}, {5, 5, true}, {6, 6, false}, {6, 0, false}} {
		if got := p.areRivals(c.gold, c.system); got != c.want {
			t.Errorf("rivals %d and %d: want %v, found %v", c.gold, c.system, c.want, got)
		}
	}
}

// TestBoxes: the edges from boxes to their referents make no referent re-entrant, and clauses that are
// equal but for their boxes are in the wrong box.
func TestBoxes(t *testing.T) {
	p := &Pair{}
	p.Reset()
	node := Fact{Kind: Concept, From: 2, To: Nowhere, Noun: "concept", Matched: true}
	role := Fact{Kind: Edge, From: 1, To: 2, Role: 7, Noun: "role", Name: "Theme", Box: 5}
	inBox := Fact{Kind: Edge, From: 4, To: 2, Role: 8, Noun: "operator", Frame: true}
	for _, fact := range []Fact{{Kind: Concept, From: 1, To: Nowhere, Matched: true}, node, role, inBox} {
		p.Add(Gold, fact)
	}
	moved := role
	moved.Box = 6
	for _, fact := range []Fact{{Kind: Concept, From: 1, To: Nowhere, Matched: true}, node, {Kind: Concept, From: 4, To: Nowhere}, moved} {
		p.Add(System, fact)
	}
	for _, c := range []struct {
		gold, system int
		outcome      eval.Outcome
		want         string
	}{{2, -1, eval.Missing, "missing role"}, {3, -1, eval.Missing, "missing operator"}, {2, 3, eval.Incorrect, "wrong box"}} {
		if got := p.Class(c.gold, c.system, c.outcome); got != c.want {
			t.Errorf("%d and %d: want %q, found %q", c.gold, c.system, c.want, got)
		}
	}
}

// TestMirror: with the sides exchanged, missing is spurious and lost is spurious.
func TestMirror(t *testing.T) {
	p := pair()
	m := &Pair{}
	m.Reset()
	for which := range 2 {
		for _, f := range p.sides[which].facts {
			m.Add(1-which, f)
		}
	}
	for i := range p.sides[Gold].facts {
		want := strings.NewReplacer("missing", "spurious", "lost", "spurious").Replace(p.Class(i, -1, eval.Missing))
		if got := m.Class(-1, i, eval.Spurious); got != want {
			t.Errorf("%d: want %q, found %q", i, want, got)
		}
	}
}

// TestTakeRival: facts are taken as by a search through all facts of the system for each
// fact of gold, the plain twin.
func TestTakeRival(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	taken, renamed := 0, 0
	p := &Pair{}
	for round := range 500 {
		p.Reset()
		size := 1 + rng.IntN(30)
		for which := range 2 {
			for range size {
				fact := Fact{Kind: Kind(rng.IntN(int(Top) + 1)), From: uint64(rng.IntN(4)), To: Nowhere, Role: treebank.Symbol(rng.IntN(3)),
					Value: treebank.Symbol(rng.IntN(3)), Matched: rng.IntN(4) == 0}
				if fact.Kind == Edge {
					fact.To = uint64(rng.IntN(4))
				}
				p.Add(which, fact)
			}
		}
		used, want := make([]bool, size), make([]int, size)
		for gold := range size {
			want[gold] = -1
			for system := range size {
				if !used[system] && p.areRivals(gold, system) {
					used[system], want[gold] = true, system
					taken++
					break
				}
			}
		}
		for gold := range size { // then properties in another role
			for system := range size {
				if want[gold] < 0 && !used[system] && p.isRenamed(gold, system) {
					used[system], want[gold] = true, system
					renamed++
				}
			}
		}
		for gold := range size {
			if got := p.TakeRival(gold); got != want[gold] {
				t.Fatalf("round %d, fact %d: want %d, found %d", round, gold, want[gold], got)
			}
		}
	}
	if taken < 1000 || renamed < 40 {
		t.Errorf("want many rivals, found %d, and %d in another role", taken, renamed)
	}
}

// TestQueuesWork: all of n numbers are taken in order after the key of each is computed once.
func TestQueuesWork(t *testing.T) {
	for _, n := range []int{100, 1000, 10000} {
		computed := 0
		var q Queues[int]
		q.Fill(n, func(j int) (int, bool) { computed++; return j % 10, j%3 > 0 })
		for i := range n {
			if i%3 == 0 {
				continue
			}
			if got := q.Take(i % 10); got != i {
				t.Fatalf("queue %d: want %d, found %d", i%10, i, got)
			}
		}
		for key := range 11 {
			if got := q.Take(key); got != -1 {
				t.Errorf("queue %d: want it empty, found %d", key, got)
			}
		}
		if computed != n {
			t.Errorf("want %d keys computed, found %d", n, computed)
		}
	}
}
