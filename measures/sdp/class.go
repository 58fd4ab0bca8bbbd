package sdp

import (
	"slices"

	"assay/measures/internal/faults"
)

// describe fills c.faults with the edges and tops of both graphs, in their order.
func (c *counter) describe() {
	c.faults.Reset()
	for which, g := range [2]*graph{&c.gold, &c.system} {
		other := [2]*graph{&c.system, &c.gold}[which].edges
		for _, edge := range g.edges {
			for len(other) > 0 && c.compare(other[0], edge) < 0 {
				other = other[1:]
			}
			f := faults.Fact{Kind: faults.Edge, From: edge.from, To: edge.to, Role: edge.label, Noun: "edge",
				Matched: len(other) > 0 && c.compare(other[0], edge) == 0}
			if edge.top {
				f.Kind, f.From, f.To = faults.Top, edge.to, faults.Nowhere
			}
			c.faults.Add(which, f)
		}
	}
}

// number returns the index of one of the edges of g, -1 for nil.
func (c *counter) number(g *graph, e *edge) int {
	if e == nil {
		return -1
	}
	i, _ := slices.BinarySearchFunc(g.edges, *e, c.compare)
	return i
}
