package ud

import (
	"math/rand/v2"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// TestPlainEdges compares plainEdges with its twin on random graphs.
func TestPlainEdges(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	syms := treebank.NewSymbols()
	var rels []treebank.Symbol
	for _, r := range []string{"a", "b", "a:x", "a:y"} {
		rels = append(rels, syms.InternString(r))
	}
	graph := func(n int32) *treebank.Sentence {
		s := &treebank.Sentence{Syms: syms, Text: []byte("w")}
		for w := range n {
			s.Tokens = append(s.Tokens, treebank.Token{Form: treebank.Span{Len: 1}, Parent: -1})
			s.Arcs = append(s.Arcs, treebank.Arc{Dep: w, Head: w - 1, Rel: rels[0]})
			for range rng.IntN(4) {
				s.Enhanced = append(s.Enhanced, treebank.Arc{Dep: w, Head: rng.Int32N(3) - 1, Rel: rels[rng.IntN(len(rels))]})
			}
		}
		return s
	}
	fast := 0
	for range 2000 {
		n := rng.Int32N(5) + 3
		var p eval.Pair
		p.Reset(0, graph(n), graph(n))
		c := Metric{}.NewCounter().(*counter)
		c.labels.reset(syms)
		var got, want tally
		if !c.plainEdges(&got, &p) {
			continue
		}
		fast++
		c.edges(&p, func(_, _ *edge, row int, n [perRow]int) {
			for i, v := range n {
				want[row][i] += v
			}
		})
		if got != want {
			t.Fatalf("%v and %v: got %v, want %v", p.Gold.Enhanced, p.System.Enhanced, got, want)
		}
	}
	if fast < 1900 {
		t.Errorf("only %d plain graphs", fast)
	}
}
