// Package smatch is SMATCH (Cai & Knight 2013): precision, recall and F1 over the
// triples of two semantic graphs, under the one-to-one mapping of their nodes that
// matches the most triples. The mapping is proven to be the best. Of several best
// mappings, the one with the most instances, then attributes, then relations counts,
// so that the figures of the classes are defined.
//
// P = matched/system, R = matched/gold, F1 = 2PR/(P+R) over the sums of all
// sentences; macro_ figures are means over the sentences with triples on either side.
// Programs differ in the triples of a graph and in the treatment of equal triples.
// Each difference is an option, each program a preset: smatch.py at c01a838
// (Official), the smatch of amr-evaluation at 8bc6b2e (Damonte), and smatch++ at
// 81317b6 without standardisation (None), generic (Generic) and for AMR (AMR).
// Repaired, the default, is smatch.py without two faults: it multiplies equal triples, so
// that a graph that repeats a triple matches itself by more than 100 % (its issue 15), and
// of a value of several words it compares the first. Package graph/amr has the details.
//
// A sentence that a side lacks counts as an empty graph. If the search ends before it
// has a proof, the figures are those of the best mapping found, the pair is counted
// as open, and f1_upper is an upper bound.
//
// smatch.py itself climbs from random starts; on some sentences it stays below the proven
// optimum of its own definition.
package smatch

import (
	"assay/eval"
	"assay/eval/mistake"
	"assay/graph/amr"
	"assay/graph/matching"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
)

// Duplicates is a treatment of equal triples of a graph.
type Duplicates uint8

// The ways of counting equal triples.
const (
	Multiset Duplicates = iota // m equal triples of one graph and n of the other match min(m, n) times
	Set                        // they are one triple
	Product                    // they match m times n times
)

// String returns the value used by options and signatures.
func (d Duplicates) String() string { return [...]string{"multiset", "set", "product"}[d] }

// Triples is the kind of triples that are mapped and count.
type Triples uint8

// The kinds of triples. One kind alone has the best mapping of its own, as with
// --justinstance, --justattribute and --justrelation of smatch.py.
const (
	AllTriples Triples = iota
	Instances
	Attributes // with the triple of the root
	Relations
)

// String returns the value used by options and signatures.
func (t Triples) String() string { return [...]string{"all", "instance", "attribute", "relation"}[t] }

// has reports whether a triple of class c counts.
func (t Triples) has(c amr.Class) bool {
	return t == AllTriples || class(c) == int(t)
}

// Options of the measure.
type Options struct {
	amr.Options
	Duplicates Duplicates
	Triples    Triples
	Refuse     bool  // structures in the sequence notation that sbn.py refuses count as empty
	Budget     int64 // steps of the search for each sentence; 0 is matching.DefaultBudget
}

// The presets.
var (
	Repaired = Options{Options: amr.Official}
	Official = Options{Options: firstWords(amr.Official), Duplicates: Product}
	Damonte  = Options{Options: firstWords(amr.Damonte), Duplicates: Product}
	None     = Options{Options: amr.None}
	Generic  = Options{Options: amr.Generic}
	AMR      = Options{Options: amr.AMR, Duplicates: Set}
	SBN      = Options{Options: oneEdge(amr.Official), Refuse: true}
)

// oneEdge adds what ud-boxer's sbn.py does to the graphs of the Parallel Meaning Bank: of two roles of a
// concept with one target the last counts.
func oneEdge(o amr.Options) amr.Options {
	o.OneEdge = true
	return o
}

// firstWords adds the fault of smatch.py and its older version: of a value of several words the
// first counts.
func firstWords(o amr.Options) amr.Options {
	o.FirstWord = true
	return o
}

// Columns: gold, system and matched of all triples, which come first, and of the three classes,
// then figures of whole pairs.
const (
	colGold = iota
	colSystem
	colMatched
)

const (
	colItems = 12 + iota
	colExact
	colOpen  // pairs whose mapping is not proven
	colUpper // triples that better mappings of these could match
	colSumP
	colSumR
	colSumF
)

// New returns the measure with the given options.
func New(opt Options) *eval.Measure {
	layout := matchcount.New("", "instance_", "attribute_", "relation_").Sum(0, 1, 2, 3)
	closeRow := func(row []float64) { closeRow(layout, row) }
	return &eval.Measure{
		Causes:     mistake.Nodes(),
		Name:       "smatch",
		Signature:  opt.signature(),
		Columns:    columns(layout),
		PRF:        layout.PRF,
		Formulas:   formulas(layout),
		Items:      colGold,
		Close:      closeRow,
		NewCounter: func() eval.Counter { return newCounter(opt, closeRow) },
	}
}

// columns returns the columns: those of the triples, and those that closeRow works out.
func columns(layout *matchcount.Layout) []eval.Column {
	return append(layout.Columns,
		eval.Column{Name: "items", From: []int{colGold, colSystem}, Presence: true},
		eval.Column{Name: "exact", From: []int{colGold, colSystem, colMatched}},
		eval.Column{Name: "open_items"},
		eval.Column{Name: "open_matched"},
		eval.Column{Name: "sum_precision", From: []int{colSystem, colMatched}, Hidden: true},
		eval.Column{Name: "sum_recall", From: []int{colGold, colMatched}, Hidden: true},
		eval.Column{Name: "sum_f1", From: []int{colGold, colSystem, colMatched}, Hidden: true})
}

// formulas returns precision, recall and F1 of all triples and of each class, then those of
// whole pairs.
func formulas(layout *matchcount.Layout) (out []eval.Formula) {
	for i, prf := range layout.PRF {
		list := eval.Mark(prf.Formulas(), i == 0, "f1")
		list[2].Main = true
		out = append(out, list...)
	}
	out = append(out, matchcount.Proof(layout.PRF[0], colItems, colOpen)...)
	items := eval.Plus(colItems)
	return append(out,
		eval.Ratio("exact_match", eval.Plus(colExact), items),
		eval.Ratio("macro_precision", eval.Plus(colSumP), items),
		eval.Ratio("macro_recall", eval.Plus(colSumR), items),
		eval.Ratio("macro_f1", eval.Plus(colSumF), items))
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return append([]entry.Option{
		entry.Choice(&opt.Duplicates, "duplicates",
			"m and n equal triples match min(m,n) times, count as one, or match m times n times (smatch.py)",
			Multiset, Set, Product),
		entry.Choice(&opt.Triples, "triples",
			"the triples that are mapped and count: all, or one kind, as justinstance of smatch.py and so on",
			AllTriples, Instances, Attributes, Relations),
		entry.Flag(&opt.Refuse, "ill-formed", "score", "empty",
			"structures in the sequence notation that sbn.py refuses, such as circles, are scored, or count as empty").Quiet(),
		entry.Budget(&opt.Budget, "steps of the search for each sentence, default 2000000000"),
	}, TripleSettings(&opt.Options)...)
}

// TripleSettings returns the options that decide which triples a graph has.
func TripleSettings(opt *amr.Options) []entry.Option {
	return []entry.Option{
		entry.Choice(&opt.Root, "root", "triple of the root: one that marks it as the root, one with its concept, or none",
			amr.RootTop, amr.RootConcept, amr.RootNone),
		entry.Choice(&opt.Invert, "inverse",
			"roles in -of that are inverted: all but consist-of, prep-on-behalf-of and prep-out-of, all, or none",
			amr.InvertMost, amr.InvertAll, amr.InvertNone),
		entry.Choice(&opt.Turned, "inverse-constants",
			"constants of inverse roles, such as the 1 of :mod 1, are dropped, are dropped at the end of a node, or count",
			amr.TurnedLost, amr.TurnedLostLast, amr.TurnedKept),
		entry.Choice(&opt.Domain, "mod",
			"mod is the inverse of domain, domain is the inverse of mod, or both are roles of their own",
			amr.DomainInverse, amr.ModInverse, amr.DomainApart),
		entry.Choice(&opt.Quotes, "quotes", "double quotes are removed, single ones too, or none",
			amr.QuotesDropped, amr.AllDropped, amr.QuotesKept),
		entry.Flag(&opt.KeepCase, "case", "lower", "keep", "case of roles, concepts and values"),
		entry.Flag(&opt.Underscores, "underscores", "strip", "keep", "underscores at the end of concepts and values"),
		entry.Flag(&opt.Dereify, "reification", "keep", "undo", "nodes such as have-mod-91 count as nodes, or as roles"),
		entry.Flag(&opt.FirstWord, "words", "all", "first",
			"words of a constant that count; smatch.py keeps the first, so that New York is New Jersey"),
		entry.Flag(&opt.NoWiki, "wiki", "count", "skip",
			"whether attributes wiki count; mtool leaves them out by default"),
		entry.Flag(&opt.NoSense, "sense", "count", "skip",
			"whether attributes sense count, the senses of concepts in the sequence notation").Quiet(),
		entry.Flag(&opt.OneEdge, "parallel", "keep", "last",
			"edges from one node to another: each counts, or the last (sbn.py)").Quiet(),
	}
}

// signature names all options.
func (opt Options) signature() string {
	if opt.Budget == matching.DefaultBudget {
		opt.Budget = 0
	}
	return "smatch" + entry.Cite(TripleSettings(&opt.Options)) +
		entry.Cite(opt.Settings(), "duplicates", "triples", "ill-formed", "budget")
}

// closeRow sets the columns derived from those of the classes.
func closeRow(layout *matchcount.Layout, row []float64) {
	layout.Close(row)
	gold, system, matched := row[colGold], row[colSystem], row[colMatched]
	items := gold+system > 0
	row[colItems], row[colExact] = eval.One(items), eval.One(items && gold == matched && system == matched)
	row[colSumP], row[colSumR], row[colSumF] = share(matched, system), share(matched, gold), share(2*matched, gold+system)
}

func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
