// Package web makes pages: the self-contained report, the human check and the
// workbench. A report is one HTML file that needs no network: styles, scripts,
// figures and sentences are in it. Handlers and pages hold no arithmetic: report,
// compare and diagnose work out the figures.
//
// Sentences are stored one to a line and drawn when they are looked at, so that
// a page over tens of thousands of sentences opens at once.
package web

import (
	"bufio"
	"cmp"
	"embed"
	"fmt"
	"html"
	"io"
	"slices"
	"strings"

	"assay/draw/chart"
	"assay/internal/template"
	"assay/report"
)

//go:embed assets
var assets embed.FS

// A Page is the content of a report, top to bottom.
type Page struct {
	Title     string
	Command   string // to repeat it
	Version   string
	Said      string // sentences, score and measure
	Unit      string // noun for a sentence: sentence, document, instance
	Score     Shown  // the score that cards, marks and lists are about
	Cards     []Card
	Warnings  []string    // options and files that do not fit
	Sentences []Paragraph // the result in words
	Ladder    *Ladder     // nil if there is nothing to compare
	Matrices  []Matrix    // differences
	Losses    []Losses    // kinds of error, by system
	Summary   []*report.Table
	Tests     []*report.Table // the long tables of tests
	Plots     []Plot
	Classes   []*report.Table // errors by class, and confusions
	Suites    []*report.Table // sheets of a test suite, and the items that fail
	Slices    []SlicesView    // by system: where its errors gather
	Unsliced  string          // why slices were not searched, "" if they were or there is no list
	Suspects  []Suspect       // items of gold that are probably wrong
	Boards    []Board         // of an experiment: systems by treebanks, for each score
	Scored    string          // of an experiment: the files and sentences
	InWords   []Paragraph     // of an experiment: its result in three sentences
	Takes     []Take          // of an experiment: its tables, to save
	Spreads   []Plot          // of an experiment: the runs of each treebank
	Speeds    []Plot          // of an experiment: accuracy against speed
	Up        string          // address of the page of the whole experiment
	Cite      []string        // signatures
	Inputs    []Input         // files that were read
	Others    []ScoreView     // the first screen for other scores than Score
	Browser   *Browser        // nil if there are no sentences
	// Served makes the page ask the workbench for styles and scripts, as its
	// policy wants, instead of holding them.
	Served bool

	links links
}

// A ScoreView is the first screen for one score: its figures, the result in words, and which systems differ.
type ScoreView struct {
	Name, Label string
	Said        string // sentences, score and measure
	Cards       []Card
	Sentences   []Paragraph
	Ladder      *Ladder
	Hidden      bool // until it is chosen
}

// bibTeX is an entry for assay with the version and the signatures.
func (p *Page) bibTeX() string {
	var notes []string
	for _, signature := range p.Cite {
		notes = append(notes, `\texttt{`+report.EscapeLaTeX(signature)+"}")
	}
	return fmt.Sprintf("@misc{assay,\n  author = {{The assay authors}},\n"+
		"  title = {{assay: tests parsers of natural language against gold}},\n"+
		"  howpublished = {Software, version %s},\n  note = {%s}\n}\n",
		report.EscapeLaTeX(p.Version), strings.Join(notes, "; "))
}

// A Plot is an SVG drawing with a name for its file.
type Plot struct {
	Name   string
	SVG    string
	Linked string // the same with links to the sentences, "" if there are none
	Note   string // in words, below the drawing; "" if there is none
}

// capital is a noun as a title begins with it.
func capital(noun string) string {
	if noun == "" {
		return ""
	}
	return strings.ToUpper(noun[:1]) + noun[1:]
}

// noteHTML returns the paragraph below a plot, "" without a note.
func noteHTML(note string) string {
	if note == "" {
		return ""
	}
	return `<p class="note">` + html.EscapeString(note) + "</p>"
}

// scripts are the scripts of a report, in the order in which they must run.
var scripts = []string{"draw.js", "arcs.js", "tree.js", "sets.js", "graph.js", "theme.js", "list.js", "hits.js",
	"lines.js", "tikz.js", "take.js", "pairs.js", "report.js", "paper.js"}

// Write writes the page as one HTML file.
func (p *Page) Write(w io.Writer) error {
	t, err := template.New("report.html").Funcs(template.FuncMap{"marker": markerSVG, "minus": minus, "bars": bars,
		"all": Card.All, "those": Card.Those, "unscored": Card.Href, "parts": cell.Parts,
		"suspectHref": Suspect.Href, "points": Suspect.Points, "evidence": Suspect.Runs,
		"pairID": (*PairView).ID, "top": Losses.Top,
		"rest": Losses.Rest, "pairHref": (*PairView).Href, "leadHref": (*LeadView).Href,
		"sliceHref": (*SliceRow).Href, "bare": bareP,
		"capital": capital, "headParts": BoardHead.Parts, "columns": Board.Width}).
		ParseFS(assets, "assets/report.html", "assets/experiment.html")
	if err != nil {
		return err
	}
	v := view{Page: p, Scripts: scripts, Several: len(p.Boards) > 1, BibTeX: p.bibTeX()}
	v.Views = append([]ScoreView{{Name: p.Score.Name, Label: p.Score.Label, Said: p.Said, Cards: p.Cards,
		Sentences: p.Sentences, Ladder: p.Ladder}}, p.Others...)
	if n := len(p.Suspects); n > printedSuspects {
		v.Unprinted = fmt.Sprintf("Printed: the %d most probable of %d; the page has all.", printedSuspects, n)
	}
	if len(p.Boards) > 0 {
		v.Scripts = []string{"theme.js", "experiment.js"}
	}
	if err := v.embed(); err != nil {
		return err
	}
	labels := map[string]int{}
	for _, s := range []struct {
		tables []*report.Table
		to     *[]table
	}{{p.Summary, &v.SummaryHTML}, {p.Tests, &v.TestsHTML}, {p.Classes, &v.ClassesHTML},
		{p.Suites, &v.SuitesHTML}} {
		for _, t := range s.tables {
			h := tableOf(t, p.links[t])
			h.Label = labelOf(t, labels)
			*s.to = append(*s.to, h)
		}
	}
	for _, pl := range p.Plots {
		// escaped by package chart
		v.PlotsHTML = append(v.PlotsHTML, template.HTML(cmp.Or(pl.Linked, pl.SVG)+noteHTML(pl.Note)))
	}
	for _, pl := range p.Speeds {
		v.SpeedsHTML = append(v.SpeedsHTML, template.HTML(pl.SVG+noteHTML(pl.Note)))
	}
	for _, pl := range p.Spreads {
		v.SpreadsHTML = append(v.SpreadsHTML, template.HTML(pl.SVG))
	}
	if p.Browser != nil {
		v.Total = len(p.Browser.lens)
	}
	out := bufio.NewWriterSize(w, 64<<10)
	if len(p.Boards) > 0 {
		if err := t.ExecuteTemplate(out, "experiment", &v); err != nil {
			return err
		}
		return out.Flush()
	}
	if err := t.Execute(out, &v); err != nil {
		return err
	}
	if p.Browser != nil {
		if err := p.Browser.write(out); err != nil {
			return err
		}
	}
	if err := t.ExecuteTemplate(out, "end", &v); err != nil {
		return err
	}
	return out.Flush()
}

// printedSuspects is how many suspects are on paper, as page.css has it: two pages.
const printedSuspects = 40

// view is the data of the template. Scripts are ours, and put in as they are.
type view struct {
	*Page
	CSS         template.CSS
	JS          template.JS
	Scripts     []string
	SummaryHTML []table
	TestsHTML   []table
	ClassesHTML []table
	SuitesHTML  []table
	PlotsHTML   []template.HTML
	SpreadsHTML []template.HTML
	SpeedsHTML  []template.HTML
	Total       int
	Several     bool   // boards
	Unprinted   string // suspects that are not on paper, "" if all are
	Views       []ScoreView
	BibTeX      string
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
	if len(v.Boards) > 0 {
		more, err := asset("experiment.css")
		if err != nil {
			return err
		}
		css += more
	}
	v.CSS = template.CSS(css)
	var js strings.Builder
	for _, name := range v.Scripts {
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
	return template.HTML(`<svg class="marker" viewBox="-7 -7 14 14" width="14" height="14" aria-hidden="true">` +
		chart.Marker(series, 0, 0) + `</svg>`)
}

// bareP is a p-value without its name, under a head that has it.
func bareP(p string) string { return strings.TrimPrefix(strings.TrimPrefix(p, "p "), "= ") }

// minus writes a true minus sign.
func minus(s string) string { return strings.ReplaceAll(s, "-", "−") }

// bars are the parts of a signature between bars: a line may end after a bar.
func bars(signature string) []string { return strings.Split(signature, "|") }

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
	Href    string // of its sentences, "" if there are none
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

func tableOf(t *report.Table, hrefs map[[2]int]string) table {
	out := table{Title: t.Title, Notes: t.Notes}
	for i, h := range t.Head {
		numeric := len(t.Rows) > 0
		for _, r := range t.Rows {
			numeric = numeric && i < len(r) && (r[i].Numeric || r[i].Text == "")
		}
		out.Head = append(out.Head, cell{Text: h, Numeric: numeric})
	}
	for i, r := range t.Rows {
		var row []cell
		for k, c := range r {
			row = append(row, cell{c.Text, c.Numeric, hrefs[[2]int{i, k}]})
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}
