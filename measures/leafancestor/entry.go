package leafancestor

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure leaf-ancestor.
var Entry = entry.Entry{
	Name:   "leaf-ancestor",
	Title:  "similarity of the labels above each word",
	Source: "Sampson & Babarczy 2003; disco-dop (dd181a6)",
	Doc: `The lineage of a word is the list of labels of the phrases above it, without its tag, with marks
where phrases begin and end; similarity = 1 - edits / (length in gold + length in the system).
leaf_ancestor is the mean over words, sentence_leaf_ancestor the mean over sentences of their
means. Empty elements are not words, labels are cut at the first - or =. A pair whose words differ cannot
be scored; the words of a sentence without analysis have similarity 0.`,
	Needs: treebank.Phrases,
	Presets: []entry.Preset{
		{Name: "sampson", Title: "the default: a substitution costs 2"},
		{Name: "discodop", Title: "that of disco-dop where its parameters delete the root: a substitution costs 1, " +
			"mean over sentences"},
		{Name: "stanford", Title: "a substitution costs 1, no marks"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			return map[string]Options{"discodop": Discodop, "stanford": Stanford}[name]
		},
		Settings: (*Options).Settings, Make: New,
	},
}
