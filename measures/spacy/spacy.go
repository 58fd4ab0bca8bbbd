// Package spacy is the measure spacy: the table of spacy evaluate (spaCy 3.8.15, spacy/scorer.py f69c32f7a).
//
//	tokens        tokens of the system with the characters of one of gold
//	token_acc     tokens of the system that lie in one token of gold / tokens of the system
//	tag pos       F1 over sets of a token of gold and the value of the system's token in it
//	morph lemma   the same; features are compared as a whole
//	uas las       F1 over sets of a token of gold, its head, and its relation in lower case
//	ents          F1 over sets of named entities, with their types
//	sents         F1 over sets of sentences
//
// Only tokens of the system that lie in one token of gold have values; an arc also needs such a head, else it is
// wrong. Two of them in one token with equal values are one. A token of gold without a value has none on either side.
// Words whose relation is p or punct have no arc, on each side by its own relation: a word that the parser alone calls
// punct is missing, not wrong. Documents of gold that give no entities, or no sentences, have none on either side.
//
// Repaired: spaCy keeps the numbers of gold's tokens without relation for all later documents, and counts white space
// of gold as tokens. A document whose text differs cannot be scored; spaCy ignores case there.
package spacy

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Entry describes the measure.
var Entry = entry.Entry{
	Name:   "spacy",
	Title:  "the table of spacy evaluate: TOK, TAG, POS, MORPH, LEMMA, UAS, LAS, NER, SENT",
	Source: "spaCy 3.8.15, spacy/scorer.py (MIT)",
	Doc: `token_acc = tokens of the system in one token of gold / tokens of the system. tag, pos, morph, lemma: F1 over
sets of a token of gold and the value of the system's token in it. uas, las: F1 over sets of a token, its
head and its relation in lower case; words labelled p or punct have no arc, on each side by its own label.
ents, sents: F1 over named entities with their types, and over sentences. What gold does not give is left
out on both sides. Differences from spaCy: a missing label is forgotten after its document, and tokens of
white space are left out of gold too. These are not the scores of CoNLL 2018 (measure ud): there
punctuation counts, relations have no subtypes, and words align by their characters one to one.`,
	Needs: treebank.Tags,
	Maker: entry.Plain(New),
}

// The rows.
const (
	rowTokens = iota
	rowTag
	rowPos
	rowMorph
	rowLemma
	rowUAS
	rowLAS
	rowEnts
	rowSents
	rowCount
)

var rowNames = [rowCount]string{"tokens", "tag", "pos", "morph", "lemma", "uas", "las", "ents", "sents"}

// The columns of a row; after the last one come those of token_acc.
const (
	gold = iota
	system
	matched
	perRow
)

const (
	colTokens = rowCount*perRow + iota // tokens of the system
	colInOne                           // those that lie in one token of gold
)

// New returns the measure.
func New() *eval.Measure {
	m := &eval.Measure{
		Name: "spacy", Signature: "spacy" + eval.PlainText,
		Items: rowLAS*perRow + gold,
		Brief: []string{"token_acc", "tag_f1", "uas_f1", "las_f1", "ents_f1"},
		// A wrong head is an error of las, and again of uas.
		Repeats:    []string{rowNames[rowUAS]},
		NewCounter: func() eval.Counter { return &counter{} },
		Omit:       omit,
	}
	accuracy := eval.MainRatio("token_acc", eval.Plus(colInOne), eval.Plus(colTokens))
	for row, name := range rowNames {
		at := row * perRow
		for _, c := range []string{"_gold", "_system", "_matched"} {
			m.Columns = append(m.Columns, eval.Column{Name: name + c})
		}
		prf := eval.PRF{Before: name + "_", Gold: at + gold, System: at + system, Matched: at + matched,
			Unlabelled: row == rowUAS, Main: row == rowLAS}
		m.PRF = append(m.PRF, prf)
		f := prf.Formulas()
		f[2].Main, f[2].Headline = true, row == rowLAS
		if row == rowTokens {
			m.Formulas = append(m.Formulas, accuracy)
		}
		m.Formulas = append(m.Formulas, f...)
	}
	m.Columns = append(m.Columns, eval.Columns("tokens", "tokens_in_one")...)
	return m
}

// omit leaves out the rows that neither side has.
func omit(sum []float64, _ uint64) (out []eval.Omission) {
	var empty []string
	for row, name := range rowNames {
		if at := row * perRow; sum[at+gold] == 0 && sum[at+system] == 0 {
			empty = append(empty, name+"_precision", name+"_recall", name+"_f1")
		}
	}
	if len(empty) > 0 && len(empty) < 3*rowCount {
		out = append(out, eval.Omission{Scores: empty, Why: "gold does not give them"})
	}
	return out
}
