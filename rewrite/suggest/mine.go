package suggest

import (
	"cmp"
	"slices"
	"strings"

	"assay/treebank"
)

// An op is a kind of rule.
type op uint8

const (
	invert   op = iota // X -> Y becomes Y -> X
	swap               // the same, and the other dependents of X go to Y
	lift               // Y goes to the head of X
	cut                // Y has no head
	relabel            // Y gets the label
	toSister           // Y goes to the nearest dependent of X of some kind
	rotate             // invert, and the dependents of X from one of a tag outwards go to Y: of a coordination
)

// The attributes of a site, in the order of pattern.value.
const (
	catX = iota
	catY
	relY
	wordX
	wordY
	relX
	leafY // whether Y has dependents: isLeaf or isParent
	next  // the tag of the next dependent of X from Y towards X: of a conjunct, the conjunction
	over  // the tag of a dependent of X between Y and X, the nearest to X of this tag
	edge  // of rotate, isAway if X has no dependent beyond Y
	inner // of rotate, isAway if X has a dependent nearer than the one of over
	attributes
)

// The values of leafY.
const (
	isLeaf treebank.Symbol = iota + 1
	isParent
)

// isAway is the one value of edge and inner.
const isAway treebank.Symbol = 1

// A pattern is a condition on a link X -> Y, equal for all links that a candidate changes: the
// operation, on which side of Y its X is, and values of attributes.
type pattern struct {
	op    op
	pre   bool            // X is before Y; of toSister: Z is before Y
	label treebank.Symbol // of relabel the new one
	mask  uint16          // the attributes that count
	value [attributes]treebank.Symbol
}

func mask(list ...int) (m uint16) {
	for _, a := range list {
		m |= 1 << a
	}
	return m
}

// shapes are the sets of attributes that rules look at, for each operation.
func shapes(o op) []uint16 {
	common := []uint16{mask(relY), mask(catX), mask(catY), mask(catX, catY), mask(catX, relY), mask(catY, relY),
		mask(catX, catY, relY),
		mask(wordX), mask(wordY), mask(wordX, catY), mask(catX, wordY), mask(wordX, relY), mask(wordY, relY)}
	if o != relabel {
		for _, m := range common {
			common = append(common, m|mask(leafY))
		}
	}
	switch o {
	case invert, swap:
		return append(common, mask(next), mask(catX, next), mask(catY, next), mask(relY, next),
			mask(catX, catY, next), mask(catX, relY, next), mask(catY, relY, next))
	case lift:
		return append(common, mask(relX, relY), mask(relX, catY), mask(relX), mask(relX, relY, catX),
			mask(relX, relY, catY), mask(relX, relY, catX, catY))
	case rotate:
		var out []uint16
		for _, m := range []uint16{0, mask(relY), mask(catX), mask(catY), mask(catX, catY), mask(catX, relY), mask(catY, relY),
			mask(catX, catY, relY), mask(relX), mask(relX, relY)} {
			for _, of := range []uint16{0, mask(leafY), mask(edge), mask(inner)} {
				out = append(out, m|of|mask(over))
			}
		}
		return out
	case toSister: // catX and relX are those of the sister
		return []uint16{mask(catX, catY), mask(relX, relY), mask(relX, catY), mask(catX, relY),
			mask(relX, catX, relY), mask(relX, catY, relY), mask(relX, catX, catY, relY)}
	}
	return common
}

// A tally counts what a rule would do at the sites of a pattern.
type tally struct {
	fits, misfits, sites int
	owner                int // the last X, by number
}

func (t *tally) gain() int { return t.fits - t.misfits }

// A candidate is a pattern with several values of one attribute.
type candidate struct {
	pattern
	pooled  int // the attribute
	values  []treebank.Symbol
	gain    int
	misfits int
}

// A miner finds the sites of a sentence, in reused memory.
type miner struct {
	found    map[pattern]tally
	children [][]int32
	owner    int // number of the current X, over all sentences
}

// fewestOfWord is the number of links with a word from which on a rule may name it.
const fewestOfWord = 5

// candidates returns the rules that promise most, the best first.
func (f *finder) candidates() []*candidate {
	f.sites.found = map[pattern]tally{}
	for _, p := range f.now[0] {
		f.mine(p)
	}
	type open struct { // a pattern without the value of one attribute
		pattern
		pooled int
	}
	groups := map[open]*candidate{}
	var all []*candidate
	for p, t := range f.sites.found {
		if p.op == relabel {
			if p.label == 0 {
				continue
			}
			rest := p
			rest.label = 0
			t.misfits += f.sites.found[rest].misfits
		}
		if t.gain() < 2 || 3*t.fits < 4*t.misfits {
			continue
		}
		for a := range attributes {
			if p.mask>>a&1 == 0 {
				continue
			}
			if a == edge || a == inner {
				continue // they have one value
			}
			if (a == wordX || a == wordY) && t.sites < fewestOfWord {
				continue // a word that is rare is no reason for a rule
			}
			key := open{p, a}
			key.value[a] = 0
			c := groups[key]
			if c == nil {
				c = &candidate{pattern: p, pooled: a}
				groups[key] = c
				all = append(all, c)
			}
			c.values = append(c.values, p.value[a])
			c.gain += t.gain()
			c.misfits += t.misfits
		}
	}
	for _, c := range all {
		slices.Sort(c.values)
	}
	price := func(c *candidate) float64 { return float64(c.gain) - misfitPrice*float64(c.misfits) - c.price(f) }
	slices.SortFunc(all, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(price(b), price(a)), cmp.Compare(len(a.values), len(b.values)),
			cmp.Compare(a.text(f, 0), b.text(f, 0)))
	})
	return slices.DeleteFunc(all, func(c *candidate) bool { return c.gain < f.opt.Fewest })
}

// price is the number of errors that a rule must remove more than a simpler one.
func (c *candidate) price(f *finder) float64 {
	each := max(1, float64(f.result.Before)/2000)
	n := 0
	for a := range attributes {
		if c.mask>>a&1 == 1 {
			n++
		}
	}
	value := each / 2
	if c.pooled == wordX || c.pooled == wordY {
		value = 2 * each
	}
	return each*float64(2*n) + value*float64(len(c.values)-1)
}

// mine adds the sites of a sentence.
func (f *finder) mine(p Pair) {
	n := int32(len(p.System.Tokens))
	m := &f.sites
	for int32(len(m.children)) < n {
		m.children = append(m.children, nil)
	}
	for w := range n {
		m.children[w] = m.children[w][:0]
	}
	for w := range n {
		if head, _ := p.System.HeadOf(w); head >= 0 {
			m.children[head] = append(m.children[head], w)
		}
	}
	for x := range n {
		m.owner++
		for _, y := range m.children[x] {
			f.link(p, x, y)
		}
		f.rotations(p, x)
	}
}

// rotations adds the sites of the rules that make an outer dependent of x, the first conjunct of a coordination, its
// head: the dependents outside of the innermost one of some tag belong to the whole, the others to x.
func (f *finder) rotations(p Pair, x int32) {
	s := p.System
	head, relOfX := s.HeadOf(x)
	children := f.sites.children[x]
	split, _ := slices.BinarySearch(children, x)
	right := slices.Clone(children[split:])
	slices.Reverse(right)
	for _, outward := range [][]int32{children[:split], right} { // from the outside to x
		for i, y := range outward {
			_, rel := s.HeadOf(y)
			change := f.cost(p.Gold, y, x, rel) + f.cost(p.Gold, x, head, relOfX) - f.cost(p.Gold, y, head, relOfX) -
				f.cost(p.Gold, x, y, rel)
			at := pattern{op: rotate, pre: x < y, value: [attributes]treebank.Symbol{s.Tokens[x].Tag, s.Tokens[y].Tag, rel, 0, 0,
				relOfX, f.sites.leaf(y)}}
			if i == 0 {
				at.value[edge] = isAway
			}
			for k, z := range outward {
				if k == i {
					continue
				}
				_, r := s.HeadOf(z)
				change += f.cost(p.Gold, z, x, r) - f.cost(p.Gold, z, y, r)
				at.value[over], at.value[inner] = s.Tokens[z].Tag, 0
				if k+1 < len(outward) {
					at.value[inner] = isAway
				}
				again := slices.ContainsFunc(outward[k+1:], func(w int32) bool { return s.Tokens[w].Tag == at.value[over] })
				if k > i && !again {
					f.site(at, change)
				}
			}
		}
	}
}

// link adds the sites of the link of y to its head x.
func (f *finder) link(p Pair, x, y int32) {
	s := p.System
	head, relOfX := s.HeadOf(x)
	_, rel := s.HeadOf(y)
	at := pattern{pre: x < y, value: [attributes]treebank.Symbol{s.Tokens[x].Tag, s.Tokens[y].Tag, rel,
		f.word(s, x), f.word(s, y), relOfX, f.sites.leaf(y), f.sites.next(s, x, y)}}
	was := f.cost(p.Gold, y, x, rel)
	set := func(o op, gain int) {
		at.op = o
		f.site(at, gain)
	}
	wasX := f.cost(p.Gold, x, head, relOfX)
	turned := was + wasX - f.cost(p.Gold, y, head, relOfX) - f.cost(p.Gold, x, y, rel)
	set(invert, turned)
	if len(f.sites.children[x]) > 1 {
		for _, d := range f.sites.children[x] {
			if _, r := s.HeadOf(d); d != y {
				turned += f.cost(p.Gold, d, x, r) - f.cost(p.Gold, d, y, r)
			}
		}
	}
	set(swap, turned)
	if head >= 0 {
		set(lift, was-f.cost(p.Gold, y, head, rel))
	}
	goldHead, goldRel := p.Gold.HeadOf(y)
	set(cut, was-f.cost(p.Gold, y, treebank.Unknown, 0))
	if !f.opt.HeadsOnly {
		f.labels(p, at, x, goldHead, goldRel)
	}
	f.sisters(p, at, x, y)
}

// leaf says whether y has dependents.
func (m *miner) leaf(y int32) treebank.Symbol {
	if len(m.children[y]) == 0 {
		return isLeaf
	}
	return isParent
}

// next returns the tag of the dependent of x that is next to y in the direction of x, 0 for none.
func (m *miner) next(s *treebank.Sentence, x, y int32) treebank.Symbol {
	list := m.children[x]
	i := slices.Index(list, y)
	step := 1
	if x < y {
		step = -1
	}
	if i += step; i < 0 || i >= len(list) || (list[i] < x) != (y < x) {
		return 0
	}
	return s.Tokens[list[i]].Tag
}

// labels adds the sites of a label: one that should be another, or one that is right, which any other
// label would make wrong.
func (f *finder) labels(p Pair, at pattern, x, goldHead int32, goldRel treebank.Symbol) {
	if x != goldHead || goldRel == 0 {
		return
	}
	at.op, at.label = relabel, goldRel
	f.site(at, 1)
	if at.value[relY] == goldRel {
		at.label = 0
		f.site(at, -1)
	}
}

// sisters adds the sites at which y goes to the nearest other dependent of x of some kind, on either
// side.
func (f *finder) sisters(p Pair, at pattern, x, y int32) {
	s := p.System
	_, rel := s.HeadOf(y)
	was := f.cost(p.Gold, y, x, rel)
	at.op = toSister
	for _, before := range []bool{true, false} {
		var seen []pattern
		list := f.sites.children[x]
		for i := range list {
			z := list[i]
			if before {
				z = list[len(list)-1-i]
			}
			if z == y || (z < y) != before {
				continue
			}
			_, relZ := s.HeadOf(z)
			at.pre = before
			at.value = [attributes]treebank.Symbol{s.Tokens[z].Tag, s.Tokens[y].Tag, rel, 0, 0, relZ}
			if slices.Contains(seen, at) {
				continue
			}
			seen = append(seen, at)
			f.site(at, was-f.cost(p.Gold, y, z, rel))
		}
	}
}

// site adds a site to all patterns that it fits.
func (f *finder) site(at pattern, gain int) {
	for _, m := range shapes(at.op) {
		key := pattern{op: at.op, pre: at.pre, label: at.label, mask: m}
		bare := false
		for a := range attributes {
			if m>>a&1 == 1 {
				key.value[a] = at.value[a]
				bare = bare || at.value[a] == 0
			}
		}
		if bare { // a condition on no value says nothing
			continue
		}
		t := f.sites.found[key]
		if (at.op == invert || at.op == swap || at.op == rotate) && t.owner == f.sites.owner {
			continue // the rule inverts the first of several links
		}
		t.owner = f.sites.owner
		t.sites++
		if gain > 0 {
			t.fits += gain
		} else {
			t.misfits -= gain
		}
		f.sites.found[key] = t
	}
}

// word returns the symbol of what the condition (string X) sees: the lemma, or the word in lower case.
func (f *finder) word(s *treebank.Sentence, w int32) treebank.Symbol {
	if int(w) < len(s.Morph) && s.Morph[w].Lemma.Len > 0 {
		return s.Syms.InternString(s.Str(s.Morph[w].Lemma))
	}
	return s.Syms.InternString(strings.ToLower(s.Str(s.Tokens[w].Form)))
}
