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
				a := treebank.Arc{Dep: w, Head: rng.Int32N(3) - 1, Rel: rels[rng.IntN(len(rels))]}
				if !repeated(s.Enhanced, a) || rng.IntN(100) == 0 {
					s.Enhanced = append(s.Enhanced, a)
				}
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

// TestCountSame compares countSame with its twin, countWords, on random words.
func TestCountSame(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	syms := treebank.NewSymbols()
	pick := func(names ...string) treebank.Symbol { return syms.InternString(names[rng.IntN(len(names))]) }
	side := func(n int32) *treebank.Sentence {
		s := &treebank.Sentence{Syms: syms, Text: []byte("wv")}
		for w := range n {
			lemma := treebank.Span{Off: rng.Uint32N(2), Len: min(rng.Uint32N(4), 1)}
			s.Tokens = append(s.Tokens, treebank.Token{Form: treebank.Span{Len: 1}, Parent: -1, Tag: pick("A", "B", "B", "B")})
			s.Morph = append(s.Morph, treebank.Morph{Lemma: lemma, Fine: pick("", "x"), Feats: pick("", "Case=A", "Case=A|My=B", "My=B")})
			s.Arcs = append(s.Arcs, treebank.Arc{Dep: w, Head: max(rng.Int32N(n+3), 3) - 3, Rel: pick("", "obj", "obl", "obl:x", "case", "case:x", "mark", "punct")})
			if rng.IntN(9) == 0 {
				s.Arcs[w].Head = -1 - rng.Int32N(3)
			}
		}
		return s
	}
	open := 0
	for k := range 4000 {
		n := rng.Int32N(5) + 1
		var p eval.Pair
		p.Reset(0, side(n), side(n))
		c := Metric{KeepSubtypes: k&1 > 0, RawFeatures: k&2 > 0}.NewCounter().(*counter)
		c.labels.reset(syms)
		var got, want tally
		if !c.countSame(&got, &p) {
			t.Fatal("not the same words")
		}
		c.countWords(&want, &p)
		if got != want {
			t.Fatalf("got %v, want %v", got, want)
		}
		open += want[rowCLAS][correct] - want[rowMLAS][correct]
	}
	if open < 100 {
		t.Errorf("only %d words depend on their function words", open)
	}
	p := eval.Pair{}
	p.Reset(0, side(2), side(2))
	p.System.Arcs = p.System.Arcs[1:]
	if c := (Metric{}).NewCounter().(*counter); c.countSame(new(tally), &p) {
		t.Error("countSame accepts a word without an arc")
	}
}
