package treebank

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tree writes the tree of sentence as text that a reader of the test can check.
func tree(sentence *Sentence) string {
	var children Children
	children.Build(sentence)
	var out strings.Builder
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range children.Of(p) {
			if q := children.Phrase(x); q >= 0 {
				fmt.Fprintf(&out, "(%s ", sentence.Name(sentence.Phrases[q].Label))
				walk(q)
				out.WriteString(")")
			} else {
				fmt.Fprintf(&out, "%d ", x)
			}
		}
	}
	walk(-1)
	return out.String()
}

func TestArrange(t *testing.T) {
	sentence := &Sentence{Syms: NewSymbols()}
	label := sentence.Syms.InternString
	// Words 0 and 2 are below B, 1 and 3 below A, which is listed last; C is empty.
	sentence.Tokens = []Token{{Parent: 1}, {Parent: 2}, {Parent: 1}, {Parent: 2}, {Parent: -1}}
	sentence.Phrases = []Phrase{{Label: label("C"), Parent: 2}, {Label: label("B"), Parent: 2}, {Label: label("A"), Parent: -1}}
	sentence.Secondary = []Arc{{Dep: 5 + 1, Head: 0}}
	sentence.Attrs = []Attr{{Index: 5}}
	if err := sentence.Arrange(); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(sentence), "(A (C )(B 0 2 )1 3 )4 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if a := sentence.Phrases[0]; sentence.Name(a.Label) != "A" || a.Begin != 0 || a.End != 4 || !sentence.Gaps {
		t.Errorf("got %+v, gaps %v", a, sentence.Gaps)
	}
	if sentence.Secondary[0].Dep != 5+2 || sentence.Attrs[0].Index != 5+1 {
		t.Errorf("got %v %v", sentence.Secondary, sentence.Attrs)
	}
	sentence.Phrases[0].Parent = 2
	sentence.Phrases[2].Parent = 0
	if err := sentence.Arrange(); !errors.Is(err, ErrCycle) {
		t.Errorf("got %v, want a cycle", err)
	}
}

// TestArrangeShuffled shuffles the phrases of random trees; Arrange must restore them.
func TestArrangeShuffled(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		sentence := &Sentence{Syms: NewSymbols()}
		n, m := 1+rng.IntN(8), 1+rng.IntN(8)
		for i := range m {
			sentence.Phrases = append(sentence.Phrases, Phrase{Label: sentence.Syms.InternString(fmt.Sprint(i)), Parent: int32(rng.IntN(i+1) - 1)})
		}
		for range n {
			sentence.Tokens = append(sentence.Tokens, Token{Parent: int32(rng.IntN(m+1) - 1)})
		}
		if err := sentence.Arrange(); err != nil {
			t.Fatal(err)
		}
		for i, p := range sentence.Phrases {
			if int(p.Parent) >= i || p.Parent >= 0 && sentence.Phrases[p.Parent].Begin > p.Begin {
				t.Fatalf("phrase %d out of order: %+v", i, sentence.Phrases)
			}
		}
		before, gaps := tree(sentence), sentence.Gaps
		perm := rng.Perm(m)
		shuffled := sentence.Clone()
		for i, p := range sentence.Phrases {
			if p.Parent >= 0 {
				p.Parent = int32(perm[p.Parent])
			}
			shuffled.Phrases[perm[i]] = p
		}
		for i := range shuffled.Tokens {
			if p := &shuffled.Tokens[i].Parent; *p >= 0 {
				*p = int32(perm[*p])
			}
		}
		shuffled.Gaps = false
		if err := shuffled.Arrange(); err != nil {
			t.Fatal(err)
		}
		// Empty sister phrases have no order of their own.
		if !slices.ContainsFunc(sentence.Phrases, func(p Phrase) bool { return p.Begin == p.End }) {
			if got := tree(shuffled); got != before || shuffled.Gaps != gaps {
				t.Fatalf("got %q, want %q", got, before)
			}
		}
	}
}

// TestArrangeDeep: Arrange takes no quadratic time on deep trees.
func TestArrangeDeep(t *testing.T) {
	const n = 200000
	sentence := &Sentence{Syms: NewSymbols()}
	for i := range int32(n) {
		sentence.Phrases = append(sentence.Phrases, Phrase{Parent: i - 1})
		sentence.Tokens = append(sentence.Tokens, Token{Parent: i})
	}
	if err := sentence.Arrange(); err != nil || sentence.Gaps || sentence.Phrases[n/2].Begin != n/2 || sentence.Phrases[n/2].End != n {
		t.Errorf("%v, %+v", err, sentence.Phrases[n/2])
	}
}
