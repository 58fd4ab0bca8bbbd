package subgroup

import (
	"cmp"
	"encoding/binary"
	"math/rand/v2"
	"slices"
)

// A Unit is a part of the data that halves are made of.
type Unit string

// The units. By default the halves of a treebank are made of documents, and of sentences if it
// has fewer than ten documents or one of them has more than a third of its items. Mixed is the
// result where some treebanks of a table are divided so and some otherwise; it cannot be chosen.
const (
	Auto      Unit = ""
	Documents Unit = "document"
	Sentences Unit = "sentence"
	Mixed     Unit = "document+sentence"
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

// units chooses the unit of the halves of each treebank, and names that of the whole table.
func (t *Table) units(wanted Unit, sizes []int) (of map[int32]Unit, all Unit) {
	type documents struct {
		items     map[int32]int
		sum, most int
	}
	groups := map[int32]*documents{}
	for sentence, items := range sizes {
		held := groups[t.group(sentence)]
		if held == nil {
			held = &documents{items: map[int32]int{}}
			groups[t.group(sentence)] = held
		}
		block := t.Block[sentence]
		held.items[block] += items
		held.sum += items
		held.most = max(held.most, held.items[block])
	}
	of = map[int32]Unit{}
	for group, held := range groups {
		of[group] = Documents
		if len(held.items) < fewDocuments || largeShare*held.most > held.sum {
			of[group] = Sentences
		}
		if wanted != Auto {
			of[group] = wanted
		}
		switch all {
		case Auto, of[group]:
			all = of[group]
		default:
			all = Mixed
		}
	}
	return of, all
}

// group is the treebank of a sentence.
func (t *Table) group(sentence int) int32 {
	if t.Group == nil {
		return 0
	}
	return t.Group[sentence]
}

// halves divides the sentences: documents in random order, the largest first, go to the half
// with fewer items, in each treebank. True marks the half that is searched.
func (t *Table) halves(wanted Unit, seed uint64) (half []bool, unit Unit) {
	sizes := t.sizes()
	units, unit := t.units(wanted, sizes)
	type part struct {
		group, block int32
		size         int
		sentences    []int
	}
	var parts []*part
	known := map[[2]int32]*part{}
	for sentence, n := range sizes {
		key := [2]int32{t.group(sentence), t.Block[sentence]}
		if units[key[0]] == Sentences {
			key[1] = int32(sentence)
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
		return cmp.Or(cmp.Compare(a.group, b.group), cmp.Compare(b.size, a.size))
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
