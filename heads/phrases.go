package heads

import (
	"errors"
	"slices"

	"assay/treebank"
)

// ErrArcs reports that dependencies form no forest: some word depends on itself.
var ErrArcs = errors.New("the dependencies form a cycle")

// ToPhrases converts dependencies to constituents (Xiao 1997, §3.2.4): for each word
// with dependents a phrase of the word and its modifiers. The label is the tag of the
// word, the function the label of its dependency. The word itself has the function
// HD, so that the table "marked" gives the same dependencies again. A root is a
// phrase even without dependents. Crossing dependencies give phrases with gaps; words
// whose head is unknown are in no phrase.
func ToPhrases(sentence *treebank.Sentence) error {
	n := len(sentence.Tokens)
	head := make([]int32, n)
	has := make([]bool, n)
	for i := range head {
		head[i] = treebank.Unknown
	}
	for _, a := range sentence.Arcs {
		head[a.Dep] = a.Head
		if a.Head >= 0 {
			has[a.Head] = true
		} else if a.Head == treebank.Root {
			has[a.Dep] = true
		}
	}
	if slices.Contains(loops(head), true) {
		return ErrArcs
	}
	sentence.Phrases, sentence.Secondary, sentence.Gaps = sentence.Phrases[:0], sentence.Secondary[:0], false
	// attributes of the old phrases
	sentence.Attrs = slices.DeleteFunc(sentence.Attrs, func(a treebank.Attr) bool { return int(a.Index) >= n })
	phrase := make([]int32, n)
	for i := range n {
		if has[i] {
			phrase[i] = int32(len(sentence.Phrases))
			sentence.Phrases = append(sentence.Phrases, treebank.Phrase{Label: sentence.Tokens[i].Tag, Parent: -1})
		}
	}
	hd := sentence.Syms.InternString("HD")
	for i := range n {
		_, rel := sentence.HeadOf(int32(i))
		up := int32(-1)
		if head[i] >= 0 {
			up = phrase[head[i]]
		}
		if has[i] {
			sentence.Phrases[phrase[i]].Parent, sentence.Phrases[phrase[i]].Func = up, rel
			sentence.Tokens[i].Parent, sentence.Tokens[i].Func = phrase[i], hd
		} else {
			sentence.Tokens[i].Parent, sentence.Tokens[i].Func = up, rel
		}
	}
	return sentence.Arrange()
}

// loops reports for each word whether following its heads never ends.
func loops(head []int32) []bool {
	out := make([]bool, len(head))
	state := make([]int8, len(head)) // 1 in progress, 2 done
	for i := range head {
		j := int32(i)
		for j >= 0 && state[j] == 0 {
			state[j] = 1
			j = head[j]
		}
		if j >= 0 && state[j] == 1 {
			out[j] = true
		}
		for j = int32(i); j >= 0 && state[j] == 1; j = head[j] {
			state[j] = 2
		}
	}
	return out
}
