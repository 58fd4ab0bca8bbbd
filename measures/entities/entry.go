package entities

import (
	"strings"

	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure entities.
var Entry = entry.Entry{
	Name:   "entities",
	Title:  "named entities with partial credit: strict, exact, partial and type; nervaluate is a preset",
	Source: "Segura-Bedmar et al. 2013 (SemEval-2013 task 9); Chinchor & Sundheim 1993 (MUC-5); nervaluate 1.1.0 (MIT)",
	Doc: `Spans of gold and system pair if they overlap. A pair is strict: correct with equal words and types, else
incorrect; exact: correct with equal words, else incorrect; partial: correct with equal words, else partial
(types are not compared); type: correct with equal types, else incorrect. Others are missing or spurious.
precision = (correct + partial / 2) / spans of the system, recall = (correct + partial / 2) / spans of gold.
Pairs are those with the largest credit. Spans may be nested, overlap and have gaps. The preset nervaluate
gives each span of the system the first of gold that it overlaps, so that a later exact match is lost; its
release 1.1.0 also loses the half credit where there are two documents (sentences) or more. In a
breakdown by label a wrong type is incorrect in the row of gold's type. A sentence whose text differs
cannot be scored.`,
	Needs: treebank.Spans,
	Presets: []entry.Preset{
		{Name: "nervaluate", Title: "nervaluate with the half credit kept, as before 1.0.0 and after 1.1.0"},
		{Name: "nervaluate-1.1.0", Title: "nervaluate 1.0.0 to 1.1.0: no half credit where there are two sentences or more"},
	},
	Maker: entry.Bound[Options]{
		Preset: func(name string) Options {
			return Options{Greedy: name != "", Overlap: 1, NoHalf: strings.HasSuffix(name, "-1.1.0")}
		},
		Settings: (*Options).Settings, Make: New,
	},
}
