package web

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/draw/chart"
	"assay/experiment"
	"assay/report"
)

// A Whole describes the page of an experiment: all systems on all treebanks in all runs.
type Whole struct {
	Experiment *experiment.Experiment
	Figures    []*experiment.Figure // the first is that of cards and words
	Output     experiment.Output    // Tests are between all systems
	Pages      []string             // by treebank: address of its page, "" if there is none
	Command    string
}

// wholePage puts the page of an experiment together.
type wholePage struct {
	Whole
	page     *Page
	matrices []*experiment.Matrix
	plain    experiment.Output // without tests
}

// Page makes the page.
func (w Whole) Page() *Page {
	e := w.Experiment
	b := &wholePage{Whole: w, page: &Page{Unit: e.Unit(), Title: e.Table.Name, Command: w.Command,
		Version:  e.Options.Version,
		Warnings: report.JoinWarnings(e.Warnings)}}
	for _, f := range w.Figures {
		b.matrices = append(b.matrices, e.Matrix(f, w.Output))
	}
	b.plain = w.Output
	b.plain.Tests, b.plain.Matrices = nil, b.matrices
	b.boards()
	b.shortWords()
	if len(w.Output.Tests) > 0 {
		b.inWords()
		b.ladder()
		b.differences()
	}
	for _, f := range w.Figures {
		b.page.Spreads = append(b.page.Spreads, b.spreads(f)...)
		b.page.Plots = append(b.page.Plots, b.curves(f)...)
		b.page.Speeds = append(b.page.Speeds, b.speed(f)...)
		b.page.Cite = append(b.page.Cite, f.Signature)
	}
	b.page.Cite = slices.Compact(b.page.Cite)
	b.page.Summary = e.Tables(w.Figures, b.plain)
	for _, t := range b.page.Summary {
		t.Notes = slices.DeleteFunc(t.Notes, func(s string) bool { return strings.HasPrefix(s, "cite:") })
	}
	return b.page
}

func aFigure(f *experiment.Figure) string { return f.Metric + ": " + scoreLabel(f.Name) }

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
		return one + "; (b) training again, on these sentences, and (c) the averages of runs on new " +
			"sentences have no answer: " + x.Unanswered() + "."
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
		matrix := Matrix{Title: aFigure(figure) + ", averages", Names: names}
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
			row := MatrixRow{Name: name, Cells: make([]MatrixCell, len(names))}
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

// statWords describes a statistic.
func statWords(f *experiment.Figure, s experiment.Stat) string {
	text := points1(f, s.Mean, 2)
	if !math.IsNaN(s.SD) {
		text += fmt.Sprintf(" ±%s, %d runs from %s to %s", points1(f, s.SD, 2), s.N, points1(f, s.Min, 2),
			points1(f, s.Max, 2))
	}
	return text
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

// speed draws the accuracy of a figure against the speed of the systems, with intervals over runs and
// sentences; nothing if no runs were measured, or on several machines.
func (b *wholePage) speed(figure *experiment.Figure) (out []Plot) {
	e := b.Experiment
	speeds := e.Speeds()
	if len(speeds) < 2 || len(experiment.Machines(speeds)) > 1 {
		return nil
	}
	front := chart.Front{Title: aFigure(figure) + " and speed", YLabel: scoreLabel(figure.Name) + ", macro",
		Rate: figure.Rate}
	for _, s := range speeds {
		system := slices.Index(e.Table.Systems, s.System)
		rival := chart.Rival{Name: s.System, Series: system, Speed: s.Words, Value: figure.Macro[system].Mean,
			Low: math.NaN(), High: math.NaN()}
		if interval := e.Interval(figure, system, b.Output.Options); interval != nil {
			rival.Low, rival.High = interval.Low, interval.High
		}
		if figure.Macro[system].Absent == 0 { // an average with missing files is no accuracy
			front.Rivals = append(front.Rivals, rival)
		}
	}
	if len(front.Rivals) < 2 {
		return nil
	}
	var best []string
	for _, i := range front.Best() {
		best = append(best, front.Rivals[i].Name)
	}
	return []Plot{{Name: fileName("speed-" + figure.Metric + "-" + figure.Name), SVG: front.SVG(),
		Note: "No system is both faster and better than " + strings.Join(best, ", ") + ". Bars: intervals over runs and " +
			"sentences. Speeds over " + strings.Join(e.Measured(), ", ") + " on " + speeds[0].Machines[0] + "."}}
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
		slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.v, b.v) })
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
