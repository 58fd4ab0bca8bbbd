package eval

import (
	"math"
	"math/rand/v2"
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

// TestGroupBlocks: groups of very many rows are read as they were added, however many
// rows each joined part has, and take little memory where the rows are alike.
func TestGroupBlocks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, part := range []int{1, 7, 5000, 70000} {
		var whole Group
		var units []int32
		var rows [][3]float64
		for unit := int32(0); len(units) < 80000; {
			var one Group
			for range part {
				unit += 1 + random.Int32N(3)
				row := [3]float64{float64(random.IntN(3)), 0, float64(random.IntN(2))}
				one.Append(unit, row[:])
				units, rows = append(units, unit), append(rows, row)
			}
			whole.join(&one)
		}
		if whole.Len() != len(units) {
			t.Errorf("parts of %d: %d rows, want %d", part, whole.Len(), len(units))
		}
		if got := slices.Collect(whole.Units()); !slices.Equal(got, units) {
			t.Errorf("parts of %d: other units", part)
		}
		n := 0
		for unit, row := range whole.All(3) {
			if unit != units[n] || [3]float64(row) != rows[n] {
				t.Fatalf("parts of %d: row %d is %d %v, want %d %v", part, n, unit, row, units[n], rows[n])
			}
			n++
		}
		if n != len(rows) {
			t.Errorf("parts of %d: %d rows are read, want %d", part, n, len(rows))
		}
		size := 0
		for _, b := range []*blocks{&whole.units, &whole.rows} {
			size += cap(b.open)
			for _, full := range b.full {
				size += cap(full)
			}
		}
		if most := 3 * len(rows); size > most {
			t.Errorf("parts of %d: %d bytes for %d rows, want at most %d", part, size, len(rows), most)
		}
	}
}
