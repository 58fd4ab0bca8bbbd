package diagnose

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// samePlace is the plain definition: whether a part of gold and a part of the system are at the same place.
func samePlace(gold, system *treebank.Sentence, g, s eval.Ref, words, loose bool) bool {
	node := func(i, j int32) bool {
		if i < 0 || j < 0 || int(i) >= len(gold.Nodes) || int(j) >= len(system.Nodes) {
			return false
		}
		x, y := gold.Nodes[i], system.Nodes[j]
		return x.From == y.From && x.To == y.To && x.From >= 0
	}
	switch g.Kind {
	case eval.Phrase:
		x, y := gold.Phrases[g.Index], system.Phrases[s.Index]
		return words && x.Begin == y.Begin && x.End == y.End && (!gold.Gaps && !system.Gaps || sameYield(gold, system, g.Index, s.Index))
	case eval.Link, eval.Word:
		return words && g.Index == s.Index
	case eval.Node, eval.Top:
		return node(g.Index, s.Index)
	case eval.Prop:
		return g.Role == s.Role && node(g.Index, s.Index)
	case eval.Edge:
		if !node(gold.Edges[g.Index].From, system.Edges[s.Index].From) {
			return false
		}
		if loose {
			return g.Label == s.Label
		}
		return node(g.Other, s.Other)
	}
	return false
}

// plainJoin joins each missing item with the first spurious one at its place, one by one, both in the order
// of their names.
func plainJoin(p *part) {
	var missing, spurious []int
	for i := range p.wrong {
		switch p.wrong[i].outcome {
		case eval.Missing:
			missing = append(missing, i)
		case eval.Spurious:
			spurious = append(spurious, i)
		}
	}
	p.byName(missing, p.pair.Gold, eval.Missing)
	p.byName(spurious, p.pair.System, eval.Spurious)
	for _, loose := range []bool{false, true} {
		for _, i := range missing {
			g := &p.wrong[i]
			if g.joined || loose && g.gold.Kind != eval.Edge {
				continue
			}
			for _, k := range spurious {
				s := &p.wrong[k]
				if !s.joined && s.seen == g.seen && s.system.Kind == g.gold.Kind &&
					samePlace(p.pair.Gold, p.pair.System, g.gold, s.system, p.pair.SameWords(), loose) {
					g.joined, s.joined = true, true
					p.confuse(g, g.gold, s.system)
					break
				}
			}
		}
	}
}

// tangled makes a sentence with parts of all kinds, many of them at equal places.
func tangled(random *rand.Rand, syms *treebank.Symbols, words, size int) *treebank.Sentence {
	s := &treebank.Sentence{Syms: syms}
	s.Reset([]byte("w"))
	s.Gaps = random.IntN(2) == 0
	n := func(k int) int32 { return int32(random.IntN(k)) }
	s.Phrases = append(s.Phrases, treebank.Phrase{Parent: -1, End: int32(words)})
	for range size {
		s.Phrases = append(s.Phrases, treebank.Phrase{Parent: n(len(s.Phrases)), Begin: n(2), End: int32(words) - n(2)})
		s.Nodes = append(s.Nodes, treebank.Node{From: n(4) - 1, To: n(3)})
	}
	for range words {
		s.Tokens = append(s.Tokens, treebank.Token{Form: s.Add([]byte("w")), Parent: n(len(s.Phrases))})
	}
	for range size {
		s.Edges = append(s.Edges, treebank.Edge{From: n(size), To: n(size)})
	}
	return s
}

// TestJoin: places find the same confusions as comparing each missing item with each spurious one.
func TestJoin(t *testing.T) {
	random := rand.New(rand.NewPCG(21, 22))
	syms := treebank.NewSymbols()
	var labels []treebank.Symbol
	for _, name := range []string{"a", "b", "c"} {
		labels = append(labels, syms.InternString(name))
	}
	kinds := []eval.Kind{eval.Word, eval.Link, eval.Phrase, eval.Node, eval.Top, eval.Prop, eval.Edge, eval.Token}
	joined := 0
	for i := range 400 {
		const words = 4
		size := 1 + random.IntN(8)
		gold, system := tangled(random, syms, words, size), tangled(random, syms, words-random.IntN(5)/4, size)
		pair := &eval.Pair{}
		pair.Reset(i, gold, system)
		ref := func(kind eval.Kind, side *treebank.Sentence) eval.Ref {
			r := eval.Ref{Kind: kind, Label: labels[random.IntN(3)], Role: labels[random.IntN(2)], Index: int32(random.IntN(size))}
			if kind == eval.Edge {
				r.Other = side.Edges[r.Index].To
			}
			return r
		}
		var list []wrong
		for range 16 * size {
			w := wrong{seen: int32(random.IntN(2)), outcome: eval.Missing, part: "x", class: "class"}
			if kind := kinds[random.IntN(len(kinds))]; random.IntN(2) == 0 {
				w.gold = ref(kind, gold)
			} else {
				w.outcome, w.system = eval.Spurious, ref(kind, system)
			}
			list = append(list, w)
		}
		run := func(join func(p *part)) *part {
			p := NewBuilder(nil, Options{}).Collect().(*part)
			p.Pair(pair)
			p.wrong = append(p.wrong, list...)
			join(p)
			return p
		}
		fast, plain := run((*part).join), run(plainJoin)
		if !reflect.DeepEqual(fast.wrong, plain.wrong) || !reflect.DeepEqual(fast.byPair, plain.byPair) {
			t.Fatalf("pair %d: joined %+v, want %+v", i, fast.wrong, plain.wrong)
		}
		for k := range plain.wrong {
			if plain.wrong[k].joined {
				joined++
			}
		}
	}
	if joined < 1000 {
		t.Errorf("%d items joined, want enough to compare", joined)
	}
}

// TestMerge: a confusion of a later part, or of the same part by other symbols, adds its errors and the first units.
func TestMerge(t *testing.T) {
	for _, tc := range []struct{ own, other, want []int32 }{
		{[]int32{1, 4}, []int32{5, 9}, []int32{1, 4, 5, 9}},
		{[]int32{1, 4, 9}, []int32{2, 4, 12}, []int32{1, 2, 4, 9, 12}},
		{[]int32{1, 2, 3, 4, 5, 6, 7, 8, 9}, []int32{10, 11}, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
		{[]int32{2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, []int32{1, 12}, []int32{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}},
	} {
		c := &Confusion{N: 20, Units: tc.own}
		if c.merge(&Confusion{N: 3, Units: tc.other}); c.N != 23 || !slices.Equal(c.Units, tc.want) {
			t.Errorf("%d errors in %v, want 23 in %v", c.N, c.Units, tc.want)
		}
	}
}
