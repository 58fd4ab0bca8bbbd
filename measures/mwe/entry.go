package mwe

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure mwe.
var Entry = entry.Entry{
	Name:   "mwe",
	Title:  "multiword expressions: whole, and word by word",
	Source: "PARSEME 1.1 to 2.0: evaluate.py, parseme_evaluate.py; Savary et al. 2017, Ramisch et al. 2020",
	Doc: `precision, recall and F1 of expressions with the same words (MWE-based), and token_ scores of their words
under the best one-to-one pairing (token-based). As in parseme_evaluate.py categories do not count, and two
expressions with the same words are one; labelled=yes counts them: then the key label has that program's
figures per category. Its other classes are the keys continuity, width and, with training data, seen (unseen,
variant, identical, by lemmas and forms). Unlike the program, a lemma that is absent falls back to the form on
both sides.`,
	Needs: treebank.Expressions,
	Suits: treebank.Expressions,
	Maker: entry.Bound[Options]{Settings: (*Options).Settings, Make: New},
}
