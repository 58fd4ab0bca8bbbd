// Package evalb is the measure evalb: the scores of the program EVALB by Satoshi
// Sekine and Michael Collins (version 20080701, with the changes of 2013),
// reimplemented. Package compat/evalb reproduces the program itself, byte for byte.
//
// Labelled brackets (begin, end, label) of gold and system are compared as multisets:
//
//	recall    = matched / brackets of gold
//	precision = matched / brackets of the system
//	f1        = 2 matched / (gold + system)
//
// A parameter file lists the words and brackets to leave out and the labels to treat
// as equal. Labels of phrases are cut at the first - or =, tags are not (see
// Functions); words are left out by each tree's own tag; a bracket that crosses any
// of gold counts once; a sentence is complete if all brackets match. Averages are
// over the sentences scored. The scores with _cutoff are for sentences of at most
// CUTOFF_LEN words.
//
// Pairs that EVALB reports as errors (words differ) or skips (no words left) are
// unscorable, and are left out of the figures unless --on-error changes this.
//
// It differs from the program only outside of the definition: lines, words, brackets
// and labels may have any length; a tree may have many lines; a tree with unbalanced
// brackets is an error and never scored; the unlabelled root ( (S ...)) does not
// count; no input ends the run; discontinuous phrases are compared by their words;
// comments may follow a value in a parameter file, and disco-dop's DELETE_WORD and
// DISC_ONLY are supported.
package evalb

import (
	"fmt"
	"slices"

	"assay/eval"
	"assay/measures/internal/span"
)

// Options of the measure. The zero value is EVALB without a parameter file, but with
// cutoff 0; see Params.
type Options struct {
	Params
	Characters bool // where words differ, compare brackets by characters
	ByGold     bool // gold decides which words are punctuation, on both sides
	CountRoot  bool // count the unlabelled root of ( (S ...)), as the program does
	Transitive bool // EQ_LABEL A B and B C make A and C equal
	Functions  Functions
}

// Functions is the treatment of functions after labels, as in NP-SBJ=2.
type Functions uint8

// The treatments.
const (
	CutLabels Functions = iota // cut labels of phrases, but not tags, as the program does
	CutAll                     // cut tags too
	KeepAll                    // compare whole labels
)

// String returns the value used by options and signatures.
func (f Functions) String() string { return [...]string{"cut", "cut-tags", "keep"}[f] }

// The columns of a row: first for all sentences, then for the short ones.
const (
	colGold = iota
	colSystem
	colMatched
	colCrossing
	colWords
	colTags
	colComplete
	colNoCrossing
	colTwoOrLess
	colScored
	columns
	colCharacters = 2 * columns
)

var names = [columns]string{"gold", "system", "matched", "crossing", "words", "tags",
	"complete", "uncrossed", "crossed_twice_at_most", "scored"}

// Metric is the measure with its options.
type Metric struct {
	opt      Options
	warnings []error
}

// New returns the measure with these options.
func New(opt Options) *Metric { return &Metric{opt: opt} }

// Warn adds warnings about the parameter file.
func (m *Metric) Warn(w []error) *Metric {
	m.warnings = append(m.warnings, w...)
	return m
}

// Warnings returns the warnings about the parameter file.
func (m *Metric) Warnings() []error { return m.warnings }

// Name is "evalb".
func (m *Metric) Name() string { return "evalb" }

// Signature names all options that change the figures.
func (m *Metric) Signature() string {
	opt := m.opt
	spans, punctuation, equal, labels, root := "words", "own", "listed", "yes", "skip"
	if opt.CountRoot {
		root = "count"
	}
	if opt.Unlabelled {
		labels = "no"
	}
	if opt.Characters {
		spans = "characters"
	}
	if opt.ByGold {
		punctuation = "gold"
	}
	if opt.Transitive {
		equal = "transitive"
	}
	return fmt.Sprintf("evalb|prm:%s|labelled:%s|functions:%s|cutoff:%d|spans:%s|delete:%s|equal:%s|root:%s", opt.Name, labels, opt.Functions, opt.CutoffLen, spans, punctuation, equal, root)
}

// Columns names the counts.
func (m *Metric) Columns() []string {
	out := append([]string{}, names[:]...)
	for _, n := range names {
		out = append(out, n+"_cutoff")
	}
	return append(out, "by_characters")
}

// DefaultOnError is Skip: EVALB leaves out pairs that it cannot score.
func (m *Metric) DefaultOnError() eval.OnError { return eval.OnErrorSkip }

// Rules returns the rules of the comparison.
func (m *Metric) Rules() span.Rules {
	o := m.opt
	return span.Rules{
		Labelled: !o.Unlabelled, Trim: o.Functions != KeepAll, TrimTags: o.Functions == CutAll, NoRoot: !o.CountRoot, SkipFlat: o.DiscOnly,
		DeleteTags: o.Delete, DeleteLabels: o.Delete, DeleteWords: o.DeleteWords,
		Uncounted: o.ForLength, Quotes: o.Quotes, EqualLabels: o.EqualLabels, EqualWords: o.EqualWords,
		Transitive: o.Transitive, ByGold: o.ByGold, Characters: o.Characters,
	}
}

// Deletes reports whether brackets with the label are left out.
func (m *Metric) Deletes(label string) bool { return slices.Contains(m.opt.Delete, label) }

// NewCounter returns a counter for one goroutine.
func (m *Metric) NewCounter() eval.Counter {
	return &counter{metric: m, spans: span.NewComparer(m.Rules())}
}

// Scores turns a sum of rows into EVALB's summary.
func (m *Metric) Scores(sum []float64) []eval.Score {
	return append(block(sum[:columns], ""), block(sum[columns:2*columns], "_cutoff")...)
}

func block(s []float64, suffix string) []eval.Score {
	crossing := eval.Ratio("average_crossing"+suffix, s[colCrossing], s[colScored])
	crossing.Rate, crossing.Lower = false, true
	out := []eval.Score{
		eval.Ratio("recall"+suffix, s[colMatched], s[colGold]),
		eval.Ratio("precision"+suffix, s[colMatched], s[colSystem]),
		eval.Ratio("f1"+suffix, 2*s[colMatched], s[colGold]+s[colSystem]),
		eval.Ratio("complete_match"+suffix, s[colComplete], s[colScored]),
		crossing,
		eval.Ratio("no_crossing"+suffix, s[colNoCrossing], s[colScored]),
		eval.Ratio("two_or_less_crossing"+suffix, s[colTwoOrLess], s[colScored]),
		eval.Ratio("tagging_accuracy"+suffix, s[colTags], s[colWords]),
	}
	if suffix == "" {
		for i := range out {
			out[i].Main, out[i].Headline = i < 4 || i == 7, i == 2
		}
	}
	return out
}

type counter struct {
	metric *Metric
	spans  *span.Comparer
	now    adds // Adds of an item
	mended adds // its Adds if it were right
}

// compare compares p and reports whether it is short.
func (c *counter) compare(p *eval.Pair) (short bool, err error) {
	if err := c.spans.Compare(p); err != nil {
		return false, err
	}
	if !p.System.Missing && len(c.spans.System.Words) == 0 {
		return false, span.ErrNoWords
	}
	return int(c.spans.Length) <= c.metric.opt.CutoffLen, nil
}

// Count adds the counts of p to row, which must be zero.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	short, err := c.compare(p)
	if err != nil {
		return err
	}
	c.count(row, short)
	return nil
}

// count adds the compared brackets to an empty row.
func (c *counter) count(row []float64, short bool) {
	matched, crossing := 0, 0
	for i := range c.spans.System.Brackets {
		b := &c.spans.System.Brackets[i]
		if b.Match >= 0 {
			matched++
		}
		if b.Cross >= 0 {
			crossing++
		}
	}
	row[colGold] += float64(len(c.spans.Gold.Brackets))
	row[colSystem] += float64(len(c.spans.System.Brackets))
	row[colMatched] += float64(matched)
	row[colCrossing] += float64(crossing)
	row[colWords] += float64(len(c.spans.Gold.Words))
	row[colTags] += float64(c.spans.Tags)
	if short {
		copy(row[columns:columns+colComplete], row[:colComplete])
	}
	if c.spans.Characters {
		row[colCharacters]++
	}
	c.Close(row)
}

// Errors counts pair and yields the errors.
func (c *counter) Errors(row []float64, pair *eval.Pair, yield func(*eval.Item)) error {
	short, err := c.compare(pair)
	if err != nil {
		return err
	}
	c.count(row, short)
	c.spans.Errors(pair, func(it *eval.Item, event span.Event, _, _ int) {
		c.adds(it, event, short)
		yield(it)
	})
	return nil
}

// Close sets the columns for the whole sentence.
func (c *counter) Close(row []float64) {
	closeBlock(row[:columns])
	closeBlock(row[columns : 2*columns])
}

func closeBlock(r []float64) {
	if r[colGold]+r[colSystem]+r[colWords] == 0 {
		return
	}
	r[colScored] = 1
	r[colComplete], r[colNoCrossing], r[colTwoOrLess] = 0, 0, 0
	if r[colMatched] == r[colGold] && r[colMatched] == r[colSystem] {
		r[colComplete] = 1
	}
	if r[colCrossing] == 0 {
		r[colNoCrossing] = 1
	}
	if r[colCrossing] <= 2 {
		r[colTwoOrLess] = 1
	}
}

// Explain yields the brackets of both sides and the words.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	short, err := c.compare(p)
	if err != nil {
		return err
	}
	c.spans.Items(p, func(it *eval.Item, event span.Event, _, _ int) {
		c.adds(it, event, short)
		yield(it)
	})
	return nil
}

// adds sets the Adds of an item, and its Mended.
func (c *counter) adds(it *eval.Item, event span.Event, short bool) {
	c.now.short, c.mended.short = short, short
	switch event {
	case span.Matched:
		it.Adds = c.now.of(colGold, colSystem, colMatched)
	case span.Lost:
		it.Adds, it.Mended = c.now.of(colGold), c.mended.of(colGold, colSystem, colMatched)
	case span.Extra:
		it.Adds = c.now.of(colSystem)
	case span.Crossing:
		it.Adds = c.now.of(colSystem, colCrossing)
	case span.SameTag:
		it.Adds = c.now.of(colWords, colTags)
	case span.OtherTag:
		it.Adds, it.Mended = c.now.of(colWords), c.mended.of(colWords, colTags)
	case span.ByCharacters:
		c.now.list = append(c.now.list[:0], eval.Add{Column: colCharacters, N: 1})
		it.Adds = c.now.list
	}
}

// adds is a reusable list of Adds.
type adds struct {
	list  []eval.Add
	short bool
}

// of returns an Add of one for each column, and for its column of short sentences.
func (a *adds) of(cols ...int) []eval.Add {
	a.list = a.list[:0]
	for _, col := range cols {
		a.list = append(a.list, eval.Add{Column: col, N: 1})
		if a.short {
			a.list = append(a.list, eval.Add{Column: columns + col, N: 1})
		}
	}
	return a.list
}
