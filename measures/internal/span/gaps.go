package span

import (
	"cmp"
	"slices"
)

// gaps finds the words of the phrases of d with gaps, and sorts the brackets. The
// words of a bracket are in d.words, after their number.
func (c *Comparer) gaps(d *Side) {
	sentence := d.sentence
	rank := make([]int32, len(sentence.Phrases)) // index of the phrase's bracket, -1 if there is none
	count := make([]int32, len(d.Brackets))
	for i := range rank {
		rank[i] = -1
	}
	for i, b := range d.Brackets {
		rank[b.Phrase] = int32(i)
	}
	above := func(yield func(token, bracket int32)) {
		for t := range sentence.Tokens {
			if d.at[t+1] == d.at[t] {
				continue
			}
			steps := 0
			for p := sentence.Tokens[t].Parent; p >= 0 && steps <= len(sentence.Phrases); p = sentence.Phrases[p].Parent {
				if rank[p] >= 0 {
					yield(int32(t), rank[p])
				}
				steps++
			}
		}
	}
	width := func(t int32) int32 { return d.at[t+1] - d.at[t] }
	above(func(t, b int32) { count[b] += width(t) })
	for i := range d.Brackets {
		b := &d.Brackets[i]
		if count[i] < b.End-b.Begin {
			b.yield = int32(len(d.words))
			d.words = append(d.words, 0)
			d.words = append(d.words, make([]int32, count[i])...)
		}
	}
	above(func(t, i int32) {
		bracket := &d.Brackets[i]
		if bracket.yield < 0 {
			return
		}
		for u := d.at[t]; u < d.at[t+1]; u++ {
			d.words[bracket.yield]++
			d.words[bracket.yield+d.words[bracket.yield]] = u
		}
	})
	for i := range d.Brackets { // Begin and End may include words of other phrases
		if bracket := &d.Brackets[i]; bracket.yield >= 0 {
			w := d.yieldOf(bracket)
			if len(w) == 0 {
				bracket.Begin, bracket.End = 0, 0
				continue
			}
			bracket.Begin, bracket.End = w[0], w[len(w)-1]+1
			if int(bracket.End-bracket.Begin) == len(w) {
				bracket.yield = -1
			}
		}
	}
	d.Brackets = slices.DeleteFunc(d.Brackets, func(b Bracket) bool { return b.Begin == b.End })
	slices.SortStableFunc(d.Brackets, func(a, b Bracket) int {
		return cmp.Or(cmp.Compare(a.Begin, b.Begin), cmp.Compare(b.End, a.End), compareWords(d.yieldOf(&a), d.yieldOf(&b)))
	})
}

// yieldOf returns the words of a bracket with gaps; nil for one without.
func (d *Side) yieldOf(b *Bracket) []int32 {
	if b.yield < 0 {
		return nil
	}
	return d.words[b.yield+1 : b.yield+1+d.words[b.yield]]
}

// Gapped reports whether the words of b are discontinuous.
func (b *Bracket) Gapped() bool { return b.yield >= 0 }

func compareWords(a, b []int32) int { return slices.Compare(a, b) }

// sameYield reports whether a of d and b of e cover the same words.
func (d *Side) sameYield(a *Bracket, e *Side, b *Bracket) bool {
	if a.Begin != b.Begin || a.End != b.End {
		return false
	}
	return a.yield < 0 && b.yield < 0 || slices.Equal(d.yieldOf(a), e.yieldOf(b))
}

// crossAll compares each bracket of the system with each of gold.
func (c *Comparer) crossAll() {
	gold, system := c.Gold.Brackets, c.System.Brackets
	for j := range system {
		if c.place[j] == common && len(c.Gold.words) == 0 && len(c.System.words) == 0 {
			continue
		}
		for i := range gold {
			if gold[i].Begin >= system[j].End {
				break
			}
			if !c.crosses(&gold[i], &system[j]) {
				continue
			}
			if system[j].Cross < 0 {
				system[j].Cross = int32(i)
			}
			if gold[i].Cross < 0 {
				gold[i].Cross = int32(j)
			}
			if c.rules.Pairs {
				c.countCrossing(i, j)
			}
		}
	}
}

// countCrossing records that bracket i of gold and j of the system cross.
func (c *Comparer) countCrossing(i, j int) {
	x, y := &c.Gold.More[i], &c.System.More[j]
	x.Crossings++
	y.Crossings++
	switch g, s := c.Gold.Brackets[i].Begin, c.System.Brackets[j].Begin; {
	case s < g:
		y.First++
	case g < s:
		x.First++
	}
}

// crosses reports whether a of gold and b of the system share words and each has
// words that the other lacks.
func (c *Comparer) crosses(a, b *Bracket) bool {
	if a.yield < 0 && b.yield < 0 {
		return a.Begin < b.Begin && b.Begin < a.End && a.End < b.End ||
			b.Begin < a.Begin && a.Begin < b.End && b.End < a.End
	}
	shared, onlyA, onlyB := 0, 0, 0
	x, y := c.Gold.cursor(a), c.System.cursor(b)
	for x.ok() || y.ok() {
		switch {
		case !y.ok() || x.ok() && x.at() < y.at():
			onlyA++
			x.next()
		case !x.ok() || y.at() < x.at():
			onlyB++
			y.next()
		default:
			shared++
			x.next()
			y.next()
		}
	}
	return shared > 0 && onlyA > 0 && onlyB > 0
}

// A cursor iterates over the words of a bracket.
type cursor struct {
	words    []int32 // nil for a bracket without gaps
	pos, end int32
}

func (d *Side) cursor(b *Bracket) cursor {
	if w := d.yieldOf(b); w != nil {
		return cursor{w, 0, int32(len(w))}
	}
	return cursor{nil, b.Begin, b.End}
}

func (k *cursor) ok() bool { return k.pos < k.end }
func (k *cursor) next()    { k.pos++ }
func (k *cursor) at() int32 {
	if k.words != nil {
		return k.words[k.pos]
	}
	return k.pos
}
