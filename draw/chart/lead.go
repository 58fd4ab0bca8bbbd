package chart

import (
	"fmt"
	"math"
	"strings"
)

// A Climb leads from one score to another by parts, each a row of a table.
type Climb struct {
	From, To float64
	Parts    []Part
	Series   [2]int // colours: of the system at the beginning and at the end
	Rate     bool
	Grey     bool // no difference was shown
}

// climbWidth and climbHeight are the size of a row, in pixels.
const climbWidth, climbHeight = 440.0, 24.0

// Rows draws the score that the parts begin with, a row for each part, the score that they lead to, and
// the axis of all. The whisker is under the end of its bar, which never hides it.
func (c Climb) Rows() (rows []string, axis string) {
	field, at := Field{}, c.From
	field.Take(c.From, c.To)
	for _, p := range c.Parts {
		field.Take(at+p.Size, at+p.Low, at+p.High)
		at += p.Size
	}
	low, high, ticks := field.ticks()
	x := func(v float64) float64 { return 8 + (climbWidth-16)*(v-low)/(high-low) }
	var grid strings.Builder
	for _, v := range ticks {
		fmt.Fprintf(&grid, `<line class="grid" x1="%.1f" y1="0" x2="%.1f" y2="%.0f"/>`, x(v), x(v), climbHeight)
	}
	svg := func(height float64, body string) string { return drawing("climb", climbWidth, height, body) }
	end := func(v float64, series int) string {
		return svg(climbHeight, grid.String()+fmt.Sprintf(
			`<rect class="c%d" fill="currentColor" x="%.1f" y="3" width="3" height="18"/>`, series%seriesCount, x(v)-1.5))
	}
	rows, at = append(rows, end(c.From, c.Series[0])), c.From
	forward := c.To >= c.From
	for _, p := range c.Parts {
		class := colour(c.Series[0])
		if (p.Size >= 0) == forward {
			class = colour(c.Series[1])
		}
		if c.Grey {
			class = "even"
		}
		fill := `fill="currentColor"`
		if p.Rest {
			fill = `fill="none" stroke="currentColor" stroke-dasharray="3 2"`
		}
		a, z := x(at), x(at+p.Size)
		body := fmt.Sprintf(`%s<g class="%s"><rect %s x="%.1f" y="2" width="%.1f" height="11"/></g>`, grid.String(), class,
			fill, min(a, z), max(1, math.Abs(z-a)))
		if !math.IsNaN(p.Low) {
			l, h := x(at+p.Low), x(at+p.High)
			body += fmt.Sprintf(`<path class="reach" d="M%.1f 16v5M%.1f 18.5H%.1fM%.1f 16v5"/>`, l, l, h, h)
		}
		rows = append(rows, svg(climbHeight, body))
		at += p.Size
	}
	rows = append(rows, end(c.To, c.Series[1]))
	var text strings.Builder
	for _, v := range ticks {
		fmt.Fprintf(&text, `<text class="small" x="%.1f" y="14" text-anchor="middle">%s</text>`, x(v), axisNumber(v, c.Rate))
	}
	return rows, svg(18, text.String())
}

// Two draws two shares as bars, grey over blue; both are at most largest.
func Two(words, errors, largest float64) string {
	const width = 180.0
	x := func(v float64) float64 { return max(1, width*v/largest) }
	return drawing("two", width, 22, fmt.Sprintf(`<rect class="words" y="2" width="%.1f" height="7"/>`+
		`<rect class="errors" y="12" width="%.1f" height="7"/>`, x(words), x(errors)))
}

// Apart draws two rates on a line from 0 to 1: a ring elsewhere, its figure below, a dot here, its
// figure above.
func Apart(elsewhere, here float64) string {
	const width = 220.0
	x := func(v float64) float64 { return 16 + (width-32)*v }
	a, b := x(elsewhere), x(here)
	return drawing("apart", width, 44, fmt.Sprintf(`<line class="grid" x1="%.1f" y1="22" x2="%.1f" y2="22"/>`+
		`<line class="whisker" x1="%.1f" y1="22" x2="%.1f" y2="22"/><circle class="there" cx="%.1f" cy="22" r="4.5"/>`+
		`<circle class="here" cx="%.1f" cy="22" r="4.5"/>`+
		`<text class="small" x="%.1f" y="40" text-anchor="middle">%s</text>`+
		`<text class="strong" x="%.1f" y="12" text-anchor="middle">%s</text>`,
		x(0), x(1), a, b, a, b, a, number1(elsewhere, true), b, number1(here, true)))
}

// drawing is a small drawing in a table that says the same in figures.
func drawing(class string, width, height float64, body string) string {
	return fmt.Sprintf(`<svg class="%s" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" aria-hidden="true">`,
		strings.TrimSpace("chart "+class), width, height, width, height) + body + "</svg>"
}
