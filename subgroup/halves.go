package subgroup

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

// A Unit is a part of the data that halves are made of.
type Unit string

// The units. By default halves are made of documents, and of sentences if there are fewer than
// ten documents or one of them has more than a third of the items.
const (
	Auto      Unit = ""
	Documents Unit = "document"
	Sentences Unit = "sentence"
)

const (
	fewDocuments = 10
	largeShare   = 3
)

// random returns a source of random numbers for one purpose.
func random(seed uint64, purpose, number int) *rand.ChaCha8 {
	var key [32]byte
	copy(key[:], "subgroup")
	binary.LittleEndian.PutUint64(key[8:], seed)
	binary.LittleEndian.PutUint64(key[16:], uint64(purpose))
	binary.LittleEndian.PutUint64(key[24:], uint64(number))
	return rand.NewChaCha8(key)
}

// Purposes of random numbers.
const (
	forHalves = iota
	forFlips
)

// unit chooses the unit of halves.
func (t *Table) unit(wanted Unit, sizes []int) Unit {
	if wanted != Auto {
		return wanted
	}
	byBlock := map[int32]int{}
	most := 0
	for sentence, n := range sizes {
		byBlock[t.Block[sentence]] += n
		most = max(most, byBlock[t.Block[sentence]])
	}
	if len(byBlock) < fewDocuments || largeShare*most > t.Items() {
		return Sentences
	}
	return Documents
}

// halves divides the sentences: documents in random order, the largest first, go to the half
// with fewer items, in each treebank. True marks the half that is searched.
func (t *Table) halves(wanted Unit, seed uint64) (half []bool, unit Unit) {
	sizes := t.sizes()
	unit = t.unit(wanted, sizes)
	type part struct {
		group, block int32
		size         int
		sentences    []int
	}
	var parts []*part
	known := map[[2]int32]*part{}
	for sentence, n := range sizes {
		key := [2]int32{0, t.Block[sentence]}
		if unit == Sentences {
			key[1] = int32(sentence)
		}
		if t.Group != nil {
			key[0] = t.Group[sentence]
		}
		piece := known[key]
		if piece == nil {
			piece = &part{group: key[0], block: key[1]}
			known[key] = piece
			parts = append(parts, piece)
		}
		piece.size += n
		piece.sentences = append(piece.sentences, sentence)
	}
	rng := rand.New(random(seed, forHalves, 0))
	rng.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	slices.SortStableFunc(parts, func(a, b *part) int {
		return cmp.Or(cmp.Compare(a.group, b.group),
			cmp.Compare(b.size, a.size))
	})
	half = make([]bool, len(sizes))
	sums := map[int32]*[2]int{}
	for _, piece := range parts {
		sum := sums[piece.group]
		if sum == nil {
			sum = &[2]int{}
			sums[piece.group] = sum
		}
		side := 0
		if sum[1] < sum[0] {
			side = 1
		}
		sum[side] += piece.size
		for _, s := range piece.sentences {
			half[s] = side == 0
		}
	}
	return half, unit
}

// sizes returns the number of items of each sentence.
func (t *Table) sizes() []int {
	sizes := make([]int, len(t.Block))
	for _, s := range t.Cluster {
		sizes[s]++
	}
	return sizes
}
