// Package ud scores Universal Dependencies as the CoNLL 2018 shared task does (Zeman
// et al. 2018; conll18_ud_eval.py 1.2), and enhanced graphs as the IWPT shared tasks
// do.
//
// Words are aligned by the characters they cover (eval.Alignment). A row counts the
// words (or edges) of gold, those of the system, aligned pairs, and correct ones:
//
//	tokens sentences  spans that are the same on both sides
//	words             aligned words
//	upos xpos         aligned words with the same tag
//	ufeats            with the same features of the 21 universal ones
//	alltags           upos, xpos and ufeats
//	lemmas            with the same lemma; a gold word without lemma is right
//	uas las           with the same head, and relation without its subtype
//	clas mlas blex    las of content words; mlas also compares tag, features
//	                  and the function words below, blex the lemma
//	elas eulas        edges of the enhanced graph, the second without subtypes
//
// precision = correct / system, recall = correct / gold, f1 = 2 correct / (gold +
// system), aligned = correct / aligned. Content words are those with one of the 29
// content relations; for clas, mlas and blex the gold relation decides which aligned
// pairs count.
//
// Differences from the official programs: sentences with cycles, several roots or
// heads out of range are scored; an unknown head equals only an unknown one; each
// enhanced edge matches once, so that no score is above 100 %; and edges through
// empty nodes are first collapsed into paths, as enhanced_collapse_empty_nodes.pl
// does. Blanks in words do not count; in the words of multiword tokens they do, as in
// the official program, unless IgnoreBlanks is set. A pair whose sides have different texts cannot
// be scored; all others are.
package ud

import (
	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
)

// Options of the measure. The zero value counts as the shared task does.
type Options struct {
	// KeepSubtypes distinguishes nsubj:pass from nsubj.
	KeepSubtypes bool
	// RawFeatures compares all features unchanged, as CoNLL 2017 did.
	RawFeatures bool
	// IgnoreBlanks aligns the words of multiword tokens without regard to blanks in
	// their forms, which the official program compares.
	IgnoreBlanks bool
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.KeepSubtypes, "subtypes", "cut", "keep",
			"whether nsubj:pass is another relation than nsubj (not for elas and eulas)"),
		entry.Flag(&opt.RawFeatures, "features", "universal", "raw",
			"whether only universal features are compared, or all unchanged, as CoNLL 2017 did"),
		entry.Flag(&opt.IgnoreBlanks, "blanks", "official", "ignored",
			"whether blanks in words of multiword tokens count (as in the official program)"),
	}
}

// The rows.
const (
	rowTokens = iota
	rowSentences
	rowWords
	rowUPOS
	rowXPOS
	rowUFeats
	rowAllTags
	rowLemmas
	rowUAS
	rowLAS
	rowCLAS
	rowMLAS
	rowBLEX
	rowELAS
	rowEULAS
	rowCount
)

var rowNames = [rowCount]string{"tokens", "sentences", "words", "upos", "xpos", "ufeats", "alltags",
	"lemmas", "uas", "las", "clas", "mlas", "blex", "elas", "eulas"}

// The counts of a row, in this order.
const (
	correct = iota
	gold
	system
	aligned
	perRow
)

var countNames = [perRow]string{"correct", "gold", "system", "aligned"}

// A tally is the counts of one pair.
type tally [rowCount][perRow]int

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	m := &eval.Measure{
		Name:      "ud",
		Signature: "ud" + entry.Cite(opt.Settings()),
		Items:     rowLAS*perRow + gold,
		Causes:    mistake.Words(causes),
		// The scores by which the shared tasks ranked systems, and UAS.
		Brief: []string{"las_f1", "uas_f1", "mlas_f1", "blex_f1"},
		// The parts whose errors UPOS, XPOS, UFeats, lemmas, LAS and ELAS have.
		Repeats:    []string{"alltags", "uas", "clas", "mlas", "blex", "eulas"},
		Omit:       omit,
		Lost:       lost,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
	for r, name := range rowNames {
		for _, c := range countNames {
			m.Columns = append(m.Columns, eval.Column{Name: name + "_" + c})
		}
		at := r * perRow
		prf := eval.PRF{Before: name + "_", Gold: at + gold, System: at + system, Matched: at + correct, Main: r == rowLAS}
		m.PRF = append(m.PRF, prf)
		f := prf.Formulas()
		f[2].Main, f[2].Headline = true, r == rowLAS
		if r > rowWords {
			f = append(f, eval.Ratio(name+"_aligned", eval.Plus(at+correct), eval.Plus(at+aligned)))
		}
		m.Formulas = append(m.Formulas, f...)
	}
	return m
}

// causes are the decisions on a word that the items of each row need.
var causes = mistake.Parts{
	Heads:   []string{"uas", "las", "clas", "mlas", "blex"},
	Labels:  []string{"las", "clas", "mlas", "blex"},
	Tags:    [][]string{{"upos", "alltags", "mlas"}, {"xpos", "alltags"}, {"ufeats", "alltags", "mlas"}},
	Lemmas:  []string{"lemmas", "blex"},
	Markers: []string{"mlas"},
	Copies:  []string{"elas", "eulas"},
}

// A counter counts pairs; it holds scratch memory and a cache of symbols.
type counter struct {
	Options
	labels labels
	item   eval.Item
	graph  [2]graph
	spans  [2][]span
	wanted rows // of which correct items are yielded too

	// Of the pair last judged:
	tables   [2]table
	verdicts []verdict // by gold word
	spurious []class   // of the system's words that are not aligned
	wrong    []bool    // by gold word: the function words below it and its partner differ
	open     []int32   // gold words that are right for mlas if their function words are

	seen uint64 // see Seen
}

// align returns the alignment of the words of p under the options.
func (c *counter) align(p *eval.Pair) *eval.Alignment {
	if c.IgnoreBlanks {
		return p.AlignBlind()
	}
	return p.AlignExact()
}

// Count counts p. It agrees with the items of Explain.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	var t tally
	if err := c.tally(&t, p); err != nil {
		return err
	}
	t.add(row)
	return nil
}

// tally counts pair, or reports why it cannot.
func (c *counter) tally(tally *tally, pair *eval.Pair) error {
	if err := c.align(pair).Err; err != nil {
		return err
	}
	c.labels.reset(pair.Gold.Syms)
	c.countSpans(tally, pair)
	c.countWords(tally, pair)
	if len(pair.Gold.Enhanced)+len(pair.System.Enhanced) > 0 {
		c.countEdges(tally, pair)
	}
	return nil
}

// add adds t to row.
func (t *tally) add(row []float64) {
	for r := range t {
		for i, n := range t[r] {
			row[r*perRow+i] += float64(n)
		}
	}
}

// perfect reports whether everything in those rows is correct.
func (t *tally) perfect(rows ...int) bool {
	for _, r := range rows {
		if n := &t[r]; n[correct] != n[gold] || n[correct] != n[system] {
			return false
		}
	}
	return true
}
