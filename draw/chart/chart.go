// Package chart draws the plots of a report as SVG: bars by group, lines by
// number, points of precision against recall. Systems differ by colour, by
// shape and by the pattern of their lines, so that no figure hangs on colour.
package chart

import (
	"fmt"
	"html"
	"math"
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

// A Plot is what is drawn.
type Plot struct {
	Title  string
	XLabel string
	YLabel string
	Places []string  // what stands along the x axis
	Sizes  []float64 // how much data each place has; shown below its name, may be nil
	Series []Series
	Rate   bool // values are fractions of 1, shown in percent
	// Lines joins the values of a series: places are numbers in order.
	Lines bool
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
	bottom     = 64.0
	right      = 24.0
	legendLine = 18.0
	widest     = 640.0 // of a legend that makes the plot wider
)

// colours are told apart by colour-blind eyes too (Okabe & Ito 2008).
var colours = []string{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#555555"}
var dashes = []string{"", "7 4", "2 3", "9 3 2 3", "4 2", "1 4", "12 4"}

// css speaks of charts alone, because a page may hold other drawings too. Prints
// are on white paper.
const css = `<style>.chart text{font:12px "Noto Sans","DejaVu Sans",Helvetica,Arial,sans-serif;fill:#1b1f24}
.chart .title{font-size:14px;font-weight:bold}.chart .small{font-size:10px;fill:#59636e}.chart .grid{stroke:#d0d7de;stroke-width:1}.chart .whisker{stroke:#1b1f24;fill:none}
@media screen and (prefers-color-scheme:dark){.chart text{fill:#e6edf3}.chart .small{fill:#9aa4af}.chart .grid{stroke:#3d444d}.chart .whisker{stroke:#e6edf3}}</style>`

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

func (c *canvas) svg(title string) string {
	return fmt.Sprintf(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.0f %.0f" width="%.0f" height="%.0f" class="chart" role="img" aria-label="%s">`+
		"\n<title>%s</title>\n%s\n%s</svg>\n", c.width, c.height, c.width, c.height, html.EscapeString(title), html.EscapeString(title), css, c.b.String())
}

// marker draws the shape of series i at a point.
func (c *canvas) marker(i int, x, y float64) {
	fill := colours[i%len(colours)]
	switch i % 6 {
	case 0:
		fmt.Fprintf(&c.b, `<circle cx="%.1f" cy="%.1f" r="4" fill="%s"/>`, x, y, fill)
	case 1:
		fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="8" height="8" fill="%s"/>`, x-4, y-4, fill)
	case 2:
		fmt.Fprintf(&c.b, `<path d="M%.1f %.1fl5 9h-10z" fill="%s"/>`, x, y-5, fill)
	case 3:
		fmt.Fprintf(&c.b, `<path d="M%.1f %.1fl5 5l-5 5l-5 -5z" fill="%s"/>`, x, y-5, fill)
	case 4:
		fmt.Fprintf(&c.b, `<path d="M%.1f %.1fl5 -9h-10z" fill="%s"/>`, x, y+5, fill)
	case 5:
		fmt.Fprintf(&c.b, `<path d="M%.1f %.1fl8 8m0 -8l-8 8" stroke="%s" stroke-width="2.5" fill="none"/>`, x-4, y-4, fill)
	}
	c.b.WriteByte('\n')
}

// A scale turns a value into a height.
type scale struct{ low, high, top float64 }

func (s scale) y(v float64) float64 {
	return s.top + plotHeight*(1-(v-s.low)/(s.high-s.low))
}

// scaleOf takes in all values, from 0 unless they all lie high.
func scaleOf(p *Plot, top float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	take := func(v float64) {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	for _, s := range p.Series {
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
	if p.Rate {
		high = 1
		if !p.Lines || low < 0.5 {
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
		fmt.Fprintf(&c.b, `<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", left, sc.y(v), c.width-right, sc.y(v))
		c.text(left-6, sc.y(v)+4, "end", "", p.tick(v))
	}
	unit := p.YLabel
	if p.Rate {
		unit += " (%)"
	}
	c.upright(14, c.top+plotHeight/2, unit)
	for i, name := range p.Places {
		x := left + slot*(float64(i)+0.5)
		short := shorten(name, slot-4)
		if short != name {
			fmt.Fprintf(&c.b, "<g><title>%s</title>", html.EscapeString(name))
		}
		c.text(x, floor+16, "middle", "", short)
		if short != name {
			c.b.WriteString("</g>\n")
		}
		if i < len(p.Sizes) {
			c.text(x, floor+30, "middle", "small", fmt.Sprintf("%.0f", p.Sizes[i]))
		}
	}
	c.text(left+slot*n/2, floor+50, "middle", "", p.XLabel)
	for s := range p.Series {
		if p.Lines {
			c.lines(p, s, sc, slot)
		} else {
			c.bars(p, s, sc, slot, bar)
		}
	}
	return c.svg(p.Title)
}

// upright writes a text that reads upwards.
func (c *canvas) upright(x, y float64, s string) {
	fmt.Fprintf(&c.b, `<text x="%.0f" y="%.1f" text-anchor="middle" transform="rotate(-90 %.0f %.1f)">%s</text>`+"\n", x, y, x, y, html.EscapeString(s))
}

// legend names the series, in as many lines as they need, and says where the
// field below begins. What has no name has no place.
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

func (c *canvas) bars(p *Plot, s int, sc scale, slot, bar float64) {
	se := p.Series[s]
	fill := colours[s%len(colours)]
	for i, v := range se.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			continue
		}
		x := left + slot*float64(i) + (slot-bar*float64(len(p.Series)))/2 + bar*float64(s)
		y, zero := sc.y(v), sc.y(max(0, sc.low))
		fmt.Fprintf(&c.b, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="%s"><title>%s %s: %s</title></rect>`+"\n",
			x, min(y, zero), bar-2, max(0.5, math.Abs(zero-y)), fill, html.EscapeString(se.Name), html.EscapeString(p.Places[i]), p.value(v))
		c.whisker(se, i, sc, x+bar/2-1, "")
	}
}

func (p *Plot) value(v float64) string {
	if p.Rate {
		return fmt.Sprintf("%.2f %%", 100*v)
	}
	return fmt.Sprintf("%.4g", v)
}

// whisker draws an interval; where the whiskers of several series may meet, in
// the colour of its own.
func (c *canvas) whisker(se Series, i int, sc scale, x float64, stroke string) {
	if i >= len(se.Low) || math.IsNaN(se.Low[i]) || math.IsNaN(se.High[i]) {
		return
	}
	fmt.Fprintf(&c.b, `<path d="M%.1f %.1fV%.1fM%.1f %.1fh6M%.1f %.1fh6" class="whisker"`,
		x, sc.y(se.Low[i]), sc.y(se.High[i]), x-3, sc.y(se.Low[i]), x-3, sc.y(se.High[i]))
	if stroke != "" {
		fmt.Fprintf(&c.b, ` style="stroke:%s"`, stroke)
	}
	c.b.WriteString("/>\n")
}

// lines draws series s; those of several systems stand a little apart, so that
// their intervals can be told.
func (c *canvas) lines(p *Plot, s int, sc scale, slot float64) {
	se := p.Series[s]
	at := func(i int) float64 {
		return left + slot*(float64(i)+0.5) + 7*(float64(s)-float64(len(p.Series)-1)/2)
	}
	var d strings.Builder
	pen := "M"
	for i, v := range se.Values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			pen = "M"
			continue
		}
		fmt.Fprintf(&d, "%s%.1f %.1f", pen, at(i), sc.y(v))
		pen = "L"
	}
	stroke := colours[s%len(colours)]
	fmt.Fprintf(&c.b, `<path d="%s" fill="none" stroke="%s" stroke-width="2" stroke-dasharray="%s"/>`+"\n",
		d.String(), stroke, dashes[s%len(dashes)])
	for i, v := range se.Values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) {
			c.whisker(se, i, sc, at(i), stroke)
			fmt.Fprintf(&c.b, "<g><title>%s %s: %s</title>", html.EscapeString(se.Name), html.EscapeString(p.Places[i]), p.value(v))
			c.marker(s, at(i), sc.y(v))
			c.b.WriteString("</g>\n")
		}
	}
}

// Scatter draws precision against recall, with lines of equal F1.
func Scatter(title string, points []Point) string {
	low := 1.0
	for _, p := range points {
		if !math.IsNaN(p.Precision) && !math.IsNaN(p.Recall) {
			low = min(low, p.Precision, p.Recall)
		}
	}
	low = max(0, math.Floor(low*10-0.5)/10)
	c := &canvas{width: left + plotHeight + right}
	names := make([]string, len(points))
	for i, p := range points {
		if !math.IsNaN(p.Precision) && !math.IsNaN(p.Recall) {
			names[i] = p.Name
		}
	}
	c.legend(names)
	c.height = c.top + plotHeight + bottom
	sc, floor := scale{low, 1, c.top}, c.top+plotHeight
	x := func(v float64) float64 { return left + plotHeight*(v-low)/(1-low) }
	c.text(left, 16, "start", "title", title)
	for i := 0; i <= 5; i++ {
		v := low + (1-low)*float64(i)/5
		fmt.Fprintf(&c.b, `<path class="grid" d="M%.1f %.1fH%.1fM%.1f %.1fV%.1f"/>`+"\n", left, sc.y(v), left+plotHeight, x(v), c.top, floor)
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
			c.text(x(1)-3, sc.y(p)-3, "end", "small", fmt.Sprintf("f1 %.0f", 100*f))
		}
	}
	c.text(left+plotHeight/2, floor+36, "middle", "", "recall (%)")
	c.upright(14, c.top+plotHeight/2, "precision (%)")
	for i, p := range points {
		if math.IsNaN(p.Precision) || math.IsNaN(p.Recall) {
			continue
		}
		c.marker(i, x(p.Recall), sc.y(p.Precision))
	}
	return c.svg(title)
}
