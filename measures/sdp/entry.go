package sdp

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure sdp.
var Entry = entry.Entry{
	Name:   "sdp",
	Title:  "semantic dependencies: labelled and unlabelled edges, predications, frames",
	Source: "Oepen et al. 2014, 2015; SDP toolkit 7eb99fb Scorer",
	Doc: `Edges are compared as sets of (source, target, label): lp = matched / system,
lr = matched / gold, lf combines both; up, ur and uf ignore labels; lm and um are the
shares of graphs with the same edges on both sides. A top is a virtual edge to its
node; scores with the suffix _no_top leave these out. A predication is a verb
(a predicate whose tag begins with V) with all its arguments, a frame also has
its sense: pp pr pf, fp fr ff. Nodes are identified by the characters they cover.
A graph that the system lacks counts as empty, and so does one that gold lacks;
the toolkit ends with an error in the first case and ignores the second.`,
	Needs: treebank.Graph,
	Suits: treebank.Bilexical,
	Presets: []entry.Preset{
		{Name: "dm", Title: "all edges of a predicate are its arguments (the default)"},
		{Name: "pas", Title: "arguments are the 14 labels in the list of the toolkit"},
		{Name: "psd", Title: "arguments are the labels that end in -arg"},
		{Name: "mtool", Title: "nodes are identified by their characters without punctuation at the ends"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			return map[string]Options{"pas": {Arguments: PAS}, "psd": {Arguments: PSD}, "mtool": {Trim: true}}[name]
		},
		Settings: (*Options).Settings, Make: New,
	},
}
