package empties

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure empties.
var Entry = entry.Entry{
	Name:   "empties",
	Title:  "empty elements, and with their antecedents",
	Source: "Bies et al. 1995; Johnson 2002 §4",
	Doc: `Empty elements (-NONE-) of gold and system compared as multisets of pairs: type (the form without
index, such as *T*) and position (the number of words before it). recall = matched / gold, precision =
matched / system, f1 = 2 matched / (gold + system). For _antecedent the antecedents must be equal too,
category and words, or missing on both sides; bound_ scores are over the elements that have one. --by part gives
a row for each type. A pair whose other words differ cannot be scored; a sentence without analysis
has no empty elements.`,
	Needs: treebank.Phrases,
	Maker: entry.Plain(New),
}
