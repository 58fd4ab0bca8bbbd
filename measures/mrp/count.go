package mrp

import (
	"assay/eval"
	"assay/graph/matching"
	"assay/measures/internal/faults"
	"assay/treebank"
)

type counter struct {
	opt          Options
	close        func(row []float64)
	x            extractor
	gold, system side
	solver       *matching.Solver
	pairer       matching.Pairer
	res          *matching.Result
	item         eval.Item
	adds         []eval.Add
	images       []int32 // for each system node the gold node that is mapped to it
	faults       faults.Pair
}

// solve reads both graphs and finds the best mapping; for items it is the one that names and order
// of nodes do not change. It reports whether the pair counts.
func (c *counter) solve(p *eval.Pair, items bool) bool {
	if c.opt.IgnoreExtra && p.Gold.Missing {
		return false
	}
	c.x.read(&c.gold, p.Gold)
	c.x.read(&c.system, p.System)
	if items {
		c.res = c.solver.SolveInOrder(c.gold.graph, c.system.graph, matching.Content{Name: c.x.name, Left: places(p.Gold), Right: places(p.System)})
	} else {
		c.res = c.solver.Solve(c.gold.graph, c.system.graph)
	}
	return true
}

// places returns the first character of each node. It distinguishes nodes that are equal otherwise: those without a label
// whose anchors do not count, such as quotation marks.
func places(sentence *treebank.Sentence) []int32 {
	out := make([]int32, len(sentence.Nodes))
	for i := range out {
		out[i] = sentence.Nodes[i].From
	}
	return out
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if !c.solve(p, false) {
		return nil
	}
	for i := range c.gold.items {
		row[3*int(c.gold.items[i].class)]++
	}
	for i := range c.system.items {
		row[3*int(c.system.items[i].class)+1]++
	}
	for k, n := range c.res.Matched {
		row[3*k+2] += float64(n)
	}
	for _, a := range c.whole() {
		row[a.Column] += a.N
	}
	c.close(row)
	return nil
}

// whole returns the Adds of a pair as a whole.
func (c *counter) whole() []eval.Add {
	c.adds = append(c.adds[:0], eval.Add{Column: colPairs, N: 1})
	if !c.res.Proven() {
		c.adds = append(c.adds, eval.Add{Column: colOpen, N: 1}, eval.Add{Column: colSlack, N: float64(c.res.Upper - c.res.Lower)})
	}
	return c.adds
}

// Explain yields an item for the pair, then one for each term, those of gold first.
// If gold and system have different values for mapped nodes, such as two labels,
// these form one item.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if !c.solve(pair, true) {
		return nil
	}
	outcome := eval.Correct
	if !c.res.Proven() {
		outcome = eval.Noncommittal
	}
	c.item = eval.Item{Part: "graph", Outcome: outcome, Adds: c.whole(),
		Gold: eval.Ref{Kind: eval.Token, Other: int32(len(pair.Gold.Tokens))}, System: eval.Ref{Kind: eval.Token, Other: int32(len(pair.System.Tokens))}}
	yield(&c.item)
	mate := c.pairer.Pair(c.gold.graph, c.system.graph, c.res.Mate)
	back := make([]int32, len(c.system.items))
	for j := range back {
		back[j] = matching.None
	}
	for i, j := range mate {
		if j >= 0 {
			back[j] = int32(i)
		}
	}
	c.describe(mate, back)
	for i := range c.gold.items {
		j := int(mate[i])
		if j >= 0 {
			c.yield(pair, i, j, eval.Correct, yield)
			continue
		}
		if j = c.faults.TakeRival(i); j >= 0 {
			back[j] = int32(i)
			c.yield(pair, i, j, eval.Incorrect, yield)
			continue
		}
		c.yield(pair, i, -1, eval.Missing, yield)
	}
	for j := range c.system.items {
		if back[j] < 0 {
			c.yield(pair, -1, j, eval.Spurious, yield)
		}
	}
	return nil
}

// yield makes the item of gold term i, system term j, or both, of which -1 is none.
func (c *counter) yield(pair *eval.Pair, i, j int, outcome eval.Outcome, yield func(*eval.Item)) {
	it := &c.item
	*it = eval.Item{Outcome: outcome, Adds: c.adds[:0], Class: c.faults.Class(i, j, outcome)}
	at := 0
	if i >= 0 {
		g := &c.gold.items[i]
		at = 3 * int(g.class)
		it.Part, it.Gold = classNames[g.class], ref(pair.Gold, g)
		it.Adds = append(it.Adds, eval.Add{Column: at, N: 1})
	}
	if j >= 0 {
		s := &c.system.items[j]
		at = 3 * int(s.class)
		it.Part, it.System = classNames[s.class], ref(pair.System, s)
		it.Adds = append(it.Adds, eval.Add{Column: at + 1, N: 1, System: true})
	}
	if outcome == eval.Correct {
		it.Adds = append(it.Adds, eval.Add{Column: at + 2, N: 1})
	}
	c.adds = it.Adds
	yield(it)
}

// ref returns the reference of a term.
func ref(s *treebank.Sentence, it *item) eval.Ref {
	switch it.class {
	case edges:
		return eval.Ref{Kind: eval.Edge, Index: it.edge, Other: s.Edges[it.edge].To, Label: it.value}
	case attributes:
		return eval.Ref{Kind: eval.Edge, Index: it.edge, Other: s.Edges[it.edge].To, Label: it.value, Role: it.role}
	case tops:
		return eval.Ref{Kind: eval.Top, Index: it.node, Label: it.value}
	case properties:
		return eval.Ref{Kind: eval.Prop, Index: it.node, Label: it.value, Role: it.role}
	case anchors: // another name than the label of the node
		return eval.Ref{Kind: eval.Node, Index: it.node, Label: it.value, Qualifier: s.Syms.InternString(classNames[anchors])}
	}
	return eval.Ref{Kind: eval.Node, Index: it.node, Label: it.value}
}
