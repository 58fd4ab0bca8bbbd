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
	return t == AllTriples || column(c) == colAll+3*int(t)
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

// Columns: gold, system and matched of each group, then figures of whole pairs.
const (
	colAll = 3 * iota
	colInstance
	colAttribute
	colRelation
	colItems
)

const (
	colExact = colItems + 1 + iota
	colOpen  // pairs whose mapping is not proven
	colUpper // triples that better mappings of these could match
	colSumP
	colSumR
	colSumF
	columns
)

// Metric is SMATCH.
type Metric struct{ opt Options }

// New returns the measure with the given options.
func New(opt Options) *Metric { return &Metric{opt} }

// Name returns "smatch".
func (m *Metric) Name() string { return "smatch" }

// Options returns the options of m.
func (m *Metric) Options() Options { return m.opt }

// Signature names all options.
func (m *Metric) Signature() string {
	sig := "smatch|" + Describe(m.opt.Options) + "|duplicates:" + [...]string{"multiset", "set", "product"}[m.opt.Duplicates] +
		"|triples:" + [...]string{"all", "instance", "attribute", "relation"}[m.opt.Triples]
	if m.opt.Budget > 0 && m.opt.Budget != matching.DefaultBudget {
		sig += "|budget:" + strconv.FormatInt(m.opt.Budget, 10)
	}
	return sig
}

// Describe lists the options of triples for a signature.
func Describe(opt amr.Options) string {
	pick := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
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

// Columns names the counts.
func (m *Metric) Columns() []string {
	return []string{"gold", "system", "matched",
		"instance_gold", "instance_system", "instance_matched",
		"attribute_gold", "attribute_system", "attribute_matched",
		"relation_gold", "relation_system", "relation_matched",
		"items", "exact", "open_items", "open_matched", "sum_precision", "sum_recall", "sum_f1"}
}

// Scores returns the figures.
func (m *Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	for i, name := range []string{"", "instance_", "attribute_", "relation_"} {
		gold, system, matched := sum[3*i], sum[3*i+1], sum[3*i+2]
		main := i == 0
		out = append(out,
			eval.Score{Name: name + "precision", Value: matched / system, Rate: true, Num: matched, Den: system, Main: main},
			eval.Score{Name: name + "recall", Value: matched / gold, Rate: true, Num: matched, Den: gold, Main: main},
			eval.Score{Name: name + "f1", Value: 2 * matched / (gold + system), Rate: true, Num: 2 * matched, Den: gold + system, Main: true, Headline: main})
	}
	return append(out,
		eval.Ratio("f1_upper", 2*(sum[colAll+2]+sum[colUpper]), sum[colAll]+sum[colAll+1]),
		eval.Ratio("proven", sum[colItems]-sum[colOpen], sum[colItems]),
		eval.Ratio("exact_match", sum[colExact], sum[colItems]),
		eval.Ratio("macro_precision", sum[colSumP], sum[colItems]),
		eval.Ratio("macro_recall", sum[colSumR], sum[colItems]),
		eval.Ratio("macro_f1", sum[colSumF], sum[colItems]))
}

// close sets the columns derived from those of the classes.
func (m *Metric) close(row []float64) {
	for k := range 3 {
		row[colAll+k] = row[colInstance+k] + row[colAttribute+k] + row[colRelation+k]
	}
	gold, system, matched := row[colAll], row[colAll+1], row[colAll+2]
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
