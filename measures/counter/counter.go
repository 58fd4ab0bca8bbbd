// Package counter is the measure of DRS parsing: precision, recall and F1 over the
// clauses of discourse representation structures (van Noord et al. 2018), as
// counter.py of DRS_parsing (190838f) defines it.
//
// A clause matches if the operator, role or concept with its sense, and the constants
// are equal, and its variables are mapped to each other, one to one and with equal
// types (boxes, referents); the arguments of APX, EQU, NEQ and TAB may be exchanged.
// Each clause matches once. Before matching, a role XOf becomes X with its arguments
// exchanged, a clause REF is dropped if its variable occurs in another clause of the
// same box, concepts are replaced by the first name of their WordNet synset if a
// table is given, and equal clauses count once.
//
// The mapping is the one that matches the most clauses, found and proven by package
// matching; of equally good ones, the one with the most operators, then roles.
// counter.py climbs from random starts, and rounds precision and recall before it
// takes their mean: its F differs in the fourth digit.
//
// Structures that are not well formed (see referee) cannot be scored, unless
// Options.IllFormed replaces them.
package counter

import (
	"fmt"

	"assay/eval"
	"assay/graph/matching"
	"assay/measures/internal/faults"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// IllFormed is a treatment of structures that are not well formed.
type IllFormed int

// The choices.
const (
	Refuse IllFormed = iota // refuse to score the pair
	Score                   // score the structure unchanged
	Dummy                   // replace it by one concept that matches nothing
	Spar                    // replace it by the baseline SPAR, "He bragged about it."
)

// String returns the value used by options and signatures.
func (i IllFormed) String() string { return [...]string{"refuse", "score", "dummy", "spar"}[i] }

// Options of the measure. The zero value is counter.py with its signature of
// operators and without a WordNet table.
type Options struct {
	IllFormed      IllFormed
	Loose          bool              // recognise operators by their form alone, as without -g
	Signature      map[string]string // types of box and arguments by operator, as in -g; nil for those of PMB 3
	KeepRef        bool              // count all clauses REF (-ic)
	KeepInverse    bool              // compare roles XOf as they are written
	DefaultSense   bool              // treat all senses as one (-dse)
	DefaultRole    bool              // treat all roles as one (-dr)
	DefaultConcept bool              // treat all concepts as one (-dc)
	Synsets        map[string]string // first synset name by lemma.pos.number; nil keeps concepts unchanged
	SynsetsName    string            // name of the table in the signature
	Budget         int64             // steps of the search for a pair; 0 is the default
}

// The classes of clauses.
const (
	operators = iota
	roles
	concepts
	classes
)

// Columns of the row.
const (
	colAll   = 3 * classes
	colPairs = colAll + 2 + iota
	colOpen
	colSlack
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	layout := matchcount.New("operators_", "roles_", "concepts_", "").Sum(classes, operators, roles, concepts)
	closeRow := layout.Close
	return &eval.Measure{
		Name:      "counter",
		Signature: opt.describe(),
		Columns:   append(layout.Columns, eval.Hide(eval.Columns("pairs", "open", "sum_slack"), 2)...),
		PRF:       layout.PRF,
		Formulas:  formulas(layout),
		Items:     colAll,
		Close:     closeRow,
		NewCounter: func() eval.Counter {
			return &counter{close: closeRow, x: extractor{opt: &opt},
				solver: matching.New(matching.Options{Classes: classes, Budget: opt.Budget})}
		},
	}
}

// formulas returns precision, recall and F1 of all clauses and of each class, then those of
// whole pairs.
func formulas(layout *matchcount.Layout) (out []eval.Formula) {
	for _, class := range []int{classes, operators, roles, concepts} {
		out = append(out, eval.Mark(layout.PRF[class].Formulas(), class == classes, "f1")...)
	}
	return append(out, eval.Ratio("f1_upper", eval.Plus(colAll+2, colSlack).Times(2), eval.Plus(colAll, colAll+1)),
		eval.Ratio("proven", eval.Plus(colPairs).Minus(colOpen), eval.Plus(colPairs)))
}

// describe names all options for the signature of the measure.
func (opt *Options) describe() string {
	pick := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	sig := "counter|ill:" + opt.IllFormed.String() + "|operators:" + pick(opt.Loose, "form", "pmb3") +
		"|ref:" + pick(opt.KeepRef, "all", "needed") + "|inverse:" + pick(opt.KeepInverse, "keep", "turn") + "|senses:" + pick(opt.DefaultSense, "one", "own") +
		"|roles:" + pick(opt.DefaultRole, "one", "own") + "|concepts:" + pick(opt.DefaultConcept, "one", "own") +
		"|synsets:" + pick(opt.Synsets == nil, "none", opt.SynsetsName)
	if opt.Budget > 0 {
		sig += fmt.Sprintf("|budget:%d", opt.Budget)
	}
	return sig
}

type counter struct {
	close        func(row []float64)
	x            extractor
	gold, system Structure
	solver       *matching.Solver
	pairer       matching.Pairer
	res          *matching.Result
	item         eval.Item
	adds         []eval.Add
	faults       faults.Pair
}

// solve reads both structures and finds the best mapping; for items it is the one that names and order
// of clauses do not change.
func (c *counter) solve(p *eval.Pair, items bool) error {
	c.x.dummy = goldDummy
	if err := c.x.read(&c.gold, p.Gold); err != nil {
		return err
	}
	c.x.dummy = systemDummy
	if err := c.x.read(&c.system, p.System); err != nil {
		return err
	}
	if !items {
		c.res = c.solver.Solve(c.gold.Graph, c.system.Graph)
		return nil
	}
	c.res = c.solver.SolveInOrder(c.gold.Graph, c.system.Graph, matching.Content{Name: func(t *matching.Term) uint64 {
		return matching.Hash(p.Gold.Syms.Name(treebank.Symbol(t.Key >> 2)))
	}})
	return nil
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if err := c.solve(p, false); err != nil {
		return err
	}
	for i := range c.gold.Graph.Terms {
		row[3*int(c.gold.Graph.Terms[i].Class)]++
	}
	for i := range c.system.Graph.Terms {
		row[3*int(c.system.Graph.Terms[i].Class)+1]++
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

// Explain yields an item for the pair, then one for each clause of gold in the order
// of the file, then those of the system without a match. Clauses about the same variables,
// such as two concepts or two roles, form one item.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.solve(pair, true); err != nil {
		return err
	}
	outcome := eval.Correct
	if !c.res.Proven() {
		outcome = eval.Noncommittal
	}
	c.item = eval.Item{Part: "structure", Outcome: outcome, Adds: c.whole(),
		Gold: eval.Ref{Kind: eval.Token, Other: int32(len(pair.Gold.Tokens))}, System: eval.Ref{Kind: eval.Token, Other: int32(len(pair.System.Tokens))}}
	yield(&c.item)
	mate := c.pairer.Pair(c.gold.Graph, c.system.Graph, c.res.Mate)
	back := faults.Back(nil, mate, len(c.system.Graph.Terms))
	c.describe(pair, mate, back)
	for gold, system := range mate {
		correct := eval.Correct
		if system < 0 {
			correct = eval.Missing
			if other := c.faults.TakeRival(gold); other >= 0 {
				system, back[other], correct = int32(other), int32(gold), eval.Incorrect
			}
		}
		c.yield(pair, gold, int(system), correct, yield)
	}
	for system := range back {
		if back[system] < 0 {
			c.yield(pair, -1, system, eval.Spurious, yield)
		}
	}
	return nil
}

// yield makes the item of a gold clause, a system clause, or both; -1 means none.
func (c *counter) yield(pair *eval.Pair, gold, system int, outcome eval.Outcome, yield func(*eval.Item)) {
	it := &c.item
	*it = eval.Item{Outcome: outcome, Adds: c.adds[:0], Class: c.faults.Class(gold, system, outcome)}
	class := 0
	if gold >= 0 {
		class = int(c.gold.Graph.Terms[gold].Class)
		it.Gold = c.gold.ref(pair.Gold, gold)
		it.Adds = append(it.Adds, eval.Add{Column: 3 * class, N: 1})
	}
	if system >= 0 {
		class = int(c.system.Graph.Terms[system].Class)
		it.System = c.system.ref(pair.System, system)
		it.Adds = append(it.Adds, eval.Add{Column: 3*class + 1, N: 1, System: true})
	}
	if outcome == eval.Correct {
		it.Adds = append(it.Adds, eval.Add{Column: 3*class + 2, N: 1})
	}
	it.Part = [...]string{"operator", "role", "concept"}[class]
	c.adds = it.Adds
	yield(it)
}
