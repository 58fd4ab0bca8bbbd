package treebank

import (
	"cmp"
	"errors"
	"slices"
)

// ErrCycle reports that the parents of a word or phrase form a cycle.
var ErrCycle = errors.New("the parents form a cycle")

// Ints returns n integers of scratch memory that belongs to s, all zero. The
// next call may return the same memory, so use it within one function only.
func (s *Sentence) Ints(n int) []int32 {
	s.ints = zeros(s.ints, n)
	return s.ints
}

// resize returns b with n elements, or new memory if b has less; their values are not defined.
func resize(b []int32, n int) []int32 {
	if cap(b) < n {
		return make([]int32, n, n+n/2)
	}
	return b[:n]
}

// zeros is resize with zeros.
func zeros(b []int32, n int) []int32 {
	b = resize(b, n)
	clear(b)
	return b
}

// Arrange sorts the phrases of s, parents first and children left to right by
// their first word, and sets Begin, End and Gaps. Readers of formats that give
// only parents call it. It renumbers Parent of tokens and phrases, the phrases
// in Secondary and the indices of Attrs. A phrase without words begins where its
// parent begins, before all other children that begin there. Arrange also sorts
// Secondary. The error is ErrCycle.
func (s *Sentence) Arrange() error {
	err := s.arrange()
	if len(s.Secondary) > 1 {
		slices.SortStableFunc(s.Secondary, func(a, b Arc) int {
			return cmp.Or(cmp.Compare(a.Dep, b.Dep), cmp.Compare(a.Head, b.Head))
		})
	}
	return err
}

func (s *Sentence) arrange() error {
	n, m := len(s.Tokens), len(s.Phrases)
	if m == 0 {
		return nil
	}
	mem := s.Ints(6*m + 2 + n + 1)
	cover, mem := mem[:m], mem[m:]
	if err := s.spans(cover, mem[:m], mem[m:2*m]); err != nil {
		return err
	}
	for i := range s.Phrases {
		if p := &s.Phrases[i]; cover[i] > 0 && cover[i] != p.End-p.Begin {
			s.Gaps = true
		}
	}
	sorted, mem := mem[m:2*m], mem[2*m:]
	next, mem := mem[:m], mem[m:]
	first, mem := mem[:m+1], mem[m+1:] // first[m] is the list of roots
	rank, bucket := mem[:m], mem[m:m+n+1]
	for i := range s.Phrases {
		bucket[s.Phrases[i].Begin]++
	}
	for i, sum := 0, int32(0); i < len(bucket); i++ {
		bucket[i], sum = sum, sum+bucket[i]
	}
	for _, empty := range []bool{true, false} { // phrases without words come first
		for i := range s.Phrases {
			if (cover[i] == 0) == empty {
				b := &bucket[s.Phrases[i].Begin]
				sorted[*b] = int32(i)
				*b++
			}
		}
	}
	for k := m - 1; k >= 0; k-- { // links are index + 1; 0 means no link
		i := sorted[k]
		up := s.Phrases[i].Parent
		if up < 0 {
			up = int32(m)
		}
		next[i], first[up] = first[up], i+1
	}
	s.preorder(first, next, rank, cover)
	return nil
}

// spans sets Begin and End and counts the words below each phrase. It visits
// children before parents, by counting the children not yet visited.
func (s *Sentence) spans(cover, waiting, queue []int32) error {
	for i := range s.Phrases {
		p := &s.Phrases[i]
		p.Begin, p.End = -1, -1
		if p.Parent >= 0 {
			waiting[p.Parent]++
		}
	}
	for i := range s.Tokens {
		if up := s.Tokens[i].Parent; up >= 0 {
			p := &s.Phrases[up]
			if p.Begin < 0 {
				p.Begin = int32(i)
			}
			p.End = int32(i) + 1
			cover[up]++
		}
	}
	n := 0
	for i, w := range waiting {
		if w == 0 {
			queue[n] = int32(i)
			n++
		}
	}
	for at := 0; at < n; at++ {
		phrase := &s.Phrases[queue[at]]
		if phrase.Parent < 0 {
			continue
		}
		if up := &s.Phrases[phrase.Parent]; phrase.Begin >= 0 {
			if up.Begin < 0 || phrase.Begin < up.Begin {
				up.Begin = phrase.Begin
			}
			up.End = max(up.End, phrase.End)
			cover[phrase.Parent] += cover[queue[at]]
		}
		if waiting[phrase.Parent]--; waiting[phrase.Parent] == 0 {
			queue[n] = phrase.Parent
			n++
		}
	}
	if n < len(s.Phrases) {
		return ErrCycle
	}
	for at := n - 1; at >= 0; at-- {
		if p := &s.Phrases[queue[at]]; p.Begin < 0 {
			p.Begin = 0
			if p.Parent >= 0 {
				p.Begin = s.Phrases[p.Parent].Begin
			}
			p.End = p.Begin
		}
	}
	return nil
}

// preorder numbers the phrases in preorder, from the roots. Linked lists hold
// index + 1.
func (s *Sentence) preorder(first, next, rank, order []int32) {
	m := int32(len(s.Phrases))
	n, same := int32(0), true
	for i := first[m]; i > 0; {
		at := i - 1
		rank[at], order[n] = n, at
		same = same && at == n
		n++
		if i = first[at]; i > 0 {
			continue
		}
		for i = next[at]; i == 0; i = next[at] {
			if at = s.Phrases[at].Parent; at < 0 {
				break
			}
		}
	}
	if same {
		return
	}
	for i := range s.Tokens {
		if p := &s.Tokens[i].Parent; *p >= 0 {
			*p = rank[*p]
		}
	}
	for i := range s.Phrases {
		if p := &s.Phrases[i].Parent; *p >= 0 {
			*p = rank[*p]
		}
	}
	words := int32(len(s.Tokens))
	for i := range s.Secondary {
		for _, end := range []*int32{&s.Secondary[i].Dep, &s.Secondary[i].Head} {
			if *end >= words {
				*end = words + rank[*end-words]
			}
		}
	}
	for i := range s.Attrs {
		if at := s.Attrs[i].Index; at >= words {
			s.Attrs[i].Index = words + rank[at-words]
		}
	}
	s.spare = append(s.spare[:0], s.Phrases...)
	for i, from := range order[:m] {
		s.Phrases[i] = s.spare[from]
	}
}

// WithWords reports for each phrase whether it has a word.
func (s *Sentence) WithWords() []bool {
	has := make([]bool, len(s.Phrases))
	for i := range s.Tokens {
		for p := s.Tokens[i].Parent; p >= 0 && !has[p]; p = s.Phrases[p].Parent {
			has[p] = true
		}
	}
	return has
}

// DropPhrases removes the phrases that keep leaves out. The words and phrases below them are then below the innermost
// kept phrase around them, or below none. Edges of Secondary from or to a removed phrase get Root in its place; its
// Attrs go. DropPhrases returns the new number of each phrase, and for a removed one that of the innermost kept phrase
// around it, -1 if there is none.
func (s *Sentence) DropPhrases(keep []bool) (number []int32) {
	number = make([]int32, len(keep))
	n := int32(0)
	for i := range keep {
		if number[i] = -1; keep[i] {
			number[i] = n
			n++
		}
	}
	above := func(p int32) int32 {
		if p < 0 {
			return p
		}
		return number[p]
	}
	for i := range keep {
		up := s.Phrases[i].Parent
		for steps := 0; !keep[i] && up >= int32(i) && !keep[up] && steps < len(keep); steps++ { // up may be in a cycle
			up = s.Phrases[up].Parent
		}
		if !keep[i] {
			number[i] = above(up)
		}
	}
	for i := range s.Tokens {
		s.Tokens[i].Parent = above(s.Tokens[i].Parent)
	}
	for i := range keep {
		if keep[i] {
			phrase := s.Phrases[i]
			phrase.Parent = above(phrase.Parent)
			s.Phrases[number[i]] = phrase
		}
	}
	s.Phrases = s.Phrases[:n]
	words := int32(len(s.Tokens))
	gone := func(x int32) bool { return x >= words && !keep[x-words] }
	move := func(x *int32) {
		if gone(*x) {
			*x = Root
		} else if *x >= words {
			*x = words + number[*x-words]
		}
	}
	for i := range s.Secondary {
		move(&s.Secondary[i].Dep)
		move(&s.Secondary[i].Head)
	}
	s.Attrs = slices.DeleteFunc(s.Attrs, func(a Attr) bool { return gone(a.Index) })
	for i := range s.Attrs {
		move(&s.Attrs[i].Index)
	}
	return number
}

// Children lists the words and phrases directly below each phrase of a sentence.
// It is scratch memory: call Build again for the next sentence.
type Children struct {
	start []int32
	list  []int32
	words int32
}

// Build lists the children of the phrases of sentence, which must be in order.
func (c *Children) Build(sentence *Sentence) {
	n, m := len(sentence.Tokens), len(sentence.Phrases)
	c.words = int32(n)
	c.start = zeros(c.start, m+3)
	c.list = resize(c.list, n+m)
	mem := sentence.Ints(n + 1 + m) // phrases by their first word, linked by index + 1
	bucket, next := mem[:n+1], mem[n+1:]
	for i := m - 1; i >= 0; i-- {
		b := &bucket[sentence.Phrases[i].Begin]
		next[i], *b = *b, int32(i)+1
		c.start[sentence.Phrases[i].Parent+3]++
	}
	for i := range sentence.Tokens {
		c.start[sentence.Tokens[i].Parent+3]++
	}
	for i := 3; i < m+3; i++ { // the list of p now begins at start[p+2]
		c.start[i] += c.start[i-1]
	}
	for i := range n + 1 {
		for j := bucket[i]; j > 0; j = next[j-1] {
			c.add(sentence.Phrases[j-1].Parent, int32(n)+j-1)
		}
		if i < n {
			c.add(sentence.Tokens[i].Parent, int32(i))
		}
	}
}

func (c *Children) add(parent, child int32) {
	at := &c.start[parent+2]
	c.list[*at] = child
	*at++
}

// Of returns the children of phrase p, left to right by their first words; -1
// gives the roots. Token i is i, phrase j is j + the number of tokens.
func (c *Children) Of(p int32) []int32 { return c.list[c.start[p+1]:c.start[p+2]] }

// Phrase returns the index of the phrase that child denotes, -1 for a token.
func (c *Children) Phrase(child int32) int32 { return max(child-c.words, -1) }
