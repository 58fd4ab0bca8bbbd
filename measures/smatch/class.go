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
			t := &list[i]
			f := faults.Fact{Kind: faults.Property, Role: t.Role, Noun: t.Class.String(), Matched: mates[i] >= 0,
				From: faults.Place(c.res.Mate, c.images, which, t.Node), To: faults.Nowhere}
			switch t.Class {
			case amr.Instance:
				f.Kind = faults.Concept
				if !f.Matched {
					f.Stem = lemma(syms.Name(t.Value))
				}
			case amr.Top:
				f.Kind = faults.Top
			case amr.Relation:
				f.Kind, f.Noun = faults.Edge, "edge"
				f.To = faults.Place(c.res.Mate, c.images, which, t.Target)
			}
			c.faults.Add(which, f)
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
