package smatch

import (
	"slices"

	"assay/eval"
	"assay/graph/amr"
	"assay/graph/matching"
	"assay/measures/internal/faults"
	"assay/treebank"
)

// A counter counts pairs of graphs.
type counter struct {
	opt          Options
	close        func(row []float64)
	x            *amr.Extractor
	solver       *matching.Solver
	pairer       matching.Pairer
	gold, system []amr.Triple
	terms        [2][]matching.Term
	a, b         matching.Graph
	res          *matching.Result
	mate         []int32 // for each gold triple the matching system triple
	back         []int32 // for each system triple the matching gold triple
	images       []int32 // for each system node the gold node that is mapped to it
	faults       faults.Pair
	item         eval.Item
	adds         []eval.Add
}

// match extracts the triples of both sides and finds the best mapping of nodes. For items it is
// the one that names and order of nodes do not change.
func (c *counter) match(pair *eval.Pair, items bool) {
	c.gold, c.system = c.x.Triples(c.gold[:0], pair.Gold), c.x.Triples(c.system[:0], pair.System)
	if kinds := c.opt.Triples; kinds != AllTriples {
		other := func(t amr.Triple) bool { return !kinds.has(t.Class) }
		c.gold, c.system = slices.DeleteFunc(c.gold, other), slices.DeleteFunc(c.system, other)
	}
	if c.opt.Duplicates == Set {
		c.gold, c.system = amr.Unique(c.gold), amr.Unique(c.system)
	}
	c.a = amr.Graph(c.terms[0], c.gold, len(pair.Gold.Nodes))
	c.b = amr.Graph(c.terms[1], c.system, len(pair.System.Nodes))
	c.terms[0], c.terms[1] = c.a.Terms, c.b.Terms
	if items {
		c.res = c.solver.SolveInOrder(c.a, c.b, matching.Content{Name: amr.Name(pair.Gold.Syms)})
		return
	}
	c.res = c.solver.Solve(c.a, c.b)
}

// column returns the first column of a class.
func column(c amr.Class) int {
	return [...]int{amr.Instance: colInstance, amr.Attribute: colAttribute, amr.Top: colAttribute, amr.Relation: colRelation}[c]
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	c.match(p, false)
	for i := range c.gold {
		row[column(c.gold[i].Class)]++
	}
	for i := range c.system {
		row[column(c.system[i].Class)+1]++
	}
	for class, n := range c.res.Matched {
		row[column(amr.Class(class))+2] += float64(n)
	}
	for _, a := range c.open() {
		row[a.Column] += a.N
	}
	c.close(row)
	return nil
}

// open returns the Adds of a pair without a proof.
func (c *counter) open() []eval.Add {
	c.adds = c.adds[:0]
	if !c.res.Proven() {
		c.adds = append(c.adds, eval.Add{Column: colOpen, N: 1}, eval.Add{Column: colUpper, N: float64(c.res.Upper - c.res.Lower)})
	}
	return c.adds
}

// Explain yields an item for the sentence if its mapping is not proven, then one for
// each triple. If gold and system differ on mapped nodes, such as in a concept or a
// role, these triples form one item.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	c.match(pair, true)
	if adds := c.open(); len(adds) > 0 {
		c.item = eval.Item{Part: "sentence", Outcome: eval.Noncommittal, Adds: adds,
			Gold: eval.Ref{Kind: eval.Token, Other: int32(len(pair.Gold.Tokens))}, System: eval.Ref{Kind: eval.Token, Other: int32(len(pair.System.Tokens))}}
		yield(&c.item)
	}
	c.mate = append(c.mate[:0], c.pairer.Pair(c.a, c.b, c.res.Mate)...)
	extra := c.extra()
	c.back = append(c.back[:0], make([]int32, len(c.system))...)
	for j := range c.back {
		c.back[j] = -1
	}
	for i, j := range c.mate {
		if j >= 0 {
			c.back[j] = int32(i)
		}
	}
	right := make([]bool, len(c.mate))
	for i := range c.mate {
		right[i] = c.mate[i] >= 0
	}
	c.describe(pair.Gold.Syms, len(pair.System.Nodes))
	c.rivals()
	for i := range c.gold {
		switch j := c.mate[i]; {
		case j < 0:
			c.yield(pair, i, -1, eval.Missing, 0, yield)
		case right[i]:
			c.yield(pair, i, int(j), eval.Correct, 1+extra[i], yield)
		default:
			c.yield(pair, i, int(j), eval.Incorrect, 0, yield)
		}
	}
	for j := range c.system {
		if c.back[j] < 0 {
			c.yield(pair, -1, j, eval.Spurious, 0, yield)
		}
	}
	return nil
}

// extra returns the additional matches of the first of several equal triples, if m
// equal ones of gold and n of the system match m times n times.
func (c *counter) extra() []float64 {
	out := make([]float64, len(c.gold))
	if c.opt.Duplicates != Product {
		return out
	}
	type group struct{ first, gold, system int }
	groups := map[amr.Triple]*group{}
	key := func(t amr.Triple) amr.Triple { t.Edge = -1; return t }
	equal := map[amr.Triple]int{} // number of equal triples of the system
	for j := range c.system {
		equal[key(c.system[j])]++
	}
	for i := range c.gold {
		if c.mate[i] < 0 && groups[key(c.gold[i])] == nil {
			continue
		}
		g := groups[key(c.gold[i])]
		if g == nil {
			g = &group{first: i}
			groups[key(c.gold[i])] = g
			g.system = equal[key(c.system[c.mate[i]])]
		}
		g.gold++
	}
	for _, g := range groups {
		out[g.first] = float64(g.gold*g.system - min(g.gold, g.system))
	}
	return out
}

// rivals pairs unmatched triples of gold and system that have the same subject.
func (c *counter) rivals() {
	for i := range c.gold {
		if j := c.faults.TakeRival(i); j >= 0 {
			c.mate[i], c.back[j] = int32(j), int32(i)
		}
	}
}

// yield makes the item of gold triple i, system triple j, or both, of which -1 is
// none; matched is the number of their matches.
func (c *counter) yield(pair *eval.Pair, i, j int, o eval.Outcome, matched float64, yield func(*eval.Item)) {
	it := &c.item
	*it = eval.Item{Outcome: o, Adds: c.adds[:0], Class: c.faults.Class(i, j, o)}
	if i >= 0 {
		g := &c.gold[i]
		it.Part, it.Gold = g.Class.String(), Ref(pair.Gold, g)
		it.Adds = append(it.Adds, eval.Add{Column: column(g.Class), N: 1})
	}
	if j >= 0 {
		s := &c.system[j]
		it.Part, it.System = s.Class.String(), Ref(pair.System, s)
		it.Adds = append(it.Adds, eval.Add{Column: column(s.Class) + 1, N: 1, System: true})
	}
	if matched > 0 {
		it.Adds = append(it.Adds, eval.Add{Column: column(c.gold[i].Class) + 2, N: matched})
	}
	yield(it)
	c.adds = it.Adds
}

// Ref returns the place of a triple in its sentence.
func Ref(sentence *treebank.Sentence, triple *amr.Triple) eval.Ref {
	switch {
	case triple.Class == amr.Instance:
		return eval.Ref{Kind: eval.Node, Index: triple.Node, Label: triple.Value}
	case triple.Class == amr.Top:
		return eval.Ref{Kind: eval.Top, Index: triple.Node, Label: sentence.Nodes[triple.Node].Label}
	case triple.Class == amr.Relation && triple.Edge >= 0:
		return eval.Ref{Kind: eval.Edge, Index: triple.Edge, Other: sentence.Edges[triple.Edge].To, Label: triple.Role}
	}
	return eval.Ref{Kind: eval.Prop, Index: triple.Node, Role: triple.Role, Label: triple.Value}
}
