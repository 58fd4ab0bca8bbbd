package compare

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestTable compares the packed table with plain rows, while counts are small, after
// one is large, and after one is no whole number.
func TestTable(t *testing.T) {
	const n, width = 7, 3
	rng := rand.New(rand.NewPCG(1, 2))
	packed, plain := newTable(n, width), make([][]float64, n)
	for i := range plain {
		plain[i] = make([]float64, width)
	}
	check := func(when string, wide bool) {
		t.Helper()
		sum := make([]float64, width)
		for i, row := range plain {
			if got := packed.row(i, nil); !slices.Equal(got, row) {
				t.Errorf("%s: row %d is %v, want %v", when, i, got, row)
			}
			if got := packed.rows().Row(i); !slices.Equal(got, row) {
				t.Errorf("%s: row %d of all is %v, want %v", when, i, got, row)
			}
			for j, v := range row {
				sum[j] += v
			}
		}
		if got := packed.sum(); !slices.Equal(got, sum) {
			t.Errorf("%s: the sum is %v, want %v", when, got, sum)
		}
		if (packed.wide != nil) != wide {
			t.Errorf("%s: wide is %v", when, !wide)
		}
	}
	add := func(i int, counts ...float64) {
		packed.add(i, counts)
		for j, v := range counts {
			plain[i][j] += v
		}
	}
	for range 20 {
		add(rng.IntN(n), float64(rng.IntN(3000)), 0, float64(rng.IntN(3000)))
	}
	check("small counts", false)
	add(2, 65535, 1, 65535)
	check("a count above 65,535", true)
	add(3, 1, 0.25, 2)
	check("a weight", true)
	packed, plain = newTable(1, width), [][]float64{{0, 0, 0}}
	add(0, 1, -0.5, 3)
	check("a negative weight in the middle of a row", true)
}

// TestPlainRows: the rows of a run serve as the table only where each is the row of one
// unit, in order, and none is left out.
func TestPlainRows(t *testing.T) {
	for _, x := range []struct {
		name   string
		of     []int32 // by row: stretch
		unit   []int32 // by stretch
		units  int
		place  []int32
		skip   []bool
		expect bool
	}{
		{"one row for each unit", []int32{0, 1, 2}, []int32{0, 1, 2}, 3, []int32{0, 1, 2}, make([]bool, 3), true},
		{"another order", []int32{0, 2, 1}, []int32{0, 1, 2}, 3, []int32{0, 1, 2}, make([]bool, 3), false},
		{"two rows in a stretch", []int32{0, 0, 1}, []int32{0, 1}, 2, []int32{0, 1}, make([]bool, 2), false},
		{"a unit of two stretches, one of them skipped", []int32{0, 1}, []int32{0, 1, 1}, 2, []int32{0, 1}, []bool{false, true, false}, false},
		{"a unit left out", []int32{0, 1, 2}, []int32{0, 1, 2}, 3, []int32{0, 0, 1}, []bool{false, true, false}, false},
	} {
		l := &layout{stretches: len(x.unit), of: [][]int32{x.of}, unit: x.unit, units: x.units}
		kept := len(l.kept(x.skip, nil))
		if got := l.plain(0, kept, x.place, x.skip); got != x.expect {
			t.Errorf("%s: %v, want %v", x.name, got, x.expect)
		}
	}
}
