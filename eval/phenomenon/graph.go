package phenomenon

import (
	"strings"

	"assay/eval"
	"assay/treebank"
)

// ofGraph names the error of a part of a semantic graph.
func ofGraph(pair *eval.Pair, it *eval.Item) string {
	s, ref := pair.Side(it)
	if it.System.Kind != eval.None && loosened(pair.System, it.System) {
		return "fragment"
	}
	switch it.Part {
	case "anchors":
		return "anchor"
	case "operator", "operators":
		return "scope"
	case "concept", "instance", "NAME", "labels":
		return "predicate"
	case "attribute", "attributes", "CARG":
		return "constant"
	}
	if it.Part == "role" && ref.Kind != eval.Edge { // of a discourse representation
		if constant(s.Name(ref.Label)) {
			return "constant"
		}
		return "argument"
	}
	switch ref.Kind {
	case eval.Top:
		return "top"
	case eval.Node:
		return "predicate"
	case eval.Prop:
		if constantKey(s.Name(ref.Role)) || constant(s.Name(ref.Label)) {
			return "constant"
		}
		return "property"
	}
	return ofEdge(s, ref)
}

func ofEdge(s *treebank.Sentence, ref eval.Ref) string {
	label, to := s.Name(ref.Label), int32(-1)
	if int(ref.Index) < len(s.Edges) {
		to = Target(s, &s.Edges[ref.Index])
	}
	switch {
	case scopal(label):
		return "scope"
	case to >= 0 && to < int32(len(s.Nodes)) && constant(s.Name(s.Nodes[to].Label)):
		return "constant"
	case to >= 0 && Incoming(s, to) > 1:
		return "re-entrancy"
	}
	return "argument"
}

// Target returns the node that an edge leads to. An edge ARG0-of of AMR leads to its source: the
// writer has turned it to reach a node from the top. Three roles only look so.
func Target(s *treebank.Sentence, e *treebank.Edge) int32 {
	switch label := s.Name(e.Label); {
	case !strings.HasSuffix(label, "-of"), label == "consist-of", label == "prep-out-of", label == "prep-on-behalf-of":
		return e.To
	}
	return e.From
}

// Incoming returns the number of edges that lead to a node.
func Incoming(s *treebank.Sentence, node int32) (n int) {
	for i := range s.Edges {
		if Target(s, &s.Edges[i]) == node {
			n++
		}
	}
	return n
}

// loosened reports whether a part of a graph is not connected with a top of it.
func loosened(s *treebank.Sentence, ref eval.Ref) bool {
	node := ref.Index
	if ref.Kind == eval.Edge {
		if int(node) >= len(s.Edges) {
			return false
		}
		node = s.Edges[node].From
	}
	if len(s.Tops) == 0 || node < 0 || int(node) >= len(s.Nodes) {
		return false
	}
	reached := make([]bool, len(s.Nodes))
	stack := make([]int32, 0, len(s.Nodes))
	visit := func(n int32) {
		if n >= 0 && int(n) < len(reached) && !reached[n] {
			reached[n] = true
			stack = append(stack, n)
		}
	}
	for _, t := range s.Tops {
		visit(t)
	}
	for len(stack) > 0 && !reached[node] {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for i := range s.Edges {
			if e := &s.Edges[i]; e.From == n {
				visit(e.To)
			} else if e.To == n {
				visit(e.From)
			}
		}
	}
	return !reached[node]
}

// scopal reports whether an edge is one of scope: of MRS and its kin, or of discourse representations.
func scopal(label string) bool {
	switch label {
	case "BV", "RSTR", "RSTR/H", "HNDL", "L-HNDL", "R-HNDL", "BODY", "in", "NOT", "NEGATION", "POSSIBILITY",
		"NECESSITY", "IMP", "DIS", "DUP", "PRESUPPOSITION":
		return true
	}
	return strings.HasSuffix(label, "/H") || strings.HasSuffix(label, "/HEQ")
}

// constantKey reports whether a property holds a constant.
func constantKey(key string) bool {
	switch strings.ToLower(key) {
	case "carg", "value", "wiki", "polarity", "quant", "mode", "li", "name":
		return true
	}
	return strings.HasPrefix(key, "op") && len(key) <= 4
}

// constant reports whether a label is a constant: in quotes, or a number.
func constant(label string) bool {
	if label == "" {
		return false
	}
	return label[0] == '"' || label[0] >= '0' && label[0] <= '9' || label[0] == '-' && len(label) <= 2 ||
		label[0] == '+' && len(label) == 1
}
