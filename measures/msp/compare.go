package msp

import (
	"slices"
	"strings"

	"assay/eval"
	"assay/internal/content"
	universal "assay/measures/internal/features"
	"assay/treebank"
)

// A side has the content words of one sentence, by their numbers in their order.
type side struct {
	nodes    []int32 // tokens, and abstract nodes as package content numbers them
	heads    []int32
	labels   []treebank.Symbol // relations as written
	rels     []treebank.Symbol // without subtypes
	feats    []treebank.Symbol
	abstract []bool
	at       []int32 // by node: its number, -1 for a function word
}

// read finds the content words of a sentence.
func (d *side) read(sentence *treebank.Sentence, relation func(treebank.Symbol) treebank.Symbol, order bool) {
	d.nodes, d.heads, d.labels, d.rels = d.nodes[:0], d.heads[:0], d.labels[:0], d.rels[:0]
	d.feats, d.abstract, d.at = d.feats[:0], d.abstract[:0], d.at[:0]
	for range len(sentence.Tokens) + len(sentence.Empties) {
		d.at = append(d.at, -1)
	}
	if sentence.Missing {
		return
	}
	d.nodes = content.Words(d.nodes, sentence)
	for i, node := range d.nodes {
		token, morph := content.Node(sentence, node)
		head, rel := content.Head(sentence, node)
		d.at[node] = int32(i)
		d.heads, d.labels, d.rels = append(d.heads, head), append(d.labels, rel), append(d.rels, relation(rel))
		d.feats = append(d.feats, morph.Feats)
		// The program knows abstract nodes by their form.
		abstract := int(node) >= len(sentence.Tokens)
		if order {
			abstract = string(sentence.Bytes(token.Form)) == "_"
		}
		d.abstract = append(d.abstract, abstract)
	}
}

// A pairing pairs the content words of both sides.
type pairing struct {
	system, gold []int32 // by word: its partner, -1 if it has none
	sameHead     []bool  // by word of gold
	attached     []bool  // by word of gold: las is right
	similar      []float64
}

func (p *pairing) reset(golds, systems int) {
	p.system, p.gold = none(p.system[:0], golds), none(p.gold[:0], systems)
	p.sameHead = append(p.sameHead[:0], make([]bool, golds)...)
	p.attached = append(p.attached[:0], make([]bool, golds)...)
	p.similar = append(p.similar[:0], make([]float64, golds)...)
}

func none(dst []int32, n int) []int32 {
	for range n {
		dst = append(dst, -1)
	}
	return dst
}

func (p *pairing) pair(gold, system int32) { p.system[gold], p.gold[system] = system, gold }

// credit is the credit of a paired word of gold, from 0 to 1.
func (p *pairing) credit(part int, g int32) float64 {
	switch {
	case part == partFeats, part == partMSLAS && p.attached[g]:
		return p.similar[g]
	}
	return eval.One(part == partLAS && p.attached[g])
}

// best returns the pairing with the largest sum of a part, the last one of several.
func (c *counter) best(part int) *pairing {
	best, most := &c.pairings[0], -1.0
	for i := range c.pairings {
		p, sum := &c.pairings[i], 0.0
		for g, s := range p.system {
			if s >= 0 {
				sum += p.credit(part, int32(g))
			}
		}
		if sum >= most {
			best, most = p, sum
		}
	}
	return best
}

// compare pairs the content words of both sides and judges the pairs.
func (c *counter) compare(pair *eval.Pair) error {
	c.features.reset(pair.Gold.Syms, c.Options)
	c.sides[0].read(pair.Gold, c.features.relation, c.Order)
	c.sides[1].read(pair.System, c.features.relation, c.Order)
	g, s := &c.sides[0], &c.sides[1]
	if c.Order {
		c.pairings = slices.Grow(c.pairings[:0], 2)[:2]
		for i := range c.pairings {
			p := &c.pairings[i]
			p.reset(len(g.nodes), len(s.nodes))
			p.inOrder(g, s, i == 1)
			c.judge(p, func(gold, system int32) bool { return p.sameContent(g, s, gold, system) })
		}
		return nil
	}
	align := pair.Align()
	if align.Err != nil {
		return align.Err
	}
	c.pairings = slices.Grow(c.pairings[:0], 1)[:1]
	p := &c.pairings[0]
	p.reset(len(g.nodes), len(s.nodes))
	p.byPlace(pair, align, g, s)
	c.judge(p, func(gold, system int32) bool {
		return gold >= 0 && int(gold) < len(align.System) && align.System[gold] == system
	})
	return nil
}

// judge compares the pairs; same reports whether two heads, which are words, are one.
func (c *counter) judge(p *pairing, same func(gold, system int32) bool) {
	g, s := &c.sides[0], &c.sides[1]
	for i, j := range p.system {
		if j < 0 {
			continue
		}
		a, b := g.heads[i], s.heads[j]
		if a < 0 || b < 0 {
			p.sameHead[i] = a == b && a != treebank.Unknown
		} else {
			p.sameHead[i] = same(a, b)
		}
		p.attached[i] = p.sameHead[i] && g.rels[i] == s.rels[j]
		p.similar[i] = c.features.similar(g.feats[i], s.feats[j])
	}
}

// sameContent reports whether two heads are content words that pair.
func (p *pairing) sameContent(g, s *side, gold, system int32) bool {
	a, b := g.at[gold], s.at[system]
	return a >= 0 && b >= 0 && p.system[a] == b
}

// inOrder pairs content words from the first on, or from the last back: abstract nodes with each other alone.
func (p *pairing) inOrder(g, s *side, back bool) {
	golds, systems := int32(len(g.nodes)), int32(len(s.nodes))
	for i, j := int32(0), int32(0); i < golds && j < systems; {
		a, b := i, j
		if back {
			a, b = golds-1-i, systems-1-j
		}
		switch {
		case g.abstract[a] == s.abstract[b]:
			p.pair(a, b)
			i, j = i+1, j+1
		case g.abstract[a]:
			i++
		default:
			j++
		}
	}
}

// byPlace pairs words that cover the same characters, and abstract nodes after such words.
func (p *pairing) byPlace(pair *eval.Pair, align *eval.Alignment, g, s *side) {
	after := map[int32][]int32{} // abstract nodes of the system, by the word of gold before them
	for j, node := range s.nodes {
		if !s.abstract[j] {
			if i := align.GoldOf(node); i >= 0 && g.at[i] >= 0 {
				p.pair(g.at[i], int32(j))
			}
			continue
		}
		before := pair.System.Empties[int(node)-len(pair.System.Tokens)].After - 1
		if before >= 0 {
			if before = align.GoldOf(before); before < 0 {
				continue
			}
		}
		after[before] = append(after[before], int32(j))
	}
	if len(after) == 0 {
		return
	}
	for _, sameRel := range []bool{true, false} {
		for i, node := range g.nodes {
			if !g.abstract[i] || p.system[i] >= 0 {
				continue
			}
			for _, j := range after[pair.Gold.Empties[int(node)-len(pair.Gold.Tokens)].After-1] {
				if p.gold[j] < 0 && (!sameRel || g.rels[i] == s.rels[j]) {
					p.pair(int32(i), j)
					break
				}
			}
		}
	}
}

// features caches the properties of the symbols of one table.
type features struct {
	Options
	syms      *treebank.Symbols
	relations map[treebank.Symbol]treebank.Symbol
	values    map[treebank.Symbol][]value
}

// A value is that of a feature. One without = is a value of the feature Feats.
type value struct{ name, value string }

func (f *features) reset(syms *treebank.Symbols, opt Options) {
	if f.syms != syms {
		*f = features{opt, syms, map[treebank.Symbol]treebank.Symbol{}, map[treebank.Symbol][]value{}}
	}
}

// relation returns a relation without its subtype.
func (f *features) relation(rel treebank.Symbol) treebank.Symbol {
	short, ok := f.relations[rel]
	if !ok {
		name, _, _ := strings.Cut(f.syms.Name(rel), ":")
		short = f.syms.InternString(name)
		f.relations[rel] = short
	}
	return short
}

// of returns the features that count, by name; of one that is there twice the last in their order.
func (f *features) of(feats treebank.Symbol) []value {
	list, ok := f.values[feats]
	if ok {
		return list
	}
	if text := f.syms.Name(feats); text != content.None {
		columns := strings.Split(text, "|")
		slices.Sort(columns)
		for _, column := range columns {
			name, v, ok := strings.Cut(column, "=")
			if !ok {
				name, v = "Feats", column
			}
			if column == "" || ok && !f.All && !universal.Universal(name) {
				continue
			}
			if n := len(list); n > 0 && list[n-1].name == name && ok {
				list[n-1].value = v
			} else {
				list = append(list, value{name, v})
			}
		}
	}
	f.values[feats] = list
	return list
}

// similar is the F1 of the features of two words; 1 if both have none.
func (f *features) similar(gold, system treebank.Symbol) float64 {
	g, s := f.of(gold), f.of(system)
	if len(g)+len(s) == 0 {
		return 1
	}
	equal := 0
	for _, v := range g {
		if slices.Contains(s, v) && (v.value != "" || !f.Order) { // in the program an empty value equals none
			equal++
		}
	}
	return 2 * float64(equal) / float64(len(g)+len(s))
}
