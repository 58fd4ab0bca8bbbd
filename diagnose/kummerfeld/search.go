package kummerfeld

import (
	"cmp"
	"slices"
)

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

// largest is the largest product of errors and nodes for which the search begins. A
// step takes time in proportion to it; sentences of treebanks stay far below.
const largest = 1_000_000

// search repairs the tree of the system, a step at a time. It returns ErrSteps if
// there are too many steps, and ErrSize if a step takes too long.
func (a *Analyser) search() error {
	a.sortGold()
	now := a.count()
	analysis := &a.result
	analysis.Gold, analysis.System = len(a.order)-1, now.brackets-1
	analysis.Matched = now.matched() - 1
	for n := 0; ; n++ {
		if n > a.steps {
			return ErrSteps
		}
		if now.errors()*len(a.test.nodes) > largest {
			return ErrSize
		}
		if now.errors() == 0 {
			break
		}
		s := a.best()
		analysis.Errors = append(analysis.Errors, Error{Kind: s.kind})
		e := &analysis.Errors[len(analysis.Errors)-1]
		a.apply(s, e)
		then := a.count()
		e.Brackets = now.errors() - then.errors()
		e.Missing, e.Extra, e.Crossing = now.missing-then.missing, now.extra-then.extra, now.crossing-then.crossing
		e.Matched, e.System = then.matched()-now.matched(), then.brackets-now.brackets
		now = then
	}
	at := 0 // movers were gathered in one slice, which may have moved
	for i := range analysis.Errors {
		e := &analysis.Errors[i]
		n := len(e.Movers)
		e.Movers = a.movers[at : at+n : at+n]
		at += n
	}
	return nil
}

// sortGold sorts the brackets of gold by where they begin, then by where they
// end; of equal ones the upper comes first.
func (a *Analyser) sortGold() {
	gold := &a.gold
	a.order = a.order[:0]
	for v := gold.root; v != none; v = gold.after(v) {
		if !gold.isWord(v) {
			a.order = append(a.order, v)
		}
	}
	slices.SortStableFunc(a.order, func(x, y int32) int {
		v, w := &gold.nodes[x], &gold.nodes[y]
		return cmp.Or(int(v.start-w.start), int(v.end-w.end))
	})
}

// count counts the brackets of both trees and the errors, and marks the extra
// ones.
func (a *Analyser) count() state {
	gold, test := &a.gold, &a.test
	s := state{}
	a.counts.reset(len(a.order) + 3*len(test.nodes)) // a move may need two places a bracket
	for _, v := range a.order {
		n := &gold.nodes[v]
		a.counts.addGold(keyOf(n.start, n.end, n.label))
	}
	for v := test.root; v != none; v = test.after(v) {
		if n := &test.nodes[v]; n.first != none {
			a.counts.addTest(keyOf(n.start, n.end, n.label))
			s.brackets++
		}
	}
	a.mark(&s)
	a.findOver()
	if cap(a.crossed) < len(gold.nodes) {
		a.crossed = make([]int32, 2*len(gold.nodes))
	}
	a.crossed = a.crossed[:len(gold.nodes)]
	for i, node := range a.order {
		n := &gold.nodes[node]
		a.crossed[node] = 0
		if a.counts.surplus(keyOf(n.start, n.end, n.label)) >= 0 {
			continue // a matching bracket is not crossed
		}
		a.crossed[node] = a.crossings(n.start, n.end)
		if !a.isMissing(i) {
			continue
		}
		if a.crossed[node] > 0 {
			s.crossing++
		} else {
			s.missing++
		}
	}
	return s
}

// mark marks the brackets whose label and span are extra, and counts the extra
// ones.
func (a *Analyser) mark(state *state) {
	test := &a.test
	n := len(test.nodes)
	if cap(a.extra) < n {
		a.extra, a.lefts, a.rights = make([]bool, 2*n), make([]bool, 2*n), make([]bool, 2*n)
	}
	a.extra, a.lefts, a.rights = a.extra[:n], a.lefts[:n], a.rights[:n]
	for v := test.root; v != none; v = test.after(v) {
		k := &test.nodes[v]
		a.extra[v], a.lefts[v], a.rights[v] = false, false, false
		if k.first != none {
			a.extra[v] = a.counts.surplus(keyOf(k.start, k.end, k.label)) > 0
		}
	}
	for node := test.root; node != none; node = test.after(node) {
		if !a.extra[node] {
			continue
		}
		for u := node; u != none && !a.lefts[u]; u = a.upLeft(u) {
			a.lefts[u] = true
		}
		for u := node; u != none && !a.rights[u]; u = a.upRight(u) {
			a.rights[u] = true
		}
	}
	for _, slot := range a.counts.slots {
		state.extra += int(max(0, slot.test-slot.gold))
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

// findOver finds the lowest system bracket over each place between two words.
func (a *Analyser) findOver() {
	t := &a.test
	a.over = append(a.over[:0], make([]int32, len(t.leaves)+1)...)
	for v := t.root; v != none; v = t.after(v) {
		if k := &t.nodes[v]; k.parent != none && k.start > t.nodes[k.parent].start {
			a.over[k.start] = k.parent
		}
	}
}

// crossings is the number of system brackets that cross a span: those over its first or
// its last edge that do not hold it. The brackets over a place are the lowest one and
// all above it.
func (a *Analyser) crossings(start, end int32) int32 {
	t := &a.test
	n := int32(0)
	if start > 0 {
		for v := a.over[start]; v != none && t.nodes[v].end < end; v = t.nodes[v].parent {
			n++
		}
	}
	if int(end) < len(t.leaves) {
		for v := a.over[end]; v != none && t.nodes[v].start > start; v = t.nodes[v].parent {
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
	gold := &a.gold
	node := &gold.nodes[a.order[i]]
	slot := a.counts.at(keyOf(node.start, node.end, node.label))
	if slot.test >= slot.gold {
		return false
	}
	if slot.test == 0 {
		return true
	}
	before := int32(0)
	for i--; i >= 0; i-- {
		k := &gold.nodes[a.order[i]]
		if k.start != node.start || k.end != node.end {
			break
		}
		if k.label == node.label {
			before++
		}
	}
	return before >= slot.test
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
	gold, test := &a.gold, &a.test
	first := int32(none)
	for i, w := range a.order {
		if a.crossed[w] > 0 || !a.isMissing(i) {
			continue
		}
		if first == none {
			first = w
		}
		if v := a.extraOver(gold.nodes[w].start, gold.nodes[w].end); v != none {
			return step{kind: Relabel, gain: 2, gold: w, node: v}
		}
	}
	if first != none {
		return step{kind: Add, gain: 1, gold: first}
	}
	best := int32(none)
	for node := test.root; node != none; node = test.after(node) {
		if !a.extra[node] {
			continue
		}
		n := &test.nodes[node]
		if best == none || n.start < test.nodes[best].start || n.start == test.nodes[best].start &&
			n.end < test.nodes[best].end {
			best = node
		}
	}
	n := &test.nodes[best]
	return step{kind: Remove, gain: 1, gold: none, node: a.extraOver(n.start, n.end)}
}

// extraOver returns the upper bracket with the label of the first extra bracket
// over a span: of several equal ones, the first match and the later are extra.
func (a *Analyser) extraOver(start, end int32) int32 {
	test := &a.test
	top := test.leaves[start]
	for p := test.nodes[top].parent; p != none && test.nodes[p].start == start &&
		test.nodes[p].end <= end; p = test.nodes[p].parent {
		top = p
	}
	if test.nodes[top].end != end {
		return none
	}
	for node := top; node != none && !test.isWord(node) && test.nodes[node].end == end; node = test.nodes[node].first {
		if !a.extra[node] {
			continue
		}
		n := &test.nodes[node]
		upper, before := node, int32(0)
		for u := top; u != node; u = test.nodes[u].first {
			if test.nodes[u].label == n.label {
				before++
				if upper == node && u != test.root { // the program stops at the root
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

// apply does a step and records it in mistake.
func (a *Analyser) apply(s step, mistake *Error) {
	gold, test := &a.gold, &a.test
	switch s.kind {
	case Relabel:
		mistake.Was = test.nodes[s.node].label
		test.nodes[s.node].label = gold.nodes[s.gold].label
		mistake.Bracket, mistake.Parent = test.bracket(s.node), test.bracket(test.nodes[s.node].parent)
		a.bracket(s.node, s.kind)
	case Add:
		n := &gold.nodes[s.gold]
		v := test.insert(n.start, n.end, n.label)
		a.bracket(v, s.kind)
		mistake.Bracket, mistake.Parent = test.bracket(v), test.bracket(test.nodes[v].parent)
	case Remove:
		a.bracket(s.node, s.kind)
		mistake.Bracket, mistake.Parent = test.bracket(s.node), test.bracket(test.nodes[s.node].parent)
		test.remove(s.node)
	case Move:
		from := test.nodes[s.first].parent
		mistake.From, mistake.Parent = test.bracket(from), test.bracket(s.to)
		a.facts = facts{oldParent: test.nodes[from].label, newParent: test.nodes[s.to].label, labels: a.facts.labels[:0]}
		a.facts.beside[0] = test.label(test.nodes[s.first].prev)
		a.facts.beside[1] = test.label(test.nodes[s.last].next)
		at := len(a.movers)
		for v := s.first; ; v = test.nodes[v].next {
			a.movers = append(a.movers, test.bracket(v))
			a.facts.labels = append(a.facts.labels, test.nodes[v].label)
			if v == s.last {
				break
			}
		}
		mistake.Movers = a.movers[at:]
		if a.opt.Chinese {
			a.chineseBefore(s)
		}
		test.move(s.first, s.last, s.to)
		if a.opt.Chinese {
			a.chineseAfter(s)
		}
		a.facts.beside[2] = test.label(test.nodes[s.first].prev)
		a.facts.beside[3] = test.label(test.nodes[s.last].next)
		if s.gold != none {
			n := &gold.nodes[s.gold]
			mistake.Bracket = test.bracket(test.insert(n.start, n.end, n.label))
		}
	}
	mistake.Class = a.classify(mistake)
}

// bracket gathers the properties of a step about bracket v, which is in the tree.
func (a *Analyser) bracket(v int32, kind Kind) {
	a.facts.bracket(&a.test, v)
	if a.opt.Chinese {
		a.chineseBracket(v, kind)
	}
}
