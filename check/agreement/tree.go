package agreement

import (
	"cmp"
	"encoding/binary"
	"slices"

	"assay/treebank"
)

// A Tree is the analysis of a sentence in the form that distances need, without the
// words: of dependencies a root and below it the words with their relations, of
// constituents the phrases, and below them the tags. An unlabelled root of a file does
// not count. Labels are whole. Children are
// in the order of their first words; a word's dependents are in the order of the
// sentence.
type Tree struct {
	labels  []string
	parents []int32 // in postorder; the root is last
	arcs    []arc   // by word; nil of constituents
	size    int     // |t| of Skjærholt: words, and of dependencies the root too
}

// An arc is a word's head, as its distance (0 for the root), and its relation.
type arc struct {
	offset   int32
	relation string
}

// NewTree makes the tree of a sentence; nil if the sentence has neither constituents
// nor dependencies, or if its dependencies have a cycle.
func NewTree(s *treebank.Sentence) *Tree {
	if len(s.Phrases) > 0 {
		return phraseTree(s)
	}
	return arcTree(s)
}

// arcTree makes a tree of dependencies.
func arcTree(sentence *treebank.Sentence) *Tree {
	n := len(sentence.Tokens)
	tree := &Tree{size: n + 1}
	kids := make([][]int32, n+1) // the root is n
	for i := range int32(n) {
		head, rel := sentence.HeadOf(i)
		up, offset := head, head-i
		if head == treebank.Root {
			up, offset = int32(n), 0
		}
		if up < 0 || int(up) > n {
			return nil
		}
		kids[up] = append(kids[up], i)
		tree.arcs = append(tree.arcs, arc{offset, sentence.Name(rel)})
	}
	if tree.walk(kids, int32(n), func(x int32) string {
		if int(x) == n {
			return ""
		}
		return tree.arcs[x].relation
	}); len(tree.labels) != n+1 { // a cycle is not below the root
		return nil
	}
	return tree
}

// phraseTree makes a tree of constituents.
func phraseTree(sentence *treebank.Sentence) *Tree {
	n := len(sentence.Tokens)
	tree := &Tree{size: n}
	root := n + len(sentence.Phrases)
	kids, first := make([][]int32, root+1), make([]int32, root+1)
	for j := range sentence.Phrases {
		first[n+j] = sentence.Phrases[j].Begin
	}
	bare := func(j int32) bool { return sentence.Phrases[j].Label == 0 && sentence.Phrases[j].Parent < 0 }
	add := func(up, x int32) {
		if up < 0 || bare(up) {
			kids[root] = append(kids[root], x)
			return
		}
		kids[n+int(up)] = append(kids[n+int(up)], x)
	}
	for i := range int32(n) {
		first[i] = i
		add(sentence.Tokens[i].Parent, i)
	}
	for j := range sentence.Phrases {
		if !bare(int32(j)) {
			add(sentence.Phrases[j].Parent, int32(n+j))
		}
	}
	for _, k := range kids {
		slices.SortStableFunc(k, func(a, b int32) int { return cmp.Compare(first[a], first[b]) })
	}
	tree.walk(kids, int32(root), func(x int32) string {
		switch {
		case int(x) < n:
			return sentence.Name(sentence.Tokens[x].Tag)
		case int(x) == root:
			return ""
		}
		return sentence.Name(sentence.Phrases[int(x)-n].Label)
	})
	return tree
}

// walk lists the nodes below root in postorder.
func (t *Tree) walk(kids [][]int32, root int32, label func(int32) string) {
	type frame struct{ node, next int32 }
	var below [][]int32 // by depth: places of the children that are done
	stack := []frame{{node: root}}
	below = append(below, nil)
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		if k := kids[top.node]; int(top.next) < len(k) {
			stack, below = append(stack, frame{node: k[top.next]}), append(below, nil)
			stack[len(stack)-2].next++
			continue
		}
		me := int32(len(t.labels))
		t.labels, t.parents = append(t.labels, label(top.node)), append(t.parents, -1)
		for _, child := range below[len(below)-1] {
			t.parents[child] = me
		}
		stack, below = stack[:len(stack)-1], below[:len(below)-1]
		if d := len(below); d > 0 {
			below[d-1] = append(below[d-1], me)
		}
	}
}

// key is the same for equal trees only.
func (t *Tree) key() string {
	var out []byte
	for i, l := range t.labels {
		out = binary.AppendUvarint(out, uint64(len(l)))
		out = append(out, l...)
		out = binary.AppendUvarint(out, uint64(t.parents[i]+1))
	}
	return string(binary.AppendUvarint(out, uint64(t.size)))
}
