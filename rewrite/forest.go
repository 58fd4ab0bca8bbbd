package rewrite

import (
	"fmt"
	"slices"

	"assay/treebank"
)

// DefaultMaxTrees is how many readings of a packed forest are unpacked.
const DefaultMaxTrees = 1000

// A ForestError is a packed forest with too many readings to rewrite.
type ForestError struct{ Max int }

func (e *ForestError) Error() string {
	return fmt.Sprintf("the forest packs more than %d trees; rules act on single trees (Xiao 1997 §6.3), so it is left as it is", e.Max)
}

// forest rewrites a packed forest: it is unpacked, each tree is rewritten, and
// the results are packed again. A rule that acted on the packed forest would
// see links together that are of different trees (Xiao 1997 §6.3).
func (rw *Rewriter) forest(s *treebank.Sentence) error {
	limit := rw.opt.MaxTrees
	if limit == 0 {
		limit = DefaultMaxTrees
	}
	trees, err := Unpack(s, limit)
	if err != nil {
		return err
	}
	var packed []treebank.Arc
	var first error
	for _, arcs := range trees {
		s.Arcs = arcs
		if err := rw.tree(s); err != nil && first == nil {
			first = err
		}
		packed = append(packed, s.Arcs...)
	}
	s.Arcs = pack(packed)
	return first
}

// Unpack returns the trees that a packed forest stands for: all ways to choose
// one link for each word that make no cycle. More than limit are an error.
func Unpack(s *treebank.Sentence, limit int) ([][]treebank.Arc, error) {
	n := len(s.Tokens)
	choices := make([][]treebank.Arc, n)
	for i := range choices {
		if choices[i] = slices.Clone(s.ArcsOf(int32(i))); len(choices[i]) == 0 {
			choices[i] = []treebank.Arc{{Dep: int32(i), Head: treebank.Unknown}}
		}
	}
	tree := make([]treebank.Arc, n)
	for i := range tree {
		tree[i] = treebank.Arc{Dep: int32(i), Head: treebank.Unknown}
	}
	var out [][]treebank.Arc
	steps := 0
	var choose func(i int) bool
	choose = func(i int) bool {
		if steps++; steps > 1000*(limit+n) {
			return false
		}
		if i == n {
			out = append(out, slices.Clone(tree))
			return len(out) <= limit
		}
		for _, a := range choices[i] {
			tree[i] = a
			if !cycleAt(tree, int32(i)) && !choose(i+1) {
				return false
			}
			tree[i].Head = treebank.Unknown
		}
		return true
	}
	if !choose(0) {
		return nil, &ForestError{limit}
	}
	return out, nil
}

// cycleAt reports whether following heads from i leads back to i.
func cycleAt(tree []treebank.Arc, i int32) bool {
	h := tree[i].Head
	for steps := 0; h >= 0 && steps <= len(tree); steps++ {
		if h == i || int(h) >= len(tree) {
			return true
		}
		h = tree[h].Head
	}
	return false
}

// Pack joins the trees of one sentence: every word has all the links that it
// has in one of them.
func Pack(trees ...[]treebank.Arc) []treebank.Arc { return pack(slices.Concat(trees...)) }

func pack(arcs []treebank.Arc) []treebank.Arc {
	order := func(a, b treebank.Arc) int {
		if a.Dep != b.Dep {
			return int(a.Dep - b.Dep)
		}
		if a.Head != b.Head {
			return int(a.Head - b.Head)
		}
		return int(a.Rel) - int(b.Rel)
	}
	slices.SortFunc(arcs, order)
	return slices.Compact(arcs)
}
