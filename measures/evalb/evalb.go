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
// unscorable, and are left out of the figures unless option eval.OnErrorOption changes this.
//
// It differs from the program only outside of the definition: lines, words, brackets
// and labels may have any length; a tree may have many lines; a tree with unbalanced
// brackets is an error and never scored; no input ends the run; discontinuous phrases are compared by their words;
// comments may follow a value in a parameter file, and disco-dop's DELETE_WORD and
// DISC_ONLY are supported.
package evalb

import (
	"math"
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/span"
)

// Options of the measure. The zero value is EVALB without a parameter file, but with
// cutoff 0; see Params.
type Options struct {
	Params
	Characters bool // where words differ, compare brackets by characters
	ByGold     bool // gold decides which words are punctuation, on both sides
	SkipRoot   bool // leave out the unlabelled root of ( (S ...)), which the program counts as a bracket
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
	CutHash                    // cut labels and tags at the first -, = or #, as EVALB_SPMRL does
)

// String returns the value used by options and signatures.
func (f Functions) String() string { return [...]string{"cut", "cut-tags", "keep", "cut-hash"}[f] }

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

// New returns the measure with these options, and with warnings about the parameter file.
func New(opt Options, warnings ...error) *eval.Measure {
	return &eval.Measure{
		Causes:    mistake.Phrases(!opt.Unlabelled),
		Name:      "evalb",
		Signature: opt.signature(),
		Columns:   rowColumns(),
		PRF: []eval.PRF{
			{Gold: colGold, System: colSystem, Matched: colMatched, Main: true},
			{After: "_cutoff", Gold: columns + colGold, System: columns + colSystem, Matched: columns + colMatched},
		},
		Formulas:   append(eval.Mark(block(0, ""), false, "f1"), block(columns, "_cutoff")...),
		Items:      colGold,
		OnError:    eval.OnErrorSkip, // EVALB leaves out pairs that it cannot score
		Continuous: !slices.Contains(opt.Delete, "VROOT"),
		Warnings:   warnings,
		Deletes: func(label string) bool {
			return label == "" && opt.SkipRoot || slices.Contains(opt.Delete, label)
		},
		Close: func(row []float64) {
			closeBlock(row[:columns])
			closeBlock(row[columns : 2*columns])
		},
		NewCounter: func() eval.Counter { return &counter{cutoff: opt.CutoffLen, spans: span.NewComparer(opt.Rules())} },
	}
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		span.Spans(&opt.Characters),
		entry.Flag(&opt.ByGold, "delete", "own", "gold",
			"tags that decide which words are left out: each tree's own, or those of gold"),
		entry.Flag(&opt.Transitive, "equal", "listed", "transitive",
			"whether EQ_LABEL A B and EQ_LABEL B C make A and C equal"),
		entry.Flag(&opt.SkipRoot, "root", "count", "skip",
			"whether the unlabelled root of ( (S ...)) is a bracket, as it is in EVALB"),
		entry.Number(&opt.CutoffLen, "cutoff", "a number of words", 0, math.MaxInt32,
			"CUTOFF_LEN, replaces that of the parameters").Else("0"),
		entry.Choice(&opt.Functions, "functions", "whether labels end at the first - or =; cut-tags: those of words too, "+
			"but for -LRB- and the like; cut-hash: both, at # too, as EVALB_SPMRL cuts NN##gen=f##", CutLabels, CutAll, CutHash, KeepAll),
		entry.Free("labels", "ignore: compare brackets without their labels", func() string { return "params" },
			func(value string) error { opt.Unlabelled = opt.Unlabelled || value == "ignore"; return nil }, "params", "ignore"),
	}
}

// signature names all options that change the figures.
func (opt Options) signature() string {
	labelled, settings := "yes", opt.Settings()
	if opt.Unlabelled {
		labelled = "no"
	}
	return "evalb|prm:" + opt.Name + "|labelled:" + labelled +
		entry.Cite(settings, "functions", "cutoff", "spans", "delete", "equal", "root")
}

// rowColumns returns the columns: each block has four that closeBlock sets.
func rowColumns() (out []eval.Column) {
	for block, suffix := range []string{"", "_cutoff"} {
		at := block * columns
		for i, name := range names {
			c := eval.Column{Name: name + suffix}
			switch i {
			case colComplete:
				c.From = []int{at + colGold, at + colSystem, at + colMatched}
			case colNoCrossing, colTwoOrLess:
				c.From = []int{at + colCrossing}
			case colScored:
				c.From, c.Presence = []int{at + colGold, at + colSystem, at + colWords}, true
			}
			out = append(out, c)
		}
	}
	return append(out, eval.Column{Name: "by_characters"})
}

// Rules returns the rules of the comparison.
func (opt Options) Rules() span.Rules {
	return span.Rules{
		Labelled: !opt.Unlabelled, Trim: opt.Functions != KeepAll, TrimTags: opt.Functions == CutAll,
		TrimHash: opt.Functions == CutHash,
		NoRoot:   opt.SkipRoot, SkipFlat: opt.DiscOnly,
		DeleteTags: opt.Delete, DeleteLabels: opt.Delete, DeleteWords: opt.DeleteWords,
		Uncounted: opt.ForLength, Quotes: opt.Quotes, EqualLabels: opt.EqualLabels, EqualWords: opt.EqualWords,
		Transitive: opt.Transitive, ByGold: opt.ByGold, Characters: opt.Characters,
	}
}

// block returns EVALB's summary of a block of columns.
func block(at int, suffix string) []eval.Formula {
	col := func(columns ...int) eval.Linear { return eval.Plus(columns...).Shift(at) }
	out := []eval.Formula{
		eval.Ratio("recall"+suffix, col(colMatched), col(colGold)),
		eval.Ratio("precision"+suffix, col(colMatched), col(colSystem)),
		eval.Ratio("f1"+suffix, col(colMatched).Times(2), col(colGold, colSystem)),
		eval.Ratio("complete_match"+suffix, col(colComplete), col(colScored)),
		eval.Ratio("average_crossing"+suffix, col(colCrossing), col(colScored)),
		eval.Ratio("no_crossing"+suffix, col(colNoCrossing), col(colScored)),
		eval.Ratio("two_or_less_crossing"+suffix, col(colTwoOrLess), col(colScored)),
		eval.Ratio("tagging_accuracy"+suffix, col(colTags), col(colWords)),
	}
	out[4].Rate, out[4].Lower = false, true
	for i := range out {
		out[i].Main = at == 0 && (i < 4 || i == 7)
	}
	return out
}

type counter struct {
	cutoff int
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
	return int(c.spans.Length) <= c.cutoff, nil
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
	closeBlock(row[:columns])
	closeBlock(row[columns : 2*columns])
}

// List counts pair and yields the errors, or all items if columns are wanted.
func (c *counter) List(row []float64, pair *eval.Pair, columns []bool, yield func(*eval.Item)) error {
	short, err := c.compare(pair)
	if err != nil {
		return err
	}
	c.count(row, short)
	list := c.spans.Errors
	if columns != nil {
		list = c.spans.Items
	}
	list(pair, func(it *eval.Item, event span.Event, _, _ int) {
		c.adds(it, event, short)
		yield(it)
	})
	return nil
}

// closeBlock sets the columns for the whole sentence.
func closeBlock(r []float64) {
	if r[colGold]+r[colSystem]+r[colWords] == 0 {
		return
	}
	r[colScored] = 1
	r[colComplete] = eval.One(r[colMatched] == r[colGold] && r[colMatched] == r[colSystem])
	r[colNoCrossing], r[colTwoOrLess] = eval.One(r[colCrossing] == 0), eval.One(r[colCrossing] <= 2)
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
