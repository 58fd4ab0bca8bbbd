package prep

import (
	"cmp"
	"slices"

	"assay/treebank"
)

// A piece is a child of a phrase: a word or another phrase.
type piece struct {
	at         int32 // token i is i, phrase j is j + the number of tokens
	begin, end int32
	head       bool
}

// continuous removes the gaps of phrases. An unattached word or tree inside a phrase
// is attached to the lowest phrase around it. A phrase that still has gaps keeps the
// part with the head (else the longest part), and the other parts move up.
func (w *worker) continuous(sentence *treebank.Sentence) error {
	if !sentence.Gaps {
		return nil
	}
	n := int32(len(sentence.Tokens))
	for i := range sentence.Tokens {
		if sentence.Tokens[i].Parent < 0 {
			sentence.Tokens[i].Parent = around(sentence, int32(i), int32(i)+1, -1)
		}
	}
	for j := range sentence.Phrases {
		if p := &sentence.Phrases[j]; p.Parent < 0 && p.End > p.Begin {
			p.Parent = around(sentence, p.Begin, p.End, int32(j))
		}
	}
	if err := sentence.Arrange(); err != nil {
		return err
	}
	for phrase := int32(len(sentence.Phrases)) - 1; phrase >= 0; phrase-- {
		pieces := below(sentence, phrase)
		if len(pieces) == 0 {
			continue
		}
		from, to := block(pieces)
		for i, piece := range pieces {
			if i >= from && i < to {
				continue
			}
			if piece.at < n {
				sentence.Tokens[piece.at].Parent = sentence.Phrases[phrase].Parent
			} else {
				sentence.Phrases[piece.at-n].Parent = sentence.Phrases[phrase].Parent
			}
		}
		sentence.Phrases[phrase].Begin, sentence.Phrases[phrase].End = pieces[from].begin, pieces[to-1].end
	}
	sentence.Gaps = false
	return sentence.Arrange()
}

// around returns the lowest phrase with words on both sides of a range, or -1. It
// ignores the phrase not and all below it.
func around(sentence *treebank.Sentence, begin, end, not int32) int32 {
	best := int32(-1)
	for j := range sentence.Phrases {
		p := &sentence.Phrases[j]
		if p.Begin >= begin || p.End <= end || best >= 0 &&
			p.End-p.Begin >= sentence.Phrases[best].End-sentence.Phrases[best].Begin {
			continue
		}
		up := int32(j)
		for up >= 0 && up != not {
			up = sentence.Phrases[up].Parent
		}
		if up < 0 || not < 0 {
			best = int32(j)
		}
	}
	return best
}

// below returns the children of phrase that have words, left to right.
func below(sentence *treebank.Sentence, phrase int32) (out []piece) {
	n := int32(len(sentence.Tokens))
	for i := range sentence.Tokens {
		if sentence.Tokens[i].Parent == phrase {
			out = append(out, piece{int32(i), int32(i), int32(i) + 1, isHead(sentence, sentence.Tokens[i].Func)})
		}
	}
	for j := range sentence.Phrases {
		if q := &sentence.Phrases[j]; q.Parent == phrase && q.End > q.Begin {
			out = append(out, piece{n + int32(j), q.Begin, q.End, isHead(sentence, q.Func)})
		}
	}
	slices.SortFunc(out, func(a, b piece) int { return cmp.Compare(a.begin, b.begin) })
	return out
}

func isHead(s *treebank.Sentence, fn treebank.Symbol) bool {
	name := s.Name(fn)
	return name == "HD" || name == "hd"
}

// block returns the pieces that stay: the contiguous ones that contain the head, else
// the longest contiguous group.
func block(all []piece) (from, to int) {
	best := int32(-1)
	for i := 0; i < len(all); {
		j, head := i+1, all[i].head
		for j < len(all) && all[j].begin == all[j-1].end {
			head = head || all[j].head
			j++
		}
		size := all[j-1].end - all[i].begin
		if head {
			size += 1 << 30
		}
		if size > best {
			best, from, to = size, i, j
		}
		i = j
	}
	return from, to
}
