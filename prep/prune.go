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
func (p *pruner) markEmpty(sentence *treebank.Sentence) {
	left := sentence.Ints(len(sentence.Phrases))
	for i := range sentence.Tokens {
		if !p.words[i] && sentence.Tokens[i].Parent >= 0 {
			left[sentence.Tokens[i].Parent]++
		}
	}
	for i := len(sentence.Phrases) - 1; i >= 0; i-- {
		if left[i] == 0 {
			p.phrases[i] = true
		} else if up := sentence.Phrases[i].Parent; up >= 0 {
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

// headOf returns the remaining head at or above head.
func (p *pruner) headOf(s *treebank.Sentence, head int32) int32 {
	for steps := 0; head >= 0 && int(head) < len(p.words) && p.words[head]; steps++ {
		if steps > len(s.Tokens) {
			return treebank.Unknown
		}
		head, _ = s.HeadOf(head)
	}
	return head
}

// apply removes the marked words and phrases. Children of a phrase move to the phrase
// above, dependents of a word to its head.
func (p *pruner) apply(sentence *treebank.Sentence) error {
	n, m := len(sentence.Tokens), len(sentence.Phrases)
	p.word = number(p.word[:0], p.words)
	p.phrase = number(p.phrase[:0], p.phrases)
	p.arcs(sentence)
	kept := int32(0)
	for i := range sentence.Tokens {
		if p.words[i] {
			continue
		}
		t := sentence.Tokens[i]
		if t.Parent = p.above(sentence, t.Parent); t.Parent >= 0 {
			t.Parent = p.phrase[t.Parent]
		}
		sentence.Tokens[kept] = t
		if len(sentence.Morph) == n {
			sentence.Morph[kept] = sentence.Morph[i]
		}
		kept++
	}
	p.rest(sentence, int32(n), kept)
	// The new parents are looked up before any phrase moves.
	for i := range sentence.Phrases {
		if !p.phrases[i] {
			sentence.Phrases[i].Parent = p.above(sentence, sentence.Phrases[i].Parent)
		}
	}
	at := 0
	for i := range m {
		if p.phrases[i] {
			continue
		}
		ph := sentence.Phrases[i]
		if ph.Parent >= 0 {
			ph.Parent = p.phrase[ph.Parent]
		}
		sentence.Phrases[at] = ph
		at++
	}
	sentence.Tokens, sentence.Phrases = sentence.Tokens[:kept], sentence.Phrases[:at]
	if len(sentence.Morph) == n {
		sentence.Morph = sentence.Morph[:kept]
	}
	sentence.Gaps = false
	return sentence.Arrange()
}

// applyEmpty is apply that removes phrases without words too.
func (p *pruner) applyEmpty(sentence *treebank.Sentence) error {
	p.markEmpty(sentence)
	return p.apply(sentence)
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
func (p *pruner) arcs(sentence *treebank.Sentence) {
	n := int32(len(sentence.Tokens))
	kept, phrases := int32(0), int32(0)
	for _, x := range p.word {
		kept = max(kept, x+1)
	}
	for _, x := range p.phrase {
		phrases = max(phrases, x+1)
	}
	heads := make([]int32, len(sentence.Arcs))
	for i, a := range sentence.Arcs {
		heads[i] = p.headOf(sentence, a.Head)
	}
	out := sentence.Arcs[:0]
	for i, arc := range sentence.Arcs {
		if p.words[arc.Dep] {
			continue
		}
		h := heads[i]
		if h >= 0 {
			h = p.word[h]
		}
		out = append(out, treebank.Arc{Dep: p.word[arc.Dep], Head: h, Rel: arc.Rel})
	}
	sentence.Arcs = out
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
	sentence.Enhanced = move(sentence.Enhanced, func(x int32) int32 {
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
	sentence.Secondary = move(sentence.Secondary, func(x int32) int32 {
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
func (p *pruner) rest(sentence *treebank.Sentence, n, kept int32) {
	before := func(i int32) int32 { // remaining words before word i
		k := int32(0)
		for j := range min(i, n) {
			if !p.words[j] {
				k++
			}
		}
		return k
	}
	ranges := sentence.Ranges[:0]
	for _, r := range sentence.Ranges {
		r.Begin, r.End = before(r.Begin), before(r.End)
		if r.End > r.Begin {
			ranges = append(ranges, r)
		}
	}
	sentence.Ranges = ranges
	for i := range sentence.Empties {
		sentence.Empties[i].After = before(sentence.Empties[i].After)
	}
	for i := range sentence.Breaks {
		sentence.Breaks[i] = before(sentence.Breaks[i])
	}
	attrs := sentence.Attrs[:0]
	for _, attr := range sentence.Attrs {
		switch {
		case attr.Index < 0:
		case attr.Index < n:
			if p.words[attr.Index] {
				continue
			}
			attr.Index = p.word[attr.Index]
		case int(attr.Index-n) < len(p.phrases):
			if p.phrases[attr.Index-n] {
				continue
			}
			attr.Index = kept + p.phrase[attr.Index-n]
		}
		attrs = append(attrs, attr)
	}
	sentence.Attrs = attrs
}

// Remove removes words and phrases from s: words and phrases report for each whether
// to remove it. Children of a phrase move to the phrase above, dependents of a word
// to its head. With empty set, phrases left without words are removed too.
func Remove(s *treebank.Sentence, words, phrases []bool, empty bool) error {
	p := pruner{words: words, phrases: phrases}
	if empty {
		return p.applyEmpty(s)
	}
	return p.apply(s)
}
