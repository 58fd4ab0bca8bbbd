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
	"strconv"
	"strings"

	"assay/eval"
	"assay/graph/amr"
	"assay/graph/matching"
	"assay/internal/measures/internal/matchcount"
)

// Duplicates is a treatment of equal triples of a graph.
type Duplicates uint8

// The ways of counting equal triples.
const (
	Multiset Duplicates = iota // m equal triples of one graph and n of the other match min(m, n) times
	Set                        // they are one triple
	Product                    // they match m times n times
)

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

// has reports whether a triple of class c counts.
func (t Triples) has(c amr.Class) bool {
	return t == AllTriples || class(c) == int(t)
}

// Options of the measure.
type Options struct {
	amr.Options
	Duplicates Duplicates
	Triples    Triples
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
)

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

// signature names all options.
func (opt Options) signature() string {
	sig := "smatch|" + Describe(opt.Options) + "|duplicates:" + [...]string{"multiset", "set", "product"}[opt.Duplicates] +
		"|triples:" + [...]string{"all", "instance", "attribute", "relation"}[opt.Triples]
	if opt.Budget > 0 && opt.Budget != matching.DefaultBudget {
		sig += "|budget:" + strconv.FormatInt(opt.Budget, 10)
	}
	return sig
}

// Describe lists the options of triples for a signature.
func Describe(opt amr.Options) string {
	pick := matchcount.Pick
	return strings.Join([]string{
		"root:" + [...]string{"top", "concept", "none"}[opt.Root],
		"inverse:" + [...]string{"most", "all", "none"}[opt.Invert],
		"inverse-constants:" + [...]string{"keep", "drop", "drop-last"}[opt.Turned],
		"mod:" + [...]string{"domain", "mod", "apart"}[opt.Domain],
		"quotes:" + [...]string{"drop", "drop-all", "keep"}[opt.Quotes],
		"case:" + pick(opt.KeepCase, "keep", "lower"),
		"underscores:" + pick(opt.Underscores, "keep", "strip"),
		"reification:" + pick(opt.Dereify, "undo", "keep"),
		"words:" + pick(opt.FirstWord, "first", "all"),
		"wiki:" + pick(opt.NoWiki, "skip", "count"),
	}, "|")
}

// closeRow sets the columns derived from those of the classes.
func closeRow(layout *matchcount.Layout, row []float64) {
	layout.Close(row)
	gold, system, matched := row[colGold], row[colSystem], row[colMatched]
	row[colExact] = 0
	if row[colItems] = 0; gold+system == 0 {
		row[colSumP], row[colSumR], row[colSumF] = 0, 0, 0
		return
	}
	row[colItems] = 1
	if gold == matched && system == matched {
		row[colExact] = 1
	}
	row[colSumP], row[colSumR], row[colSumF] = share(matched, system), share(matched, gold), share(2*matched, gold+system)
}

func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}
