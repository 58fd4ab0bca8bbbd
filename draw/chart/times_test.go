package chart

import (
	"math"
	"strings"
	"testing"
	"time"
)

// day is a day of 2026.
func day(month time.Month, d int) time.Time { return time.Date(2026, month, d, 0, 0, 0, 0, time.UTC) }

// Points are as far apart as their days: ten days are ten times as wide as one.
func TestTimesAreToScale(t *testing.T) {
	plot := Times{Title: "scores", YLabel: "F1", Rate: true, Moments: []Moment{
		{Name: "a", Href: "/runs/1", Time: day(1, 1), Value: 0.5},
		{Name: "b <x>", Href: "/runs/2", Time: day(1, 2), Value: 0.6},
		{Name: "none", Time: day(1, 3), Value: math.NaN()},
		{Name: "c", Time: day(1, 12), Value: 0.55},
	}}
	found := elements(t, plot.SVG())
	var x, y []float64
	for _, c := range found["circle"] {
		if c["r"] == "4" {
			x, y = append(x, number(t, c["cx"])), append(y, number(t, c["cy"]))
		}
	}
	if len(x) != 3 {
		t.Fatalf("%d points, want 3", len(x))
	}
	if near, far := x[1]-x[0], x[2]-x[1]; near <= 0 || math.Abs(far-10*near) > 1 {
		t.Errorf("one day is %.1f wide, ten days are %.1f", near, far)
	}
	if !(y[1] < y[2] && y[2] < y[0]) {
		t.Errorf("heights %v do not follow the values .5 .6 .55", y)
	}
	if len(found["a"]) != 2 || found["a"][1]["aria-label"] != "b <x>, 2026-01-02 00:00: 60.00" {
		t.Errorf("links %v", found["a"])
	}
}

// The axis has round times, as many as fit.
func TestTimeAxis(t *testing.T) {
	for _, tc := range []struct {
		first, last time.Time
		want        string
	}{
		{day(1, 1), day(1, 1), "1 Jan 2026"},
		{day(1, 1), day(1, 4), "1 Jan 00:00|1 Jan 12:00|2 Jan 00:00|2 Jan 12:00|3 Jan 00:00|3 Jan 12:00|4 Jan 00:00"},
		{day(1, 30), day(2, 3), "30 Jan|31 Jan|1 Feb|2 Feb|3 Feb"},
		{day(1, 15), day(5, 2), "Feb 2026|Mar 2026|Apr 2026|May 2026"},
		{day(1, 1).AddDate(-7, 0, 1), day(6, 1), "2020|2021|2022|2023|2024|2025|2026"},
		// A minute does not fill the axis: half an hour on each side.
		{day(1, 1).Add(12 * time.Hour), day(1, 1).Add(12*time.Hour + time.Minute), "11:45|12:00|12:15|12:30"},
		{day(1, 1).Add(time.Hour), day(1, 1).Add(3 * time.Hour), "01:00|02:00|03:00"},
	} {
		_, ticks := timeAxis([]Moment{{Time: tc.last}, {Time: tc.first}})
		var got []string
		for _, k := range ticks {
			got = append(got, k.text)
		}
		if strings.Join(got, "|") != tc.want {
			t.Errorf("%s to %s: %s, want %s", tc.first, tc.last, strings.Join(got, "|"), tc.want)
		}
	}
}

// Without figures there is a plot all the same.
func TestNoTimes(t *testing.T) {
	if got := (Times{Title: "scores"}).SVG(); len(elements(t, got)["svg"]) != 1 {
		t.Error("no drawing")
	}
}

// Runs of the same moment are not joined, and points have names where there is room.
func TestTimesOfOneMoment(t *testing.T) {
	plot := Times{Title: "scores", YLabel: "F1", Rate: true, Moments: []Moment{
		{Name: "one", Time: day(1, 1), Value: 0.5}, {Name: "one", Time: day(1, 1), Value: 0.8}, {Name: "one", Time: day(1, 9), Value: 0.7},
		{Name: "other", Time: day(1, 9), Value: 0.7},
	}}
	found := elements(t, plot.SVG())
	var path string
	for _, p := range found["path"] {
		if p["stroke-width"] == "1.5" {
			path = p["d"]
		}
	}
	if shape := strings.Join(strings.FieldsFunc(path, func(r rune) bool { return r != 'M' && r != 'L' }), ""); shape != "ML" {
		t.Errorf("the line is %q, want the second and the third joined", path)
	}
	svg := plot.SVG()
	for name, want := range map[string]int{">one<": 3} {
		if got := strings.Count(svg, name); got != want {
			t.Errorf("%d times %s, want %d", got, name, want)
		}
	}
	many := Times{Title: "scores"}
	for range 9 {
		many.Moments = append(many.Moments, Moment{Name: "a", Time: day(1, 1), Value: 0.5})
	}
	if n := strings.Count(many.SVG(), ">crowd<"); n > 2 {
		t.Errorf("%d names over one point", n)
	}
}

// A line joins runs of one name, not those of unrelated systems.
func TestTimesJoinOneName(t *testing.T) {
	svg := Times{Title: "scores", Rate: true, Moments: []Moment{{Name: "a", Time: day(1, 1), Value: 0.5},
		{Name: "b", Time: day(1, 2), Value: 0.6}, {Name: "a", Time: day(1, 3), Value: 0.7}}}.SVG()
	path := elements(t, svg)["path"][0]["d"]
	if strings.Count(path, "M") != 1 || strings.Count(path, "L") != 1 {
		t.Errorf("the line %q, want one from the first run of a to its second", path)
	}
}
