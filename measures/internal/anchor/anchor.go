// Package anchor normalises the stretches of text that nodes of graphs are on,
// as mtool (4cee3a2, graph.py and score/core.py) does before it scores: adjacent
// stretches, white space aside, become one, and punctuation at the ends of a
// stretch does not count.
package anchor

import (
	"slices"
	"strings"

	"assay/treebank"
)

const (
	space       = " \t\n\f"
	punctuation = ".?!;,:“\"”‘'’()[]{}" + space
)

// Space reports whether r is white space, as mtool has it.
func Space(r rune) bool { return strings.ContainsRune(space, r) }

// Of returns the anchors of node n as the sentence has them; list is the part of
// Sentence.Anchors from the first of a node that is not before n.
func Of(dst []treebank.Anchor, s *treebank.Sentence, n int32, list []treebank.Anchor) (own, rest []treebank.Anchor) {
	k := 0
	for k < len(list) && list[k].Node == n {
		k++
	}
	if k > 0 {
		return append(dst, list[:k]...), list[k:]
	}
	if x := &s.Nodes[n]; x.From >= 0 && x.To >= x.From {
		dst = append(dst, treebank.Anchor{Node: n, From: x.From, To: x.To})
	}
	return dst, list
}

// Normalise joins and trims the anchors of one node, in place. Of stretches
// without characters at least the last one stays, empty.
func Normalise(list []treebank.Anchor, input []rune) []treebank.Anchor {
	out := join(list, input)
	for i := range out {
		a := &out[i]
		if len(input) == 0 {
			break
		}
		a.From, a.To = max(a.From, 0), min(a.To, int32(len(input)))
		for a.From < a.To && strings.ContainsRune(punctuation, input[a.From]) {
			a.From++
		}
		for a.To > a.From && strings.ContainsRune(punctuation, input[a.To-1]) {
			a.To--
		}
	}
	return out
}

// join sorts stretches and joins those with nothing but white space in between.
func join(list []treebank.Anchor, input []rune) []treebank.Anchor {
	list = slices.DeleteFunc(list, func(a treebank.Anchor) bool { return a.From >= a.To })
	slices.SortFunc(list, func(a, b treebank.Anchor) int { return int(a.From - b.From) })
	out := list[:0]
	for _, a := range list {
		if n := len(out); n > 0 && (a.From <= out[n-1].To || blank(input, out[n-1].To-1, a.From)) {
			out[n-1].To = max(out[n-1].To, a.To)
			continue
		}
		out = append(out, a)
	}
	return out
}

// blank reports whether the characters from one to another, the first included,
// are white space: mtool looks at the last character of the stretch before too.
func blank(input []rune, from, to int32) bool {
	if from < 0 || int(to) > len(input) {
		return false
	}
	for _, r := range input[from:to] {
		if !Space(r) {
			return false
		}
	}
	return true
}
