package diagnose

import (
	"cmp"
	"slices"

	"assay/eval"
	"assay/treebank"
)

// A place is a stretch of words or characters that an item is at. Two items of one part of a metric are at the same
// place if their places are equal; phrases of sentences with gaps must have equal words as well.
type place struct {
	seen       int32 // the part of the metric
	kind       eval.Kind
	loose      bool
	begin, end int32 // words of a phrase, number of a word, characters of a node
	other, to  int32 // characters of the second node of an edge; role of a property or edge
}

// A joiner finds spurious items by their places. It reuses its memory.
type joiner struct {
	first   map[place]int32 // of each place: its first spurious item, by its place in extra
	last    map[place]int32
	next    []int32 // of each spurious item: the next one at its place, -1 if none
	missing []int   // the missing and spurious items of the pair, by their places in part.wrong
	extra   []int
}

// join finds missing and spurious items that are one confusion: those at the same
// place first, then edges by the node and the role that they leave from.
func (p *part) join() {
	j := &p.joiner
	j.missing, j.extra = j.missing[:0], j.extra[:0]
	for i := range p.wrong {
		switch p.wrong[i].outcome {
		case eval.Missing:
			j.missing = append(j.missing, i)
		case eval.Spurious:
			j.extra = append(j.extra, i)
		}
	}
	if len(j.missing) == 0 || len(j.extra) == 0 {
		return
	}
	p.byName(j.missing, p.pair.Gold, eval.Missing)
	p.byName(j.extra, p.pair.System, eval.Spurious)
	words := p.pair.SameWords()
	for _, loose := range []bool{false, true} {
		p.index(words, loose)
		for _, i := range j.missing {
			if g := &p.wrong[i]; !g.joined {
				p.joinOne(g, words, loose)
			}
		}
	}
}

// byName sorts the items of a graph by their labels and roles, then by the characters that an edge
// leads to, so that those joined do
// not depend on the order of nodes and edges in the file.
func (p *part) byName(items []int, sentence *treebank.Sentence, side eval.Outcome) {
	if len(sentence.Nodes) == 0 {
		return
	}
	of := func(i int) eval.Ref {
		if side == eval.Missing {
			return p.wrong[i].gold
		}
		return p.wrong[i].system
	}
	slices.SortStableFunc(items, func(x, y int) int {
		a, b := of(x), of(y)
		order := cmp.Or(cmp.Compare(sentence.Name(a.Label), sentence.Name(b.Label)),
			cmp.Compare(sentence.Name(a.Role), sentence.Name(b.Role)))
		if order == 0 && a.Kind == eval.Edge && b.Kind == eval.Edge {
			from, to, _ := characters(sentence, a.Other)
			begin, end, _ := characters(sentence, b.Other)
			return cmp.Or(cmp.Compare(from, begin), cmp.Compare(to, end))
		}
		return order
	})
}

// index puts the spurious items that are not joined yet in lists by their places.
func (p *part) index(words, loose bool) {
	j := &p.joiner
	if j.first == nil {
		j.first, j.last = map[place]int32{}, map[place]int32{}
	}
	clear(j.first)
	clear(j.last)
	j.next = j.next[:0]
	for n, i := range j.extra {
		j.next = append(j.next, -1)
		s := &p.wrong[i]
		if s.joined {
			continue
		}
		at, ok := placeOf(p.pair.System, s.seen, s.system, words, loose)
		if !ok {
			continue
		}
		if before, ok := j.last[at]; ok {
			j.next[before] = int32(n)
		} else {
			j.first[at] = int32(n)
		}
		j.last[at] = int32(n)
	}
}

// joinOne joins a missing item with the first spurious one at its place.
func (p *part) joinOne(g *wrong, words, loose bool) {
	j := &p.joiner
	at, ok := placeOf(p.pair.Gold, g.seen, g.gold, words, loose)
	if !ok {
		return
	}
	n, ok := j.first[at]
	if !ok {
		return
	}
	gaps := g.gold.Kind == eval.Phrase && (p.pair.Gold.Gaps || p.pair.System.Gaps)
	for before := int32(-1); n >= 0; before, n = n, j.next[n] {
		s := &p.wrong[j.extra[n]]
		if gaps && !sameYield(p.pair.Gold, p.pair.System, g.gold.Index, s.system.Index) {
			continue
		}
		g.joined, s.joined = true, true
		p.confuse(g, g.gold, s.system)
		if before < 0 {
			j.first[at] = j.next[n]
		} else {
			j.next[before] = j.next[n]
		}
		return
	}
}

// placeOf returns the place of a part of a sentence. Words are compared by number, so
// only where both sides have the same; nodes by the characters they are anchored to.
// Loosely, an edge is at the place of its first node and its role, and nothing else has a place.
func placeOf(sentence *treebank.Sentence, seen int32, ref eval.Ref, words, loose bool) (at place, ok bool) {
	at = place{seen: seen, kind: ref.Kind, loose: loose}
	if loose && ref.Kind != eval.Edge {
		return at, false
	}
	switch ref.Kind {
	case eval.Phrase:
		at.begin, at.end = sentence.Phrases[ref.Index].Begin, sentence.Phrases[ref.Index].End
		return at, words
	case eval.Link, eval.Word:
		at.begin = ref.Index
		return at, words
	case eval.Node, eval.Top:
		at.begin, at.end, ok = characters(sentence, ref.Index)
	case eval.Prop:
		at.other = int32(ref.Role)
		at.begin, at.end, ok = characters(sentence, ref.Index)
	case eval.Edge:
		if at.begin, at.end, ok = characters(sentence, sentence.Edges[ref.Index].From); !ok {
			return at, false
		}
		if loose {
			at.other = int32(ref.Label)
		} else {
			at.other, at.to, ok = characters(sentence, ref.Other)
		}
	}
	return at, ok
}

// characters returns the characters that a node is anchored to, if it is.
func characters(sentence *treebank.Sentence, node int32) (from, to int32, ok bool) {
	if node < 0 || int(node) >= len(sentence.Nodes) {
		return 0, 0, false
	}
	n := &sentence.Nodes[node]
	return n.From, n.To, n.From >= 0
}

// sameYield reports whether two phrases with the same ends have the same gaps.
func sameYield(gold, system *treebank.Sentence, g, s int32) bool {
	for i := gold.Phrases[g].Begin; i < gold.Phrases[g].End; i++ {
		if eval.Dominates(gold, g, i) != eval.Dominates(system, s, i) {
			return false
		}
	}
	return true
}
