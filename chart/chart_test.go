package chart

import (
	"encoding/xml"
	"fmt"
	"io"
	"math"
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
		if e, ok := tok.(xml.StartElement); ok {
			attrs := map[string]string{}
			for _, a := range e.Attr {
				attrs[a.Name.Local] = a.Value
				if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") {
					t.Errorf("%s of %s is %s", a.Name.Local, e.Name.Local, a.Value)
				}
			}
			out[e.Name.Local] = append(out[e.Name.Local], attrs)
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

// Heights of bars are in the proportion of the values; what is undefined has none.
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

// A line stops where there is no value, and goes on behind it.
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

func TestScatter(t *testing.T) {
	svg := Scatter("p and r", []Point{{"a<b", 0.8, 0.9}, {"none", math.NaN(), 0.5}, {"c", 0.75, 0.7}})
	e := elements(t, svg)
	if n := len(e["circle"]); n != 2 {
		t.Errorf("%d marks of the first system, want its point and the legend's", n)
	}
	x, y := number(t, e["circle"][0]["cx"]), number(t, e["circle"][0]["cy"])
	if math.Abs(x-(left+plotHeight*(0.9-0.6)/0.4)) > 0.1 || math.Abs(y-(top+plotHeight*(1-(0.8-0.6)/0.4))) > 0.1 {
		t.Errorf("the first system stands at %g, %g", x, y)
	}
	if !strings.Contains(svg, "a&lt;b") || strings.Contains(svg, ">none<") {
		t.Error(svg)
	}
}

func TestNothingToPlot(t *testing.T) {
	for _, p := range []Plot{{}, {Places: []string{"a"}, Series: []Series{{Name: "x", Values: []float64{math.NaN()}}}}, {Lines: true, Places: []string{"1"}, Series: []Series{{Values: []float64{0}}}}} {
		elements(t, p.SVG())
	}
	elements(t, Scatter("", nil))
	elements(t, Scatter("", []Point{{"all", 1, 1}}))
}
