package msp

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure msp.
var Entry = entry.Entry{
	Name:   "msp",
	Title:  "morpho-syntactic parsing (UniDive 2025): MSLAS, LAS and features of content words",
	Source: "Goldman et al. 2025; msp_25_eval.py 3c907f0 (MPL 2.0)",
	Doc: `Items are the content words: words with features (| if these are none), and abstract nodes.
las = pairs with the same head and relation (without subtype). feats = the sum over pairs of
2 equal features / (features of gold + of the system), 1 if both have none. mslas = the same sum over the
pairs that are right for las. precision = matched / system, recall = matched / gold, f1 of both.
Words pair by the characters that they cover, abstract nodes by the word before them, those with the same
relation first. Features without = are values of one feature. A sentence whose text differs cannot be
scored. The preset official pairs content words in order from either end, whatever they are, and takes the
better end for each score, as the program does: one word too many costs nothing there, and the three
figures may be of different pairings.`,
	Needs: treebank.Content,
	Suits: treebank.Content,
	Presets: []entry.Preset{
		{Name: "official", Title: "the program of the shared task (3c907f0), without its crashes"},
	},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return Options{Order: name == "official"} },
		Settings: (*Options).Settings, Make: New,
	},
}
