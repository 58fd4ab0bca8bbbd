package rewrite

import "math/bits"

// A memory is what a rule remembers about a sentence: Xiao's LinkMatchList and
// SubtreeMatchList for each node of its pattern (1997 §5.2), as sets of words.
// When a link changes, only the sets that the change concerns are touched; the
// errors of the printed algorithms (doc comment of the package) are put right.
//
// SubtreeMatchList is kept as the set of the roots of subtree matches. Whether
// siblings stand for different words is seen when the matches under a root are
// listed, not before.
type memory struct {
	p      *program
	n      int
	synced int       // how much of the graph's log is in the sets
	built  bool      // for the present sentence
	idle   bool      // no match is possible before links change
	word   []set     // by node: words that satisfy the node's condition
	link   []set     // by node: its link matches
	full   []set     // by node: the roots of its subtree matches
	under  [][]int32 // by node, by word: the head under which the word counts, -1
	count  [][]int32 // by node, by head: how many words count under it
	search search
}

type set []uint64

func (b set) has(i int32) bool { return b[i>>6]>>(i&63)&1 != 0 }
func (b set) put(i int32, in bool) {
	if in {
		b[i>>6] |= 1 << (i & 63)
	} else {
		b[i>>6] &^= 1 << (i & 63)
	}
}

// next returns the first member from i on, -1 if there is none.
func (b set) next(i int32) int32 {
	k := int(i >> 6)
	if k >= len(b) {
		return -1
	}
	for w := b[k] &^ (1<<(i&63) - 1); ; w = b[k] {
		if w != 0 {
			return int32(k<<6 + bits.TrailingZeros64(w))
		}
		if k++; k == len(b) {
			return -1
		}
	}
}

// prev returns the last member up to i, -1 if there is none.
func (b set) prev(i int32) int32 {
	if i < 0 {
		return -1
	}
	k := int(i >> 6)
	for w := b[k] & (2<<(i&63) - 1); ; w = b[k] {
		if w != 0 {
			return int32(k<<6 + 63 - bits.LeadingZeros64(w))
		}
		if k--; k < 0 {
			return -1
		}
	}
}

func newMemory(p *program) *memory {
	k := len(p.nodes)
	return &memory{p: p, word: make([]set, k), link: make([]set, k), full: make([]set, k),
		under: make([][]int32, k), count: make([][]int32, k)}
}

// sync brings the sets up to date with the graph.
func (m *memory) sync(g *graph) {
	if m.idle && m.synced == len(g.log) {
		return
	}
	if !m.built || m.idle {
		m.build(g)
		return
	}
	for ; m.synced < len(g.log); m.synced++ {
		m.update(g, g.log[m.synced].dep)
	}
}

// build fills the sets from the leaves of the pattern up (Algorithm 1). A rule
// one of whose nodes has no link match cannot match: it is left idle, and
// looked at again when links have changed.
func (m *memory) build(g *graph) {
	m.n, m.synced = len(g.arcs), len(g.log)
	if !m.built {
		m.words(g)
	}
	m.built, m.idle = true, false
	for k := len(m.p.nodes) - 1; k >= 0; k-- {
		clear(m.link[k])
		clear(m.full[k])
		if !m.fill(g, k) && m.p.needed[k] {
			m.idle = true
			clear(m.full[0])
			return
		}
	}
}

// words finds the words that satisfy the conditions on words, which no rule
// changes.
func (m *memory) words(g *graph) {
	size := (m.n + 63) / 64
	for k := range m.p.nodes {
		for _, s := range []*set{&m.word[k], &m.link[k], &m.full[k]} {
			if cap(*s) < size {
				*s = make(set, size, 2*size)
			}
			*s = (*s)[:size]
		}
		t, word := &m.p.nodes[k], m.word[k]
		if t.word == nil && len(t.lists) == 0 {
			for i := range word {
				word[i] = ^uint64(0)
			}
			if rest := m.n & 63; rest > 0 {
				word[size-1] = 1<<rest - 1
			}
			continue
		}
		clear(word)
		for w := range int32(m.n) {
			if t.isWord(g.s, w) {
				word.put(w, true)
			}
		}
	}
}

// fill finds the link matches and subtree matches of node k. It reports
// whether there is a link match.
func (m *memory) fill(g *graph, k int) bool {
	m.under[k], m.count[k] = sized(m.under[k], m.n, -1), sized(m.count[k], m.n, 0)
	any := false
	for w := m.word[k].next(0); w >= 0; w = m.word[k].next(w + 1) {
		if !m.isLinkMatch(g, k, w) {
			continue
		}
		any = true
		m.link[k].put(w, true)
		if m.complete(k, w) {
			m.full[k].put(w, true)
			if h := g.head(w); k > 0 && h >= 0 {
				m.under[k][w] = h
				m.count[k][h]++
			}
		}
	}
	return any
}

func sized(a []int32, n int, fill int32) []int32 {
	if cap(a) < n {
		a = make([]int32, n, 2*n)
	}
	a = a[:n]
	for i := range a {
		a[i] = fill
	}
	return a
}

// isLinkMatch reports whether word w, its link and its head satisfy the
// conditions of node k, its link and its parent.
func (m *memory) isLinkMatch(g *graph, k int, w int32) bool {
	t := &m.p.nodes[k]
	if !m.word[k].has(w) {
		return false
	}
	h := g.head(w)
	if t.parent >= 0 && (h < 0 || !t.deep && !m.word[t.parent].has(h)) {
		return false
	}
	return t.isLink(g, w)
}

// complete reports whether every child that node k must have has a subtree
// match under w.
func (m *memory) complete(k int, w int32) bool {
	for _, c := range m.p.children[k] {
		if m.count[c][w] == 0 {
			return false
		}
	}
	return true
}

// update notes that the link of word w has changed (Algorithms 2 and 4).
func (m *memory) update(g *graph, w int32) {
	for k := len(m.p.nodes) - 1; k >= 0; k-- {
		m.link[k].put(w, m.isLinkMatch(g, k, w))
		m.refresh(g, k, w)
	}
}

// refresh looks again whether w is the root of a subtree match of node k and
// tells the parent node (Algorithms 3 and 5).
func (m *memory) refresh(g *graph, k int, w int32) {
	full := m.link[k].has(w) && m.complete(k, w)
	m.full[k].put(w, full)
	if k == 0 {
		return
	}
	now, was := int32(-1), m.under[k][w]
	if full {
		now = max(g.head(w), -1)
	}
	if now == was {
		return
	}
	m.under[k][w] = now
	parent := m.p.nodes[k].parent
	if was >= 0 {
		if m.count[k][was]--; m.count[k][was] == 0 {
			m.refresh(g, parent, was)
		}
	}
	if now >= 0 {
		if m.count[k][now]++; m.count[k][now] == 1 {
			m.refresh(g, parent, now)
		}
	}
}

// A search lists the matches of a rule.
type search struct {
	g       *graph
	m       *memory
	bound   []int32
	reverse bool // the last match first
	first   int  // the pattern node it starts from
	steps   int
	over    bool // maxSteps were not enough
	visit   func(bound []int32) (stop bool)
}

// maxSteps bounds the search for matches of one rule: many unordered siblings
// under a word with many modifiers have more matches than anyone can wait for.
const maxSteps = 2_000_000

// each calls visit for every match, in the order of the words bound to the
// pattern's nodes in pre-order, until it says stop.
func (m *memory) each(g *graph, bound []int32, reverse bool, visit func([]int32) bool) {
	m.search = search{g: g, m: m, bound: bound[:len(m.p.nodes)], reverse: reverse, visit: visit}
	sr := &m.search
	roots := m.full[0]
	if reverse {
		for w := roots.prev(int32(m.n) - 1); w >= 0; w = roots.prev(w - 1) {
			if sr.at(0, w) {
				return
			}
		}
		return
	}
	for w := roots.next(0); w >= 0; w = roots.next(w + 1) {
		if sr.at(0, w) {
			return
		}
	}
}

// at binds node k to word w, if it can, and goes on. It reports whether the
// visitor said stop.
func (sr *search) at(k int, w int32) bool {
	sr.bound[k] = w
	return sr.fits(k) && sr.from(k+1)
}

// fits reports whether what node k is bound to is no other node's word and
// what the rule says of it and of nodes before it holds.
func (sr *search) fits(k int) bool {
	for _, o := range sr.bound[sr.first:k] {
		if o == sr.bound[k] {
			return false
		}
	}
	where := sr.m.p.where[k]
	for i := range where {
		if !where[i].holds(sr.g, sr.bound) {
			return false
		}
	}
	return true
}

// from binds node k and all behind it.
func (sr *search) from(k int) bool {
	if sr.steps++; sr.steps > maxSteps {
		sr.over = true
		return true
	}
	p := sr.m.p
	if k == len(p.nodes) {
		return (len(p.without) == 0 || !p.blocked(sr.g, sr.bound)) && sr.visit(sr.bound)
	}
	t := &p.nodes[k]
	top := sr.bound[t.parent]
	if top < 0 { // under an optional word that is not there
		sr.bound[k] = -1
		return sr.from(k + 1)
	}
	if t.optional {
		return sr.optional(k, top)
	}
	words := sr.m.full[k]
	for w := sr.step(words, -1); w >= 0; w = sr.step(words, w) {
		if sr.hangs(t, w, top) && sr.at(k, w) {
			return true
		}
	}
	return false
}

// optional binds node k to each word that fits, to none if none does.
func (sr *search) optional(k int, top int32) bool {
	t, any := &sr.m.p.nodes[k], false
	words := sr.m.link[k]
	for w := sr.step(words, -1); w >= 0; w = sr.step(words, w) {
		if !sr.hangs(t, w, top) {
			continue
		}
		if sr.bound[k] = w; sr.fits(k) {
			any = true
			if sr.from(k + 1) {
				return true
			}
		}
	}
	if any {
		return false
	}
	sr.bound[k] = -1
	return sr.from(k + 1)
}

// step returns the candidate after w; -1 begins and ends.
func (sr *search) step(words set, w int32) int32 {
	if !sr.reverse {
		return words.next(w + 1)
	}
	if w < 0 {
		w = int32(sr.m.n)
	}
	return words.prev(w - 1)
}

func (sr *search) hangs(t *nodeTest, w, top int32) bool {
	if !t.deep {
		return sr.g.head(w) == top
	}
	return w != top && sr.g.below(w, top)
}
