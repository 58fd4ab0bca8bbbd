package measures

import (
	"strings"

	"assay/eval"
	"assay/measures/sdp"
	"assay/treebank"
)

var sdpEntry = Entry{
	Name:   "sdp",
	Title:  "semantic dependencies: labelled and unlabelled edges, predications, frames",
	Source: "Oepen et al. 2014, 2015; SDP toolkit 7eb99fb Scorer",
	Doc: `Edges are compared as sets of (source, target, label): lp = matched / system,
lr = matched / gold, lf of both; up, ur and uf without labels; lm and um are the
shares of graphs whose edges are all the same. A top is a virtual edge to its
node; scores with the suffix _no_top leave these out. A predication is a verb
(a predicate whose tag begins with V) with all its arguments, a frame also has
its sense: pp pr pf, fp fr ff. Nodes are known by the characters they are on.
A graph that the system lacks counts as empty, and so does one that gold lacks;
the toolkit ends with an error at the former and ignores the latter.`,
	Needs: treebank.Graph,
	Suits: treebank.Bilexical,
	Presets: []Preset{
		{"dm", "all edges of a predicate are its arguments (the default)"},
		{"pas", "arguments are the 14 labels in the list of the toolkit"},
		{"psd", "arguments are the labels that end in -arg"},
		{"mtool", "nodes are known by their characters without punctuation at the ends"},
	},
	Options: []Option{
		{"arguments", []string{"all", "pas", "psd"}, "which edges of a predicate are its arguments"},
		{"labels", nil, "the labels of arguments, separated by blanks (the toolkit's corePredicates)"},
		{"punctuation", []string{"count", "skip"}, "whether edges from and to words with the tags . , : ( ) count"},
		{"edges", []string{"directed", "undirected"}, "whether source and target may change places"},
		{"span", []string{"exact", "trimmed"}, "what a node is known by: its characters as they are, or without punctuation at the ends"},
	},
	New: func(c Config) (eval.Metric, error) {
		def := map[string]string{"": "all", "dm": "all", "mtool": "all", "pas": "pas", "psd": "psd"}[c.Preset]
		o := sdp.Options{
			Arguments:       map[string]sdp.Arguments{"all": sdp.All, "pas": sdp.PAS, "psd": sdp.PSD}[c.Get("arguments", def)],
			SkipPunctuation: c.Get("punctuation", "count") == "skip",
			Undirected:      c.Get("edges", "directed") == "undirected",
			Trim:            c.Get("span", map[bool]string{false: "exact", true: "trimmed"}[c.Preset == "mtool"]) == "trimmed",
		}
		if list := c.Get("labels", ""); list != "" {
			o.Arguments, o.Labels = sdp.Listed, strings.Fields(list)
		}
		return sdp.Metric{Options: o}, nil
	},
}
