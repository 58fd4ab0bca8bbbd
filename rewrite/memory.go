package rewrite

import "math/bits"

// A memory holds the partial matches of a rule in a sentence: Xiao's LinkMatchList
// and SubtreeMatchList for each node of its pattern (1997 §5.2), as sets of nodes of
// the sentence's tree. A changed link updates only the sets that depend on it. The
// errors of the printed algorithms (package comment) are corrected.
//
// SubtreeMatchList is the set of the roots of subtree matches. The search, not the
// memory, checks that siblings are bound to different words.
type memory struct {
	p      *program
	n      int
	synced int       // length of the graph's log that the sets reflect
	built  bool      // the sets are for the current sentence
	idle   bool      // no match is possible until links change
	word   []set     // by node: words that satisfy the node's condition
	link   []set     // by node: words whose link matches
	full   []set     // by node: the roots of its subtree matches
	under  [][]int32 // by node, by word: the head under which the word counts, -1
	count  [][]int32 // by node, by head: number of words that count under it
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

// next returns the first member from i on, or -1.
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

// prev returns the last member up to i, or -1.
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
func (m *memory) sync(graph *graph) {
	if m.idle && m.synced == len(graph.log) {
		return
	}
	if graph.phrases && m.p.text && m.built && graph.lostWords(m.synced) {
		m.built = false
	}
	if !m.built || m.idle {
		m.build(graph)
		return
	}
	for ; m.synced < len(graph.log); m.synced++ {
		m.update(graph, graph.log[m.synced].dep)
	}
}

// build fills the sets from the leaves of the pattern up (Algorithm 1). A rule with a
// node without link match cannot match: it is idle until links change.
func (m *memory) build(graph *graph) {
	m.n = len(graph.arcs)
	if !m.built {
		m.words(graph)
	} else if graph.phrases {
		m.renew(graph)
	}
	m.synced = len(graph.log)
	m.built, m.idle = true, false
	for k := len(m.p.nodes) - 1; k >= 0; k-- {
		clear(m.link[k])
		clear(m.full[k])
		if !m.fill(graph, k) && m.p.needed[k] {
			m.idle = true
			clear(m.full[0])
			return
		}
	}
}

// renew rechecks the conditions of changed phrases.
func (m *memory) renew(g *graph) {
	for _, e := range g.log[m.synced:] {
		for k := range m.p.nodes {
			m.word[k].put(e.dep, m.p.nodes[k].isNode(g, e.dep))
		}
	}
}

// words finds the words that satisfy the conditions on words. Rules on dependencies
// do not change these sets; rules on phrases do (renew).
func (m *memory) words(graph *graph) {
	size := (m.n + 63) / 64
	for k := range m.p.nodes {
		for _, s := range []*set{&m.word[k], &m.link[k], &m.full[k]} {
			if cap(*s) < size {
				*s = make(set, size, 2*size)
			}
			*s = (*s)[:size]
		}
		test, word := &m.p.nodes[k], m.word[k]
		if test.word == nil && len(test.lists) == 0 && !graph.phrases {
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
			if test.isNode(graph, w) {
				word.put(w, true)
			}
		}
	}
}

// fill finds the link matches and subtree matches of node k. It reports
// whether there is a link match.
func (m *memory) fill(graph *graph, k int) bool {
	m.under[k], m.count[k] = sized(m.under[k], m.n, -1), sized(m.count[k], m.n, 0)
	any := false
	for word := m.word[k].next(0); word >= 0; word = m.word[k].next(word + 1) {
		if !m.isLinkMatch(graph, k, word) {
			continue
		}
		any = true
		m.link[k].put(word, true)
		if m.complete(k, word) {
			m.full[k].put(word, true)
			if h := graph.head(word); k > 0 && h >= 0 {
				m.under[k][word] = h
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

// isLinkMatch reports whether word, its link and its head satisfy the conditions of
// node k, its link and its parent.
func (m *memory) isLinkMatch(graph *graph, k int, word int32) bool {
	test := &m.p.nodes[k]
	if !m.word[k].has(word) {
		return false
	}
	h := graph.head(word)
	if test.parent >= 0 && (h < 0 || !test.deep && !m.word[test.parent].has(h)) {
		return false
	}
	return test.isLink(graph, word)
}

// complete reports whether every required child of node k has a subtree match under
// w.
func (m *memory) complete(k int, w int32) bool {
	for _, c := range m.p.children[k] {
		if m.count[c][w] == 0 {
			return false
		}
	}
	return true
}

// update updates the sets after a change of the link of word (Algorithms 2 and 4).
func (m *memory) update(graph *graph, word int32) {
	for k := len(m.p.nodes) - 1; k >= 0; k-- {
		if graph.phrases {
			m.relabelled(graph, k, word)
		}
		m.link[k].put(word, m.isLinkMatch(graph, k, word))
		m.refresh(graph, k, word)
	}
}

// relabelled rechecks whether phrase word satisfies the condition of node k; a change
// may affect the link matches of its children.
func (m *memory) relabelled(graph *graph, k int, word int32) {
	is := m.p.nodes[k].isNode(graph, word)
	if is == m.word[k].has(word) {
		return
	}
	m.word[k].put(word, is)
	for c := range m.p.nodes {
		if m.p.nodes[c].parent != k || m.p.nodes[c].deep {
			continue
		}
		for i := range graph.arcs {
			if graph.arcs[i].Head == word {
				m.link[c].put(int32(i), m.isLinkMatch(graph, c, int32(i)))
				m.refresh(graph, c, int32(i))
			}
		}
	}
}

// refresh rechecks whether word is the root of a subtree match of node k and updates the
// parent node (Algorithms 3 and 5).
func (m *memory) refresh(graph *graph, k int, word int32) {
	full := m.link[k].has(word) && m.complete(k, word)
	m.full[k].put(word, full)
	if k == 0 {
		return
	}
	now, was := int32(-1), m.under[k][word]
	if full {
		now = max(graph.head(word), -1)
	}
	if now == was {
		return
	}
	m.under[k][word] = now
	parent := m.p.nodes[k].parent
	if was >= 0 {
		if m.count[k][was]--; m.count[k][was] == 0 {
			m.refresh(graph, parent, was)
		}
	}
	if now >= 0 {
		if m.count[k][now]++; m.count[k][now] == 1 {
			m.refresh(graph, parent, now)
		}
	}
}

// A search lists the matches of a rule.
type search struct {
	g       *graph
	m       *memory
	bound   []int32
	reverse bool // list the last match first
	steps   int
	over    bool // the search has used maxSteps
	visit   func(bound []int32) (stop bool)
}

// The search for matches of one rule is limited: many unordered siblings under a word
// with many modifiers have too many matches. The unit is a check of one node; binding
// a node costs stepCost units.
const (
	stepCost = 64
	maxSteps = 2_000_000 * stepCost
)

// maxWork is the most units for all firings in a sentence, a few seconds: after each firing the
// search begins again, so that rules that fire on each word of a very long sentence take the
// square of its length.
const maxWork = 1_000_000_000

// spend counts n steps and reports whether the search is over.
func (sr *search) spend(n int) bool {
	if sr.steps += n; sr.steps > maxSteps {
		sr.over = true
	}
	return sr.over
}

// each calls visit for every match, ordered by the words bound to the pattern's nodes
// in pre-order, until visit returns true.
func (m *memory) each(g *graph, bound []int32, reverse bool, visit func([]int32) bool) {
	m.search = search{g: g, m: m, bound: bound[:len(m.p.nodes)], reverse: reverse, visit: visit}
	sr := &m.search
	roots := m.full[0]
	for w := sr.step(roots, -1); w >= 0; w = sr.step(roots, w) {
		if sr.at(0, w) {
			return
		}
	}
}

// at binds node k to word w if w fits, and continues. It reports whether to stop.
func (sr *search) at(k int, w int32) bool {
	sr.bound[k] = w
	return sr.fits(k) && sr.from(k+1)
}

// fits reports whether the word of node k is bound to no other node and satisfies the
// rule's relations with earlier nodes.
func (sr *search) fits(k int) bool {
	sr.steps += stepCost / 4
	for _, o := range sr.bound[:k] {
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

// from binds node k and all later nodes.
func (sr *search) from(k int) bool {
	if sr.spend(stepCost) {
		return true
	}
	program := sr.m.p
	if k == len(program.nodes) {
		if len(program.without) > 0 && sr.blocked() {
			return false
		}
		return sr.over || sr.visit(sr.bound)
	}
	test := &program.nodes[k]
	top := sr.bound[test.parent]
	if top < 0 { // under an absent optional word
		sr.bound[k] = -1
		return sr.from(k + 1)
	}
	if test.optional {
		return sr.optional(k, top)
	}
	words := sr.m.full[k]
	for w := sr.step(words, -1); w >= 0; w = sr.step(words, w) {
		if sr.hangs(test.deep, w, top) && sr.at(k, w) {
			return true
		}
	}
	return sr.over
}

// optional binds node k to each word that fits, or to none if none fits.
func (sr *search) optional(k int, top int32) bool {
	t, any := &sr.m.p.nodes[k], false
	words := sr.m.link[k]
	for w := sr.step(words, -1); w >= 0; w = sr.step(words, w) {
		if !sr.hangs(t.deep, w, top) {
			continue
		}
		if sr.bound[k] = w; sr.fits(k) {
			any = true
			if sr.from(k + 1) {
				return true
			}
		}
	}
	if any || sr.over {
		return sr.over
	}
	sr.bound[k] = -1
	return sr.from(k + 1)
}

// step returns the candidate after word; -1 is the position before the first and after
// the last.
func (sr *search) step(words set, word int32) int32 {
	if !sr.reverse {
		return words.next(word + 1)
	}
	if word < 0 {
		word = int32(sr.m.n)
	}
	return words.prev(word - 1)
}

// hangs reports whether w is a modifier of top or, with deep, anywhere below it.
func (sr *search) hangs(deep bool, w, top int32) bool {
	sr.steps++
	h := sr.g.head(w)
	for ; deep && h >= 0 && h != top; h = sr.g.head(h) {
		sr.steps++
	}
	return h == top
}
