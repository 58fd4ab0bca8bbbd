package breakdown

import (
	"assay/eval"
	"assay/eval/phenomenon"
)

// graphNode returns the node of an item of a graph: the target of an edge; -1 if
// there is none.
func (x *look) graphNode() int32 {
	node := int32(-1)
	switch x.ref.Kind {
	case eval.Node, eval.Prop, eval.Top:
		node = x.ref.Index
	case eval.Edge:
		if int(x.ref.Index) < len(x.s.Edges) {
			node = phenomenon.Target(x.s, &x.s.Edges[x.ref.Index])
		}
	}
	if int(node) >= len(x.s.Nodes) {
		return -1
	}
	return node
}

// inGraph reports whether a reference is to a part of a graph.
func inGraph(kind eval.Kind) bool {
	return kind == eval.Node || kind == eval.Prop || kind == eval.Top || kind == eval.Edge
}

// reentrancy appends whether more than one edge leads to the node.
func reentrancy(dst []byte, look look) []byte {
	node := look.graphNode()
	if node < 0 {
		return dst
	}
	if phenomenon.Incoming(look.s, node) > 1 {
		return append(dst, "reentrant"...)
	}
	return append(dst, "single"...)
}

// size appends the number of nodes of gold's graph.
func size(dst []byte, look look) []byte {
	n := len(look.whole().Nodes)
	if n == 0 {
		return dst
	}
	return look.number(dst, n)
}

// framework appends the framework of gold's graph, such as eds or amr.
func framework(dst []byte, x look) []byte {
	sentence := x.whole()
	for _, a := range sentence.Attrs {
		if a.Index < 0 && sentence.Name(a.Key) == "framework" {
			return append(dst, sentence.Str(a.Value)...)
		}
	}
	return dst
}
