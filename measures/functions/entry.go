package functions

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure functions.
var Entry = entry.Entry{
	Name:   "functions",
	Title:  "functions of phrases, such as SBJ and TMP",
	Source: "Bies et al. 1995; Blaheta & Charniak 2000",
	Doc: `Triples (words, category, function) of gold and system compared as multisets: one for each function
of a phrase, from its label (NP-SBJ-1: SBJ) and from the label of its edge. recall = matched / gold,
precision = matched / system, f1 = 2 matched / (gold + system). --by part gives a row for each function.
Indices are not functions, empty elements are not words, phrases without words do not count. A pair whose
words differ cannot be scored; a sentence without analysis has no functions.`,
	Needs: treebank.Phrases,
	Presets: []entry.Preset{{Name: "proper",
		Title: "function tags of disco-dop with its proper.prm: phrases=matched:words=yes without punctuation by " +
			"gold's tags"}},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			proper := name == "proper"
			return Options{Proper: proper, Matched: proper, Words: proper}
		},
		Settings: (*Options).Settings, Make: New,
	},
}
