// Package report writes the results of a run for users and programs: text, CSV,
// TSV, Markdown, LaTeX, HTML, JSON, and the forms that continuous integration
// and shared tasks ask for.
//
// Every command that prints figures fills Tables, and every output form prints
// them. JSON is written from the Report itself,
// with full precision.
package report

import (
	"fmt"
	"html"
	"io"
	"math"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"assay/internal/screen"
)

// A Cell is one entry of a table: a text, or a number and how it is shown.
type Cell struct {
	Text    string
	Value   float64 // the number itself, for machine-readable forms
	Numeric bool
	Bold    bool // in the forms that know it: Markdown, LaTeX, HTML
	Tone    Tone // in text on a screen with colours
}

// A Tone is how a cell differs from others on a screen with colours.
type Tone uint8

// The tones: for a system that is better or worse than the other, and for a
// difference that is not significant.
const (
	ToneEven Tone = iota
	ToneBetter
	ToneWorse
	ToneFaint
)

// sgr are the codes that switch a tone on.
var sgr = [...]string{"", "\x1b[32m", "\x1b[31m", "\x1b[2m"}

// Toned returns the cell in a tone.
func (c Cell) Toned(t Tone) Cell {
	c.Tone = t
	return c
}

// on returns a text in the tone, line by line, for a screen with colours.
func (t Tone) on(text string) string {
	if t == ToneEven || text == "" {
		return text
	}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = sgr[t] + lines[i] + "\x1b[0m"
	}
	return strings.Join(lines, "\n")
}

// A Screen is a window: tables in text that are written to it are no wider than it is.
type Screen struct {
	io.Writer
	Width   int  // longest line; 0 is no limit
	Colours bool // cells have their tones
}

// Label returns a cell of text.
func Label(s string) Cell { return Cell{Text: s} }

// Labelf returns a cell of formatted text.
func Labelf(format string, args ...any) Cell { return Cell{Text: fmt.Sprintf(format, args...)} }

// Percent returns a cell that shows a fraction of 1 in percent.
func Percent(v float64, precision int) Cell {
	return Cell{Text: fixed(100*v, precision), Value: v, Numeric: true}
}

// Number returns a cell that shows v with so many decimals.
func Number(v float64, precision int) Cell {
	return Cell{Text: fixed(v, precision), Value: v, Numeric: true}
}

// Shown returns a numeric cell with the caller's text.
func Shown(v float64, text string) Cell { return Cell{Text: text, Value: v, Numeric: true} }

// Count returns a cell that shows a whole number.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), Numeric: true}
}

// Tally returns a cell that shows a count that may be weighted.
func Tally(v float64) Cell {
	return Cell{Text: strconv.FormatFloat(v, 'f', -1, 64), Value: v, Numeric: true}
}

// fixed shows v with so many decimals, "n/a" where it is undefined.
func fixed(v float64, precision int) string {
	if !finite(v) {
		return "n/a"
	}
	return strconv.FormatFloat(v, 'f', precision, 64)
}

// finite reports whether v is a number.
func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// A Table is a titled table with notes below it.
type Table struct {
	Title string
	Lead  []string // lines between the title and the table, in text and Markdown only
	Head  []string
	Rows  [][]Cell
	Notes []string // lines below the table, in text and Markdown only

	count int // column of the first count of a breakdown, which narrow tables keep; 0 if there is none
}

// Rule is the only cell of a row that is a line between the rows around it.
const Rule = "---"

// Add appends a row.
func (t *Table) Add(cells ...Cell) { t.Rows = append(t.Rows, cells) }

// A Format is an output form of tables.
type Format string

// The output forms. The last four serve score only.
const (
	TextFormat Format = "text"
	JSON       Format = "json"
	CSV        Format = "csv"
	TSV        Format = "tsv"
	Markdown   Format = "markdown"
	LaTeX      Format = "latex"
	HTML       Format = "html"
	GitHub     Format = "github"
	JUnit      Format = "junit"
	Codabench  Format = "codabench"
	TIRA       Format = "tira"
)

// Formats are the names of the output forms, the default first.
var Formats = []string{"text", "json", "csv", "tsv", "markdown", "latex", "html", "github", "junit",
	"codabench", "tira"}

// WriteTables writes tables in a form that tables have: text, csv, tsv,
// markdown, latex or html.
func WriteTables(w io.Writer, format Format, tables ...*Table) error {
	for i, t := range tables {
		if i > 0 {
			if _, err := io.WriteString(w, "\n"); err != nil {
				return err
			}
		}
		window, _ := w.(Screen)
		if _, err := io.WriteString(w, t.on(window, format)); err != nil {
			return err
		}
	}
	return nil
}

func (t *Table) render(format Format, colours bool) string {
	var out strings.Builder
	switch format {
	case CSV, TSV:
		return t.separated(format)
	case LaTeX:
		return t.latex()
	}
	if t.Title != "" {
		switch format {
		case Markdown:
			out.WriteString("### " + screen.Plain(t.Title) + "\n\n")
		case HTML:
			out.WriteString("<h3>" + htmlEscape(t.Title) + "</h3>\n")
		default:
			out.WriteString(screen.Plain(t.Title) + "\n")
		}
	}
	for _, l := range t.Lead {
		out.WriteString(lead(format, l))
	}
	if len(t.Rows) > 0 || len(t.Head) > 0 {
		out.WriteString(t.pretty(format, colours))
	}
	for i, n := range t.Notes {
		switch format {
		case Markdown:
			out.WriteString("\n" + screen.Lines(n) + "\n")
		case HTML:
			out.WriteString("<p>" + htmlEscape(n) + "</p>\n")
		default:
			if i == 0 && len(t.Rows) > 0 {
				out.WriteString("\n")
			}
			out.WriteString(screen.Lines(n) + "\n")
		}
	}
	return out.String()
}

// lead returns a line above a table.
func lead(format Format, line string) string {
	switch {
	case line == "" && format != TextFormat:
		return ""
	case format == HTML:
		return "<p>" + htmlEscape(line) + "</p>\n"
	case format == Markdown:
		return screen.Plain(line) + "\n\n"
	}
	return screen.Plain(line) + "\n"
}

// pretty lays the table out with go-pretty, which knows the width of wide
// characters.
func (t *Table) pretty(format Format, colours bool) string {
	writer := table.NewWriter()
	shown := screen.Lines
	var head table.Row
	var config []table.ColumnConfig
	for i, h := range t.Head {
		head = append(head, shown(h))
		c := table.ColumnConfig{Number: i + 1, AlignHeader: text.AlignLeft}
		if t.numeric(i) {
			c.Align, c.AlignHeader = text.AlignRight, text.AlignRight
		}
		config = append(config, c)
	}
	writer.SetColumnConfigs(config)
	if len(head) > 0 {
		writer.AppendHeader(head)
	}
	for _, r := range t.Rows {
		var row table.Row
		for _, c := range r {
			cell := shown(c.Text)
			if colours {
				cell = c.Tone.on(cell)
			}
			row = append(row, cell)
		}
		writer.AppendRow(row)
	}
	switch format {
	case Markdown:
		return writer.RenderMarkdown() + "\n"
	case HTML:
		writer.Style().HTML.CSSClass = "assay"
		return writer.RenderHTML() + "\n"
	}
	style := table.StyleDefault
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Options = table.OptionsNoBordersAndSeparators
	style.Format.Header = text.FormatDefault
	writer.SetStyle(style)
	return trimLines(writer.Render())
}

func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n") + "\n"
}

// numeric reports whether a column holds numbers only.
func (t *Table) numeric(col int) bool {
	some := false
	for _, r := range t.Rows {
		if col >= len(r) || r[col].Text == "" {
			continue
		}
		if !r[col].Numeric {
			return false
		}
		some = true
	}
	return some
}

// separated writes the table as CSV or TSV. Numbers have full precision;
// undefined ones are empty.
func (t *Table) separated(format Format) string {
	b := AppendLine(nil, format, t.Head)
	var fields []string
	for _, r := range t.Rows {
		fields = fields[:0]
		for _, cell := range r {
			switch {
			case !cell.Numeric:
				fields = append(fields, cell.Text)
			case !finite(cell.Value):
				fields = append(fields, "")
			default:
				fields = append(fields, strconv.FormatFloat(cell.Value, 'g', -1, 64))
			}
		}
		b = AppendLine(b, format, fields)
	}
	return string(b)
}

// latex writes a table for the package booktabs.
func (t *Table) latex() string {
	var out strings.Builder
	if t.Title != "" {
		out.WriteString(comment(t.Title))
	}
	for _, l := range t.Lead {
		if l != "" {
			out.WriteString(comment(l))
		}
	}
	if len(t.Head) > 0 || len(t.Rows) > 0 {
		t.tabular(&out)
	}
	for _, n := range t.Notes {
		out.WriteString("% " + strings.ReplaceAll(screen.Lines(n), "\n", "\n% ") + "\n")
	}
	return out.String()
}

// tabular writes the head and the rows.
func (t *Table) tabular(out *strings.Builder) {
	out.WriteString("\\begin{tabular}{")
	for i := range t.Head {
		if t.numeric(i) {
			out.WriteString("r")
		} else {
			out.WriteString("l")
		}
	}
	out.WriteString("}\n\\toprule\n")
	line := func(cells []string) {
		if first := cells[0]; strings.HasPrefix(first, "[") || strings.HasPrefix(first, "*") {
			cells[0] = "{}" + cells[0] // else it would be an argument of the \\ before it
		}
		out.WriteString(strings.Join(cells, " & ") + " \\\\\n")
	}
	var head []string
	for _, h := range t.Head {
		head = append(head, EscapeLaTeX(h))
	}
	line(head)
	out.WriteString("\\midrule\n")
	for _, r := range t.Rows {
		if len(r) == 1 && r[0].Text == Rule {
			out.WriteString("\\midrule\n")
			continue
		}
		var cells []string
		for _, c := range r {
			text := latexMinus(EscapeLaTeX(c.Text))
			if c.Bold {
				text = `\textbf{` + text + "}"
			}
			cells = append(cells, text)
		}
		for len(cells) < len(t.Head) {
			cells = append(cells, "")
		}
		line(cells)
	}
	out.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// comment returns a line that LaTeX ignores.
func comment(s string) string {
	return "% " + screen.Plain(strings.ReplaceAll(s, "\n", " ")) + "\n"
}

// EscapeLaTeX writes a text so that LaTeX prints it as it is, on one line.
func EscapeLaTeX(s string) string {
	return strings.NewReplacer(`\`, `\textbackslash{}`, `&`, `\&`, `%`, `\%`, `$`, `\$`, `#`, `\#`,
		`_`, `\_`, `{`, `\{`, `}`, `\}`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`, "±", `$\pm$`, "†",
		`\dag{}`, "‡", `\ddag{}`, "–", "--",
		"<", `\textless{}`, ">", `\textgreater{}`, "−", "--", "—", "---", "…", `\ldots{}`, "×", `$\times$`, "→",
		`$\rightarrow$`,
		"\n", " ").Replace(screen.Lines(s))
}

// latexMinus gives numbers a minus sign in place of a hyphen.
func latexMinus(s string) string {
	digit := func(i int) bool { return i < len(s) && '0' <= s[i] && s[i] <= '9' }
	var out strings.Builder
	for i := range len(s) {
		if s[i] == '-' && digit(i+1) && (i == 0 || s[i-1] == '[' || s[i-1] == ' ') {
			out.WriteString("$-$")
			continue
		}
		out.WriteByte(s[i])
	}
	return out.String()
}

func htmlEscape(s string) string {
	return html.EscapeString(screen.Lines(s))
}

// Objects returns the rows as JSON objects with a member per column.
func (t *Table) Objects() []Object {
	var out []Object
	for _, r := range t.Rows {
		o := Object{}
		for i, cell := range r {
			if i >= len(t.Head) {
				break
			}
			if cell.Numeric {
				o.Add(t.Head[i], Float(cell.Value))
			} else {
				o.Add(t.Head[i], cell.Text)
			}
		}
		out = append(out, o)
	}
	return out
}
