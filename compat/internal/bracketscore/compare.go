package bracketscore

import (
	"fmt"
	"math"
	"slices"
)

// compare scores the two lines and prints their row. It returns false if the original
// exits.
func (r *run) compare() bool {
	if r.debug > 1 {
		r.out.WriteByte('\n')
	}
	gold, system := &r.gold, &r.system
	if len(system.terms) == 0 {
		if r.countEmpty {
			r.status = 3
			r.goldBrackets = r.goldOnly()
			r.result(counts{words: len(gold.terms), gold: r.goldBrackets})
		} else {
			r.status = 2
			r.result(counts{})
		}
		return true
	}
	if len(gold.terms) != len(system.terms) {
		r.repairQuotes()
	}
	if len(gold.terms) != len(system.terms) {
		if r.SPMRL { // counted before it is reported as an error
			r.result(counts{})
		}
		if !r.SPMRL || len(gold.terms) > 1 {
			ok := r.fault("Length unmatch (%d|%d)\n", len(gold.terms), len(system.terms))
			if ok && !r.SPMRL {
				r.result(counts{})
			}
			return ok
		}
	}
	for i := range gold.terms {
		if !r.sameWord(gold.word(i), system.word(i)) {
			if !r.fault("Words unmatch (%s|%s)\n", gold.word(i), system.word(i)) {
				return false
			}
			r.result(counts{})
			return true
		}
	}
	r.goldBrackets, r.systemBrackets = r.prepare(gold), r.prepare(system)
	n := counts{words: len(gold.terms), gold: r.goldBrackets, system: r.systemBrackets}
	if r.debug > 1 {
		n.match, n.crossing = r.matchAloud(), r.crossingAloud()
	} else {
		n.match, n.crossing = r.match(), r.crossing()
	}
	n.tags = r.tags()
	r.result(n)
	return true
}

// repairQuotes restores quotes that only one side deleted, because of its tag.
func (r *run) repairQuotes() {
	a, b := r.gold.quotes, r.system.quotes
	if r.debug > 1 {
		for i := range max(len(a), len(b)) {
			if i < len(a) {
				fmt.Fprintf(r.out, "%d: %s - %s\n", a[i].index, r.syms.Name(a[i].word.label),
					r.gold.line[a[i].word.begin:a[i].word.end])
			}
			if i < len(b) {
				fmt.Fprintf(r.out, "%d: %s - %s\n", b[i].index, r.syms.Name(b[i].word.label),
					r.system.line[b[i].word.begin:b[i].word.end])
			}
		}
	}
	for i := range b {
		index := b[i].index
		for j := range a {
			if a[j].index != index || a[j].word.label == b[i].word.label {
				continue
			}
			inGold, inSystem := !r.deletes(a[j].word.label), !r.deletes(b[i].word.label)
			switch {
			case !inGold && inSystem:
				r.reinsert(&r.gold, &a[j])
				shift(a[j:])
			case inGold && !inSystem:
				r.reinsert(&r.system, &b[i])
				shift(b[i:])
			}
		}
	}
}

func shift(quotes []quote) {
	for i := range quotes {
		quotes[i].index++
	}
}

// reinsert restores a deleted word.
func (r *run) reinsert(side *side, quote *quote) {
	side.ordered = false
	at := min(int(quote.index), len(side.terms))
	side.terms = slices.Insert(side.terms, at, quote.word)
	if r.debug > 1 {
		fmt.Fprintf(r.out, "bra=%d, ind=%d\n", quote.bracket, quote.index)
	}
	for k := range side.brackets {
		bracket := &side.brackets[k]
		if r.debug > 1 {
			fmt.Fprintf(r.out, "bracket[%d]={%d,%d}\n", k, bracket.start, bracket.end)
		}
		if k >= int(quote.bracket) {
			bracket.start++
			bracket.end++
		}
	}
	if r.debug > 1 {
		fmt.Fprintf(r.out, "endslen=%d\n", len(quote.inside))
	}
	for _, k := range quote.inside {
		side.brackets[k].end++
	}
}

// prepare cuts the labels of s, drops the brackets to ignore, and returns the number
// of the others.
func (r *run) prepare(s *side) int {
	n := 0
	for i := range s.brackets {
		bracket := &s.brackets[i]
		if bracket.start == bracket.end {
			bracket.result = dropped
			continue
		}
		r.trimmed = r.SPMRL
		bracket.label = r.labels[bracket.label].trim
		if r.labels[bracket.label].dropped {
			bracket.result = dropped
			continue
		}
		bracket.result = missed
		n++
	}
	return n
}

// goldOnly is EVALB_SPMRL's count of gold brackets for an empty parse: one for the
// bracket, and one more for each label to delete that differs from the bracket's.
func (r *run) goldOnly() int {
	n := 0
	for i := range r.gold.brackets {
		bracket := &r.gold.brackets[i]
		bracket.result = missed
		if bracket.start == bracket.end {
			continue
		}
		r.trimmed = r.SPMRL
		n++
		label := r.labels[bracket.label].trim
		for _, d := range r.deleteLabels {
			entry := r.syms.InternString(r.cut(d))
			r.learn()
			if !r.sameLabel(label, entry) {
				n++
			}
		}
	}
	return n
}

// match marks the matching brackets and returns their number: each gold bracket, from
// the left, takes the first free system bracket. Brackets are ordered by start, and
// properly nested ones by length, longer first, so that both lists can be merged.
func (r *run) match() int {
	gold, system := r.gold.brackets, r.system.brackets
	n, first := 0, 0
	for i := range gold {
		bracket := &gold[i]
		if bracket.result == dropped {
			continue
		}
		for first < len(system) && (system[first].result != missed || system[first].start < bracket.start ||
			r.gold.ordered && system[first].start == bracket.start && system[first].end > bracket.end) {
			first++
		}
		for j := first; j < len(system) && system[j].start == bracket.start; j++ {
			c := &system[j]
			if c.result != missed || c.end > bracket.end {
				continue
			}
			if c.end < bracket.end {
				if r.system.ordered {
					break
				}
				continue
			}
			if r.unlabelled || r.sameLabel(bracket.label, c.label) {
				bracket.result, c.result = matched, matched
				n++
				break
			}
		}
	}
	return n
}

// crosses reports whether b and c overlap without one containing the other.
func crosses(b, c *bracket) bool {
	return b.start < c.start && b.end > c.start && b.end < c.end ||
		b.start > c.start && b.start < c.end && b.end > c.end
}

// crossing returns the number of system brackets that cross a gold bracket.
func (r *run) crossing() int {
	gold, system := r.gold.brackets, r.system.brackets
	n := 0
	var index *spanIndex
	for j := range system {
		c := &system[j]
		if c.result == dropped || c.result == matched && r.gold.ordered {
			continue // a bracket that matches one of nested brackets crosses none
		}
		if len(gold) > 1000 {
			if index == nil {
				index = newSpanIndex(gold)
			}
			if index.crosses(c) {
				n++
			}
			continue
		}
		for i := range gold {
			if gold[i].start >= c.end {
				break
			}
			if gold[i].result != dropped && crosses(&gold[i], c) {
				n++
				break
			}
		}
	}
	return n
}

// tags marks the words whose tags agree and returns their number.
func (r *run) tags() int {
	n := 0
	system := r.system.terms[:len(r.gold.terms)]
	for i := range r.gold.terms {
		a, b := &r.gold.terms[i], &system[i]
		if r.SPMRL {
			a.label, b.label = r.labels[a.label].trim, r.labels[b.label].trim
		}
		if a.label == b.label || r.sameLabel(a.label, b.label) {
			a.result, b.result = matched, matched
			n++
		} else {
			a.result, b.result = missed, missed
		}
	}
	return n
}

// A spanIndex decides for long sentences whether a span crosses a bracket. It holds
// the last end of a bracket that starts at each place, the first start of one that
// ends there, and both over blocks of 64 places.
type spanIndex struct {
	last, first           []int32
	blockLast, blockFirst []int32
}

const blockBits = 6

func newSpanIndex(gold []bracket) *spanIndex {
	places := 0
	for i := range gold {
		places = max(places, int(gold[i].start)+1, int(gold[i].end)+1)
	}
	blocks := places>>blockBits + 1
	never := []int32{math.MaxInt32}
	x := &spanIndex{make([]int32, places), slices.Repeat(never, places), make([]int32, blocks),
		slices.Repeat(never, blocks)}
	for i := range gold {
		start, end := gold[i].start, gold[i].end
		if gold[i].result == dropped || end < 0 {
			continue
		}
		x.last[start] = max(x.last[start], end)
		x.blockLast[start>>blockBits] = max(x.blockLast[start>>blockBits], end)
		x.first[end] = min(x.first[end], start)
		x.blockFirst[end>>blockBits] = min(x.blockFirst[end>>blockBits], start)
	}
	return x
}

// crosses tests the places inside c, whole blocks at once.
func (x *spanIndex) crosses(c *bracket) bool {
	end := min(int(c.end), len(x.last))
	for p := int(c.start) + 1; p < end; {
		if b := p >> blockBits; p&(1<<blockBits-1) == 0 && p+1<<blockBits <= end {
			if x.blockLast[b] > c.end || x.blockFirst[b] < c.start {
				return true
			}
			p += 1 << blockBits
			continue
		}
		if x.last[p] > c.end || x.first[p] < c.start {
			return true
		}
		p++
	}
	return false
}
