// Package wordslot holds the measures that compare the head of each word: the error
// count of Lin (1995 §4.2) and the error rate, precision and recall of Xiao (1997
// §3.2.2, §3.2.3 and chapter 6).
//
// A slot is a word of gold with its aligned word of the system, or a word of the
// system that has no counterpart. If the two sides have different words, heads are
// compared through the alignment. In a parse forest a slot may hold several links.
//
// Xiao's classes of a slot: correct, incorrect, missing (only gold has a link),
// spurious (only the system has one), noncommittal (neither has). The root mark * is
// a link. In general mode links are equal if their heads are; in exact mode the
// relations must be equal too.
//
//	error_rate   = wrong / words           words: all slots; wrong: those not right
//	error_rate_2 = (wrong + I) / words     an incorrect slot counts twice
//	precision    = C / (C + S + I)
//	recall       = C / (C + M + I)
//
// In a forest, C of a slot is the number of links that both sides have. Of the
// others, as many as can be paired are incorrect, and the rest is missing or
// spurious. This gives the precision and recall of chapter 6, and his figures for
// single trees, where each side has one link: wrong is then I + M + S. The distance
// of a slot is 0 or 1, so that the error rate of a forest is at most 1.
//
// The expected counts of a forest are the means of these over its readings, weighted by their probabilities: a
// link of a reading is correct if it is among the links of gold. Where a forest does not record its
// readings, the links of a slot are equally likely. A single tree is its only reading.
//
// Lin counts a word as an error if its head is known in gold and the system has a
// different one or none. He has no spurious errors, and does not treat forests: here
// the sets of links must be equal.
//
// A sentence without an analysis by the system has links on the gold side only.
package wordslot

import (
	"math"
	"slices"

	"assay/eval"
	"assay/treebank"
)

// nowhere is the head of a link whose head has no counterpart in gold. It differs
// from every head that gold can have.
const nowhere = math.MinInt32

// A slot is one word with its links on both sides.
type slot struct {
	gold, system int32 // tokens, -1 if that side has no such word
	g, s         []treebank.Arc
}

// slots iterates over the slots of pairs.
type slots struct {
	align   *eval.Alignment
	p       *eval.Pair
	links   [2][]link
	expects bool // for expected counts
	// readings are those of the system's forest, if expected counts need them
	readings []treebank.Reading
}

// A link is a head and a relation in a slot; heads are words of gold.
type link struct {
	head int32
	rel  treebank.Symbol
}

// each calls f for every slot of pair: the slots of gold in order, then those of words
// that only the system has.
func (x *slots) each(pair *eval.Pair, f func(slot)) {
	x.p, x.align, x.readings = pair, pair.Align(), nil
	if x.expects {
		x.readings = treebank.ReadingsOf(pair.System)
	}
	for i := range pair.Gold.Tokens {
		g := int32(i)
		v := slot{gold: g, system: x.align.SystemOf(g), g: pair.Gold.ArcsOf(g)}
		if v.system >= 0 {
			v.s = pair.System.ArcsOf(v.system)
		}
		f(v)
	}
	if x.align.Same {
		return
	}
	for i := range pair.System.Tokens {
		if s := int32(i); x.align.GoldOf(s) < 0 {
			f(slot{gold: -1, system: s, s: pair.System.ArcsOf(s)})
		}
	}
}

// head returns the head of an arc of the system as a word of gold.
func (x *slots) head(h int32) int32 {
	if h < 0 {
		return h
	}
	if g := x.align.GoldOf(h); g >= 0 {
		return g
	}
	return nowhere
}

// A tally holds the links of a slot by class. Its error, wrong, is 0 or 1 whatever its number of links; double is 2
// for an incorrect slot. All of them are expected values for a forest with probabilities.
type tally struct{ c, i, m, s, none, wrong, double float64 }

// classed returns the tally of a slot with these links.
func classed(c, i, m, s int) tally {
	t := tally{c: float64(c), i: float64(i), m: float64(m), s: float64(s)}
	switch t.outcome() {
	case eval.Incorrect:
		t.wrong, t.double = 1, 2
	case eval.Missing, eval.Spurious:
		t.wrong, t.double = 1, 1
	case eval.Noncommittal:
		t.none = 1
	}
	return t
}

// compare classifies the links of a slot.
func (x *slots) compare(v slot, exact bool) tally {
	if x.expects && (len(v.g) > 1 || len(v.s) > 1) {
		return x.expected(v, exact)
	}
	if len(v.g) <= 1 && len(v.s) <= 1 {
		return x.compareOne(v, exact)
	}
	k := x.set(0, v.g, exact, false)
	a := x.set(1, v.s, exact, true)
	k, a = resolved(k, a)
	both := 0
	for _, l := range k {
		if slices.Contains(a, l) {
			both++
		}
	}
	onlyK, onlyA := len(k)-both, len(a)-both
	paired := min(onlyK, onlyA)
	return classed(both, paired, onlyK-paired, onlyA-paired)
}

// expected returns the mean of the tallies of a slot over the readings of the system.
func (x *slots) expected(v slot, exact bool) (sum tally) {
	add := func(t tally, p float64) {
		sum.c, sum.i, sum.m, sum.s = sum.c+p*t.c, sum.i+p*t.i, sum.m+p*t.m, sum.s+p*t.s
		sum.none, sum.wrong, sum.double = sum.none+p*t.none, sum.wrong+p*t.wrong, sum.double+p*t.double
	}
	if len(v.s) == 0 {
		return x.among(v.g, nil, exact)
	}
	if x.readings == nil || len(v.s) == 1 {
		for i := range v.s {
			add(x.among(v.g, v.s[i:i+1], exact), 1/float64(len(v.s)))
		}
		return sum
	}
	chances := make([]float64, len(v.s))
	for _, r := range x.readings {
		chances[r.Links[v.system]] += r.P
	}
	for i, p := range chances {
		add(x.among(v.g, v.s[i:i+1], exact), p)
	}
	return sum
}

// among classifies the one link of a reading against all links of gold, each of which is right.
func (x *slots) among(gold, one []treebank.Arc, exact bool) tally {
	for i := range gold {
		if t := x.compareOne(slot{g: gold[i : i+1], s: one}, exact); t.c > 0 || i == len(gold)-1 {
			return t
		}
	}
	return x.compareOne(slot{s: one}, exact)
}

// compareOne is compare for slots with at most one link.
func (x *slots) compareOne(v slot, exact bool) tally {
	k := len(v.g) == 1 && v.g[0].Head != treebank.Unknown
	a := len(v.s) == 1 && v.s[0].Head != treebank.Unknown
	switch {
	case k && a && treebank.Unresolvable(v.g[0].Head, v.s[0].Head):
	case k && a:
		if v.g[0].Head == x.head(v.s[0].Head) && (!exact || v.g[0].Rel == v.s[0].Rel) {
			return classed(1, 0, 0, 0)
		}
		return classed(0, 1, 0, 0)
	case k:
		return classed(0, 0, 1, 0)
	case a:
		return classed(0, 0, 0, 1)
	}
	return classed(0, 0, 0, 0)
}

// set returns the different links among arcs, without unknown heads.
func (x *slots) set(side int, arcs []treebank.Arc, exact, system bool) []link {
	out := x.links[side][:0]
	for _, arc := range arcs {
		l := link{head: arc.Head}
		if exact {
			l.rel = arc.Rel
		}
		if system {
			l.head = x.head(arc.Head)
		}
		if arc.Head != treebank.Unknown && (l.head == nowhere || !slices.Contains(out, l)) {
			out = append(out, l)
		}
	}
	x.links[side] = out
	return out
}

// resolved returns links without as many of those to words that do not exist as both sides have: each is then as ?.
func resolved(gold, system []link) (k, a []link) {
	for {
		i := slices.IndexFunc(gold, func(l link) bool { return l.head == treebank.Unresolved })
		j := slices.IndexFunc(system, func(l link) bool { return treebank.Unresolvable(treebank.Unresolved, l.head) })
		if i < 0 || j < 0 {
			return gold, system
		}
		gold, system = slices.Delete(gold, i, i+1), slices.Delete(system, j, j+1)
	}
}

// outcome classifies the slot as a whole.
func (t tally) outcome() eval.Outcome {
	switch {
	case t.i > 0 || t.m > 0 && t.s > 0:
		return eval.Incorrect
	case t.m > 0:
		return eval.Missing
	case t.s > 0:
		return eval.Spurious
	case t.c > 0:
		return eval.Correct
	}
	return eval.Noncommittal
}

// refs returns the references of both sides of a slot. In a forest each is a link
// that only this side has, none if there is no such link, and the first link if the
// sides agree.
func (x *slots) refs(v slot, exact bool) (gold, system eval.Ref) {
	g, s := 0, 0
	if len(v.g) > 1 || len(v.s) > 1 {
		g = slices.IndexFunc(v.g, func(a treebank.Arc) bool {
			return !slices.ContainsFunc(v.s, func(b treebank.Arc) bool { return x.equal(a, b, exact) })
		})
		s = slices.IndexFunc(v.s, func(b treebank.Arc) bool {
			return !slices.ContainsFunc(v.g, func(a treebank.Arc) bool { return x.equal(a, b, exact) })
		})
		if g < 0 && s < 0 {
			g, s = 0, 0
		}
	}
	return ref(v.gold, v.g, g), ref(v.system, v.s, s)
}

// equal reports whether link a of gold and link b of the system are the same.
func (x *slots) equal(a, b treebank.Arc, exact bool) bool {
	return a.Head != treebank.Unknown && a.Head == x.head(b.Head) && (!exact || a.Rel == b.Rel)
}

// ref returns the reference to token i and one of its links, or to nothing for token
// -1.
func ref(i int32, arcs []treebank.Arc, link int) eval.Ref {
	if i < 0 {
		return eval.Ref{}
	}
	r := eval.Ref{Kind: eval.Link, Index: i, Other: treebank.Unknown}
	if 0 <= link && link < len(arcs) {
		r.Other, r.Label = arcs[link].Head, arcs[link].Rel
	}
	return r
}
