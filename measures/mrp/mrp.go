// Package mrp is the cross-framework measure of the shared tasks on Meaning
// Representation Parsing (Oepen et al. 2019, 2020), as mtool (4cee3a2, graph.py)
// defines it: precision, recall and F1 over the terms of two graphs under one
// correspondence of their nodes.
//
//	tops        (node)
//	labels      (node, label)
//	properties  (node, property, value)
//	anchors     (node, set of characters)
//	edges       (node, node, label)
//	attributes  (node, node, label, attribute, value)
//	all         the sum
//
// Each is a set. Labels, properties, values and attributes are compared in lower
// case. The attributes remote, effective and member with the value false are ignored.
// An edge X-of is X with its ends exchanged, mod is domain exchanged, and an edge
// with a normal label is the exchanged edge with that label. Anchors are the
// characters of the text without white space, and without punctuation at the ends of
// each stretch.
//
// The correspondence is the one-to-one mapping of nodes that matches the most terms,
// found and proven by package matching. Of several such mappings it is the one with
// the most tops, then labels, properties, anchors, edges, so that the figures of each
// class are defined. mtool searches with limits, and for UCCA and for graphs over
// words it excludes mappings that break the order or the dominance of nodes: its
// counts can only be lower. For lack of a comma in its list of exceptions, mtool also
// inverts consist-of and subset-of; so do the shared tasks' figures, and so does this
// measure, unless Options.KeepOf is set.
//
// A pair whose mapping is not proven within the budget counts with the best mapping
// found; the column sum_slack holds the number of further matches that are not
// excluded.
package mrp

import (
	"fmt"

	"assay/eval"
)

// A class is one of the six kinds of items.
type class uint8

const (
	tops class = iota
	labels
	properties
	anchors
	edges
	attributes
	classes
)

var classNames = [classes]string{"tops", "labels", "properties", "anchors", "edges", "attributes"}

// Options of the measure. The zero value is that of the shared tasks, except that
// graphs that gold lacks count.
type Options struct {
	KeepOf         bool  // do not invert consist-of and subset-of
	KeepInverse    bool  // do not invert any edge
	KeepAnchors    bool  // compare anchors with the punctuation at their ends
	KeepCase       bool  // compare labels, properties, values and attributes as they are written
	KeepAttributes bool  // count attributes remote, effective and member that are false
	IgnoreExtra    bool  // leave out graphs that gold lacks
	Budget         int64 // steps of the search for a pair; 0 is the default
}

// Columns: gold, system and matched of each class and of all, then columns for whole
// pairs.
const (
	colAll   = 3 * int(classes)
	colPairs = colAll + 2 + iota
	colOpen
	colSlack
)

// Metric is the measure.
type Metric struct{ Options }

// Name returns "mrp".
func (Metric) Name() string { return "mrp" }

// Signature names all options.
func (m Metric) Signature() string {
	pick := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	sig := "mrp|of:" + pick(m.KeepInverse, "keep", pick(m.KeepOf, "guidelines", "mtool")) + "|anchors:" + pick(m.KeepAnchors, "exact", "trimmed") +
		"|case:" + pick(m.KeepCase, "keep", "lower") + "|false:" + pick(m.KeepAttributes, "count", "skip") + "|extra:" + pick(m.IgnoreExtra, "skip", "count")
	if m.Budget > 0 {
		sig += fmt.Sprintf("|budget:%d", m.Budget)
	}
	return sig
}

// Columns names the counts.
func (Metric) Columns() []string {
	var out []string
	for _, name := range append(classNames[:], "all") {
		out = append(out, name+"_gold", name+"_system", name+"_matched")
	}
	return append(out, "pairs", "open", "sum_slack")
}

// Scores returns the figures.
func (Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	for i, name := range append(classNames[:], "all") {
		gold, system, matched := sum[3*i], sum[3*i+1], sum[3*i+2]
		f := eval.MainRatio(name+"_f1", 2*matched, gold+system)
		f.Headline = name == "all"
		out = append(out, eval.Ratio(name+"_precision", matched, system), eval.Ratio(name+"_recall", matched, gold), f)
	}
	return append(out, eval.Ratio("all_f1_upper", 2*(sum[colAll+2]+sum[colSlack]), sum[colAll]+sum[colAll+1]), eval.Ratio("proven", sum[colPairs]-sum[colOpen], sum[colPairs]))
}
