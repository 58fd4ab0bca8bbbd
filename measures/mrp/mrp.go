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
	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
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

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	layout := newLayout()
	return &eval.Measure{
		Causes:     mistake.Nodes(),
		Name:       "mrp",
		Signature:  "mrp" + entry.Cite(opt.Settings()),
		Columns:    append(layout.Columns, eval.Hide(eval.Columns("pairs", "open", "sum_slack"), 2)...),
		PRF:        layout.PRF,
		Formulas:   formulas(layout),
		Items:      colAll,
		Close:      layout.Close,
		NewCounter: func() eval.Counter { return newCounter(&opt, layout.Close) },
	}
}

// newLayout returns the columns of the classes and of their sum.
func newLayout() *matchcount.Layout {
	var prefixes []string
	var all []int
	for i, name := range classNames {
		prefixes, all = append(prefixes, name+"_"), append(all, i)
	}
	return matchcount.New(append(prefixes, "all_")...).Sum(int(classes), all...)
}

// formulas returns precision, recall and F1 of each class and of all, then those of whole pairs.
func formulas(layout *matchcount.Layout) (out []eval.Formula) {
	for i, prf := range layout.PRF {
		list := prf.Formulas()
		list[2].Main, list[2].Headline = true, i == int(classes)
		out = append(out, list...)
	}
	return append(out, matchcount.Proof(layout.PRF[classes], colPairs, colOpen)...)
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	of := func() string {
		switch {
		case opt.KeepInverse:
			return "keep"
		case opt.KeepOf:
			return "guidelines"
		}
		return "mtool"
	}
	return []entry.Option{
		entry.Free("of", "consist-of and subset-of are inverted edges, as in mtool, or not", of,
			func(value string) error { opt.KeepOf = value == "guidelines"; return nil }, "mtool", "guidelines"),
		entry.Flag(&opt.KeepAnchors, "anchors", "trimmed", "exact",
			"anchors without punctuation at their ends, or with it"),
		entry.Flag(&opt.KeepCase, "case", "lower", "keep", "case of labels, properties, values and attributes"),
		entry.Flag(&opt.KeepAttributes, "false", "skip", "count",
			"whether attributes remote, effective and member with the value false count"),
		entry.Flag(&opt.IgnoreExtra, "extra", "count", "skip", "whether graphs that gold lacks count"),
		entry.Budget(&opt.Budget, "steps of the search for one pair, of about a nanosecond each"),
	}
}
