// Package srl holds the scores of semantic role labelling.
//
// Metric is the measure of the CoNLL shared tasks of 2008 and 2009 on predicates and
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
// Span is the measure of CoNLL 2004 and 2005 on arguments that are sequences of words
// (srl-eval.pl 2005/04/21; Carreras & Màrquez 2005). The verb itself, V, is reported
// separately. Propositions that only the system has are not counted, as in
// srl-eval.pl, unless Surplus is set.
//
// Words are compared by number if both sides have equally many, else through their
// characters; if the texts differ, nothing matches.
package srl

import (
	"assay/treebank"
	"strings"

	"assay/eval"
)

// Options of Metric. The zero value is eval09.pl without options.
type Options struct {
	SkipPunctuation bool // ignore attachments of words of punctuation
	Lemma           bool // compare the lemma of PRED besides its sense
}

// The columns by name: labelled and unlabelled items, propositions, attachments, then
// columns for the whole sentence.
var columnNames = []string{
	"gold", "system", "matched", "labeled_gold", "labeled_system", "labeled_matched", "unlabeled_gold", "unlabeled_system", "unlabeled_matched",
	"proposition_gold", "proposition_system", "proposition_matched", "words", "heads", "attachments", "sentences", "exact_semantics", "exact_syntax", "exact",
}

const (
	colAll          = 0 // gold, system and matched, as labelled
	colLabeled      = 3
	colUnlabeled    = 6
	colPropositions = 9
	colWords        = iota + 8
	colHeads
	colAttachments
	colSentences
	colExactSemantics
	colExactSyntax
	colExact
)

// Metric is the measure over words.
type Metric struct{ Options }

// Name returns "srl".
func (Metric) Name() string { return "srl" }

// Signature names all options.
func (m Metric) Signature() string {
	return "srl|punctuation:" + map[bool]string{false: "keep", true: "unicode"}[m.SkipPunctuation] +
		"|lemma:" + map[bool]string{false: "ignore", true: "compare"}[m.Lemma] + eval.PlainText
}

// Reads names the layers that the measure reads.
func (Metric) Reads() treebank.Layer { return treebank.Arcs | treebank.Relations | treebank.Roles }

// Columns names the counts.
func (Metric) Columns() []string { return columnNames }

// Scores returns the figures.
func (Metric) Scores(sum []float64) []eval.Score {
	var out []eval.Score
	for k, prefix := range []string{"labeled_", "unlabeled_", "proposition_"} {
		c := sum[3*(k+1):]
		p, r, f := eval.MainRatio(prefix+"precision", c[2], c[1]), eval.MainRatio(prefix+"recall", c[2], c[0]), eval.MainRatio(prefix+"f1", 2*c[2], c[0]+c[1])
		f.Headline = k == 0
		out = append(out, p, r, f)
	}
	for k, prefix := range []string{"", "unlabeled_"} {
		c, attached := sum[3*(k+1):], sum[colAttachments]
		if k == 1 {
			attached = sum[colHeads]
		}
		p, r := (c[2]/c[1]+attached/sum[colWords])/2, (c[2]/c[0]+attached/sum[colWords])/2
		out = append(out,
			eval.Score{Name: prefix + "macro_precision", Value: p, Rate: true}, eval.Score{Name: prefix + "macro_recall", Value: r, Rate: true},
			eval.Score{Name: prefix + "macro_f1", Value: 2 * p * r / (p + r), Rate: true, Main: k == 0},
			eval.Ratio(prefix+"micro_precision", attached+c[2], sum[colWords]+c[1]), eval.Ratio(prefix+"micro_recall", attached+c[2], sum[colWords]+c[0]),
			eval.Ratio(prefix+"micro_f1", 2*(attached+c[2]), 2*sum[colWords]+c[0]+c[1]))
	}
	return append(out,
		eval.Ratio("labeled_attachment", sum[colAttachments], sum[colWords]), eval.Ratio("unlabeled_attachment", sum[colHeads], sum[colWords]),
		eval.Ratio("exact_semantics", sum[colExactSemantics], sum[colSentences]), eval.Ratio("exact_syntax", sum[colExactSyntax], sum[colSentences]),
		eval.Ratio("exact_match", sum[colExact], sum[colSentences]))
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

// Unlabelled names the scores without roles, senses and relations.
func (m Metric) Unlabelled() (names []string) {
	for _, s := range m.Scores(make([]float64, len(columnNames))) {
		if strings.HasPrefix(s.Name, "unlabeled_") {
			names = append(names, s.Name)
		}
	}
	return names
}
