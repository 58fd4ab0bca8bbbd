// Package srl holds the scores of semantic role labelling.
//
// New returns the measure of the CoNLL shared tasks of 2008 and 2009 on predicates and
// arguments that are words (eval09.pl 0.4; Hajič et al. 2009):
//
//	labeled     (predicate, argument, role) and (predicate, sense)
//	unlabeled   (predicate, argument) and (predicate)
//	proposition predicates whose sense and all arguments are right
//	macro_f1    of the means of semantic and syntactic precision and recall
//	micro_f1    over attachments, arguments and predicates
//
// Of PRED only the sense is compared, the part after its only point, not the lemma;
// numbers are compared as numbers. Attachments compare head and relation;
// SkipPunctuation leaves out those of words of punctuation (Unicode category P).
//
// NewSpan returns the measure of CoNLL 2004 and 2005 on arguments that are sequences of words
// (srl-eval.pl 2005/04/21; Carreras & Màrquez 2005). The verb itself, V, is reported
// separately. Propositions that only the system has are not counted, as in
// srl-eval.pl, unless Surplus is set.
//
// Words are compared by number if both sides have equally many, else through their
// characters; if the texts differ, nothing matches.
package srl

import (
	"strings"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/matchcount"
	"assay/treebank"
)

// Options of the measure over words. The zero value is eval09.pl without options.
type Options struct {
	SkipPunctuation bool // ignore attachments of words of punctuation
	Lemma           bool // compare the lemma of PRED besides its sense
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.SkipPunctuation, "punctuation", "keep", "unicode",
			"attachments of words of punctuation count; those of Unicode category P do not (eval09.pl -p)"),
		entry.Flag(&opt.Lemma, "lemma", "ignore", "compare",
			"whether the lemma in PRED, before its point, must be equal too; eval09.pl ignores it"),
	}
}

// Columns: gold, system and matched of all items (those labelled), of labelled and unlabelled
// ones and of propositions, attachments, then columns for the whole sentence.
const (
	colAll = 3 * iota
	colLabeled
	colUnlabeled
	colPropositions
	colWords
)

const (
	colHeads = colWords + 1 + iota
	colAttachments
	colSentences
	colExactSemantics
	colExactSyntax
	colExact
)

// New returns the measure over words with these options.
func New(opt Options) *eval.Measure {
	layout := matchcount.New("", "labeled_", "unlabeled_", "proposition_")
	layout.PRF[2].Unlabelled = true
	semantics, syntax := []int{colAll, colAll + 1, colAll + 2, colSentences}, []int{colWords, colAttachments, colSentences}
	return &eval.Measure{
		Causes:    mistake.Predicates(),
		Name:      "srl",
		Signature: "srl" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns: append(append(layout.Columns, eval.Columns("words", "heads", "attachments", "sentences")...),
			eval.Column{Name: "exact_semantics", From: semantics},
			eval.Column{Name: "exact_syntax", From: syntax},
			eval.Column{Name: "exact", From: append(semantics, syntax...)}),
		PRF:        layout.PRF,
		Formulas:   formulas(layout.PRF),
		Items:      colAll,
		Reads:      treebank.Arcs | treebank.Relations | treebank.Roles,
		Close:      closeRow,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

// formulas returns precision, recall and F1 of semantics, the scores of semantics and syntax
// together, and those of syntax and of whole sentences.
func formulas(prf []eval.PRF) (out []eval.Formula) {
	for _, g := range prf[1:] {
		out = append(out, eval.Mark(g.Formulas(), true, "labeled_f1")...)
	}
	out = append(out, joint("", colLabeled, colAttachments)...)
	out[11].Main = true // macro_f1
	out = append(out, joint("unlabeled_", colUnlabeled, colHeads)...)
	words, sentences := eval.Plus(colWords), eval.Plus(colSentences)
	out = append(out,
		eval.Ratio("labeled_attachment", eval.Plus(colAttachments), words),
		eval.Ratio("unlabeled_attachment", eval.Plus(colHeads), words),
		eval.Ratio("exact_semantics", eval.Plus(colExactSemantics), sentences),
		eval.Ratio("exact_syntax", eval.Plus(colExactSyntax), sentences),
		eval.Ratio("exact_match", eval.Plus(colExact), sentences))
	for i := range out {
		out[i].Unlabelled = strings.HasPrefix(out[i].Name, "unlabeled_")
	}
	return out
}

// joint returns the macro and micro scores of semantics, whose columns begin at gold, and of
// attached words. Macro scores are no fractions: precision is the mean of the precision of
// semantics and the share of attached words.
func joint(prefix string, gold, attached int) []eval.Formula {
	system, matched := gold+1, gold+2
	mean := func(r []float64, of int) float64 { return (r[matched]/r[of] + r[attached]/r[colWords]) / 2 }
	out := []eval.Formula{
		{Name: prefix + "macro_precision", Func: func(r []float64) float64 { return mean(r, system) }},
		{Name: prefix + "macro_recall", Func: func(r []float64) float64 { return mean(r, gold) }},
		{Name: prefix + "macro_f1", Func: func(r []float64) float64 {
			p, r1 := mean(r, system), mean(r, gold)
			return 2 * p * r1 / (p + r1)
		}},
	}
	for i, reads := range [][]int{{system}, {gold}, {gold, system}} {
		out[i].Rate, out[i].Reads = true, append(reads, matched, attached, colWords)
	}
	right := eval.Plus(attached, matched)
	return append(out,
		eval.Ratio(prefix+"micro_precision", right, eval.Plus(colWords, system)),
		eval.Ratio(prefix+"micro_recall", right, eval.Plus(colWords, gold)),
		eval.Ratio(prefix+"micro_f1", right.Times(2), append(eval.Plus(colWords).Times(2), eval.Plus(gold, system)...)))
}

// sense returns the part of PRED to compare: the part after its only point.
func sense(pred string) string {
	lemma, after, ok := strings.Cut(pred, ".")
	if ok && lemma != "" && after != "" && !strings.Contains(after, ".") {
		pred = after
	}
	if digits := strings.TrimLeft(pred, "0"); strings.Trim(pred, "0123456789") == "" {
		if digits == "" {
			return "0"
		}
		return digits
	}
	return pred
}
