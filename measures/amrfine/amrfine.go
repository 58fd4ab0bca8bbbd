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
	"assay/measures/internal/matchcount"
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

// New returns the measure. Its columns are gold, system and matched of each row, then rows of
// sentences without a proof, triples that these could match, and rows.
func New(opt Options) *eval.Measure {
	rows := damonte
	if opt.Rows == SmatchPP {
		rows = smatchpp(opt.Frames)
	}
	prefixes := make([]string, len(rows))
	for i, a := range rows {
		prefixes[i] = a.name + "_"
	}
	layout, open := matchcount.New(prefixes...), 3*len(rows)
	out := &eval.Measure{
		Name:      "amr-fine",
		Signature: opt.signature(),
		PRF:       layout.PRF,
		Close:     func(row []float64) { closeRow(row, open) },
		NewCounter: func() eval.Counter {
			return &counter{opt: opt, rows: rows, x: amr.NewExtractor(opt.Options),
				solver: matching.New(matching.Options{Classes: 3})}
		},
	}
	for i, prf := range layout.PRF {
		list := prf.Formulas()
		list[2].Main, list[2].Headline = true, i == 0
		out.Formulas = append(out.Formulas, list...)
	}
	out.Formulas = append(out.Formulas, eval.Ratio("proven", eval.Plus(open+2).Minus(open), eval.Plus(open+2)))
	filled := eval.Column{Name: "rows", Presence: true}
	for i := range rows {
		filled.From = append(filled.From, 3*i, 3*i+1)
	}
	out.Columns = append(layout.Columns, eval.Column{Name: "open_rows"}, eval.Column{Name: "open_matched"}, filled)
	return out
}

// closeRow counts the rows that are not empty; open is the column of those without a proof.
func closeRow(row []float64, open int) {
	row[open+2] = 0
	for i := 0; i < open; i += 3 {
		if row[i]+row[i+1] > 0 {
			row[open+2]++
		}
	}
}

// signature names all options.
func (opt Options) signature() string {
	pick := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	frames := ""
	if opt.Frames != nil {
		frames = "|frames:" + opt.FramesName
	}
	return "amr-fine|rows:" + pick(opt.Rows == SmatchPP, "smatchpp", "damonte") + "|" + smatch.Describe(opt.Options) +
		"|duplicates:" + pick(opt.Set, "set", "multiset") + "|mapping:" + pick(opt.Shared, "shared", "own") + frames
}

// A counter counts pairs of graphs.
type counter struct {
	opt    Options
	rows   []aspect
	x      *amr.Extractor
	solver *matching.Solver
	pairer matching.Pairer
	shared []int32 // the mapping of all rows, if they share one
	plain  bool    // only counts matter: any of several best mappings will do
	terms  [2][]matching.Term
	item   eval.Item
	adds   []eval.Add
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	c.plain = !c.opt.Shared // a shared mapping decides how many triples of the other rows match
	err := eval.CountItems(c, row, p)
	c.plain = false
	closeRow(row, c.open())
	return err
}

// open is the column of rows without a proof.
func (c *counter) open() int { return 3 * len(c.rows) }

// Explain yields the items of each row: a triple of gold, of the system or of
// both.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	gold, system := c.graph(p.Gold), c.graph(p.System)
	c.shared = nil
	for i := range c.rows {
		c.row(i, p, gold, system, yield)
	}
	return nil
}

func (c *counter) graph(s *treebank.Sentence) *graph {
	triples := c.x.Triples(nil, s)
	if c.opt.Set {
		triples = amr.Unique(triples)
	}
	return newGraph(triples, len(s.Nodes), s.Syms)
}

// mapping returns, for each gold triple of row i, the system triple that it matches.
func (c *counter) mapping(i int, p *eval.Pair, gold, system *graph, g, s []amr.Triple, yield func(*eval.Item)) []int32 {
	aspect := &c.rows[i]
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
	if c.opt.Shared { // the first row has all triples
		c.shared = slices.Clone(res.Mate)
	}
	if !res.Proven() {
		c.item = eval.Item{Part: aspect.name, Outcome: eval.Noncommittal, Class: fmt.Sprintf("%d to %d match", res.Lower, res.Upper),
			Adds: []eval.Add{{Column: c.open(), N: 1}, {Column: c.open() + 1, N: float64(res.Upper - res.Lower)}}}
		yield(&c.item)
	}
	return c.pairer.Pair(x, y, res.Mate)
}

// row yields the items of one row.
func (c *counter) row(i int, pair *eval.Pair, gold, system *graph, yield func(*eval.Item)) {
	aspect := &c.rows[i]
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
