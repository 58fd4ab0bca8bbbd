package amrfine

import (
	"strings"

	"assay/graph/amr"
	"assay/treebank"
)

// An aspect is one row: a part of the triples of a graph.
type aspect struct {
	name string
	// bag compares triples by their values, without mapping nodes.
	bag bool
	// pick returns the triples of the aspect, in memory of its own.
	pick func(x *graph) []amr.Triple
}

// A graph is the triples of a sentence with the properties of nodes that aspects
// need.
type graph struct {
	sentence *treebank.Sentence
	triples  []amr.Triple
	syms     *treebank.Symbols
	concept  []treebank.Symbol // of each node
	incoming []int             // number of relations that lead to each node
	label    treebank.Symbol   // the one role of unlabeled
	selector *amr.Selector     // of the aspects of smatch++
	numbers  []int32           // see number
}

func newGraph(list []amr.Triple, sentence *treebank.Sentence) *graph {
	nodes, syms := len(sentence.Nodes), sentence.Syms
	x := &graph{sentence: sentence, triples: list, syms: syms, label: syms.InternString("label"),
		concept: make([]treebank.Symbol, nodes), incoming: make([]int, nodes)}
	for i := range list {
		switch t := &list[i]; t.Class {
		case amr.Instance:
			x.concept[t.Node] = t.Value
		case amr.Relation:
			x.incoming[t.Target]++
		}
	}
	return x
}

// smatchpp returns all triples and the aspects of smatch++, in its order; in the aspects
// core roles are renamed by frames.
func smatchpp(frames amr.Frames) []aspect {
	out := []aspect{{name: "smatch", pick: func(x *graph) []amr.Triple { return x.triples }}}
	for _, a := range amr.Aspects() {
		name, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(a.Name), "-", "_"), " ")
		out = append(out, aspect{name: name, pick: func(x *graph) []amr.Triple {
			if x.selector == nil {
				triples := x.triples
				if frames != nil {
					triples = frames.Rename(triples, x.syms)
				}
				x.selector = amr.NewSelector(triples, len(x.concept), x.syms)
			}
			return x.selector.Select(&a)
		}})
	}
	return out
}

// damonte are the rows of amr-evaluation, in its order.
var damonte = []aspect{
	{name: "smatch", pick: func(x *graph) []amr.Triple { return x.triples }},
	{name: "unlabeled", pick: unlabeled},
	{name: "no_wsd", pick: withoutSenses},
	{name: "concepts", bag: true, pick: func(x *graph) []amr.Triple {
		return x.where(func(t *amr.Triple) bool { return t.Class == amr.Instance })
	}},
	{name: "named_entities", bag: true, pick: func(x *graph) []amr.Triple { return x.withRole("name") }},
	{name: "negations", bag: true, pick: func(x *graph) []amr.Triple { return x.withRole("polarity") }},
	{name: "wikification", bag: true, pick: func(x *graph) []amr.Triple {
		return x.where(func(t *amr.Triple) bool { return t.Class == amr.Attribute && x.syms.Name(t.Role) == "wiki" })
	}},
	{name: "reentrancies", pick: func(x *graph) []amr.Triple {
		return x.edges(func(t *amr.Triple) bool { return x.incoming[t.Target] > 1 })
	}},
	{name: "srl", pick: func(x *graph) []amr.Triple {
		return x.edges(func(t *amr.Triple) bool { return strings.HasPrefix(x.syms.Name(t.Role), "arg") })
	}},
}

// where returns the triples that satisfy a condition.
func (x *graph) where(take func(*amr.Triple) bool) (out []amr.Triple) {
	for i := range x.triples {
		if take(&x.triples[i]) {
			out = append(out, x.triples[i])
		}
	}
	return out
}

// unlabeled returns all triples with their roles replaced by one.
func unlabeled(x *graph) []amr.Triple {
	out := append([]amr.Triple(nil), x.triples...)
	for i := range out {
		if out[i].Class == amr.Relation || out[i].Class == amr.Attribute {
			out[i].Role = x.label
		}
	}
	return out
}

// withoutSenses returns all triples, with 01 as the sense of each concept.
func withoutSenses(x *graph) []amr.Triple {
	out := append([]amr.Triple(nil), x.triples...)
	for i := range out {
		if t := &out[i]; t.Class == amr.Instance || t.Class == amr.Top {
			t.Value = x.syms.InternString(withoutSense(x.syms.Name(t.Value)))
		}
	}
	return out
}

// withoutSense replaces the two digits at the end of a concept by 01.
func withoutSense(concept string) string {
	n := len(concept)
	if n > 3 && concept[n-3] == '-' && isDigit(concept[n-2]) && isDigit(concept[n-1]) {
		return concept[:n-2] + "01"
	}
	return concept
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// withRole returns the instances of the nodes that have a role.
func (x *graph) withRole(role string) []amr.Triple {
	has := make([]bool, len(x.concept))
	for i := range x.triples {
		t := &x.triples[i]
		if (t.Class == amr.Relation || t.Class == amr.Attribute) && x.syms.Name(t.Role) == role {
			has[t.Node] = true
		}
	}
	return x.where(func(t *amr.Triple) bool { return t.Class == amr.Instance && has[t.Node] })
}

// edges returns the relations that satisfy a condition, with the instances of the
// nodes at their ends.
func (x *graph) edges(take func(*amr.Triple) bool) (out []amr.Triple) {
	at := make([]bool, len(x.concept))
	for i := range x.triples {
		if t := &x.triples[i]; t.Class == amr.Relation && take(t) {
			at[t.Node], at[t.Target] = true, true
		}
	}
	for i := range x.triples {
		t := &x.triples[i]
		if t.Class == amr.Instance && at[t.Node] || t.Class == amr.Relation && take(t) {
			out = append(out, *t)
		}
	}
	return out
}
