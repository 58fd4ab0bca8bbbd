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
// Or, with Rows SmatchPP, all triples and the aspects that smatch++ at 81317b6 selects
// (Opitz 2023), agent to reentrancies, from the triples of its preset for AMR. Package
// graph/amr says which triples each aspect has.
//
// Differences from amr-evaluation: m and n equal triples match min(m, n) times, all words of a
// value count; unlabelled turns inverse roles before it drops their
// names (the program loses the direction), and leaves quoted values alone;
// re-entrancies and roles have no additional top triple. Differences from smatch++: a
// row that is empty on both sides in all sentences is n/a, where it dies, and core
// roles are renamed by PropBank only if its file of frames is given; it fetches the file.
// A sentence that a side lacks counts as an empty graph.
package amrfine

import (
	"cmp"
	"fmt"
	"slices"

	"assay/eval"
	"assay/graph/amr"
	"assay/graph/matching"
	"assay/measures/smatch"
	"assay/treebank"
)

// Rows is a set of rows.
type Rows uint8

// The sets of rows.
const (
	Damonte  Rows = iota // of amr-evaluation
	SmatchPP             // the aspects of smatch++
)

// Options select triples and rows.
type Options struct {
	amr.Options
	Rows Rows
	// Set counts equal triples of a graph once.
	Set bool
	// Shared maps the nodes of all rows as the whole graphs are mapped best, and not
	// those of each row by themselves.
	Shared bool
	// Frames rename core roles in the aspects of smatch++; FramesName names them in the
	// signature. Nil renames nothing.
	Frames     amr.Frames
	FramesName string
}

// The presets.
var (
	AMREvaluation = Options{Options: amr.Damonte}
	Aspects       = Options{Options: amr.AMR, Rows: SmatchPP, Set: true}
)

// Metric is the fine-grained evaluation.
type Metric struct {
	opt  Options
	rows []aspect
}

// New returns the measure.
func New(opt Options) *Metric {
	if opt.Rows == SmatchPP {
		return &Metric{opt, smatchpp(opt.Frames)}
	}
	return &Metric{opt, damonte}
}

// Name returns "amr-fine".
func (m *Metric) Name() string { return "amr-fine" }

// Signature names all options.
func (m *Metric) Signature() string {
	pick := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	frames := ""
	if m.opt.Frames != nil {
		frames = "|frames:" + m.opt.FramesName
	}
	return "amr-fine|rows:" + pick(m.opt.Rows == SmatchPP, "smatchpp", "damonte") + "|" + smatch.Describe(m.opt.Options) +
		"|duplicates:" + pick(m.opt.Set, "set", "multiset") + "|mapping:" + pick(m.opt.Shared, "shared", "own") + frames
}

// Columns names the counts: gold, system and matched of each row, then rows of
// sentences without a proof, triples that these could match, and rows.
func (m *Metric) Columns() []string {
	var out []string
	for _, a := range m.rows {
		out = append(out, a.name+"_gold", a.name+"_system", a.name+"_matched")
	}
	return append(out, "open_rows", "open_matched", "rows")
}

// open is the column of rows without a proof.
func (m *Metric) open() int { return 3 * len(m.rows) }

// Scores returns the figures.
func (m *Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	for i, a := range m.rows {
		gold, system, matched := sum[3*i], sum[3*i+1], sum[3*i+2]
		out = append(out,
			eval.Score{Name: a.name + "_precision", Value: matched / system, Rate: true, Num: matched, Den: system},
			eval.Score{Name: a.name + "_recall", Value: matched / gold, Rate: true, Num: matched, Den: gold},
			eval.Score{Name: a.name + "_f1", Value: 2 * matched / (gold + system), Rate: true, Num: 2 * matched, Den: gold + system,
				Main: true, Headline: i == 0})
	}
	return append(out, eval.Ratio("proven", sum[m.open()+2]-sum[m.open()], sum[m.open()+2]))
}

// A counter counts pairs of graphs.
type counter struct {
	m      *Metric
	x      *amr.Extractor
	solver *matching.Solver
	pairer matching.Pairer
	shared []int32 // the mapping of all rows, if they share one
	plain  bool    // only counts matter: any of several best mappings will do
	terms  [2][]matching.Term
	item   eval.Item
	adds   []eval.Add
}

// NewCounter returns a counter for one goroutine.
func (m *Metric) NewCounter() eval.Counter {
	return &counter{m: m, x: amr.NewExtractor(m.opt.Options), solver: matching.New(matching.Options{Classes: 3})}
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	c.plain = !c.m.opt.Shared // a shared mapping decides how many triples of the other rows match
	err := c.Explain(p, func(it *eval.Item) {
		for _, a := range it.Adds {
			row[a.Column] += a.N
		}
	})
	c.plain = false
	c.Close(row)
	return err
}

// Close counts the rows that are not empty.
func (c *counter) Close(row []float64) {
	rows := c.m.open() + 2
	row[rows] = 0
	for i := range c.m.rows {
		if row[3*i]+row[3*i+1] > 0 {
			row[rows]++
		}
	}
}

// Explain yields the items of each row: a triple of gold, of the system or of
// both.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	gold, system := c.graph(p.Gold), c.graph(p.System)
	c.shared = nil
	for i := range c.m.rows {
		c.row(i, p, gold, system, yield)
	}
	return nil
}

func (c *counter) graph(s *treebank.Sentence) *graph {
	triples := c.x.Triples(nil, s)
	if c.m.opt.Set {
		triples = amr.Unique(triples)
	}
	return newGraph(triples, len(s.Nodes), s.Syms)
}

// mapping returns, for each gold triple of row i, the system triple that it matches.
func (c *counter) mapping(i int, p *eval.Pair, gold, system *graph, g, s []amr.Triple, yield func(*eval.Item)) []int32 {
	aspect := &c.m.rows[i]
	if aspect.bag {
		if c.plain {
			return bag(g, s, nil, nil)
		}
		return bag(g, s, number(gold, p.Gold), number(system, p.System))
	}
	x, y := amr.Graph(c.terms[0], g, len(p.Gold.Nodes)), amr.Graph(c.terms[1], s, len(p.System.Nodes))
	c.terms[0], c.terms[1] = x.Terms, y.Terms
	if c.shared != nil {
		return c.pairer.Pair(x, y, c.shared)
	}
	var res *matching.Result
	if c.plain {
		res = c.solver.Solve(x, y)
	} else {
		res = c.solver.SolveInOrder(x, y, matching.Content{Name: amr.Name(p.Gold.Syms), Left: number(gold, p.Gold), Right: number(system, p.System)})
	}
	if c.m.opt.Shared { // the first row has all triples
		c.shared = slices.Clone(res.Mate)
	}
	if !res.Proven() {
		c.item = eval.Item{Part: aspect.name, Outcome: eval.Noncommittal, Class: fmt.Sprintf("%d to %d match", res.Lower, res.Upper),
			Adds: []eval.Add{{Column: c.m.open(), N: 1}, {Column: c.m.open() + 1, N: float64(res.Upper - res.Lower)}}}
		yield(&c.item)
	}
	return c.pairer.Pair(x, y, res.Mate)
}

// row yields the items of one row.
func (c *counter) row(i int, pair *eval.Pair, gold, system *graph, yield func(*eval.Item)) {
	aspect := &c.m.rows[i]
	g, s := aspect.pick(gold), aspect.pick(system)
	mate := c.mapping(i, pair, gold, system, g, s, yield)
	taken := make([]bool, len(s))
	it := &c.item
	for k := range g {
		*it = eval.Item{Part: aspect.name, Outcome: eval.Missing, Gold: gold.ref(pair.Gold, g, k), Adds: append(c.adds[:0], eval.Add{Column: 3 * i, N: 1})}
		if j := mate[k]; j >= 0 {
			taken[j] = true
			it.Outcome, it.System = eval.Correct, system.ref(pair.System, s, int(j))
			it.Adds = append(it.Adds, eval.Add{Column: 3*i + 1, N: 1, System: true}, eval.Add{Column: 3*i + 2, N: 1})
		}
		yield(it)
		c.adds = it.Adds
	}
	for j := range s {
		if !taken[j] {
			*it = eval.Item{Part: aspect.name, Outcome: eval.Spurious, System: system.ref(pair.System, s, j),
				Adds: append(c.adds[:0], eval.Add{Column: 3*i + 1, N: 1, System: true})}
			yield(it)
			c.adds = it.Adds
		}
	}
}

// ref returns the place of triple k of a row. An attribute whose role is replaced keeps
// it as a qualifier: without roles two attributes of a node may have one value.
func (x *graph) ref(s *treebank.Sentence, list []amr.Triple, k int) eval.Ref {
	r := smatch.Ref(s, &list[k])
	if t := &list[k]; t.Class == amr.Attribute && t.Role == x.label {
		r.Qualifier = x.triples[k].Role
	}
	return r
}

// number numbers the nodes of a graph by all its triples.
func number(x *graph, s *treebank.Sentence) []int32 {
	return matching.Number(amr.Graph(nil, x.triples, len(s.Nodes)), amr.Name(s.Syms))
}

// bag pairs triples with equal values; of several nodes with one value those with the lowest numbers, if there are any.
func bag(gold, system []amr.Triple, goldNumbers, systemNumbers []int32) []int32 {
	mate, free := make([]int32, len(gold)), map[treebank.Symbol][]int32{}
	for _, j := range inOrder(system, systemNumbers) {
		free[system[j].Value] = append(free[system[j].Value], j)
	}
	for _, k := range inOrder(gold, goldNumbers) {
		mate[k] = -1
		if left := free[gold[k].Value]; len(left) > 0 {
			mate[k], free[gold[k].Value] = left[0], left[1:]
		}
	}
	return mate
}

// inOrder returns the places of triples by the numbers of their nodes.
func inOrder(list []amr.Triple, numbers []int32) []int32 {
	out := make([]int32, len(list))
	for i := range out {
		out[i] = int32(i)
	}
	if numbers != nil {
		slices.SortStableFunc(out, func(x, y int32) int { return cmp.Compare(numbers[list[x].Node], numbers[list[y].Node]) })
	}
	return out
}
