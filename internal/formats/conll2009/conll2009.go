// Package conll2009 reads and writes the format of the CoNLL shared task of
// 2009 (Hajič et al. 2009): syntactic and semantic dependencies in several
// languages.
//
// Columns between tabs: ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD
// DEPREL PDEPREL FILLPRED PRED and one column of arguments for each predicate.
// POS becomes Token.Tag, PPOS Morph.Fine, LEMMA Morph.Lemma, FEAT Morph.Feats;
// HEAD and DEPREL are the arcs, as in the task's scorer. The other predicted
// columns are kept if they differ, FILLPRED, PRED and the arguments
// unchanged, and all are written again; predicates and arguments are read from PRED
// and the columns after it, as in the scorer, which ignores FILLPRED. A word with Y in
// FILLPRED and no predicate in PRED is noted.
package conll2009

import (
	"bufio"

	"assay/internal/formats/internal/conll"
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
	Parse:    parse,
	ID:       conll.ID,
	Document: conll.Document,
	Write:    write,
}

// The columns.
const (
	colID = iota
	colForm
	colLemma
	colPLemma
	colPOS
	colPPOS
	colFeat
	colPFeat
	colHead
	colPHead
	colDeprel
	colPDeprel
	colFillPred
	colPred
	colArgs
)

const columnNames = "ID FORM LEMMA PLEMMA POS PPOS FEAT PFEAT HEAD PHEAD DEPREL PDEPREL FILLPRED PRED APRED..."

func detect(head []byte) bool {
	c := conll.First(head)
	return len(c) > colFillPred && string(c[colID]) == "1" && conll.Number(c[colHead]) && conll.Number(c[colPHead]) &&
		(string(c[colFillPred]) == "_" || string(c[colFillPred]) == "Y")
}

func parse(sentence *treebank.Sentence, text []byte) error {
	l := conll.Layout{Names: columnNames, Min: colPDeprel + 1, Max: conll.Many, Form: colForm, Lemma: colLemma,
		Tag: colPOS, Fine: colPPOS, Feats: colFeat, Head: colHead, Relation: colDeprel, Roles: roles}
	return conll.Read(sentence, text, l, func(reader *conll.Reader, dep int32) {
		reader.KeepOther(colPLemma, colLemma, "plemma", dep)
		reader.KeepOther(colPFeat, colFeat, "pfeat", dep)
		reader.KeepOther(colPHead, colHead, "phead", dep)
		reader.KeepOther(colPDeprel, colDeprel, "pdeprel", dep)
		reader.KeepRest(colFillPred, "predicates", noPredicates, dep)
	})
}

func roles(reader *conll.Reader, dep int32) {
	reader.Roles(colPred, colArgs, dep)
	reader.Unfilled(colFillPred, colPred, dep)
}

// noPredicates are the last columns of a word in a sentence without predicates.
const noPredicates = "_\t_"

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	printer := conll.Printer{W: w, S: sentence}
	printer.Comments()
	for i := range sentence.Tokens {
		dep := int32(i)
		morph := printer.MorphOf(dep)
		head, rel := sentence.HeadOf(dep)
		printer.First(dep + 1)
		printer.Span(sentence.Tokens[i].Form)
		printer.Span(morph.Lemma)
		printer.Kept(dep, "plemma", func() { printer.Span(morph.Lemma) })
		printer.Symbol(sentence.Tokens[i].Tag)
		printer.Symbol(morph.Fine)
		printer.Symbol(morph.Feats)
		printer.Kept(dep, "pfeat", func() { printer.Symbol(morph.Feats) })
		printer.Head(head)
		printer.Kept(dep, "phead", func() { printer.Head(head) })
		printer.Symbol(rel)
		printer.Kept(dep, "pdeprel", func() { printer.Symbol(rel) })
		printer.Kept(dep, "predicates", func() { w.WriteString("\t" + noPredicates) })
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}
