package web

import (
	"assay/internal/template"
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/draw/chart"
	"assay/experiment"
)

// A Whole describes the page of an experiment: all systems on all treebanks in all runs.
type Whole struct {
	Experiment *experiment.Experiment
	Figures    []*experiment.Figure // the first is that of cards and words
	Output     experiment.Output    // Tests are between all systems
	Pages      []string             // by treebank: address of its page, "" if there is none
	Command    string
}

// A Grid is the heat map of one figure.
type Grid struct {
	Title  string
	Corner string // the title of the column of row names
	Heads  []GridHead
	Rows   []GridRow
	Note   string
}

// A GridHead names a column or a row.
type GridHead struct{ Name, Href string }

// A GridRow is a line of a heat map.
type GridRow struct {
	Head  GridHead
	Cells []GridCell
}

// A GridCell is a system on a treebank, or an average of the system.
type GridCell struct {
	Text  string
	About string // mean, deviation and runs, in words
	Shade string // "", "h1" to "h4": the higher the score
	Best  bool
	Gone  bool // a file is missing
	Href  string
}

// wholePage puts the page of an experiment together.
type wholePage struct {
	Whole
	page *Page
}

// Page makes the page.
func (w Whole) Page() *Page {
	e := w.Experiment
	b := &wholePage{Whole: w, page: &Page{Title: e.Table.Name, Command: w.Command, Version: e.Options.Version}}
	b.cards()
	if len(w.Output.Tests) > 0 {
		b.inWords()
		b.ladder()
		b.differences()
	}
	for _, f := range w.Figures {
		b.page.Grids = append(b.page.Grids, b.grid(f))
		b.page.Spreads = append(b.page.Spreads, b.spreads(f)...)
		b.page.Plots = append(b.page.Plots, b.curves(f)...)
		b.page.Cite = append(b.page.Cite, f.Signature)
	}
	b.page.Cite = slices.Compact(b.page.Cite)
	plain := w.Output
	plain.Tests = nil
	b.page.Summary = e.Tables(w.Figures, plain)
	for _, t := range b.page.Summary {
		t.Notes = slices.DeleteFunc(t.Notes, func(s string) bool { return strings.HasPrefix(s, "cite:") })
	}
	return b.page
}

// points1 writes a value of a figure: shares in percent.
func points1(f *experiment.Figure, v float64, digits int) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return "n/a"
	}
	if f.Rate {
		v *= 100
	}
	return minus(strconv.FormatFloat(v, 'f', digits, 64))
}

// signed1 writes a difference with its sign.
func signed1(f *experiment.Figure, v float64) string {
	if s := points1(f, v, 2); v < 0 || math.IsNaN(v) {
		return s
	}
	return "+" + points1(f, v, 2)
}

func aFigure(f *experiment.Figure) string { return f.Metric + ": " + scoreLabel(f.Name) }

// cards makes a card of each system with its macro average, the best first.
func (b *wholePage) cards() {
	e, figure := b.Experiment, b.Figures[0]
	b.page.Score = Shown{figure.Name, "macro " + scoreLabel(figure.Name), figure.Rate, figure.Lower}
	field := chart.Field{}
	for _, s := range figure.Macro {
		field.Take(s.Mean, s.Min, s.Max)
	}
	for _, s := range figure.Ranked() {
		m := figure.Macro[s]
		card := Card{Name: e.Table.Systems[s], Series: s, Value: points1(figure, m.Mean, 2),
			Label: b.page.Score.Label + zeroMark(m), Note: b.files(s)}
		var others []float64
		for o := range figure.Macro {
			if o != s {
				others = append(others, figure.Macro[o].Mean)
			}
		}
		switch {
		case !math.IsNaN(m.SD):
			card.Interval = fmt.Sprintf("±%s between %d runs: %s to %s", points1(figure, m.SD, 2), m.N,
				points1(figure, m.Min, 2), points1(figure, m.Max, 2))
		case m.Uncrossed:
			card.Interval = "runs are not crossed with treebanks"
		}
		card.Bar = template.HTML(field.Interval(s, m.Mean, m.Min, m.Max, others, figure.Rate))
		b.page.Cards = append(b.page.Cards, card)
	}
}

// files counts the files of a system.
func (b *wholePage) files(system int) string {
	n, absent := 0, 0
	for _, s := range b.Experiment.Files {
		if s.System == b.Experiment.Table.Systems[system] {
			if n++; s.Err != nil {
				absent++
			}
		}
	}
	text := fmt.Sprintf("%d of %d files scored", n-absent, n)
	if absent > 0 {
		text += fmt.Sprintf(" · %d missing", absent)
		switch zeros := b.Figures[0].Macro[system].Absent; {
		case zeros == absent:
			text += ", counted as 0"
		case zeros > 0:
			text += fmt.Sprintf(", %d of them counted as 0", zeros)
		}
	}
	return text
}

// common names the treebanks of a test if both systems do not have all of them.
func (b *wholePage) common(x *experiment.Pair) string {
	n, all := len(x.Treebanks), len(b.Experiment.Table.Treebanks)
	switch {
	case n == all:
		return ""
	case n == 1:
		return fmt.Sprintf(" on the one of %d treebanks that both have", all)
	}
	return fmt.Sprintf(" on the %d of %d treebanks that both have", n, all)
}

// answers are the p-values of the three questions in words.
func answers(x *experiment.Pair) string {
	files := "These two files"
	if len(x.Treebanks) > 1 {
		files = "These files"
	}
	one := fmt.Sprintf("(a) %s (%s) on new sentences: %s", files, x.OneRun.Files(), pValue(x.OneRun.Test.P))
	if x.Training == nil {
		return one + "; (b) training again, on these sentences, and (c) the averages of runs on new sentences have no answer: " + x.Unanswered() + "."
	}
	return fmt.Sprintf("%s; (b) training again, on these sentences: %s; (c) the averages of the runs on new "+
		"sentences: %s. Training again on new sentences: the larger of (b) and (c), adjusted %s.",
		one, pValue(x.Training.P), pValue(x.Sentences.Test.P), pValue(x.Adjusted))
}

// pair finds the test of two systems.
func (b *wholePage) pair(f *experiment.Figure, i, j int) *experiment.Pair {
	for _, x := range b.Output.Tests {
		if x.Figure == f && (x.A == i && x.B == j || x.A == j && x.B == i) {
			return x
		}
	}
	return nil
}

// differences are the matrices of all pairs, and the tables of all tests.
func (b *wholePage) differences() {
	names := b.Experiment.Table.Systems
	for _, figure := range b.Figures {
		matrix := Matrix{Title: aFigure(figure) + ", macro average", Names: names}
		if slices.ContainsFunc(b.Output.Tests, func(x *experiment.Pair) bool {
			return x.Figure == figure &&
				b.common(x) != ""
		}) {
			matrix.Title += "; differences are over the treebanks that both systems have"
		}
		if slices.ContainsFunc(b.Output.Tests, func(x *experiment.Pair) bool { return x.Figure == figure && x.Few != nil }) {
			matrix.Title += "; where a system has a single run on a treebank, the difference is that of one run of each"
		}
		for i, name := range names {
			row := MatrixRow{Name: name, Value: points1(figure, figure.Macro[i].Mean, 2), Cells: make([]MatrixCell, len(names))}
			for j := range names {
				x := b.pair(figure, i, j)
				if i == j || x == nil || len(x.Treebanks) == 0 {
					continue
				}
				d := x.Difference // of B less A
				if x.A == i {
					d = -d
				}
				row.Cells[j] = MatrixCell{Text: signed1(figure, d), P: pValue(x.Adjusted), Shade: shadeOf(x.Adjusted)}
			}
			matrix.Rows = append(matrix.Rows, row)
		}
		b.page.Matrices = append(b.page.Matrices, matrix)
	}
	b.page.Tests = b.Experiment.TestTables(b.Output)
}

// shadeOf is the shade of an adjusted p.
func shadeOf(p float64) string {
	switch {
	case p < 0.001:
		return "s3"
	case p < 0.01:
		return "s2"
	case p < 0.05:
		return "s1"
	}
	return ""
}

// manyTreebanks is from how many treebanks on each has a row, not a column.
const manyTreebanks = 9

// grid makes the heat map of a figure.
func (b *wholePage) grid(figure *experiment.Figure) Grid {
	e := b.Experiment
	low, high := math.Inf(1), math.Inf(-1)
	for _, row := range figure.Cells {
		for _, c := range row {
			if !math.IsNaN(c.Mean) && c.Absent < c.N {
				low, high = min(low, c.Mean), max(high, c.Mean)
			}
		}
	}
	grid := Grid{Title: aFigure(figure), Corner: "system"}
	if low <= high {
		grid.Note = fmt.Sprintf("Stronger colour: higher, from %s to %s. Bold: the best of a treebank. A name or a "+
			"cell opens the page of its treebank.", points1(figure, low, 1), points1(figure, high, 1))
	}
	for t, name := range e.Table.Treebanks {
		grid.Heads = append(grid.Heads, GridHead{name, b.Pages[t]})
	}
	grid.Heads = append(grid.Heads, GridHead{Name: "macro"})
	zeros := false
	for s, name := range e.Table.Systems {
		row := GridRow{Head: GridHead{Name: name}}
		for t := range e.Table.Treebanks {
			row.Cells = append(row.Cells, b.gridCell(figure, s, t, low, high))
		}
		m := figure.Macro[s]
		zeros = zeros || m.Absent > 0
		row.Cells = append(row.Cells, GridCell{Text: points1(figure, m.Mean, 1) + zeroMark(m),
			About: fmt.Sprintf("%s, macro average: %s", name, statWords(figure, m)), Best: s == figure.Ranked()[0]})
		grid.Rows = append(grid.Rows, row)
	}
	if zeros {
		grid.Note += " *: missing files count 0 in this average."
	}
	if len(e.Table.Treebanks) >= manyTreebanks && len(e.Table.Treebanks) > len(e.Table.Systems) {
		return grid.turned()
	}
	return grid
}

// gridCell is a system on a treebank.
func (b *wholePage) gridCell(figure *experiment.Figure, s, t int, low, high float64) GridCell {
	e, st := b.Experiment, figure.Cells[s][t]
	gridCell := GridCell{Text: points1(figure, st.Mean, 1),
		About: fmt.Sprintf("%s on %s: %s", e.Table.Systems[s], e.Table.Treebanks[t], statWords(figure, st)), Href: b.Pages[t]}
	if why := e.Why(s, t); why != nil {
		gridCell.Gone = true
		gridCell.About += "; missing: " + why.Error()
		if st.N == st.Absent {
			gridCell.Text = "–"
			return gridCell
		}
	}
	if math.IsNaN(st.Mean) {
		return gridCell
	}
	best := true
	for o := range figure.Cells {
		v := figure.Cells[o][t].Mean
		best = best && !(v > st.Mean && !figure.Lower || v < st.Mean && figure.Lower)
	}
	gridCell.Best = best
	if k := int(5 * (st.Mean - low) / max(high-low, 1e-12)); k > 0 {
		gridCell.Shade = fmt.Sprintf("h%d", min(k, 4))
	}
	return gridCell
}

// statWords describes a statistic.
func statWords(f *experiment.Figure, s experiment.Stat) string {
	text := points1(f, s.Mean, 2)
	if !math.IsNaN(s.SD) {
		text += fmt.Sprintf(" ±%s, %d runs from %s to %s", points1(f, s.SD, 2), s.N, points1(f, s.Min, 2),
			points1(f, s.Max, 2))
	}
	return text
}

// turned returns the map with a row for each treebank.
func (g Grid) turned() Grid {
	out := Grid{Title: g.Title, Corner: "treebank", Note: g.Note}
	for _, r := range g.Rows {
		out.Heads = append(out.Heads, r.Head)
	}
	for t, h := range g.Heads {
		row := GridRow{Head: h}
		for _, r := range g.Rows {
			row.Cells = append(row.Cells, r.Cells[t])
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// spreads draws the runs of each treebank as dots, none if every cell has one run.
func (b *wholePage) spreads(figure *experiment.Figure) (out []Plot) {
	e, several := b.Experiment, false
	for t, name := range e.Table.Treebanks {
		dots := chart.Dots{Title: name + " " + scoreLabel(figure.Name), Rate: figure.Rate}
		for s, system := range e.Table.Systems {
			values, names := e.Runs(figure, s, t)
			several = several || len(values) > 1
			line := chart.DotLine{Name: system, Series: s, Values: values, Names: names, Mean: figure.Cells[s][t].Mean}
			if figure.Cells[s][t].Absent > 0 { // a missing file is no run
				line.Mean = math.NaN()
			}
			dots.Lines = append(dots.Lines, line)
		}
		out = append(out, Plot{Name: fileName("runs-" + figure.Metric + "-" + figure.Name + "-" + name), SVG: dots.SVG()})
	}
	if !several {
		return nil
	}
	return out
}

// curves draws a learning curve for each group column whose values are numbers.
func (b *wholePage) curves(figure *experiment.Figure) (out []Plot) {
	e := b.Experiment
	for _, numericColumn := range numericColumns(e.Table.Groups) {
		plot := chart.Plot{Title: aFigure(figure) + " by " + numericColumn.name, XLabel: numericColumn.name,
			YLabel: scoreLabel(figure.Name) + ", macro", Rate: figure.Rate, Lines: true, Places: numericColumn.places,
			At: numericColumn.at}
		var notes []string
		for s, system := range e.Table.Systems {
			line := chart.Series{Name: system}
			for i, g := range numericColumn.groups {
				st := figure.Groups[s][g]
				if st.Gone > 0 { // a missing file is no measurement
					st.Mean, st.SD = math.NaN(), math.NaN()
					notes = append(notes, system+" at "+numericColumn.places[i])
				}
				line.Values = append(line.Values, st.Mean)
				line.Low, line.High = append(line.Low, st.Mean-st.SD), append(line.High, st.Mean+st.SD)
			}
			plot.Series = append(plot.Series, line)
		}
		note := ""
		if len(notes) > 0 {
			plot.XLabel += "; no point where a file is missing"
			note = "No point, because a file is missing: " + strings.Join(notes, ", ") + "."
		}
		out = append(out, Plot{Note: note, Name: fileName("curve-" + figure.Metric + "-" + figure.Name + "-" +
			numericColumn.name), SVG: plot.SVG()})
	}
	return out
}

// A groupColumn is a column group whose values are numbers, in rising order.
type groupColumn struct {
	name   string
	groups []int // of the table
	places []string
	at     []float64 // logarithms where the numbers differ tenfold
}

// numericColumns finds the group columns with two numbers or more, and no other value.
func numericColumns(groups []string) (out []groupColumn) {
	type place struct {
		group int
		text  string
		v     float64
	}
	var order []string
	columns := map[string][]place{}
	for i, g := range groups {
		column, text, named := strings.Cut(g, ":")
		if !named {
			column, text = "group", g
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || math.IsInf(v, 0) {
			v = math.NaN()
		}
		if columns[column] == nil {
			order = append(order, column)
		}
		columns[column] = append(columns[column], place{i, text, v})
	}
	for _, name := range order {
		list := columns[name]
		if len(list) < 2 || slices.ContainsFunc(list, func(p place) bool { return math.IsNaN(p.v) }) {
			continue
		}
		slices.SortStableFunc(list, func(a, b place) int {
			if a.v < b.v {
				return -1
			}
			return 1
		})
		c := groupColumn{name: name}
		wide := list[0].v > 0 && list[len(list)-1].v >= 10*list[0].v
		for _, p := range list {
			at := p.v
			if wide {
				at = math.Log10(at)
			}
			c.groups, c.places, c.at = append(c.groups, p.group), append(c.places, p.text), append(c.at, at)
		}
		out = append(out, c)
	}
	return out
}

// fileName makes a name of a file of a text.
func fileName(s string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("/\\:*?\"<>| \t", r) || r < ' ' {
			return '_'
		}
		return r
	}, s)
}

// PageNames returns a name of a file for each treebank, unlike all others and unlike
// index.html.
func PageNames(treebanks []string) []string {
	used := map[string]bool{"index.html": true}
	out := make([]string, len(treebanks))
	for i, tb := range treebanks {
		base := strings.TrimLeft(fileName(tb), ".")
		name := base + ".html"
		for n := 2; used[strings.ToLower(name)] || base == ""; n++ {
			base = cmp.Or(base, "treebank")
			name = fmt.Sprintf("%s-%d.html", base, n)
		}
		used[strings.ToLower(name)] = true
		out[i] = name
	}
	return out
}
