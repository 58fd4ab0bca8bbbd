package chart

import (
	"math"
	"strings"
	"testing"
)

// Dots are to scale: a run in the middle of two others is drawn there, and the stroke of
// the mean is at the mean. A run without a figure has no dot.
func TestDotsAreToScale(t *testing.T) {
	d := Dots{Title: "en <&>", Rate: true, Lines: []DotLine{
		{Name: "a", Series: 0, Values: []float64{0.80, 0.82, 0.84, math.NaN()}, Names: []string{"1", "2", "3", "4"}, Mean: 0.82},
		{Name: "b", Series: 0, Values: []float64{0.80}, Names: []string{"1"}, Mean: 0.80},
	}}
	found := elements(t, d.SVG())
	var at []float64
	for _, c := range found["circle"] {
		at = append(at, number(t, c["cx"]))
	}
	if len(at) != 4 {
		t.Fatalf("%d dots, want 4", len(at))
	}
	if math.Abs(at[1]-(at[0]+at[2])/2) > 0.11 || at[0] >= at[2] {
		t.Errorf("dots at %v: the second is not in the middle", at)
	}
	if at[3] != at[0] {
		t.Errorf("equal values at %v and %v", at[3], at[0])
	}
	if found["circle"][0]["cy"] == found["circle"][3]["cy"] {
		t.Error("two systems on one line")
	}
	if n := len(found["path"]); n != 2 {
		t.Errorf("%d strokes, want 2", n)
	}
}

func TestNoDots(t *testing.T) {
	d := Dots{Title: "none", Lines: []DotLine{{Name: "a", Mean: math.NaN()}}}
	if n := len(elements(t, d.SVG())["circle"]); n != 0 {
		t.Errorf("%d dots, want none", n)
	}
}

// The axis has a zero without a sign.
func TestDotsAtZero(t *testing.T) {
	svg := Dots{Title: "t", Rate: true, Lines: []DotLine{{Name: "A", Values: []float64{0, .7}, Mean: .35}}}.SVG()
	if strings.Contains(svg, ">-0<") || !strings.Contains(svg, ">0<") {
		t.Error(svg)
	}
}
