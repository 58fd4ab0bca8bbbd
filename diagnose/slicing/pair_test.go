package slicing

import (
	"math/rand/v2"
	"slices"
	"testing"

	"assay/subgroup"
)

// TestCounterparts compares the pairing of the items of two systems with a map of all items: some sentences are
// missing, items of a sentence come in another order, and some are alike.
func TestCounterparts(t *testing.T) {
	for n := range 50 {
		rng := rand.New(rand.NewPCG(uint64(n), 5))
		gather := func() *Gatherer {
			g := &Gatherer{table: &subgroup.Table{}}
			for number := int32(-1); number < 20; number++ {
				if rng.IntN(5) == 0 {
					continue
				}
				for _, print := range rng.Perm(rng.IntN(6)) {
					g.table.Cluster = append(g.table.Cluster, int32(len(g.numbers)))
					g.prints = append(g.prints, uint64(print/2))
				}
				g.numbers = append(g.numbers, number)
			}
			return g
		}
		first, second := gather(), gather()
		type place struct {
			number int32
			print  uint64
		}
		left := map[place][]int32{}
		for i, sentence := range second.table.Cluster {
			p := place{second.numbers[sentence], second.prints[i]}
			left[p] = append(left[p], int32(i))
		}
		var want []int32
		for i, sentence := range first.table.Cluster {
			p := place{first.numbers[sentence], first.prints[i]}
			if len(left[p]) == 0 {
				want = append(want, -1)
				continue
			}
			want, left[p] = append(want, left[p][0]), left[p][1:]
		}
		if got := first.counterparts(second); !slices.Equal(got, want) {
			t.Fatalf("table %d: %v, want %v", n, got, want)
		}
	}
}
