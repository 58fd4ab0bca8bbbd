// Package edm is Elementary Dependency Match (Dridan & Oepen 2011): precision, recall
// and F1 over triples of semantic graphs, whose nodes are identified by the
// characters they cover.
//
//	NAME  span, NAME, predicate
//	ARG   span, role, span
//	PROP  span, property, value
//	CARG  span, CARG, constant
//	TOP   span
//
// P = Σ w·matched / Σ w·system, R = Σ w·matched / Σ w·gold and F1 = 2PR / (P + R),
// where w is the weight of the class (times the weights of the role, the property and
// the predicate in a file of weights). Equal triples are counted one by one
// (multiset) or once (set).
//
// Implementations differ in the triples they count. Each difference is an Option, and
// each implementation a preset: Paper (Figure 2 of the paper, triple for triple),
// PyDelphin (delphin.edm of PyDelphin 1.10, its index of nodes repaired), MTool
// (score/edm.py of mtool at 4cee3a2) and LKB (edm.lisp of the LKB). Items are paired
// by their identifiers.
//
// An item that the system does not analyse counts as an empty graph, and so does one
// that gold lacks. Macro averages are means over the items that have triples of the
// class on either side; an undefined figure of an item counts as 0 there.
//
// Limits: ICONS and attributes of edges are not scored. mtool's inversion of AMR
// edges (mod, X-of) is left out: nodes of AMR graphs have no characters.
package edm

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"assay/eval"
	"assay/eval/mistake"
	"assay/graph/mrs"
	"assay/internal/settings"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
)

// A Class is one of the five kinds of triples.
type Class uint8

// The classes.
const (
	Name Class = iota
	Arg
	Prop
	Carg
	Top
	classes
)

// String returns the name of the class.
func (c Class) String() string { return [...]string{"NAME", "ARG", "PROP", "CARG", "TOP"}[c] }

// Into is the class in which constants or tops are counted.
type Into uint8

// The classes for constants and tops.
const (
	Own    Into = iota // a class of their own
	ToProp             // a property
	ToName             // a part of the name
	ToArg              // an argument
	Nowhere
)

// String returns the value used by options.
func (i Into) String() string { return [...]string{"own", "prop", "name", "arg", "none"}[i] }

// Options select the triples that count. The zero value is PyDelphin.
type Options struct {
	Graph mrs.Graph // the graph made from an MRS; 0 is EDS
	Set   bool      // count equal triples once
	// Trim identifies nodes by the set of their characters without punctuation and blanks at
	// the ends, if both sides hold the text.
	Trim         bool
	Carg         Into // Own, ToProp, ToName or Nowhere
	Top          Into // Own, ToArg or Nowhere
	ARG0         bool // call a quantifier's link ARG0, not BV
	Lower        bool // compare labels and values in lower case
	NoProps      bool // leave out properties
	SkipUnlinked bool // leave out nodes without characters, and bleached ones (selected)
	IgnoreExtra  bool // leave out items that gold lacks
	Weights      Weights
}

// The presets.
var (
	Paper     = Options{Set: true, Carg: Nowhere, Top: Nowhere, ARG0: true, Weights: NoWeights}
	PyDelphin = Options{Weights: NoWeights}
	MTool     = Options{Set: true, Trim: true, Carg: ToProp, Lower: true, IgnoreExtra: true, Weights: NoWeights}
	LKB       = Options{Graph: mrs.LKB, Carg: ToName, Top: ToArg, SkipUnlinked: true, Weights: NoWeights}
)

// groups are the groups of classes with scores of their own, in the order of the
// columns.
var groups = []struct {
	prefix  string
	classes []Class
}{
	{"", []Class{Name, Arg, Prop, Carg, Top}},
	{"na_", []Class{Name, Arg}},
	{"a_", []Class{Arg}},
	{"n_", []Class{Name}},
	{"p_", []Class{Prop}},
	{"c_", []Class{Carg}},
	{"t_", []Class{Top}},
}

// Columns: first gold, system and matched of each group, then counts of whole items,
// then sums of the items' own figures for macro averages, then, with fine weights,
// weighted counts of each class.
const (
	colGoldItems = 21 + iota
	colSystemItems
	colBothItems
	colItems
	colExact
	colIsomorphic
	colReadings
	colParsed
	colLogBase
	colMacro // precision, recall, F1 and number of items for each group
	colFine  = colMacro + 28
)

var groupOf = [classes]int{Name: 3, Arg: 2, Prop: 4, Carg: 5, Top: 6}

// New returns the measure with the given options.
func New(opt Options) *eval.Measure {
	if opt.Graph == mrs.None {
		opt.Graph = mrs.EDS
	}
	m := newMetric(opt)
	columns, fine := m.columns()
	return &eval.Measure{
		Causes:     mistake.Nodes(),
		Name:       "edm",
		Signature:  "edm" + entry.Cite(opt.Settings()) + "|weights:" + opt.Weights.String(),
		Columns:    columns,
		PRF:        append(m.layout.PRF, fine...),
		Formulas:   m.formulas(),
		Anchored:   true,
		Brief:      []string{"f1", "na_f1", "a_f1", "n_f1", "p_f1"},
		Omit:       omit,
		Close:      m.close,
		NewCounter: func() eval.Counter { return newCounter(m) },
	}
}

// A metric is what counters and formulas know of the measure.
type metric struct {
	opt    Options
	layout *matchcount.Layout // the columns of the groups; the first two are sums of others
	totals [][3]eval.Linear   // of each group: gold, system and matched, weighted
}

func newMetric(opt Options) *metric {
	m := &metric{opt: opt}
	var prefixes []string
	for _, g := range groups {
		prefixes = append(prefixes, g.prefix)
		var total [3]eval.Linear
		for _, c := range g.classes {
			at := 3 * groupOf[c]
			if opt.Weights.fine() {
				at = colFine + 3*int(c)
			}
			for k := range total {
				total[k] = append(total[k], eval.Term{Column: at + k, Weight: opt.Weights.Class[c]})
			}
		}
		m.totals = append(m.totals, total)
	}
	m.layout = matchcount.New(prefixes...)
	for i, g := range groups[:2] {
		var of []int
		for _, c := range g.classes {
			of = append(of, groupOf[c])
		}
		m.layout.Sum(i, of...)
	}
	return m
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	list := []entry.Option{
		entry.Choice(&opt.Graph, "graph", "the graph that an MRS is turned into", mrs.EDS, mrs.LKB, mrs.DMRS),
		entry.Flag(&opt.Set, "duplicates", "multiset", "set", "whether equal triples count each or once"),
		entry.Flag(&opt.Trim, "span", "exact", "trimmed",
			"the span of a node: its characters, with or without punctuation at the ends"),
		entry.Choice(&opt.Carg, "carg", "constants are a class of their own, a property, a part of the name, or left out",
			Own, ToProp, ToName, Nowhere),
		entry.Choice(&opt.Top, "top", "tops are a class of their own, an argument, or left out", Own, ToArg, Nowhere),
		entry.Flag(&opt.ARG0, "quantifier", "bv", "arg0", "role of the link from a quantifier: BV or ARG0"),
		entry.Flag(&opt.Lower, "case", "keep", "lower", "whether labels and values are lower-cased"),
		entry.Flag(&opt.NoProps, "properties", "nodes", "none", "whether properties are counted"),
		entry.Flag(&opt.SkipUnlinked, "unlinked", "count", "skip", "whether nodes without characters count"),
		entry.Flag(&opt.IgnoreExtra, "extra", "count", "skip", "whether items that gold lacks count"),
	}
	for _, class := range []Class{Name, Arg, Prop, Carg, Top} {
		name := strings.ToLower(class.String()[:1])
		list = append(list, entry.Free(name, "weight of "+class.String()+", default 1", func() string { return "" },
			func(value string) (err error) {
				w := &opt.Weights.Class[class]
				if *w, err = settings.Number(value); err != nil || *w < 0 || *w > 1e9 {
					return fmt.Errorf("the weight %s=%s is no number from 0 to 1e9", name, value)
				}
				return nil
			}))
	}
	return list
}

// columns returns the columns, and the PRFs of those with fine weights.
func (m *metric) columns() (out []eval.Column, fine []eval.PRF) {
	out = append(m.layout.Columns,
		eval.Column{Name: "gold_items", From: []int{0}, Presence: true},
		eval.Column{Name: "system_items", From: []int{1}, Presence: true},
		eval.Column{Name: "both_items", From: []int{0, 1}, Presence: true},
		eval.Column{Name: "items", From: []int{0, 1}, Presence: true},
		eval.Column{Name: "exact", From: []int{0, 1, 2}})
	out = append(out, eval.Hide(eval.Columns("isomorphic", "readings", "parsed", "log_parse_base"), 3)...)
	for i, g := range groups {
		var from []int
		for _, side := range m.totals[i] {
			for _, t := range side {
				from = append(from, t.Column)
			}
		}
		p := "sum_" + g.prefix
		sums := eval.Columns(p+"precision", p+"recall", p+"f1", "n_"+g.prefix+"items")
		for k := range sums {
			sums[k].From = from
		}
		out = append(out, eval.Hide(sums, 0, 1, 2)...)
	}
	if m.opt.Weights.fine() {
		for c := range classes {
			p, at := "weighted_"+strings.ToLower(c.String())+"_", colFine+3*int(c)
			out = append(out, eval.Columns(p+"gold", p+"system", p+"matched")...)
			fine = append(fine, eval.PRF{Before: p, Gold: at, System: at + 1, Matched: at + 2})
		}
	}
	return out, fine
}

// prf returns precision, recall and F1 by their definitions, NaN for a figure without
// a denominator.
func prf(gold, system, matched float64) (p, r, f float64) {
	p, r = matched/system, matched/gold
	if matched == 0 {
		return p, r, 2 * matched / (gold + system)
	}
	return p, r, 2 * (p * r) / (p + r)
}

// formulas returns the scores of each group, of whole items, and macro averages.
func (m *metric) formulas() (out []eval.Formula) {
	for i, g := range groups {
		gold, system, matched := m.totals[i][0], m.totals[i][1], m.totals[i][2]
		f1 := eval.Ratio(g.prefix+"f1", matched.Times(2), append(gold[:len(gold):len(gold)], system...))
		f1.Main, f1.Headline = i < 5, i == 0
		f1.Func = func(row []float64) float64 {
			_, _, f := prf(gold.Of(row), system.Of(row), matched.Of(row))
			return f
		}
		precision, recall := eval.Ratio(g.prefix+"precision", matched, system), eval.Ratio(g.prefix+"recall", matched, gold)
		precision.Main, recall.Main = i == 0, i == 0
		out = append(out, precision, recall, f1)
	}
	gold := eval.Plus(colGoldItems)
	out = append(out,
		eval.MainRatio("sentence_accuracy", eval.Plus(colExact), gold),
		eval.Ratio("isomorphic_accuracy", eval.Plus(colIsomorphic), gold),
		eval.Ratio("coverage", eval.Plus(colBothItems), gold))
	for i, g := range groups {
		at := colMacro + 4*i
		for k, name := range []string{"precision", "recall", "f1"} {
			out = append(out, eval.Ratio("macro_"+g.prefix+name, eval.Plus(at+k), eval.Plus(at+3)))
		}
	}
	return append(out,
		eval.Formula{Name: "readings_per_item", Neither: true, Num: eval.Plus(colReadings), Den: eval.Plus(colParsed)},
		eval.Formula{Name: "parse_base", Neither: true, Reads: []int{colLogBase, colParsed},
			Func: func(row []float64) float64 { return math.Exp(row[colLogBase] / row[colParsed]) }})
}

// omit leaves out the scores that are not in PyDelphin's table, except the macro-averaged F1.
func omit([]float64, uint64) []eval.Omission {
	o := eval.Omission{Scores: []string{"isomorphic_accuracy", "readings_per_item", "parse_base"}}
	for _, g := range groups {
		o.Scores = append(o.Scores, "macro_"+g.prefix+"precision", "macro_"+g.prefix+"recall")
	}
	return []eval.Omission{o}
}

// close sets the columns derived from the counts of the classes.
func (m *metric) close(row []float64) {
	m.layout.Close(row)
	gold, system := row[0] > 0, row[1] > 0
	row[colGoldItems], row[colSystemItems] = eval.One(gold), eval.One(system)
	row[colBothItems], row[colItems] = eval.One(gold && system), eval.One(gold || system)
	row[colExact] = eval.One(gold && row[0] == row[2] && row[1] == row[2])
	if !gold { // two empty graphs are not among the graphs of which some are isomorphic
		row[colIsomorphic] = 0
	}
	for i, total := range m.totals {
		g, s, b := total[0].Of(row), total[1].Of(row), total[2].Of(row)
		at := colMacro + 4*i
		clear(row[at : at+4])
		if g+s == 0 {
			continue
		}
		p, r, f := prf(g, s, b)
		for k, v := range []float64{p, r, f} {
			if !math.IsNaN(v) {
				row[at+k] = v
			}
		}
		row[at+3] = 1
	}
}

func number(f float64) string { return strconv.FormatFloat(f, 'g', -1, 64) }
