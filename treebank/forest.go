package treebank

import (
	"iter"
	"slices"
	"strings"
)

// ArcsOf returns the arcs whose dependent is dep: one in a tree, several in a
// parse forest, none if the head is unknown. HeadOf returns only one of them, so
// code that must be right on forests calls ArcsOf.
func (s *Sentence) ArcsOf(dep int32) []Arc {
	i, n := int(dep), len(s.Arcs)
	if i >= n || s.Arcs[i].Dep != dep || i > 0 && s.Arcs[i-1].Dep == dep {
		i, _ = slices.BinarySearchFunc(s.Arcs, dep, func(a Arc, d int32) int { return int(a.Dep - d) })
	}
	end := i
	for end < n && s.Arcs[end].Dep == dep {
		end++
	}
	return s.Arcs[i:end:end]
}

// Forest reports whether some word of s has more than one arc.
func (s *Sentence) Forest() bool {
	if len(s.Arcs) > len(s.Tokens) {
		return true
	}
	for i := 1; i < len(s.Arcs); i++ {
		if s.Arcs[i].Dep == s.Arcs[i-1].Dep {
			return true
		}
	}
	return false
}

// SenseKey is the key of an Attr of a token that holds a further sense of the
// word in a parse forest (Xiao 1997, chapter 6): the number of arcs of the
// senses before it, its root form and its category, separated by tabs.
const SenseKey = "sense"

// Senses yields the root form and the category of each sense of token i but the
// first, which Token.Tag and Morph.Lemma hold.
func Senses(sentence *Sentence, i int32) iter.Seq2[string, string] {
	return func(yield func(root, cat string) bool) {
		for _, a := range sentence.Attrs {
			if a.Index != i || sentence.Name(a.Key) != SenseKey {
				continue
			}
			if f := strings.Split(sentence.Str(a.Value), "\t"); len(f) == 3 && !yield(f[1], f[2]) {
				return
			}
		}
	}
}
