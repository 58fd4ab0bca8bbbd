package validity

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"assay/treebank"
)

// tree makes a sentence of one line per word from its heads: 0 is the root, -1
// unknown, a number beyond the words a head outside.
func tree(heads ...int) *treebank.Sentence {
	sentence := &treebank.Sentence{File: "f", Line: 10}
	sentence.Reset([]byte(strings.Repeat("w\n", len(heads))))
	for i, h := range heads {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: treebank.Span{Off: uint32(2 * i), Len: 1}})
		head := int32(h - 1)
		if h < 0 {
			head = treebank.Unknown
		} else if h > len(heads) {
			head = treebank.Outside(int32(h))
		}
		sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: int32(i), Head: head})
	}
	return sentence
}

func faults(c *Checker, s *treebank.Sentence) string {
	var out []string
	c.Check(s, func(e *treebank.SyntaxError) { out = append(out, e.Error()) })
	return strings.Join(out, "; ")
}

func TestCheck(t *testing.T) {
	checker := &Checker{}
	for _, tt := range []struct {
		s    *treebank.Sentence
		want string
	}{
		{tree(2, 0, 2), ""},
		{tree(), ""},
		{tree(0), ""},
		{tree(1), "f:10:1: want a tree, found word 1 as its own head; f:10:1: want one root, found none"},
		{tree(0, 3, 2), "f:11:1: want a tree, found a cycle of words 2, 3"},
		{tree(2, 3, 1), "f:10:1: want a tree, found a cycle of words 1, 2, 3; f:10:1: want one root, found none"},
		{tree(0, 1, 0, 0), "f:12:1: want one root, found words 1, 3, 4"},
		{tree(-1, 1), ""},
		{tree(2, 7, 0), "f:11:1: want a word of the sentence as head, found 7 as head of word 2"},
		{tree(2, 3, 4, 2, 0), "f:11:1: want a tree, found a cycle of words 2, 3, 4"},
		{tree(0, 4, 1, 1), ""}, // not projective, which is not checked here
	} {
		if got := faults(checker, tt.s); got != tt.want {
			t.Errorf("%v: %s, want %s", tt.s.Arcs, got, tt.want)
		}
	}
	s := tree(0, 1, 0, 0)
	s.Breaks = []int32{2}
	if got := faults(checker, s); got != "f:13:1: want one root, found words 3, 4" {
		t.Errorf("joined: %s", got)
	}
	if got := faults(&Checker{Projective: true}, tree(0, 4, 1, 1)); got != "f:11:1: want a projective arc, found word 2 below word 4 across words that "+
		"do not depend on it" {
		t.Errorf("not projective: %s", got)
	}
}

// below reports dominance by its definition.
func below(s *treebank.Sentence, w, h int32) bool {
	for w >= 0 {
		if w == h {
			return true
		}
		w, _ = s.HeadOf(w)
	}
	return false
}

// nonprojective returns the arcs of sentence, a tree, that break the adjacency principle.
func nonprojective(sentence *treebank.Sentence) []treebank.Arc {
	var out []treebank.Arc
	checker := Checker{Projective: true}
	checker.Check(sentence, func(*treebank.SyntaxError) {})
	for _, a := range sentence.Arcs {
		if !checker.shape.Projective(a.Dep) {
			out = append(out, a)
		}
	}
	return out
}

// A forest is sound if it holds a tree, in whatever order its arcs are.
func TestForest(t *testing.T) {
	forest := func(heads ...[]int32) *treebank.Sentence {
		sentence := tree(make([]int, len(heads))...)
		sentence.Arcs = nil
		for i, list := range heads {
			for _, h := range list {
				sentence.Arcs = append(sentence.Arcs, treebank.Arc{Dep: int32(i), Head: h - 1})
			}
		}
		return sentence
	}
	checker := &Checker{}
	for _, tt := range []struct {
		s    *treebank.Sentence
		want string
	}{
		{forest([]int32{2, 3}, []int32{1, 3}, []int32{0}), ""},
		{forest([]int32{3, 2}, []int32{3, 1}, []int32{0}), ""},
		{forest([]int32{3, 2}, []int32{1}, []int32{0, 4}, []int32{0, 3}), ""}, // two trees, each with one root
		{forest([]int32{2, 3}, []int32{1}, []int32{1, 2}), "f:10:1: want a tree, found a cycle of words 1, 2"},
	} {
		if got := faults(checker, tt.s); got != tt.want {
			t.Errorf("%v: got %q, want %q", tt.s.Arcs, got, tt.want)
		}
	}
}

func TestNonprojective(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	broken := 0
	for range 500 {
		n := 1 + rng.IntN(12)
		order := rng.Perm(n)
		heads := make([]int, n)
		for i, w := range order[1:] { // a random tree: each word below one that is in it already
			heads[w] = order[rng.IntN(i+1)] + 1
		}
		sentence := tree(heads...)
		var want []treebank.Arc
		for _, arc := range sentence.Arcs {
			bad := false
			for w := min(arc.Dep, arc.Head) + 1; arc.Head >= 0 && w < max(arc.Dep, arc.Head); w++ {
				bad = bad || !below(sentence, w, arc.Head)
			}
			if bad {
				want = append(want, arc)
			}
		}
		broken += len(want)
		if got := nonprojective(sentence); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("heads %v: %v, want %v", heads, got, want)
		}
	}
	if broken == 0 {
		t.Error("no arc broke the principle")
	}
}

// Long chains and wide trees take no quadratic time.
func TestLongSentence(t *testing.T) {
	const n = 100000
	chain, star := make([]int, n), make([]int, n)
	for i := range n {
		chain[i] = (i + 2) % (n + 1)
		star[i] = min(i, 1)
	}
	for _, s := range []*treebank.Sentence{tree(chain...), tree(star...)} {
		if got := faults(&Checker{Projective: true}, s); got != "" {
			t.Errorf("%.80s", got)
		}
	}
}
