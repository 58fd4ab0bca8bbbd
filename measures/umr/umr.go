// Package umr is the score of UMR parsers (juːmæʧ; first shared task on UMR parsing, DMR 2026):
// precision, recall and F1 of the statements about the nodes of two graphs and of the relations
// between nodes of a document. Source: compare_umr.pl of ufal/umrtools 4377bc4.
//
// Nodes of both sides that share a word are linked, and nodes without words that have the same
// concept (of a name: the same name). Links are removed, the worst first, until each node has at
// most one: equal concepts stay before others, then links of nodes with more equal statements, with
// more equal names of relations, over longer words, with equal variables. The mapping is greedy, no
// optimum. A statement is a concept, or a relation with its value; it matches an equal one of the
// mapped node, where a value that is a node must be mapped. All statements of all nodes count. A
// triple of the document level matches if both its ends are mapped, or are the same constant.
//
//	P = matched / system, R = matched / gold, F1 = 2PR/(P+R)
//
// The program's faults are repaired: a 0 at the end of a line and a # in quotes are read (package
// formats/umr); sentences that a side lacks or that cannot be read count with the items of the other
// side; triples about nodes of later sentences are compared as others are; variables do not count
// in names of which nodes are parts. Option faults=kept has the last two as the program has them;
// assay compat compare_umr.pl has all. Rules change the pair of sentences that is scored,
// not the other sentences that its triples name.
package umr

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// Options of the measure.
type Options struct {
	Top       bool     // the top node has a statement that it is the top
	Sentences bool     // the document level does not count
	Only      []string // names of relations that count, "concept" among them; nil is all
	Except    []string // names of relations that do not
	Normalise bool     // X-of is turned around to X, and after to before
	Faults    bool     // those of the program are kept
}

// Official is the definition of compare_umr.pl.
var Official = Options{Faults: true}

// Entry describes the measure.
var Entry = entry.Entry{
	Name:   "umr",
	Title:  "UMR: statements of graphs and relations across sentences, nodes mapped by words (juːmæʧ)",
	Source: "ufal/umrtools 4377bc4 compare_umr.pl (GNU GPL); first shared task on UMR parsing, DMR 2026",
	Doc: `Nodes that share a word are linked, and nodes without words that have the same concept; links are
removed, the worst first, until each node has at most one. A statement about a node (its concept, or a relation
with its value) matches an equal one of the mapped node. Triples of the document level match if both ends
are mapped or the same constant. P = matched/system, R = matched/gold over all statements and triples.
Prefixes: concept_, relation_ (values that are nodes), attribute_, document_; mapped_ the statements of mapped
nodes alone; node_ mapped nodes; token_ sets of words that some node has. The mapping is greedy, as in the
program; a proven best mapping over the sentence graphs is smatch, the second score of the task.`,
	Needs: treebank.Graph | treebank.Across,
	Suits: treebank.Across,
	Presets: []entry.Preset{
		{Name: "official", Title: "compare_umr.pl: a triple about a node of a later sentence is wrong, and the name of a " +
			"node has the variables of its parts that are nodes"},
	},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return map[string]Options{"official": Official}[name] },
		Settings: (*Options).Settings, Make: New,
	},
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Top, "top", "skip", "count", "whether the top node has a statement that it is the top"),
		entry.Flag(&opt.Sentences, "document", "count", "skip", "whether triples of the document level count"),
		entry.Split(&opt.Only, "only", "+", "relations that count, between +, the others do not; concept is one of them"),
		entry.Split(&opt.Except, "except", "+", "relations that do not count, between +; concept is one of them"),
		entry.Flag(&opt.Normalise, "inverse", "keep", "normalise",
			"relations X-of are other ones than X, or are turned around; so is after, the inverse of before"),
		entry.Flag(&opt.Faults, "faults", "repaired", "kept",
			"triples about nodes of later sentences are compared, or are wrong as in the program; a name with nodes among "+
				"its parts is compared without them, or with their variables"),
	}
}

// The classes of the layout.
const (
	all = iota
	concepts
	relations
	attributes
	documents
	mapped
	nodes
	tokens
	classes
)

// Columns after those of the layout.
const (
	colItems = 3*classes + iota
	colExact
)

// New returns the measure with the given options.
func New(opt Options) *eval.Measure {
	layout := matchcount.New("", "concept_", "relation_", "attribute_", "document_", "mapped_", "node_", "token_").
		Sum(all, concepts, relations, attributes, documents)
	closeRow := func(row []float64) {
		layout.Close(row)
		gold, system, matched := row[0], row[1], row[2]
		row[colItems] = eval.One(gold+system > 0)
		row[colExact] = eval.One(gold+system > 0 && gold == matched && system == matched)
	}
	var formulas []eval.Formula
	for i, prf := range layout.PRF {
		formulas = append(formulas, eval.Mark(prf.Formulas(), i == 0, "f1")...)
		if i > 0 {
			formulas[len(formulas)-1].Main = true
		}
	}
	return &eval.Measure{
		Name:      "umr",
		Signature: "umr|mapping:alignment" + entry.Cite(opt.Settings()),
		Columns: append(layout.Columns,
			eval.Column{Name: "items", From: []int{0, 1}, Presence: true},
			eval.Column{Name: "exact", From: []int{0, 1, 2}}),
		PRF:        layout.PRF,
		Formulas:   append(formulas, eval.Ratio("exact_match", eval.Plus(colExact), eval.Plus(colItems))),
		Items:      0,
		Repeats:    []string{"node", "words"},
		Close:      closeRow,
		NewCounter: func() eval.Counter { return newCounter(opt, closeRow) },
	}
}
