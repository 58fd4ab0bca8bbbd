// Package msp is the measure msp: the scores of the UniDive shared task of 2025 on morpho-syntactic parsing
// (msp_25_eval.py 3c907f0).
//
// Content words are the words with features, and the abstract nodes. They are compared in pairs:
//
//	las    pairs with the same relation (without its subtype) and the same head
//	feats  the sum of similar(gold, system) over all pairs
//	mslas  the same sum over the pairs that are right for las
//
// precision = matched / content words of the system, recall = matched / content words of gold, f1 of both. similar is
// 2 n / (features of gold + features of the system), where n features have the same value; 1 for two words without
// features, 0 if one has none.
//
// Words pair if they cover the same characters; abstract nodes if the words before them do, those with the same
// relation first. One pairing serves all scores. A sentence whose text differs cannot be scored; in one without
// analysis all content words of gold are missing.
//
// The program pairs in order, whatever the words are: from the first content word on and from the last one back,
// abstract nodes (those whose form is _) with abstract nodes only; of each sentence and each score the better of both
// counts. The option pairing=order is this. A head that is a function word is never right there. The program ends with
// an error where features have no =, two heads are wrong, or sentences are missing; these are scored here.
package msp

import (
	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Options of the measure.
type Options struct {
	Order bool // words pair in order, as in the program
	All   bool // all features count, not the universal ones alone
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Order, "pairing", "characters", "order", "content words pair by the characters that they cover, or "+
			"in order from either end, as in the program of the shared task"),
		entry.Flag(&opt.All, "features", "universal", "all", "whether the 21 universal features count, or all"),
	}
}

// The parts of the measure.
const (
	partLAS = iota
	partFeats
	partMSLAS
	parts
)

var partNames = [parts]string{"las", "feats", "mslas"}

// The columns of a part.
const (
	gold = iota
	system
	matched
	perPart
)

// reads are the layers that the measure reads.
const reads = treebank.Content | treebank.Tags | treebank.Morphology | treebank.Arcs |
	treebank.Relations | treebank.Enhanced

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	m := &eval.Measure{
		Name:       "msp",
		Signature:  "msp" + entry.Cite(opt.Settings()),
		Items:      partMSLAS*perPart + gold,
		Reads:      reads,
		Brief:      []string{"mslas_f1", "las_f1", "feats_f1"},
		Repeats:    []string{partNames[partMSLAS]},
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
	if !opt.Order {
		m.Signature += eval.PlainText
	}
	for part, name := range partNames {
		for _, c := range []string{"_gold", "_system", "_matched"} {
			m.Columns = append(m.Columns, eval.Column{Name: name + c})
		}
		at := part * perPart
		m.PRF = append(m.PRF, eval.PRF{Before: name + "_", Gold: at + gold, System: at + system, Matched: at + matched,
			Main: part == partMSLAS})
	}
	for _, part := range []int{partMSLAS, partLAS, partFeats} {
		f := m.PRF[part].Formulas()
		f[2].Main, f[2].Headline = true, part == partMSLAS
		m.Formulas = append(m.Formulas, f...)
	}
	return m
}

// A counter counts pairs; it holds scratch memory and a cache of features.
type counter struct {
	Options
	features features
	sides    [2]side
	pairings []pairing // one, or two with Order
	item     eval.Item
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// Explain yields three items for each content word: its attachment, its features, and both.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.compare(pair); err != nil {
		return err
	}
	var best [parts]*pairing
	for part := range best {
		best[part] = c.best(part)
	}
	for g := range c.sides[0].nodes {
		for part, p := range best {
			c.goldItem(pair, part, p, int32(g), yield)
		}
	}
	for s := range c.sides[1].nodes {
		for part, p := range best {
			if p.gold[s] < 0 {
				c.begin(part).Outcome = eval.Spurious
				c.item.System = c.ref(1, part, int32(s))
				c.item.Adds = append(c.item.Adds, eval.Add{Column: part*perPart + system, N: 1, System: true})
				yield(&c.item)
			}
		}
	}
	return nil
}

// begin empties the item.
func (c *counter) begin(part int) *eval.Item {
	c.item = eval.Item{Part: partNames[part], Adds: c.item.Adds[:0], Mended: c.item.Mended[:0]}
	return &c.item
}

// goldItem yields the item of a content word of gold.
func (c *counter) goldItem(pair *eval.Pair, part int, p *pairing, g int32, yield func(*eval.Item)) {
	it := c.begin(part)
	at := part * perPart
	it.Gold, it.Outcome = c.ref(0, part, g), eval.Missing
	it.Adds = append(it.Adds, eval.Add{Column: at + gold, N: 1})
	if s := p.system[g]; s >= 0 {
		it.System, it.Outcome = c.ref(1, part, s), eval.Correct
		it.Adds = append(it.Adds, eval.Add{Column: at + system, N: 1, System: true})
		credit := p.credit(part, g)
		if credit > 0 {
			it.Adds = append(it.Adds, eval.Add{Column: at + matched, N: credit})
		}
		if credit < 1 {
			it.Outcome, it.Class = eval.Incorrect, c.fault(part, p, g)
		}
	}
	it.Mended = append(it.Mended, eval.Add{Column: at + gold, N: 1}, eval.Add{Column: at + system, N: 1, System: true},
		eval.Add{Column: at + matched, N: 1})
	yield(it)
}

// fault names the error of a pair.
func (c *counter) fault(part int, p *pairing, g int32) string {
	sameRel := c.sides[0].rels[g] == c.sides[1].rels[p.system[g]]
	switch {
	case part == partFeats:
		return "wrong FEATS"
	case part == partMSLAS && p.attached[g]:
		return "right link, wrong FEATS"
	case sameRel:
		return "wrong head"
	case p.sameHead[g]:
		return "wrong label"
	}
	return "wrong head and label"
}

// ref returns the reference to a content word: to its link, or to the word with its features.
func (c *counter) ref(of, part int, i int32) eval.Ref {
	side := &c.sides[of]
	if part == partFeats {
		return eval.Ref{Kind: eval.Word, Index: side.nodes[i], Label: side.feats[i]}
	}
	return eval.Ref{Kind: eval.Link, Index: side.nodes[i], Other: side.heads[i], Label: side.labels[i],
		Counted: side.rels[i]}
}
