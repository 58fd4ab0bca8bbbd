package units

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure edu.
var Entry = entry.Entry{
	Name:   "edu",
	Title:  "discourse units: where they begin",
	Source: "DISRPT 2019-2025; disrpt_eval_2024.py 2.0.0, task S",
	Doc: `precision, recall and F1 of the words at which discourse units begin. Files of words (disrpt) and of trees
compare by their characters. A side without labels has no units; disrpt_eval_2024.py cannot score it.`,
	Needs: treebank.Segments,
	Suits: treebank.Segments,
	Maker: entry.Bound[Options]{Settings: (*Options).Settings, Make: New},
}

// ConnectivesEntry describes the measure connectives.
var ConnectivesEntry = entry.Entry{
	Name:   "connectives",
	Title:  "discourse connectives: all of their words",
	Source: "DISRPT 2021-2025; disrpt_eval_2024.py 2.0.0, task C",
	Doc: `precision, recall and F1 of connectives; one matches if it has the same words on both sides. A connective
begins at Conn=B-conn and ends with its sentence; I without B is in no connective. disrpt_eval_2024.py loses a
connective of one word at the end of the file, and gives the end of I without B to the next one.`,
	Needs: treebank.Segments,
	Maker: entry.Plain(func() *eval.Measure { return New(Options{Connectives: true}) }),
}
