// Package leafancestor is the measure leaf-ancestor (Sampson & Babarczy 2003, Natural
// Language Engineering 9(4)).
//
// The lineage of a word is the sequence of the labels of the phrases above it,
// without its tag, with marks at the boundaries of phrases: "(" before the highest
// phrase that begins with the word, ")" after the highest that ends with it; "[" and
// "]" likewise for the parts of a discontinuous phrase. With a and b the lineages of
// a word in gold and system,
//
//	similarity    = 1 - edits(a, b) / (|a| + |b|)
//	leaf_ancestor = mean over words; sentence_leaf_ancestor: over words, then
//	                over sentences
//
// where edits are insertions and deletions, 1 each, and substitutions, 2 each
// (Options.Substitution1 makes them 1). Variants in use: disco-dop (dd181a6)
// substitutes for 1 and averages over sentences; Stanford's has no marks either.
// Sampson and Babarczy's finer costs of similar labels are not offered.
//
// Empty elements (-NONE-) are not words; labels are cut at the first - or =; the
// unlabelled root does not count. A pair whose words differ cannot be scored, nor can
// one whose lineages are too long (ErrLarge); the words of a sentence without analysis have
// similarity 0.
package leafancestor

import (
	"errors"
	"slices"
	"strings"

	"assay/eval"
	"assay/measures/entry"
	"assay/measures/internal/span"
	"assay/treebank"
)

// Options of the measure. The zero value is Sampson & Babarczy's.
type Options struct {
	Substitution1 bool // a substitution costs 1, not 2
	NoMarks       bool // lineages have no marks
	Sentences     bool // the average over sentences is the headline
}

// The presets.
var (
	Discodop = Options{Substitution1: true, Sentences: true}
	Stanford = Options{Substitution1: true, NoMarks: true}
)

// The columns of a row.
const (
	colWords = iota
	colSum
	colSentences
	colMeans
	columns
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	return &eval.Measure{
		Name:      "leaf-ancestor",
		Signature: "leaf-ancestor" + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns: []eval.Column{
			colWords:     {Name: "words"},
			colSum:       {Name: "sum_similarity", Hidden: true},
			colSentences: {Name: "sentences", From: []int{colWords}, Presence: true},
			colMeans:     {Name: "sum_sentence_similarity", From: []int{colSum, colWords}, Hidden: true},
		},
		Formulas: opt.formulas(),
		Items:    colWords,
		Close:    closeRow,
		NewCounter: func() eval.Counter {
			return &counter{Options: opt, spans: span.NewComparer(span.Rules{DeleteTags: []string{span.Null}, PlainText: true,
				OnlyWords: true})}
		},
	}
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Substitution1, "substitution", "2", "1", "cost of a substitution"),
		entry.Flag(&opt.NoMarks, "marks", "yes", "no", "whether lineages show where phrases begin and end"),
		entry.Flag(&opt.Sentences, "average", "word", "sentence", "mean that comes first; both are given"),
	}
}

func (opt Options) formulas() []eval.Formula {
	out := []eval.Formula{
		eval.MainRatio("leaf_ancestor", eval.Plus(colSum), eval.Plus(colWords)),
		eval.MainRatio("sentence_leaf_ancestor", eval.Plus(colMeans), eval.Plus(colSentences)),
	}
	if opt.Sentences {
		slices.Reverse(out)
	}
	out[0].Headline = true
	return out
}

type counter struct {
	Options
	spans        *span.Comparer // of words alone
	gold, system Lineages
	labels       Labels
	edits        Edits
	depth        [2][]int32
}

// ErrLarge reports that a sentence is too long and too deep: the lineages of all words
// grow as words times depth, and the distances of two sides as words times both depths.
var ErrLarge = errors.New("the lineages of the words are too long for edit distances")

// The limits: labels in the lineages of one side, and steps of the edit distances, a
// second or so each.
const (
	mostLabels = 1 << 24
	mostSteps  = 1 << 30
)

// compare reads both sides of p.
func (c *counter) compare(p *eval.Pair) error {
	if err := c.spans.Compare(p); err != nil {
		return err
	}
	if c.large(p) {
		return ErrLarge
	}
	c.gold.Set(p.Gold, c.spans.Gold.Words, &c.labels, !c.NoMarks)
	c.system.Set(p.System, c.spans.System.Words, &c.labels, !c.NoMarks)
	return nil
}

// large reports whether p is over a limit.
func (c *counter) large(p *eval.Pair) bool {
	words, deepest := len(c.spans.Gold.Words), max(len(p.Gold.Phrases), len(p.System.Phrases))
	if max(words, len(c.spans.System.Words)) < 1<<10 && deepest < 1<<10 { // most sentences
		return false
	}
	var labels [2]int
	var deep [2][]int32
	for i, side := range [2]*span.Side{&c.spans.Gold, &c.spans.System} {
		s := [2]*treebank.Sentence{p.Gold, p.System}[i]
		deep[i] = depths(c.depth[i][:0], s)
		c.depth[i] = deep[i]
		for _, word := range side.Words {
			labels[i] += int(above(deep[i], s, word))
		}
	}
	if max(labels[0], labels[1]) > mostLabels {
		return true
	}
	if p.Gold.Missing || p.System.Missing {
		return false
	}
	steps := 0
	for k, word := range c.spans.Gold.Words {
		steps += int(above(deep[0], p.Gold, word)) * int(above(deep[1], p.System, c.spans.System.Words[k]))
	}
	return steps > mostSteps
}

// depths appends how many phrases are above the words of each phrase.
func depths(dst []int32, s *treebank.Sentence) []int32 {
	for i := range s.Phrases {
		d := int32(1)
		if up := s.Phrases[i].Parent; up >= 0 {
			d += dst[up]
		}
		dst = append(dst, d)
	}
	return dst
}

func above(depths []int32, s *treebank.Sentence, word int32) int32 {
	if up := s.Tokens[word].Parent; up >= 0 {
		return depths[up]
	}
	return 0
}

// similarity returns the similarity of the k-th word.
func (c *counter) similarity(p *eval.Pair, k int) float64 {
	if p.System.Missing {
		return 0
	}
	substitution := int32(2)
	if c.Substitution1 {
		substitution = 1
	}
	return c.edits.Similarity(c.gold.Of(k), c.system.Of(k), substitution)
}

// Count adds the counts of pair to row, which must be zero.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	for k := range c.spans.Gold.Words {
		row[colWords]++
		row[colSum] += c.similarity(pair, k)
	}
	closeRow(row)
	return nil
}

// closeRow sets the columns for the whole sentence.
func closeRow(row []float64) {
	row[colSentences], row[colMeans] = 0, 0
	if row[colWords] > 0 {
		row[colSentences], row[colMeans] = 1, row[colSum]/row[colWords]
	}
}

// Explain yields the words of gold.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	right := []eval.Add{{Column: colWords, N: 1}, {Column: colSum, N: 1}}
	for k, i := range c.spans.Gold.Words {
		it := eval.Item{Outcome: eval.Missing, Gold: eval.Ref{Kind: eval.Word, Index: i, Label: pair.Gold.Tokens[i].Tag},
			Mended: right}
		if !pair.System.Missing {
			j := c.spans.System.Words[k]
			it.Outcome, it.System = eval.Incorrect, eval.Ref{Kind: eval.Word, Index: j, Label: pair.System.Tokens[j].Tag}
		}
		similarity := c.similarity(pair, k)
		if it.Class = "lineage"; similarity == 1 {
			it.Outcome, it.Class = eval.Correct, ""
		}
		it.Adds = []eval.Add{{Column: colWords, N: 1}, {Column: colSum, N: similarity}}
		yield(&it)
	}
	return nil
}

// Labels numbers the labels of phrases, cut at the first - or =.
type Labels struct {
	syms *treebank.Symbols
	of   []int32 // by symbol: its number, 0 if unknown
	all  treebank.Symbols
}

// Number returns the number of a label of syms, 1 or more.
func (l *Labels) Number(syms *treebank.Symbols, symbol treebank.Symbol) int32 {
	if l.syms != syms {
		l.syms, l.of = syms, l.of[:0]
	}
	for int(symbol) >= len(l.of) {
		l.of = append(l.of, 0)
	}
	if l.of[symbol] == 0 {
		name := syms.Name(symbol)
		if i := strings.IndexAny(name, "-="); i >= 0 {
			name = name[:i]
		}
		l.of[symbol] = int32(l.all.InternString(name)) + 1
	}
	return l.of[symbol]
}

// The marks of lineages.
const (
	begin = -1 - iota
	end
	resume
	pause
)

// Lineages holds the lineages of the words of a sentence.
type Lineages struct {
	all         []int32
	from        []int32 // by word: index of its lineage in all
	first, last []int32 // by phrase: its first and last word, numbered among those that count
	chain       []int32
	numbers     []int32    // by phrase: the number of its label, 0 for the unlabelled root
	held        []int32    // by phrase: how many words it has, see extents
	gaps        bool       // a phrase lacks a word between its first and its last, so that near is needed
	near        [2][]int32 // by phrase: one more than the last word that has it above a word before, or after
}

// Of returns the lineage of the k-th word, from the top: label numbers, and negative
// numbers for marks.
func (l *Lineages) Of(k int) []int32 { return l.all[l.from[k]:l.from[k+1]] }

// Set computes the lineages of these tokens of sentence.
func (l *Lineages) Set(sentence *treebank.Sentence, words []int32, labels *Labels, marks bool) {
	if l.gaps = !l.extents(sentence, words); l.gaps {
		l.findNear(sentence, words)
	}
	l.numbers = l.numbers[:0]
	for p := range sentence.Phrases {
		number := int32(0)
		if phrase := &sentence.Phrases[p]; phrase.Parent >= 0 || phrase.Label != 0 {
			number = labels.Number(sentence.Syms, phrase.Label)
		}
		l.numbers = append(l.numbers, number)
	}
	l.all, l.from = l.all[:0], append(l.from[:0], 0)
	for k := range words {
		if l.gaps {
			l.stampNear(sentence, words, k)
		}
		l.chain = ancestors(l.chain[:0], sentence, words[k])
		if l.gaps || !marks {
			l.word(int32(k), marks)
		} else {
			l.wordWithoutGaps(int32(k))
		}
		l.from = append(l.from, int32(len(l.all)))
	}
}

// extents finds the first and last word of each phrase, and reports whether all phrases hold every
// word between these. Then a phrase is above the word before another exactly if it begins earlier,
// so that nothing else need be looked for. It takes phrases that come after their parents, else it
// reports false.
func (l *Lineages) extents(sentence *treebank.Sentence, words []int32) bool {
	n := len(sentence.Phrases)
	l.first, l.last = slices.Grow(l.first[:0], n)[:n], slices.Grow(l.last[:0], n)[:n]
	l.held = slices.Grow(l.held[:0], n)[:n]
	for p := range n {
		l.first[p], l.last[p], l.held[p] = -1, -1, 0
	}
	for k, i := range words {
		if p := sentence.Tokens[i].Parent; p >= 0 {
			l.last[p] = int32(k)
			if l.held[p]++; l.first[p] < 0 {
				l.first[p] = int32(k)
			}
		}
	}
	for p := n - 1; p >= 0; p-- {
		if l.held[p] == 0 {
			continue
		}
		up := sentence.Phrases[p].Parent
		if l.held[p] != l.last[p]-l.first[p]+1 || int(up) >= p {
			return false
		}
		if up < 0 {
			continue
		}
		l.held[up], l.last[up] = l.held[up]+l.held[p], max(l.last[up], l.last[p])
		if l.first[up] < 0 || l.first[p] < l.first[up] {
			l.first[up] = l.first[p]
		}
	}
	return true
}

// findNear finds the first and last word of each phrase in any tree, and makes room for near.
func (l *Lineages) findNear(sentence *treebank.Sentence, words []int32) {
	for p := range sentence.Phrases {
		l.first[p], l.last[p] = -1, -1
	}
	for k, i := range words {
		for up := sentence.Tokens[i].Parent; up >= 0; up = sentence.Phrases[up].Parent {
			if l.first[up] < 0 {
				l.first[up] = int32(k)
			}
			l.last[up] = int32(k)
		}
	}
	for side := range l.near {
		l.near[side] = append(l.near[side][:0], make([]int32, len(sentence.Phrases))...)
	}
}

// stampNear notes the phrases above the words beside word k.
func (l *Lineages) stampNear(sentence *treebank.Sentence, words []int32, k int) {
	if k > 0 {
		l.stamp(0, sentence, words[k-1], k)
	}
	if k+1 < len(words) {
		l.stamp(1, sentence, words[k+1], k)
	}
}

// stamp notes the phrases above a token next to word k.
func (l *Lineages) stamp(side int, s *treebank.Sentence, token int32, k int) {
	for up := s.Tokens[token].Parent; up >= 0; up = s.Phrases[up].Parent {
		l.near[side][up] = int32(k) + 1
	}
}

// ancestors appends the phrases above a token, the lowest first.
func ancestors(dst []int32, s *treebank.Sentence, token int32) []int32 {
	for up := s.Tokens[token].Parent; up >= 0; up = s.Phrases[up].Parent {
		dst = append(dst, up)
	}
	return dst
}

// abovePrevious reports whether phrase p, which is above word k, is above the word before it too.
func (l *Lineages) abovePrevious(p, k int32) bool {
	if l.gaps {
		return l.near[0][p] == k+1
	}
	return l.first[p] < k
}

// aboveNext is abovePrevious for the word after k.
func (l *Lineages) aboveNext(p, k int32) bool {
	if l.gaps {
		return l.near[1][p] == k+1
	}
	return l.last[p] > k
}

// word appends the lineage of word k, whose phrases are in chain.
func (l *Lineages) word(k int32, marks bool) {
	var marked [-pause + 1]bool
	mark := func(m int32) {
		if !marked[-m] {
			marked[-m] = true
			l.all = append(l.all, m)
		}
	}
	for d := len(l.chain) - 1; d >= 0; d-- {
		p := l.chain[d]
		if l.numbers[p] == 0 {
			continue
		}
		if marks && !l.aboveNext(p, k) {
			if l.last[p] == k {
				mark(end)
			} else {
				mark(pause)
			}
		}
		l.all = append(l.all, l.numbers[p])
		if marks && !l.abovePrevious(p, k) {
			if l.first[p] == k {
				mark(begin)
			} else {
				mark(resume)
			}
		}
	}
}

// wordWithoutGaps is word with marks where no phrase has gaps, which its twin finds step by step: a phrase
// begins or ends with word k or goes on beside it.
func (l *Lineages) wordWithoutGaps(k int32) {
	all, begun, ended := l.all, false, false
	for d := len(l.chain) - 1; d >= 0; d-- {
		p := l.chain[d]
		number := l.numbers[p]
		if number == 0 {
			continue
		}
		if !ended && l.last[p] == k {
			ended = true
			all = append(all, end)
		}
		all = append(all, number)
		if !begun && l.first[p] == k {
			begun = true
			all = append(all, begin)
		}
	}
	l.all = all
}

// Edits computes edit distances of lineages and reuses its memory.
type Edits struct{ row []int32 }

// Similarity returns 1 - edits / (|a| + |b|), 1 for two empty lineages.
func (e *Edits) Similarity(a, b []int32, substitution int32) float64 {
	whole := len(a) + len(b)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] { // equal ends need no edits
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 && len(b) == 0 {
		return 1
	}
	e.row = e.row[:0]
	for j := range len(b) + 1 {
		e.row = append(e.row, int32(j))
	}
	for i := range a {
		corner := e.row[0]
		e.row[0]++
		for j := range b {
			cost := corner
			if a[i] != b[j] {
				cost += substitution
			}
			corner = e.row[j+1]
			e.row[j+1] = min(cost, corner+1, e.row[j]+1)
		}
	}
	return 1 - float64(e.row[len(b)])/float64(whole)
}
