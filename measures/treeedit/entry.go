package treeedit

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure tree-edit.
var Entry = entry.Entry{
	Name:   "tree-edit",
	Title:  "edit distance of trees",
	Source: "Tai 1979; Zhang & Shasha 1989; disco-dop (dd181a6)",
	Doc: `The smallest number of nodes to insert, delete and relabel, 1 each. Nodes are phrases and
words; the label of a word is its place and its tag, so another tag is an edit. tree_edit = 1 - distance
/ (nodes of gold + nodes of the system) over all sentences; edits_per_sentence; identical =
sentences without edits. Empty elements and phrases without words are left out, labels are cut at
the first - or =, the unlabelled root does not count. A pair whose words differ cannot be scored; a
sentence without analysis has no nodes.`,
	Needs: treebank.Phrases,
	Maker: entry.Bound[Options]{Settings: (*Options).Settings, Make: New},
}
