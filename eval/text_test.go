package eval

import (
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

func TestAppendRef(t *testing.T) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols(), Gaps: true}
	np := sentence.Syms.InternString("NP")
	sentence.Phrases = []treebank.Phrase{{Label: np, Parent: -1, Begin: 0, End: 5}, {Label: np, Parent: 0, Begin: 0, End: 5},
		{Label: np, Parent: 1, Begin: 0, End: 5}}
	for _, parent := range []int32{2, 2, 0, 0, 2} {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Parent: parent})
	}
	sentence.Nodes = []treebank.Node{{From: 0, To: 3}, {From: 4, To: 9}, {From: -1, To: -1}}
	sentence.Text = []byte("e2")
	sentence.Nodes[1].ID = treebank.Span{Len: 2}
	sentence.Edges = []treebank.Edge{{From: 1, To: 0}, {From: 1, To: 0}}
	for _, tc := range []struct {
		ref  Ref
		want string
	}{
		{Ref{Kind: Phrase, Index: 1, Label: np}, "NP:1-2+5-5"},
		{Ref{Kind: Phrase, Index: 0, Label: np}, "NP:1-5"},
		{Ref{Kind: Phrase, Index: 2, Label: np}, "NP:1-2+5-5 #2"},
		{Ref{Kind: Link, Index: 2, Other: 4, Label: np}, "3<5:NP"},
		{Ref{Kind: Link, Index: 2, Other: treebank.Root}, "3<0"},
		{Ref{Kind: Link, Index: 2, Other: treebank.Unknown}, "3<?"},
		{Ref{Kind: Edge, Index: 0, Other: 0, Label: np}, "e2<4:9> NP #1<0:3>"},
		{Ref{Kind: Edge, Index: 1, Other: 0, Label: np}, "e2<4:9> NP #1<0:3> #2"},
		{Ref{Kind: Node, Index: 0, Label: np}, "#1<0:3> NP"},
		{Ref{Kind: Node, Index: 2, Label: np}, "#3 NP"},
	} {
		if got := string(AppendRef(nil, sentence, tc.ref)); got != tc.want {
			t.Errorf("%+v: %q, want %q", tc.ref, got, tc.want)
		}
	}
}

// TestOrdinals: numbers that are looked up are those that counting finds, and a change of the graph
// between two measures is seen.
func TestOrdinals(t *testing.T) {
	random := rand.New(rand.NewPCG(31, 32))
	n := func(k int) int32 { return int32(random.IntN(k)) }
	for i := range 40 {
		pair := &Pair{}
		side := func() *treebank.Sentence {
			s := &treebank.Sentence{Syms: treebank.NewSymbols(), Gaps: i%2 == 0}
			s.Phrases = append(s.Phrases, treebank.Phrase{Parent: -1, End: 6})
			for range 80 {
				begin := n(3)
				s.Phrases = append(s.Phrases, treebank.Phrase{Label: treebank.Symbol(n(2)), Parent: n(len(s.Phrases)), Begin: begin, End: begin + 1 + n(3)})
				s.Nodes = append(s.Nodes, treebank.Node{})
				s.Edges = append(s.Edges, treebank.Edge{From: n(3), To: n(3), Label: treebank.Symbol(n(2))})
			}
			for range 6 {
				s.Tokens = append(s.Tokens, treebank.Token{Parent: n(len(s.Phrases))})
			}
			return s
		}
		pair.Reset(i, side(), side())
		for _, changed := range []bool{false, true} {
			if changed {
				pair.Gold.Edges, pair.Gold.Phrases = append(pair.Gold.Edges[1:], pair.Gold.Edges[0]), append(pair.Gold.Phrases, pair.Gold.Phrases[1])
				pair.forgetNames()
			}
			for _, s := range []*treebank.Sentence{pair.Gold, pair.System} {
				for k := range int32(80) {
					for _, ref := range []Ref{{Kind: Phrase, Index: k, Label: s.Phrases[k].Label}, {Kind: Edge, Index: k, Label: s.Edges[k].Label},
						{Kind: Edge, Index: k, Label: 5}} {
						if got, want := string(pair.AppendRef(nil, s, ref)), string(AppendRef(nil, s, ref)); got != want {
							t.Fatalf("pair %d, changed %v, %+v: %q, want %q", i, changed, ref, got, want)
						}
					}
				}
			}
		}
	}
}
