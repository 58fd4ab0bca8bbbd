package sdp

import (
	"strings"

	"assay/treebank"
)

// A spot is a place where at least one side has a node.
type spot struct {
	gold, system occupant
	shared       int32 // outgoing arguments that both sides have
}

// An occupant is the node of one side at a spot.
type occupant struct {
	pos, sense treebank.Symbol
	args       int32 // outgoing arguments
	marked     bool  // a predicate
}

// joinNodes puts the nodes of both sides in the order of the text and reports whether each side
// has its nodes in that order, each in a place of its own.
func (c *counter) joinNodes() bool {
	gold, system := c.gold.places, c.system.places
	c.goldSpot, c.systemSpot = c.goldSpot[:0], c.systemSpot[:0]
	n := uint64(0)
	i, j := 0, 0
	last := uint64(0)
	for i < len(gold) || j < len(system) {
		var place uint64
		inGold := i < len(gold) && (j == len(system) || gold[i] <= system[j])
		inSystem := j < len(system) && (i == len(gold) || system[j] <= gold[i])
		if inGold {
			place = gold[i]
			c.goldSpot = append(c.goldSpot, n)
			i++
		}
		if inSystem {
			place = system[j]
			c.systemSpot = append(c.systemSpot, n)
			j++
		}
		if place <= last {
			return false
		}
		last = place
		n++
	}
	c.spots = zeros(c.spots, int(n))
	return true
}

// ordered reports whether edges are sorted by target, source and label, none twice, and
// counts those with different ends.
func ordered(edges []treebank.Edge) (ends int, ok bool) {
	var last treebank.Edge
	for i, e := range edges {
		switch {
		case i == 0 || e.To > last.To || e.To == last.To && e.From > last.From:
			ends++
		case e.To != last.To || e.From != last.From || e.Label <= last.Label:
			return 0, false
		}
		last = e
	}
	return ends, true
}

// increasing reports whether each number is above the one before.
func increasing(list []int32) bool {
	for i := 1; i < len(list); i++ {
		if list[i] <= list[i-1] {
			return false
		}
	}
	return true
}

// countPlain adds the counts of a pair to row without making items, and reports whether it
// could: both sides must have nodes, tops and edges in the order of the text, none twice, as
// graphs over words have. Explain is the rule that it follows.
func (c *counter) countPlain(row []float64) bool {
	gold, system := c.gold.s, c.system.s
	if c.SkipPunctuation || c.Undirected || !increasing(gold.Tops) || !increasing(system.Tops) {
		return false
	}
	goldEnds, ok := ordered(gold.Edges)
	if !ok {
		return false
	}
	systemEnds, ok := ordered(system.Edges)
	if !ok || !c.joinNodes() {
		return false
	}
	c.occupy(gold, c.goldSpot, false)
	c.occupy(system, c.systemSpot, true)
	labelled, plain := c.sharedEdges(gold.Edges, system.Edges)
	tops := c.sharedTops(gold.Tops, system.Tops)
	for at, n := range [...]int{
		colGold: len(gold.Edges), colSystem: len(system.Edges), colMatched: labelled,
		colGoldPlain: goldEnds, colSystemPlain: systemEnds, colMatchedPlain: plain,
	} {
		row[edgeColumns+at] += float64(n)
		row[at] += float64(n + [...]int{len(gold.Tops), len(system.Tops), tops}[at%3])
	}
	if !gold.Missing {
		row[colGraphs]++
	}
	c.countVerbs(row)
	return true
}

// occupy notes the properties and the arguments of the nodes of one side.
func (c *counter) occupy(sentence *treebank.Sentence, at []uint64, system bool) {
	node := func(n int32) *occupant {
		if system {
			return &c.spots[at[n]].system
		}
		return &c.spots[at[n]].gold
	}
	for _, prop := range sentence.Props {
		switch c.keyOf(prop.Key) {
		case keyPos:
			node(prop.Node).pos = prop.Value
		case keyFrame:
			node(prop.Node).sense = prop.Value
		case keyPred:
			node(prop.Node).marked = c.syms.Name(prop.Value) == "+"
		}
	}
	for _, e := range sentence.Edges {
		o := node(e.From)
		o.marked = true
		if c.argument(e.Label) {
			o.args++
		}
	}
}

// sharedEdges counts the edges that both sides have, with and without their labels.
func (c *counter) sharedEdges(gold, system []treebank.Edge) (labelled, plain int) {
	const none = ^uint64(0)
	seen := none // the ends counted last
	for i, j := 0, 0; i < len(gold) && j < len(system); {
		g, s := &gold[i], &system[j]
		goldEnds, systemEnds := c.goldSpot[g.To]<<32|c.goldSpot[g.From], c.systemSpot[s.To]<<32|c.systemSpot[s.From]
		switch {
		case goldEnds < systemEnds:
			i++
			continue
		case systemEnds < goldEnds:
			j++
			continue
		}
		if goldEnds != seen {
			seen = goldEnds
			plain++
		}
		switch {
		case g.Label < s.Label:
			i++
		case s.Label < g.Label:
			j++
		default:
			labelled++
			if c.argument(g.Label) {
				c.spots[c.goldSpot[g.From]].shared++
			}
			i, j = i+1, j+1
		}
	}
	return labelled, plain
}

// sharedTops counts the tops that both sides have.
func (c *counter) sharedTops(gold, system []int32) (n int) {
	for i, j := 0, 0; i < len(gold) && j < len(system); {
		switch g, s := c.goldSpot[gold[i]], c.systemSpot[system[j]]; {
		case g < s:
			i++
		case s < g:
			j++
		default:
			n++
			i, j = i+1, j+1
		}
	}
	return n
}

// countVerbs counts predications and frames.
func (c *counter) countVerbs(row []float64) {
	add := func(column int, yes bool) {
		if yes {
			row[column]++
		}
	}
	for i := range c.spots {
		x := &c.spots[i]
		gold, system := x.gold.marked && c.verb(x.gold.pos), x.system.marked && c.verb(x.system.pos)
		if !gold && !system {
			continue
		}
		same := gold && system && x.gold.args == x.shared && x.system.args == x.shared
		for _, column := range [...]int{colPredications, colFrames} {
			add(column, gold)
			add(column+1, system)
		}
		add(colPredications+2, same)
		add(colFrames+2, same && x.gold.sense == x.system.sense)
	}
}

// The properties of nodes that count, and the kinds of tags; 0 is not yet known.
const (
	keyOther = iota + 1
	keyPos
	keyFrame
	keyPred
)

const (
	tagOther = iota + 1
	tagVerb
)

// keyOf returns the kind of a property.
func (c *counter) keyOf(key treebank.Symbol) int8 {
	k := of(&c.keys, key)
	if *k == 0 {
		switch c.syms.Name(key) {
		case "pos":
			*k = keyPos
		case "frame":
			*k = keyFrame
		case "pred":
			*k = keyPred
		default:
			*k = keyOther
		}
	}
	return *k
}

// verb reports whether a tag is a tag of verbs.
func (c *counter) verb(tag treebank.Symbol) bool {
	k := of(&c.tags, tag)
	if *k == 0 {
		*k = tagOther
		if strings.HasPrefix(c.syms.Name(tag), "V") {
			*k = tagVerb
		}
	}
	return *k == tagVerb
}

// of returns the place of a symbol in a list, which grows where it must.
func of(list *[]int8, symbol treebank.Symbol) *int8 {
	if int(symbol) >= len(*list) {
		*list = append(*list, make([]int8, int(symbol)+1-len(*list))...)
	}
	return &(*list)[symbol]
}
