package ud

import (
	"bytes"

	"assay/eval"
	"assay/treebank"
)

// A word holds the columns of a word that the rows compare.
type word struct {
	tag, fine, feats treebank.Symbol
	lemma            []byte
	head             int32
	rel              treebank.Symbol // as compared under the options
	full             treebank.Symbol // unchanged
	class            class
}

// word returns word i of s.
func (c *counter) word(s *treebank.Sentence, i int32) word {
	w := word{tag: s.Tokens[i].Tag}
	if int(i) < len(s.Morph) {
		m := &s.Morph[i]
		w.fine, w.feats, w.lemma = m.Fine, m.Feats, s.Bytes(m.Lemma)
		if w.feats != 0 && !c.RawFeatures {
			w.feats = c.labels.universal(w.feats)
		}
	}
	w.head, w.full = s.HeadOf(i)
	r := c.labels.relation(w.full)
	w.rel, w.class = r.rel, r.class
	if c.KeepSubtypes {
		w.rel = w.full
	}
	return w
}

// sameHead reports whether the heads of two aligned words are the same word. Root,
// unknown heads and heads outside of the sentence are equal if their values are.
func sameHead(a *eval.Alignment, gold, system int32) bool {
	if gold < 0 || system < 0 {
		return gold == system
	}
	return a.Gold[system] == gold
}

// right reports for each row whether an aligned pair of words is correct; mlas
// ignores function words here.
func right(a *eval.Alignment, x, y *word) (r [rowCount]bool) {
	r[rowWords] = true
	r[rowUPOS] = x.tag == y.tag
	r[rowXPOS] = x.fine == y.fine
	r[rowUFeats] = x.feats == y.feats
	r[rowAllTags] = r[rowUPOS] && r[rowXPOS] && r[rowUFeats]
	r[rowLemmas] = len(x.lemma) == 0 || bytes.Equal(x.lemma, y.lemma)
	r[rowUAS] = sameHead(a, x.head, y.head)
	r[rowLAS] = r[rowUAS] && x.rel == y.rel
	r[rowCLAS] = r[rowLAS] && x.class == content
	r[rowMLAS] = r[rowCLAS] && r[rowUPOS] && r[rowUFeats]
	r[rowBLEX] = r[rowCLAS] && r[rowLemmas]
	return r
}

// countWords counts the rows of words. It is the plain twin of countSame.
func (c *counter) countWords(t *tally, p *eval.Pair) {
	a := p.Align()
	ng, ns := len(p.Gold.Tokens), len(p.System.Tokens)
	pairs, goldContent, systemContent, alignedContent := 0, 0, 0, 0
	var n [rowCount]int
	c.kids[0].made, c.kids[1].made = false, false
	for i := range p.Gold.Tokens {
		x := c.word(p.Gold, int32(i))
		if x.class == content {
			goldContent++
		}
		j := a.System[i]
		if j < 0 {
			continue
		}
		pairs++
		y := c.word(p.System, j)
		r := right(a, &x, &y)
		if x.class == content {
			alignedContent++
			r[rowMLAS] = r[rowMLAS] && c.sameFunctions(p, int32(i), j)
		}
		for k := rowUPOS; k <= rowBLEX; k++ {
			if r[k] {
				n[k]++
			}
		}
	}
	for j := range p.System.Tokens {
		_, rel := p.System.HeadOf(int32(j))
		if c.labels.relation(rel).class == content {
			systemContent++
		}
	}
	n[rowWords] = pairs
	t.setWords(&n, ng, ns)
	t.setContent(&n, goldContent, systemContent, alignedContent)
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

// children are the function words below each word of a sentence, in order.
type children struct {
	made  bool
	first []int32 // by word, -1 if there are none
	next  []int32 // by function word
}

func (c *counter) children(k *children, s *treebank.Sentence) {
	k.made = true
	k.first, k.next = k.first[:0], k.next[:0]
	for range s.Tokens {
		k.first, k.next = append(k.first, -1), append(k.next, -1)
	}
	for i := len(s.Tokens) - 1; i >= 0; i-- {
		head, rel := s.HeadOf(int32(i))
		if head >= 0 && c.labels.relation(rel).class == functional {
			k.next[i], k.first[head] = k.first[head], int32(i)
		}
	}
}

// sameFunctions reports whether the function words below gold word i and below
// system word j are aligned one by one and agree in relation, tag and features.
func (c *counter) sameFunctions(p *eval.Pair, i, j int32) bool {
	if !c.kids[0].made {
		c.children(&c.kids[0], p.Gold)
		c.children(&c.kids[1], p.System)
	}
	a := p.Align()
	g, s := c.kids[0].first[i], c.kids[1].first[j]
	for g >= 0 && s >= 0 {
		if a.Gold[s] != g {
			return false
		}
		x, y := c.word(p.Gold, g), c.word(p.System, s)
		if x.rel != y.rel || x.tag != y.tag || x.feats != y.feats {
			return false
		}
		g, s = c.kids[0].next[g], c.kids[1].next[s]
	}
	return g < 0 && s < 0
}
