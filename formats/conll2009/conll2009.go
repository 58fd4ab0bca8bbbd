// Package conll2009 reads and writes the format of the CoNLL shared task of
// 2009 (Hajič et al. 2009): syntactic and semantic dependencies in several
// languages.
//
// Columns between tabs: ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD
// DEPREL PDEPREL FILLPRED PRED and one column of arguments for each predicate.
// POS becomes Token.Tag, PPOS Morph.Fine, LEMMA Morph.Lemma, FEAT Morph.Feats;
// HEAD and DEPREL are the arcs, as in the task's scorer; where HEAD is _ or -1 and DEPREL is _, as mate-tools writes
// them, PHEAD and PDEPREL are. The other predicted
// columns are kept if they differ, FILLPRED, PRED and the arguments
// unchanged, and all are written again; predicates and arguments are read from PRED
// and the columns after it, as in the scorer, which ignores FILLPRED. A word with Y in
// FILLPRED and no predicate in PRED is noted.
package conll2009

import (
	"assay/formats/internal/conll"
	"assay/treebank"
)

// Format is the format of CoNLL 2009.
var Format = treebank.Format{
	Name:     "conll2009",
	Title:    "CoNLL 2009, gold and predicted columns and predicates",
	Source:   "Hajič et al. 2009",
	Ext:      []string{".conll09", ".conll2009"},
	Layers:   treebank.Roles | treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Morphology | treebank.Lemmas,
	Detect:   detect,
	Split:    conll.Split,
	Parse:    layout.Read,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    layout.Write,
}

var layout = conll.Layout{
	Names: "ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED...",
	Min:   12, Max: conll.Many, Form: 1, Lemma: 2, Tag: 4, Fine: 5, Feats: 6, Head: 8, Relation: 10, PHead: 9, PRelation: 11,
	Kept: []conll.Kept{{Column: 3, Like: 2, Key: "plemma"}, {Column: 7, Like: 6, Key: "pfeat"},
		{Column: 9, Like: 8, Key: "phead"}, {Column: 11, Like: 10, Key: "pdeprel"}},
	Rest: 12, Fill: 12, Pred: 13, Args: 14, Unset: "_\t_"}

func detect(head []byte) bool {
	c := conll.First(head)
	return len(c) > layout.Fill && string(c[0]) == "1" && (conll.Number(c[layout.Head]) || string(c[layout.Head]) == "-1") && conll.Number(c[9]) &&
		(string(c[layout.Fill]) == "_" || string(c[layout.Fill]) == "Y")
}
