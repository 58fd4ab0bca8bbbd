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
// and the columns after it, as in the scorer, which ignores FILLPRED.
package conll2009

import (
	"bufio"

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

func parse(s *treebank.Sentence, text []byte) error {
	l := conll.Layout{Names: columnNames, Min: colPDeprel + 1, Max: conll.Many, Form: colForm, Lemma: colLemma,
		Tag: colPOS, Fine: colPPOS, Feats: colFeat, Head: colHead, Relation: colDeprel}
	return conll.Read(s, text, l, func(r *conll.Reader, dep int32) {
		r.KeepOther(colPLemma, colLemma, "plemma", dep)
		r.KeepOther(colPFeat, colFeat, "pfeat", dep)
		r.KeepOther(colPHead, colHead, "phead", dep)
		r.KeepOther(colPDeprel, colDeprel, "pdeprel", dep)
		r.Roles(colPred, colArgs, dep)
		r.KeepRest(colFillPred, "predicates", dep)
	})
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	p := conll.Printer{W: w, S: s}
	p.Comments()
	for i := range s.Tokens {
		dep := int32(i)
		m := p.MorphOf(dep)
		head, rel := s.HeadOf(dep)
		p.First(dep + 1)
		p.Span(s.Tokens[i].Form)
		p.Span(m.Lemma)
		p.Kept(dep, "plemma", func() { p.Span(m.Lemma) })
		p.Symbol(s.Tokens[i].Tag)
		p.Symbol(m.Fine)
		p.Symbol(m.Feats)
		p.Kept(dep, "pfeat", func() { p.Symbol(m.Feats) })
		p.Head(head)
		p.Kept(dep, "phead", func() { p.Head(head) })
		p.Symbol(rel)
		p.Kept(dep, "pdeprel", func() { p.Symbol(rel) })
		p.Kept(dep, "predicates", func() { w.WriteString("\t_\t_") })
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}
