package signif

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"assay/internal/shared"
)

// gridViolation is the twin of violation: the mean over a fine grid.
func gridViolation(a, b []float64, points int) float64 {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	var worse, all float64
	for i := range points {
		t := (float64(i) + 0.5) / float64(points)
		d := b[int(t*float64(len(b)))] - a[int(t*float64(len(a)))]
		if all += d * d; d > 0 {
			worse += d * d
		}
	}
	return worse / all
}

// TestAlmostOrder compares with deep-significance (71b9e42) where that program is
// right, and shows where it is wrong: its grid has 199 points, and its numerator
// leaves out the first; equal lists give .5; and single scores give an order.
func TestAlmostOrder(t *testing.T) {
	var cases map[string]struct {
		A, B  []float64
		Grid  float64            `json:"deepsig_violation_dt.001"`
		Bound map[string]float64 `json:"deepsig_eps_min"`
		Level map[string]float64 `json:"deepsig_eps_min_confidence"`
	}
	if err := json.Unmarshal(shared.Read(t, "cases/more/aso/deepsig.json"), &cases); err != nil {
		t.Fatal(err)
	}
	exact := map[string]float64{ // specs/more.md §1.4, by integration over the break points
		"five-clear": 0, "five-overlap": 0, "three-five": .02222, "worse": 1, "ties": 1, "outlier-low": .99664, "ten-ten": 0,
	}
	for name, tc := range cases {
		got := AlmostOrder(tc.A, tc.B, Options{})
		switch name {
		case "identical":
			if !got.Identical || !math.IsNaN(got.Bound) {
				t.Errorf("identical: %+v", got)
			}
			continue
		case "one-one":
			if !math.IsNaN(got.Bound) {
				t.Errorf("one score each: bound %v, want none", got.Bound)
			}
			continue
		}
		if want, ok := exact[name]; !ok || math.Abs(got.Violation-want) > 5e-6 {
			t.Errorf("%s: violation %v, want %v", name, got.Violation, want)
		}
		if twin := gridViolation(tc.A, tc.B, 30_000); math.Abs(got.Violation-twin) > 1e-3 {
			t.Errorf("%s: violation %v, a grid of 30,000 gives %v", name, got.Violation, twin)
		}
		if math.Abs(got.Violation-tc.Grid) > 6e-3 {
			t.Errorf("%s: violation %v, the program's finer grid gives %v", name, got.Violation, tc.Grid)
		}
		if want := tc.Bound["1"]; math.Abs(got.Bound-want) > .03 {
			t.Errorf("%s: bound %v, the program's resamples give %v", name, got.Bound, want)
		}
		for level, want := range tc.Level {
			if alpha := map[string]float64{"0.955": .045, "0.995": .005}[level]; math.Abs(AlmostOrder(tc.A, tc.B, Options{Alpha: alpha}).Bound-want) > .03 {
				t.Errorf("%s at %s: bound %v, want %v", name, level, AlmostOrder(tc.A, tc.B, Options{Alpha: alpha}).Bound, want)
			}
		}
	}
}

// The weights of all resamples add up to 1, and there are as many as multisets.
func TestResamplesOf(t *testing.T) {
	for n := 1; n <= 6; n++ {
		var v []float64
		for i := range n {
			v = append(v, float64(i))
		}
		all := resamplesOf(v)
		sum := 0.0
		for _, r := range all {
			sum += r.weight
			if len(r.values) != n || !slices.IsSorted(r.values) {
				t.Fatalf("resample %v", r.values)
			}
		}
		if math.Abs(sum-1) > 1e-12 || float64(len(all)) != multisets(n) {
			t.Errorf("n = %d: %d resamples, weights %v; want %v and 1", n, len(all), sum, multisets(n))
		}
	}
}

// Exact and drawn resamples agree.
func TestSampledVariance(t *testing.T) {
	a, b := []float64{1, 2, 5, 6, 9}, []float64{2, 3, 4, 7, 8}
	if x, y := exactVariance(a, b), sampledVariance(a, b, Options{}); math.Abs(x-y) > .05*x {
		t.Errorf("variance %v, drawn %v", x, y)
	}
}
