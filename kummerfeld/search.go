package kummerfeld

import (
	"slices"

	"assay/treebank"
)

// A state counts the errors of the system's tree.
type state struct{ missing, extra, crossing, brackets int }

func (s state) errors() int { return s.missing + s.extra + s.crossing }

// matched is the number of brackets that match.
func (s state) matched() int { return s.brackets - s.extra }

// A step is what one step of the search does.
type step struct {
	kind  Kind
	gain  int   // by how much it lowers the number of errors
	gold  int32 // node of gold that a Relabel or an Add goes for, that a Move adds, or none
	node  int32 // bracket to relabel or to remove
	first int32 // first and last mover
	last  int32
	to    int32 // new parent
}

// search repairs the tree of the system, a step at a time. It returns false if
// there are too many.
func (a *Analyser) search() bool {
	a.sortGold()
	now := a.count()
	r := &a.result
	r.Gold, r.System = len(a.order)-1, now.brackets-1
	r.Matched = now.matched() - 1
	for n := 0; ; n++ {
		if n > a.steps {
			return false
		}
		if now.errors() == 0 {
			break
		}
		s := a.best()
		r.Errors = append(r.Errors, Error{Kind: s.kind})
		e := &r.Errors[len(r.Errors)-1]
		a.apply(s, e)
		then := a.count()
		e.Brackets = now.errors() - then.errors()
		e.Missing, e.Extra, e.Crossing = now.missing-then.missing, now.extra-then.extra, now.crossing-then.crossing
		e.Matched, e.System = then.matched()-now.matched(), then.brackets-now.brackets
		now = then
	}
	at := 0 // movers were gathered in one slice, which may have moved
	for i := range r.Errors {
		e := &r.Errors[i]
		n := len(e.Movers)
		e.Movers = a.movers[at : at+n : at+n]
		at += n
	}
	return true
}

// sortGold sorts the brackets of gold by where they begin, then by where they
// end; of equal ones the upper comes first.
func (a *Analyser) sortGold() {
	g := &a.gold
	a.order = a.order[:0]
	for v := g.root; v != none; v = g.after(v) {
		if !g.isWord(v) {
			a.order = append(a.order, v)
		}
	}
	slices.SortStableFunc(a.order, func(x, y int32) int {
		if d := g.nodes[x].start - g.nodes[y].start; d != 0 {
			return int(d)
		}
		return int(g.nodes[x].end - g.nodes[y].end)
	})
}

// count counts the brackets of both trees and the errors, and marks what is
// extra.
func (a *Analyser) count() state {
	g, t := &a.gold, &a.test
	s := state{}
	a.counts.reset(len(a.order) + len(t.nodes))
	for _, v := range a.order {
		n := &g.nodes[v]
		a.counts.addGold(keyOf(n.start, n.end, n.label))
	}
	for v := t.root; v != none; v = t.after(v) {
		if n := &t.nodes[v]; n.first != none {
			a.counts.addTest(keyOf(n.start, n.end, n.label))
			s.brackets++
		}
	}
	a.mark(&s)
	if cap(a.crossed) < len(g.nodes) {
		a.crossed = make([]int32, 2*len(g.nodes))
	}
	a.crossed = a.crossed[:len(g.nodes)]
	for i, v := range a.order {
		n := &g.nodes[v]
		a.crossed[v] = 0
		if a.counts.surplus(keyOf(n.start, n.end, n.label)) >= 0 {
			continue // what matches is not crossed
		}
		a.crossed[v] = a.crossings(n.start, n.end)
		if !a.isMissing(i) {
			continue
		}
		if a.crossed[v] > 0 {
			s.crossing++
		} else {
			s.missing++
		}
	}
	return s
}

// mark marks the brackets whose label and span are extra, and counts the extra
// ones.
func (a *Analyser) mark(s *state) {
	t := &a.test
	n := len(t.nodes)
	if cap(a.extra) < n {
		a.extra, a.lefts, a.rights = make([]bool, 2*n), make([]bool, 2*n), make([]bool, 2*n)
	}
	a.extra, a.lefts, a.rights = a.extra[:n], a.lefts[:n], a.rights[:n]
	for v := t.root; v != none; v = t.after(v) {
		k := &t.nodes[v]
		a.extra[v], a.lefts[v], a.rights[v] = false, false, false
		if k.first != none {
			a.extra[v] = a.counts.surplus(keyOf(k.start, k.end, k.label)) > 0
		}
	}
	for v := t.root; v != none; v = t.after(v) {
		if !a.extra[v] {
			continue
		}
		for u := v; u != none && !a.lefts[u]; u = a.upLeft(u) {
			a.lefts[u] = true
		}
		for u := v; u != none && !a.rights[u]; u = a.upRight(u) {
			a.rights[u] = true
		}
	}
	for _, slot := range a.counts.slots {
		s.extra += int(max(0, slot.test-slot.gold))
	}
}

// upLeft returns the bracket of which v is the first child, upRight that of
// which it is the last.
func (a *Analyser) upLeft(v int32) int32 {
	if a.test.nodes[v].prev != none {
		return none
	}
	return a.test.nodes[v].parent
}

func (a *Analyser) upRight(v int32) int32 {
	if a.test.nodes[v].next != none {
		return none
	}
	return a.test.nodes[v].parent
}

// crossings is the number of system brackets that cross a span.
func (a *Analyser) crossings(start, end int32) int32 {
	t := &a.test
	n := int32(0)
	for v := t.root; v != none; v = t.after(v) {
		if k := &t.nodes[v]; k.first != none && cross(k.start, k.end, start, end) {
			n++
		}
	}
	return n
}

// cross reports whether two spans overlap and neither holds the other.
func cross(s, e, start, end int32) bool {
	return s < start && start < e && e < end || start < s && s < end && end < e
}

// isMissing reports whether the i-th of the sorted brackets of gold is missing:
// of several equal ones, the first match.
func (a *Analyser) isMissing(i int) bool {
	g := &a.gold
	n := &g.nodes[a.order[i]]
	s := a.counts.at(keyOf(n.start, n.end, n.label))
	if s.test >= s.gold {
		return false
	}
	if s.test == 0 {
		return true
	}
	before := int32(0)
	for i--; i >= 0; i-- {
		k := &g.nodes[a.order[i]]
		if k.start != n.start || k.end != n.end {
			break
		}
		if k.label == n.label {
			before++
		}
	}
	return before >= s.test
}

// best returns the best step, the first of equals.
func (a *Analyser) best() step {
	s := a.simple()
	t := &a.test
	for v := t.root; v != none; v = t.after(v) {
		if !t.isWord(v) {
			a.moves(v, &s)
		}
	}
	return s
}

// simple returns the best step that moves nothing: the first new label if there
// is one, else the first missing bracket, else the first extra one.
func (a *Analyser) simple() step {
	g, t := &a.gold, &a.test
	first := int32(none)
	for i, w := range a.order {
		if a.crossed[w] > 0 || !a.isMissing(i) {
			continue
		}
		if first == none {
			first = w
		}
		if v := a.extraOver(g.nodes[w].start, g.nodes[w].end); v != none {
			return step{kind: Relabel, gain: 2, gold: w, node: v}
		}
	}
	if first != none {
		return step{kind: Add, gain: 1, gold: first}
	}
	best := int32(none)
	for v := t.root; v != none; v = t.after(v) {
		if !a.extra[v] {
			continue
		}
		n := &t.nodes[v]
		if best == none || n.start < t.nodes[best].start || n.start == t.nodes[best].start && n.end < t.nodes[best].end {
			best = v
		}
	}
	n := &t.nodes[best]
	return step{kind: Remove, gain: 1, gold: none, node: a.extraOver(n.start, n.end)}
}

// extraOver returns the upper bracket with the label of the first extra bracket
// over a span: of several equal ones, the first match and the later are extra.
func (a *Analyser) extraOver(start, end int32) int32 {
	t := &a.test
	top := t.leaves[start]
	for p := t.nodes[top].parent; p != none && t.nodes[p].start == start && t.nodes[p].end <= end; p = t.nodes[p].parent {
		top = p
	}
	if t.nodes[top].end != end {
		return none
	}
	for v := top; v != none && !t.isWord(v) && t.nodes[v].end == end; v = t.nodes[v].first {
		if !a.extra[v] {
			continue
		}
		n := &t.nodes[v]
		upper, before := v, int32(0)
		for u := top; u != v; u = t.nodes[u].first {
			if t.nodes[u].label == n.label {
				before++
				if upper == v && u != t.root { // the program stops at the root
					upper = u
				}
			}
		}
		if before >= a.counts.at(keyOf(start, end, n.label)).gold {
			return upper
		}
	}
	return none
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
			if left != none && a.rights[left] {
				for p := left; !t.isWord(p); p = t.nodes[p].last {
					if a.extra[p] {
						a.try(s, l, r, p, left, none, best)
					}
				}
			}
			if right != none && a.lefts[right] {
				for p := right; !t.isWord(p); p = t.nodes[p].first {
					if a.extra[p] {
						a.try(s, l, r, p, right, none, best)
					}
				}
			}
			if a.extra[s] && n.parent != none && (left == none || right == none) {
				a.out(s, l, r, best)
			}
		}
	}
}

// out looks at the places outside of s where l to r, which begin or end it, can
// go.
func (a *Analyser) out(s, l, r int32, best *step) {
	t := &a.test
	start, end := t.nodes[s].start, t.nodes[s].end
	left := t.nodes[l].prev == none
	// to the neighbour outside, the upper brackets first
	chain := a.chain[:0]
	if left && start > 0 {
		for v := t.leaves[start-1]; v != none && t.nodes[v].end == start; v = t.nodes[v].parent {
			chain = append(chain, v)
		}
	}
	if !left && int(end) < len(t.leaves) {
		for v := t.leaves[end]; v != none && t.nodes[v].start == end; v = t.nodes[v].parent {
			chain = append(chain, v)
		}
	}
	a.chain = chain
	for i := len(chain) - 1; i >= 0; i-- {
		if p := chain[i]; a.extra[p] {
			a.try(s, l, r, p, none, none, best)
		}
	}
	// up
	for p := t.nodes[s].parent; t.nodes[p].parent != none; p = t.nodes[p].parent {
		a.try(s, l, r, p, none, p, best)
		above := &t.nodes[t.nodes[p].parent]
		if left && above.start < start || !left && above.end > end {
			break
		}
	}
}

// A change is a bracket that a move takes from the tree or puts into it.
type change struct {
	label      treebank.Symbol
	start, end int32
	by         int32
}

func (c *change) key() key { return keyOf(c.start, c.end, c.label) }

// try sees what it would give to move l to r from s to p: into the neighbour
// beside (none if p is outside of s), or up to p if up is p.
func (a *Analyser) try(s, l, r, p, beside, up int32, best *step) {
	t := &a.test
	ms, me := t.nodes[l].start, t.nodes[r].end
	a.changes = a.changes[:0]
	var start, end int32 // of p, then
	gone := false        // p is dissolved
	n := &t.nodes[s]
	only := int32(none) // what alone is left in s
	if t.nodes[l].prev == none && t.nodes[r].next == n.last {
		only = n.last
	} else if t.nodes[r].next == none && t.nodes[l].prev == n.first {
		only = n.first
	}
	collapse := only != none && n.label == t.nodes[only].label && (s != t.root || !t.isWord(only))
	start, end = t.nodes[p].start, t.nodes[p].end
	if beside != none {
		if ms < start {
			start = ms
		} else {
			end = me
		}
		for v := p; ; v = t.nodes[v].parent {
			a.grow(v, ms, me, !(collapse && v == beside))
			if v == beside {
				break
			}
		}
		gone = collapse && p == beside
	} else {
		stop := up
		if up == none { // below the first that holds both
			stop = n.parent
			for t.nodes[stop].start > start || t.nodes[stop].end < end {
				stop = t.nodes[stop].parent
			}
			if ms < start {
				start = ms
			} else {
				end = me
			}
			for v := p; v != stop; v = t.nodes[v].parent {
				a.grow(v, ms, me, true)
			}
		}
		for v := s; v != stop; v = t.nodes[v].parent {
			k := &t.nodes[v]
			a.changes = append(a.changes, change{k.label, k.start, k.end, -1})
			if v == s && collapse {
				continue
			}
			if ms == n.start {
				a.changes = append(a.changes, change{k.label, me, k.end, 1})
			} else {
				a.changes = append(a.changes, change{k.label, k.start, ms, 1})
			}
		}
	}
	gain := a.gain()
	if gain+1 <= best.gain {
		return
	}
	fix := int32(none)
	if !gone {
		if fix = a.missingOver(ms, me, start, end); fix != none {
			gain++
		}
	}
	if gain > best.gain {
		*best = step{kind: Move, gain: gain, gold: fix, first: l, last: r, to: p}
	}
}

// grow notes that v gets the words from ms to me-1 at one end, or that it is
// dissolved and not kept.
func (a *Analyser) grow(v, ms, me int32, keep bool) {
	k := &a.test.nodes[v]
	a.changes = append(a.changes, change{k.label, k.start, k.end, -1})
	if keep {
		a.changes = append(a.changes, change{k.label, min(k.start, ms), max(k.end, me), 1})
	}
}

// gain is by how much the changes lower the number of errors.
func (a *Analyser) gain() int {
	n := 0
	for i := range a.changes {
		c := &a.changes[i]
		k := c.key()
		at := a.counts.surplus(k)
		for j := range a.changes[:i] {
			if d := &a.changes[j]; d.start == c.start && d.end == c.end && d.label == c.label {
				at += d.by
			}
		}
		if c.by > 0 && at < 0 || c.by < 0 && at > 0 {
			n++
		} else {
			n--
		}
	}
	return n
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
	for i := range a.changes {
		c := &a.changes[i]
		switch {
		case c.start == n.start && c.end == n.end:
			if c.label == n.label {
				test += c.by
			}
		case cross(c.start, c.end, n.start, n.end):
			crossed += c.by
		}
	}
	if test >= slot.gold || crossed > 0 {
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

// apply does a step and says in e what it was.
func (a *Analyser) apply(s step, e *Error) {
	g, t := &a.gold, &a.test
	switch s.kind {
	case Relabel:
		e.Was = t.nodes[s.node].label
		a.facts.bracket(t, s.node)
		t.nodes[s.node].label = g.nodes[s.gold].label
		e.Bracket, e.Parent = t.bracket(s.node), t.bracket(t.nodes[s.node].parent)
	case Add:
		n := &g.nodes[s.gold]
		v := t.insert(n.start, n.end, n.label)
		a.facts.bracket(t, v)
		e.Bracket, e.Parent = t.bracket(v), t.bracket(t.nodes[v].parent)
	case Remove:
		a.facts.bracket(t, s.node)
		e.Bracket, e.Parent = t.bracket(s.node), t.bracket(t.nodes[s.node].parent)
		t.remove(s.node)
	case Move:
		from := t.nodes[s.first].parent
		e.From, e.Parent = t.bracket(from), t.bracket(s.to)
		a.facts = facts{oldParent: t.nodes[from].label, newParent: t.nodes[s.to].label, labels: a.facts.labels[:0]}
		a.facts.beside[0] = t.label(t.nodes[s.first].prev)
		a.facts.beside[1] = t.label(t.nodes[s.last].next)
		at := len(a.movers)
		for v := s.first; ; v = t.nodes[v].next {
			a.movers = append(a.movers, t.bracket(v))
			a.facts.labels = append(a.facts.labels, t.nodes[v].label)
			if v == s.last {
				break
			}
		}
		e.Movers = a.movers[at:]
		t.move(s.first, s.last, s.to)
		a.facts.beside[2] = t.label(t.nodes[s.first].prev)
		a.facts.beside[3] = t.label(t.nodes[s.last].next)
		if s.gold != none {
			n := &g.nodes[s.gold]
			e.Bracket = t.bracket(t.insert(n.start, n.end, n.label))
		}
	}
	e.Class = a.classify(e)
}
