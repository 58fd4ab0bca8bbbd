package edm

import (
	"strconv"

	"assay/eval"
	"assay/treebank"
)

// Format writes one side of an item as a triple: its class, the characters of
// its node, role and value, as in "ARG <3:12> ARG1 <0:2>".
func Format(s *treebank.Sentence, class string, r eval.Ref) string {
	node := r.Index
	if r.Kind == eval.Edge {
		node = s.Edges[r.Index].From
	}
	out := class + " " + span(s, node)
	switch {
	case r.Kind == eval.Edge:
		return out + " " + s.Name(r.Label) + " " + span(s, r.Other)
	case r.Kind == eval.Node:
		return out + " NAME " + s.Name(r.Label)
	case r.Kind == eval.Top:
		return out
	case class == Carg.String():
		return out + " carg " + s.Name(r.Label)
	}
	return out + " " + s.Name(r.Role) + " " + s.Name(r.Label)
}

func span(s *treebank.Sentence, n int32) string {
	return "<" + strconv.Itoa(int(s.Nodes[n].From)) + ":" + strconv.Itoa(int(s.Nodes[n].To)) + ">"
}
