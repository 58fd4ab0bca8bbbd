package mrp

import (
	"strings"

	"assay/eval"
	"assay/graph/matching"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

type counter struct {
	matchcount.Search
	x     extractor
	pair  *eval.Pair
	sides [2]side
}

func newCounter(opt *Options, closeRow func(row []float64)) *counter {
	c := &counter{x: extractor{opt: opt}}
	c.Search = matchcount.Search{Terms: c, Whole: "graph", Pairs: colPairs, Open: colOpen, Close: closeRow,
		Solver: matching.New(matching.Options{Classes: int(classes), Budget: opt.Budget})}
	return c
}

// Read makes the terms of both graphs.
func (c *counter) Read(pair *eval.Pair) (gold, system matching.Graph, ok bool, err error) {
	if c.x.opt.IgnoreExtra && pair.Gold.Missing {
		return gold, system, false, nil
	}
	c.pair = pair
	c.x.read(&c.sides[faults.Gold], pair.Gold)
	c.x.read(&c.sides[faults.System], pair.System)
	return c.sides[faults.Gold].graph, c.sides[faults.System].graph, true, nil
}

// Content names terms by their labels and nodes by their places.
func (c *counter) Content(pair *eval.Pair) matching.Content {
	return matching.Content{Name: c.x.name, Left: places(pair.Gold), Right: places(pair.System)}
}

// places returns the first character of each node. It distinguishes nodes that are equal
// otherwise: those without a label whose anchors do not count, such as quotation marks.
func places(sentence *treebank.Sentence) []int32 {
	out := make([]int32, len(sentence.Nodes))
	for i := range out {
		out[i] = sentence.Nodes[i].From
	}
	return out
}

// Fact describes term i of a side.
func (c *counter) Fact(which, i int, _ bool) faults.Fact {
	it := &c.sides[which].items[i]
	fact := faults.Fact{Role: c.x.low(it.role), Name: c.x.syms.Name(it.value),
		Noun: strings.TrimSuffix(classNames[it.class], "s"), From: c.Place(which, it.from), To: c.Place(which, it.to)}
	switch it.class {
	case tops:
		fact.Kind = faults.Top
	case labels:
		fact.Kind = faults.Label
	case anchors:
		fact.Kind = faults.Anchor
	case edges:
		fact.Kind, fact.Role = faults.Edge, it.name
	default:
		fact.Kind = faults.Property
		if it.class == properties {
			fact.Noun, fact.Value = "property", it.value
		}
	}
	return fact
}

// Part returns term i of a side.
func (c *counter) Part(which, i int) matchcount.Part {
	it := &c.sides[which].items[i]
	s := [2]*treebank.Sentence{c.pair.Gold, c.pair.System}[which]
	return matchcount.Part{Class: int(it.class), Name: classNames[it.class], Ref: ref(s, it)}
}

// ref returns the reference of a term.
func ref(s *treebank.Sentence, it *item) eval.Ref {
	switch it.class {
	case edges:
		return eval.Ref{Kind: eval.Edge, Index: it.edge, Other: s.Edges[it.edge].To, Label: it.value}
	case attributes:
		return eval.Ref{Kind: eval.Edge, Index: it.edge, Other: s.Edges[it.edge].To, Label: it.value, Role: it.role}
	case tops:
		return eval.Ref{Kind: eval.Top, Index: it.node, Label: it.value}
	case properties:
		return eval.Ref{Kind: eval.Prop, Index: it.node, Label: it.value, Role: it.role}
	case anchors: // another name than the label of the node
		return eval.Ref{Kind: eval.Node, Index: it.node, Label: it.value, Qualifier: s.Syms.InternString(classNames[anchors])}
	}
	return eval.Ref{Kind: eval.Node, Index: it.node, Label: it.value}
}
