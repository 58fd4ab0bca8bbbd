// Package anchor normalises the anchors of nodes in the text as mtool (4cee3a2,
// graph.py and score/core.py) does before scoring: it joins adjacent stretches, also
// across white space, and trims punctuation at the ends of a stretch.
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

// Space reports whether mtool treats r as white space.
func Space(r rune) bool { return strings.ContainsRune(space, r) }

// Of returns the anchors of node n; list is the part of Sentence.Anchors that begins
// with the first anchor of node n or later.
func Of(dst []treebank.Anchor, sentence *treebank.Sentence, n int32,
	list []treebank.Anchor) (own, rest []treebank.Anchor) {
	k := 0
	for k < len(list) && list[k].Node == n {
		k++
	}
	if k > 0 {
		return append(dst, list[:k]...), list[k:]
	}
	if x := &sentence.Nodes[n]; x.From >= 0 && x.To >= x.From {
		dst = append(dst, treebank.Anchor{Node: n, From: x.From, To: x.To})
	}
	return dst, list
}

// Join joins the anchors of one node, in place, and cuts them at the ends of the text.
func Join(list []treebank.Anchor, input []rune) []treebank.Anchor {
	out := join(list, input)
	for i := range out {
		if len(input) > 0 {
			out[i].From, out[i].To = max(out[i].From, 0), min(out[i].To, int32(len(input)))
		}
	}
	return out
}

// Normalise joins and trims the anchors of one node, in place. If all stretches are
// empty, it keeps the last one.
func Normalise(list []treebank.Anchor, input []rune) []treebank.Anchor {
	out := Join(list, input)
	for i := range out {
		anchor := &out[i]
		if len(input) == 0 {
			break
		}
		for anchor.From < anchor.To && strings.ContainsRune(punctuation, input[anchor.From]) {
			anchor.From++
		}
		for anchor.To > anchor.From && strings.ContainsRune(punctuation, input[anchor.To-1]) {
			anchor.To--
		}
	}
	return out
}

// join sorts stretches and joins those separated only by white space.
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

// blank reports whether the characters from one to another, including the first, are
// white space: mtool also checks the last character of the stretch before.
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
