package mrp

import (
	"strings"

	"assay/measures/internal/faults"
)

// describe fills c.faults with the terms of both sides, of which those with a mate are
// matched.
func (c *counter) describe(mate, back []int32) {
	c.faults.Reset()
	c.images = faults.Back(c.images, c.res.Mate, c.system.graph.Nodes)
	for which, g := range [2]*side{&c.gold, &c.system} {
		mates := [2][]int32{mate, back}[which]
		for i := range g.items {
			it := &g.items[i]
			fact := faults.Fact{Role: c.x.low(it.role), Name: c.x.syms.Name(it.value), Noun: strings.TrimSuffix(classNames[it.class], "s"), Matched: mates[i] >= 0,
				From: faults.Place(c.res.Mate, c.images, which, it.from), To: faults.Place(c.res.Mate, c.images, which, it.to)}
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
			c.faults.Add(which, fact)
		}
	}
}
