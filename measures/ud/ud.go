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
// the official program, unless IgnoreBlanks is set. A pair whose sides have different texts cannot be scored; all others are.
package ud

import (
	"assay/eval"
	"sync"
)

// A Metric is the measure with its options. The zero value counts as the shared task
// does.
type Metric struct {
	// KeepSubtypes distinguishes nsubj:pass from nsubj.
	KeepSubtypes bool
	// RawFeatures compares all features unchanged, as CoNLL 2017 did.
	RawFeatures bool
	// IgnoreBlanks aligns the words of multiword tokens without regard to blanks in
	// their forms, which the official program compares.
	IgnoreBlanks bool
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

// Name returns "ud".
func (Metric) Name() string { return "ud" }

// Signature names the options.
func (m Metric) Signature() string {
	sig := "ud|subtypes:cut"
	if m.KeepSubtypes {
		sig = "ud|subtypes:keep"
	}
	if m.RawFeatures {
		sig += "|features:raw"
	} else {
		sig += "|features:universal"
	}
	if m.IgnoreBlanks {
		return sig + "|blanks:ignored"
	}
	return sig + "|blanks:official"
}

// Columns names the counts: those of each row in turn.
func (Metric) Columns() []string {
	var out []string
	for _, r := range rowNames {
		for _, c := range countNames {
			out = append(out, r+"_"+c)
		}
	}
	return out
}

// Scores returns precision, recall, f1 and aligned accuracy of each row. The
// first three rows have no aligned accuracy.
func (Metric) Scores(sum []float64) []eval.Score {
	out := make([]eval.Score, 0, 4*len(rowNames))
	for r := range rowNames {
		names := &scoreNames()[r]
		n := sum[r*perRow : (r+1)*perRow]
		f := eval.Ratio(names.f1, 2*n[correct], n[gold]+n[system])
		f.Main, f.Headline = true, r == rowLAS
		out = append(out,
			eval.Ratio(names.precision, n[correct], n[system]),
			eval.Ratio(names.recall, n[correct], n[gold]),
			f)
		if r > rowWords {
			out = append(out, eval.Ratio(names.aligned, n[correct], n[aligned]))
		}
	}
	return out
}

// scoreNames are the names of the scores of each row, built only once: pages and lists
// need the scores of every sentence.
var scoreNames = sync.OnceValue(func() *[len(rowNames)]struct{ precision, recall, f1, aligned string } {
	var all [len(rowNames)]struct{ precision, recall, f1, aligned string }
	for r, name := range rowNames {
		all[r].precision, all[r].recall, all[r].f1, all[r].aligned = name+"_precision", name+"_recall", name+"_f1", name+"_aligned"
	}
	return &all
})

// Brief returns the scores by which the shared tasks ranked systems, and UAS.
func (Metric) Brief() []string { return []string{"las_f1", "uas_f1", "mlas_f1", "blex_f1"} }

// Repeats names the parts whose errors UPOS, XPOS, UFeats, lemmas, LAS and ELAS have.
func (Metric) Repeats() []string {
	return []string{"alltags", "uas", "clas", "mlas", "blex", "eulas"}
}

// NewCounter returns a counter for one goroutine.
func (m Metric) NewCounter() eval.Counter { return &counter{Metric: m} }

// A counter counts pairs; it holds scratch memory and a cache of symbols.
type counter struct {
	Metric
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

// Close has nothing to set: items give all columns.
func (c *counter) Close([]float64) {}

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
