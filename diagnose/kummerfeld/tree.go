package kummerfeld

import "assay/treebank"

// none is the number of a node that is not there, such as the parent of the root.
const none = -1

// A node is a bracket, or a word with its tag: a node without children is a word.
type node struct {
	label                           treebank.Symbol
	start, end                      int32 // words
	parent, first, last, prev, next int32
}

// A tree is a tree whose nodes can be moved. Nodes are not deleted but unlinked.
type tree struct {
	nodes  []node
	root   int32
	leaves []int32 // by word
	words  []int32 // token of each word

	sentence *treebank.Sentence // of the tokens
}

func (t *tree) reset() {
	t.nodes, t.leaves, t.words, t.root = t.nodes[:0], t.leaves[:0], t.words[:0], none
}

func (t *tree) isWord(v int32) bool { return t.nodes[v].first == none }

// add makes a node, below parent as its last child unless that is none.
func (t *tree) add(label treebank.Symbol, parent int32) int32 {
	v := int32(len(t.nodes))
	t.nodes = append(t.nodes, node{label: label, parent: none, first: none, last: none, prev: none, next: none})
	if parent != none {
		t.link(v, parent, none)
	}
	return v
}

// link puts node below parent in front of the child before, as the last if before
// is none.
func (t *tree) link(node, parent, before int32) {
	n, parentNode := &t.nodes[node], &t.nodes[parent]
	n.parent, n.next = parent, before
	if before == none {
		n.prev, parentNode.last = parentNode.last, node
	} else {
		n.prev, t.nodes[before].prev = t.nodes[before].prev, node
	}
	if n.prev == none {
		parentNode.first = node
	} else {
		t.nodes[n.prev].next = node
	}
}

// unlink takes v out of its parent.
func (t *tree) unlink(v int32) {
	node := &t.nodes[v]
	p := &t.nodes[node.parent]
	if node.prev == none {
		p.first = node.next
	} else {
		t.nodes[node.prev].next = node.next
	}
	if node.next == none {
		p.last = node.prev
	} else {
		t.nodes[node.next].prev = node.prev
	}
	node.parent, node.prev, node.next = none, none, none
}

// after returns the node that follows node in the order parents first, none at the
// end.
func (t *tree) after(node int32) int32 {
	if f := t.nodes[node].first; f != none {
		return f
	}
	return t.skip(node)
}

// skip returns the node that follows node and all below it.
func (t *tree) skip(node int32) int32 {
	for node != none && t.nodes[node].next == none {
		node = t.nodes[node].parent
	}
	if node == none {
		return none
	}
	return t.nodes[node].next
}

// number gives all nodes their spans.
func (t *tree) number() {
	t.leaves = t.leaves[:0]
	for node := t.root; node != none; {
		n := &t.nodes[node]
		n.start = int32(len(t.leaves))
		if n.first != none {
			node = n.first
			continue
		}
		t.leaves = append(t.leaves, node)
		n.end = n.start + 1
		for node != none && t.nodes[node].next == none {
			node = t.nodes[node].parent
			if node != none {
				t.nodes[node].end = int32(len(t.leaves))
			}
		}
		if node != none {
			node = t.nodes[node].next
		}
	}
}

// bracket returns the label and the span of v.
func (t *tree) bracket(v int32) Bracket {
	if v == none {
		return Bracket{}
	}
	n := &t.nodes[v]
	return Bracket{n.label, n.start, n.end}
}

// label returns the label of v, 0 if there is no v.
func (t *tree) label(v int32) treebank.Symbol {
	if v == none {
		return 0
	}
	return t.nodes[v].label
}

// insert puts a new bracket over the words from start to end-1, above all that
// have no more words. It must not cross another.
func (t *tree) insert(start, end int32, label treebank.Symbol) int32 {
	node := t.leaves[start]
	for {
		p := t.nodes[node].parent
		if p == none || t.nodes[p].start != start || t.nodes[p].end > end {
			break
		}
		node = p
	}
	if node == t.root {
		node = t.nodes[node].first
	}
	parent := t.nodes[node].parent
	w := t.add(label, none)
	t.nodes[w].start, t.nodes[w].end = start, end
	t.link(w, parent, node)
	for node != none && t.nodes[node].end <= end {
		next := t.nodes[node].next
		t.unlink(node)
		t.link(node, w, none)
		node = next
	}
	return w
}

// remove takes a bracket out; its children stay in its place.
func (t *tree) remove(v int32) {
	parent, before := t.nodes[v].parent, t.nodes[v].next
	t.unlink(v)
	for c := t.nodes[v].first; c != none; {
		next := t.nodes[c].next
		t.unlink(c)
		t.link(c, parent, before)
		c = next
	}
}

// move brings the neighbours first to last below parent, which begins or ends
// where they end or begin, or is above them. If their old parent then has a
// single child with its own label, that child is dissolved.
func (t *tree) move(first, last, parent int32) {
	from := t.nodes[first].parent
	start, end := t.nodes[first].start, t.nodes[last].end
	before := t.nodes[parent].first
	if b := t.nodes[before].start; b != start && b != end {
		for before != none && t.nodes[before].start != end {
			at := t.nodes[before].end
			before = t.nodes[before].next
			if at == start {
				break
			}
		}
	}
	stop := t.nodes[last].next
	for v := first; v != stop; {
		next := t.nodes[v].next
		t.unlink(v)
		t.link(v, parent, before)
		v = next
	}
	if c := t.nodes[from].first; t.collapses(from, c) {
		t.remove(c)
	}
	t.number()
}

// collapses reports whether c is the only child of from and is dissolved.
func (t *tree) collapses(from, c int32) bool {
	f := &t.nodes[from]
	return f.first == c && f.last == c && t.collapsesTo(from, c)
}

// collapsesTo reports whether c is dissolved when it alone is left in from: it
// has the same label. A word may be such a child too; from is then the word.
func (t *tree) collapsesTo(from, c int32) bool {
	return t.nodes[from].label == t.nodes[c].label && (from != t.root || !t.isWord(c))
}
