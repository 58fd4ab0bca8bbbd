package segmentation

import (
	"assay/measures/entry"
)

// Entry describes the measure words.
var Entry = entry.Entry{
	Name:   "words",
	Title:  "word segmentation: words on the same characters",
	Source: "Sproat & Emerson 2003 (SIGHAN); conll18_ud_eval.py, row Words",
	Doc: `recall = matched / words of gold, precision = matched / words of the system, f1 of both. A
word matches if it covers the same characters of the text, without white space; words of
multiword tokens match as in the CoNLL 2018 evaluation. A sentence whose text differs cannot be
scored.`,
	// No Needs: it scores any two files with words, but is no default for files that hold
	// nothing in common but them.
	Maker: entry.Plain(New),
}
