// Package amrfine scores single aspects of AMR graphs, after Damonte, Cohen & Satta
// (2017) and their program amr-evaluation at 8bc6b2e: SMATCH, unlabelled, without
// word senses, concepts, named entities, negations, wikification, re-entrancies and
// semantic roles. Each row that maps nodes has its own mapping, proven to be the best
// for it.
//
//	smatch          all triples
//	unlabeled       all triples, roles left out
//	no_wsd          all triples, senses of concepts left out
//	concepts        concepts, without mapping nodes
//	named_entities  concepts of nodes with a name, without mapping
//	negations       concepts of nodes with a polarity, without mapping
//	wikification    values of wiki, without mapping
//	reentrancies    relations to nodes with several incoming ones, with the concepts at their ends
//	srl             ARG relations, with the concepts at their ends
//
// Differences from the program: unlabelled turns inverse roles before it drops their
// names (the program loses the direction), and leaves quoted values alone;
// re-entrancies and roles have no additional top triple. A row that is empty on both
// sides is n/a. A sentence that a side lacks counts as an empty graph.
package amrfine

import (
	"fmt"

	"assay/eval"
	"assay/graph/amr"
	"assay/graph/matching"
	"assay/measures/smatch"
)

// Metric is the fine-grained evaluation.
type Metric struct{ opt amr.Options }

// New returns the measure. The options decide which triples a graph has.
func New(opt amr.Options) *Metric { return &Metric{opt} }

// Default are the options for the triples of amr-evaluation.
var Default = amr.Damonte

// Name returns "amr-fine".
func (m *Metric) Name() string { return "amr-fine" }

// Signature names all options.
func (m *Metric) Signature() string { return "amr-fine|" + smatch.Describe(m.opt) }

// Columns names the counts: gold, system and matched of each row, then pairs and
// triples without a proof.
func (m *Metric) Columns() []string {
	var out []string
	for _, a := range aspects {
		out = append(out, a.name+"_gold", a.name+"_system", a.name+"_matched")
	}
	return append(out, "open_rows", "open_matched", "rows")
}

var colOpen = 3 * len(aspects)

// Scores returns the figures.
func (m *Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	for i, a := range aspects {
		gold, system, matched := sum[3*i], sum[3*i+1], sum[3*i+2]
		out = append(out,
			eval.Score{Name: a.name + "_precision", Value: matched / system, Rate: true, Num: matched, Den: system},
			eval.Score{Name: a.name + "_recall", Value: matched / gold, Rate: true, Num: matched, Den: gold},
			eval.Score{Name: a.name + "_f1", Value: 2 * matched / (gold + system), Rate: true, Num: 2 * matched, Den: gold + system,
				Main: true, Headline: i == 0})
	}
	return append(out, eval.Ratio("proven", sum[colOpen+2]-sum[colOpen], sum[colOpen+2]))
}

// A counter counts pairs of graphs.
type counter struct {
	x      *amr.Extractor
	solver *matching.Solver
	pairer matching.Pairer
	terms  [2][]matching.Term
	item   eval.Item
	adds   []eval.Add
}

// NewCounter returns a counter for one goroutine.
func (m *Metric) NewCounter() eval.Counter {
	return &counter{x: amr.NewExtractor(m.opt), solver: matching.New(matching.Options{Classes: 3})}
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	err := c.Explain(p, func(it *eval.Item) {
		for _, a := range it.Adds {
			row[a.Column] += a.N
		}
	})
	c.Close(row)
	return err
}

// Close counts the rows that are not empty.
func (c *counter) Close(row []float64) {
	row[colOpen+2] = 0
	for i := range aspects {
		if row[3*i]+row[3*i+1] > 0 {
			row[colOpen+2]++
		}
	}
}

// Explain yields the items of each row: a triple of gold, of the system or of
// both.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	gold := newGraph(c.x.Triples(nil, p.Gold), len(p.Gold.Nodes), p.Gold.Syms)
	system := newGraph(c.x.Triples(nil, p.System), len(p.System.Nodes), p.System.Syms)
	for i := range aspects {
		c.row(i, p, gold, system, yield)
	}
	return nil
}

// row yields the items of one row.
func (c *counter) row(i int, p *eval.Pair, gold, system *graph, yield func(*eval.Item)) {
	a := &aspects[i]
	g, s := a.pick(gold), a.pick(system)
	var mate []int32
	if a.bag {
		mate = bag(g, s)
	} else {
		x, y := amr.Graph(c.terms[0], g, len(gold.concept)), amr.Graph(c.terms[1], s, len(system.concept))
		c.terms[0], c.terms[1] = x.Terms, y.Terms
		res := c.solver.Solve(x, y)
		mate = c.pairer.Pair(x, y, res.Mate)
		if !res.Proven() {
			c.item = eval.Item{Part: a.name, Outcome: eval.Noncommittal, Class: fmt.Sprintf("%d to %d match", res.Lower, res.Upper),
				Adds: []eval.Add{{Column: colOpen, N: 1}, {Column: colOpen + 1, N: float64(res.Upper - res.Lower)}}}
			yield(&c.item)
		}
	}
	taken := make([]bool, len(s))
	it := &c.item
	for k := range g {
		*it = eval.Item{Part: a.name, Outcome: eval.Missing, Gold: smatch.Ref(p.Gold, &g[k]), Adds: append(c.adds[:0], eval.Add{Column: 3 * i, N: 1})}
		if j := mate[k]; j >= 0 {
			taken[j] = true
			it.Outcome, it.System = eval.Correct, smatch.Ref(p.System, &s[j])
			it.Adds = append(it.Adds, eval.Add{Column: 3*i + 1, N: 1, System: true}, eval.Add{Column: 3*i + 2, N: 1})
		}
		yield(it)
		c.adds = it.Adds
	}
	for j := range s {
		if !taken[j] {
			*it = eval.Item{Part: a.name, Outcome: eval.Spurious, System: smatch.Ref(p.System, &s[j]),
				Adds: append(c.adds[:0], eval.Add{Column: 3*i + 1, N: 1, System: true})}
			yield(it)
			c.adds = it.Adds
		}
	}
}

// bag pairs triples with equal values.
func bag(gold, system []amr.Triple) []int32 {
	mate, taken := make([]int32, len(gold)), make([]bool, len(system))
	for k := range gold {
		mate[k] = -1
		for j := range system {
			if !taken[j] && system[j].Value == gold[k].Value {
				mate[k], taken[j] = int32(j), true
				break
			}
		}
	}
	return mate
}
