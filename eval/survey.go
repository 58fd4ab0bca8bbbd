package eval

import (
	"hash/maphash"
	"io"
	"slices"

	"assay/treebank"
)

// A summary is the planner's knowledge of one side: for each sentence a hash of its
// text without white space and one of its id.
type summary struct {
	texts  []uint64
	ids    []uint64            // nil unless every sentence has an id
	groups []uint64            // of the sentences, nil for a format without
	parts  map[uint64]struct{} // all groups
	found  []uint64            // ids of the sentences that have one
	words  bool                // some sentence has words
}

var surveySeed = maphash.MakeSeed()

// survey reads a source and keeps only a summary of it.
func survey(src *treebank.Source) (*summary, error) {
	free := make(chan []byte, 1)
	side := &textSide{stream: stream{src: src, free: free}, format: src.Format}
	side.sent.Skip = ^treebank.Layer(0) // only the words
	defer side.stream.Close()
	out := &summary{parts: map[uint64]struct{}{}}
	named := src.Format.HasIDs()
	for {
		side.text = side.text[:0]
		piece, err := side.next()
		if err == io.EOF {
			if !named {
				out.ids = nil
			}
			return out, nil
		}
		if err != nil {
			return nil, err
		}
		for used := &side.stream.used; len(*used) > 0; *used = (*used)[1:] { // piece is in a later block
			select {
			case free <- (*used)[0]:
			default:
			}
		}
		out.texts = append(out.texts, maphash.Bytes(surveySeed, side.text))
		out.words = out.words || len(side.text) > 0
		if src.Format.HasIDs() {
			id := piece.name(src.Format)
			named = named && len(id) > 0
			hash := maphash.Bytes(surveySeed, id)
			out.ids = append(out.ids, hash)
			if len(id) > 0 {
				out.found = append(out.found, hash)
			}
		}
		if src.Format.Group != nil {
			h := maphash.Bytes(surveySeed, src.Format.Group(piece.Text))
			out.groups = append(out.groups, h)
			out.parts[h] = struct{}{}
		}
	}
}

// addGroups makes groups a part of the ids of both sides if one of them has several.
func addGroups(a, b *summary) {
	if len(a.parts) < 2 && len(b.parts) < 2 {
		return
	}
	for _, side := range []*summary{a, b} {
		for i := range min(len(side.ids), len(side.groups)) {
			side.ids[i] = maphash.Comparable(surveySeed, [2]uint64{side.ids[i], side.groups[i]})
		}
	}
}

// sameIDs reports whether both sides have the same ids, in any order.
func (a *summary) sameIDs(b *summary) bool {
	return a.ids != nil && b.ids != nil && len(a.ids) == len(b.ids) && a.sum() == b.sum()
}

// unique reports whether no two sentences have the same id.
func (a *summary) unique() bool {
	known := make(map[uint64]bool, len(a.ids))
	for _, id := range a.ids {
		if known[id] {
			return false
		}
		known[id] = true
	}
	return true
}

// sum returns a sum of the ids, whatever their order.
func (a *summary) sum() (sum uint64) {
	for _, id := range a.ids {
		sum += id
	}
	return sum
}

// holdsIDs reports whether most sentences of the other side have an id of a, and a has
// no id twice.
func (a *summary) holdsIDs(b *summary) bool {
	known := make(map[uint64]bool, len(a.ids))
	for _, id := range a.ids {
		known[id] = true
	}
	n := 0
	for _, id := range b.found {
		if known[id] {
			n++
		}
	}
	return a.unique() && 2*n > len(b.texts)
}

func (a *summary) sameOrder(b *summary) bool { return slices.Equal(a.ids, b.ids) }

// matchOrder returns the number of sentences with the same text as the other side's
// sentence with the same number.
func (a *summary) matchOrder(b *summary) (n int) {
	for i := range a.texts {
		if a.texts[i] == b.texts[i] {
			n++
		}
	}
	return n
}

// matchIDs returns the number of sentences with the same text as the other side's
// sentence with the same id; of several with one id the n-th with the n-th.
func (a *summary) matchIDs(b *summary) (n int) {
	left := make(map[uint64][]uint64, len(b.ids)) // texts by id
	for i, id := range b.ids {
		left[id] = append(left[id], b.texts[i])
	}
	for i, id := range a.ids {
		if texts := left[id]; len(texts) > 0 {
			if texts[0] == a.texts[i] {
				n++
			}
			left[id] = texts[1:]
		}
	}
	return n
}
