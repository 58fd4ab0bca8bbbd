package treebank_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"assay/treebank"
)

// TestDropPhrases removes random phrases of random trees. The kept phrases above each word and phrase must stay in their
// order, and so must edges and attributes.
func TestDropPhrases(t *testing.T) {
	draw := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		s := &treebank.Sentence{}
		s.Reset(nil)
		n, m := 1+draw.Int32N(5), 1+draw.Int32N(6)
		order := draw.Perm(int(m)) // parents may come after their children
		for k := range m {
			s.Phrases = append(s.Phrases, treebank.Phrase{Label: s.Syms.InternString(fmt.Sprint("P", k)), Parent: -1})
		}
		for k := 1; k < int(m); k++ {
			s.Phrases[order[k]].Parent = int32(order[draw.IntN(k)])
		}
		for range n {
			s.Tokens = append(s.Tokens, treebank.Token{Parent: draw.Int32N(m+1) - 1})
		}
		keep := make([]bool, m)
		for k := range keep {
			keep[k] = draw.IntN(3) > 0
			s.AddAttr(n+int32(k), "name", s.AddString(s.Name(s.Phrases[k].Label)))
			s.Secondary = append(s.Secondary, treebank.Arc{Dep: n + int32(k), Head: draw.Int32N(n)})
		}
		line := func(p int32, kept func(p int32) bool) (out string) {
			for ; p >= 0; p = s.Phrases[p].Parent {
				if kept(p) {
					out += s.Name(s.Phrases[p].Label)
				}
			}
			return out
		}
		show := func(kept func(p int32) bool) (out string) {
			for _, token := range s.Tokens {
				out += line(token.Parent, kept) + "; "
			}
			for i := range s.Phrases {
				if kept(int32(i)) {
					out += line(int32(i), kept) + " " + string(s.FindAttr(n+int32(i), "name")) + "; "
				}
			}
			return out
		}
		want, wanted := show(func(p int32) bool { return keep[p] }), make([]string, m)
		for p := range m {
			wanted[p] = line(p, func(p int32) bool { return keep[p] })
		}
		number := s.DropPhrases(keep)
		all := func(int32) bool { return true }
		if got := show(all); got != want {
			t.Fatalf("%v: got %s, want %s", keep, got, want)
		}
		for p, now := range number {
			if got := line(now, all); got != wanted[p] {
				t.Errorf("phrase %d is %d below %s, want %s", p, now, got, wanted[p])
			}
			if arc := s.Secondary[p]; keep[p] && arc.Dep != n+now || !keep[p] && arc.Dep != treebank.Root {
				t.Errorf("the edge of phrase %d, now %d, is from %d", p, now, arc.Dep)
			}
		}
		if len(s.Attrs) != len(s.Phrases) {
			t.Errorf("%d attributes for %d phrases", len(s.Attrs), len(s.Phrases))
		}
	}
}
