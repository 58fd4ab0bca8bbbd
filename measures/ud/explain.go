package ud

import (
	"math/bits"
	"slices"
	"sync"

	"assay/eval"
	"assay/treebank"
)

// rows are a set of rows, a bit each.
type rows uint16

const (
	allRows  rows = 1<<rowCount - 1
	spanRows rows = 1<<rowTokens | 1<<rowSentences
	edgeRows rows = 1<<rowELAS | 1<<rowEULAS
	wordRows rows = allRows &^ (spanRows | edgeRows)
	// contentRows count content words only.
	contentRows rows = 1<<rowCLAS | 1<<rowMLAS | 1<<rowBLEX
)

func (r rows) has(row int) bool { return r>>row&1 != 0 }

// Explain yields one item per row and token, sentence, word or edge.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.align(pair).Err; err != nil {
		return err
	}
	c.labels.reset(pair.Gold.Syms)
	c.wanted = allRows
	c.explainSpans(pair, yield)
	c.judge(pair)
	for i := range pair.Gold.Tokens {
		c.explainGold(pair, int32(i), yield)
	}
	c.explainSystem(pair, yield)
	c.explainEdges(pair, yield)
	return nil
}

// List counts pair, and yields the errors and the correct items of the rows that have one
// of the columns.
func (c *counter) List(row []float64, pair *eval.Pair, columns []bool, yield func(*eval.Item)) error {
	var wanted rows
	for column, in := range columns {
		if in {
			wanted |= 1 << (column / perRow)
		}
	}
	var t tally
	if err := c.tally(&t, pair); err != nil {
		return err
	}
	t.add(row)
	c.wanted = wanted
	if wanted&spanRows != 0 || !t.perfect(rowTokens, rowSentences) {
		c.explainSpans(pair, yield)
	}
	for i, v := range c.verdicts {
		if wanted&wordRows != 0 || !v.perfect() {
			c.explainGold(pair, int32(i), yield)
		}
	}
	if len(c.spurious) > 0 {
		c.explainSystem(pair, yield)
	}
	if wanted&edgeRows != 0 || !t.perfect(rowELAS, rowEULAS) {
		c.explainEdges(pair, yield)
	}
	return nil
}

// explainSpans yields the items of tokens and sentences.
func (c *counter) explainSpans(p *eval.Pair, yield func(*eval.Item)) {
	c.eachSpan(p, func(row int, g, s *span) {
		var n counts
		it := c.begin(row)
		if g != nil {
			it.Gold = eval.Ref{Kind: eval.Token, Index: g.begin, Other: g.end}
			n |= one << gold
		}
		if s != nil {
			it.System = eval.Ref{Kind: eval.Token, Index: s.begin, Other: s.end}
			n |= one << system
		}
		if g != nil && s != nil {
			n = allCounts
		}
		c.end(row, n, yield)
	})
}

// explainSystem yields the items of the system's words that gold lacks.
func (c *counter) explainSystem(pair *eval.Pair, yield func(*eval.Item)) {
	a := c.align(pair)
	for j := range pair.System.Tokens {
		if a.Gold[j] >= 0 {
			continue
		}
		list := wordRows
		if c.labels.relation(c.tables[1].arcs[j].Rel).class != content {
			list &^= contentRows
		}
		for ; list != 0; list &= list - 1 {
			row := bits.TrailingZeros16(uint16(list))
			c.begin(row).System = c.ref(pair.System, &c.tables[1], row, int32(j))
			c.end(row, one<<system, yield)
		}
	}
}

// explainEdges yields the items of the enhanced graphs.
func (c *counter) explainEdges(p *eval.Pair, yield func(*eval.Item)) {
	if len(p.Gold.Enhanced)+len(p.System.Enhanced) == 0 {
		return
	}
	c.edges(p, func(gold, s *edge, row int, n [perRow]int) {
		it := c.begin(row)
		if gold != nil {
			it.Gold = eval.Ref{Kind: eval.Link, Index: gold.dep, Other: gold.head, Label: gold.rel}
		}
		if s != nil {
			it.System = eval.Ref{Kind: eval.Link, Index: s.dep, Other: s.head, Label: s.rel}
		}
		var found counts
		for i, v := range n {
			found |= counts(v) << i
		}
		c.end(row, found, yield)
	})
}

// explainGold yields the items of gold word i and of the word aligned to it.
func (c *counter) explainGold(pair *eval.Pair, i int32, yield func(*eval.Item)) {
	verdict, j := c.verdicts[i], c.align(pair).System[i]
	list := wordRows & (c.wanted | ^rows(verdict.right))
	inGold, inSystem := verdict.gold == content, j >= 0 && verdict.system == content // for the rows of content words
	if !inGold && !inSystem {
		list &^= contentRows
	}
	for ; list != 0; list &= list - 1 {
		row := bits.TrailingZeros16(uint16(list))
		it := c.begin(row)
		var n counts
		all := !contentRows.has(row)
		if all || inGold {
			it.Gold = c.ref(pair.Gold, &c.tables[0], row, i)
			n = one << gold
			if j >= 0 {
				n |= one << aligned
			}
		}
		if all && j >= 0 || !all && inSystem {
			it.System = c.ref(pair.System, &c.tables[1], row, j)
			n |= one << system
		}
		if verdict.is(row) {
			n |= one << correct
		} else if n&(one<<gold|one<<system) == one<<gold|one<<system {
			it.Class = verdict.fault(row)
		}
		c.end(row, n, yield)
	}
}

// fault names the error of an aligned pair of words in a row.
func (v verdict) fault(row int) string {
	switch {
	case row == rowAllTags:
		switch {
		case v.is(rowUPOS) && v.is(rowXPOS):
			return "right tags, wrong FEATS"
		case v.is(rowUPOS) && v.is(rowUFeats):
			return "wrong XPOS"
		case v.is(rowUPOS):
			return "wrong XPOS and FEATS"
		}
		return "wrong UPOS"
	case row == rowUPOS:
		return "wrong UPOS"
	case row == rowXPOS:
		return "wrong XPOS"
	case row == rowUFeats:
		return "wrong FEATS"
	case row == rowLemmas:
		return "wrong lemma"
	case row < rowUAS:
		return ""
	case row == rowUAS:
		return "wrong head"
	case !v.is(rowUAS) && v.is(sameRel):
		return "wrong head"
	case !v.is(rowUAS):
		return "wrong head and label"
	case !v.is(sameRel):
		return "wrong label"
	case row == rowBLEX && !v.is(rowLemmas):
		return "right link, wrong lemma"
	case row == rowMLAS && !v.is(rowUPOS):
		return "right link, wrong UPOS"
	case row == rowMLAS && !v.is(rowUFeats):
		return "right link, wrong FEATS"
	case row == rowMLAS:
		return "right link, wrong function words"
	}
	return ""
}

// ref returns the reference of an item of that row to word i; t is the table of sentence.
func (c *counter) ref(sentence *treebank.Sentence, t *table, row int, i int32) eval.Ref {
	if row >= rowUAS {
		arc := &t.arcs[i]
		return eval.Ref{Kind: eval.Link, Index: i, Other: arc.Head, Label: arc.Rel}
	}
	ref := eval.Ref{Kind: eval.Word, Index: i}
	switch row {
	case rowXPOS:
		ref.Label = t.morphs[i].Fine
	case rowUFeats:
		if ref.Label = t.morphs[i].Feats; !c.RawFeatures {
			ref.Label = c.universal(ref.Label)
		}
	case rowLemmas:
		ref.Label = sentence.Syms.Intern(sentence.Bytes(t.morphs[i].Lemma))
	default:
		ref.Label = sentence.Tokens[i].Tag
	}
	return ref
}

// begin starts the next item.
func (c *counter) begin(row int) *eval.Item {
	c.item = eval.Item{Part: rowNames[row]}
	return &c.item
}

// counts are the counts of a row to which an item adds one, a bit each.
type counts uint8

const (
	one       counts = 1
	allCounts        = one<<perRow - 1
)

// addsOf are the Adds of an item, by its row and its counts.
var addsOf = sync.OnceValue(func() *[rowCount][allCounts + 1][]eval.Add {
	var all [rowCount][allCounts + 1][]eval.Add
	for row := range all {
		for n := range all[row] {
			for i := range perRow {
				if n>>i&1 != 0 {
					all[row][n] = append(all[row][n], eval.Add{Column: row*perRow + i, N: 1})
				}
			}
			all[row][n] = slices.Clip(all[row][n])
		}
	}
	return &all
})

// end yields the item with its Adds, unless it is correct and its row is not wanted.
func (c *counter) end(row int, n counts, yield func(*eval.Item)) {
	switch both := one<<gold | one<<system; {
	case n&(one<<correct) != 0 && !c.wanted.has(row):
		return
	case n&(one<<correct) != 0:
		c.item.Outcome = eval.Correct
	case n&both == both:
		c.item.Outcome = eval.Incorrect
	case n&(one<<gold) != 0:
		c.item.Outcome = eval.Missing
	default:
		c.item.Outcome = eval.Spurious
	}
	adds := &addsOf()[row]
	c.item.Adds = adds[n]
	if n&(one<<gold|one<<correct) == one<<gold {
		c.item.Mended = adds[allCounts]
	}
	yield(&c.item)
}
