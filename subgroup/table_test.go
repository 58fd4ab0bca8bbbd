package subgroup

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestColumn compares columns of all widths, and without items that are removed, with plain lists.
func TestColumn(t *testing.T) {
	for n := range 40 {
		rng := rand.New(rand.NewPCG(uint64(n), 3))
		most := []uint32{1, 2, 1 << 8, 1 << 16, 1 << 20}[n%5]
		var column Column
		var plain []uint32
		zeros := rng.IntN(30)
		for i := range zeros + rng.IntN(300) {
			code := uint32(0)
			if i >= zeros {
				code = rng.Uint32N(most)
			}
			column.Append(code)
			plain = append(plain, code)
		}
		table := Table{Cluster: make([]int32, len(plain)), Columns: []Column{column}}
		for range plain {
			table.Cost.Append(0)
		}
		out := make([]bool, len(plain))
		var kept, gone []uint32
		for i, code := range plain {
			if out[i] = rng.IntN(3) == 0; out[i] {
				gone = append(gone, code)
			} else {
				kept = append(kept, code)
			}
		}
		codes := func(c *Column) (list []uint32) {
			for i := range c.Len() {
				list = append(list, c.At(i))
			}
			return list
		}
		some := table.Select(out)
		if got := codes(&table.Columns[0]); !slices.Equal(got, plain) {
			t.Fatalf("column %d: %v, want %v", n, got, plain)
		}
		table.Remove(out)
		if got := codes(&table.Columns[0]); !slices.Equal(got, kept) || table.Items() != len(kept) || table.Cost.Len() != len(kept) {
			t.Fatalf("column %d: %v are kept, want %v", n, got, kept)
		}
		if got := codes(&some.Columns[0]); !slices.Equal(got, gone) || some.Items() != len(gone) {
			t.Fatalf("column %d: %v are selected, want %v", n, got, gone)
		}
	}
}
