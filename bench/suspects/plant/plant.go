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
	for n, sentence := range gold {
		if sentence == nil {
			continue
		}
		if kind == suspects.Phrase {
			times := map[[2]int32]int{}
			for _, p := range sentence.Phrases {
				times[[2]int32{p.Begin, p.End}]++
			}
			for _, p := range sentence.Phrases {
				if p.Parent >= 0 && p.End-p.Begin > 1 && times[[2]int32{p.Begin, p.End}] == 1 {
					all = append(all, suspects.Item{Kind: kind, Sentence: int32(n), Begin: p.Begin, End: p.End})
				}
			}
			continue
		}
		for i := range int32(len(sentence.Tokens)) {
			if len(sentence.Tokens) > 2 {
				all = append(all, suspects.Item{Kind: kind, Sentence: int32(n), Begin: i, End: i + 1})
			}
		}
	}
	return all
}

// Errors makes n items of gold wrong: another tag, drawn from the distribution of
// tags; another head; a deleted constituent, or one with a new random label.
func Errors(gold []*treebank.Sentence, kind string, n int, rng *rand.Rand) map[suspects.Item]bool {
	items := Items(gold, kind)
	wrong := map[suspects.Item]bool{}
	for len(wrong) < n {
		it, other := items[rng.IntN(len(items))], items[rng.IntN(len(items))]
		if wrong[it] {
			continue
		}
		sentence, t := gold[it.Sentence], gold[other.Sentence]
		ok := false
		switch kind {
		case suspects.Tag:
			tag := t.Name(t.Tokens[other.Begin].Tag)
			ok = tag != sentence.Name(sentence.Tokens[it.Begin].Tag)
			sentence.Tokens[it.Begin].Tag = sentence.Syms.InternString(tag)
		case suspects.Arc:
			ok = rehead(sentence, it.Begin, int32(rng.IntN(len(sentence.Tokens))))
		case suspects.Phrase:
			ok = rephrase(sentence, it, t, other, rng.IntN(2) == 0)
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

// rephrase deletes the constituent it from sentence, or gives it the label of another.
func rephrase(sentence *treebank.Sentence, it suspects.Item, t *treebank.Sentence, other suspects.Item,
	lose bool) bool {
	at := func(s *treebank.Sentence, it suspects.Item) int {
		return slices.IndexFunc(s.Phrases, func(p treebank.Phrase) bool { return p.Begin == it.Begin && p.End == it.End })
	}
	j, k := at(sentence, it), at(t, other)
	if j < 0 || k < 0 {
		return false
	}
	if !lose {
		label := t.Name(t.Phrases[k].Label)
		ok := label != sentence.Name(sentence.Phrases[j].Label)
		sentence.Phrases[j].Label = sentence.Syms.InternString(label)
		return ok
	}
	gone := make([]bool, len(sentence.Phrases))
	gone[j] = true
	return prep.Remove(sentence, make([]bool, len(sentence.Tokens)), gone, false) == nil
}
