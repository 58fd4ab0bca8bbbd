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
	"math"
	"strconv"
	"strings"

	"assay/eval"
	"assay/graph/mrs"
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
	Graph        mrs.Graph // the graph made from an MRS; 0 is EDS
	Set          bool      // count equal triples once
	Trim         bool      // identify nodes by the set of their characters without punctuation and blanks at the ends, if both sides hold the text
	Carg         Into      // Own, ToProp, ToName or Nowhere
	Top          Into      // Own, ToArg or Nowhere
	ARG0         bool      // call a quantifier's link ARG0, not BV
	Lower        bool      // compare labels and values in lower case
	NoProps      bool      // leave out properties
	SkipUnlinked bool      // leave out nodes without characters, and bleached ones (selected)
	IgnoreExtra  bool      // leave out items that gold lacks
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

// Metric is Elementary Dependency Match.
type Metric struct {
	opt     Options
	columns []string
}

// New returns the measure with the given options.
func New(opt Options) *Metric { return &Metric{opt, columns(opt)} }

// Name returns "edm".
func (m *Metric) Name() string { return "edm" }

// ReadsAnchors reports that nodes are compared by their characters.
func (m *Metric) ReadsAnchors() bool { return true }

// Options returns the options of m.
func (m *Metric) Options() Options { return m.opt }

// Signature names all options.
func (m *Metric) Signature() string {
	opt := m.opt
	pick := func(b bool, yes, no string) string {
		if b {
			return yes
		}
		return no
	}
	g := opt.Graph
	if g == mrs.None {
		g = mrs.EDS
	}
	return strings.Join([]string{"edm", "graph:" + g.String(), "duplicates:" + pick(opt.Set, "set", "multiset"),
		"span:" + pick(opt.Trim, "trimmed", "exact"), "carg:" + opt.Carg.String(), "top:" + opt.Top.String(),
		"quantifier:" + pick(opt.ARG0, "arg0", "bv"), "case:" + pick(opt.Lower, "lower", "keep"),
		"properties:" + pick(opt.NoProps, "none", "nodes"), "unlinked:" + pick(opt.SkipUnlinked, "skip", "count"),
		"extra:" + pick(opt.IgnoreExtra, "skip", "count"), "weights:" + opt.Weights.String()}, "|")
}

// Columns names the counts.
func (m *Metric) Columns() []string { return m.columns }

func columns(opt Options) []string {
	var out []string
	for _, g := range groups {
		out = append(out, g.prefix+"gold", g.prefix+"system", g.prefix+"matched")
	}
	out = append(out, "gold_items", "system_items", "both_items", "items", "exact", "isomorphic", "readings", "parsed", "log_parse_base")
	for _, g := range groups {
		out = append(out, "sum_"+g.prefix+"precision", "sum_"+g.prefix+"recall", "sum_"+g.prefix+"f1", "n_"+g.prefix+"items")
	}
	if opt.Weights.fine() {
		for c := range classes {
			p := "weighted_" + strings.ToLower(c.String())
			out = append(out, p+"_gold", p+"_system", p+"_matched")
		}
	}
	return out
}

// total returns the weighted gold, system and matched of a group.
func (m *Metric) total(row []float64, group int) (gold, system, matched float64) {
	fine := m.opt.Weights.fine()
	for _, c := range groups[group].classes {
		at := 3 * groupOf[c]
		if fine {
			at = colFine + 3*int(c)
		}
		w := m.opt.Weights.Class[c]
		gold += row[at] * w
		system += row[at+1] * w
		matched += row[at+2] * w
	}
	return gold, system, matched
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

// Scores returns the figures.
func (m *Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	for i, group := range groups {
		gold, system, matched := m.total(sum, i)
		_, _, f := prf(gold, system, matched)
		out = append(out,
			eval.Score{Name: group.prefix + "precision", Value: matched / system, Rate: true, Num: matched, Den: system, Main: i == 0},
			eval.Score{Name: group.prefix + "recall", Value: matched / gold, Rate: true, Num: matched, Den: gold, Main: i == 0},
			eval.Score{Name: group.prefix + "f1", Value: f, Rate: true, Num: 2 * matched, Den: gold + system, Main: i < 5, Headline: i == 0})
	}
	out = append(out,
		eval.MainRatio("sentence_accuracy", sum[colExact], sum[colGoldItems]),
		eval.Ratio("isomorphic_accuracy", sum[colIsomorphic], sum[colGoldItems]),
		eval.Ratio("coverage", sum[colBothItems], sum[colGoldItems]))
	for i, g := range groups {
		at := colMacro + 4*i
		for k, name := range []string{"precision", "recall", "f1"} {
			out = append(out, eval.Ratio("macro_"+g.prefix+name, sum[at+k], sum[at+3]))
		}
	}
	readings := eval.Score{Name: "readings_per_item", Value: sum[colReadings] / sum[colParsed], Num: sum[colReadings], Den: sum[colParsed]}
	base := eval.Score{Name: "parse_base", Value: math.Exp(sum[colLogBase] / sum[colParsed])}
	return append(out, readings, base)
}

// Brief returns the F1 of all triples and of their classes.
func (m *Metric) Brief() []string { return []string{"f1", "na_f1", "a_f1", "n_f1", "p_f1"} }

// Omit leaves out the scores that are not in PyDelphin's table, except the
// macro-averaged F1.
func (m *Metric) Omit([]float64, uint64) []eval.Omission {
	o := eval.Omission{Scores: []string{"isomorphic_accuracy", "readings_per_item", "parse_base"}}
	for _, g := range groups {
		o.Scores = append(o.Scores, "macro_"+g.prefix+"precision", "macro_"+g.prefix+"recall")
	}
	return []eval.Omission{o}
}

// close sets the columns derived from the counts of the classes.
func (m *Metric) close(row []float64) {
	for i, g := range groups[:2] {
		for k := range 3 {
			row[3*i+k] = 0
			for _, c := range g.classes {
				row[3*i+k] += row[3*groupOf[c]+k]
			}
		}
	}
	gold, system := row[0] > 0, row[1] > 0
	one := func(col int, yes bool) {
		row[col] = 0
		if yes {
			row[col] = 1
		}
	}
	one(colGoldItems, gold)
	one(colSystemItems, system)
	one(colBothItems, gold && system)
	one(colItems, gold || system)
	one(colExact, gold && row[0] == row[2] && row[1] == row[2])
	if !gold { // two empty graphs are not among the graphs of which some are isomorphic
		row[colIsomorphic] = 0
	}
	for i := range groups {
		g, s, b := m.total(row, i)
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
