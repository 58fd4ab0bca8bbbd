package treebank

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// tree writes the tree of s as text that a reader of the test can check.
func tree(s *Sentence) string {
	var c Children
	c.Build(s)
	var b strings.Builder
	var walk func(p int32)
	walk = func(p int32) {
		for _, x := range c.Of(p) {
			if q := c.Phrase(x); q >= 0 {
				fmt.Fprintf(&b, "(%s ", s.Name(s.Phrases[q].Label))
				walk(q)
				b.WriteString(")")
			} else {
				fmt.Fprintf(&b, "%d ", x)
			}
		}
	}
	walk(-1)
	return b.String()
}

func TestArrange(t *testing.T) {
	s := &Sentence{Syms: NewSymbols()}
	label := s.Syms.InternString
	// Words 0 and 2 are below B, 1 and 3 below A, which is listed last; C is empty.
	s.Tokens = []Token{{Parent: 1}, {Parent: 2}, {Parent: 1}, {Parent: 2}, {Parent: -1}}
	s.Phrases = []Phrase{{Label: label("C"), Parent: 2}, {Label: label("B"), Parent: 2}, {Label: label("A"), Parent: -1}}
	s.Secondary = []Arc{{Dep: 5 + 1, Head: 0}}
	s.Attrs = []Attr{{Index: 5}}
	if err := s.Arrange(); err != nil {
		t.Fatal(err)
	}
	if got, want := tree(s), "(A (C )(B 0 2 )1 3 )4 "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if a := s.Phrases[0]; s.Name(a.Label) != "A" || a.Begin != 0 || a.End != 4 || !s.Gaps {
		t.Errorf("got %+v, gaps %v", a, s.Gaps)
	}
	if s.Secondary[0].Dep != 5+2 || s.Attrs[0].Index != 5+1 {
		t.Errorf("got %v %v", s.Secondary, s.Attrs)
	}
	s.Phrases[0].Parent = 2
	s.Phrases[2].Parent = 0
	if err := s.Arrange(); !errors.Is(err, ErrCycle) {
		t.Errorf("got %v, want a cycle", err)
	}
}

// TestArrangeShuffled shuffles the phrases of random trees; Arrange must restore them.
func TestArrangeShuffled(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		s := &Sentence{Syms: NewSymbols()}
		n, m := 1+r.IntN(8), 1+r.IntN(8)
		for i := range m {
			s.Phrases = append(s.Phrases, Phrase{Label: s.Syms.InternString(fmt.Sprint(i)), Parent: int32(r.IntN(i+1) - 1)})
		}
		for range n {
			s.Tokens = append(s.Tokens, Token{Parent: int32(r.IntN(m+1) - 1)})
		}
		if err := s.Arrange(); err != nil {
			t.Fatal(err)
		}
		for i, p := range s.Phrases {
			if int(p.Parent) >= i || p.Parent >= 0 && s.Phrases[p.Parent].Begin > p.Begin {
				t.Fatalf("phrase %d out of order: %+v", i, s.Phrases)
			}
		}
		before, gaps := tree(s), s.Gaps
		perm := r.Perm(m)
		shuffled := s.Clone()
		for i, p := range s.Phrases {
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
		if !slices.ContainsFunc(s.Phrases, func(p Phrase) bool { return p.Begin == p.End }) {
			if got := tree(shuffled); got != before || shuffled.Gaps != gaps {
				t.Fatalf("got %q, want %q", got, before)
			}
		}
	}
}

// TestArrangeDeep: Arrange takes no quadratic time on deep trees.
func TestArrangeDeep(t *testing.T) {
	const n = 200000
	s := &Sentence{Syms: NewSymbols()}
	for i := range int32(n) {
		s.Phrases = append(s.Phrases, Phrase{Parent: i - 1})
		s.Tokens = append(s.Tokens, Token{Parent: i})
	}
	if err := s.Arrange(); err != nil || s.Gaps || s.Phrases[n/2].Begin != n/2 || s.Phrases[n/2].End != n {
		t.Errorf("%v, %+v", err, s.Phrases[n/2])
	}
}
