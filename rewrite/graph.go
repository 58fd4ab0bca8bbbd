package rewrite

import "assay/treebank"

// A graph is the tree that rules change: the dependencies of a sentence, or its
// phrases with their words. It keeps a log of the old links and a hash of the current
// state.
type graph struct {
	s       *treebank.Sentence
	phrases bool           // the nodes are s.Phrases, then s.Tokens
	arcs    []treebank.Arc // by node, one each; for words, s.Arcs itself
	nodes   nodes
	log     []edit
	h1, h2  uint64 // hash of the difference from the input; 0 if there is none
	color   []uint8
	words   words
	phr     phraseNodes
}

// gone is the head of a removed node.
const gone = treebank.Unknown - 1

// An edit is the previous link of a word.
type edit struct {
	dep  int32
	head int32
	rel  treebank.Symbol
}

// reset prepares g for the dependencies of sentence. It reports whether they form a forest
// of trees: no word with several heads, no cycle, no head outside of the sentence.
func (g *graph) reset(sentence *treebank.Sentence) bool {
	n := len(sentence.Tokens)
	dense := len(sentence.Arcs) == n
	for i := 0; dense && i < n; i++ {
		dense = sentence.Arcs[i].Dep == int32(i)
	}
	if !dense && !fillArcs(sentence) {
		return false
	}
	g.words.s = sentence
	g.s, g.phrases, g.nodes, g.arcs = sentence, false, &g.words, sentence.Arcs
	g.log, g.h1, g.h2 = g.log[:0], 0, 0
	return g.acyclic()
}

// fillArcs gives every word one arc, an unknown one if it has none. It returns false
// if a word has several arcs.
func fillArcs(sentence *treebank.Sentence) bool {
	n := len(sentence.Tokens)
	for i, a := range sentence.Arcs {
		if i > 0 && a.Dep <= sentence.Arcs[i-1].Dep || a.Dep < 0 || int(a.Dep) >= n {
			return false
		}
	}
	old := len(sentence.Arcs)
	sentence.Arcs = append(sentence.Arcs, make([]treebank.Arc, n-old)...)
	j := old - 1
	for i := n - 1; i >= 0; i-- {
		if j >= 0 && sentence.Arcs[j].Dep == int32(i) {
			sentence.Arcs[i] = sentence.Arcs[j]
			j--
		} else {
			sentence.Arcs[i] = treebank.Arc{Dep: int32(i), Head: treebank.Unknown}
		}
	}
	return true
}

// acyclic reports whether no heads form a cycle.
func (g *graph) acyclic() bool {
	const (
		white = iota
		grey
		black
	)
	n := int32(len(g.arcs))
	if cap(g.color) < len(g.arcs) {
		g.color = make([]uint8, 2*len(g.arcs))
	}
	color := g.color[:n]
	clear(color)
	for i := range n {
		word := i
		for word >= 0 && word < n && color[word] == white {
			color[word] = grey
			word = g.arcs[word].Head
		}
		if word >= n || word >= 0 && color[word] == grey {
			return false
		}
		for word = i; word >= 0 && color[word] == grey; word = g.arcs[word].Head {
			color[word] = black
		}
	}
	return true
}

// head returns the head of w.
func (g *graph) head(w int32) int32 { return g.arcs[w].Head }

// below reports whether w is under top, or is top.
func (g *graph) below(w, top int32) bool {
	for w >= 0 {
		if w == top {
			return true
		}
		w = g.arcs[w].Head
	}
	return false
}

// isLeaf reports whether w has no modifier.
func (g *graph) isLeaf(w int32) bool {
	for i := range g.arcs {
		if g.arcs[i].Head == w {
			return false
		}
	}
	return true
}

// set changes the link of dep.
func (g *graph) set(dep, head int32, rel treebank.Symbol) {
	a := g.arcs[dep]
	if a.Head == head && a.Rel == rel {
		return
	}
	g.log = append(g.log, edit{dep, a.Head, a.Rel})
	g.change(dep, head, rel)
}

// change sets the link of dep without an entry in the log.
func (g *graph) change(dep, head int32, rel treebank.Symbol) {
	a := &g.arcs[dep]
	g.hash(dep, a.Head, a.Rel, -1)
	a.Head, a.Rel = head, rel
	g.hash(dep, head, rel, 1)
	if g.phrases {
		g.phr.label(dep, rel)
	}
}

// undo reverts all edits from log position n on.
func (g *graph) undo(n int) {
	for i := len(g.log) - 1; i >= n; i-- {
		e := g.log[i]
		g.change(e.dep, e.head, e.rel)
	}
	g.log = g.log[:n]
}

// hash adds or removes one link in the two sums that identify the state.
func (g *graph) hash(dep, head int32, rel treebank.Symbol, sign int) {
	x := uint64(uint32(dep))<<40 ^ uint64(uint32(head-gone))<<20 ^ uint64(rel)<<1 ^ 1
	a, b := mix(x+0x9E3779B97F4A7C15), mix(x^0xD6E8FEB86659FD93)
	if sign < 0 {
		a, b = -a, -b
	}
	g.h1 += a
	g.h2 += b
}

// mix is the finaliser of splitmix64.
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xBF58476D1CE4E5B9
	x = (x ^ x>>27) * 0x94D049BB133111EB
	return x ^ x>>31
}

// apply performs action on the bound words; labels are the labels of their links at
// the time of the match. It returns the reason if the action does not apply.
func (g *graph) apply(action *action, bound []int32, labels []treebank.Symbol) string {
	x := bound[action.X]
	y, z := x, x
	if n := actionNames[action.Op].words; n > 1 {
		if y = bound[action.Y]; n > 2 {
			z = bound[action.Z]
		}
	}
	if x < 0 || y < 0 || z < 0 {
		return "an optional word is not there"
	}
	if action.Op >= DeletePhrase {
		return g.applyPhrase(action, x)
	}
	rel := action.label
	if action.From >= 0 {
		if bound[action.From] < 0 {
			return "an optional word is not there"
		}
		rel = labels[action.From]
	}
	switch action.Op {
	case Delete, Invert:
		switch {
		case g.head(y) != x:
			return "the first word is not the head of the second"
		case action.Op == Delete:
			g.set(y, treebank.Unknown, 0)
		default:
			g.invert(x, y, action.Labels)
		}
	case SingleTransfer:
		if g.head(z) != y || g.head(y) != x {
			return "the words are not a chain of head and modifier"
		}
		g.set(z, x, g.arcs[z].Rel)
	case Transfer:
		goes := all
		if action.Part { // z, and the modifiers farther from y on the same side
			if z = bound[action.Z]; z < 0 {
				return "an optional word is not there"
			}
			if g.head(z) != y {
				return "the third word is no modifier of the second"
			}
			goes = func(w int32) bool { return z < y && w <= z || z > y && w >= z }
		}
		g.transfer(x, y, goes)
	case Isolate:
		h := g.head(x)
		if h < 0 {
			return "the word has no head"
		}
		g.transfer(h, x, all)
		g.set(x, treebank.Unknown, 0)
	case Lift:
		h := g.head(x)
		if h < 0 || g.head(h) < 0 {
			return "the word's head has no head"
		}
		g.set(x, g.head(h), g.arcs[x].Rel)
	case Attach:
		if g.below(y, x) {
			return "it would make a cycle"
		}
		if rel == 0 && !action.labelled {
			rel = g.arcs[x].Rel
		}
		g.set(x, y, rel)
	case Relabel:
		if g.head(x) == treebank.Unknown {
			return "the word has no link"
		}
		g.set(x, g.head(x), rel)
	case Detach:
		g.set(x, treebank.Unknown, 0)
	}
	return ""
}

func all(int32) bool { return true }

// transfer moves the modifiers of y that go to x, except x itself or the one above x: x
// cannot become its own descendant.
func (g *graph) transfer(x, y int32, goes func(int32) bool) {
	if x == y {
		return
	}
	stays := x
	for stays >= 0 && g.head(stays) != y {
		stays = g.head(stays)
	}
	for i := range g.arcs {
		if g.arcs[i].Head == y && int32(i) != stays && goes(int32(i)) {
			g.set(int32(i), x, g.arcs[i].Rel)
		}
	}
}

// invert makes x the modifier of its modifier y, which takes x's place.
func (g *graph) invert(x, y int32, labels Labels) {
	above, down := g.arcs[x], g.arcs[y]
	if labels == OnWord {
		above.Rel, down.Rel = down.Rel, above.Rel
	}
	if above.Head == treebank.Unknown {
		above.Rel = 0
	}
	g.set(y, above.Head, above.Rel)
	g.set(x, y, down.Rel)
}
