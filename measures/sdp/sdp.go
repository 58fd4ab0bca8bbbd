// Package sdp holds the scores of the shared tasks on broad-coverage semantic
// dependency parsing (Oepen et al. 2014, 2015), as the Scorer of their toolkit
// (7eb99fb) defines them.
//
//	lp lr lf  labelled edges: (source, target, label)
//	up ur uf  unlabelled edges: (source, target)
//	lm um     share of graphs whose edges are all the same
//	pp pr pf  complete predications: a verb with all its arguments
//	fp fr ff  semantic frames: a complete predication with its sense
//
// A top is a virtual edge to its node; scores with the suffix _no_top leave these
// edges out. Edges are sets: equal ones count once. A predicate is a node with
// outgoing edges, or with the property pred; it counts as a verb if its tag
// begins with V. Which of its edges are arguments depends on the representation:
// all in DM, 14 labels in PAS, labels in -arg in PSD.
//
// Nodes are known by the characters they are on. Where the two sides have the
// same words with other white space, white space does not count; where the words
// differ and are as many, nodes are known by their words, as in the toolkit.
//
// The toolkit pairs by position, prints NaN for F where precision and recall are
// 0, and ignores surplus graphs of the system; assay does not.
package sdp

import (
	"strings"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/treebank"
)

// Arguments is a rule for the edges of a predicate that are its arguments.
type Arguments int

// The representations.
const (
	All    Arguments = iota // DM, and representations without a rule of their own
	PAS                     // the labels in the list of the toolkit
	PSD                     // labels that end in -arg
	Listed                  // Options.Labels
)

// String returns the value used by options and signatures.
func (a Arguments) String() string { return [...]string{"all", "pas", "psd", "listed"}[a] }

// pasArguments are the labels of arguments in PAS (toolkit 7eb99fb, Scorer).
var pasArguments = []string{"adj_ARG1", "adj_ARG2", "adj_MOD", "coord_ARG1", "coord_ARG2",
	"prep_ARG1", "prep_ARG2", "prep_ARG3", "prep_MOD", "verb_ARG1", "verb_ARG2", "verb_ARG3", "verb_ARG4", "verb_MOD"}

// Options of the measure. The zero value is the Scorer without options.
type Options struct {
	Arguments       Arguments
	Labels          []string // for Listed
	SkipPunctuation bool     // edges from or to words with the tags . , : ( ) do not count
	Undirected      bool     // source and target may change places
	Trim            bool     // ignore punctuation at the ends of nodes, as in mtool
}

// Columns of the row. Those of edges come twice: with and without tops.
const (
	colGold = iota
	colSystem
	colMatched
	colGoldPlain // unlabelled
	colSystemPlain
	colMatchedPlain
	colExact
	colExactPlain
	edgeColumns
)

const (
	colPredications = 2*edgeColumns + 3*iota
	colFrames
	colGraphs
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	out := &eval.Measure{
		Causes:    mistake.Nodes(),
		Name:      "sdp",
		Signature: opt.signature(),
		Items:     colGold,
		// Tags are properties of nodes.
		Reads:      treebank.Graph | treebank.Bilexical | treebank.Units | treebank.Unanchored | treebank.Frameworks,
		Close:      closeRow,
		NewCounter: func() eval.Counter { return &counter{Options: opt, places: placer{trim: opt.Trim}} },
	}
	group := func(after string, unlabelled bool) eval.PRF {
		at := len(out.Columns)
		prf := eval.PRF{After: after, Gold: at, System: at + 1, Matched: at + 2, Unlabelled: unlabelled, Main: after == ""}
		out.PRF = append(out.PRF, prf)
		out.Columns = append(out.Columns, eval.Columns("gold"+after, "system"+after, "matched"+after)...)
		return prf
	}
	var edges [2][]eval.Formula
	for k, suffix := range suffixes {
		labelled, plain := group(suffix, false), group("_unlabeled"+suffix, true)
		out.Columns = append(out.Columns,
			eval.Column{Name: "exact" + suffix, From: []int{labelled.Gold, labelled.System, labelled.Matched, colGraphs}},
			eval.Column{Name: "exact_unlabeled" + suffix, From: []int{plain.Gold, plain.System, plain.Matched, colGraphs}})
		exact, exactPlain := k*edgeColumns+colExact, k*edgeColumns+colExactPlain
		edges[k] = append(short("l", suffix, labelled), eval.Ratio("lm"+suffix, eval.Plus(exact), eval.Plus(colGraphs)))
		edges[k] = append(edges[k], short("u", suffix, plain)...)
		edges[k] = append(edges[k], eval.Ratio("um"+suffix, eval.Plus(exactPlain), eval.Plus(colGraphs)))
		edges[k][7].Unlabelled = true
		for i := range edges[k] {
			edges[k][i].Main = k == 0 && i%4 < 3
		}
	}
	edges[0][2].Headline = true
	predications, frames := group("_predications", false), group("_frames", false)
	for k, suffix := range suffixes {
		out.Formulas = append(append(out.Formulas, edges[k]...), short("p", suffix, predications)...)
		out.Formulas = append(out.Formulas, short("f", suffix, frames)...)
	}
	out.Columns = append(out.Columns, eval.Columns("graphs")...)
	return out
}

// suffixes end the names of columns and scores with and without tops.
var suffixes = [2]string{"", "_no_top"}

// short returns precision, recall and F1 under the names of the toolkit, such as lp, lr and lf.
func short(prefix, suffix string, prf eval.PRF) []eval.Formula {
	out := prf.Formulas()
	for i, letter := range []string{"p", "r", "f"} {
		out[i].Name = prefix + letter + suffix
	}
	return out
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	arguments := entry.Choice(&opt.Arguments, "arguments", "which edges of a predicate are its arguments", All, PAS, PSD)
	labels := entry.Free("labels", "the labels of arguments, separated by blanks (the toolkit's corePredicates)",
		func() string { return "" }, func(value string) error {
			if value != "" {
				opt.Arguments, opt.Labels = Listed, strings.Fields(value)
			}
			return nil
		})
	return []entry.Option{
		arguments, labels,
		entry.Flag(&opt.SkipPunctuation, "punctuation", "count", "skip",
			"whether edges from and to words with the tags . , : ( ) count"),
		entry.Flag(&opt.Undirected, "edges", "directed", "undirected", "whether source and target may change places"),
		entry.Flag(&opt.Trim, "span", "exact", "trimmed",
			"nodes are identified by their characters, or by these without punctuation at the ends"),
	}
}

// signature names all options.
func (opt Options) signature() string {
	list, labels := opt.Settings(), ""
	if opt.Arguments == Listed {
		labels = "(" + strings.Join(opt.Labels, " ") + ")"
	}
	return "sdp" + entry.Cite(list[:1]) + labels + entry.Cite(list[1:])
}
