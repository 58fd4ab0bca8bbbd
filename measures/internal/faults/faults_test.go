package faults

import (
	"strings"
	"testing"

	"assay/eval"
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
		if got := p.Rivals(c.gold, c.system); got != c.want {
			t.Errorf("rivals %d and %d: want %v, found %v", c.gold, c.system, c.want, got)
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
