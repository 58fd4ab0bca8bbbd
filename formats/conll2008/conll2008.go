// Package conll2008 reads and writes the format of the CoNLL shared task of
// 2008 (Surdeanu et al. 2008): syntactic and semantic dependencies of words that
// are split at hyphens.
//
// Columns between tabs: ID FORM LEMMA GPOS PPOS SPLIT_FORM SPLIT_LEMMA PPOSS HEAD
// DEPREL PRED and one column of arguments for each predicate. A word is a split
// form: SPLIT_FORM becomes Token.Form, SPLIT_LEMMA Morph.Lemma, PPOSS Token.Tag,
// as in the task's scorer. FORM, LEMMA, GPOS and PPOS are kept if they
// differ, PRED and the arguments unchanged, and all are written again.
package conll2008

import (
	"assay/formats/internal/conll"
	"assay/treebank"
)

// Format is the format of CoNLL 2008.
var Format = treebank.Format{
	Name:     "conll2008",
	Title:    "CoNLL 2008, split forms and predicates",
	Source:   "Surdeanu et al. 2008",
	Ext:      []string{".conll08", ".conll2008"},
	Layers:   treebank.Roles | treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Lemmas,
	Detect:   detect,
	Split:    conll.Split,
	Parse:    layout.Read,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    layout.Write,
}

var layout = conll.Layout{Names: "ID FORM LEMMA GPOS PPOS SPLIT_FORM SPLIT_LEMMA PPOSS HEAD DEPREL PRED ARG...",
	Min: 10, Max: conll.Many, Form: 5, Lemma: 6, Tag: 7, Head: 8, Relation: 9,
	Kept: []conll.Kept{{Column: 1, Like: 5, Key: "form"}, {Column: 2, Like: 6, Key: "lemma"},
		{Column: 3, Like: 7, Key: "gpos"}, {Column: 4, Like: 7, Key: "ppos"}},
	Rest: 10, Pred: 10, Args: 11}

func detect(head []byte) bool {
	c := conll.First(head)
	return len(c) > layout.Pred && string(c[0]) == "1" && conll.Number(c[layout.Head]) && !conll.Number(c[layout.Relation])
}
