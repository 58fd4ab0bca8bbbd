package chart

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// A Front shows accuracy against speed, and the front: the systems of which no other is both faster
// and better. Speeds are on a logarithmic axis.
type Front struct {
	Title, YLabel string
	Rate          bool // accuracies are fractions of 1, shown in percent
	Rivals        []Rival
}

// A Rival is one system.
type Rival struct {
	Name      string
	Series    int
	Speed     float64 // words per second
	Value     float64
	Low, High float64 // the interval of the value; NaN if there is none
}

// Best are the indices of the front, from the slowest to the fastest.
func (f *Front) Best() (list []int) {
	for i, r := range f.Rivals {
		beaten := slices.ContainsFunc(f.Rivals, func(o Rival) bool {
			return o.Speed >= r.Speed && o.Value >= r.Value && (o.Speed > r.Speed || o.Value > r.Value)
		})
		if !beaten && finite(r.Value) && r.Speed > 0 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(a, b int) int {
		return int(math.Copysign(1, f.Rivals[a].Speed-f.Rivals[b].Speed))
	})
	return list
}

// SVG draws the systems, with a step line along the front.
func (f *Front) SVG() string {
	field, slow, fast := Field{}, math.Inf(1), 0.0
	var names []string
	for _, rival := range f.Rivals {
		field.Take(rival.Value, rival.Low, rival.High)
		slow, fast = min(slow, rival.Speed), max(fast, rival.Speed)
		for len(names) <= rival.Series {
			names = append(names, "")
		}
		names[rival.Series] = rival.Name
	}
	slow, fast = slow/1.3, fast*1.3
	canvas := &canvas{width: widest}
	canvas.legend(names)
	canvas.height = canvas.top + plotHeight + bottom
	from, to, ticks := field.ticks()
	floor, end := canvas.top+plotHeight, canvas.width-right
	x := func(v float64) float64 { return left + (end-left)*math.Log(v/slow)/math.Log(fast/slow) }
	y := func(v float64) float64 { return canvas.top + plotHeight*(1-(v-from)/(to-from)) }
	canvas.text(left, 16, "start", "title", f.Title)
	for _, tick := range ticks {
		if tick <= to {
			canvas.grid(left, y(tick), end, y(tick))
			canvas.text(left-6, y(tick)+4, "end", "", axisNumber(tick, f.Rate))
		}
	}
	last := math.Inf(-1)
	for _, tick := range logTicks(slow, fast) {
		canvas.grid(x(tick), canvas.top, x(tick), floor)
		if text := fmt.Sprintf("%.12g", tick); x(tick)-last > extent(text)+8 {
			canvas.text(x(tick), floor+16, "middle", "", text)
			last = x(tick)
		}
	}
	canvas.text((left+end)/2, floor+36, "middle", "", "words per second")
	canvas.upright(14, canvas.top+plotHeight/2, f.YLabel)
	canvas.steps(f, x, y)
	for _, rival := range f.Rivals {
		if !finite(rival.Value) {
			continue
		}
		if finite(rival.Low) && finite(rival.High) {
			fmt.Fprintf(&canvas.b, `<path d="M%.1f %.1fV%.1fm-3 0h6M%.1f %.1fh6" class="whisker %s"/>`+"\n",
				x(rival.Speed), y(rival.Low), y(rival.High), x(rival.Speed)-3, y(rival.Low), colour(rival.Series))
		}
		fmt.Fprintf(&canvas.b, `<g><title>%s: %s at %s words per second</title>`, html.EscapeString(rival.Name),
			(&Plot{Rate: f.Rate}).value(rival.Value), fmt.Sprintf("%.3g", rival.Speed))
		canvas.marker(rival.Series, x(rival.Speed), y(rival.Value))
		canvas.b.WriteString("</g>\n")
	}
	return canvas.svg(f.Title)
}

// steps draws the front: systems below and to the left of the line are beaten.
func (c *canvas) steps(f *Front, x, y func(float64) float64) {
	var d strings.Builder
	for k, i := range f.Best() {
		r := f.Rivals[i]
		if k == 0 {
			fmt.Fprintf(&d, "M%.1f %.1fH%.1f", left, y(r.Value), x(r.Speed))
			continue
		}
		fmt.Fprintf(&d, "V%.1fH%.1f", y(r.Value), x(r.Speed))
	}
	if d.Len() > 0 {
		fmt.Fprintf(&c.b, `<path d="%s" fill="none" stroke="currentColor" stroke-opacity=".5" stroke-dasharray="4 3"/>`+
			"\n", d.String())
	}
}

// logTicks are 1, 2 and 5 times powers of ten between two numbers.
func logTicks(low, high float64) (list []float64) {
	for e := math.Floor(math.Log10(low)); e <= math.Log10(high); e++ {
		for _, m := range []float64{1, 2, 5} {
			if v := m * math.Pow(10, e); v >= low && v <= high {
				list = append(list, v)
			}
		}
	}
	return list
}
