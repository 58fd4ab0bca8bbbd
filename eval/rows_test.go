package eval

import (
	"math"
	"reflect"
	"testing"
)

// TestRows compares rows in blocks with one plain slice of numbers.
func TestRows(t *testing.T) {
	blocks := [][][]float64{
		{{1, 2}, {255, 0}},
		{{1, 2}, {256, 3}, {4, 5}},
		{{1, 2}, {65535, 0}},
		{{3, 256}, {4, -1}},
		{},
		{{3, 4}, {5, 65536}, {6, 7}},
		{{0.5, 1}},
		{{1, -1}, {math.Inf(1), 1e300}},
		{{8, 9}},
	}
	counts := &Counts{Width: 2}
	var plain []float64
	for _, rows := range blocks {
		var b rowBlock
		for _, r := range rows {
			b.add(r)
			plain = append(plain, r...)
		}
		counts.rows.add(b, len(rows), counts.Width, true)
	}
	if got := counts.Rows(); !reflect.DeepEqual(got, plain) {
		t.Errorf("rows %v, want %v", got, plain)
	}
	sum := []float64{0, 0}
	for i := 0; i < len(plain); i += 2 {
		sum[0], sum[1] = sum[0]+plain[i], sum[1]+plain[i+1]
		if got := counts.Row(i / 2); !reflect.DeepEqual(got, plain[i:i+2]) {
			t.Errorf("row %d: %v, want %v", i/2, got, plain[i:i+2])
		}
	}
	column, want := make([]float64, len(plain)/2), make([]float64, len(plain)/2)
	counts.AddColumn(column, 1, 3)
	for i := range want {
		want[i] = 3 * plain[2*i+1]
	}
	if !reflect.DeepEqual(column, want) {
		t.Errorf("column 1 is %v, want %v", column, want)
	}
	if counts.Unsigned() {
		t.Error("no count is negative, want one")
	}
	if got := counts.Sum(); !reflect.DeepEqual(got, sum) {
		t.Errorf("sum %v, want %v", got, sum)
	}
}

// Whole numbers after a fraction are added one by one, as everywhere: their total would
// round otherwise.
func TestSumInOrder(t *testing.T) {
	counts, want := &Counts{Width: 1}, 0.0
	for _, rows := range [][]float64{{0.449}, {100, 20, 250, 3, 1, 20, 1, 250}} {
		var b rowBlock
		for _, v := range rows {
			b.add([]float64{v})
			want += v
		}
		counts.rows.add(b, len(rows), 1, true)
	}
	if got := counts.Sum()[0]; got != want {
		t.Errorf("sum %v, want %v", got, want)
	}
}
