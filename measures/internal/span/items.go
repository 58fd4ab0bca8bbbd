package span

import (
	"assay/eval"
	"assay/treebank"
)

// An Event is the result for a bracket or a word.
type Event int

// The events.
const (
	Matched      Event = iota // a bracket of gold and one of the system are equal
	Lost                      // a bracket of gold that the system lacks
	Extra                     // a bracket of the system that gold lacks and that crosses none
	Crossing                  // a bracket of the system that crosses one of gold
	SameTag                   // a word with the same tag on both sides
	OtherTag                  // a word with a different tag, or one that the system lacks
	ByCharacters              // the whole sentence was compared by characters
)

// Walk calls yield for each bracket, in order, once for equal ones, with the indices
// in the lists of gold and system, -1 for a side without it.
func (c *Comparer) Walk(yield func(e Event, gold, system int)) {
	g, s := c.Gold.Brackets, c.System.Brackets
	i, j := 0, 0
	for i < len(g) || j < len(s) {
		switch {
		case j < len(s) && s[j].Match >= 0: // visited with its match in gold
			j++
		case i == len(g) || j < len(s) && c.compareSpans(&g[i], &s[j]) > 0:
			if s[j].Cross >= 0 {
				yield(Crossing, -1, j)
			} else {
				yield(Extra, -1, j)
			}
			j++
		case g[i].Match >= 0:
			yield(Matched, i, int(g[i].Match))
			i++
		default:
			yield(Lost, i, -1)
			i++
		}
	}
}

// Items yields the items of pair: brackets in their order, then words. Outcome, Class,
// Part and the sides of the item are set; the caller sets its Adds, from the indices
// of the brackets as in Walk.
func (c *Comparer) Items(pair *eval.Pair, yield func(it *eval.Item, e Event, gold, system int)) {
	var it eval.Item
	if c.Characters {
		it = eval.Item{Part: "characters", Outcome: eval.Correct,
			Gold: eval.Ref{Kind: eval.Token, Index: 0, Other: int32(len(pair.Gold.Tokens))}}
		yield(&it, ByCharacters, -1, -1)
	}
	c.Walk(func(e Event, i, j int) {
		c.bracket(pair, &it, e, i, j)
		yield(&it, e, i, j)
	})
	c.words(pair, func(gold, system int32, same bool) {
		yield(&it, word(pair, &it, gold, system, same), -1, -1)
	})
}

// Errors yields the items of Items that are not correct, in their order.
func (c *Comparer) Errors(pair *eval.Pair, yield func(it *eval.Item, e Event, gold, system int)) {
	var it eval.Item
	c.Walk(func(e Event, i, j int) {
		if e != Matched {
			c.bracket(pair, &it, e, i, j)
			yield(&it, e, i, j)
		}
	})
	if !pair.Gold.Missing && !pair.System.Missing && int(c.Tags) == len(c.Gold.Words) {
		return
	}
	c.words(pair, func(gold, system int32, same bool) {
		if !same {
			yield(&it, word(pair, &it, gold, system, same), -1, -1)
		}
	})
}

// bracket sets it to the item of an event of Walk.
func (c *Comparer) bracket(pair *eval.Pair, it *eval.Item, e Event, gold, system int) {
	*it = eval.Item{}
	switch e {
	case Matched:
		it.Outcome, it.Class = eval.Correct, "EM"
	case Lost:
		it.Outcome, it.Class = eval.Missing, "missing"
	case Crossing:
		it.Outcome, it.Class = eval.Spurious, "CE"
	case Extra:
		it.Outcome, it.Class = eval.Spurious, "SP"
	}
	if gold >= 0 {
		it.Gold = c.Gold.bracket(pair.Gold, gold, c.System.Brackets)
	}
	if system >= 0 {
		it.System = c.System.bracket(pair.System, system, c.Gold.Brackets)
	}
}

// Phrase returns the reference of a phrase of the side; Other is -1.
func (d *Side) Phrase(s *treebank.Sentence, index int32) eval.Ref {
	ph := s.Phrases[index]
	return eval.Ref{Kind: eval.Phrase, Index: index, Other: -1, Label: ph.Label, Role: ph.Func,
		Counted: d.labels[ph.Label].short}
}

// bracket returns the reference of a bracket; Other is the phrase of the other side
// that it crosses, -1 if there is none.
func (d *Side) bracket(s *treebank.Sentence, i int, other []Bracket) eval.Ref {
	b := &d.Brackets[i]
	ref := d.Phrase(s, b.Phrase)
	if b.Cross >= 0 {
		ref.Other = other[b.Cross].Phrase
	}
	return ref
}

// word sets it to the item of a word of gold and, unless that is negative, one of the
// system.
func word(p *eval.Pair, it *eval.Item, gold, system int32, same bool) Event {
	*it = eval.Item{Part: "tag", Outcome: eval.Missing, Class: "missing",
		Gold: eval.Ref{Kind: eval.Word, Index: gold, Label: p.Gold.Tokens[gold].Tag}}
	if system >= 0 {
		it.System = eval.Ref{Kind: eval.Word, Index: system, Label: p.System.Tokens[system].Tag}
		it.Outcome, it.Class = eval.Incorrect, "wrong tag"
	}
	if same {
		it.Outcome, it.Class = eval.Correct, ""
		return SameTag
	}
	return OtherTag
}

// words yields the words of gold that count, with those of the system, -1 if there is
// none, and whether their tags are equal.
func (c *Comparer) words(pair *eval.Pair, yield func(gold, system int32, same bool)) {
	switch {
	case pair.Gold.Missing:
	case pair.System.Missing:
		for _, t := range c.Gold.Words {
			yield(t, -1, false)
		}
	case c.Characters:
		next := 0
		upTo := func(end int32) {
			for ; next < len(c.Gold.Words) && c.Gold.Words[next] < end; next++ {
				yield(c.Gold.Words[next], -1, false)
			}
		}
		c.CommonWords(func(gold, system int32, same bool) {
			upTo(gold)
			next++
			yield(gold, system, same)
		})
		upTo(int32(len(pair.Gold.Tokens)))
	default:
		for k, t := range c.Gold.Words {
			yield(t, c.System.Words[k], c.SameTag(k))
		}
	}
}
