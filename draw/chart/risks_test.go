package chart

import (
	"strings"
	"testing"
)

// TestRisks: a line and its ideal for a system with confidences, a point for one without.
func TestRisks(t *testing.T) {
	svg := Risks("risk", []RiskCurve{
		{"a", [][2]float64{{.1, .02}, {.5, .1}, {1, .2}}, [][2]float64{{.8, 0}, {1, .2}}},
		{"b", [][2]float64{{.7, .15}}, nil},
	})
	if strings.Count(svg, `stroke-width="2"`) != 1 || strings.Count(svg, `stroke-dasharray="2 4"`) != 1 || !strings.Contains(svg, "coverage (%)") {
		t.Errorf("%s", svg)
	}
	if strings.Contains(svg, "NaN") || !strings.HasSuffix(strings.TrimSpace(svg), "</svg>") {
		t.Errorf("%s", svg)
	}
}
