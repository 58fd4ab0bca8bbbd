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
	"bufio"

	"assay/internal/formats/internal/conll"
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
	colGPOS
	colPPOS
	colSplitForm
	colSplitLemma
	colPPOSS
	colHead
	colDeprel
	colPred
	colArgs
)

const columnNames = "ID FORM LEMMA GPOS PPOS SPLIT_FORM SPLIT_LEMMA PPOSS HEAD DEPREL PRED ARG..."

func detect(head []byte) bool {
	c := conll.First(head)
	return len(c) > colPred && string(c[colID]) == "1" && conll.Number(c[colHead]) && !conll.Number(c[colDeprel])
}

func parse(s *treebank.Sentence, text []byte) error {
	l := conll.Layout{Names: columnNames, Min: colDeprel + 1, Max: conll.Many, Form: colSplitForm, Lemma: colSplitLemma,
		Tag: colPPOSS, Head: colHead, Relation: colDeprel, Roles: roles}
	return conll.Read(s, text, l, func(reader *conll.Reader, dep int32) {
		reader.KeepOther(colForm, colSplitForm, "form", dep)
		reader.KeepOther(colLemma, colSplitLemma, "lemma", dep)
		reader.KeepOther(colGPOS, colPPOSS, "gpos", dep)
		reader.KeepOther(colPPOS, colPPOSS, "ppos", dep)
		reader.KeepRest(colPred, "predicates", "", dep)
	})
}

func roles(reader *conll.Reader, dep int32) { reader.Roles(colPred, colArgs, dep) }

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	printer := conll.Printer{W: w, S: sentence}
	printer.Comments()
	for i := range sentence.Tokens {
		dep := int32(i)
		form := func() { printer.Span(sentence.Tokens[i].Form) }
		lemma := func() { printer.Span(printer.MorphOf(dep).Lemma) }
		tag := func() { printer.Symbol(sentence.Tokens[i].Tag) }
		printer.First(dep + 1)
		printer.Kept(dep, "form", form)
		printer.Kept(dep, "lemma", lemma)
		printer.Kept(dep, "gpos", tag)
		printer.Kept(dep, "ppos", tag)
		form()
		lemma()
		tag()
		head, rel := sentence.HeadOf(dep)
		printer.Head(head)
		printer.Symbol(rel)
		printer.Kept(dep, "predicates", func() {})
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}
