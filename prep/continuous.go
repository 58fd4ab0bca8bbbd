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
func (w *worker) continuous(s *treebank.Sentence) error {
	if !s.Gaps {
		return nil
	}
	n := int32(len(s.Tokens))
	for i := range s.Tokens {
		if s.Tokens[i].Parent < 0 {
			s.Tokens[i].Parent = around(s, int32(i), int32(i)+1, -1)
		}
	}
	for j := range s.Phrases {
		if p := &s.Phrases[j]; p.Parent < 0 && p.End > p.Begin {
			p.Parent = around(s, p.Begin, p.End, int32(j))
		}
	}
	if err := s.Arrange(); err != nil {
		return err
	}
	for p := int32(len(s.Phrases)) - 1; p >= 0; p-- {
		pieces := below(s, p)
		if len(pieces) == 0 {
			continue
		}
		from, to := block(pieces)
		for i, x := range pieces {
			if i >= from && i < to {
				continue
			}
			if x.at < n {
				s.Tokens[x.at].Parent = s.Phrases[p].Parent
			} else {
				s.Phrases[x.at-n].Parent = s.Phrases[p].Parent
			}
		}
		s.Phrases[p].Begin, s.Phrases[p].End = pieces[from].begin, pieces[to-1].end
	}
	s.Gaps = false
	return s.Arrange()
}

// around returns the lowest phrase with words on both sides of a range, or -1. It
// ignores the phrase not and all below it.
func around(s *treebank.Sentence, begin, end, not int32) int32 {
	best := int32(-1)
	for j := range s.Phrases {
		p := &s.Phrases[j]
		if p.Begin >= begin || p.End <= end || best >= 0 && p.End-p.Begin >= s.Phrases[best].End-s.Phrases[best].Begin {
			continue
		}
		up := int32(j)
		for up >= 0 && up != not {
			up = s.Phrases[up].Parent
		}
		if up < 0 || not < 0 {
			best = int32(j)
		}
	}
	return best
}

// below returns the children of p that have words, left to right.
func below(s *treebank.Sentence, p int32) (out []piece) {
	n := int32(len(s.Tokens))
	for i := range s.Tokens {
		if s.Tokens[i].Parent == p {
			out = append(out, piece{int32(i), int32(i), int32(i) + 1, isHead(s, s.Tokens[i].Func)})
		}
	}
	for j := range s.Phrases {
		if q := &s.Phrases[j]; q.Parent == p && q.End > q.Begin {
			out = append(out, piece{n + int32(j), q.Begin, q.End, isHead(s, q.Func)})
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
