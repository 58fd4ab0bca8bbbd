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
	"assay/measures/entry"
	"assay/measures/internal/faults"
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
		Name:       "amr-fine",
		Signature:  opt.signature(),
		PRF:        layout.PRF,
		Close:      func(row []float64) { closeRow(row, open) },
		NewCounter: func() eval.Counter { return newCounter(opt, rows) },
	}
	for i, prf := range layout.PRF {
		list := prf.Formulas()
		list[2].Main, list[2].Headline = true, i == 0
		out.Formulas = append(out.Formulas, list...)
	}
	out.Formulas = append(out.Formulas,
		eval.Descriptive(eval.Ratio("proven", eval.Plus(open+2).Minus(open), eval.Plus(open+2))))
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

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return append([]entry.Option{
		entry.Flag(&opt.Shared, "mapping", "own", "shared",
			"own: each row has its own node mapping; shared: all rows use the best mapping of the whole graphs"),
		entry.Flag(&opt.Set, "duplicates", "multiset", "set",
			"m and n equal triples match min(m,n) times, or count as one"),
	}, smatch.TripleSettings(&opt.Options)...)
}

// signature names all options.
func (opt Options) signature() string {
	rows, frames := "damonte", ""
	if opt.Rows == SmatchPP {
		rows = "smatchpp"
	}
	if opt.Frames != nil {
		frames = "|frames:" + opt.FramesName
	}
	return "amr-fine|rows:" + rows + entry.Cite(smatch.TripleSettings(&opt.Options)) +
		entry.Cite(opt.Settings(), "duplicates", "mapping") + frames
}

// A counter counts pairs of graphs.
type counter struct {
	matchcount.Items
	opt    Options
	rows   []aspect
	x      *amr.Extractor
	solver *matching.Solver
	pairer matching.Pairer
	graphs [2]*graph       // of gold and of the system
	picked [2][]amr.Triple // their triples of the row that is being counted
	at     int             // its number
	shared []int32         // the mapping of all rows, if they share one
	plain  bool            // only counts matter: any of several best mappings will do
	terms  [2][]matching.Term
}

func newCounter(opt Options, rows []aspect) *counter {
	c := &counter{opt: opt, rows: rows, x: amr.NewExtractor(opt.Options)}
	c.solver = matching.New(matching.Options{Classes: 3})
	c.Items.Parter = c
	return c
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
	c.graphs = [2]*graph{c.graph(p.Gold), c.graph(p.System)}
	c.shared = nil
	for i := range c.rows {
		c.at = i
		for which, graph := range c.graphs {
			c.picked[which] = c.rows[i].pick(graph)
		}
		c.All(c.mapping(yield), len(c.picked[faults.System]), yield)
	}
	return nil
}

func (c *counter) graph(s *treebank.Sentence) *graph {
	triples := c.x.Triples(nil, s)
	if c.opt.Set {
		triples = amr.Unique(triples)
	}
	return newGraph(triples, s)
}

// mapping returns, for each gold triple of the row, the system triple that it matches. It yields
// an item if a better mapping is possible.
func (c *counter) mapping(yield func(*eval.Item)) []int32 {
	var numbers [2][]int32 // of the nodes of both graphs
	if !c.plain {
		numbers = [2][]int32{c.graphs[faults.Gold].number(), c.graphs[faults.System].number()}
	}
	if c.rows[c.at].bag {
		return bag(c.picked, numbers)
	}
	var problem [2]matching.Graph
	for which, list := range c.picked {
		problem[which] = amr.Graph(c.terms[which], list, len(c.graphs[which].concept))
		c.terms[which] = problem[which].Terms
	}
	gold, system := problem[faults.Gold], problem[faults.System]
	if c.shared != nil {
		return c.pairer.Pair(gold, system, c.shared)
	}
	var res *matching.Result
	if c.plain {
		res = c.solver.Solve(gold, system)
	} else {
		name := amr.Name(c.graphs[faults.Gold].syms)
		by := matching.Content{Name: name, Left: numbers[faults.Gold], Right: numbers[faults.System]}
		res = c.solver.SolveInOrder(gold, system, by)
	}
	if c.opt.Shared { // the first row has all triples
		c.shared = slices.Clone(res.Mate)
	}
	if !res.Proven() {
		open := c.open()
		yield(&eval.Item{Part: c.rows[c.at].name, Outcome: eval.Noncommittal,
			Class: fmt.Sprintf("%d to %d match", res.Lower, res.Upper),
			Adds:  []eval.Add{{Column: open, N: 1}, {Column: open + 1, N: float64(res.Upper - res.Lower)}}})
	}
	return c.pairer.Pair(gold, system, res.Mate)
}

// Part returns triple i of a side in the row that is being counted. An attribute whose role is
// replaced keeps it as a qualifier: without roles two attributes of a node may have one value.
func (c *counter) Part(which, i int) matchcount.Part {
	x, triple := c.graphs[which], &c.picked[which][i]
	p := matchcount.Part{Class: c.at, Name: c.rows[c.at].name, Ref: smatch.Ref(x.sentence, triple)}
	if triple.Class == amr.Attribute && triple.Role == x.label {
		p.Ref.Qualifier = x.triples[i].Role
	}
	return p
}

// number numbers the nodes of a graph by all its triples.
func (x *graph) number() []int32 {
	if x.numbers == nil {
		x.numbers = matching.Number(amr.Graph(nil, x.triples, len(x.concept)), amr.Name(x.syms))
	}
	return x.numbers
}

// bag pairs triples with equal values; of several nodes with one value those with the lowest
// numbers, if there are any.
func bag(lists [2][]amr.Triple, numbers [2][]int32) []int32 {
	gold, system := lists[faults.Gold], lists[faults.System]
	mate, free := make([]int32, len(gold)), map[treebank.Symbol][]int32{}
	for _, j := range inOrder(system, numbers[faults.System]) {
		free[system[j].Value] = append(free[system[j].Value], j)
	}
	for _, k := range inOrder(gold, numbers[faults.Gold]) {
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
