package signif

import (
	"math/rand/v2"
	"slices"
)

// maxKept is how many words of a stream are kept, 4 MB of them.
const maxKept = 1 << 19

// sharedWords are the words of a random stream for several readers, each of which reads
// them from the beginning.
type sharedWords struct {
	kept []uint64     // the first words
	rest rand.ChaCha8 // the stream after them
}

// newSharedWords keeps the first n words of a stream, at most maxKept.
func newSharedWords(rng *rand.ChaCha8, n int) *sharedWords {
	s := new(sharedWords)
	s.fill(rng, n)
	return s
}

// fill is newSharedWords in the memory of s.
func (s *sharedWords) fill(rng *rand.ChaCha8, n int) {
	s.kept = slices.Grow(s.kept[:0], min(n, maxKept))[:min(n, maxKept)]
	for i := range s.kept {
		s.kept[i] = rng.Uint64()
	}
	s.rest = *rng
}

// A wordReader reads the words of a stream in order.
type wordReader struct {
	kept []uint64
	rest rand.ChaCha8
	own  []uint64
}

func (s *sharedWords) reader() *wordReader { return &wordReader{kept: s.kept, rest: s.rest} }

// next returns the next n words; they are valid until the next call.
func (r *wordReader) next(n int) []uint64 {
	if n <= len(r.kept) {
		words := r.kept[:n]
		r.kept = r.kept[n:]
		return words
	}
	r.own = append(r.own[:0], r.kept...)
	r.kept = nil
	for len(r.own) < n {
		r.own = append(r.own, r.rest.Uint64())
	}
	return r.own
}
