package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
	"regexp"
	"strings"
	"testing"
)

// elements reads an SVG, which must be well-formed with numbers in all its
// places, and returns the attributes of each kind of element in it.
func elements(t *testing.T, svg string) map[string][]map[string]string {
	t.Helper()
	out := map[string][]map[string]string{}
	d := xml.NewDecoder(strings.NewReader(svg))
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("%v in\n%s", err, svg)
		}
		if element, ok := tok.(xml.StartElement); ok {
			attrs := map[string]string{}
			for _, a := range element.Attr {
				attrs[a.Name.Local] = a.Value
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s of %s is %s", a.Name.Local, element.Name.Local, a.Value)
				}
			}
			out[element.Name.Local] = append(out[element.Name.Local], attrs)
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	var v float64
	if _, err := fmt.Sscan(s, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

// Heights of bars are in the proportion of the values; an undefined value has none.
func TestBars(t *testing.T) {
	p := Plot{Title: "f1 by <label>", XLabel: "label", YLabel: "f1", Places: []string{"NP", "VP", "<b>&"}, Sizes: []float64{10, 5, 1}, Rate: true,
		Series: []Series{
			{Name: "a.mrg", Values: []float64{0.8, 0.4, math.NaN()}, Low: []float64{0.7, math.NaN(), math.NaN()}, High: []float64{0.9, math.NaN(), math.NaN()}},
			{Name: "b & c", Values: []float64{1, 0, math.Inf(1)}},
		}}
	svg := p.SVG()
	e := elements(t, svg)
	var heights []float64
	for _, r := range e["rect"] {
		if r["width"] == "12.0" {
			heights = append(heights, number(t, r["height"]))
		}
	}
	if want := []float64{0.8 * plotHeight, 0.4 * plotHeight, plotHeight, 0.5}; fmt.Sprint(heights) != fmt.Sprint(want) {
		t.Errorf("heights %v, want %v", heights, want)
	}
	if n := strings.Count(svg, `class="whisker"`); n != 1 {
		t.Errorf("%d intervals are drawn, want 1", n)
	}
	for _, want := range []string{"a.mrg NP: 80.00 %", "&lt;b&gt;&amp;", "b &amp; c", "f1 by &lt;label&gt;", ">f1 (%)<", ">10<"} {
		if !strings.Contains(svg, want) {
			t.Errorf("no %q in\n%s", want, svg)
		}
	}
}

// A line stops where there is no value, and goes on after it.
func TestLines(t *testing.T) {
	p := Plot{Title: "errors", YLabel: "errors", Places: []string{"1", "2", "3", "4"}, Lines: true,
		Series: []Series{{Name: "a", Values: []float64{1, 2, math.NaN(), 4}}, {Name: "b", Values: []float64{2, 2, 2, 2}}}}
	e := elements(t, p.SVG())
	var paths, dashes []string
	for _, a := range e["path"] {
		if a["stroke-width"] == "2" {
			paths = append(paths, a["d"])
			dashes = append(dashes, a["stroke-dasharray"])
		}
	}
	if len(paths) != 2 || strings.Count(paths[0], "M") != 2 || strings.Count(paths[0], "L") != 1 || strings.Count(paths[1], "L") != 3 {
		t.Errorf("lines %q", paths)
	}
	if dashes[0] == dashes[1] {
		t.Error("two systems differ by colour alone")
	}
	if n := len(e["circle"]); n != 4 { // three points and the legend's
		t.Errorf("%d round marks, want 4", n)
	}
}

// TestLinesAtTheirPlaces: the values of all series at one place are over one another, over
// the label of the place.
func TestLinesAtTheirPlaces(t *testing.T) {
	p := Plot{Places: []string{"1", "2", "3"}, Lines: true, Rate: true}
	for k := range 6 {
		v := 0.5 + float64(k)/20
		p.Series = append(p.Series, Series{Values: []float64{v, v, v}, Low: []float64{v, v, v}, High: []float64{1, 1, 1}})
	}
	e := elements(t, p.SVG())
	var labels []string
	for _, a := range e["text"] {
		if a["text-anchor"] == "middle" && a["transform"] == "" { // not the label of the axis
			labels = append(labels, a["x"])
		}
	}
	lines := 0
	for _, a := range e["path"] {
		if a["stroke-width"] != "2" {
			continue
		}
		lines++
		for i, point := range strings.FieldsFunc(a["d"], func(r rune) bool { return r == 'M' || r == 'L' }) {
			if x, _, _ := strings.Cut(point, " "); number(t, x) != number(t, labels[i]) {
				t.Errorf("line %d: value %d at %s, its place is at %s", lines, i+1, x, labels[i])
			}
		}
	}
	if lines != 6 {
		t.Errorf("%d lines", lines)
	}
}

func TestScatter(t *testing.T) {
	svg := Scatter("p and r", []Point{{"a<b", 0.8, 0.9}, {"none", math.NaN(), 0.5}, {"c", 0.75, 0.7}})
	e := elements(t, svg)
	if n := len(e["circle"]); n != 2 {
		t.Errorf("%d marks of the first system, want its point and the legend's", n)
	}
	x, y := number(t, e["circle"][1]["cx"]), number(t, e["circle"][1]["cy"])
	if math.Abs(x-(left+plotHeight*(0.9-0.6)/0.4)) > 0.1 || math.Abs(y-(top+plotHeight*(1-(0.8-0.6)/0.4))) > 0.1 {
		t.Errorf("the first system is at %g, %g", x, y)
	}
	if !strings.Contains(svg, "a&lt;b") || strings.Contains(svg, ">none<") {
		t.Error(svg)
	}
}

func TestNothingToPlot(t *testing.T) {
	for _, p := range []Plot{{}, {Places: []string{"a"}, Series: []Series{{Name: "x", Values: []float64{math.NaN()}}}},
		{Lines: true, Places: []string{"1"}, Series: []Series{{Values: []float64{0}}}}} {
		elements(t, p.SVG())
	}
	elements(t, Scatter("", nil))
	elements(t, Scatter("", []Point{{"all", 1, 1}}))
}

// Intervals of two systems at one place stand apart, in the colours of their
// lines.
func TestIntervalsOfLines(t *testing.T) {
	se := func(v float64) Series {
		return Series{Values: []float64{v}, Low: []float64{v - 0.1}, High: []float64{v + 0.1}}
	}
	p := Plot{Places: []string{"1"}, Lines: true, Rate: true, Series: []Series{se(0.6), se(0.65)}}
	var at, style []string
	for _, a := range elements(t, p.SVG())["path"] {
		if strings.HasPrefix(a["class"], "whisker") {
			x, _, _ := strings.Cut(strings.TrimPrefix(a["d"], "M"), " ")
			at, style = append(at, x), append(style, a["class"])
		}
	}
	if len(at) != 2 || number(t, at[1])-number(t, at[0]) < 6 {
		t.Errorf("intervals at %v", at)
	}
	if fmt.Sprint(style) != "[whisker c0 whisker c1]" {
		t.Errorf("styles %v", style)
	}
}

// Many systems, long names and wide letters: the legend takes the lines that it
// needs, and the field begins below it.
func TestLegend(t *testing.T) {
	p := Plot{Places: []string{"a"}, Rate: true}
	for i := range 7 {
		p.Series = append(p.Series, Series{Name: strings.Repeat("system ", 3) + strings.Repeat("語", i), Values: []float64{1}})
	}
	e := elements(t, p.SVG())
	lowest, width := 0.0, number(t, e["svg"][0]["width"])
	last := map[string]float64{}
	for _, a := range e["text"] {
		if a["class"] != "" || a["text-anchor"] != "start" {
			continue
		}
		x := number(t, a["x"])
		if x < last[a["y"]] {
			t.Errorf("names overlap at %g, %s", x, a["y"])
		}
		last[a["y"]] = x + 6*21
		lowest = max(lowest, number(t, a["y"]))
		if x+6*21 > width {
			t.Errorf("a name at %g is cut at %g", x, width)
		}
	}
	field := number(t, e["line"][len(e["line"])-1]["y1"])
	if len(last) < 2 || lowest > field || width > 800 {
		t.Errorf("%d lines down to %g, the field begins at %g, %g wide", len(last), lowest, field, width)
	}
}

// A name that has no room is cut, and shown in full when it is pointed at.
func TestLongPlaces(t *testing.T) {
	long := "obl:agent:with:a:very:long:name"
	svg := (&Plot{Places: []string{long, "NP"}, Series: []Series{{Values: []float64{1, 2}}}}).SVG()
	if !strings.Contains(svg, "<title>"+long+"</title>") || strings.Contains(svg, ">"+long+"</text>") || !strings.Contains(svg, "…</text>") {
		t.Error(svg)
	}
}

// The style of a chart touches nothing else on a page.
func TestStyleKeepsToCharts(t *testing.T) {
	for rule := range strings.SplitSeq(strings.NewReplacer("<style>", "", "</style>", "", "@media screen and (prefers-color-scheme:dark){",
		"").Replace(css), "}") {
		if rule = strings.TrimSpace(rule); rule != "" && !strings.HasPrefix(rule, ".chart ") && !strings.HasPrefix(rule, ".chart:root{") {
			t.Errorf("rule %q", rule)
		}
	}
}

// The axis of differences has a zero, and no minus zero where steps of a tenth add up to it.
func TestZeroOfGaps(t *testing.T) {
	for _, low := range []float64{-0.7, -0.62, -0.35, -0.9} {
		svg := Gaps("x", []Gap{{Name: "a", Value: low / 2, Low: low, High: 0.2, Size: 10}}, true)
		if strings.Contains(svg, ">−0<") || !strings.Contains(svg, ">0<") {
			t.Errorf("from %v: %s", low, svg)
		}
	}
}

// Eight systems have eight colours, and twenty-four have different marks.
func TestMarkersDiffer(t *testing.T) {
	colours, marks := map[string]bool{}, map[string]bool{}
	for i := range 24 {
		mark := Marker(i, 0, 0)
		_, rest, _ := strings.Cut(mark, `class="`)
		class, _, _ := strings.Cut(rest, `"`)
		if marks[mark] || i < 8 && colours[class] {
			t.Errorf("system %d looks like one before it: %s", i+1, mark)
		}
		colours[class], marks[mark] = true, true
	}
}

// TestCurves: a line joins the points of a system that have both figures.
func TestCurves(t *testing.T) {
	svg := Curves("", []Curve{{"a", []Point{{"", 0.5, 1}, {"", math.NaN(), 0.9}, {"", 1, 0.5}}}, {"b", []Point{{"", 0.7, 0.7}}}})
	elements(t, svg)
	if n := strings.Count(svg, `stroke-width="2" fill="none"`); n != 1 {
		t.Errorf("%d lines, want 1", n)
	}
	if !regexp.MustCompile(`d="M[\d.]+ [\d.]+L[\d.]+ [\d.]+" class="[^"]*" stroke="currentColor" stroke-width="2"`).MatchString(svg) {
		t.Errorf("no line of two points in %s", svg)
	}
}
