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
var pasArguments = []string{"adj_ARG1", "adj_ARG2", "adj_MOD", "coord_ARG1", "coord_ARG2", "prep_ARG1", "prep_ARG2", "prep_ARG3",
	"prep_MOD", "verb_ARG1", "verb_ARG2", "verb_ARG3", "verb_ARG4", "verb_MOD"}

// Options of the measure. The zero value is the Scorer without options.
type Options struct {
	Arguments       Arguments
	Labels          []string // for Listed
	SkipPunctuation bool     // edges from or to words with the tags . , : ( ) do not count
	Undirected      bool     // source and target may change places
	Trim            bool     // ignore punctuation at the ends of nodes, as in mtool
}

// Reads names the layers that the measure reads; tags are properties of nodes.
func (Metric) Reads() treebank.Layer {
	return treebank.Graph | treebank.Bilexical | treebank.Units | treebank.Unanchored | treebank.Frameworks
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
	columns = colGraphs + 1
)

// Metric is the measure.
type Metric struct{ Options }

// Name returns "sdp".
func (Metric) Name() string { return "sdp" }

// Signature names all options.
func (m Metric) Signature() string {
	sig := "sdp|arguments:" + m.Arguments.String()
	if m.Arguments == Listed {
		sig += "(" + strings.Join(m.Labels, " ") + ")"
	}
	sig += "|punctuation:" + map[bool]string{false: "count", true: "skip"}[m.SkipPunctuation]
	sig += "|edges:" + map[bool]string{false: "directed", true: "undirected"}[m.Undirected]
	return sig + "|span:" + map[bool]string{false: "exact", true: "trimmed"}[m.Trim]
}

// Columns names the counts.
func (Metric) Columns() []string {
	var out []string
	for _, suffix := range []string{"", "_no_top"} {
		for _, c := range []string{"gold", "system", "matched", "gold_unlabeled", "system_unlabeled", "matched_unlabeled", "exact", "exact_unlabeled"} {
			out = append(out, c+suffix)
		}
	}
	for _, what := range []string{"predications", "frames"} {
		out = append(out, "gold_"+what, "system_"+what, "matched_"+what)
	}
	return append(out, "graphs")
}

// Scores returns the figures.
func (Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	prf := func(prefix, suffix string, gold, system, matched float64, main bool) {
		for _, s := range []eval.Score{
			eval.Ratio(prefix+"p"+suffix, matched, system), eval.Ratio(prefix+"r"+suffix, matched, gold), eval.Ratio(prefix+"f"+suffix, 2*matched, gold+system),
		} {
			s.Main = main
			s.Headline = s.Name == "lf"
			out = append(out, s)
		}
	}
	for k, suffix := range []string{"", "_no_top"} {
		c := sum[k*edgeColumns:]
		prf("l", suffix, c[colGold], c[colSystem], c[colMatched], k == 0)
		out = append(out, eval.Ratio("lm"+suffix, c[colExact], sum[colGraphs]))
		prf("u", suffix, c[colGoldPlain], c[colSystemPlain], c[colMatchedPlain], k == 0)
		out = append(out, eval.Ratio("um"+suffix, c[colExactPlain], sum[colGraphs]))
		prf("p", suffix, sum[colPredications], sum[colPredications+1], sum[colPredications+2], false)
		prf("f", suffix, sum[colFrames], sum[colFrames+1], sum[colFrames+2], false)
	}
	return out
}

// Unlabelled names the scores of the ends of edges alone.
func (Metric) Unlabelled() []string {
	return []string{"up", "ur", "uf", "um", "up_no_top", "ur_no_top", "uf_no_top", "um_no_top"}
}
