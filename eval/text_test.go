package eval

import (
	"testing"

	"assay/treebank"
)

func TestAppendRef(t *testing.T) {
	sentence := &treebank.Sentence{Syms: treebank.NewSymbols(), Gaps: true}
	np := sentence.Syms.InternString("NP")
	sentence.Phrases = []treebank.Phrase{{Label: np, Parent: -1, Begin: 0, End: 5}, {Label: np, Parent: 0, Begin: 0, End: 5}, {Label: np, Parent: 1, Begin: 0, End: 5}}
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
