package chart

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strings"
)

// A Field is the stretch of an axis that some values need.
type Field struct {
	low, high float64
	used      bool
}

// Take makes the field hold the values that are numbers.
func (f *Field) Take(values ...float64) {
	for _, value := range values {
		if !finite(value) {
			continue
		}
		if !f.used {
			f.low, f.high, f.used = value, value, true
		}
		f.low, f.high = min(f.low, value), max(f.high, value)
	}
}

// ticks returns round numbers over the field, and the field's ends with a margin.
func (f Field) ticks() (low, high float64, at []float64) {
	if !f.used {
		return 0, 1, []float64{0, 1}
	}
	wide := f.high - f.low
	if wide == 0 {
		wide = max(math.Abs(f.high)*0.1, 0.01)
	}
	low, high = f.low-0.12*wide, f.high+0.12*wide
	return low, high, roundNumbers(low, high)
}

// finite reports whether v is a number.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// roundNumbers are multiples of a round step between two ends, four or so.
func roundNumbers(low, high float64) (out []float64) {
	step := math.Pow(10, math.Floor(math.Log10((high-low)/2)))
	for _, by := range []float64{5, 2} {
		if (high-low)/(by*step) >= 2 {
			step *= by
			break
		}
	}
	for k := math.Ceil(low / step); k*step <= high+step*1e-9; k++ { // a sum of steps would give -0
		out = append(out, k*step+0)
	}
	return out
}

// axisNumber writes a value of an axis.
func axisNumber(v float64, rate bool) string {
	if rate {
		v *= 100
	}
	return fmt.Sprintf("%.4g", math.Round(v*1e6)/1e6)
}

// Interval draws a value with its interval on a line, and the values of other
// systems as rings.
func (f Field) Interval(series int, value, low, high float64, others []float64, rate bool) string {
	const width, left, right = 340.0, 12.0, 328.0
	var out strings.Builder
	from, to, ticks := f.ticks()
	x := func(v float64) float64 { return left + (right-left)*(v-from)/(to-from) }
	fmt.Fprintf(&out, `<line class="grid" x1="%.1f" y1="10" x2="%.1f" y2="10"/>`, left, right)
	for _, v := range ticks {
		fmt.Fprintf(&out, `<line class="grid" x1="%.1f" y1="6" x2="%.1f" y2="14"/><text class="small" x="%.1f" y="30" text-anchor="middle">%s</text>`, x(v), x(v), x(v), axisNumber(v, rate))
	}
	if !math.IsNaN(low) && !math.IsNaN(high) {
		fmt.Fprintf(&out, `<line class="c%d" x1="%.1f" y1="10" x2="%.1f" y2="10" stroke="currentColor" stroke-width="6" stroke-linecap="round" opacity=".45"/>`, series%seriesCount, x(low), x(high))
	}
	for _, v := range others {
		if !math.IsNaN(v) {
			fmt.Fprintf(&out, `<circle cx="%.1f" cy="10" r="3.5" fill="none" class="whisker"/>`, x(v))
		}
	}
	if !math.IsNaN(value) {
		out.WriteString(Marker(series, x(value), 10))
	}
	return drawing("", width, 34, out.String())
}

// A Ladder shows systems on one line by their scores, and joins those that do not
// differ significantly.
type Ladder struct {
	Title string
	Rate  bool
	Rungs []Rung
	Joins []Join
}

// A Rung is one system.
type Rung struct {
	Name   string
	Series int
	Value  float64
	Href   string // where it leads, "" for nowhere
}

// A Join says that no difference was shown between two rungs.
type Join struct {
	A, B int
	Text string
}

// SVG draws the ladder.
func (l Ladder) SVG() string {
	const width, left, right, row = 460.0, 40.0, 420.0, 34.0
	field := Field{}
	order := make([]int, 0, len(l.Rungs))
	for i, r := range l.Rungs {
		field.Take(r.Value)
		if !math.IsNaN(r.Value) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(l.Rungs[a].Value, l.Rungs[b].Value) })
	from, to, ticks := field.ticks()
	x := func(v float64) float64 { return left + (right-left)*(v-from)/(to-from) }
	var out strings.Builder
	lanes := place(l.Rungs, order, x, width)
	deepest := 0
	for _, lane := range lanes {
		deepest = max(deepest, lane)
	}
	line := 16 + row*float64(deepest+1) + 12
	axis := line + 18 + 14*float64(len(l.Joins))
	var texts strings.Builder // over the lines
	for i, j := range l.Joins {
		a, z := l.Rungs[j.A].Value, l.Rungs[j.B].Value
		if math.IsNaN(a) || math.IsNaN(z) {
			continue
		}
		y := line + 12 + 14*float64(i)
		fmt.Fprintf(&out, `<path d="M%.1f %.1fV%.1fH%.1fV%.1f" fill="none" class="whisker" stroke-width="2"/>`+"\n",
			x(a), line, y, x(z), line)
		fmt.Fprintf(&texts, `<text class="small halo" x="%.1f" y="%.1f" text-anchor="start">%s</text>`+"\n",
			min(max(x(a), x(z))+6, width-room(j.Text)-2), y+4, html.EscapeString(j.Text))
	}
	for _, i := range order {
		rung := l.Rungs[i]
		y := 16 + row*float64(lanes[i])
		at := inside(x(rung.Value), room(rung.Name)/2, width)
		fmt.Fprintf(&out, `<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", x(rung.Value), y+18,
			x(rung.Value), line)
		end := "\n"
		if rung.Href != "" {
			fmt.Fprintf(&texts, `<a href="%s">`, html.EscapeString(rung.Href))
			end = "</a>\n"
		}
		fmt.Fprintf(&texts, `<text class="halo" x="%.1f" y="%.1f" text-anchor="middle">%s</text><text class="title halo" x="%.1f" y="%.1f" text-anchor="middle">%s</text>%s`,
			at, y-3, html.EscapeString(shorten(rung.Name, 220)), at, y+13, number1(rung.Value, l.Rate), end)
		out.WriteString(Marker(rung.Series, x(rung.Value), line))
	}
	out.WriteString(texts.String())
	fmt.Fprintf(&out, `<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n", left-20, axis, right+20, axis)
	for _, v := range ticks {
		fmt.Fprintf(&out, `<line class="grid" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/><text class="small" x="%.1f" y="%.1f" text-anchor="middle">%s</text>`+"\n", x(v), axis, x(v), axis+5, x(v), axis+18, axisNumber(v, l.Rate))
	}
	height := axis + 26
	return titled("", width, height, l.Title, css+"\n"+out.String())
}

// number1 writes a value with one digit after the point.
func number1(v float64, rate bool) string {
	if rate {
		v *= 100
	}
	return fmt.Sprintf("%.1f", v)
}

// room is the width of a name at 14 px, its size on narrow pages.
func room(name string) float64 { return extent(name) * 14 / 12 }

// inside moves a text of that half width into the drawing.
func inside(x, half, width float64) float64 {
	half = min(half, 130)
	return min(max(x, half+2), width-half-2)
}

// place puts names that would overlap on different lines.
func place(rungs []Rung, order []int, x func(float64) float64, width float64) map[int]int {
	lanes := map[int]int{}
	var ends []float64 // of each line
	for _, i := range order {
		half := min(max(room(rungs[i].Name), 34)/2, 130)
		at := inside(x(rungs[i].Value), half, width)
		lane := slices.IndexFunc(ends, func(end float64) bool { return end+8 <= at-half })
		if lane < 0 {
			lane, ends = len(ends), append(ends, 0)
		}
		ends[lane] = at + half
		lanes[i] = lane
	}
	return lanes
}

// A Part is one step of a waterfall, of a Climb with its interval; Rest joins what has no name.
type Part struct {
	Size, Low, High float64
	Rest            bool
}

// Waterfall returns a bar for each part: the first ends where all is repaired,
// the last begins where the score is now.
func Waterfall(from float64, parts []Part) []string {
	const width = 280.0
	top := from
	low, high := from, from
	for _, p := range parts {
		top += p.Size
		low, high = min(low, top), max(high, top)
	}
	if high <= low {
		high = low + 1
	}
	x := func(v float64) float64 { return 2 + (width-4)*(v-low)/(high-low) }
	var out []string
	at := top
	for _, p := range parts {
		a, z := x(at-p.Size), x(at)
		out = append(out, fmt.Sprintf(`<svg class="bar" viewBox="0 0 %.0f 16" preserveAspectRatio="none" width="%.0f" height="16" aria-hidden="true"><line x1="%.1f" y1="0" x2="%.1f" y2="16"/><rect x="%.1f" y="2" width="%.1f" height="12"/></svg>`,
			width, width, z, z, min(a, z), max(1, math.Abs(z-a))))
		at -= p.Size
	}
	return out
}
