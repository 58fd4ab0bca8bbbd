// Package web makes pages: the self-contained report, the human check and the
// workbench. A report is one HTML file that needs no network: styles, scripts,
// figures and sentences are in it. Handlers and pages hold no arithmetic: report,
// compare and diagnose work out the figures.
//
// Sentences are stored one to a line and drawn when they are looked at, so that
// a page over tens of thousands of sentences opens at once.
package web

import (
	"assay/internal/template"
	"embed"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/draw/chart"
	"assay/eval"
	"assay/report"
)

//go:embed assets
var assets embed.FS

// A Page is the content of a report, top to bottom.
type Page struct {
	Title     string
	Command   string // to repeat it
	Version   string
	Score     Shown // the score that cards, marks and lists are about
	Cards     []Card
	Sentences []Paragraph // the result in words
	Ladder    *Ladder     // nil if there is nothing to compare
	Matrices  []Matrix    // differences
	Losses    []Losses    // kinds of error, by system
	Summary   []*report.Table
	Tests     []*report.Table // the long tables of tests
	Plots     []Plot
	Classes   []*report.Table // errors by class, and confusions
	Suspects  []Suspect       // items of gold that are probably wrong
	Grids     []Grid          // of an experiment: systems by treebanks
	Spreads   []Plot          // of an experiment: the runs of each treebank
	Up        string          // address of the page of the whole experiment
	Cite      []string        // signatures
	Browser   *Browser        // nil if there are no sentences
	// Served makes the page ask the workbench for styles and scripts, as its
	// policy wants, instead of holding them.
	Served bool
}

// A Plot is an SVG drawing with a name for its file.
type Plot struct {
	Name string
	SVG  string
}

// scripts are the scripts of a report, in the order in which they must run.
var scripts = []string{"draw.js", "arcs.js", "tree.js", "graph.js", "theme.js", "list.js", "tikz.js", "pairs.js", "report.js"}

// Write writes the page as one HTML file.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("report.html").Funcs(template.FuncMap{"marker": markerSVG, "minus": minus,
		"all": Card.All, "unscored": Card.Href, "parts": cell.Parts,
		"suspectHref": Suspect.Href, "points": Suspect.Points, "pairID": (*PairView).ID, "pairHref": (*PairView).Href}).ParseFS(assets, "assets/report.html", "assets/experiment.html")
	if err != nil {
		return err
	}
	v := view{Page: p, Scripts: scripts}
	if err := v.embed(); err != nil {
		return err
	}
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
		v.PlotsHTML = append(v.PlotsHTML, template.HTML(pl.SVG)) // escaped by package chart
	}
	for _, pl := range p.Spreads {
		v.SpreadsHTML = append(v.SpreadsHTML, template.HTML(pl.SVG))
	}
	if p.Browser != nil {
		if v.Index, err = p.Browser.index(); err != nil {
			return err
		}
		v.Words, v.Lines = p.Browser.lines()
		v.Total = len(p.Browser.IDs)
	}
	return t.Execute(w, &v)
}

// view is the data of the template. Scripts and lines are put in as they are:
// scripts are ours, and lines are escaped JSON.
type view struct {
	*Page
	CSS         template.CSS
	JS          template.JS
	Scripts     []string
	SummaryHTML []table
	TestsHTML   []table
	ClassesHTML []table
	PlotsHTML   []template.HTML
	SpreadsHTML []template.HTML
	Index       template.JS
	Words       template.HTML
	Lines       []template.HTML // gold, then each system
	Total       int
}

// embed puts styles and scripts into the page, unless the workbench serves them.
func (v *view) embed() error {
	if v.Served {
		return nil
	}
	css, err := asset("page.css")
	if err != nil {
		return err
	}
	if len(v.Grids) > 0 {
		more, err := asset("experiment.css")
		if err != nil {
			return err
		}
		css += more
	}
	v.CSS = template.CSS(css)
	var js strings.Builder
	for _, name := range scripts {
		text, err := asset(name)
		if err != nil {
			return err
		}
		js.WriteString(text + "\n")
	}
	v.JS = template.JS(js.String())
	return nil
}

func asset(name string) (string, error) {
	b, err := assets.ReadFile("assets/" + name)
	return string(b), err
}

// markerSVG is the shape of a system as a small drawing.
func markerSVG(series int) template.HTML {
	return template.HTML(`<svg class="marker" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">` + chart.Marker(series, 0, 0) + `</svg>`)
}

// minus writes a true minus sign.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

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

// Parts are the parts between underscores: a line may end after an underscore.
func (c cell) Parts() []string { return strings.Split(c.Text, "_") }

// labelOf names a table unlike all others of the page, by its title or else by
// its columns.
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

// indexJSON holds the data of all sentences for the script of the list.
type indexJSON struct {
	Score   scoreJSON    `json:"score"`
	IDs     []string     `json:"ids"`
	Words   []int32      `json:"words"`
	Systems []listedJSON `json:"systems"`
	Classes []string     `json:"classes"`
	Labels  []string     `json:"labels"`
	Kinds   []string     `json:"kinds"`
	Pairs   []pairJSON   `json:"pairs"`
}

// pairJSON holds the rows in which only the first system, only the second one or
// neither gets some gold item right.
type pairJSON struct {
	ID string  `json:"id"`
	YN []int32 `json:"yn"`
	NY []int32 `json:"ny"`
	NN []int32 `json:"nn"`
}

type scoreJSON struct {
	Label string `json:"label"`
	Rate  bool   `json:"rate"`
	Lower bool   `json:"lower"`
}

// listedJSON is one system. Wrong holds five numbers for each error: class,
// label of gold, label of the system (-1 for nothing), first and last word.
type listedJSON struct {
	Name     string             `json:"name"`
	Values   []number           `json:"values"`
	Wrong    [][]int32          `json:"wrong"`
	Kinds    [][]int32          `json:"kinds,omitempty"`
	Status   string             `json:"status"` // a digit for each row: see states
	Problems map[int32][]string `json:"problems,omitempty"`
}

// The states of a row, as the script reads them.
const (
	rowScored     = '0'
	rowUnscorable = '1'
	rowMissing    = '2' // the system has no analysis
	rowNoGold     = '3'
	rowAbsent     = '4' // the system has no such row
)

// number is a score in JSON with four digits, null if it is undefined.
type number float64

// MarshalJSON implements json.Marshaler.
func (n number) MarshalJSON() ([]byte, error) {
	v := float64(n)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return strconv.AppendFloat(nil, math.Round(v*1e4)/1e4, 'g', -1, 64), nil
}

// A numbering gives numbers to strings, in the order in which they come.
type numbering struct {
	names []string
	of    map[string]int32
}

func (n *numbering) number(s string) int32 {
	if i, ok := n.of[s]; ok {
		return i
	}
	if n.of == nil {
		n.of = map[string]int32{}
	}
	i := int32(len(n.names))
	n.names, n.of[s] = append(n.names, s), i
	return i
}

// index returns the index as JSON, safe inside a script element.
func (b *Browser) index() (template.JS, error) {
	j := indexJSON{Score: scoreJSON{b.Score.Label, b.Score.Rate, b.Score.Lower}, IDs: b.IDs, Words: b.Words, Kinds: b.Kinds}
	var classes, labels numbering
	for _, s := range b.Systems {
		q := listedJSON{Name: s.Name, Problems: s.Problems, Status: s.states()}
		for i, v := range s.Values {
			q.Values = append(q.Values, number(v))
			flat := []int32{}
			for _, wrong := range s.Wrong[i] {
				gold, system := int32(-1), int32(-1)
				if wrong.Gold != "" {
					gold = labels.number(wrong.Gold)
				}
				if wrong.System != "" {
					system = labels.number(wrong.System)
				}
				flat = append(flat, classes.number(wrong.Class), gold, system, wrong.From, wrong.To)
			}
			q.Wrong = append(q.Wrong, flat)
		}
		if len(b.Kinds) > 0 {
			q.Kinds = make([][]int32, len(s.Kinds))
			for i, k := range s.Kinds {
				q.Kinds[i] = append([]int32{}, k...)
			}
		}
		j.Systems = append(j.Systems, q)
	}
	for _, p := range b.Pairs {
		j.Pairs = append(j.Pairs, pairJSON{p.ID(), p.yn, p.ny, p.nn})
	}
	j.Classes, j.Labels = append([]string{}, classes.names...), append([]string{}, labels.names...)
	data, err := json.Marshal(j) // escapes <, > and &
	return template.JS(data), err
}

// states are the states of the rows, a digit each.
func (s *Listed) states() string {
	out := make([]byte, len(s.Status))
	for i, st := range s.Status {
		switch {
		case s.Lines[i] == "":
			out[i] = rowAbsent
		case st == eval.Unscorable:
			out[i] = rowUnscorable
		case st == eval.NoSystem:
			out[i] = rowMissing
		case st != eval.Scored:
			out[i] = rowNoGold
		default:
			out[i] = rowScored
		}
	}
	return string(out)
}

// lines returns the words of gold, a sentence to a line, and the lines of gold
// and of each system.
func (b *Browser) lines() (words template.HTML, all []template.HTML) {
	join := func(list []string) template.HTML { return template.HTML(strings.Join(list, "\n")) }
	all = append(all, join(b.Gold))
	for _, s := range b.Systems {
		all = append(all, join(s.Lines))
	}
	return join(b.Text), all
}
