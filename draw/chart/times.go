package chart

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"time"
)

// A Moment is a figure of a day, such as the score of a run.
type Moment struct {
	Name  string
	Href  string // where its point leads, "" for nowhere
	Time  time.Time
	Value float64 // NaN for no figure
	// Low and High are the ends of an interval, equal where there is none.
	Low, High float64
}

// Times is figures over time: points on a time axis, with their names where there is room. Points of
// one name are joined in order, but for those of the same moment: a line says that one thing changed.
type Times struct {
	Title   string
	YLabel  string
	Rate    bool // values are fractions of 1, shown in percent
	Moments []Moment
}

// The measures of figures over time, in pixels.
const (
	timesWidth  = 720.0
	timesHeight = 180.0
	timesFoot   = 44.0
)

// SVG draws the figures.
func (t Times) SVG() string {
	var field Field
	var shown []Moment
	for _, m := range t.Moments {
		if finite(m.Value) {
			shown = append(shown, m)
			field.Take(m.Value)
			if m.Low < m.High {
				field.Take(m.Low, m.High)
			}
		}
	}
	c := &canvas{width: timesWidth, height: 12 + timesHeight + timesFoot}
	low, high, at := field.ticks()
	y := func(v float64) float64 { return 12 + timesHeight*(1-(v-low)/(high-low)) }
	for _, v := range at {
		c.grid(left, y(v), timesWidth-right, y(v))
		c.text(left-6, y(v)+4, "end", "small", axisNumber(v, t.Rate))
	}
	unit := t.YLabel
	if t.Rate {
		unit += " (%)"
	}
	c.upright(14, 12+timesHeight/2, unit)
	if len(shown) == 0 {
		return c.svg(t.Title)
	}
	x, ticks := timeAxis(shown)
	floor := 12 + timesHeight
	for _, k := range ticks {
		c.grid(x(k.at), floor, x(k.at), floor+5)
		c.text(x(k.at), floor+18, "middle", "small", k.text)
	}
	fmt.Fprintf(&c.b, `<path class="c0" d="%s" fill="none" stroke="currentColor" stroke-width="1.5"/>`+"\n",
		joined(shown, x, y))
	var names labels
	for _, m := range shown {
		names.avoid(x(m.Time), y(m.Value))
	}
	for _, m := range shown {
		if m.Low < m.High {
			fmt.Fprintf(&c.b, `<line class="c0 whisker" stroke-width="1.5" x1="%.1f" y1="%.1f" x2="%.1f" y2="%.1f"/>`+"\n",
				x(m.Time), y(m.Low), x(m.Time), y(m.High))
		}
		if name, at, base, ok := names.place(m.Name, x(m.Time), y(m.Value)); ok {
			c.text(at, base, "middle", "halo", name)
		}
		text := fmt.Sprintf("%s, %s: %s", m.Name, m.Time.Format("2006-01-02 15:04"), t.value(m.Value))
		if m.Low < m.High {
			text += fmt.Sprintf(" (95 %% interval %s to %s)", t.value(m.Low), t.value(m.High))
		}
		point := fmt.Sprintf(`<g><title>%s</title><circle cx="%.1f" cy="%.1f" r="12" fill="transparent"/>%s</g>`,
			html.EscapeString(text), x(m.Time), y(m.Value), Marker(0, x(m.Time), y(m.Value)))
		if m.Href != "" {
			point = fmt.Sprintf(`<a href="%s" aria-label="%s">%s</a>`, html.EscapeString(m.Href), html.EscapeString(text), point)
		}
		c.b.WriteString(point + "\n")
	}
	// the links within are for all readers, which those of an image are not
	return strings.Replace(c.svg(t.Title), `role="img"`, `role="group"`, 1)
}

// joined is the path of the lines between moments of one name.
func joined(shown []Moment, across func(time.Time) float64, down func(float64) float64) string {
	var path strings.Builder
	last := map[string]Moment{}
	for _, moment := range shown {
		before, ok := last[moment.Name]
		if from, to := across(before.Time), across(moment.Time); ok && to-from >= 1 {
			fmt.Fprintf(&path, "M%.1f %.1fL%.1f %.1f", from, down(before.Value), to, down(moment.Value))
		}
		last[moment.Name] = moment
	}
	return path.String()
}

// labels are the places of names in a plot.
type labels struct{ taken [][4]float64 } // left, top, right, bottom

// avoid keeps the place of a point free.
func (l *labels) avoid(x, y float64) {
	l.taken = append(l.taken, [4]float64{x - 5, y - 5, x + 5, y + 5})
}

// place returns the middle and the base line of a name above or below its point; ok is
// false where other names and points leave no room.
func (l *labels) place(name string, x, y float64) (short string, at, base float64, ok bool) {
	const most, wide, high = 24, 6.2, 12.0
	if runes := []rune(name); len(runes) > most {
		name = string(runes[:most-1]) + "…"
	}
	half := wide * float64(len([]rune(name))) / 2
	at = min(max(x, left+half), timesWidth-right-half)
	for _, base = range []float64{y - 9, y + 18} {
		box := [4]float64{at - half, base - high + 2, at + half, base + 2}
		free := box[1] >= 0 && box[3] <= 12+timesHeight
		for _, o := range l.taken {
			free = free && (box[2] < o[0] || o[2] < box[0] || box[3] < o[1] || o[3] < box[1])
		}
		if free {
			l.taken = append(l.taken, box)
			return name, at, base, true
		}
	}
	return "", 0, 0, false
}

func (t Times) value(v float64) string {
	if t.Rate {
		return fmt.Sprintf("%.2f", 100*v)
	}
	return fmt.Sprintf("%.4g", v)
}

// A timeTick is a round time on the axis.
type timeTick struct {
	at   time.Time
	text string
}

// The steps of a time axis, each with the form of its ticks. Steps of a month and
// more are counted in months.
var timeSteps = []struct {
	step   time.Duration
	months int
	form   string
}{
	{time.Minute, 0, "15:04"}, {5 * time.Minute, 0, "15:04"}, {15 * time.Minute, 0, "15:04"},
	{time.Hour, 0, "15:04"}, {3 * time.Hour, 0, "2 Jan 15:04"}, {12 * time.Hour, 0, "2 Jan 15:04"},
	{24 * time.Hour, 0, "2 Jan"}, {2 * 24 * time.Hour, 0, "2 Jan"}, {7 * 24 * time.Hour, 0, "2 Jan"},
	{14 * 24 * time.Hour, 0, "2 Jan"},
	{0, 1, "Jan 2006"}, {0, 2, "Jan 2006"}, {0, 3, "Jan 2006"}, {0, 6, "Jan 2006"}, {0, 12, "2006"},
	{0, 24, "2006"}, {0, 60, "2006"}, {0, 120, "2006"},
}

// mostTicks is how many round times an axis may have.
const mostTicks = 7

// shortest is the shortest time that an axis shows.
const shortest = time.Hour

// timeAxis returns where a time is on the axis, and the round times over it: as
// many as there is room for.
func timeAxis(shown []Moment) (x func(time.Time) float64, ticks []timeTick) {
	byTime := func(a, b Moment) int { return a.Time.Compare(b.Time) }
	first, last := slices.MinFunc(shown, byTime).Time, slices.MaxFunc(shown, byTime).Time
	if short := shortest - last.Sub(first); short > 0 && last.After(first) { // a few runs do not fill the axis
		first, last = first.Add(-short/2), last.Add(short/2)
	}
	wide := last.Sub(first).Seconds()
	room := timesWidth - left - right - 80
	x = func(t time.Time) float64 {
		if wide == 0 {
			return left + 40 + room/2
		}
		return left + 40 + room*t.Sub(first).Seconds()/wide
	}
	if wide == 0 {
		return x, []timeTick{{first, first.Format("2 Jan 2006")}}
	}
	for _, s := range timeSteps {
		if ticks = roundTimes(first, last, s.step, s.months, s.form); len(ticks) <= mostTicks {
			break
		}
	}
	if len(ticks) < 2 { // no two round times lie between: the ends
		const form = "2 Jan 2006 15:04"
		if first.Format(form) == last.Format(form) {
			return x, []timeTick{{first, first.Format(form)}}
		}
		return x, []timeTick{{first, first.Format(form)}, {last, last.Format(form)}}
	}
	return x, ticks
}

// roundTimes are the multiples of a step from first to last, at most one more than
// an axis may have.
func roundTimes(first, last time.Time, step time.Duration, months int, form string) (out []timeTick) {
	day := time.Date(first.Year(), first.Month(), first.Day(), 0, 0, 0, 0, first.Location())
	at := day
	next := func() { at = at.Add(step) }
	switch {
	case months > 0:
		at = time.Date(first.Year()-first.Year()%max(1, months/12), time.January, 1, 0, 0, 0, 0, first.Location())
		next = func() { at = at.AddDate(0, months, 0) }
	case step >= 24*time.Hour: // days keep their length when clocks change
		next = func() { at = at.AddDate(0, 0, int(step/(24*time.Hour))) }
	default:
		at = day.Add(first.Sub(day) / step * step)
	}
	for ; !at.After(last) && len(out) <= mostTicks; next() {
		if !at.Before(first) {
			out = append(out, timeTick{at, at.Format(form)})
		}
	}
	return out
}
