package mistake

import (
	"cmp"
	"slices"
	"strconv"

	"assay/eval"
	"assay/treebank"
)

// The kinds of causes of graphs.
const (
	OtherWords = "words"
	LoneNode   = "node"
	WrongNode  = "node with other values"
	Target     = "target"
	SourceNode = "source"
)

// Nodes returns the causes of items of graphs.
//
// Words: nodes of both sides without counterparts whose anchors overlap, such as one node for "one by one" and
// five. All their items follow.
//
// Node: a node without a counterpart. Its label, anchors, properties, top and every edge at it follow.
//
// Node with other values: the items of a node that has a counterpart, but not the items of its edges.
//
// Target and source: a missing and a spurious edge of one role from the same source, or to the same target. Nodes
// are the same if they have the same anchors or, where graphs have no anchors, the same label.
func Nodes() func() eval.Causer { return func() eval.Causer { return &nodes{} } }

// nodes is the Causer of Nodes.
type nodes struct {
	pair   *eval.Pair
	wrong  []eval.Item
	lone   [2]map[int32]bool
	mates  map[int32]int32  // of nodes of the system: those of gold
	places map[string]int32 // nodes of gold by their names
	causes []eval.Origin
}

// Causes implements eval.Causer.
func (c *nodes) Causes(p *eval.Pair, wrong []eval.Item) []eval.Origin {
	c.pair, c.wrong, c.causes = p, wrong, c.causes[:0]
	if len(wrong) < 2 {
		return nil
	}
	c.findLone()
	c.findMates()
	c.words()
	c.single()
	c.arguments()
	return c.causes
}

func (c *nodes) sentence(side int) *treebank.Sentence {
	if side == 0 {
		return c.pair.Gold
	}
	return c.pair.System
}

// ref returns the reference of an item on a side.
func ref(it *eval.Item, side int) *eval.Ref {
	if side == 0 {
		return &it.Gold
	}
	return &it.System
}

// ends returns the nodes of a reference: its node, or the two of an edge; -1 for none.
func (c *nodes) ends(side int, r *eval.Ref) (from, to int32) {
	s := c.sentence(side)
	switch r.Kind {
	case eval.Node, eval.Prop, eval.Top:
		return r.Index, -1
	case eval.Edge:
		if r.Index >= 0 && int(r.Index) < len(s.Edges) {
			return s.Edges[r.Index].From, s.Edges[r.Index].To
		}
		return r.Other, -1
	}
	return -1, -1
}

// findLone finds the nodes without a counterpart: those whose label is missing or spurious.
func (c *nodes) findLone() {
	for side := range c.lone {
		if c.lone[side] == nil {
			c.lone[side] = map[int32]bool{}
		}
		clear(c.lone[side])
		for i := range c.wrong {
			it := &c.wrong[i]
			if r := ref(it, side); r.Kind == eval.Node && ref(it, 1-side).Kind == eval.None {
				c.lone[side][r.Index] = true
			}
		}
	}
}

// at returns the items at a node of a side.
func (c *nodes) at(items []int, side int, node int32) []int {
	for i := range c.wrong {
		from, to := c.ends(side, ref(&c.wrong[i], side))
		if (from == node || to == node) && !slices.Contains(items, i) {
			items = append(items, i)
		}
	}
	return items
}

// A loneNode is a node of a side without a counterpart.
type loneNode struct {
	side           int
	node, from, to int32
}

// anchored returns the characters of a node; those of an unknown anchor are -1.
func (c *nodes) anchored(side int, node int32) (from, to int32) {
	if s := c.sentence(side); node >= 0 && int(node) < len(s.Nodes) {
		return s.Nodes[node].From, s.Nodes[node].To
	}
	return -1, -1
}

// all returns the nodes without a counterpart, in the order of their characters.
func (c *nodes) all() (out []loneNode) {
	for side := range c.lone {
		for node := range c.lone[side] {
			from, to := c.anchored(side, node)
			out = append(out, loneNode{side, node, from, to})
		}
	}
	slices.SortFunc(out, func(a, b loneNode) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to), cmp.Compare(a.side, b.side),
			cmp.Compare(a.node, b.node))
	})
	return out
}

// words adds a cause for each stretch of characters with nodes of both sides that overlap one another.
func (c *nodes) words() {
	list := c.all()
	for i := 0; i < len(list); {
		if list[i].from < 0 {
			i++
			continue
		}
		end, j := list[i].to, i
		var items []int
		for ; j < len(list) && (j == i || list[j].from < end); j++ {
			end = max(end, list[j].to)

			items = c.at(items, list[j].side, list[j].node)
		}
		if len(items) > 0 {
			c.add(OtherWords, 0, list[i].from, end, items)
		}
		i = j
	}
}

func (c *nodes) add(kind string, order int, first, last int32, items []int) {
	if len(items) > 1 {
		c.causes = append(c.causes, eval.Origin{Kind: kind, Order: order, First: first, Last: last, Items: items})
	}
}

// single adds the nodes without counterparts, and those with counterparts of which several items are wrong.
func (c *nodes) single() {
	for _, n := range c.all() {
		c.add(LoneNode, 1, n.from, n.to, c.at(nil, n.side, n.node))
	}
	own := map[int32][]int{}
	for i := range c.wrong {
		it := &c.wrong[i]
		node := int32(-1)
		switch {
		case it.Gold.Kind == eval.Node || it.Gold.Kind == eval.Prop:
			if !c.lone[0][it.Gold.Index] {
				node = it.Gold.Index
			}
		case it.System.Kind == eval.Prop && !c.lone[1][it.System.Index]:
			node = c.mate(it.System.Index)
		}
		if node >= 0 {
			own[node] = append(own[node], i)
		}
	}
	for node, items := range own {
		from, to := c.anchored(0, node)
		c.add(WrongNode, 2, from, to, items)
	}
}

// findMates finds the nodes of gold that nodes of the system correspond to: those that an item pairs, else the
// ones with the same characters and label, the same characters, and in graphs without characters the same label.
func (c *nodes) findMates() {
	if c.mates == nil {
		c.mates, c.places = map[int32]int32{}, map[string]int32{}
	}
	clear(c.mates)
	clear(c.places)
	for i := range c.wrong {
		it := &c.wrong[i]
		if (it.Gold.Kind == eval.Node || it.Gold.Kind == eval.Prop) && it.System.Kind == it.Gold.Kind {
			c.mates[it.System.Index] = it.Gold.Index
		}
	}
	taken := map[int32]bool{}
	for _, g := range c.mates {
		taken[g] = true
	}
	for g := range c.pair.Gold.Nodes {
		if node := int32(g); !c.lone[0][node] && !taken[node] {
			for _, name := range c.names(0, node) {
				if _, ok := c.places[name]; !ok {
					c.places[name] = node
				}
			}
		}
	}
}

// names are the names by which nodes of both sides are taken for the same, the surest first.
func (c *nodes) names(side int, node int32) []string {
	label := c.sentence(side).Name(c.sentence(side).Nodes[node].Label)
	if from, to := c.anchored(side, node); from >= 0 {
		at := strconv.Itoa(int(from)) + ":" + strconv.Itoa(int(to))
		return []string{at + "=" + label, at}
	}
	return []string{"=" + label}
}

// mate returns the node of gold that a node of the system corresponds to, -1 if none is known.
func (c *nodes) mate(system int32) int32 {
	if g, ok := c.mates[system]; ok {
		return g
	}
	if system < 0 || int(system) >= len(c.pair.System.Nodes) || c.lone[1][system] {
		return -1
	}
	for _, name := range c.names(1, system) {
		if g, ok := c.places[name]; ok {
			return g
		}
	}
	return -1
}

// An argument is a role with one of its ends.
type argument struct {
	kind string
	role string
	node int32 // of gold
}

// arguments adds the sources and targets that missing and spurious edges share.
func (c *nodes) arguments() {
	found := map[argument]*[2][]int{}
	for side := range 2 {
		for i := range c.wrong {
			r := ref(&c.wrong[i], side)
			if r.Kind != eval.Edge || ref(&c.wrong[i], 1-side).Kind != eval.None {
				continue
			}
			from, to := c.ends(side, r)
			role := c.sentence(side).Name(r.CountedLabel())
			for _, key := range []argument{{Target, role, c.inGold(side, from)}, {SourceNode, role, c.inGold(side, to)}} {
				if found[key] == nil {
					found[key] = &[2][]int{}
				}
				found[key][side] = append(found[key][side], i)
			}
		}
	}
	for key, sides := range found {
		if len(sides[0]) == 0 || len(sides[1]) == 0 || key.node < 0 {
			continue
		}
		items := slices.Concat(sides[0], sides[1])
		slices.Sort(items)
		order := 3
		if key.kind == SourceNode {
			order = 4
		}
		from, to := c.ends(0, ref(&c.wrong[sides[0][0]], 0))
		if key.kind == SourceNode {
			from = to
		}
		first, last := c.anchored(0, from)
		c.add(key.kind, order, first, last, items)
	}
}

// inGold returns the node of gold that a node of a side is or corresponds to.
func (c *nodes) inGold(side int, node int32) int32 {
	if side == 0 {
		return node
	}
	return c.mate(node)
}
