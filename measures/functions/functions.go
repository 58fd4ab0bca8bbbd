// Package functions is the measure functions: the functions of phrases, such as
// SBJ and TMP of NP-SBJ-1 and NP-TMP in the Penn Treebank (Bies et al. 1995,
// 2.2) and the edge labels of NEGRA, TIGER and Alpino.
//
// An item is a triple (words that the phrase covers, category, function); a
// phrase has one for each of its functions. The triples of both sides are
// compared as multisets:
//
//	recall = matched / gold, precision = matched / system, f1 = 2 matched / (gold + system)
//
// With Options.Words the functions of words count too, (word, tag, function): the
// edge labels of NEGRA, TIGER and Alpino name most functions there.
//
// With Options.Matched only phrases whose bracket (words, category) both sides
// have, and words whose tag is the same on both sides, are looked at, as Blaheta & Charniak (2000,
// Assigning Function Tags to
// Parsed Text) do: the figures then measure functions apart from brackets.
// Categories end at the first - or =, and indices are no functions. Empty
// elements (-NONE-) are no words; phrases without words do not count, nor does
// the edge label "--". A pair whose words differ cannot be scored; a sentence
// without analysis has no functions.
//
// Options.Proper is the figure "function tags" of disco-dop (dd181a6) with its
// proper.prm, if Matched and Words are set as well: the words and phrases that the
// parameter file deletes do not count, and Matched keeps every bracket that the
// other side has at all, where the measure otherwise matches brackets one to one.
package functions

import (
	"slices"

	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/evalb"
	"assay/measures/internal/dashtag"
	"assay/measures/internal/span"
	"assay/treebank"
)

// Options of the measure. In the zero value the functions of all phrases count.
type Options struct {
	Matched bool // only those of phrases whose bracket both sides have
	Words   bool // those of words too
	Proper  bool // under proper.prm of disco-dop, as disco-dop matches brackets
}

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
	columns
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	prf := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	name := "functions"
	if opt.Proper {
		name += "|prm:proper|delete:gold"
	}
	return &eval.Measure{
		Causes:     mistake.Units(),
		Name:       "functions",
		Signature:  name + entry.Cite(opt.Settings()) + eval.PlainText,
		Columns:    eval.Columns("gold", "system", "matched"),
		PRF:        []eval.PRF{prf},
		Formulas:   eval.Mark(prf.RecallFirst(), true, "f1"),
		Items:      colGold,
		Reads:      treebank.Phrases | treebank.Tags,
		NewCounter: func() eval.Counter { return newCounter(opt) },
	}
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Matched, "phrases", "all", "matched",
			"matched: only phrases with the same words and category on both sides, and words with the same tag"),
		entry.Flag(&opt.Words, "words", "no", "yes", "whether functions of words count too"),
	}
}

func newCounter(opt Options) *counter {
	rules := span.Rules{DeleteTags: []string{span.Null}}
	if opt.Proper {
		rules = evalb.Options{Params: evalb.Proper, ByGold: true}.Rules()
	}
	rules.PlainText = true
	return &counter{Options: opt, rules: rules, spans: span.NewComparer(rules)}
}

type counter struct {
	Options
	rules        span.Rules
	spans        *span.Comparer
	gold, system side
}

// A side is the triples of one tree.
type side struct {
	brackets []string // by phrase, then by word, the key of its bracket; "" without words
	words    []int32  // tokens of the words
	triples  []triple
	keys     []string // of triples
	match    []int32  // by triple, its equal on the other side, or -1
}

// A triple is a function of a phrase or, from the number of phrases on, of a word.
type triple struct {
	bracket  int32
	function string
}

// compare finds and matches the triples of p.
func (c *counter) compare(p *eval.Pair) error {
	if err := c.spans.Compare(p); err != nil {
		return err
	}
	g, s := &c.gold, &c.system
	c.begin(g, p.Gold, c.spans.Gold.Words)
	c.begin(s, p.System, c.spans.System.Words)
	switch {
	case c.Matched && c.Proper:
		inGold, inSystem := present(g.brackets), present(s.brackets)
		g.among(inSystem)
		s.among(inGold)
	case c.Matched:
		inGold, inSystem := dashtag.Match(g.brackets, s.brackets)
		g.keep(inGold)
		s.keep(inSystem)
	}
	g.find(p.Gold)
	s.find(p.System)
	g.match, s.match = dashtag.Match(g.keys, s.keys)
	return nil
}

// begin finds the brackets of s, and those of single words if asked for.
func (c *counter) begin(d *side, s *treebank.Sentence, words []int32) {
	d.brackets, d.words = d.brackets[:0], words
	if s.Missing {
		return
	}
	for i, yield := range dashtag.Yields(s, words) {
		key := ""
		if label := dashtag.Category(s.Name(s.Phrases[i].Label)); len(yield) > 0 &&
			!slices.Contains(c.rules.DeleteLabels, label) {
			key = dashtag.Key(yield, c.representative(label))
		}
		d.brackets = append(d.brackets, key)
	}
	for k, i := range words {
		if c.Words { // two names, so that no phrase has the key of a word
			tag := c.representative(dashtag.Category(s.Name(s.Tokens[i].Tag)))
			d.brackets = append(d.brackets, dashtag.Key([]int32{int32(k), 1}, tag, "word"))
		}
	}
}

// representative returns the label that equal labels share.
func (c *counter) representative(label string) string {
	for _, pair := range c.rules.EqualLabels {
		if label == pair[1] {
			return pair[0]
		}
	}
	return label
}

// present returns the set of brackets of a side.
func present(brackets []string) map[string]bool {
	set := map[string]bool{}
	for _, key := range brackets {
		set[key] = true
	}
	return set
}

// among drops the brackets that the other side has not at all.
func (d *side) among(other map[string]bool) {
	for i, key := range d.brackets {
		if !other[key] {
			d.brackets[i] = ""
		}
	}
}

// keep drops the brackets without a match.
func (d *side) keep(match []int32) {
	for i, m := range match {
		if m < 0 {
			d.brackets[i] = ""
		}
	}
}

// find sets the triples of the brackets.
func (d *side) find(s *treebank.Sentence) {
	d.triples, d.keys = d.triples[:0], d.keys[:0]
	for i, key := range d.brackets {
		if key == "" {
			continue
		}
		for _, f := range d.functionsOf(s, i) {
			d.triples = append(d.triples, triple{int32(i), f})
			d.keys = append(d.keys, key+f)
		}
	}
}

// functionsOf returns the functions of a phrase or a word: those of its label and its
// edge label.
func (d *side) functionsOf(s *treebank.Sentence, bracket int) []string {
	label, edge := treebank.Symbol(0), treebank.Symbol(0)
	if k := bracket - len(s.Phrases); k >= 0 {
		label, edge = s.Tokens[d.words[k]].Tag, s.Tokens[d.words[k]].Func
	} else {
		label, edge = s.Phrases[bracket].Label, s.Phrases[bracket].Func
	}
	out := dashtag.Functions(s.Name(label))
	if f := s.Name(edge); f != "" && f != "--" {
		out = append(out, f)
	}
	return out
}

// Count adds the counts of p to row, which must be zero.
func (c *counter) Count(row []float64, p *eval.Pair) error {
	if err := c.compare(p); err != nil {
		return err
	}
	row[colGold] += float64(len(c.gold.triples))
	row[colSystem] += float64(len(c.system.triples))
	for _, m := range c.gold.match {
		if m >= 0 {
			row[colMatched]++
		}
	}
	return nil
}

// Explain yields the triples of gold, then those that only the system has. The
// part of an item is its function.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(p); err != nil {
		return err
	}
	right := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1, System: true}, {Column: colMatched, N: 1}}
	for i, x := range c.gold.triples {
		it := eval.Item{Part: x.function, Outcome: eval.Missing, Gold: c.gold.ref(p.Gold, x), Adds: right[:1], Mended: right}
		if m := c.gold.match[i]; m >= 0 {
			it.Outcome, it.System, it.Adds = eval.Correct, c.system.ref(p.System, c.system.triples[m]), right
		}
		yield(&it)
	}
	for j, x := range c.system.triples {
		if c.system.match[j] < 0 {
			yield(&eval.Item{Part: x.function, Outcome: eval.Spurious, System: c.system.ref(p.System, x), Adds: right[1:2]})
		}
	}
	return nil
}

// ref returns the reference to a triple of s.
func (d *side) ref(s *treebank.Sentence, x triple) eval.Ref {
	r := eval.Ref{Kind: eval.Phrase, Index: x.bracket, Other: -1, Role: s.Syms.InternString(x.function)}
	if k := int(x.bracket) - len(s.Phrases); k >= 0 {
		r.Kind, r.Index, r.Other = eval.Word, d.words[k], 0
		r.Label = s.Tokens[r.Index].Tag
	} else {
		r.Label = s.Phrases[x.bracket].Label
	}
	r.Counted = s.Syms.InternString(dashtag.Category(s.Name(r.Label)))
	return r
}
