// Package plant makes items of gold wrong, at random but the same for the same seed,
// to measure how many of them package suspects finds.
package plant

import (
	"math/rand/v2"
	"slices"

	"assay/check/suspects"
	"assay/prep"
	"assay/treebank"
)

// Items lists the items of a kind: words, or constituents of at least two words
// that no other constituent covers exactly.
func Items(gold []*treebank.Sentence, kind string) (all []suspects.Item) {
	for n, s := range gold {
		if s == nil {
			continue
		}
		if kind == suspects.Phrase {
			times := map[[2]int32]int{}
			for _, p := range s.Phrases {
				times[[2]int32{p.Begin, p.End}]++
			}
			for _, p := range s.Phrases {
				if p.Parent >= 0 && p.End-p.Begin > 1 && times[[2]int32{p.Begin, p.End}] == 1 {
					all = append(all, suspects.Item{Kind: kind, Sentence: int32(n), Begin: p.Begin, End: p.End})
				}
			}
			continue
		}
		for i := range int32(len(s.Tokens)) {
			if len(s.Tokens) > 2 {
				all = append(all, suspects.Item{Kind: kind, Sentence: int32(n), Begin: i, End: i + 1})
			}
		}
	}
	return all
}

// Errors makes n items of gold wrong: another tag, drawn from the distribution of
// tags; another head; a deleted constituent, or one with a new random label.
func Errors(gold []*treebank.Sentence, kind string, n int, r *rand.Rand) map[suspects.Item]bool {
	items := Items(gold, kind)
	wrong := map[suspects.Item]bool{}
	for len(wrong) < n {
		it, other := items[r.IntN(len(items))], items[r.IntN(len(items))]
		if wrong[it] {
			continue
		}
		s, t := gold[it.Sentence], gold[other.Sentence]
		ok := false
		switch kind {
		case suspects.Tag:
			tag := t.Name(t.Tokens[other.Begin].Tag)
			ok = tag != s.Name(s.Tokens[it.Begin].Tag)
			s.Tokens[it.Begin].Tag = s.Syms.InternString(tag)
		case suspects.Arc:
			ok = rehead(s, it.Begin, int32(r.IntN(len(s.Tokens))))
		case suspects.Phrase:
			ok = rephrase(s, it, t, other, r.IntN(2) == 0)
		}
		if ok {
			wrong[it] = true
		}
	}
	return wrong
}

// rehead gives word i another head.
func rehead(s *treebank.Sentence, i, head int32) bool {
	k := slices.IndexFunc(s.Arcs, func(a treebank.Arc) bool { return a.Dep == i })
	if k < 0 || head == i || s.Arcs[k].Head == head || s.Arcs[k].Head < 0 {
		return false
	}
	s.Arcs[k].Head = head
	return true
}

// rephrase deletes the constituent it from s, or gives it the label of another.
func rephrase(s *treebank.Sentence, it suspects.Item, t *treebank.Sentence, other suspects.Item, lose bool) bool {
	at := func(s *treebank.Sentence, it suspects.Item) int {
		return slices.IndexFunc(s.Phrases, func(p treebank.Phrase) bool { return p.Begin == it.Begin && p.End == it.End })
	}
	j, k := at(s, it), at(t, other)
	if j < 0 || k < 0 {
		return false
	}
	if !lose {
		label := t.Name(t.Phrases[k].Label)
		ok := label != s.Name(s.Phrases[j].Label)
		s.Phrases[j].Label = s.Syms.InternString(label)
		return ok
	}
	gone := make([]bool, len(s.Phrases))
	gone[j] = true
	return prep.Remove(s, make([]bool, len(s.Tokens)), gone, false) == nil
}
