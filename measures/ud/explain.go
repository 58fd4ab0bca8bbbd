package ud

import (
	"assay/eval"
	"assay/treebank"
)

// Explain yields one item per row and token, sentence, word or edge.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.align(pair).Err; err != nil {
		return err
	}
	c.labels.reset(pair.Gold.Syms)
	c.errors = false
	c.explainSpans(pair, yield)
	c.judge(pair)
	for i := range pair.Gold.Tokens {
		c.explainGold(pair, int32(i), yield)
	}
	c.explainSystem(pair, yield)
	c.explainEdges(pair, yield)
	return nil
}

// Errors counts pair and yields the errors. It skips the items that counting has found
// correct.
func (c *counter) Errors(row []float64, pair *eval.Pair, yield func(*eval.Item)) error {
	var t tally
	if err := c.tally(&t, pair); err != nil {
		return err
	}
	t.add(row)
	c.errors = true
	if !t.perfect(rowTokens, rowSentences) {
		c.explainSpans(pair, yield)
	}
	for i, v := range c.verdicts {
		if !v.perfect() {
			c.explainGold(pair, int32(i), yield)
		}
	}
	if len(c.spurious) > 0 {
		c.explainSystem(pair, yield)
	}
	if !t.perfect(rowELAS, rowEULAS) {
		c.explainEdges(pair, yield)
	}
	return nil
}

// explainSpans yields the items of tokens and sentences.
func (c *counter) explainSpans(p *eval.Pair, yield func(*eval.Item)) {
	c.eachSpan(p, func(row int, g, s *span) {
		var n [perRow]int
		it := c.begin(row)
		if g != nil {
			it.Gold = eval.Ref{Kind: eval.Token, Index: g.begin, Other: g.end}
			n[gold] = 1
		}
		if s != nil {
			it.System = eval.Ref{Kind: eval.Token, Index: s.begin, Other: s.end}
			n[system] = 1
		}
		if g != nil && s != nil {
			n = [perRow]int{1, 1, 1, 1}
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
		y := c.word(pair.System, int32(j))
		for row := rowWords; row <= rowBLEX; row++ {
			if row < rowCLAS || y.class == content {
				c.begin(row).System = c.ref(pair.System, row, int32(j), &y)
				c.end(row, [perRow]int{system: 1}, yield)
			}
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
		c.end(row, n, yield)
	})
}

// explainGold yields the items of gold word i and of the word aligned to it.
func (c *counter) explainGold(pair *eval.Pair, i int32, yield func(*eval.Item)) {
	a := c.align(pair)
	x := c.word(pair.Gold, i)
	j := a.System[i]
	var y word
	if j >= 0 {
		y = c.word(pair.System, j)
	}
	verdict := c.verdicts[i]
	for row := rowWords; row <= rowBLEX; row++ {
		inGold, inSystem := true, j >= 0
		if row >= rowCLAS {
			inGold, inSystem = x.class == content, j >= 0 && y.class == content
		}
		if !inGold && !inSystem || c.errors && verdict.is(row) {
			continue
		}
		it := c.begin(row)
		var n [perRow]int
		if inGold {
			it.Gold = c.ref(pair.Gold, row, i, &x)
			n[gold] = 1
			if j >= 0 {
				n[aligned] = 1
			}
		}
		if inSystem {
			it.System = c.ref(pair.System, row, j, &y)
			n[system] = 1
		}
		if verdict.is(row) {
			n[correct] = 1
		} else if inGold && inSystem {
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

// ref returns the reference of an item of that row to word i.
func (c *counter) ref(sentence *treebank.Sentence, row int, i int32, word *word) eval.Ref {
	if row >= rowUAS {
		return eval.Ref{Kind: eval.Link, Index: i, Other: word.head, Label: word.full}
	}
	ref := eval.Ref{Kind: eval.Word, Index: i}
	switch row {
	case rowXPOS:
		ref.Label = word.fine
	case rowUFeats:
		ref.Label = word.feats
	case rowLemmas:
		ref.Label = sentence.Syms.Intern(word.lemma)
	default:
		ref.Label = word.tag
	}
	return ref
}

// begin starts the next item.
func (c *counter) begin(row int) *eval.Item {
	c.item = eval.Item{Part: rowNames[row]}
	return &c.item
}

// end yields the item with its Adds, unless it is correct and only errors are needed.
func (c *counter) end(row int, n [perRow]int, yield func(*eval.Item)) {
	switch {
	case n[correct] > 0 && c.errors:
		return
	case n[correct] > 0:
		c.item.Outcome = eval.Correct
	case n[gold] > 0 && n[system] > 0:
		c.item.Outcome = eval.Incorrect
	case n[gold] > 0:
		c.item.Outcome = eval.Missing
	default:
		c.item.Outcome = eval.Spurious
	}
	adds := c.adds[:0]
	for i, v := range n {
		if v != 0 {
			adds = append(adds, eval.Add{Column: row*perRow + i, N: float64(v)})
		}
	}
	c.item.Adds = adds
	if n[gold] > 0 && n[correct] == 0 {
		for i := range c.mended {
			c.mended[i] = eval.Add{Column: row*perRow + i, N: 1}
		}
		c.item.Mended = c.mended[:]
	}
	yield(&c.item)
}
