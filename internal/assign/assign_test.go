package assign

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// best is the plain twin: it tries every assignment of the rows from i on.
func best(rows, cols int, value []float64, used []bool, i int) float64 {
	if i == rows {
		return 0
	}
	top := best(rows, cols, value, used, i+1)
	for j := range cols {
		if !used[j] {
			used[j] = true
			top = max(top, value[i*cols+j]+best(rows, cols, value, used, i+1))
			used[j] = false
		}
	}
	return top
}

// TestTwin: both methods find the greatest sum of small random tables, and no column has two rows.
func TestTwin(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	var s Solver
	for range 3000 {
		rows, cols := random.IntN(6), random.IntN(6)
		value := make([]float64, rows*cols)
		var pairs []Pair
		for i := range value {
			if random.IntN(3) == 0 {
				value[i] = float64(random.IntN(4))
				pairs = append(pairs, Pair{int32(i / cols), int32(i % cols), value[i]})
			}
		}
		want := best(rows, cols, value, make([]bool, cols), 0)
		random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		for _, found := range [][]int32{slices.Clone(s.Sparse(rows, cols, pairs)), slices.Clone(s.Dense(rows, cols, value))} {
			sum, used := 0.0, map[int32]bool{}
			for i, j := range found {
				if j >= 0 {
					sum += value[i*cols+int(j)]
				}
				if j >= 0 && used[j] {
					t.Fatalf("column %d twice: %v", j, found)
				}
				used[j] = true
			}
			if sum != want {
				t.Fatalf("%d x %d %v: sum %v, want %v", rows, cols, value, sum, want)
			}
		}
	}
}

// TestTies: of equal values Dense takes those that scipy's loop over the columns takes, from the last to the first, a
// free column before one that has a row. The pairs are worked out by hand from that rule.
func TestTies(t *testing.T) {
	var s Solver
	for _, c := range []struct {
		rows, cols int
		value      []float64
		want       []int32
	}{
		{2, 2, []float64{1, 1, 1, 1}, []int32{0, 1}},
		{1, 3, []float64{0, 2, 2}, []int32{1}},
		{3, 1, []float64{2, 2, 0}, []int32{0, -1, -1}},
	} {
		if got := s.Dense(c.rows, c.cols, c.value); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v, want %v", c.value, got, c.want)
		}
	}
}

func TestCommon(t *testing.T) {
	for _, c := range []struct {
		a, b []int32
		want int
	}{{nil, nil, 0}, {[]int32{1, 3, 5}, []int32{2, 4}, 0}, {[]int32{1, 3, 5}, []int32{3, 4, 5, 6}, 2}, {[]int32{7}, []int32{7}, 1}} {
		if got := Common(c.a, c.b); got != c.want || Common(c.b, c.a) != c.want {
			t.Errorf("%v and %v: %d, want %d", c.a, c.b, got, c.want)
		}
	}
}
