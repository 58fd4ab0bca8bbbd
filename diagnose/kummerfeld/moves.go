package kummerfeld

import "assay/treebank"

// A move is one way to take neighbours out of a bracket.
type move struct {
	from        int32 // the bracket
	first, last int32 // the neighbours
	start, end  int32 // their words
	collapse    bool  // the only child left there has its label, and is dissolved
	gain        int   // by how much the changes so far lower the number of errors
}

// moves looks at all that can be moved out of bracket spot: all neighbours but
// never all children.
func (a *Analyser) moves(spot int32, best *step) {
	test := &a.test
	node := &test.nodes[spot]
	for l := node.first; l != none; l = test.nodes[l].next {
		left := test.nodes[l].prev
		for r := l; r != none; r = test.nodes[r].next {
			if left == none && r == node.last {
				break
			}
			right := test.nodes[r].next
			within := left != none && a.rights[left] || right != none && a.lefts[right]
			outside := a.extra[spot] && node.parent != none && (left == none || right == none)
			if !within && !outside {
				continue
			}
			m := move{from: spot, first: l, last: r, start: test.nodes[l].start, end: test.nodes[r].end}
			switch {
			case left == none && right == node.last:
				m.collapse = test.collapsesTo(spot, right)
			case right == none && left == node.first:
				m.collapse = test.collapsesTo(spot, left)
			}
			if left != none && a.rights[left] {
				a.into(&m, left, best)
			}
			if right != none && a.lefts[right] {
				a.into(&m, right, best)
			}
			if outside {
				a.out(&m, best)
			}
		}
	}
}

// into looks at the places at the near edge of the neighbour beside.
func (a *Analyser) into(move *move, beside int32, best *step) {
	t := &a.test
	for p := beside; !t.isWord(p); {
		k := &t.nodes[p]
		gone := p == beside && move.collapse
		a.change(move, k.label, k.start, k.end, -1)
		if !gone {
			a.change(move, k.label, min(k.start, move.start), max(k.end, move.end), 1)
		}
		if a.extra[p] && !gone { // else removing p gives the same tree, and is tried before moves
			a.consider(move, p, best)
		}
		if k.start < move.start {
			p = k.last
		} else {
			p = k.first
		}
	}
	a.revert(move, 0)
}

// out looks at the places outside of the bracket for neighbours that begin or
// end it.
func (a *Analyser) out(move *move, best *step) {
	test := &a.test
	source := &test.nodes[move.from]
	left := move.start == source.start
	// to the neighbour outside, the upper brackets first
	chain := a.chain[:0]
	if left && source.start > 0 {
		for v := test.leaves[source.start-1]; v != none && test.nodes[v].end == source.start; v = test.nodes[v].parent {
			chain = append(chain, v)
		}
	}
	if !left && int(source.end) < len(test.leaves) {
		for v := test.leaves[source.end]; v != none && test.nodes[v].start == source.end; v = test.nodes[v].parent {
			chain = append(chain, v)
		}
	}
	a.chain = chain
	if n := len(chain); n > 0 && (a.extra[chain[n-1]] || left && a.rights[chain[n-1]] || !left && a.lefts[chain[n-1]]) {
		both := test.nodes[chain[n-1]].parent
		for v := move.from; v != both; v = test.nodes[v].parent {
			a.shrink(move, v)
		}
		for i := n - 1; i >= 0 && !test.isWord(chain[i]); i-- {
			k := &test.nodes[chain[i]]
			a.change(move, k.label, k.start, k.end, -1)
			a.change(move, k.label, min(k.start, move.start), max(k.end, move.end), 1)
			if a.extra[chain[i]] {
				a.consider(move, chain[i], best)
			}
		}
		a.revert(move, 0)
	}
	// up
	below := move.from
	for p := source.parent; test.nodes[p].parent != none; p = test.nodes[p].parent {
		a.shrink(move, below)
		a.consider(move, p, best)
		below = p
		above := &test.nodes[test.nodes[p].parent]
		if left && above.start < source.start || !left && above.end > source.end {
			break
		}
	}
	a.revert(move, 0)
}

// shrink notes that v, the bracket that the movers leave or one above it, loses
// them.
func (a *Analyser) shrink(move *move, v int32) {
	node := &a.test.nodes[v]
	a.change(move, node.label, node.start, node.end, -1)
	switch {
	case v == move.from && move.collapse:
	case move.start == a.test.nodes[move.from].start:
		a.change(move, node.label, move.end, node.end, 1)
	default:
		a.change(move, node.label, node.start, move.start, 1)
	}
}

// A change is a bracket that a move takes from the tree or puts into it.
type change struct {
	start, end int32
	by         int32
	slot       *slot
	fresh      bool // the slot was free
}

// change takes a bracket from the counts or puts one there.
func (a *Analyser) change(move *move, label treebank.Symbol, start, end, by int32) {
	k := keyOf(start, end, label)
	slot := a.counts.at(k)
	fresh := slot.key == 0
	slot.key = k
	if at := slot.test - slot.gold; by > 0 && at < 0 || by < 0 && at > 0 {
		move.gain++
	} else {
		move.gain--
	}
	slot.test += by
	a.changes = append(a.changes, change{start, end, by, slot, fresh})
}

// revert takes back all changes but the first n.
func (a *Analyser) revert(move *move, n int) {
	for i := len(a.changes) - 1; i >= n; i-- {
		c := &a.changes[i]
		c.slot.test -= c.by
		if c.fresh {
			c.slot.key = 0
		}
	}
	a.changes = a.changes[:n]
	move.gain = 0
}

// consider computes the gain of moving the movers to p, for which the changes
// were made.
func (a *Analyser) consider(move *move, p int32, best *step) {
	gain := move.gain
	if gain+1 <= best.gain {
		return
	}
	k := &a.test.nodes[p]
	fix := a.missingOver(move.start, move.end, min(k.start, move.start), max(k.end, move.end))
	if fix != none {
		gain++
	}
	if gain > best.gain {
		*best = step{kind: Move, gain: gain, gold: fix, first: move.first, last: move.last, to: p}
	}
}

// missingOver returns the innermost bracket of gold that would be missing over
// more than the words from ms to me-1, and not crossed, within start and end;
// of several over the same words the upper, none if there is none.
func (a *Analyser) missingOver(ms, me, start, end int32) int32 {
	gold := &a.gold
	found := int32(none)
	for node := gold.nodes[gold.leaves[ms]].parent; node != none; node = gold.nodes[node].parent {
		n := &gold.nodes[node]
		if n.end < me || n.start == ms && n.end == me {
			continue
		}
		if n.start < start || n.end > end {
			break
		}
		if found != none && (gold.nodes[found].start != n.start || gold.nodes[found].end != n.end) {
			break
		}
		if a.wouldMiss(node) {
			found = node
		}
	}
	return found
}

// wouldMiss reports whether a bracket of gold is missing and not crossed after
// the changes.
func (a *Analyser) wouldMiss(node int32) bool {
	gold := &a.gold
	n := &gold.nodes[node]
	k := keyOf(n.start, n.end, n.label)
	slot := a.counts.at(k)
	test, crossed := slot.test, a.crossed[node]
	if test >= slot.gold {
		return false
	}
	for i := range a.changes {
		if c := &a.changes[i]; cross(c.start, c.end, n.start, n.end) {
			crossed += c.by
		}
	}
	if crossed > 0 {
		return false
	}
	for u := gold.nodes[node].parent; test > 0 && u != none; u = gold.nodes[u].parent { // the upper ones match
		if k := &gold.nodes[u]; k.start != n.start || k.end != n.end {
			break
		} else if k.label == n.label {
			test--
		}
	}
	return test <= 0
}
