package alpino

import (
	"slices"

	"assay/treebank"
)

// order sorts the words by begin.
func (r *reader) order() {
	s := r.s
	perm := make([]int32, len(s.Tokens))
	for i := range perm {
		perm[i] = int32(i)
	}
	slices.SortStableFunc(perm, func(a, b int32) int { return int(r.begins[a] - r.begins[b]) })
	to := make([]int32, len(perm))
	tokens, morph := slices.Clone(s.Tokens), slices.Clone(s.Morph)
	for i, from := range perm {
		s.Tokens[i], s.Morph[i] = tokens[from], morph[from]
		to[from] = int32(i)
	}
	for i := range s.Attrs {
		if at := &s.Attrs[i].Index; *at >= 0 {
			*at = to[*at]
		}
	}
	for i := range r.targets {
		if at := &r.targets[i].node; *at >= 0 {
			*at = to[*at]
		}
	}
}

// dropTop removes the root that only holds several trees together.
func (r *reader) dropTop() {
	s, n := r.s, int32(len(r.s.Tokens))
	for i := range s.Tokens {
		s.Tokens[i].Parent--
	}
	s.Phrases = append(s.Phrases[:0], s.Phrases[1:]...)
	for i := range s.Phrases {
		s.Phrases[i].Parent--
	}
	for i := range s.Secondary {
		for _, x := range []*int32{&s.Secondary[i].Dep, &s.Secondary[i].Head} {
			if *x > n {
				*x--
			} else if *x == n {
				*x = treebank.Root
			}
		}
	}
	for i := range s.Attrs {
		if s.Attrs[i].Index > n {
			s.Attrs[i].Index--
		}
	}
}
