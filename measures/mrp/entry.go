package mrp

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure mrp.
var Entry = entry.Entry{
	Name:   "mrp",
	Title:  "Meaning Representation Parsing: tops, labels, properties, anchors, edges, attributes",
	Source: "Oepen et al. 2019, 2020; mtool 4cee3a2 graph.py, score/mces.py",
	Doc: `Under one correspondence of nodes, the sets of tops, labels, properties, anchors,
edges and attributes of both graphs are compared; all is their sum.
precision = matched / system, recall = matched / gold, f1 of both.
The correspondence is the one-to-one mapping with the most matches; proven is the share
of pairs where a proof shows that. Of equally good mappings the one with the most tops,
then labels, properties, anchors, edges counts. all_f1_upper is the greatest possible
all_f1; it equals all_f1 if all pairs are proven. Names are compared in lower case, edges
X-of as inverted X, anchors as sets of characters without white space and without
punctuation at their ends. A graph that one side lacks counts as empty.
mtool searches with limits and leaves out some mappings of UCCA and of graphs
over words, so that its counts can be lower.`,
	Needs:   treebank.Graph,
	Suits:   treebank.Frameworks, // edm would compare graphs of AMR and UCCA by characters that they lack
	Presets: []entry.Preset{{Name: "mtool", Title: "graphs that gold lacks are left out, as mtool does"}},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return Options{IgnoreExtra: name == "mtool"} },
		Settings: (*Options).Settings, Make: New,
	},
}
