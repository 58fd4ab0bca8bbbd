package sembleu

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure sembleu.
var Entry = entry.Entry{
	Name:   "sembleu",
	Title:  "SemBleu: BLEU over the paths of semantic graphs",
	Source: "Song & Gildea 2019; sembleu 69ff2d4 eval.py",
	Doc: `The n-grams of a graph are its downward paths of one, two and three nodes with the
roles between them; edges whose role ends in -of are turned, constants are nodes.
SEMBLEU is the brevity penalty (over nodes and edges) times the weighted geometric
mean of the precisions of each length; a precision of 0 is smoothed (NIST). No nodes
are mapped, so the figure is exact and fast, but it measures precision only and is not
a share of the graph. precision_n and recall_n are for paths of n nodes.`,
	Needs: treebank.Graph,
	Maker: entry.Bound[Options]{Settings: (*Options).Settings, Make: New},
}
