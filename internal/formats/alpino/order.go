package alpino

import (
	"slices"

	"assay/treebank"
)

// order sorts the words by begin.
func (r *reader) order() {
	sentence := r.s
	perm := make([]int32, len(sentence.Tokens))
	for i := range perm {
		perm[i] = int32(i)
	}
	slices.SortStableFunc(perm, func(a, b int32) int { return int(r.begins[a] - r.begins[b]) })
	to := make([]int32, len(perm))
	tokens, morph := slices.Clone(sentence.Tokens), slices.Clone(sentence.Morph)
	for i, from := range perm {
		sentence.Tokens[i], sentence.Morph[i] = tokens[from], morph[from]
		to[from] = int32(i)
	}
	for i := range sentence.Attrs {
		if at := &sentence.Attrs[i].Index; *at >= 0 {
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
	sentence, n := r.s, int32(len(r.s.Tokens))
	for i := range sentence.Tokens {
		sentence.Tokens[i].Parent--
	}
	sentence.Phrases = append(sentence.Phrases[:0], sentence.Phrases[1:]...)
	for i := range sentence.Phrases {
		sentence.Phrases[i].Parent--
	}
	for i := range sentence.Secondary {
		for _, x := range []*int32{&sentence.Secondary[i].Dep, &sentence.Secondary[i].Head} {
			if *x > n {
				*x--
			} else if *x == n {
				*x = treebank.Root
			}
		}
	}
	sentence.Attrs = slices.DeleteFunc(sentence.Attrs, func(a treebank.Attr) bool { return a.Index == n })
	for i := range sentence.Attrs {
		if sentence.Attrs[i].Index > n {
			sentence.Attrs[i].Index--
		}
	}
}
