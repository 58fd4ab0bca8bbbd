package smatch

import (
	"strings"

	"assay/graph/amr"
	"assay/measures/internal/faults"
	"assay/treebank"
)

// describe fills c.faults with the triples of both sides, of which those with a mate
// are matched.
func (c *counter) describe(syms *treebank.Symbols, nodes int) {
	c.faults.Reset()
	c.images = faults.Back(c.images, c.res.Mate, nodes)
	for which, list := range [2][]amr.Triple{c.gold, c.system} {
		mates := [2][]int32{c.mate, c.back}[which]
		for i := range list {
			triple := &list[i]
			fact := faults.Fact{Kind: faults.Property, Role: triple.Role, Value: triple.Value, Noun: triple.Class.String(), Matched: mates[i] >= 0, Name: syms.Name(triple.Role) + " " + syms.Name(triple.Value),
				From: faults.Place(c.res.Mate, c.images, which, triple.Node), To: faults.Nowhere}
			switch triple.Class {
			case amr.Instance:
				fact.Kind = faults.Concept
				if !fact.Matched {
					fact.Stem = lemma(syms.Name(triple.Value))
				}
			case amr.Top:
				fact.Kind = faults.Top
			case amr.Relation:
				fact.Kind, fact.Noun = faults.Edge, "edge"
				fact.To = faults.Place(c.res.Mate, c.images, which, triple.Target)
			}
			c.faults.Add(which, fact)
		}
	}
}

// lemma returns a concept without its sense number.
func lemma(concept string) string {
	i := strings.LastIndexByte(concept, '-')
	if i <= 0 || i+1 == len(concept) || strings.Trim(concept[i+1:], "0123456789") != "" {
		return concept
	}
	return concept[:i]
}
