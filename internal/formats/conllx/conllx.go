// Package conllx reads and writes the format of the CoNLL shared tasks of 2006
// (CoNLL-X) and 2007 (Buchholz & Marsi 2006, Nivre et al. 2007).
//
// Ten columns between tabs: ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD
// PDEPREL; the last two may be absent, as in many parsers' output. CPOSTAG
// becomes Token.Tag, POSTAG Morph.Fine. PHEAD and PDEPREL are kept (Attr "phead"
// and "pdeprel") and written again, but not scored. HEAD 0 is
// treebank.Root, _ and ? are treebank.Unknown, a number beyond the sentence is
// treebank.Outside, with a note. A sentence ends at an empty line. A sentence
// cannot be read if a line has a wrong number of columns, a word number is out of
// order, or HEAD is not a number.
//
// Columns are split at tabs, so that a form may hold spaces; the official
// scorers split at any white space. Comments (#) are tolerated and kept.
//
// The tab format of MaltParser and Penn2Malt (.tab, .dp) is read too: FORM POSTAG
// HEAD and, if there is a fourth column, DEPREL; words have no ids.
package conllx

import (
	"bufio"

	"assay/internal/formats/internal/conll"
	"assay/treebank"
)

// Format is the format of CoNLL 2006 and 2007.
var Format = treebank.Format{
	Name:     "conllx",
	Title:    "CoNLL-X and CoNLL 2007, ten columns; the tab format of MaltParser",
	Source:   "Buchholz & Marsi 2006; Nivre et al. 2007",
	Ext:      []string{".conll", ".conllx", ".conll06", ".conll07", ".dep", ".dp", ".tab"},
	Layers:   treebank.Tags | treebank.Arcs | treebank.Relations | treebank.Morphology | treebank.Lemmas,
	Detect:   detect,
	Dialect:  dialect,
	Split:    split,
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
	colCPOS
	colPOS
	colFeats
	colHead
	colDeprel
	colPHead
	colPDeprel
	columnCount
)

const columnNames = "ID FORM LEMMA CPOSTAG POSTAG FEATS HEAD DEPREL PHEAD PDEPREL"

// detect looks at the first word line.
func detect(head []byte) bool {
	c := conll.First(head)
	return isTab(c) || (len(c) == 8 || len(c) == columnCount) && string(c[colID]) == "1" &&
		conll.Number(c[colHead]) && (len(c) == 8 || conll.Number(c[colPHead]))
}

// HasHead reports whether the first word of head has a number in the column of heads.
func HasHead(head []byte) bool {
	c := conll.First(head)
	return len(c) > colHead && string(c[colHead]) != "_" && string(c[colHead]) != "?" && conll.Number(c[colHead])
}

func parse(sentence *treebank.Sentence, text []byte) error {
	if sentence.Dialect == tab {
		return conll.Read(sentence, text, tabLayout, func(*conll.Reader, int32) {})
	}
	l := conll.Layout{Names: columnNames, Min: 8, Max: columnCount, Form: colForm, Lemma: colLemma,
		Tag: colCPOS, Fine: colPOS, Feats: colFeats, Head: colHead, Relation: colDeprel}
	return conll.Read(sentence, text, l, func(r *conll.Reader, dep int32) {
		r.Keep(colPHead, "phead", dep)
		r.Keep(colPDeprel, "pdeprel", dep)
	})
}

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	printer := conll.Printer{W: w, S: sentence}
	printer.Comments()
	for i := range sentence.Tokens {
		dep := int32(i)
		morph := printer.MorphOf(dep)
		printer.First(dep + 1)
		printer.Span(sentence.Tokens[i].Form)
		printer.Span(morph.Lemma)
		printer.Symbol(sentence.Tokens[i].Tag)
		printer.Symbol(morph.Fine)
		printer.Symbol(morph.Feats)
		head, rel := sentence.HeadOf(dep)
		printer.Head(head)
		printer.Symbol(rel)
		printer.Field(printer.Attr(dep, "phead"))
		printer.Field(printer.Attr(dep, "pdeprel"))
		w.WriteByte('\n')
	}
	return w.WriteByte('\n')
}
