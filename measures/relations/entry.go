package relations

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure relations.
var Entry = entry.Entry{
	Name:   "relations",
	Title:  "labels of relations between given units",
	Source: "DISRPT 2021-2025; disrpt_eval_2024.py 2.0.0, task R",
	Doc: `accuracy = instances with the same label in gold and system / instances of gold. Instances pair by document
and units. The key label gives precision, recall and F1 of each label, the key tag the accuracy of each type
of relation (explicit, implicit).`,
	Needs: treebank.Instances,
	Suits: treebank.Instances,
	Maker: entry.Plain(New),
}
