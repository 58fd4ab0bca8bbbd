// Package chunks is the measure chunks: chunks (first word, last word, type) as
// counted by conlleval and seqeval.
//
//	recall    = matched / chunks of gold
//	precision = matched / chunks of the system
//	f1        = 2 matched / (gold + system)
//	accuracy  = words with the same label / words, on whole labels
//	macro_f1, weighted_f1  means over the types that Options.Types lists, plain and
//	                       weighted by the chunks of gold
//
// Chunks are read from a label sequence (format chunks) by the rules of conlleval (Tjong Kim Sang & Buchholz
// 2000), which also read BILOU here. The modes Conlleval, Perl and Seqeval are the programs (conlleval.py,
// spyysalo 6a21dde; the Perl script of the shared tasks, 2004-01-26; seqeval cd01b52 in its default mode). L
// and U are unknown to them, and S to the Perl script; all modes agree on IOB1 and IOB2, all but Perl on
// IOBES. In the mode Strict only chunks that are valid in the scheme count, as in seqeval's mode strict. In a
// tree the chunks are the lowest phrases, those that hold only words. Their labels, for accuracy, are in
// IOB2; if only one side has labels of its own, this applies to both.
//
// Words are compared through their characters. Sentences whose text differs cannot be
// scored. compat/conlleval holds conlleval itself.
package chunks

import (
	"bytes"
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/internal/chunking"
	"assay/measures/entry"
	"assay/treebank"
)

// A Mode selects the rules by which chunks begin and end.
type Mode uint8

// The modes.
const (
	Any       Mode = iota // the rules of conlleval, in all schemes
	Conlleval             // conlleval.py
	Perl                  // conlleval, the script of the shared tasks in Perl
	Seqeval               // seqeval in its default mode
	Strict                // only chunks that are valid in the scheme, as seqeval's mode strict
)

// String returns the word that options and signatures use.
func (m Mode) String() string { return [...]string{"any", "conlleval", "perl", "seqeval", "strict"}[m] }

// Options of the measure.
type Options struct {
	Mode   Mode
	Scheme chunking.Scheme // scheme for Strict; Auto means the scheme of each file, IOB2 for trees
	Types  []string        // types over which macro_f1 and weighted_f1 are means
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Choice(&opt.Mode, "mode", "rules by which chunks begin and end: those of conlleval in all schemes, those of a "+
			"program (conlleval: the port to Python; perl: the script of the shared tasks; seqeval), or only chunks that are "+
			"well formed in the scheme", Any, Conlleval, Perl, Seqeval, Strict),
		entry.Choice(&opt.Scheme, "scheme", "scheme for mode=strict; auto: that of each file", chunking.Auto, chunking.IOB1,
			chunking.IOB2, chunking.IOE1, chunking.IOE2, chunking.IOBES, chunking.BILOU),
		entry.Split(&opt.Types, "types", "+", "types, separated by +, for the means macro_f1 and weighted_f1").Else("none"),
	}
}

// The columns of a row; then three for each of Types: gold, system, matched.
const (
	colGold = iota
	colSystem
	colMatched
	colWords
	colLabels
	columns
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	names := []string{"gold", "system", "matched", "words", "labels"}
	for _, t := range opt.Types {
		names = append(names, "gold_"+t, "system_"+t, "matched_"+t)
	}
	prf := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	m := &eval.Measure{
		Causes:    mistake.Stretches("*"),
		Name:      "chunks",
		Signature: "chunks" + entry.Cite(opt.Settings()) + "|trees:lowest" + eval.PlainText,
		Columns:   eval.Columns(names...),
		PRF:       []eval.PRF{prf},
		Formulas: append(eval.Mark(prf.Formulas(), true, "f1"),
			eval.MainRatio("accuracy", eval.Plus(colLabels), eval.Plus(colWords))),
		Items:      colGold,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
	if n := len(opt.Types); n > 0 {
		for i := range n {
			at := columns + 3*i
			m.PRF = append(m.PRF, eval.PRF{After: "_" + opt.Types[i], Gold: at, System: at + 1, Matched: at + 2})
		}
		m.Formulas = append(m.Formulas, means(n)...)
	}
	return m
}

// means returns the means of F1 over n types. A type that occurs on neither side has F1 0,
// as in seqeval.
func means(n int) []eval.Formula {
	of := func(row []float64) (macro, weighted, gold float64) {
		for i := range n {
			t := row[columns+3*i:]
			f := 0.0
			if t[0]+t[1] > 0 {
				f = 2 * t[2] / (t[0] + t[1])
			}
			macro, weighted, gold = macro+f, weighted+f*t[0], gold+t[0]
		}
		return macro, weighted, gold
	}
	var reads []int
	for i := range 3 * n {
		reads = append(reads, columns+i)
	}
	return []eval.Formula{
		{Name: "macro_f1", Rate: true, Main: true, Reads: reads, Func: func(row []float64) float64 {
			macro, _, _ := of(row)
			return macro / float64(n)
		}},
		{Name: "weighted_f1", Rate: true, Main: true, Reads: reads, Func: func(row []float64) float64 {
			_, weighted, gold := of(row)
			return weighted / gold
		}},
	}
}

type counter struct {
	Options
	gold, system side
	match        []int32 // by chunk of gold: chunk of the system, -1 if there is none
	item         eval.Item
	syms         *treebank.Symbols
	types        []int // by symbol: column of its counts plus one, 0 unknown, -1 none
}

// A chunk is a stretch of words.
type chunk struct {
	begin, end int32 // first word, and one past the last
	label      treebank.Symbol
	phrase     int32 // phrase of the sentence, -1 if only the rules of a program see this chunk
}

// A side is one side of a sentence for the comparison.
type side struct {
	chunks []chunk  // from left to right
	at     []int32  // by word: index of the first chunk that begins at it, -1 if none
	labels [][]byte // labels of the words in the file; empty if it has none
	lowest []bool
	steps  []step // of a program, for each word and the end of the sentence
}

// read finds the chunks of sentence.
func (c *counter) read(d *side, sentence *treebank.Sentence) {
	d.chunks, d.labels, d.steps = d.chunks[:0], d.labels[:0], d.steps[:0]
	d.at = d.at[:0]
	for range sentence.Tokens {
		d.at = append(d.at, -1)
	}
	if sentence.Missing {
		return
	}
	d.read(sentence)
	d.lowest = chunking.Lowest(d.lowest, sentence)
	switch {
	case c.Mode == Any || len(d.labels) == 0:
		for i := range sentence.Phrases {
			if p := &sentence.Phrases[i]; d.lowest[i] {
				d.chunks = append(d.chunks, chunk{p.Begin, p.End, p.Label, int32(i)})
			}
		}
		slices.SortFunc(d.chunks, func(a, b chunk) int { return int(a.begin - b.begin) })
	case c.Mode == Strict:
		d.strict(sentence, c.Scheme)
	default:
		d.program(sentence, c.Mode)
	}
	for k := len(d.chunks) - 1; k >= 0; k-- {
		d.at[d.chunks[k].begin] = int32(k)
	}
}

// read copies the labels in the file of sentence.
func (d *side) read(sentence *treebank.Sentence) {
	for i := range sentence.Attrs {
		if a := &sentence.Attrs[i]; int(a.Index) == len(d.labels) && sentence.Name(a.Key) == chunking.Key {
			d.labels = append(d.labels, sentence.Bytes(a.Value))
		}
	}
	if len(d.labels) != len(sentence.Tokens) {
		d.labels = d.labels[:0]
	}
}

// strict finds the chunks that are valid in the scheme.
func (d *side) strict(sentence *treebank.Sentence, scheme chunking.Scheme) {
	if scheme == chunking.Auto {
		scheme = chunking.SchemeOf(sentence)
	}
	known := phrasesOf(sentence)
	for span, kind := range chunking.Strict(scheme, d.labels) {
		d.chunks = append(d.chunks, known.chunk(sentence, int32(span[0]), int32(span[1]), sentence.Syms.Intern(kind)))
	}
}

// compare finds the chunks of both sides that match.
func (c *counter) compare(pair *eval.Pair) error {
	align := pair.Align()
	if align.Err != nil {
		return align.Err
	}
	if c.syms != pair.Gold.Syms {
		c.syms, c.types = pair.Gold.Syms, c.types[:0]
	}
	c.read(&c.gold, pair.Gold)
	c.read(&c.system, pair.System)
	c.match = c.match[:0]
	if align.Same && len(c.gold.steps) > 0 && len(c.gold.steps) == len(c.system.steps) {
		c.inStep()
		return nil
	}
	for _, g := range c.gold.chunks {
		c.match = append(c.match, c.find(pair, align, g))
	}
	return nil
}

// find returns the chunk of the system that equals one of gold, or -1.
func (c *counter) find(pair *eval.Pair, align *eval.Alignment, g chunk) int32 {
	first, last := align.System[g.begin], align.System[g.end-1]
	if first < 0 || last < 0 || pair.System.Missing {
		return -1
	}
	for k := c.system.at[first]; k >= 0 && int(k) < len(c.system.chunks) && c.system.chunks[k].begin == first; k++ {
		if s := c.system.chunks[k]; s.end-1 == last && s.label == g.label {
			return k
		}
	}
	return -1
}

// sameLabel reports whether word i of gold has the same label on both sides.
func (c *counter) sameLabel(pair *eval.Pair, i int32) bool {
	j := pair.Align().System[i]
	if j < 0 || pair.System.Missing {
		return false
	}
	if len(c.gold.labels) > 0 && len(c.system.labels) > 0 {
		return bytes.Equal(c.gold.labels[i], c.system.labels[j])
	}
	a, first := c.gold.label(pair.Gold, i)
	b, second := c.system.label(pair.System, j)
	return a == b && first == second
}

// label returns the type plus one of the chunk that contains word i, 0 if there is
// none, and whether the word is its first.
func (d *side) label(s *treebank.Sentence, i int32) (kind treebank.Symbol, first bool) {
	p := s.Tokens[i].Parent
	if p < 0 || !d.lowest[p] {
		return 0, false
	}
	return s.Phrases[p].Label + 1, s.Phrases[p].Begin == i
}

// column returns the first column of a type's counts, -1 if it has none.
func (c *counter) column(symbol treebank.Symbol) int {
	if len(c.Types) == 0 {
		return -1
	}
	for int(symbol) >= len(c.types) {
		c.types = append(c.types, 0)
	}
	if c.types[symbol] == 0 {
		c.types[symbol] = -1
		if i := slices.Index(c.Types, c.syms.Name(symbol)); i >= 0 {
			c.types[symbol] = columns + 3*i + 1
		}
	}
	return c.types[symbol] - 1
}

// Count adds the counts of pair to row, which must be zero.
func (c *counter) Count(row []float64, pair *eval.Pair) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	add := func(column int, y treebank.Symbol) {
		row[column]++
		if first := c.column(y); first >= 0 {
			row[first+column]++
		}
	}
	for k, g := range c.gold.chunks {
		add(colGold, g.label)
		if c.match[k] >= 0 {
			add(colMatched, g.label)
		}
	}
	for _, s := range c.system.chunks {
		add(colSystem, s.label)
	}
	if pair.Gold.Missing {
		return nil
	}
	row[colWords] = float64(len(pair.Gold.Tokens))
	for i := range pair.Gold.Tokens {
		if c.sameLabel(pair, int32(i)) {
			row[colLabels]++
		}
	}
	return nil
}

// Explain yields the chunks of both sides from left to right, equal ones as one item,
// then the words of gold (part "label").
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	matched := make([]bool, len(c.system.chunks))
	for k := range c.gold.chunks {
		if c.match[k] >= 0 {
			matched[c.match[k]] = true
		}
		c.goldItem(k, yield)
	}
	for k, s := range c.system.chunks {
		if !matched[k] {
			c.begin(eval.Item{Outcome: eval.Spurious, Class: "spurious", System: s.ref()})
			c.adds(&c.item.Adds, s.label, colSystem)
			yield(&c.item)
		}
	}
	if !pair.Gold.Missing {
		c.words(pair, yield)
	}
	return nil
}

// begin replaces the item and reuses its memory.
func (c *counter) begin(it eval.Item) {
	it.Adds, it.Mended = c.item.Adds[:0], c.item.Mended[:0]
	c.item = it
}

// goldItem yields chunk k of gold.
func (c *counter) goldItem(k int, yield func(*eval.Item)) {
	label := c.gold.chunks[k].label
	c.begin(eval.Item{Outcome: eval.Missing, Class: "missing", Gold: c.gold.chunks[k].ref()})
	c.adds(&c.item.Adds, label, colGold)
	if s := c.match[k]; s >= 0 {
		c.item.Outcome, c.item.Class, c.item.System = eval.Correct, "", c.system.chunks[s].ref()
		c.adds(&c.item.Adds, label, colMatched)
		c.adds(&c.item.Adds, label, colSystem)
	}
	for _, col := range [...]int{colGold, colSystem, colMatched} {
		c.adds(&c.item.Mended, label, col)
	}
	yield(&c.item)
}

// adds appends one for a column, and for the type's column.
func (c *counter) adds(to *[]eval.Add, y treebank.Symbol, column int) {
	*to = append(*to, eval.Add{Column: column, N: 1, System: column == colSystem})
	if first := c.column(y); first >= 0 {
		*to = append(*to, eval.Add{Column: first + column, N: 1, System: column == colSystem})
	}
}

func (c chunk) ref() eval.Ref {
	if c.phrase < 0 {
		return eval.Ref{Kind: eval.Token, Index: c.begin, Other: c.end, Label: c.label}
	}
	return eval.Ref{Kind: eval.Phrase, Index: c.phrase, Other: -1, Label: c.label}
}

// words yields the words of gold with their labels.
func (c *counter) words(pair *eval.Pair, yield func(*eval.Item)) {
	align := pair.Align()
	for i := range int32(len(pair.Gold.Tokens)) {
		c.begin(eval.Item{Part: "label", Outcome: eval.Missing,
			Gold: eval.Ref{Kind: eval.Word, Index: i, Label: pair.Gold.Tokens[i].Tag}})
		if j := align.System[i]; j >= 0 && !pair.System.Missing {
			c.item.Outcome, c.item.System = eval.Incorrect, eval.Ref{Kind: eval.Word, Index: j, Label: pair.System.Tokens[j].Tag}
		}
		c.item.Adds = append(c.item.Adds, eval.Add{Column: colWords, N: 1})
		c.item.Mended = append(c.item.Mended, eval.Add{Column: colWords, N: 1}, eval.Add{Column: colLabels, N: 1})
		if c.sameLabel(pair, i) {
			c.item.Outcome = eval.Correct
			c.item.Adds = append(c.item.Adds, eval.Add{Column: colLabels, N: 1})
		}
		yield(&c.item)
	}
}
