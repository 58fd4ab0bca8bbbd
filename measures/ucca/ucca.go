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
	"assay/eval"
	"strings"
	"sync"
)

// Options of the measure. The zero value is evaluate_standard.py.
type Options struct {
	Raw          bool // skip normalisation (-N)
	SkipImplicit bool // ignore implicit units, as in SemEval 2019 task 1
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

// Metric is the measure.
type Metric struct{ Options }

// Name returns "ucca".
func (Metric) Name() string { return "ucca" }

// Signature names all options.
func (m Metric) Signature() string {
	return "ucca|normalise:" + map[bool]string{false: "yes", true: "no"}[m.Raw] + "|implicit:" + map[bool]string{false: "count", true: "skip"}[m.SkipImplicit]
}

// Columns names the counts.
func (Metric) Columns() []string {
	var out []string
	for _, kind := range kindNames {
		for _, way := range wayNames {
			out = append(out, kind+way+"gold", kind+way+"system", kind+way+"matched")
		}
	}
	return out
}

// Scores returns the figures.
func (m Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	add := func(name string, gold, system, matched float64, main bool) {
		p, r, f := eval.Ratio(name+"precision", matched, system), eval.Ratio(name+"recall", matched, gold), eval.Ratio(name+"f1", 2*matched, gold+system)
		for _, s := range []*eval.Score{&p, &r, &f} {
			if s.Den == 0 {
				s.Value = 1
			}
		}
		f.Main, f.Headline = main, name == "labeled_"
		out = append(out, p, r, f)
	}
	for way := range ways {
		var all [3]float64
		for kind := range kinds {
			for k := range all {
				all[k] += sum[column(kind, way)+k]
			}
		}
		add(wayNames[way], all[0], all[1], all[2], way != weak)
	}
	for kind := range kinds {
		for way := range ways {
			c := sum[column(kind, way):]
			add(kindNames[kind]+wayNames[way], c[0], c[1], c[2], kind != implicit && way == labeled)
		}
	}
	return out
}

// Unlabelled names the scores of yields alone.
func (m Metric) Unlabelled() (names []string) {
	for _, s := range m.Scores(make([]float64, kinds*ways*3)) {
		if strings.Contains(s.Name, wayNames[unlabeled]) {
			names = append(names, s.Name)
		}
	}
	return names
}

// equivalents are the categories that weak comparison treats as equal.
var equivalents = sync.OnceValue(func() map[string]string {
	return map[string]string{"P": "S", "S": "P", "H": "C", "C": "H", "N": "L", "L": "N", "F": "R", "R": "F"}
})
