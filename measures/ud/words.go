package ud

import (
	"bytes"
	"math/bits"
	"slices"

	"assay/eval"
	"assay/treebank"
)

// A verdict compares a gold word with the system's word that is aligned to it.
type verdict struct {
	right        uint16 // bit k is set if the pair is right in row k, bit sameRel if the relations are equal
	gold, system class
	aligned      bool // else right and system are not set
}

// sameRel is the bit of verdict.right for equal relations.
const sameRel = rowCount

// is reports whether the pair is right in that row.
func (v verdict) is(row int) bool { return v.right>>row&1 != 0 }

// The verdicts on pairs that are right in all rows, of content words and of others.
const (
	rightContent = 1<<(rowBLEX+1) - 1<<rowWords | 1<<sameRel
	rightOther   = 1<<rowCLAS - 1<<rowWords | 1<<sameRel
)

// perfect reports whether all items of the pair are correct.
func (v verdict) perfect() bool {
	return v.right == rightContent || v.right == rightOther && v.gold != content && v.system != content
}

// bit returns 1<<row if yes, else 0.
func bit(yes bool, row int) uint16 {
	var n uint16
	if yes {
		n = 1
	}
	return n << row
}

// A table holds the columns of a sentence by word.
type table struct {
	arcs   []treebank.Arc
	morphs []treebank.Morph
}

// fill takes the columns of sentence; it copies those that some words lack.
func (t *table) fill(sentence *treebank.Sentence) {
	n := len(sentence.Tokens)
	t.arcs, t.morphs = sentence.Arcs, sentence.Morph
	if len(t.morphs) != n {
		t.morphs = make([]treebank.Morph, n)
		copy(t.morphs, sentence.Morph)
	}
	regular := len(sentence.Arcs) == n
	for i := 0; i < n && regular; i++ {
		regular = int(sentence.Arcs[i].Dep) == i
	}
	if regular {
		return
	}
	t.arcs = make([]treebank.Arc, n)
	for i := range t.arcs {
		head, rel := sentence.HeadOf(int32(i))
		t.arcs[i] = treebank.Arc{Dep: int32(i), Head: head, Rel: rel}
	}
}

// compare returns the verdict on gold word i and system word j; mlas ignores function
// words here. This and judge are the rules of the rows of words.
func (c *counter) compare(p *eval.Pair, alignment *eval.Alignment, i, j int32) verdict {
	gold, system := p.Gold, p.System
	x, y := &c.tables[0].morphs[i], &c.tables[1].morphs[j]
	goldArc, systemArc := &c.tables[0].arcs[i], &c.tables[1].arcs[j]
	v := verdict{aligned: true}
	var rel bool
	v.gold, v.system, rel = c.relations(goldArc.Rel, systemArc.Rel)
	tag, fine := gold.Tokens[i].Tag == system.Tokens[j].Tag, x.Fine == y.Fine
	feats := x.Feats == y.Feats || !c.RawFeatures && c.universal(x.Feats) == c.universal(y.Feats)
	lemma := x.Lemma.Len == 0 || bytes.Equal(gold.Bytes(x.Lemma), system.Bytes(y.Lemma))
	head := sameHead(alignment, goldArc.Head, systemArc.Head)
	las := head && rel
	if las && tag && fine && feats && lemma {
		v.right = rightOther
		if v.gold == content {
			v.right = rightContent
		}
		return v
	}
	clas := las && v.gold == content
	v.right = bit(true, rowWords) | bit(tag, rowUPOS) | bit(fine, rowXPOS) | bit(feats, rowUFeats) | bit(tag &&
		fine && feats, rowAllTags) |
		bit(lemma, rowLemmas) | bit(head, rowUAS) | bit(las, rowLAS) |
		bit(clas, rowCLAS) | bit(clas && tag && feats, rowMLAS) | bit(clas && lemma, rowBLEX) | bit(rel, sameRel)
	return v
}

// universal returns the universal features of y, 0 for none.
func (c *counter) universal(y treebank.Symbol) treebank.Symbol {
	if y == 0 {
		return 0
	}
	return c.labels.universal(y)
}

// relations returns the classes of two relations, and whether they are the same under
// the options.
func (c *counter) relations(x, y treebank.Symbol) (gold, system class, same bool) {
	r := c.labels.relation(x)
	if x == y {
		return r.class, r.class, true
	}
	q := c.labels.relation(y)
	return r.class, q.class, !c.KeepSubtypes && r.rel == q.rel
}

// sameHead reports whether the heads of two aligned words are the same word. Root,
// unknown heads and heads outside of the sentence are equal if their values are.
func sameHead(a *eval.Alignment, gold, system int32) bool {
	if gold < 0 || system < 0 {
		return gold == system
	}
	return a.Gold[system] == gold
}

// judge sets c.verdicts, by gold word. The function words below two aligned words are
// the same if each is aligned to a function word below the other that agrees in
// relation, tag and features. (Alignments cross no words, so their order agrees too.)
func (c *counter) judge(pair *eval.Pair) {
	alignment, n := c.align(pair), len(pair.Gold.Tokens)
	c.tables[0].fill(pair.Gold)
	c.tables[1].fill(pair.System)
	if c.seen != seenAll {
		c.look(pair)
	}
	c.verdicts = slices.Grow(c.verdicts[:0], n)[:n]
	c.open = c.open[:0]
	c.wrong = slices.Grow(c.wrong[:0], n)[:n]
	clear(c.wrong)
	paired := 0
	for i := range c.verdicts {
		j := alignment.System[i]
		if j < 0 {
			arc := &c.tables[0].arcs[i]
			c.verdicts[i] = verdict{gold: c.labels.relation(arc.Rel).class}
			c.wrongBelow(c.verdicts[i].gold, arc.Head)
			continue
		}
		paired++
		v := c.compare(pair, alignment, int32(i), j)
		c.verdicts[i] = v
		if v.is(rowMLAS) {
			c.open = append(c.open, int32(i))
		}
		if (v.gold == functional || v.system == functional) && !(v.is(rowLAS) && v.is(rowUPOS) && v.is(rowUFeats)) {
			c.wrongBelow(v.gold, c.tables[0].arcs[i].Head)
			c.wrongBelow(v.system, goldOf(alignment, c.tables[1].arcs[j].Head))
		}
	}
	c.spurious = c.spurious[:0]
	for j := 0; paired+len(c.spurious) < len(pair.System.Tokens); j++ {
		if alignment.Gold[j] >= 0 {
			continue
		}
		arc := &c.tables[1].arcs[j]
		k := c.labels.relation(arc.Rel).class
		c.spurious = append(c.spurious, k)
		c.wrongBelow(k, goldOf(alignment, arc.Head))
	}
	for _, i := range c.open {
		if c.wrong[i] {
			c.verdicts[i].right &^= 1 << rowMLAS
		}
	}
}

// wrongBelow notes that gold word head, if there is one, has other function words than
// the word aligned to it, if a word of class k below it is a function word.
func (c *counter) wrongBelow(k class, head int32) {
	if k == functional && head >= 0 {
		c.wrong[head] = true
	}
}

// goldOf returns the gold word aligned to a head of the system, -1 if there is none.
func goldOf(a *eval.Alignment, head int32) int32 {
	if head < 0 {
		return -1
	}
	return a.Gold[head]
}

// countWords counts the rows of words.
func (c *counter) countWords(tally *tally, pair *eval.Pair) {
	c.judge(pair)
	goldContent, systemContent, alignedContent := 0, 0, 0
	var n [rowCount]int
	allContent, allOther := 0, 0 // most pairs are right in all rows
	for _, verdict := range c.verdicts {
		switch verdict.right {
		case rightContent:
			allContent++
		case rightOther:
			allOther++
		default:
			for rows := verdict.right &^ (1 << sameRel); rows != 0; rows &= rows - 1 {
				n[bits.TrailingZeros16(rows)]++
			}
		}
		if verdict.gold == content {
			goldContent++
			alignedContent += int(bit(verdict.aligned, 0))
		}
		systemContent += int(bit(verdict.system == content, 0))
	}
	for _, k := range c.spurious {
		systemContent += int(bit(k == content, 0))
	}
	for k := rowWords; k <= rowBLEX; k++ {
		if n[k] += allContent; k < rowCLAS {
			n[k] += allOther
		}
	}
	tally.setWords(&n, len(pair.Gold.Tokens), len(pair.System.Tokens))
	tally.setContent(&n, goldContent, systemContent, alignedContent)
}

// setWords sets the rows of all words from the number of right words in each.
func (t *tally) setWords(right *[rowCount]int, gold, system int) {
	for k := rowWords; k <= rowLAS; k++ {
		t[k] = [perRow]int{right[k], gold, system, right[rowWords]}
	}
}

// setContent sets the rows of content words from the number of right words in each.
func (t *tally) setContent(right *[rowCount]int, gold, system, aligned int) {
	for k := rowCLAS; k <= rowBLEX; k++ {
		t[k] = [perRow]int{right[k], gold, system, aligned}
	}
}
