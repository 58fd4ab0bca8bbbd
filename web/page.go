// Package web makes pages: the self-contained report, and what the workbench
// shows. A page is one HTML file that asks nothing of any network: styles,
// scripts, figures and sentences stand in it. Handlers and pages hold no
// arithmetic; what they show was worked out by report, compare and diagnose.
//
// Sentences are stored one to a line and drawn when they are looked at, so
// that a page over tens of thousands of sentences opens at once.
package web

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"assay/report"
)

//go:embed assets
var assets embed.FS

// A Page is what a report shows, top to bottom.
type Page struct {
	Title   string
	Command string // to repeat it
	Version string
	Summary []*report.Table
	Tests   []*report.Table // which differences are real
	Plots   []Plot
	Classes []*report.Table // errors by class and confusions
	Cite    []string        // signatures
	Browser *Browser        // nil if there are no sentences
	// Served makes the page ask the workbench for styles and scripts, which its
	// policy wants, instead of holding them.
	Served bool
}

// A Plot is an SVG drawing with a name for its file.
type Plot struct {
	Name string
	SVG  string
}

// A Browser is the list of sentences that a reader can filter, sort and look at.
type Browser struct {
	Score   string    // the score that Values hold
	Rate    bool      // Values are shares
	Classes []string  // names of error classes
	Systems []*Listed // each with its own sentences: systems may split the text differently
}

// A Listed is the sentences of one system. Slices are parallel.
type Listed struct {
	Name   string
	IDs    []string  // names of sentences
	Length []int32   // words of gold
	Errors []int32   // items that do not match
	Values []float64 // the score of the sentence, NaN if undefined
	Has    [][]int32 // the error classes it has
	Lines  []string  // what Line gave: gold and system
	// Problems says, by the number of the sentence from 0, what was wrong with it.
	Problems map[int][]string
}

// The same as the script reads it, without the lines.
type browserJSON struct {
	Score   string       `json:"score"`
	Rate    bool         `json:"rate"`
	Classes []string     `json:"classes"`
	Systems []listedJSON `json:"systems"`
}

type listedJSON struct {
	Name   string         `json:"name"`
	IDs    []string       `json:"ids"`
	Length []int32        `json:"length"`
	Errors []int32        `json:"errors"`
	Values []report.Float `json:"values"`
	Has    [][]int32      `json:"has"`

	Problems map[int][]string `json:"problems,omitempty"`
}

// Write writes the page as one HTML file.
func (p *Page) Write(w io.Writer) error {
	t, err := template.ParseFS(assets, "assets/page.html")
	if err != nil {
		return err
	}
	v := view{Page: p}
	css, err := asset("page.css")
	if err != nil {
		return err
	}
	draw, err := asset("draw.js")
	if err != nil {
		return err
	}
	page, err := asset("page.js")
	if err != nil {
		return err
	}
	v.CSS, v.JS = template.CSS(css), template.JS(draw+"\n"+page)
	labels := map[string]int{}
	for _, s := range []struct {
		tables []*report.Table
		to     *[]table
	}{{p.Summary, &v.SummaryHTML}, {p.Tests, &v.TestsHTML}, {p.Classes, &v.ClassesHTML}} {
		for _, t := range s.tables {
			h := tableOf(t)
			h.Label = labelOf(t, labels)
			*s.to = append(*s.to, h)
		}
	}
	for _, pl := range p.Plots {
		v.PlotsHTML = append(v.PlotsHTML, template.HTML(pl.SVG)) // our own drawing, escaped by chart
	}
	if p.Browser != nil {
		if v.Index, v.Lines, err = p.Browser.encode(); err != nil {
			return err
		}
	}
	return t.Execute(w, &v)
}

// view is what the template sees. Scripts and data are put in as they are:
// assets are ours, data is escaped by encode.
type view struct {
	*Page
	CSS         template.CSS
	JS          template.JS
	SummaryHTML []table
	TestsHTML   []table
	ClassesHTML []table
	PlotsHTML   []template.HTML
	Index       template.JS
	Lines       []template.HTML
}

type table struct {
	Title string
	Label string // for those who do not see it
	Head  []cell
	Rows  [][]cell
	Notes []string
}

type cell struct {
	Text    string
	Numeric bool
}

// Parts are what an underscore joins: a line may end behind it.
func (c cell) Parts() []string { return strings.Split(c.Text, "_") }

// labelOf names a table, unlike all others of the page: by its title, else by
// what it tells.
func labelOf(t *report.Table, used map[string]int) string {
	label := t.Title
	if label == "" {
		heads := slices.DeleteFunc(slices.Clone(t.Head), func(h string) bool { return h == "" })
		label = "table of " + strings.Join(heads, ", ")
	}
	if used[label]++; used[label] > 1 {
		label += fmt.Sprintf(" (%d)", used[label])
	}
	return label
}

func tableOf(t *report.Table) table {
	out := table{Title: t.Title, Notes: t.Notes}
	for i, h := range t.Head {
		numeric := len(t.Rows) > 0
		for _, r := range t.Rows {
			numeric = numeric && i < len(r) && (r[i].Numeric || r[i].Text == "")
		}
		out.Head = append(out.Head, cell{h, numeric})
	}
	for _, r := range t.Rows {
		var row []cell
		for _, c := range r {
			row = append(row, cell{c.Text, c.Numeric})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

func asset(name string) (string, error) {
	b, err := assets.ReadFile("assets/" + name)
	return string(b), err
}

// encode returns the index as JSON and the lines of each system, all safe
// inside a script element: no "<" is left in them.
func (b *Browser) encode() (index template.JS, lines []template.HTML, err error) {
	j := browserJSON{Score: b.Score, Rate: b.Rate, Classes: b.Classes}
	for _, l := range b.Systems {
		q := listedJSON{Name: l.Name, IDs: l.IDs, Length: l.Length, Errors: l.Errors, Has: l.Has, Problems: l.Problems}
		for i, v := range l.Values {
			q.Values = append(q.Values, report.Float(v))
			if q.Has[i] == nil {
				q.Has[i] = []int32{}
			}
		}
		j.Systems = append(j.Systems, q)
		lines = append(lines, template.HTML(strings.Join(l.Lines, "\n")))
	}
	data, err := json.Marshal(j) // escapes <, > and &
	return template.JS(data), lines, err
}
