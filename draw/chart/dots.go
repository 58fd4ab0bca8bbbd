package chart

import (
	"fmt"
	"html"
	"math"
	"strings"
)

// Dots shows the spread of a score over runs: a line for each system, with a dot for
// each run and a stroke at their mean.
type Dots struct {
	Title string
	Rate  bool // values are fractions of 1, shown in percent
	Lines []DotLine
}

// A DotLine is one system.
type DotLine struct {
	Name   string
	Series int
	Values []float64 // of the runs; NaN is no figure
	Names  []string  // of the runs
	Mean   float64
}

// SVG draws the lines, on an axis as long as the values need.
func (d Dots) SVG() string {
	const width, right, row, head = 340.0, 328.0, 20.0, 34.0
	field, longest := Field{}, 0.0
	for _, l := range d.Lines {
		field.Take(append([]float64{l.Mean}, l.Values...)...)
		longest = max(longest, extent(l.Name))
	}
	names := min(longest+8, 120)
	begin := names + 16
	from, to, ticks := field.ticks()
	x := func(v float64) float64 { return begin + (right-begin)*(v-from)/(to-from) }
	c := &canvas{width: width, height: head + row*float64(len(d.Lines)) + 26}
	c.text(0, 16, "start", "title", shorten(d.Title, width/1.2))
	floor := head + row*float64(len(d.Lines))
	last := math.Inf(-1)
	for _, tick := range ticks {
		if x(tick) > right+0.5 {
			break
		}
		c.grid(x(tick), head-8, x(tick), floor)
		if text := axisNumber(tick, d.Rate); x(tick)-last > extent(text)+6 {
			c.text(x(tick), floor+16, "middle", "small", text)
			last = x(tick)
		}
	}
	for i, l := range d.Lines {
		c.dotLine(l, d.Rate, head+row*(float64(i)+0.5)-4, names, x)
	}
	return c.svg(d.Title)
}

// dotLine draws one line.
func (c *canvas) dotLine(l DotLine, rate bool, y, names float64, x func(float64) float64) {
	plot := Plot{Rate: rate}
	short := shorten(l.Name, names)
	if short != l.Name {
		fmt.Fprintf(&c.b, "<g><title>%s</title>", html.EscapeString(l.Name))
	}
	c.text(names, y+4, "end", "", short)
	if short != l.Name {
		c.b.WriteString("</g>\n")
	}
	if !math.IsNaN(l.Mean) {
		fmt.Fprintf(&c.b, `<path d="M%.1f %.1fv14" class="whisker"><title>%s: mean %s</title></path>`+"\n", x(l.Mean),
			y-7, html.EscapeString(l.Name), plot.value(l.Mean))
	}
	for i, value := range l.Values {
		if !finite(value) {
			continue
		}
		name := l.Name
		if i < len(l.Names) {
			name += " run " + l.Names[i]
		}
		fmt.Fprintf(&c.b, `<g opacity=".75"><title>%s: %s</title>%s</g>`+"\n", html.EscapeString(name),
			plot.value(value), strings.TrimSpace(Marker(l.Series, x(value), y)))
	}
}
