package smatch

import (
	"fmt"
	"slices"
	"strings"

	"assay/eval"
	"assay/graph/amr"
	"assay/graph/matching"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// A counter counts pairs of graphs.
type counter struct {
	matchcount.Search
	opt     Options
	x       *amr.Extractor
	pair    *eval.Pair
	triples [2][]amr.Triple // of gold and of the system
	terms   [2][]matching.Term
	times   []float64 // see repeats; nil before the first question about the pair
}

func newCounter(opt Options, closeRow func(row []float64)) *counter {
	c := &counter{opt: opt, x: amr.NewExtractor(opt.Options)}
	c.Search = matchcount.Search{Terms: c, Whole: "sentence", First: 1, Open: colOpen, Close: closeRow,
		Solver: matching.New(matching.Options{Classes: 3, Product: opt.Duplicates == Product, Budget: opt.Budget})}
	return c
}

// refusedKey is the key of the attribute in which the reader of the sequence notation keeps why
// sbn.py refuses a structure.
const refusedKey = "sbn-refused"

// refused returns the reason for which sbn.py refuses a structure.
func refused(s *treebank.Sentence, side string) error {
	reason := s.FindAttr(-1, refusedKey)
	if reason == nil {
		return nil
	}
	return fmt.Errorf("%s: sbn.py refuses %s, so that it counts as empty; option of smatch ill-formed=score scores it",
		side, reason)
}

// Read extracts the triples of both sides.
func (c *counter) Read(pair *eval.Pair) (gold, system matching.Graph, ok bool, err error) {
	c.pair, c.times = pair, nil
	if c.opt.Refuse {
		if err := refused(pair.System, "the system"); err != nil {
			return gold, system, false, err
		}
		if err := refused(pair.Gold, "gold"); err != nil { // the pair counts with nothing right, as in the program
			pair.Warn(err)
			c.triples[faults.Gold] = c.triples[faults.Gold][:0]
			return matching.Graph{}, c.read(faults.System, pair.System), true, nil
		}
	}
	return c.read(faults.Gold, pair.Gold), c.read(faults.System, pair.System), true, nil
}

func (c *counter) read(which int, sentence *treebank.Sentence) matching.Graph {
	list := c.x.Triples(c.triples[which][:0], sentence)
	if kinds := c.opt.Triples; kinds != AllTriples {
		list = slices.DeleteFunc(list, func(t amr.Triple) bool { return !kinds.has(t.Class) })
	}
	if c.opt.Duplicates == Set {
		list = amr.Unique(list)
	}
	graph := amr.Graph(c.terms[which], list, len(sentence.Nodes))
	c.triples[which], c.terms[which] = list, graph.Terms
	return graph
}

// Content names terms by their roles and values.
func (c *counter) Content(pair *eval.Pair) matching.Content {
	return matching.Content{Name: amr.Name(pair.Gold.Syms)}
}

// class returns the class of the layout in which triples of a class count.
func class(c amr.Class) int {
	return [...]int{amr.Instance: 1, amr.Attribute: 2, amr.Top: 2, amr.Relation: 3}[c]
}

// Part returns triple i of a side.
func (c *counter) Part(which, i int) matchcount.Part {
	triple := &c.triples[which][i]
	p := matchcount.Part{Class: class(triple.Class), Name: triple.Class.String()}
	if which == faults.System {
		p.Ref = Ref(c.pair.System, triple)
		return p
	}
	if p.Ref = Ref(c.pair.Gold, triple); c.opt.Duplicates == Product {
		if c.times == nil {
			c.times = c.repeats()
		}
		p.Times = c.times[i]
	}
	return p
}

// repeats returns how often each triple of gold matches if m equal ones of gold and n of the
// system match m times n times: the first of them has all matches that the others lack.
func (c *counter) repeats() []float64 {
	gold, system := c.triples[faults.Gold], c.triples[faults.System]
	type group struct{ first, gold, system int }
	groups := map[amr.Triple]*group{}
	key := func(t amr.Triple) amr.Triple { t.Edge = -1; return t }
	equal := map[amr.Triple]int{} // number of equal triples of the system
	for j := range system {
		equal[key(system[j])]++
	}
	for i := range gold {
		g := groups[key(gold[i])]
		if c.Mates[i] < 0 && g == nil {
			continue
		}
		if g == nil {
			g = &group{first: i, system: equal[key(system[c.Mates[i]])]}
			groups[key(gold[i])] = g
		}
		g.gold++
	}
	out := make([]float64, len(gold))
	for _, g := range groups {
		out[g.first] = 1 + float64(g.gold*g.system-min(g.gold, g.system))
	}
	return out
}

// Fact describes triple i of a side.
func (c *counter) Fact(which, i int, matched bool) faults.Fact {
	triple, name := &c.triples[which][i], c.pair.Gold.Syms.Name
	fact := faults.Fact{Kind: faults.Property, Role: triple.Role, Value: triple.Value, Noun: triple.Class.String(),
		Name: name(triple.Role) + " " + name(triple.Value), From: c.Place(which, triple.Node), To: faults.Nowhere}
	switch triple.Class {
	case amr.Instance:
		fact.Kind = faults.Concept
		if !matched {
			fact.Stem = lemma(name(triple.Value))
		}
	case amr.Top:
		fact.Kind = faults.Top
	case amr.Relation:
		fact.Kind, fact.Noun, fact.To = faults.Edge, "edge", c.Place(which, triple.Target)
	}
	return fact
}

// lemma returns a concept without its sense number.
func lemma(concept string) string {
	i := strings.LastIndexByte(concept, '-')
	if i <= 0 || i+1 == len(concept) || strings.Trim(concept[i+1:], "0123456789") != "" {
		return concept
	}
	return concept[:i]
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
