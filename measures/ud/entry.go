package ud

import (
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure ud.
var Entry = entry.Entry{
	Name:   "ud",
	Title:  "all scores of the CoNLL 2018 shared task, from tokens to BLEX; ELAS and EULAS",
	Source: "Zeman et al. 2018, conll18_ud_eval.py 1.2; Bouma, Seddah & Zeman 2021 (ELAS, EULAS)",
	Doc: `Words are aligned by the characters they cover, those of multiword tokens by the
longest common subsequence of their forms. For each row:
precision = correct / system, recall = correct / gold, f1 of both, aligned = correct / aligned words.
Relations are compared without subtypes, features are the 21 universal ones; a gold word
without lemma is right. clas, mlas and blex compare words with a content relation.
Punctuation counts. Trees with cycles or several roots are scored. elas and eulas match each
edge once; edges through empty nodes become paths. Sentences whose text differs on the two
sides cannot be scored; all others are.`,
	Needs: treebank.Arcs | treebank.Relations | treebank.Morphology | treebank.Enhanced,
	Maker: entry.Bound[Options]{Settings: (*Options).Settings, Make: New},
}
