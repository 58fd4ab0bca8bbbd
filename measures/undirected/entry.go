package undirected

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure undirected.
var Entry = entry.Entry{
	Name:   "undirected",
	Title:  "dependencies without direction: undirected accuracy, neutral edge, root accuracy",
	Source: "Klein & Manning 2004; Schwartz et al. 2011; TN-PCFG",
	Doc: `undirected = words with the right head, or whose head in the system depends on them in
gold; neutral_edge also counts a head that is the grandparent in gold. Both are over the words
that have a head in gold, roots included; uas is given beside them. edge_recall, edge_precision and edge_f1 compare
the unordered pairs of words, root arcs left out. root = sentences whose first root is gold's.
Words are compared by the characters they cover; if the texts differ, no word has a
counterpart. The preset tn-pcfg keeps a fault of that program: a wrong root arc
looks up the last word's head.`,
	Needs:   treebank.Arcs,
	Presets: []entry.Preset{{Name: "tn-pcfg", Title: "class UAS of TN-PCFG, with its fault"}},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return Options{LastWord: name == "tn-pcfg"} },
		Settings: (*Options).Settings, Make: New,
	},
}

// ProbeEntry describes the measure uuas.
var ProbeEntry = entry.Entry{
	Name:   "uuas",
	Title:  "undirected unlabelled attachment of structural probes",
	Source: "Hewitt & Manning 2019; structural-probes (ad37b02)",
	Doc: `uuas = edges of both gold and system / edges of gold. Words that gold tags as
punctuation ('' , . : ` + "`` -LRB- -RRB-" + `; XPOS where there is one) are left out; edges are those of the
minimum spanning tree over the distances between the other words in the dependency tree, so
that an edge may join words that no arc joins. Sentences whose text differs cannot be scored.`,
	Needs:   treebank.Arcs,
	Presets: []entry.Preset{{Name: "hewitt", Title: "the default"}},
	Maker:   entry.Plain(NewProbe),
}
