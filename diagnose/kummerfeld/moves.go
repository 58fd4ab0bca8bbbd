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

// moves looks at all that can be moved out of bracket s: all neighbours but
// never all children.
func (a *Analyser) moves(s int32, best *step) {
	t := &a.test
	n := &t.nodes[s]
	for l := n.first; l != none; l = t.nodes[l].next {
		left := t.nodes[l].prev
		for r := l; r != none; r = t.nodes[r].next {
			if left == none && r == n.last {
				break
			}
			right := t.nodes[r].next
			within := left != none && a.rights[left] || right != none && a.lefts[right]
			outside := a.extra[s] && n.parent != none && (left == none || right == none)
			if !within && !outside {
				continue
			}
			m := move{from: s, first: l, last: r, start: t.nodes[l].start, end: t.nodes[r].end}
			switch {
			case left == none && right == n.last:
				m.collapse = t.collapsesTo(s, right)
			case right == none && left == n.first:
				m.collapse = t.collapsesTo(s, left)
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
func (a *Analyser) into(m *move, beside int32, best *step) {
	t := &a.test
	for p := beside; !t.isWord(p); {
		k := &t.nodes[p]
		gone := p == beside && m.collapse
		a.change(m, k.label, k.start, k.end, -1)
		if !gone {
			a.change(m, k.label, min(k.start, m.start), max(k.end, m.end), 1)
		}
		if a.extra[p] {
			a.consider(m, p, gone, best)
		}
		if k.start < m.start {
			p = k.last
		} else {
			p = k.first
		}
	}
	a.revert(m, 0)
}

// out looks at the places outside of the bracket for neighbours that begin or
// end it.
func (a *Analyser) out(m *move, best *step) {
	t := &a.test
	s := &t.nodes[m.from]
	left := m.start == s.start
	// to the neighbour outside, the upper brackets first
	chain := a.chain[:0]
	if left && s.start > 0 {
		for v := t.leaves[s.start-1]; v != none && t.nodes[v].end == s.start; v = t.nodes[v].parent {
			chain = append(chain, v)
		}
	}
	if !left && int(s.end) < len(t.leaves) {
		for v := t.leaves[s.end]; v != none && t.nodes[v].start == s.end; v = t.nodes[v].parent {
			chain = append(chain, v)
		}
	}
	a.chain = chain
	if n := len(chain); n > 0 && (a.extra[chain[n-1]] || left && a.rights[chain[n-1]] || !left && a.lefts[chain[n-1]]) {
		both := t.nodes[chain[n-1]].parent
		for v := m.from; v != both; v = t.nodes[v].parent {
			a.shrink(m, v)
		}
		for i := n - 1; i >= 0 && !t.isWord(chain[i]); i-- {
			k := &t.nodes[chain[i]]
			a.change(m, k.label, k.start, k.end, -1)
			a.change(m, k.label, min(k.start, m.start), max(k.end, m.end), 1)
			if a.extra[chain[i]] {
				a.consider(m, chain[i], false, best)
			}
		}
		a.revert(m, 0)
	}
	// up
	below := m.from
	for p := s.parent; t.nodes[p].parent != none; p = t.nodes[p].parent {
		a.shrink(m, below)
		a.consider(m, p, false, best)
		below = p
		above := &t.nodes[t.nodes[p].parent]
		if left && above.start < s.start || !left && above.end > s.end {
			break
		}
	}
	a.revert(m, 0)
}

// shrink notes that v, the bracket that the movers leave or one above it, loses
// them.
func (a *Analyser) shrink(m *move, v int32) {
	k := &a.test.nodes[v]
	a.change(m, k.label, k.start, k.end, -1)
	switch {
	case v == m.from && m.collapse:
	case m.start == a.test.nodes[m.from].start:
		a.change(m, k.label, m.end, k.end, 1)
	default:
		a.change(m, k.label, k.start, m.start, 1)
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
func (a *Analyser) change(m *move, label treebank.Symbol, start, end, by int32) {
	k := keyOf(start, end, label)
	s := a.counts.at(k)
	fresh := s.key == 0
	s.key = k
	if at := s.test - s.gold; by > 0 && at < 0 || by < 0 && at > 0 {
		m.gain++
	} else {
		m.gain--
	}
	s.test += by
	a.changes = append(a.changes, change{start, end, by, s, fresh})
}

// revert takes back all changes but the first n.
func (a *Analyser) revert(m *move, n int) {
	for i := len(a.changes) - 1; i >= n; i-- {
		c := &a.changes[i]
		c.slot.test -= c.by
		if c.fresh {
			c.slot.key = 0
		}
	}
	a.changes = a.changes[:n]
	m.gain = 0
}

// consider computes the gain of moving the movers to p, for which the changes
// were made; gone is true if p is dissolved.
func (a *Analyser) consider(m *move, p int32, gone bool, best *step) {
	gain := m.gain
	if gain+1 <= best.gain {
		return
	}
	fix := int32(none)
	if !gone {
		k := &a.test.nodes[p]
		if fix = a.missingOver(m.start, m.end, min(k.start, m.start), max(k.end, m.end)); fix != none {
			gain++
		}
	}
	if gain > best.gain {
		*best = step{kind: Move, gain: gain, gold: fix, first: m.first, last: m.last, to: p}
	}
}

// missingOver returns the innermost bracket of gold that would be missing over
// more than the words from ms to me-1, and not crossed, within start and end;
// of several over the same words the upper, none if there is none.
func (a *Analyser) missingOver(ms, me, start, end int32) int32 {
	g := &a.gold
	found := int32(none)
	for v := g.nodes[g.leaves[ms]].parent; v != none; v = g.nodes[v].parent {
		n := &g.nodes[v]
		if n.end < me || n.start == ms && n.end == me {
			continue
		}
		if n.start < start || n.end > end {
			break
		}
		if found != none && (g.nodes[found].start != n.start || g.nodes[found].end != n.end) {
			break
		}
		if a.wouldMiss(v) {
			found = v
		}
	}
	return found
}

// wouldMiss reports whether a bracket of gold is missing and not crossed after
// the changes.
func (a *Analyser) wouldMiss(v int32) bool {
	g := &a.gold
	n := &g.nodes[v]
	k := keyOf(n.start, n.end, n.label)
	slot := a.counts.at(k)
	test, crossed := slot.test, a.crossed[v]
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
	for u := g.nodes[v].parent; test > 0 && u != none; u = g.nodes[u].parent { // the upper ones match
		if k := &g.nodes[u]; k.start != n.start || k.end != n.end {
			break
		} else if k.label == n.label {
			test--
		}
	}
	return test <= 0
}
