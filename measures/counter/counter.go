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
	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
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
	return &eval.Measure{
		Causes:     mistake.Nodes(),
		Name:       "counter",
		Signature:  opt.describe(),
		Columns:    append(layout.Columns, eval.Hide(eval.Columns("pairs", "open", "sum_slack"), 2)...),
		PRF:        layout.PRF,
		Formulas:   formulas(layout),
		Items:      colAll,
		Close:      layout.Close,
		NewCounter: func() eval.Counter { return newCounter(&opt, layout.Close) },
	}
}

// formulas returns precision, recall and F1 of all clauses and of each class, then those of
// whole pairs.
func formulas(layout *matchcount.Layout) (out []eval.Formula) {
	for _, class := range []int{classes, operators, roles, concepts} {
		out = append(out, eval.Mark(layout.PRF[class].Formulas(), class == classes, "f1")...)
	}
	return append(out, matchcount.Proof(layout.PRF[classes], colPairs, colOpen)...)
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Choice(&opt.IllFormed, "ill", "ill-formed structures are unscorable, are scored as they are, are replaced by "+
			"one concept that matches nothing, or by SPAR", Refuse, Score, Dummy, Spar),
		entry.Flag(&opt.Loose, "operators", "pmb3", "form",
			"operators are those of PMB 3 (in sbn, others by their form too), or recognised by their form"),
		entry.Flag(&opt.KeepRef, "ref", "needed", "all", "which clauses REF count"),
		entry.Flag(&opt.KeepInverse, "inverse", "turn", "keep", "roles XOf count as inverted X, or as they are written"),
		entry.Flag(&opt.DefaultSense, "senses", "own", "one", "whether senses are compared"),
		entry.Flag(&opt.DefaultRole, "roles", "own", "one", "whether roles are compared"),
		entry.Flag(&opt.DefaultConcept, "concepts", "own", "one", "whether concepts are compared"),
		entry.Budget(&opt.Budget, "steps of the search for one pair, of about a nanosecond each"),
	}
}

// describe names all options for the signature of the measure.
func (opt *Options) describe() string {
	list, synsets := opt.Settings(), "none"
	if opt.Synsets != nil {
		synsets = opt.SynsetsName
	}
	last := len(list) - 1
	return "counter" + entry.Cite(list[:last]) + "|synsets:" + synsets + entry.Cite(list[last:])
}
