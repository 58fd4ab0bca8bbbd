// Package parseval is the measure parseval: brackets without labels, as in the
// crossing-bracket criterion (Black et al. 1991; Lin 1995 §2; Xiao 1997 §2.3), or
// with labels, and the shares of sentences without crossing brackets and with an
// exact match (Magerman 1995).
//
//	recall    = brackets of gold that the system has too / brackets of gold
//	precision = brackets of the system that gold has too / brackets of the system
//	f1        = 2 matched / (gold + system)
//
// The default is Lin's measure: brackets are a set, so that several phrases over the
// same words count once; brackets around one word and around the whole sentence
// count; labels do not. Empty elements (-NONE-) are not words. A bracket of the
// system crosses one of gold if they share words and each has words that the other
// lacks; the printed definitions of Lin and of Xiao cover only half of these cases
// (Options.Crossing = Lin). The brackets of discontinuous phrases are sets of words.
//
// A sentence has no crossing if it has an analysis and no bracket of the system
// crosses any of gold. An exact match has the brackets of gold and no others;
// exact_match_labels also has their labels, exact_match_tags also the tags of all
// words, which is Magerman's exact match.
//
// A pair with different words cannot be scored, except with spans=characters.
package parseval

import (
	"cmp"
	"fmt"
	"strings"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/span"
)

// Crossing is a way to count crossing brackets.
type Crossing int

// The ways to count.
const (
	BySystem Crossing = iota // brackets of the system that cross any of gold (EVALB, Lin's figures)
	ByGold                   // brackets of gold that any of the system crosses
	Pairs                    // pairs of brackets that cross
	Lin                      // pairs, by the printed definition: the system's bracket begins first
)

// String returns the value used by options and signatures.
func (c Crossing) String() string { return [...]string{"system", "gold", "pairs", "lin"}[c] }

// Options of the measure. The zero value is Lin's measure.
type Options struct {
	Labelled   bool     // compare labels
	Multiset   bool     // equal brackets of one tree count as often as they occur
	SkipRoot   bool     // the phrase with nothing above it does not count
	SkipOne    bool     // brackets around one word do not count
	Gapped     bool     // only brackets of discontinuous phrases count
	Erase      []string // names of Erasures, taken out of both trees first
	Crossing   Crossing // the crossings in crossing_per_sentence
	Functions  bool     // compare whole labels, not only up to the first - or =
	Characters bool     // compare brackets by the characters they cover, so that words may differ
}

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
	colCrossing
	colLabelled
	colWords
	colTags
	colSentences
	colNoCrossing
	colExact
	colExactLabels
	colExactTags
	colCharacters
	columns
)

var rowColumns = []eval.Column{
	colGold:        {Name: "gold"},
	colSystem:      {Name: "system"},
	colMatched:     {Name: "matched"},
	colCrossing:    {Name: "crossing"},
	colLabelled:    {Name: "labelled"},
	colWords:       {Name: "words"},
	colTags:        {Name: "tags"},
	colSentences:   {Name: "sentences"},
	colNoCrossing:  {Name: "uncrossed", From: []int{colGold, colSystem, colCrossing}},
	colExact:       {Name: "exact", From: []int{colGold, colSystem, colMatched}},
	colExactLabels: {Name: "exact_labels", From: []int{colExact, colLabelled}},
	colExactTags:   {Name: "exact_tags", From: []int{colExactLabels, colTags, colWords}},
	colCharacters:  {Name: "by_characters"},
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Labelled, "labels", "no", "yes", "whether labels are compared"),
		entry.Flag(&opt.Multiset, "brackets", "set", "multiset", "whether equal brackets of one tree count once"),
		entry.Flag(&opt.SkipRoot, "root", "count", "skip", "whether the topmost phrase counts"),
		entry.Flag(&opt.SkipOne, "single", "count", "skip", "whether brackets around one word count"),
		entry.Flag(&opt.Gapped, "gaps", "all", "only",
			"only: only brackets of discontinuous phrases count").Quiet(),
		entry.Free("erase", "words to take out of both trees; default null", opt.erasures, opt.setErasures),
		entry.Choice(&opt.Crossing, "crossing", "crossings counted: brackets of the system that cross, brackets of gold "+
			"that are crossed, pairs, or pairs by the printed definition of Lin and Xiao", BySystem, ByGold, Pairs, Lin),
		entry.Flag(&opt.Functions, "functions", "cut", "keep", "whether labels end at the first - or ="),
		span.Spans(&opt.Characters),
	}
}

func (opt *Options) erasures() string { return cmp.Or(strings.Join(opt.Erase, "+"), "none") }

func (opt *Options) setErasures(value string) error {
	switch value {
	case "none", "":
		opt.Erase = nil
	case "black":
		opt.Erase = ErasureNames()
	default:
		opt.Erase = strings.Split(value, "+")
	}
	for _, name := range opt.Erase {
		if erasure(name) == nil {
			return fmt.Errorf("unknown erasure %q; known are %s", name, strings.Join(ErasureNames(), ", "))
		}
	}
	return nil
}

// New returns the measure with these options. Erase must hold names of Erasures.
func New(opt Options) *eval.Measure {
	return &eval.Measure{
		Causes:    mistake.Phrases(opt.Labelled),
		Name:      "parseval",
		Signature: "parseval" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns:   rowColumns,
		PRF:       []eval.PRF{{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}},
		Formulas:  formulas(),
		Items:     colGold,
		Close:     closeRow,
		NewCounter: func() eval.Counter {
			return &counter{opt: opt, spans: span.NewComparer(opt.rules()),
				bracket: ones(colGold, colLabelled, colSystem, colMatched), tag: ones(colWords, colTags)}
		},
	}
}

// rules returns the rules of the comparison.
func (opt Options) rules() span.Rules {
	rules := span.Rules{
		Labelled: opt.Labelled, Set: !opt.Multiset, SkipRoot: opt.SkipRoot, SkipOne: opt.SkipOne, SkipFlat: opt.Gapped,
		NoRoot: opt.Labelled, Characters: opt.Characters, Pairs: opt.Crossing != BySystem, Labels: true,
		Trim: !opt.Functions, PlainText: true,
	}
	if len(opt.Erase) > 0 {
		rules.Erase = Eraser(opt.Erase)
	}
	return rules
}

func formulas() []eval.Formula {
	sentences := eval.Plus(colSentences)
	crossing := eval.MainRatio("crossing_per_sentence", eval.Plus(colCrossing), sentences)
	crossing.Rate, crossing.Lower = false, true
	return []eval.Formula{
		eval.MainRatio("recall", eval.Plus(colMatched), eval.Plus(colGold)),
		eval.MainRatio("precision", eval.Plus(colMatched), eval.Plus(colSystem)),
		eval.HeadlineRatio("f1", eval.Plus(colMatched).Times(2), eval.Plus(colGold, colSystem)),
		crossing,
		eval.MainRatio("no_crossing", eval.Plus(colNoCrossing), sentences),
		eval.MainRatio("exact_match", eval.Plus(colExact), sentences),
		eval.Ratio("exact_match_labels", eval.Plus(colExactLabels), sentences),
		eval.Ratio("exact_match_tags", eval.Plus(colExactTags), sentences),
	}
}

type counter struct {
	opt   Options
	spans *span.Comparer
	adds  []eval.Add
	// The Adds of a right bracket and of a right tag.
	bracket, tag []eval.Add
}

// ones returns Adds of one to each column.
func ones(columns ...int) (out []eval.Add) {
	for _, col := range columns {
		out = append(out, eval.Add{Column: col, N: 1})
	}
	return out
}

// crossings returns the contribution of bracket b of the system (or of gold) to the
// number of crossing brackets.
func (c *counter) crossings(b *span.Bracket, more *span.More, gold bool) float64 {
	switch {
	case c.opt.Crossing == BySystem && !gold, c.opt.Crossing == ByGold && gold:
		if b.Cross >= 0 {
			return 1
		}
	case c.opt.Crossing == Pairs && !gold:
		return float64(more.Crossings)
	case c.opt.Crossing == Lin && !gold:
		return float64(more.First)
	}
	return 0
}

// Count adds the counts of p to row, which must be zero.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if err := c.spans.Compare(p); err != nil {
		return err
	}
	gold, system := &c.spans.Gold, &c.spans.System
	row[colGold] += float64(len(gold.Brackets))
	row[colSystem] += float64(len(system.Brackets))
	for i := range gold.Brackets {
		bracket := &gold.Brackets[i]
		if bracket.Match >= 0 {
			row[colMatched]++
		}
		if gold.More[i].Labels {
			row[colLabelled]++
		}
		row[colCrossing] += c.crossings(bracket, &gold.More[i], true)
	}
	for i := range system.Brackets {
		row[colCrossing] += c.crossings(&system.Brackets[i], &system.More[i], false)
	}
	row[colWords] += float64(len(gold.Words))
	row[colTags] += float64(c.spans.Tags)
	if c.spans.Characters {
		row[colCharacters]++
	}
	closeRow(row)
	return nil
}

// List counts p and yields the errors, or all items if columns are wanted.
func (c *counter) List(row []float64, p *eval.Pair, columns []bool, yield func(*eval.Item)) error {
	if err := c.Count(row, p); err != nil {
		return err
	}
	list := c.spans.Errors
	if columns != nil {
		list = c.spans.Items
	}
	list(p, func(it *eval.Item, event span.Event, i, j int) {
		c.set(it, event, i, j)
		yield(it)
	})
	return nil
}

// closeRow sets the columns for the whole sentence.
func closeRow(r []float64) {
	r[colSentences] = 1
	analysed := r[colSystem] > 0 || r[colGold] == 0
	r[colNoCrossing] = eval.One(analysed && r[colCrossing] == 0)
	r[colExact] = eval.One(r[colMatched] == r[colGold] && r[colMatched] == r[colSystem])
	r[colExactLabels] = eval.One(r[colExact] == 1 && r[colLabelled] == r[colGold])
	r[colExactTags] = eval.One(r[colExactLabels] == 1 && r[colTags] == r[colWords])
}

// Explain yields the brackets of both sides and the words.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	if err := c.spans.Compare(p); err != nil {
		return err
	}
	c.spans.Items(p, func(it *eval.Item, event span.Event, i, j int) {
		c.set(it, event, i, j)
		yield(it)
	})
	return nil
}

// set sets the Adds of an item, and its Mended.
func (c *counter) set(it *eval.Item, event span.Event, i, j int) {
	c.adds = c.adds[:0]
	if i >= 0 {
		g := &c.spans.Gold
		c.add(colGold, 1)
		c.add(colCrossing, c.crossings(&g.Brackets[i], &g.More[i], true))
		if g.More[i].Labels {
			c.add(colLabelled, 1)
		}
	}
	if s := &c.spans.System; j >= 0 {
		c.add(colSystem, 1)
		c.add(colCrossing, c.crossings(&s.Brackets[j], &s.More[j], false))
	}
	switch event {
	case span.Matched:
		c.add(colMatched, 1)
	case span.Lost:
		it.Mended = c.bracket
	case span.SameTag:
		c.add(colWords, 1)
		c.add(colTags, 1)
	case span.OtherTag:
		c.add(colWords, 1)
		it.Mended = c.tag
	case span.ByCharacters:
		c.add(colCharacters, 1)
	}
	it.Adds = c.adds
}

// add appends to the Adds of the item.
func (c *counter) add(column int, n float64) {
	if n != 0 {
		c.adds = append(c.adds, eval.Add{Column: column, N: n})
	}
}
