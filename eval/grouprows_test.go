package eval

import (
	"math"
	"slices"
	"testing"
)

// TestGroupRows: packed rows are read as they were added, whole numbers, weights and
// large counts alike.
func TestGroupRows(t *testing.T) {
	rows := [][]float64{
		{0, 0, 0}, {1, 0, 2}, {0, -1, 0}, {0.5, 3, math.Pi}, {1 << 53, -(1 << 52), 1<<53 - 1}, {math.Inf(1), 1e300, -0.25}, {0, 0, 70000},
	}
	var a, b Group
	for i, row := range rows {
		if i < 3 {
			a.Append(int32(2*i), row)
		} else {
			b.Append(int32(2*i), row)
		}
	}
	a.join(&b)
	n := 0
	for unit, row := range a.All(3) {
		if int(unit) != 2*n || !slices.Equal(row, rows[n]) {
			t.Errorf("row %d is %d %v, want %d %v", n, unit, row, 2*n, rows[n])
		}
		n++
	}
	if n != len(rows) {
		t.Errorf("%d rows, want %d", n, len(rows))
	}
	if sum := (&b).Sum(3); !slices.Equal(sum, []float64{math.Inf(1), 1e300, 1<<53 - 1 + math.Pi - 0.25 + 70000}) {
		t.Errorf("the sum is %v", sum)
	}
}
