package python

import (
	"math"
	"testing"
)

// TestPairwiseSum has sums whose last digits show the order of the additions, computed by hand.
func TestPairwiseSum(t *testing.T) {
	lanes := []float64{1e16, 1, -1e16, 1, 0, 0, 0, 0}
	for _, tc := range []struct {
		v    []float64
		want float64
	}{
		{nil, 0},
		{lanes[:7], 1},        // one after the other: (((1e16+1)-1e16)+1)
		{lanes, 0},            // (1e16+1) + (-1e16+1)
		{append(lanes, 3), 3}, // the rest comes last
		{make([]float64, 1000), 0},
	} {
		if got := PairwiseSum(tc.v); got != tc.want {
			t.Errorf("%v: %v, want %v", tc.v, got, tc.want)
		}
	}
	ones := make([]float64, 1001)
	for i := range ones {
		ones[i] = float64(i)
	}
	if got := PairwiseSum(ones); got != 500500 {
		t.Errorf("%v", got)
	}
}

// TestRepr has what Python 3.11 prints.
func TestRepr(t *testing.T) {
	for want, v := range map[string]float64{"1.0": 1, "0.1": 0.1, "1e-05": 1e-5, "1e+16": 1e16, "123456789.0": 123456789, "NaN": math.NaN(),
		"0.0001": 1e-4, "0.30000000000000004": 0.1 + 0.2} {
		x := v
		if want == "0.30000000000000004" {
			x = PairwiseSum([]float64{0.1, 0.2})
		}
		if got := Repr(x); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
