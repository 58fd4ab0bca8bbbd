package parseval

import (
	"strings"

	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure parseval.
var Entry = entry.Entry{
	Name:   "parseval",
	Title:  "brackets, crossing brackets, exact match",
	Source: "Black et al. 1991; Lin 1995 §2; Xiao 1997 §2.3; Magerman 1995",
	Doc: `Brackets of gold and system compared without their labels (labels=yes: with them), as a set:
recall = matched / gold, precision = matched / system. A bracket of the system crosses if it
shares words with one of gold and each has words that the other lacks. no_crossing and
exact_match are shares of sentences; exact_match_labels also wants the labels, exact_match_tags
also the tags. erase takes words out of both trees: none, null (empty elements), black (Black's
whole list), or names joined by +: ` + strings.Join(ErasureNames(), " ") + `.
A pair whose words differ cannot be scored; a parse that failed has no brackets.`,
	Needs: treebank.Phrases,
	Presets: []entry.Preset{
		{Name: "lin", Title: "Lin 1995: sets of brackets, one-word brackets and the whole sentence count"},
		{Name: "black", Title: "Black et al. 1991: their erasures, no brackets around one word"},
		{Name: "labelled", Title: "labelled brackets as multisets"},
		{Name: "discontinuous", Title: "labelled brackets of discontinuous phrases as multisets; disco-dop's --disconly"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			o := Options{Erase: []string{"null"}}
			switch name {
			case "black":
				o.SkipOne, o.Erase = true, ErasureNames()
			case "labelled", "discontinuous":
				o.Labelled, o.Multiset, o.Gapped = true, true, name == "discontinuous"
			}
			return o
		},
		Settings: (*Options).Settings, Make: New,
	},
}
