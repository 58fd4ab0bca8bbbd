package smatch

import (
	"strings"

	"assay/eval"
	"assay/graph/amr"
	"assay/treebank"
)

// A side holds, for one graph, which nodes are mapped and how many relations lead to
// each.
type side struct {
	mapped   []bool
	incoming []int32
}

// look fills d for a graph with n nodes.
func (d *side) look(triples []amr.Triple, n int) {
	d.mapped, d.incoming = append(d.mapped[:0], make([]bool, n)...), append(d.incoming[:0], make([]int32, n)...)
	for i := range triples {
		if t := &triples[i]; t.Class == amr.Relation {
			d.incoming[t.Target]++
		}
	}
}

// classOf names an error in the terms of the field.
func (c *counter) classOf(syms *treebank.Symbols, g, s *amr.Triple, o eval.Outcome) string {
	switch o {
	case eval.Correct:
		return ""
	case eval.Missing:
		return c.sides[0].classOf(g, "missing", "lost re-entrancy")
	case eval.Spurious:
		return c.sides[1].classOf(s, "spurious", "spurious re-entrancy")
	}
	switch {
	case g.Class == amr.Attribute:
		return "wrong value"
	case g.Class == amr.Top:
		return "wrong top"
	case g.Class == amr.Relation && g.Role == s.Role:
		return "reversed edge"
	case g.Class == amr.Relation:
		return "wrong role"
	case lemma(syms.Name(g.Value)) == lemma(syms.Name(s.Value)):
		return "wrong sense"
	}
	return "wrong concept"
}

// classOf names an error that only one side has. A triple of a node without
// counterpart belongs to a wrong subgraph; a relation between nodes with counterparts
// is an edge, or a re-entrancy if other relations lead to the same node.
func (d *side) classOf(t *amr.Triple, which, reentrancy string) string {
	switch {
	case t.Class == amr.Top:
		return which + " top"
	case !d.mapped[t.Node] || t.Class == amr.Relation && !d.mapped[t.Target]:
		return which + " subgraph"
	case t.Class == amr.Relation && d.incoming[t.Target] > 1:
		return reentrancy
	case t.Class == amr.Relation:
		return which + " edge"
	}
	return which + " " + t.Class.String()
}

// lemma returns a concept without its sense number.
func lemma(concept string) string {
	i := strings.LastIndexByte(concept, '-')
	if i <= 0 || i+1 == len(concept) || strings.Trim(concept[i+1:], "0123456789") != "" {
		return concept
	}
	return concept[:i]
}
