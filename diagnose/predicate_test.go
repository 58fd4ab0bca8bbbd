package diagnose

import (
	"testing"

	"assay/draw"
	"assay/eval"
	"assay/treebank"
)

// A missing predication of SDP is about the arguments of a word that both sides have: the word is drawn once.
func TestPredicateIsOneWord(t *testing.T) {
	graph := func() *treebank.Sentence {
		s := &treebank.Sentence{Syms: treebank.NewSymbols()}
		s.Own()
		s.Nodes = []treebank.Node{{From: 0, To: 1}, {From: 2, To: 3}}
		return s
	}
	for _, outcome := range []eval.Outcome{eval.Missing, eval.Spurious} {
		s := &Sight{Pair: draw.Pair{Gold: graph(), System: graph()}}
		it := &eval.Item{Part: "predication", Outcome: outcome}
		if ref := (eval.Ref{Kind: eval.Node, Index: 1}); outcome == eval.Missing {
			it.Gold = ref
		} else {
			it.System = ref
		}
		s.Add(it)
		joint := s.Joint()
		if len(joint.Graph.Nodes) != 2 || joint.Marks.Nodes[1] != draw.Wrong {
			t.Errorf("%v: %d nodes with marks %v", outcome, len(joint.Graph.Nodes), joint.Marks.Nodes)
		}
	}
}

// A word that is a top of one side only is drawn once.
func TestTopIsOneWord(t *testing.T) {
	graph := func(syms *treebank.Symbols, tops ...int32) *treebank.Sentence {
		s := &treebank.Sentence{Syms: syms, Tops: tops}
		s.Own()
		s.Nodes = []treebank.Node{{From: 0, To: 1}, {From: 2, To: 3}}
		return s
	}
	syms := treebank.NewSymbols()
	s := &Sight{Pair: draw.Pair{Gold: graph(syms, 0), System: graph(syms, 1)}}
	s.Add(&eval.Item{Part: "top", Outcome: eval.Missing, Gold: eval.Ref{Kind: eval.Top, Index: 0}})
	s.Add(&eval.Item{Part: "top", Outcome: eval.Spurious, System: eval.Ref{Kind: eval.Top, Index: 1}})
	joint := s.Joint()
	if len(joint.Graph.Nodes) != 2 || joint.Marks.Nodes[0] != draw.Wrong || joint.Marks.Nodes[1] != draw.Wrong || joint.Uncounted {
		t.Errorf("%d nodes with marks %v", len(joint.Graph.Nodes), joint.Marks.Nodes)
	}
}
