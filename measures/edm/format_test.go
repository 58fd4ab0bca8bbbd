package edm

import (
	"strconv"

	"assay/eval"
	"assay/treebank"
)

// Format writes one side of an item as a triple: its class, the characters of
// its node, role and value, as in "ARG <3:12> ARG1 <0:2>".
func Format(sentence *treebank.Sentence, class string, ref eval.Ref) string {
	node := ref.Index
	if ref.Kind == eval.Edge {
		node = sentence.Edges[ref.Index].From
	}
	out := class + " " + span(sentence, node)
	switch {
	case ref.Kind == eval.Edge:
		return out + " " + sentence.Name(ref.Label) + " " + span(sentence, ref.Other)
	case ref.Kind == eval.Node:
		return out + " NAME " + sentence.Name(ref.Label)
	case ref.Kind == eval.Top:
		return out
	case class == Carg.String():
		return out + " carg " + sentence.Name(ref.Label)
	}
	return out + " " + sentence.Name(ref.Role) + " " + sentence.Name(ref.Label)
}

func span(s *treebank.Sentence, n int32) string {
	return "<" + strconv.Itoa(int(s.Nodes[n].From)) + ":" + strconv.Itoa(int(s.Nodes[n].To)) + ">"
}
