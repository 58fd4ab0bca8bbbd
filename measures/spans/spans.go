// Package spans is the measure spans: unlabelled brackets under the conventions of
// unsupervised constituency parsing.
//
// A bracket is a sequence of more than one word covered by a phrase; brackets of a
// sentence are a set. With G and S the sets of gold and system,
//
//	sentence_precision = |G and S| / |S|,  sentence_recall = |G and S| / |G|,
//	sentence_f1        = 2 P R / (P + R), each averaged over sentences
//	precision, recall, f1 from the sums over all sentences (corpus)
//	label_recall       = phrases of gold whose span is in S / phrases of gold;
//	                     by label it is the "label recall" of the papers
//
// The papers differ in the bracket around the whole sentence, in sentences of one or
// two words, in brackets that occur twice and in the average. Each difference is an
// option and part of the signature. The presets:
//
//	prpn, on-lstm         ON-LSTM (46d63cd), after PRPN (Shen et al. 2018, 2019)
//	compound-pcfg, urnng  compare_trees.py of Compound PCFG (4af1eb0), Kim et al. 2019
//	tn-pcfg               UF1 of TN-PCFG (fa519b5), Yang et al. 2021
//	klein                 Klein & Manning 2002, 2004, from the papers
//
// Presets keep known faults: compound-pcfg leaves out only the bracket that closes
// last. With a unary top, (S (VP ...)), gold then still has a bracket around the
// whole sentence, which no binary tree can miss or have; whole=drop is right. All but
// klein add 1e-8 to denominators, so that a perfect sentence has 0.999999995. tn-pcfg
// leaves out sentences for which the system has no bracket.
//
// The unlabelled root of ( (S ...)) is no bracket.
//
// A sentence whose words differ cannot be scored. Tags of the system do not matter. A
// step before scoring may remove words: prep ptb-words.
package spans

import (
	"math"
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/span"
)

// Whole is a treatment of the bracket around the whole sentence.
type Whole uint8

// The choices.
const (
	Drop Whole = iota // leave it out
	Last              // leave out only the phrase that closes last
	Keep              // count it
)

// String returns the value used by options and signatures.
func (w Whole) String() string { return [...]string{"drop", "last", "keep"}[w] }

// Empty is a treatment of sentences without a bracket in gold in the averages over
// sentences.
type Empty uint8

// The choices.
const (
	SkipEmpty Empty = iota // leave them out
	One                    // recall is 1, and precision too if the system has no bracket
	Zero                   // all figures are 0
)

// String returns the value used by options and signatures.
func (e Empty) String() string { return [...]string{"skip", "one", "zero"}[e] }

// Options of the measure. The zero value is the default.
type Options struct {
	Whole     Whole
	List      bool // count a bracket as often as it occurs in the corpus figures
	Sentence  bool // show averages over sentences first
	Empty     Empty
	Min, Max  int  // words of the shortest and longest sentence that counts; 0 is no limit
	Bracketed bool // count only sentences for which the system has a phrase
	Labels    bool // compare labels too
	Epsilon   bool // add 1e-8 to denominators
}

// The presets.
var (
	PRPN         = Options{Sentence: true, Empty: One, Epsilon: true}
	CompoundPCFG = Options{Whole: Last, Sentence: true, Empty: One, Min: 2, Max: 150, Epsilon: true}
	TNPCFG       = Options{List: true, Sentence: true, Empty: One, Bracketed: true, Epsilon: true}
	Klein        = Options{Min: 2}
)

// The columns of a row. Matched counts brackets of the system that gold has, found
// counts brackets of gold that the system has; the two differ only for lists.
const (
	colGold = iota
	colSystem
	colMatched
	colFound
	colGoldSet
	colSystemSet
	colMatchedSet
	colPhrases
	colPhrasesFound
	colScored
	colSentences
	colPrecision
	colRecall
	colF1
	columns
)

var names = []string{"gold", "system", "matched", "found", "gold_set", "system_set", "matched_set",
	"phrases", "phrases_found", "scored", "sentences", "sum_precision", "sum_recall", "sum_f1"}

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	columns := eval.Hide(eval.Columns(names...), colPrecision, colRecall, colF1)
	for i := colSentences; i <= colF1; i++ {
		columns[i].From = []int{colGoldSet, colSystemSet, colMatchedSet, colScored}
	}
	columns[colSentences].Presence = true
	return &eval.Measure{
		Causes:    mistake.Phrases(opt.Labels),
		Name:      "spans",
		Signature: "spans|" + opt.String() + eval.PlainText,
		Columns:   columns,
		PRF: []eval.PRF{
			{Gold: colGold, System: colSystem, Matched: colMatched, Main: true},
			{After: "_set", Gold: colGoldSet, System: colSystemSet, Matched: colMatchedSet},
		},
		Formulas:   opt.formulas(),
		Items:      colGold,
		Unlabelled: !opt.Labels,
		Close:      opt.closeRow,
		NewCounter: func() eval.Counter { return newCounter(opt) },
	}
}

// Settings returns the options, bound to their fields.
func (o *Options) Settings() []entry.Option {
	words := func(field *int, name, none, doc string) entry.Option {
		return entry.Number(field, name, "a number of words", 0, math.MaxInt32, doc).Else(none)
	}
	return []entry.Option{
		entry.Choice(&o.Whole, "whole",
			"bracket around the whole sentence: drop it, drop only the phrase that closes last, or count it", Drop, Last, Keep),
		entry.Flag(&o.List, "multiplicity", "set", "list",
			"whether equal brackets of a tree count once, or each in the corpus figures").As("brackets"),
		entry.Flag(&o.Sentence, "average", "corpus", "sentence", "mean that comes first; both are given"),
		entry.Choice(&o.Empty, "empty", "sentences without brackets in gold, in means over sentences: left out, recall 1, "+
			"or recall 0", SkipEmpty, One, Zero),
		words(&o.Min, "min", "0", "least number of words of a sentence that counts"),
		words(&o.Max, "max", "none", "greatest number of words of a sentence that counts"),
		entry.Flag(&o.Bracketed, "sentences", "all", "bracketed",
			"bracketed: leave out sentences for which the system has no phrase, as TN-PCFG does"),
		entry.Flag(&o.Labels, "labels", "no", "yes", "whether labels count"),
		entry.Flag(&o.Epsilon, "epsilon", "0", "1e-8",
			"number added to denominators, as programs do; a perfect sentence is then 0.999999995"),
	}
}

// String lists the options as signatures do.
func (o Options) String() string { return entry.Cite(o.Settings())[len("|"):] }

// formulas returns F1 over the corpus and over sentences, the chosen average first.
func (o Options) formulas() []eval.Formula {
	matched, sentences := eval.Plus(colMatched), eval.Plus(colSentences)
	wrong, lost := eval.Plus(colSystem).Minus(colMatched), eval.Plus(colGold).Minus(colFound)
	corpus := []eval.Formula{
		eval.Ratio("precision", matched, eval.Plus(colSystem)),
		eval.Ratio("recall", matched, append(matched[:1:1], lost...)),
		eval.Ratio("f1", matched.Times(2), slices.Concat(matched.Times(2), wrong, lost)),
	}
	sentence := []eval.Formula{
		eval.Ratio("sentence_precision", eval.Plus(colPrecision), sentences),
		eval.Ratio("sentence_recall", eval.Plus(colRecall), sentences),
		eval.Ratio("sentence_f1", eval.Plus(colF1), sentences),
	}
	first, second := corpus, sentence
	if o.Sentence {
		first, second = sentence, corpus
	}
	first, second[2].Main = eval.Mark(first, true, first[2].Name), true
	return append(slices.Concat(first, second), eval.MainRatio("label_recall", eval.Plus(colPhrasesFound),
		eval.Plus(colPhrases)))
}

// rules returns the rules of the comparison.
func (o Options) rules() span.Rules {
	return span.Rules{Set: true, PlainText: true, NoRoot: true, SkipOne: true, SkipWhole: o.Whole == Drop,
		SkipLast: o.Whole == Last, Labelled: o.Labels, Labels: true, Trim: true, DeleteTags: []string{span.Null}}
}

func newCounter(opt Options) *counter {
	return &counter{Options: opt, spans: span.NewComparer(opt.rules())}
}

type counter struct {
	Options
	spans *span.Comparer
	item  eval.Item
}

// compare compares pair and reports whether it counts.
func (c *counter) compare(pair *eval.Pair) (bool, error) {
	if err := c.spans.Compare(pair); err != nil {
		return false, err
	}
	n := len(c.spans.Gold.Words)
	if pair.Gold.Missing {
		n = len(c.spans.System.Words)
	}
	if n == 0 || n < c.Min || c.Max > 0 && n > c.Max {
		return false, nil
	}
	return !c.Bracketed || pair.System.Missing || len(pair.System.Phrases) > 0, nil
}

// times returns the number of times that bracket i counts in the corpus figures.
func (c *counter) times(d *span.Side, i int) float64 {
	if c.List {
		return float64(d.More[i].Times)
	}
	return 1
}

// Count adds the counts of p to row, which must be zero.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	counts, err := c.compare(p)
	if err != nil || !counts {
		return err
	}
	gold, system := &c.spans.Gold, &c.spans.System
	for i := range gold.Brackets {
		c.gold(row, i)
		if gold.Brackets[i].Match >= 0 {
			row[colMatchedSet]++
		}
	}
	for i := range system.Brackets {
		n := c.times(system, i)
		row[colSystem] += n
		if system.Brackets[i].Match >= 0 {
			row[colMatched] += n
		}
	}
	row[colGoldSet], row[colSystemSet] = float64(len(gold.Brackets)), float64(len(system.Brackets))
	for _, f := range gold.Folded {
		row[colPhrases]++
		if gold.Brackets[f.Bracket].Match >= 0 {
			row[colPhrasesFound]++
		}
	}
	row[colScored]++
	c.closeRow(row)
	return nil
}

// gold adds the counts of bracket i of gold to the corpus figures.
func (c *counter) gold(row []float64, i int) {
	n := c.times(&c.spans.Gold, i)
	row[colGold] += n
	row[colPhrases]++
	if c.spans.Gold.Brackets[i].Match >= 0 {
		row[colFound] += n
		row[colPhrasesFound]++
	}
}

// closeRow sets the columns for the whole sentence.
func (o Options) closeRow(row []float64) {
	copy(row[colSentences:columns], []float64{0, 0, 0, 0})
	gold, system, m := row[colGoldSet], row[colSystemSet], row[colMatchedSet]
	if row[colScored] == 0 && gold+system == 0 || gold == 0 && o.Empty == SkipEmpty {
		return
	}
	row[colSentences] = 1
	if gold == 0 && o.Empty == Zero {
		return
	}
	row[colPrecision], row[colRecall], row[colF1] = o.sentence(gold, system, m)
}

// sentence returns precision, recall and F1 of one sentence.
func (o Options) sentence(gold, system, m float64) (precision, recall, f1 float64) {
	e := 0.0
	if o.Epsilon {
		e = 1e-8
	}
	precision, recall = share(m, system+e), share(m, gold+e)
	if gold == 0 {
		recall = 1
		if system == 0 {
			precision = 1
		}
	}
	return precision, recall, share(2*precision*recall, precision+recall+e)
}

// share returns a/b, or 0 for 0/0.
func share(a, b float64) float64 {
	if b == 0 {
		return 0
	}
	return a / b
}

// Explain yields the brackets of both sides, phrases of gold with the same span as
// another one (part "unary"), and the sentence (part "sentence"), whose item only
// counts it.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	counts, err := c.compare(pair)
	if err != nil || !counts {
		return err
	}
	c.sentenceItem(pair, yield)
	c.spans.Items(pair, func(it *eval.Item, e span.Event, i, j int) {
		switch e {
		case span.Matched, span.Lost, span.Extra, span.Crossing:
			c.adds(it, i, j)
			yield(it)
		}
	})
	for _, f := range c.spans.Gold.Folded {
		c.folded(pair, f, yield)
	}
	return nil
}

// sentenceItem yields the item of the sentence.
func (c *counter) sentenceItem(p *eval.Pair, yield func(*eval.Item)) {
	ref := eval.Ref{Kind: eval.Token, Other: int32(len(p.Gold.Tokens))}
	it := eval.Item{Part: "sentence", Gold: ref, Adds: []eval.Add{{Column: colScored, N: 1}}}
	if p.Gold.Missing {
		ref.Other = int32(len(p.System.Tokens))
		it.Gold, it.System = eval.Ref{}, ref
	}
	yield(&it)
}

// adds sets the Adds of the item of bracket i of gold, or j of the system.
func (c *counter) adds(it *eval.Item, i, j int) {
	list := append(c.item.Adds[:0], eval.Add{})[:0]
	add := func(col int, n float64) { list = append(list, eval.Add{Column: col, N: n}) }
	if i >= 0 {
		n := c.times(&c.spans.Gold, i)
		add(colGold, n)
		add(colGoldSet, 1)
		add(colPhrases, 1)
		if it.Outcome == eval.Correct {
			add(colFound, n)
			add(colPhrasesFound, 1)
			add(colMatchedSet, 1)
			j = int(c.spans.Gold.Brackets[i].Match)
		} else {
			it.Mended = c.mended(n)
		}
	}
	if j >= 0 {
		n := c.times(&c.spans.System, j)
		add(colSystem, n)
		add(colSystemSet, 1)
		if it.Outcome == eval.Correct {
			add(colMatched, n)
		}
	}
	c.item.Adds, it.Adds = list, list
}

// mended returns the Adds of a bracket of gold that counts n times and is found by
// the system.
func (c *counter) mended(n float64) []eval.Add {
	out := c.item.Mended[:0]
	for _, col := range [...]int{colGold, colFound, colSystem, colMatched} {
		out = append(out, eval.Add{Column: col, N: n})
	}
	for _, col := range [...]int{colGoldSet, colSystemSet, colMatchedSet, colPhrases, colPhrasesFound} {
		out = append(out, eval.Add{Column: col, N: 1})
	}
	c.item.Mended = out
	return out
}

// folded yields a phrase of gold with the same span as a bracket.
func (c *counter) folded(pair *eval.Pair, fold span.Fold, yield func(*eval.Item)) {
	it := eval.Item{Part: "unary", Outcome: eval.Missing, Class: "missing",
		Gold: c.spans.Gold.Phrase(pair.Gold, fold.Phrase),
		Adds: []eval.Add{{Column: colPhrases, N: 1}}}
	right := []eval.Add{{Column: colPhrases, N: 1}, {Column: colPhrasesFound, N: 1}}
	if c.spans.Gold.Brackets[fold.Bracket].Match >= 0 {
		it.Outcome, it.Class, it.Adds = eval.Correct, "EM", right
		it.System = c.matched(pair, fold)
	} else {
		it.Mended = right
	}
	yield(&it)
}

// matched returns the reference to the system's bracket that matches a folded phrase.
func (c *counter) matched(p *eval.Pair, f span.Fold) eval.Ref {
	return c.spans.System.Phrase(p.System, c.spans.System.Brackets[c.spans.Gold.Brackets[f.Bracket].Match].Phrase)
}
