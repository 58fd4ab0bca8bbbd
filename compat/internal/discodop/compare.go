package discodop

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/internal/nearest"
	"assay/internal/treedist"
)

// A bracket is a label and the words below it; the words are a string of numbers.
type bracket struct {
	label string
	words string
	gaps  bool
}

// A tagged is a function of a bracket or of the tag of a word.
type tagged struct {
	bracket
	function string
}

// A result is the comparison of two trees.
type result struct {
	length               int
	gold, candidate      map[bracket]int
	goldTags, tags       []string
	goldFuncs, functions map[tagged]int
	ancestor             float64
	distance, nodes      float64
}

// compare compares the trees of a sentence.
func compare(gold, candidate *tree, parameters *parameters) (*result, error) {
	r := &result{ancestor: math.NaN(), distance: math.NaN(), nodes: math.NaN()}
	for _, tag := range gold.tags {
		if !parameters.deleteForLength[tag] {
			r.length++
		}
	}
	under := map[int]bool{} // words whose tag is right below gold's root
	for _, k := range gold.root.kids {
		if k.tag() {
			under[k.word] = true
		}
	}
	aligned, goldTags := align(candidate.words, gold.words, gold.tags), align(gold.words, gold.words, gold.tags)
	cRoot, cWords, cTags, err := candidate.transform(aligned, parameters, under)
	if err != nil {
		return nil, err
	}
	gRoot, gWords, gTags, err := gold.transform(goldTags, parameters, under)
	if err != nil {
		return nil, err
	}
	switch {
	case len(cWords) != len(gWords):
		return nil, fmt.Errorf("ValueError: sentence length mismatch. sents:\n%s\n%s", strings.Join(cWords, " "),
			strings.Join(gWords, " "))
	case !slices.Equal(cWords, gWords):
		return nil, fmt.Errorf("ValueError: candidate & gold sentences do not match:\n'%s // %s'",
			strings.Join(candidate.words, " "), strings.Join(gold.words, " "))
	}
	r.goldTags, r.tags = gTags, cTags
	r.gold, r.candidate = brackets(gRoot, parameters), brackets(cRoot, parameters)
	r.functions = functionTags(cRoot, r.gold, gTags)
	r.goldFuncs = functionTags(gRoot, r.candidate, cTags)
	if len(gTags) == 0 {
		return r, nil
	}
	if parameters.la {
		r.ancestor = leafAncestor(gRoot, cRoot, parameters)
	}
	if parameters.ted {
		err = r.treeDistance(gRoot, cRoot, parameters)
	}
	return r, err
}

// align gives the words of a candidate the tags of the same words of gold, from left
// to right.
func align(words, gold, tags []string) map[int]string {
	out := map[int]string{}
	n := 0
	for m := range gold {
		if n < len(words) && words[n] == gold[m] {
			out[n] = tags[m]
			n++
		}
	}
	return out
}

// transform removes and renames labels as the parameter file demands, and numbers
// the remaining words.
func (t *tree) transform(goldTags map[int]string, parameters *parameters,
	under map[int]bool) (root *node, words, tags []string, err error) {
	gone := map[int]bool{}
	var strip func(a *node)
	strip = func(a *node) {
		var kids []*node
		for _, b := range a.kids {
			if !b.tag() {
				strip(b)
			}
		}
		for _, child := range a.kids {
			if mapped, ok := parameters.eqLabel[child.label]; ok {
				child.label = mapped
			}
			switch {
			case child.tag():
				tag, ok := goldTags[child.word]
				if !ok && err == nil {
					err = fmt.Errorf("KeyError: %d", child.word)
				}
				if parameters.deleteLabel[tag] || parameters.deleteWord[t.words[child.word]] || parameters.rootPreterms &&
					under[child.word] {
					gone[child.word] = true
					continue
				}
				kids = append(kids, child)
			case len(child.kids) == 0:
			case parameters.deleteLabel[child.label]:
				kids = append(kids, child.kids...)
			default:
				kids = append(kids, child)
			}
		}
		a.kids = kids
	}
	strip(t.root)
	number := map[int]int{}
	for i, word := range t.words {
		if gone[i] {
			continue
		}
		number[i] = len(words)
		if mapped, ok := parameters.eqWord[word]; ok {
			word = mapped
		}
		words, tags = append(words, word), append(tags, t.tags[i])
	}
	t.root.each(func(n *node) {
		if n.tag() {
			n.word = number[n.word]
		}
	})
	t.root.bits()
	return t.root, words, tags, err
}

// bracketOf returns a node's bracket.
func bracketOf(node *node, labeled bool) bracket {
	var b []byte
	for _, w := range node.words {
		b = binary.AppendUvarint(b, uint64(w))
	}
	out := bracket{words: string(b), gaps: node.gaps()}
	if labeled {
		out.label = node.label
	}
	return out
}

// phrase reports whether n counts as a constituent.
func (n *node) phrase() bool { return !n.tag() && len(n.kids) > 0 }

// brackets counts the brackets of a tree.
func brackets(root *node, p *parameters) map[bracket]int {
	out := map[bracket]int{}
	root.each(func(n *node) {
		if n.phrase() && !p.deleteLabel[n.label] && (!p.disconly || n.gaps()) {
			out[bracketOf(n, p.labeled)]++
		}
	})
	return out
}

// functionTags counts the functions of nodes whose bracket the other side has, or
// whose tag the other side gives the word.
func functionTags(root *node, other map[bracket]int, tags []string) map[tagged]int {
	out := map[tagged]int{}
	root.each(func(node *node) {
		if node.function == "" {
			return
		}
		b := bracketOf(node, true)
		if other[b] == 0 && !(node.tag() && tags[node.word] == node.label) {
			return
		}
		for f := range strings.SplitSeq(node.function, "-") {
			out[tagged{b, f}]++
		}
	})
	return out
}

// leafAncestor is the mean over words of the similarity of lineages.
func leafAncestor(gold, candidate *node, p *parameters) float64 {
	g, c := lineages(gold, p), lineages(candidate, p)
	sum := 0.0
	for w := range g {
		sum += 1 - float64(nearest.Distance(c[w], g[w]))/float64(max(len(g[w])+len(c[w]), 1))
	}
	return sum / float64(len(g))
}

// lineages returns the labels above each word, level by level, with the marks of the
// ends of constituents ( ) and of their parts [ ].
func lineages(root *node, parameters *parameters) map[int][]string {
	paths := map[int][]string{}
	for _, w := range root.words {
		paths[w] = nil
	}
	mark := func(w int, m string) {
		if !slices.Contains(paths[w], m) {
			paths[w] = append(paths[w], m)
		}
	}
	for level := []*node{root}; len(level) > 0; {
		var next []*node
		for _, n := range level {
			if !n.phrase() || len(n.words) == 0 {
				continue
			}
			if !parameters.deleteLabel[n.label] {
				for i, word := range n.words {
					last := i == len(n.words)-1
					if last {
						mark(word, ")")
					} else if n.words[i+1] != word+1 {
						mark(word, "]")
					}
					paths[word] = append(paths[word], n.label)
					if i == 0 {
						mark(word, "(")
					} else if n.words[i-1] != word-1 {
						mark(word, "[")
					}
				}
			}
			next = append(next, n.kids...)
		}
		level = next
	}
	return paths
}

// treeDistance sets the edit distance of two trees and the number of their nodes.
func (r *result) treeDistance(gold, candidate *node, parameters *parameters) error {
	labels := map[string]int32{}
	g, c := coded(gold, labels), coded(candidate, labels)
	var d treedist.Distancer
	ted, err := d.Distance(g, c)
	r.distance, r.nodes = float64(ted), float64(len(g.Label)+len(c.Label))
	if parameters.deleteLabel[gold.label] {
		r.nodes -= 2
	}
	return err
}

// coded writes a tree in postorder, children in the order of their first words. The
// label of a word is its tag and its number.
func coded(root *node, labels map[string]int32) *treedist.Tree {
	tree := &treedist.Tree{}
	var walk func(n *node) int32
	walk = func(n *node) int32 {
		label := n.label
		if n.tag() {
			label = fmt.Sprintf("%s-%d", n.label, n.word)
		}
		kids := slices.Clone(n.kids)
		slices.SortStableFunc(kids, func(a, b *node) int {
			return slices.Compare(a.words[:min(1, len(a.words))], b.words[:min(1, len(b.words))])
		})
		var below []int32
		for _, k := range kids {
			below = append(below, walk(k))
		}
		id, ok := labels[label]
		if !ok {
			id = int32(len(labels))
			labels[label] = id
		}
		me := int32(len(tree.Label))
		tree.Label, tree.Parent = append(tree.Label, id), append(tree.Parent, -1)
		for _, k := range below {
			tree.Parent[k] = me
		}
		return me
	}
	walk(root)
	return tree
}
