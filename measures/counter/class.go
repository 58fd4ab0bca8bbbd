package counter

import (
	"assay/eval"
	"assay/measures/internal/faults"
	"assay/treebank"
)

// describe fills c.faults with the clauses of both sides. A clause about two variables
// is an edge between them, one about a box and a variable an edge of the box; roles and
// comparisons with a constant are properties.
func (c *counter) describe(p *eval.Pair, mate, back []int32) {
	c.faults.Reset()
	images := faults.Back(nil, c.res.Mate, c.system.Graph.Nodes)
	for which, d := range [2]*Structure{&c.gold, &c.system} {
		of := [2]*treebank.Sentence{p.Gold, p.System}[which]
		mates := [2][]int32{mate, back}[which]
		for i := range d.Graph.Terms {
			term := &d.Graph.Terms[i]
			fact := faults.Fact{Kind: faults.Edge, Name: p.Gold.Syms.Name(treebank.Symbol(term.Key >> 2)),
				Noun: [...]string{operators: "operator", roles: "role", concepts: "concept"}[term.Class], Matched: mates[i] >= 0}
			if k := d.Clauses[i]; k >= 0 {
				fact.Role = of.Clauses[k].Op
			}
			place := func(n int32) uint64 { return faults.Place(c.res.Mate, images, which, n) }
			box, a, b := place(term.Nodes[0]), place(term.Nodes[1]), place(term.Nodes[2])
			frame := int(term.Class) == operators && a != faults.Nowhere && b == faults.Nowhere && (d.Clauses[i] < 0 || of.Clauses[d.Clauses[i]].ConstB == 0)
			if !frame { // else the box is an end
				fact.Box = box + 1
			}
			switch {
			case int(term.Class) == concepts:
				fact.Kind, fact.From, fact.To, fact.Stem = faults.Concept, a, faults.Nowhere, of.Syms.Name(fact.Role)
			case b != faults.Nowhere:
				fact.From, fact.To = a, b
			case frame:
				fact.From, fact.To, fact.Frame = box, a, true
			case a != faults.Nowhere:
				fact.Kind, fact.From, fact.To = faults.Property, a, faults.Nowhere
			default:
				fact.Kind, fact.From, fact.To = faults.Property, box, faults.Nowhere
			}
			c.faults.Add(which, fact)
		}
	}
}
