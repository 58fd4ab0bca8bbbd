// Package chart draws the plots of a report as SVG: bars by group, lines by
// number, points of precision against recall. Systems differ by colour, by
// shape and by the pattern of their lines, so that no figure depends on colour.
package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// A Series is the figures of one system, one per place; NaN is no figure.
// Low and High, where they are given, are the ends of intervals.
type Series struct {
	Name      string
	Values    []float64
	Low, High []float64
}

// A Plot holds the values and titles of a plot.
type Plot struct {
	Title  string
	XLabel string
	YLabel string
	Places []string  // names along the x axis
	Sizes  []float64 // how much data gold has at each place, drawn as bars below the axis; may be nil
	// At, if not nil, gives each place its number on the x axis, in rising order.
	// Without it places are one step apart.
	At     []float64
	Series []Series
	Rate   bool // values are fractions of 1, shown in percent
	// Fewest is the size from which on a place has full colour and an interval: a few items have an
	// interval over the whole scale.
	Fewest float64
	// Lines joins the values of a series, because places are numbers in order.
	Lines bool
	// Href, if not nil, returns where the name of a place leads (series -1), and the bar or
	// point of a series there; "" for nowhere.
	Href func(place, series int) string
}

// of begins a link to the data of a series at a place; it returns the end of the link.
func (c *canvas) of(plot *Plot, series, place int) (end string) {
	if plot.Href == nil || plot.Href(place, series) == "" {
		return ""
	}
	name := fmt.Sprintf("%s %s: %s", plot.Series[series].Name, plot.Places[place],
		plot.value(plot.Series[series].Values[place]))
	fmt.Fprintf(&c.b, `<a href="%s" aria-label="%s">`, html.EscapeString(plot.Href(place, series)),
		html.EscapeString(name))
	return "</a>\n"
}

// link begins a link to the data of a place; it returns the end of the link. Its name is the text
// within, or that of the place if none is shown.
func (c *canvas) link(plot *Plot, place int, text string) (end string) {
	if plot.Href == nil || plot.Href(place, -1) == "" {
		return ""
	}
	label := ""
	if text == "" {
		name := plot.Places[place]
		if place < len(plot.Sizes) {
			name += fmt.Sprintf(": %.0f in gold", plot.Sizes[place])
		}
		label = fmt.Sprintf(` aria-label="%s"`, html.EscapeString(name))
	}
	fmt.Fprintf(&c.b, `<a href="%s" class="link"%s>`, html.EscapeString(plot.Href(place, -1)), label)
	return "</a>\n"
}

// A Point is one system in a plot of precision against recall.
type Point struct {
	Name              string
	Precision, Recall float64 // fractions of 1
}

// The measures of a plot, in pixels.
const (
	plotHeight = 260.0
	left       = 56.0
	top        = 46.0 // with one line of legend
	bottom     = 84.0
	right      = 24.0
	legendLine = 18.0
	widest     = 640.0 // of a legend that makes the plot wider
)

// seriesCount is the number of colours; shapes and dashes have other periods, so
// that no two of the first 168 systems look alike.
const seriesCount = 8

var dashes = []string{"", "7 4", "2 3", "9 3 2 3", "4 2", "1 4", "12 4"}

// shapes is how many shapes of markers there are; more series than that share shapes, and differ in colour.
const shapes = 6

// css names its colours as the page does, with values of its own for plots that
// are files. It speaks of charts alone, because a page may hold other drawings
// too. Colours keep apart for colour-blind eyes, and have a contrast of at least
// 3:1 with the page in both themes.
const css = `<style>.chart text{font:12px system-ui,"Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif;fill:var(--text,#1b1c1e)}
.chart .title{font-size:14px;font-weight:600}.chart .small{font-size:11px;fill:var(--muted,#5b5e64)}.chart .grid{stroke:var(--line,#dddedf);stroke-width:1;fill:none}.chart .size{fill:var(--line,#dddedf)}
.chart .c0{color:var(--c0,#0b5cc4)}.chart .c1{color:var(--c1,#8f2a00)}.chart .c2{color:var(--c2,#2f9a86)}.chart .c3{color:var(--c3,#8e83ba)}.chart .c4{color:var(--c4,#946a00)}.chart .c5{color:var(--c5,#4e0b3f)}.chart .c6{color:var(--c6,#5f6657)}.chart .c7{color:var(--c7,#0f2717)}
.chart .whisker{fill:none;stroke:currentColor}
@media screen and (prefers-color-scheme:dark){.chart:root{--text:#e9eaec;--muted:#a5aab2;--line:#353a41;--c0:#79b0ff;--c1:#ff7a50;--c2:#8ff0df;--c3:#ac4d97;--c4:#f2d565;--c5:#9d9e99;--c6:#627563;--c7:#d91d07}}</style>`

type canvas struct {
	b             strings.Builder
	width, height float64
	top           float64 // where the field begins
}

// extent is about how wide a text of 12 pixels is.
func extent(s string) float64 {
	w := 0.0
	for _, r := range s {
		switch {
		case r >= 0x1100 && runewidth.RuneWidth(r) == 2:
			w += 12.5
		case unicode.IsUpper(r) || r == 'm' || r == 'w' || r == '…':
			w += 9.5
		case runewidth.RuneWidth(r) > 0:
			w += 7
		}
	}
	return w
}

// shorten cuts s to a width.
func shorten(s string, width float64) string {
	if extent(s) <= width {
		return s
	}
	cut := []rune(s)
	for len(cut) > 1 && extent(string(cut)+"…") > width {
		cut = cut[:len(cut)-1]
	}
	return string(cut) + "…"
}

func (c *canvas) text(x, y float64, anchor, class, s string) {
	fmt.Fprintf(&c.b, `<text x="%.1f" y="%.1f" text-anchor="%s"`, x, y, anchor)
	if class != "" {
		fmt.Fprintf(&c.b, ` class="%s"`, class)
	}
	fmt.Fprintf(&c.b, ">%s</text>\n", html.EscapeString(s))
}

// grid draws a line of the grid.
func (c *canvas) grid(x1, y1, x2, y2 float64) {
	fmt.Fprintf(&c.b, `<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", x1, y1, x2, y2)
}

func (c *canvas) svg(title string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" class="chart" role="%s" aria-label="%s">`+
		"\n<title>%s</title>\n%s\n%s</svg>\n", c.width, c.height, c.width, c.height, role(c.b.String()),
		html.EscapeString(title), html.EscapeString(title), css, c.b.String())
}

// colour is the class of the colour of series i.
func colour(i int) string { return fmt.Sprintf("c%d", i%seriesCount) }

// marker draws the shape of series i at a point.
func (c *canvas) marker(i int, x, y float64) { c.b.WriteString(Marker(i, x, y)) }

// Marker is the shape of series i as an element of SVG, in the colour of its
// class c0 to c7.
func Marker(i int, x, y float64) string {
	d := ""
	switch i % shapes {
	case 0:
		return fmt.Sprintf(`<circle cx="%.1f" cy="%.1f" r="4" class="%s" fill="currentColor"/>`+"\n", x, y, colour(i))
	case 1:
		d = fmt.Sprintf("M%.1f %.1fh8v8h-8z", x-4, y-4)
	case 2:
		d = fmt.Sprintf("M%.1f %.1fl5 9h-10z", x, y-5)
	case 3:
		d = fmt.Sprintf("M%.1f %.1fl5 5l-5 5l-5 -5z", x, y-5)
	case 4:
		d = fmt.Sprintf("M%.1f %.1fl5 -9h-10z", x, y+5)
	case 5:
		return fmt.Sprintf(`<path d="M%.1f %.1fl8 8m0 -8l-8 8" class="%s" stroke="currentColor" stroke-width="2.5" fill="none"/>`+"\n", x-4, y-4, colour(i))
	}
	return fmt.Sprintf(`<path d="%s" class="%s" fill="currentColor"/>`+"\n", d, colour(i))
}

// A scale turns a value into a height.
type scale struct{ low, high, top float64 }

func (s scale) y(v float64) float64 {
	return s.top + plotHeight*(1-(v-s.low)/(s.high-s.low))
}

// scaleOf takes in all values, from 0 unless they all lie high.
func scaleOf(plot *Plot, top float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	take := func(v float64) {
		if finite(v) {
			low, high = min(low, v), max(high, v)
		}
	}
	for _, s := range plot.Series {
		for i, v := range s.Values {
			take(v)
			if i < len(s.Low) {
				take(s.Low[i])
				take(s.High[i])
			}
		}
	}
	if low > high {
		return scale{0, 1, top}
	}
	if plot.Rate {
		high = 1
		if !plot.Lines || low < 0.5 {
			low = 0
		} else {
			low = math.Floor(low*10) / 10
		}
	} else {
		low, high = min(0, low), high*1.05
	}
	if low == high {
		high = low + 1
	}
	return scale{low, high, top}
}

func (p *Plot) tick(v float64) string {
	if p.Rate {
		return fmt.Sprintf("%.0f", 100*v)
	}
	return fmt.Sprintf("%.3g", v)
}

// SVG draws the plot.
func (p *Plot) SVG() string {
	n := float64(max(1, len(p.Places)))
	longest := 7.0
	for _, s := range p.Places {
		longest = max(longest, extent(s))
	}
	bar := 14.0
	slot := max(bar*float64(len(p.Series))+14, min(longest+8, 140))
	if p.Lines {
		slot = max(28, min(longest+8, 140), 9*float64(len(p.Series)))
	}
	if len(p.At) > 1 { // room for the names of the nearest neighbours
		slot = max(slot, min((longest+8)/p.nearest(), 80))
	}
	c := &canvas{width: max(left+slot*n+right, 320)}
	slot = max(slot, min((c.width-left-right)/n, 90)) // few places use the room
	var names []string
	for _, s := range p.Series {
		names = append(names, s.Name)
	}
	c.legend(names)
	c.height = c.top + plotHeight + bottom
	c.text(left, 16, "start", "title", p.Title)
	sc, floor := scaleOf(p, c.top), c.top+plotHeight
	for i := 0; i <= 5; i++ {
		v := sc.low + (sc.high-sc.low)*float64(i)/5
		c.grid(left, sc.y(v), c.width-right, sc.y(v))
		c.text(left-6, sc.y(v)+4, "end", "small", p.tick(v))
	}
	unit := p.YLabel
	if p.Rate {
		unit += " (%)"
	}
	c.upright(14, c.top+plotHeight/2, unit)
	if p.At != nil {
		slot = (c.width - left - right) / n
	}
	for i, name := range p.Places {
		x := p.x(i, slot)
		room := slot - 4
		if p.At != nil {
			room = p.room(i, slot)
		}
		short := shorten(name, room)
		if p.At != nil && short != name {
			short = "" // its neighbours have taken the place
		}
		end := c.link(p, i, short)
		if short != name {
			fmt.Fprintf(&c.b, "<g><title>%s</title>", html.EscapeString(name))
		}
		c.text(x, floor+16, "middle", "", short)
		if short != name {
			c.b.WriteString("</g>\n")
		}
		if i < len(p.Sizes) {
			c.size(p, i, x, floor, min(room, slot-4), short != "")
		}
		c.b.WriteString(end)
	}
	c.text(left+slot*n/2, floor+70, "middle", "", p.XLabel)
	for s := range p.Series {
		if p.Lines {
			c.lines(p, s, sc, slot)
		} else {
			c.bars(p, s, sc, slot, bar)
		}
	}
	return c.svg(p.Title)
}

// x is where place i is on the axis.
func (p *Plot) x(i int, slot float64) float64 {
	if len(p.At) < 2 || p.At[len(p.At)-1] <= p.At[0] {
		return left + slot*(float64(i)+0.5)
	}
	wide := slot * float64(len(p.Places)-1)
	return left + slot/2 + wide*(p.At[i]-p.At[0])/(p.At[len(p.At)-1]-p.At[0])
}

// nearest is the smallest distance between places, in parts of the mean distance.
func (p *Plot) nearest() float64 {
	last := len(p.At) - 1
	whole := p.At[last] - p.At[0]
	least := whole
	for i := range last {
		least = min(least, p.At[i+1]-p.At[i])
	}
	if least <= 0 {
		return 1
	}
	return least * float64(last) / whole
}

// room is how wide the name of place i may be between its neighbours.
func (p *Plot) room(i int, slot float64) float64 {
	room := 140.0
	for _, j := range []int{i - 1, i + 1} {
		if j >= 0 && j < len(p.At) {
			room = min(room, math.Abs(p.x(j, slot)-p.x(i, slot))-2)
		}
	}
	return room
}

// size draws how much data a place has: a bar below the axis, and the number
// where there is room for it and a name above it.
func (c *canvas) size(plot *Plot, i int, x, floor, room float64, named bool) {
	most := 1.0
	for _, n := range plot.Sizes {
		most = max(most, n)
	}
	const tall = 16.0
	high, count := tall*plot.Sizes[i]/most, fmt.Sprintf("%.0f", plot.Sizes[i])
	fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="size"><title>%s: %s in gold</title></rect>`+"\n",
		x-max(3, room/2-2), floor+22+tall-high, 2*max(3, room/2-2), max(0.5, high), html.EscapeString(plot.Places[i]), count)
	if named && extent(count) <= room {
		c.text(x, floor+52, "middle", "small", count)
	}
}

// upright writes a text that reads upwards.
func (c *canvas) upright(x, y float64, s string) {
	fmt.Fprintf(&c.b, `<text x="%.0f" y="%.1f" text-anchor="middle" transform="rotate(-90 %.0f %.1f)">%s</text>`+"\n", x,
		y, x, y, html.EscapeString(s))
}

// legend names the series, in as many lines as they need, and sets where the
// field below begins. A series without a name is left out.
func (c *canvas) legend(names []string) {
	x, y, room := left, 30.0, max(c.width, widest)-right
	for i, name := range names {
		if name == "" {
			continue
		}
		wide := 26 + extent(name)
		if x > left && x+wide > room {
			x, y = left, y+legendLine
		}
		c.marker(i, x+5, y)
		c.text(x+14, y+4, "start", "", name)
		x += wide
		c.width = max(c.width, x)
	}
	c.top = top + y - 30
}

func (c *canvas) bars(plot *Plot, s int, sc scale, slot, bar float64) {
	se := plot.Series[s]
	for i, value := range se.Values {
		if !finite(value) {
			continue
		}
		x := left + slot*float64(i) + (slot-bar*float64(len(plot.Series)))/2 + bar*float64(s)
		y, zero := sc.y(value), sc.y(max(0, sc.low))
		pale := ""
		if plot.few(i) {
			pale = ` fill-opacity=".4"`
		}
		end := c.of(plot, s, i)
		if end != "" && math.Abs(zero-y) < 24 { // large enough to hit
			fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="24" fill="none" pointer-events="all"/>`, x,
				zero-24, bar-2)
		}
		fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" class="%s" fill="currentColor"%s><title>%s %s: %s</title></rect>`+"\n",
			x, min(y, zero), bar-2, max(0.5, math.Abs(zero-y)), colour(s), pale, html.EscapeString(se.Name),
			html.EscapeString(plot.Places[i]), plot.value(value))
		c.b.WriteString(end)
		if !plot.few(i) {
			c.whisker(se, i, sc, x+bar/2-1, "")
		}
	}
}

func (p *Plot) value(v float64) string {
	if p.Rate {
		return fmt.Sprintf("%.2f %%", 100*v)
	}
	return fmt.Sprintf("%.4g", v)
}

// few reports whether a place has too few items for an interval.
func (p *Plot) few(place int) bool { return place < len(p.Sizes) && p.Sizes[place] < p.Fewest }

// whisker draws an interval, in the colour of a class; "" is the colour of text.
func (c *canvas) whisker(se Series, i int, sc scale, x float64, class string) {
	if i >= len(se.Low) || math.IsNaN(se.Low[i]) || math.IsNaN(se.High[i]) {
		return
	}
	fmt.Fprintf(&c.b, `<path d="M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6" class="%s"/>`+"\n",
		x, sc.y(se.Low[i]), sc.y(se.High[i]), x-3, sc.y(se.Low[i]), x-3, sc.y(se.High[i]),
		strings.TrimSpace("whisker "+class))
}

// lines draws series s. Its values are at their places; the intervals of several
// systems are a little apart, so that they do not hide one another.
func (c *canvas) lines(plot *Plot, s int, sc scale, slot float64) {
	se := plot.Series[s]
	at := func(i int) float64 { return plot.x(i, slot) }
	apart := min(7, slot/float64(len(plot.Series)+1)) * (float64(s) - float64(len(plot.Series)-1)/2)
	var d strings.Builder
	pen := "M"
	for i, v := range se.Values {
		if !finite(v) {
			pen = "M"
			continue
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", pen, at(i), sc.y(v))
		pen = "L"
	}
	fmt.Fprintf(&c.b, `<path d="%s" class="%s" fill="none" stroke="currentColor" stroke-width="2" stroke-dasharray="%s"/>`+"\n",
		d.String(), colour(s), dashes[s%len(dashes)])
	for i, v := range se.Values {
		if finite(v) {
			if !plot.few(i) {
				c.whisker(se, i, sc, at(i)+apart, colour(s))
			}
			end := c.of(plot, s, i)
			fmt.Fprintf(&c.b, "<g><title>%s %s: %s</title>", html.EscapeString(se.Name),
				html.EscapeString(plot.Places[i]), plot.value(v))
			if end != "" { // large enough to hit
				fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="24" height="24" fill="none" pointer-events="all"/>`,
					at(i)-12, sc.y(v)-12)
			}
			c.marker(s, at(i), sc.y(v))
			c.b.WriteString("</g>\n" + end)
		}
	}
}

// Scatter draws precision against recall, with lines of equal F1.
func Scatter(title string, points []Point) string {
	var curves []Curve
	for _, p := range points {
		curves = append(curves, Curve{p.Name, []Point{p}})
	}
	return Curves(title, curves)
}

// A Curve is precision against recall of one system, point by point along a line.
type Curve struct {
	Name   string
	Points []Point
}

// defined returns the points that have both figures.
func (c Curve) defined() []Point {
	return slices.DeleteFunc(slices.Clone(c.Points), func(p Point) bool {
		return math.IsNaN(p.Precision) || math.IsNaN(p.Recall)
	})
}

// Curves draws precision against recall, with lines of equal F1.
func Curves(title string, curves []Curve) string {
	low := 1.0
	names := make([]string, len(curves))
	for i, curve := range curves {
		for _, p := range curve.defined() {
			low = min(low, p.Precision, p.Recall)
			names[i] = curve.Name
		}
	}
	low = max(0, math.Floor(low*10-0.5)/10)
	c := &canvas{width: left + plotHeight + right}
	c.legend(names)
	c.height = c.top + plotHeight + bottom
	sc, floor := scale{low, 1, c.top}, c.top+plotHeight
	x := func(v float64) float64 { return left + plotHeight*(v-low)/(1-low) }
	c.text(left, 16, "start", "title", title)
	for i := 0; i <= 5; i++ {
		v := low + (1-low)*float64(i)/5
		fmt.Fprintf(&c.b, `<path class="grid" d="M%.1f %.1fH%.1fM%.1f %.1fV%.1f"/>`+"\n", left, sc.y(v),
			left+plotHeight, x(v), c.top, floor)
		c.text(left-6, sc.y(v)+4, "end", "", fmt.Sprintf("%.0f", 100*v))
		c.text(x(v), floor+16, "middle", "", fmt.Sprintf("%.0f", 100*v))
	}
	for i := 1; i <= 4; i++ { // F1 is constant along p = f*r/(2r-f)
		f := low + (1-low)*float64(i)/5
		var d strings.Builder
		pen := "M"
		for r := f / 2; r <= 1.0001; r += (1 - low) / 60 {
			p := f * r / (2*r - f)
			if p >= low && p <= 1 && r >= low {
				fmt.Fprintf(&d, "%s%.1f %.1f", pen, x(r), sc.y(p))
				pen = "L"
			}
		}
		fmt.Fprintf(&c.b, `<path d="%s" fill="none" class="grid" stroke-dasharray="3 3"/>`+"\n", d.String())
		if p := f / (2 - f); p > low { // named where it leaves the field: there recall is 1
			c.text(x(1)-3, sc.y(p)-3, "end", "small", fmt.Sprintf("F1 %.0f", 100*f))
		}
	}
	c.text(left+plotHeight/2, floor+36, "middle", "", "recall (%)")
	c.upright(14, c.top+plotHeight/2, "precision (%)")
	for i, curve := range curves {
		var line strings.Builder
		for k, p := range curve.defined() {
			if k > 0 {
				line.WriteByte('L')
			}
			fmt.Fprintf(&line, "%.1f %.1f", x(p.Recall), sc.y(p.Precision))
		}
		if len(curve.Points) > 1 {
			fmt.Fprintf(&c.b, `<path d="M%s" class="%s" stroke="currentColor" stroke-width="2" fill="none"/>`+"\n", line.String(),
				colour(i))
		}
		for _, p := range curve.defined() {
			c.marker(i, x(p.Recall), sc.y(p.Precision))
		}
	}
	return c.svg(title)
}
