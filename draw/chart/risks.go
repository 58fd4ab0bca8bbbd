package chart

import (
	"fmt"
	"math"
	"strings"
)

// A RiskCurve is the share of wrong answers (Risk) over the share of items that are answered (Coverage), both from 0 to
// 1, and the same for the best order of the same answers.
type RiskCurve struct {
	Name          string
	Points, Ideal [][2]float64 // coverage, risk
}

// Risks draws risk over coverage, a line for each system; one point is a system without confidences. Ideal orders are
// dotted.
func Risks(title string, curves []RiskCurve) string {
	high, wide := .05, 1.0
	names := make([]string, len(curves))
	for i, curve := range curves {
		names[i] = curve.Name
		for _, point := range curve.Points {
			wide, high = max(wide, point[0]), max(high, point[1])
		}
	}
	high = math.Ceil(high*20) / 20
	c := &canvas{width: left + plotHeight + right}
	c.legend(names)
	c.height = c.top + plotHeight + bottom
	floor := c.top + plotHeight
	x := func(v float64) float64 { return left + plotHeight*v/wide }
	y := func(v float64) float64 { return floor - plotHeight*v/high }
	c.text(left, 16, "start", "title", title)
	for i := range 6 {
		across, up := wide*float64(i)/5, high*float64(i)/5
		fmt.Fprintf(&c.b, `<path class="grid" d="M%.1f %.1fH%.1fM%.1f %.1fV%.1f"/>`+"\n", left, y(up), left+plotHeight,
			x(across), c.top, floor)
		c.text(left-6, y(up)+4, "end", "", fmt.Sprintf("%.0f", 100*up))
		c.text(x(across), floor+16, "middle", "", fmt.Sprintf("%.0f", 100*across))
	}
	c.text(left+plotHeight/2, floor+36, "middle", "", "coverage (%)")
	c.upright(14, c.top+plotHeight/2, "risk (%)")
	path := func(points [][2]float64) string {
		var line strings.Builder
		for i, point := range points {
			line.WriteByte("ML"[min(i, 1)])
			fmt.Fprintf(&line, "%.1f %.1f", x(point[0]), y(point[1]))
		}
		return line.String()
	}
	for i, curve := range curves {
		if len(curve.Points) == 1 {
			c.marker(i, x(curve.Points[0][0]), y(curve.Points[0][1]))
			continue
		}
		fmt.Fprintf(&c.b, `<path d="%s" class="%s" stroke="currentColor" stroke-width="2" fill="none"/>`+"\n",
			path(curve.Points), colour(i))
		fmt.Fprintf(&c.b, `<path d="%s" class="%s" stroke="currentColor" stroke-dasharray="2 4" fill="none"/>`+"\n",
			path(curve.Ideal), colour(i))
	}
	return c.svg(title)
}
