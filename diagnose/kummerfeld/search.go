package kummerfeld

import "slices"

// A state counts the errors of the system's tree.
type state struct{ missing, extra, crossing, brackets int }

func (s state) errors() int { return s.missing + s.extra + s.crossing }

// matched is the number of brackets that match.
func (s state) matched() int { return s.brackets - s.extra }

// A step is one step of the search.
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

// count counts the brackets of both trees and the errors, and marks the extra
// ones.
func (a *Analyser) count() state {
	g, t := &a.gold, &a.test
	s := state{}
	a.counts.reset(len(a.order) + 3*len(t.nodes)) // a move may need two places a bracket
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
			continue // a matching bracket is not crossed
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

// apply does a step and records it in e.
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
