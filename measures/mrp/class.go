package mrp

import (
	"strings"

	"assay/eval"
	"assay/graph/matching"
)

// A standing holds, for one graph, which nodes have a counterpart and how many edges
// lead to each.
type standing struct {
	mapped   []bool
	incoming []int32
}

// look fills d for a graph.
func (d *standing) look(g *side) {
	d.mapped, d.incoming = append(d.mapped[:0], make([]bool, g.graph.Nodes)...), append(d.incoming[:0], make([]int32, g.graph.Nodes)...)
	for i := range g.items {
		if it := &g.items[i]; it.class == edges {
			d.incoming[it.to]++
		}
	}
}

// stand notes which nodes of both graphs have a counterpart.
func (c *counter) stand() {
	c.standings[0].look(&c.gold)
	c.standings[1].look(&c.system)
	for i, j := range c.res.Mate {
		if j != matching.None {
			c.standings[0].mapped[i], c.standings[1].mapped[j] = true, true
		}
	}
}

// classOf names an error in the terms of the field, as package smatch does.
func (c *counter) classOf(g, s *item, o eval.Outcome) string {
	switch o {
	case eval.Missing:
		return c.standings[0].classOf(g, "missing", "lost re-entrancy")
	case eval.Spurious:
		return c.standings[1].classOf(s, "spurious", "spurious re-entrancy")
	case eval.Incorrect:
		return "wrong " + map[class]string{tops: "top", labels: "label", properties: "value", anchors: "anchor", edges: "role", attributes: "value"}[g.class]
	}
	return ""
}

// classOf names an error that only one side has. A term of a node without counterpart
// belongs to a wrong subgraph; an edge between nodes with counterparts is an edge, or a
// re-entrancy if other edges lead to the same node.
func (d *standing) classOf(it *item, which, reentrancy string) string {
	switch {
	case it.class == tops:
		return which + " top"
	case !d.mapped[it.from] || it.to >= 0 && !d.mapped[it.to]:
		return which + " subgraph"
	case it.class == edges && d.incoming[it.to] > 1:
		return reentrancy
	case it.class == properties:
		return which + " property"
	}
	return which + " " + strings.TrimSuffix(classNames[it.class], "s")
}
