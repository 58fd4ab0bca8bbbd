// Package ucca is the measure of UCCA parsing (Hershcovich et al. 2017, 2019), as
// evaluate_standard.py of ucca (ecf0c0d) defines it.
//
// An edge is identified by the yield of its child: the terminals below it over edges
// that are not remote, without punctuation. Primary edges, remote edges and implicit
// units (identified by the yield of their parent) are compared separately, each as a
// set of yields. Unlabeled: yields that both sides have. Labeled: those for which
// both sides share a category among all edges with that yield. Weak: the same, with P
// and S, H and C, N and L, F and R treated as equal. Edges to punctuation and links
// do not count. labeled_f1 and unlabeled_f1 are of the sums.
//
// Before that both graphs are normalised, in this order: scenes that are not under a
// parallel scene get one; a centre within a centre, and a centre, function or
// participant that is the only child, are removed; punctuation is attached to the
// lowest common ancestor of the words next to it; functions with one yield on both
// sides move to the root. Options.Raw skips this.
//
// As in the original, precision without guesses and recall without references are 1;
// an F1 is 0 if either is.
//
// Coordinated main relations are not split.
package ucca

import (
	"sync"

	"assay/eval"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
)

// Options of the measure. The zero value is evaluate_standard.py.
type Options struct {
	Raw          bool // skip normalisation (-N)
	SkipImplicit bool // ignore implicit units, as in SemEval 2019 task 1
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Raw, "normalise", "yes", "no", "whether passages are normalised first"),
		entry.Flag(&opt.SkipImplicit, "implicit", "count", "skip", "whether implicit units count"),
	}
}

// The kinds of edges, and the ways to compare them.
const (
	primary = iota
	remote
	implicit
	kinds
)

const (
	labeled = iota
	unlabeled
	weak
	ways
)

var (
	kindNames = [kinds]string{"primary_", "remote_", "implicit_"}
	wayNames  = [ways]string{"labeled_", "unlabeled_", "weak_"}
)

// column returns the first of three columns: gold, system, matched.
func column(kind, way int) int { return 3 * (kind*ways + way) }

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	var prefixes []string
	for _, kind := range kindNames {
		for _, way := range wayNames {
			prefixes = append(prefixes, kind+way)
		}
	}
	layout := matchcount.New(prefixes...)
	for i := range layout.PRF {
		layout.PRF[i].Unlabelled = i%ways == unlabeled
	}
	return &eval.Measure{
		Name:       "ucca",
		Signature:  "ucca" + entry.Cite(opt.Settings()),
		Columns:    layout.Columns,
		PRF:        layout.PRF,
		Formulas:   formulas(layout),
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

// formulas returns precision, recall and F1 of all kinds together, then of each kind.
func formulas(layout *matchcount.Layout) (out []eval.Formula) {
	for way, name := range wayNames {
		var gold, system, matched eval.Linear
		for kind := range kinds {
			g := layout.PRF[kind*ways+way]
			gold, system = append(gold, eval.Plus(g.Gold)...), append(system, eval.Plus(g.System)...)
			matched = append(matched, eval.Plus(g.Matched)...)
		}
		list := []eval.Formula{
			eval.Ratio(name+"precision", matched, system),
			eval.Ratio(name+"recall", matched, gold),
			eval.Ratio(name+"f1", matched.Times(2), append(gold, system...)),
		}
		for i := range list {
			list[i].Unlabelled = way == unlabeled
		}
		list[2].Main, list[2].Headline = way != weak, way == labeled
		out = append(out, list...)
	}
	for i, prf := range layout.PRF {
		list := prf.Formulas()
		list[2].Main = i/ways != implicit && i%ways == labeled
		out = append(out, list...)
	}
	for i := range out {
		out[i].Perfect = true
	}
	return out
}

// equivalents are the categories that weak comparison treats as equal.
var equivalents = sync.OnceValue(func() map[string]string {
	return map[string]string{"P": "S", "S": "P", "H": "C", "C": "H", "N": "L", "L": "N", "F": "R", "R": "F"}
})
