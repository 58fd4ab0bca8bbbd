package treebank

import "slices"

// salvage makes what could be read of a broken sentence sound: its phrases are a
// tree over its words, or there are none. What shows or compares broken
// sentences then needs no care of its own.
func (s *Sentence) salvage() {
	items := int32(len(s.Tokens) + len(s.Phrases))
	s.Secondary = slices.DeleteFunc(s.Secondary, func(a Arc) bool {
		return a.Dep < 0 || a.Head < Unknown || a.Dep >= items || a.Head >= items
	})
	s.Attrs = slices.DeleteFunc(s.Attrs, func(a Attr) bool { return a.Index < -1 || a.Index >= items })
	if s.nested() {
		return
	}
	if s.linked() && s.Arrange() == nil && s.nested() {
		return
	}
	s.Phrases, s.Secondary = s.Phrases[:0], s.Secondary[:0]
	for i := range s.Tokens {
		s.Tokens[i].Parent = -1
	}
}

// linked reports whether all parents are phrases.
func (s *Sentence) linked() bool {
	m := int32(len(s.Phrases))
	for i := range s.Phrases {
		if p := s.Phrases[i].Parent; p < -1 || p >= m {
			return false
		}
	}
	for i := range s.Tokens {
		if p := s.Tokens[i].Parent; p < -1 || p >= m {
			return false
		}
	}
	return true
}

// nested reports whether phrases come after the phrases above them, in the order
// of their first words, and hold the phrases and words below them.
func (s *Sentence) nested() bool {
	if !s.linked() {
		return false
	}
	n, last := int32(len(s.Tokens)), int32(0)
	for i := range s.Phrases {
		phrase := &s.Phrases[i]
		if phrase.Begin < last || phrase.End < phrase.Begin || phrase.End > n || phrase.Parent >= int32(i) {
			return false
		}
		if phrase.Parent >= 0 && phrase.End > s.Phrases[phrase.Parent].End {
			return false
		}
		last = phrase.Begin
	}
	for i := range s.Tokens {
		if p := s.Tokens[i].Parent; p >= 0 && (int32(i) < s.Phrases[p].Begin || int32(i) >= s.Phrases[p].End) {
			return false
		}
	}
	return true
}
