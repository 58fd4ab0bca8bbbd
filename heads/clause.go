package heads

import (
	"slices"
	"strings"

	"assay/treebank"
)

// clause assigns governors to the constituents in the fields of clause p.
func (c *Converter) clause(sentence *treebank.Sentence, p int32) {
	heads := c.headsIn(c.fields.heads[p])
	c.fields.parts = c.fields.parts[:0]
	c.gather(sentence, p, 0)
	for i := range c.fields.parts {
		c.place(sentence, heads, i)
	}
}

// gather lists the constituents in the fields below q.
func (c *Converter) gather(sentence *treebank.Sentence, q int32, field treebank.Symbol) {
	for _, x := range c.children.Of(q) {
		if k := c.children.Phrase(x); k >= 0 && c.isField(sentence, k) {
			c.gather(sentence, k, sentence.Phrases[k].Label)
			continue
		}
		c.fields.parts = append(c.fields.parts, constituent{x, c.fn(sentence, x), field})
	}
}

// place assigns the governor and the label of constituent i.
func (c *Converter) place(sentence *treebank.Sentence, heads []int32, i int) {
	part := &c.fields.parts[i]
	own := c.list(sentence, part.at)
	if len(own) == 0 || slices.Contains(heads, own[0]) {
		return
	}
	rel, gov := part.fn, heads[0]
	if to, conjunct := c.target(sentence, i); to >= 0 {
		if conjunct { // it has the governor and the label of its coordination
			if c.opt.Conjunct != ConjunctSplit {
				rel = c.fields.parts[to].fn
			}
			if to, _ = c.target(sentence, to); to >= 0 && to != i {
				gov = c.list(sentence, c.fields.parts[to].at)[0]
			}
		} else {
			gov = c.list(sentence, c.fields.parts[to].at)[0]
		}
	}
	c.govern(sentence, part.at, gov, rel)
}

// target returns the constituent to which the long distance label of constituent i
// refers, or -1 if it has no such label or nothing fits. conjunct reports whether i
// is the last conjunct of a split coordination (XK).
func (c *Converter) target(sentence *treebank.Sentence, i int) (to int, conjunct bool) {
	part := &c.fields.parts[i]
	if part.fn == 0 {
		return -1, false
	}
	if part.fn == c.fields.modmod {
		if to = c.modified(sentence, i); to < 0 {
			c.fields.unresolved++
		}
		return to, false
	}
	names, ok := c.fields.targets[part.fn]
	if !ok {
		names = c.refer(part.fn)
		c.fields.targets[part.fn] = names
	}
	if names[0] != 0 { // the X of X-MOD
		if to = c.closest(sentence, i, names[0]); to < 0 {
			c.fields.unresolved++
		}
		return to, false
	}
	if names[1] != 0 { // XK, if there is an X
		return c.closest(sentence, i, names[1]), true
	}
	return -1, false
}

// refer reads a label: the X of X-MOD, the X of XK.
func (c *Converter) refer(fn treebank.Symbol) (names [2]treebank.Symbol) {
	name := c.syms.Name(fn)
	if x, ok := strings.CutSuffix(name, "-MOD"); ok && x != "" && x != "V" {
		names[0] = c.syms.InternString(x)
	} else if x, ok := strings.CutSuffix(name, "K"); ok && len(x) > 1 {
		names[1] = c.syms.InternString(x)
	}
	return names
}

// closest returns the constituent with function fn that is closest to i.
func (c *Converter) closest(sentence *treebank.Sentence, i int, fn treebank.Symbol) int {
	at := c.list(sentence, c.fields.parts[i].at)
	best, near := -1, int32(1<<30)
	for j := range c.fields.parts {
		if j == i || c.fields.parts[j].fn != fn {
			continue
		}
		for _, h := range c.list(sentence, c.fields.parts[j].at) {
			if d := max(h-at[0], at[0]-h); d < near {
				best, near = j, d
			}
		}
	}
	return best
}

// modified returns the constituent that a MOD-MOD modifies: in a resumptive
// construction (it is in LV) the modifier in VF, else the first V-MOD, else the first
// MOD.
func (c *Converter) modified(s *treebank.Sentence, i int) int {
	fields := &c.fields
	first := func(match func(*constituent) bool) int {
		for j := range fields.parts {
			if j != i && match(&fields.parts[j]) && len(c.list(s, fields.parts[j].at)) > 0 {
				return j
			}
		}
		return -1
	}
	if fields.parts[i].field == fields.lv {
		if j := first(func(p *constituent) bool {
			return p.field == fields.vf &&
				(p.fn == fields.mod || p.fn == fields.vmod)
		}); j >= 0 {
			return j
		}
	}
	if j := first(func(p *constituent) bool { return p.fn == fields.vmod }); j >= 0 {
		return j
	}
	return first(func(p *constituent) bool { return p.fn == fields.mod })
}
