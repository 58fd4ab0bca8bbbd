package prep

import "assay/treebank"

// A pruner removes words and phrases from sentences.
type pruner struct {
	words   []bool // words to remove
	phrases []bool
	word    []int32 // new numbers; -1 for removed words
	phrase  []int32
}

// reset prepares for a sentence; nothing is marked.
func (p *pruner) reset(s *treebank.Sentence) {
	p.words = append(p.words[:0], make([]bool, len(s.Tokens))...)
	p.phrases = append(p.phrases[:0], make([]bool, len(s.Phrases))...)
}

// markEmpty marks the phrases that lose all their words, and those that had none
// before.
func (p *pruner) markEmpty(s *treebank.Sentence) {
	left := s.Ints(len(s.Phrases))
	for i := range s.Tokens {
		if !p.words[i] && s.Tokens[i].Parent >= 0 {
			left[s.Tokens[i].Parent]++
		}
	}
	for i := len(s.Phrases) - 1; i >= 0; i-- {
		if left[i] == 0 {
			p.phrases[i] = true
		} else if up := s.Phrases[i].Parent; up >= 0 {
			left[up]++
		}
	}
}

// above returns the remaining phrase at or above i, -1 if there is none.
func (p *pruner) above(s *treebank.Sentence, i int32) int32 {
	for i >= 0 && p.phrases[i] {
		i = s.Phrases[i].Parent
	}
	return i
}

// headOf returns the remaining head at or above h.
func (p *pruner) headOf(s *treebank.Sentence, h int32) int32 {
	for steps := 0; h >= 0 && int(h) < len(p.words) && p.words[h]; steps++ {
		if steps > len(s.Tokens) {
			return treebank.Unknown
		}
		h, _ = s.HeadOf(h)
	}
	return h
}

// apply removes the marked words and phrases. Children of a phrase move to the phrase
// above, dependents of a word to its head.
func (p *pruner) apply(s *treebank.Sentence) error {
	n, m := len(s.Tokens), len(s.Phrases)
	p.word = number(p.word[:0], p.words)
	p.phrase = number(p.phrase[:0], p.phrases)
	p.arcs(s)
	kept := int32(0)
	for i := range s.Tokens {
		if p.words[i] {
			continue
		}
		t := s.Tokens[i]
		if t.Parent = p.above(s, t.Parent); t.Parent >= 0 {
			t.Parent = p.phrase[t.Parent]
		}
		s.Tokens[kept] = t
		if len(s.Morph) == n {
			s.Morph[kept] = s.Morph[i]
		}
		kept++
	}
	p.rest(s, int32(n), kept)
	// The new parents are looked up before any phrase moves.
	for i := range s.Phrases {
		if !p.phrases[i] {
			s.Phrases[i].Parent = p.above(s, s.Phrases[i].Parent)
		}
	}
	at := 0
	for i := range m {
		if p.phrases[i] {
			continue
		}
		ph := s.Phrases[i]
		if ph.Parent >= 0 {
			ph.Parent = p.phrase[ph.Parent]
		}
		s.Phrases[at] = ph
		at++
	}
	s.Tokens, s.Phrases = s.Tokens[:kept], s.Phrases[:at]
	if len(s.Morph) == n {
		s.Morph = s.Morph[:kept]
	}
	s.Gaps = false
	return s.Arrange()
}

func number(dst []int32, out []bool) []int32 {
	n := int32(0)
	for _, gone := range out {
		if gone {
			dst = append(dst, -1)
		} else {
			dst = append(dst, n)
			n++
		}
	}
	return dst
}

// arcs renumbers dependencies and secondary edges.
func (p *pruner) arcs(s *treebank.Sentence) {
	n := int32(len(s.Tokens))
	kept, phrases := int32(0), int32(0)
	for _, x := range p.word {
		kept = max(kept, x+1)
	}
	for _, x := range p.phrase {
		phrases = max(phrases, x+1)
	}
	heads := make([]int32, len(s.Arcs))
	for i, a := range s.Arcs {
		heads[i] = p.headOf(s, a.Head)
	}
	out := s.Arcs[:0]
	for i, a := range s.Arcs {
		if p.words[a.Dep] {
			continue
		}
		h := heads[i]
		if h >= 0 {
			h = p.word[h]
		}
		out = append(out, treebank.Arc{Dep: p.word[a.Dep], Head: h, Rel: a.Rel})
	}
	s.Arcs = out
	move := func(arcs []treebank.Arc, above func(int32) int32) []treebank.Arc {
		out := arcs[:0]
		for _, a := range arcs {
			a.Dep, a.Head = above(a.Dep), above(a.Head)
			if a.Dep >= 0 && a.Head != -1<<30 {
				out = append(out, a)
			}
		}
		return out
	}
	s.Enhanced = move(s.Enhanced, func(x int32) int32 {
		switch {
		case x < 0:
			return x
		case x >= n:
			return x - n + kept
		case p.words[x]:
			return -1 << 30
		}
		return p.word[x]
	})
	s.Secondary = move(s.Secondary, func(x int32) int32 {
		switch {
		case x < 0:
			return x
		case x < n && p.words[x], x >= n && p.phrases[x-n]:
			return -1 << 30
		case x < n:
			return p.word[x]
		}
		return kept + p.phrase[x-n]
	})
}

// rest renumbers all other references to words and phrases; there were n words, of
// which kept remain.
func (p *pruner) rest(s *treebank.Sentence, n, kept int32) {
	before := func(i int32) int32 { // remaining words before word i
		k := int32(0)
		for j := range min(i, n) {
			if !p.words[j] {
				k++
			}
		}
		return k
	}
	ranges := s.Ranges[:0]
	for _, r := range s.Ranges {
		r.Begin, r.End = before(r.Begin), before(r.End)
		if r.End > r.Begin {
			ranges = append(ranges, r)
		}
	}
	s.Ranges = ranges
	for i := range s.Empties {
		s.Empties[i].After = before(s.Empties[i].After)
	}
	for i := range s.Breaks {
		s.Breaks[i] = before(s.Breaks[i])
	}
	attrs := s.Attrs[:0]
	for _, a := range s.Attrs {
		switch {
		case a.Index < 0:
		case a.Index < n:
			if p.words[a.Index] {
				continue
			}
			a.Index = p.word[a.Index]
		case int(a.Index-n) < len(p.phrases):
			if p.phrases[a.Index-n] {
				continue
			}
			a.Index = kept + p.phrase[a.Index-n]
		}
		attrs = append(attrs, a)
	}
	s.Attrs = attrs
}

// Remove removes words and phrases from s: words and phrases report for each whether
// to remove it. Children of a phrase move to the phrase above, dependents of a word
// to its head. With empty set, phrases left without words are removed too.
func Remove(s *treebank.Sentence, words, phrases []bool, empty bool) error {
	p := pruner{words: words, phrases: phrases}
	if empty {
		p.markEmpty(s)
	}
	return p.apply(s)
}
