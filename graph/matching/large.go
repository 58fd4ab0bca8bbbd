package matching

import (
	"cmp"
	"container/heap"
	"slices"
)

// Limits of the instance of two graphs. The search keeps every pair of nodes that a match may
// have; two chains of 5,000 nodes have 25 million of them. Larger graphs are mapped by an
// extender, and their bound is the number of terms that can match by their keys and degrees.
const (
	mostCells   = 1 << 25 // nodes of one graph times those of the other
	mostRows    = 1 << 15
	mostMatches = 1 << 20
	// fewMatches is the number of matches that an instance is made of at once; for more, the
	// extender tries first.
	fewMatches = 1 << 16
	// largeCost is the number of steps of the budget for one in such an instance, which is not in the caches.
	largeCost = 5
	// mostHeld is the number of ends in all instances of the search tree at once.
	mostHeld = 1 << 24
)

// size returns the number of equal terms of both graphs.
func (b *builder) size() int {
	matches := 0
	b.shared(func(x, y []counted) { matches += len(x) * len(y) })
	return matches
}

// large reports whether an instance of so many matches would be too large.
func (b *builder) large(matches int) bool {
	return b.rows > mostRows || b.cols > mostRows || b.rows*b.cols > mostCells || matches > mostMatches
}

// outline maps graphs that are too large for the search. Its bound is the sum over all keys;
// where the mapping reaches it, each class has as many matches as it can have.
func (s *Solver) outline(a, b Graph) *Result {
	res := &s.res
	res.Upper, res.Steps, res.Branches = s.build.degreeBound(), 0, 0
	s.accept(a, nil)
	best := slices.Clone(res.Mate)
	for _, labelled := range []bool{true, false} {
		extend := newExtender(&s.build, a, b, labelled)
		mate := extend.run()
		if found := s.build.count(nil, mate); total(found) > res.Lower {
			copy(best, mate)
			res.Matched, res.Lower = found, total(found)
		}
		res.Steps += extend.steps
		if res.Lower == res.Upper {
			break
		}
	}
	copy(res.Mate, best)
	res.Canonical = res.Lower == res.Upper
	return res
}

func total(counts []int) int {
	sum := 0
	for _, n := range counts {
		sum += n
	}
	return sum
}

// degreeBound returns how many terms can match at most: of each key no more than both graphs
// have, and, at each place of its terms, no more than the degrees of the nodes allow if the
// node with most terms were mapped to that with most, and so on.
func (b *builder) degreeBound() int {
	sum := 0
	b.shared(func(x, y []counted) {
		least := b.commonCopies(x, y)
		if !b.product {
			for place := range x[0].arity() {
				if x[0].Symmetric && place >= x[0].arity()-2 {
					break // an end may be at either place
				}
				d, e, n := degrees(x, place), degrees(y, place), 0
				for i := range min(len(d), len(e)) {
					n += min(d[i], e[i])
				}
				least = min(least, n)
			}
		}
		sum += least
	})
	return sum
}

// commonCopies returns how often terms of equal keys can match if each matches one other.
func (b *builder) commonCopies(x, y []counted) int {
	copies := func(terms []counted) []int {
		out := make([]int, len(terms))
		for i := range terms {
			out[i] = terms[i].copies
		}
		slices.SortFunc(out, func(a, b int) int { return b - a })
		return out
	}
	sum, left, right := 0, copies(x), copies(y)
	for i := range min(len(left), len(right)) {
		if b.product {
			sum += left[i] * right[i] // the greatest sum pairs the greatest
		} else {
			sum += min(left[i], right[i])
		}
	}
	return sum
}

// degrees returns how many of the terms each node has at a place, the most first.
func degrees(terms []counted, place int) []int {
	count := map[int32]int{}
	for i := range terms {
		count[terms[i].Nodes[place]] += terms[i].copies
	}
	out := make([]int, 0, len(count))
	for _, n := range count {
		out = append(out, n)
	}
	slices.SortFunc(out, func(a, b int) int { return b - a })
	return out
}

// An incidence is a term as one of its nodes sees it.
type incidence struct {
	term  int32
	place uint8 // the last place of symmetric terms is their last but one
}

// A coloured graph has its terms by node, and colours: nodes of equal colour have equal terms,
// then terms to nodes that have equal terms, and so on (Weisfeiler and Leman 1968).
type coloured struct {
	terms  []counted
	kinds  []int32
	first  []int32 // first incidence of each node, and one past the last
	inc    []incidence
	colour [][]uint64 // by round and node
}

// colourRounds is the number of rounds of colouring.
const colourRounds = 12

// mix returns a number in which all bits depend on all bits of both (splitmix64).
func mix(a, b uint64) uint64 {
	z := a*0x9e3779b97f4a7c15 + b + 0x632be59bd9b4e019
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

func place(t *counted, k int) int {
	if t.Symmetric && k == t.arity()-1 && k > 0 {
		return k - 1
	}
	return k
}

// colours returns the graph with its terms by node. Labelled colours begin with the terms of
// one node, others with nothing.
func colours(g Graph, terms []counted, labelled bool) *coloured {
	out := &coloured{terms: terms, kinds: g.Kinds, first: make([]int32, g.Nodes+1)}
	for i := range terms {
		for _, n := range terms[i].Nodes[:terms[i].arity()] {
			out.first[n+1]++
		}
	}
	for n := range g.Nodes {
		out.first[n+1] += out.first[n]
	}
	out.inc = make([]incidence, out.first[g.Nodes])
	next := slices.Clone(out.first)
	for i := range terms {
		for k, n := range terms[i].Nodes[:terms[i].arity()] {
			out.inc[next[n]] = incidence{int32(i), uint8(place(&terms[i], k))}
			next[n]++
		}
	}
	for n := range g.Nodes {
		slices.SortStableFunc(out.of(int32(n)), func(s, t incidence) int {
			return cmp.Or(cmp.Compare(terms[s.term].Key, terms[t.term].Key), cmp.Compare(s.place, t.place))
		})
	}
	out.paint(g, labelled)
	return out
}

// plain returns the kinds of the nodes as colours.
func (c *coloured) plain(nodes int) []uint64 {
	out := make([]uint64, nodes)
	for n, kind := range c.kinds {
		out[n] = uint64(kind)
	}
	return out
}

// paint computes the colours.
func (c *coloured) paint(g Graph, labelled bool) {
	at := c.plain(g.Nodes)
	for i := range c.terms {
		if t := &c.terms[i]; labelled && t.arity() == 1 {
			at[t.Nodes[0]] += mix(t.Key, uint64(t.copies))
		}
	}
	c.colour = append(c.colour, at)
	for range colourRounds {
		before := at
		at = make([]uint64, g.Nodes)
		for n := range at {
			at[n] = mix(before[n], 1)
		}
		for i := range c.terms {
			term := &c.terms[i]
			nodes := term.Nodes[:term.arity()]
			if len(nodes) < 2 {
				continue
			}
			all := term.Key
			for k, n := range nodes {
				all += mix(before[n], uint64(place(term, k))+7)
			}
			for k, n := range nodes {
				at[n] += mix(all, uint64(place(term, k)))
			}
		}
		c.colour = append(c.colour, at)
	}
}

// of returns the incidences of a node.
func (c *coloured) of(n int32) []incidence { return c.inc[c.first[n]:c.first[n+1]] }

// An extender maps nodes of equal colours, and from each the nodes at the other ends of
// equal terms: of all that are proposed, the pair that was proposed most often.
type extender struct {
	a, b       *coloured
	mate, back []int32
	votes      map[nodePair]int32
	queue      queue[proposal]
	steps      int64
}

func newExtender(builder *builder, a, b Graph, labelled bool) *extender {
	return &extender{a: colours(a, builder.a, labelled), b: colours(b, builder.b, labelled),
		mate: fill([]int32(nil), a.Nodes, None), back: fill([]int32(nil), b.Nodes, None), votes: map[nodePair]int32{},
		queue: queue[proposal]{before: proposal.before}}
}

// run returns the mapping.
func (x *extender) run() []int32 {
	for level := colourRounds; level >= 0; level -= 3 {
		x.seed(x.a.colour[level], x.b.colour[level])
	}
	x.seed(x.a.plain(len(x.mate)), x.b.plain(len(x.back)))
	return x.mate
}

// seed maps the nodes of equal colours, those of rare colours first.
func (x *extender) seed(a, b []uint64) {
	count := map[uint64]int{}
	for _, c := range a {
		count[c]++
	}
	free := func(colour []uint64, mate []int32) []int32 {
		var out []int32
		for n := range colour {
			if mate[n] < 0 {
				out = append(out, int32(n))
			}
		}
		slices.SortStableFunc(out, func(m, n int32) int {
			return cmp.Or(cmp.Compare(count[colour[m]], count[colour[n]]), cmp.Compare(colour[m], colour[n]))
		})
		return out
	}
	rows, cols := free(a, x.mate), free(b, x.back)
	less := func(m, n uint64) bool { return count[m] < count[n] || count[m] == count[n] && m < n }
	for len(rows) > 0 && len(cols) > 0 {
		switch row, col := rows[0], cols[0]; {
		case x.mate[row] >= 0 || less(a[row], b[col]):
			rows = rows[1:]
		case x.back[col] >= 0 || less(b[col], a[row]):
			cols = cols[1:]
		default:
			x.choose(nodePair{row, col})
			x.extend()
		}
	}
}

// extend maps the pairs that are proposed until none is left.
func (x *extender) extend() {
	for x.queue.Len() > 0 {
		p := heap.Pop(&x.queue).(proposal)
		if x.mate[p.row] < 0 && x.back[p.col] < 0 {
			x.choose(p.nodePair)
		}
	}
}

// choose maps a pair and proposes the pairs at the other ends of its terms.
func (x *extender) choose(p nodePair) {
	x.mate[p.row], x.back[p.col] = p.col, p.row
	a, b := x.a.of(p.row), x.b.of(p.col)
	group := func(c *coloured, list []incidence) int { // terms of the same key and place
		n := 1
		for n < len(list) && c.terms[list[n].term].Key == c.terms[list[0].term].Key && list[n].place == list[0].place {
			n++
		}
		return n
	}
	for len(a) > 0 && len(b) > 0 {
		from, to := &x.a.terms[a[0].term], &x.b.terms[b[0].term]
		endA, endB := group(x.a, a), group(x.b, b)
		switch d := cmp.Or(cmp.Compare(from.Key, to.Key), cmp.Compare(a[0].place, b[0].place)); {
		case d < 0:
			a = a[endA:]
		case d > 0:
			b = b[endB:]
		default:
			if from.arity() == to.arity() && from.arity() > 1 {
				x.propose(a[:endA], b[:endB])
			}
			a, b = a[endA:], b[endB:]
		}
	}
}

// mostProposed is the number of pairs of terms at one pair of nodes that are proposed one and
// all; of more, each term proposes one.
const mostProposed = 64

// propose proposes the nodes of terms of equal keys.
func (x *extender) propose(a, b []incidence) {
	x.steps += int64(len(a) + len(b))
	if len(a)*len(b) <= mostProposed {
		for _, s := range a {
			for _, t := range b {
				x.vote(s.term, t.term)
			}
		}
		return
	}
	for _, level := range []int{colourRounds, 0, -1} {
		a, b = x.align(a, b, level)
	}
}

// align proposes terms with nodes of equal colours, and returns the others.
func (x *extender) align(a, b []incidence, level int) (restA, restB []incidence) {
	type hued struct {
		incidence
		hue uint64
	}
	hues := func(c *coloured, list []incidence) []hued {
		out := make([]hued, len(list))
		for i, s := range list {
			out[i].incidence = s
			if t := &c.terms[s.term]; level >= 0 {
				for k, n := range t.Nodes[:t.arity()] {
					out[i].hue += mix(c.colour[level][n], uint64(place(t, k)))
				}
			}
		}
		slices.SortStableFunc(out, func(a, b hued) int { return cmp.Compare(a.hue, b.hue) })
		return out
	}
	free := func(mate []int32, c *coloured, s incidence) bool {
		t := &c.terms[s.term]
		return slices.ContainsFunc(t.Nodes[:t.arity()], func(n int32) bool { return mate[n] < 0 })
	}
	x.steps += int64(len(a) + len(b))
	left, right := hues(x.a, a), hues(x.b, b)
	for len(left) > 0 && len(right) > 0 {
		switch {
		case !free(x.mate, x.a, left[0].incidence):
			left = left[1:]
		case !free(x.back, x.b, right[0].incidence):
			right = right[1:]
		case left[0].hue < right[0].hue:
			restA, left = append(restA, left[0].incidence), left[1:]
		case left[0].hue > right[0].hue:
			restB, right = append(restB, right[0].incidence), right[1:]
		default:
			x.vote(left[0].term, right[0].term)
			left, right = left[1:], right[1:]
		}
	}
	for _, s := range left {
		restA = append(restA, s.incidence)
	}
	for _, t := range right {
		restB = append(restB, t.incidence)
	}
	byKey := func(s, t incidence) int { return cmp.Compare(s.term, t.term) }
	slices.SortFunc(restA, byKey)
	slices.SortFunc(restB, byKey)
	return restA, restB
}

// vote proposes to map the nodes of two terms.
func (x *extender) vote(s, t int32) {
	from, to := &x.a.terms[s], &x.b.terms[t]
	n := from.arity()
	for k := range n {
		x.voteOne(from.Nodes[k], to.Nodes[k])
	}
	if from.Symmetric && n > 1 {
		x.voteOne(from.Nodes[n-1], to.Nodes[n-2])
		x.voteOne(from.Nodes[n-2], to.Nodes[n-1])
	}
}

func (x *extender) voteOne(row, col int32) {
	if x.mate[row] >= 0 || x.back[col] >= 0 || x.a.kinds != nil && x.a.kinds[row] != x.b.kinds[col] {
		return
	}
	x.steps++
	p := nodePair{row, col}
	if x.votes[p] == 0 {
		x.votes[p] = x.alike(p)
	}
	x.votes[p]++
	alike := 0
	for alike < colourRounds && x.a.colour[alike][row] == x.b.colour[alike][col] {
		alike++
	}
	heap.Push(&x.queue, proposal{p, x.votes[p], int8(alike), x.steps})
}

// alike returns the number of equal terms that the nodes of a pair have alone.
func (x *extender) alike(p nodePair) int32 {
	equal := int32(0)
	a, b := x.a.of(p.row), x.b.of(p.col)
	for len(a) > 0 && len(b) > 0 {
		s, t := &x.a.terms[a[0].term], &x.b.terms[b[0].term]
		switch {
		case s.arity() != 1 || s.Key < t.Key:
			a = a[1:]
		case t.arity() != 1 || s.Key > t.Key:
			b = b[1:]
		default:
			equal++
			a, b = a[1:], b[1:]
		}
	}
	return equal
}

// A proposal is a pair with its votes, the rounds in which its colours are equal, and the
// time when it was made.
type proposal struct {
	nodePair
	votes int32
	alike int8
	time  int64
}

// before reports whether p is better than q.
func (p proposal) before(q proposal) bool {
	return cmp.Or(cmp.Compare(q.votes, p.votes), cmp.Compare(q.alike, p.alike), cmp.Compare(p.time, q.time)) < 0
}

// A queue is a heap.Interface whose first item comes before all others.
type queue[T any] struct {
	items  []T
	before func(T, T) bool
}

func (q *queue[T]) Len() int           { return len(q.items) }
func (q *queue[T]) Less(i, j int) bool { return q.before(q.items[i], q.items[j]) }
func (q *queue[T]) Swap(i, j int)      { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *queue[T]) Push(item any)      { q.items = append(q.items, item.(T)) }

func (q *queue[T]) Pop() any {
	last := q.items[len(q.items)-1]
	q.items = q.items[:len(q.items)-1]
	return last
}
