package chart

import (
	"math"
	"slices"
	"testing"
)

// TestFront wants the systems that no other beats in speed and accuracy, and a logarithmic axis.
func TestFront(t *testing.T) {
	none := math.NaN()
	f := Front{Title: "speed", YLabel: "LAS", Rate: true, Rivals: []Rival{
		{Name: "slow", Series: 0, Speed: 10, Value: .9, Low: .88, High: .92},
		{Name: "beaten", Series: 1, Speed: 90, Value: .7, Low: none, High: none},
		{Name: "fast", Series: 2, Speed: 1000, Value: .6, Low: none, High: none},
		{Name: "middle", Series: 3, Speed: 100, Value: .8, Low: none, High: none},
		{Name: "failed", Series: 4, Speed: 5000, Value: none, Low: none, High: none},
		{Name: "twin", Series: 5, Speed: 1000, Value: .6, Low: none, High: none}}}
	if got, want := f.Best(), []int{0, 3, 2, 5}; !slices.Equal(got, want) {
		t.Errorf("front %v, want %v", got, want)
	}
	found := elements(t, f.SVG())
	whiskers := 0
	for _, p := range found["path"] {
		if p["class"] == "whisker c0" {
			whiskers++
		}
	}
	if whiskers != 1 || len(found["title"]) != 6 { // of the plot and of five systems
		t.Errorf("%d intervals and %d titles, want 1 and 6", whiskers, len(found["title"]))
	}
	if got, want := logTicks(7, 120), []float64{10, 20, 50, 100}; !slices.Equal(got, want) {
		t.Errorf("ticks %v, want %v", got, want)
	}
}
