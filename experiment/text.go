package experiment

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/report"
	"assay/treebank"
)

// An Output selects how an experiment is shown.
type Output struct {
	Format    report.Format
	Precision int
	Tests     []*Pair
	Options   TestOptions
	Matrices  []*Matrix           // those that are made
	Marks     bool                // mark the best of each column; needs the rows of Options.Tests
	Cite      func(string) string // shortens a signature; nil leaves it whole
}

// Write writes the tables of the figures, and the tests if there are any.
func (e *Experiment) Write(w io.Writer, figures []*Figure, out Output) error {
	switch out.Format {
	case report.JSON:
		return e.writeJSON(w, figures, out)
	case report.CSV, report.TSV:
		return report.WriteTables(w, out.Format, e.flat(figures, out))
	}
	return report.WriteTables(w, out.Format, e.Tables(figures, out)...)
}

// Tables returns a table for each figure, with the missing files below the last,
// then the tests.
func (e *Experiment) Tables(figures []*Figure, out Output) []*report.Table {
	var all []*report.Table
	for _, f := range figures {
		all = append(all, e.table(f, out))
		if f.ZeroFilled() {
			all = append(all, e.zeroFilled(f, out))
		}
	}
	if len(all) > 0 {
		last := all[len(all)-1]
		last.Notes = append(last.Notes, slices.Concat(e.AbsentNotes(""), e.Table.Notes)...)
	}
	if speeds := e.speedTable(); speeds != nil {
		all = append(all, speeds)
	}
	all = append(all, e.TestTables(out)...)
	for _, table := range all {
		for i, note := range table.Notes {
			table.Notes[i] = e.InUnits(note)
		}
		for _, row := range table.Rows {
			for i := range row {
				row[i].Text = e.InUnits(row[i].Text)
			}
		}
	}
	return all
}

// Unit is the noun for a sentence of the files: sentence, document, instance.
func (e *Experiment) Unit() string {
	for _, file := range e.Files {
		if len(file.Sentences) > 0 {
			return file.Sentences[0].Unit
		}
	}
	return "sentence" // rows of counts do not say
}

// InUnits returns a text about sentences as one about units of the files.
func (e *Experiment) InUnits(text string) string { return treebank.InUnits(text, e.Unit()) }

// wide is the largest number of treebanks that get a column each; with more, each
// treebank gets a row.
const wide = 8

// table shows one figure: rows are systems, columns treebanks, groups, averages.
func (e *Experiment) table(figure *Figure, out Output) *report.Table {
	matrix := e.Matrix(figure, out)
	table := &report.Table{Title: figure.Metric + " " + figure.Name, Head: slices.Concat([]string{"system"},
		matrix.heads(), e.Table.Treebanks, e.Table.Groups, []string{"macro", "micro"})}
	apart := figure.ZeroFilled()
	if apart {
		table.Head = table.Head[:len(table.Head)-2]
	}
	for s, name := range e.Table.Systems {
		cells := append([]report.Cell{report.Label(name)}, matrix.cells(s, out)...)
		for i, st := range figure.Cells[s] {
			var of Mark
			if matrix.Marks.Cells != nil {
				of = matrix.Marks.Cells[s][i]
			}
			cells = append(cells, figure.cell(st, out, of))
		}
		for _, st := range figure.Groups[s] {
			cells = append(cells, figure.cell(st, out, Plain))
		}
		if !apart {
			var macroMark Mark
			if matrix.Marks.Macro != nil {
				macroMark = matrix.Marks.Macro[s]
			}
			cells = append(cells, figure.cell(figure.Macro[s], out, macroMark),
				figure.cell(figure.Micro[s], out, Plain))
		}
		table.Add(cells...)
	}
	if len(e.Table.Treebanks) > wide && len(e.Table.Treebanks) > len(e.Table.Systems) && out.Format != report.LaTeX {
		table = table.Turned("treebank")
	}
	layout := report.Layout{Cite: out.Cite}
	table.Notes = slices.Concat(e.matrixNotes(matrix), e.figureNotes(figure, matrix.Marks, out), e.macroNotes(figure, out),
		[]string{layout.Citation(figure.Signature)})
	return table
}

// cell formats a statistic: 81.47 ±0.21.
func (f *Figure) cell(stat Stat, out Output, mark Mark) report.Cell {
	switch average := stat.Treebanks > 0 || stat.Undefined > 0; {
	case !average && stat.Absent == stat.N: // no file; averages may count it as 0
		return report.Shown(math.NaN(), "–")
	case math.IsNaN(stat.Mean):
		return report.Shown(math.NaN(), "n/a")
	}
	text := f.points(stat.Mean, out.Precision)
	if !math.IsNaN(stat.SD) {
		text += " ±" + f.points(stat.SD, out.Precision)
	}
	switch mark {
	case Level:
		text += "†"
	case Untested:
		text += "‡"
	}
	c := report.Shown(stat.Mean, text)
	c.Bold = mark != Plain
	return c
}

// heads name the columns that take the place of the average where files are missing.
func (m *Matrix) heads() (out []string) {
	if m.Comparable {
		return nil
	}
	if m.Ranked() {
		out = append(out, "rank")
	}
	return append(out, "gain")
}

// cells are the columns of heads: an interval of ranks, and the gain with its number of treebanks.
func (m *Matrix) cells(system int, out Output) (cells []report.Cell) {
	if m.Comparable {
		return nil
	}
	standing := &m.Standings[system]
	if m.Ranked() {
		cells = append(cells, report.Label(standing.Rank()))
	}
	gain := standing.Gains[m.Reference]
	if gain.Treebanks == 0 {
		return append(cells, report.Shown(math.NaN(), "none shared"))
	}
	return append(cells, report.Shown(gain.Value, fmt.Sprintf("%s (%d)",
		signed(m.Figure.points(gain.Value, out.Precision)), gain.Treebanks)))
}

// Rank words the interval of ranks.
func (x *Standing) Rank() string {
	if x.First == x.Last {
		return strconv.Itoa(x.First)
	}
	return fmt.Sprintf("%d–%d", x.First, x.Last)
}

// ZeroFilled reports whether missing files count as 0 in a macro average.
func (f *Figure) ZeroFilled() bool {
	return slices.ContainsFunc(f.Macro, func(s Stat) bool { return s.Absent > 0 })
}

// zeroFilled is the table of averages in which missing files count as 0, in the order of the table.
func (e *Experiment) zeroFilled(figure *Figure, out Output) *report.Table {
	table := &report.Table{Title: figure.Metric + " " + figure.Name + ", missing files counted as 0: no order of systems",
		Head: []string{"system", "macro", "micro"}}
	for system, name := range e.Table.Systems {
		table.Add(report.Label(name), figure.cell(figure.Macro[system], out, Plain),
			figure.cell(figure.Micro[system], out, Plain))
	}
	return table
}

// matrixNotes explain ranks and gains.
func (e *Experiment) matrixNotes(m *Matrix) (notes []string) {
	if m.Comparable {
		return nil
	}
	notes = append(notes, fmt.Sprintf("gain: mean difference from %s over the treebanks that both have (their number); "+
		"averages over different treebanks are no order of systems", e.Table.Systems[m.Reference]))
	if m.Ranked() {
		notes = append(notes, "rank: after all systems shown to be better, before all shown to be worse (p over shared "+
			"treebanks, Holm over all pairs)")
	}
	return notes
}

// points formats a number of the figure: shares in percent.
func (f *Figure) points(v float64, precision int) string {
	if math.IsNaN(v) {
		return "n/a"
	}
	if f.Rate {
		v *= 100
	}
	return strconv.FormatFloat(v, 'f', precision, 64)
}

// figureNotes explain the numbers of one table.
func (e *Experiment) figureNotes(figure *Figure, marks Marks, out Output) []string {
	var notes []string
	runs, uncrossed, undefined := 0, false, 0
	for s := range figure.Cells {
		for _, st := range figure.Cells[s] {
			runs = max(runs, st.N)
		}
		uncrossed = uncrossed || figure.Macro[s].Uncrossed
		undefined += figure.Macro[s].Undefined
	}
	center := "mean"
	if e.Options.Median {
		center = "run nearest to the median from below"
	}
	if runs > 1 {
		notes = append(notes, fmt.Sprintf("cells: %s of up to %d runs ±standard deviation between runs (n-1); macro: "+
			"mean over treebanks", center, runs))
	}
	if uncrossed {
		notes = append(notes, "no ± for some averages: runs are not crossed with treebanks")
	}
	if undefined > 0 {
		notes = append(notes, fmt.Sprintf("undefined (0/0) in %s of a system and a treebank: left out of the averages",
			report.Plural(undefined, "cell")))
	}
	if len(figure.LeftOut) > 0 {
		notes = append(notes, "left out of the averages because a system has no file (--missing skip): "+strings.Join(figure.LeftOut, ", "))
	}
	if out.Marks {
		notes = append(notes, fmt.Sprintf("†: not significantly worse than the best of the column (Holm within the column, "+
			"alpha %v)", out.Options.Level()))
		if marks.has(Untested) {
			notes = append(notes, "‡: not tested against the best (too few sentences, or no run in common)")
		}
	}
	return notes
}

// AbsentNotes list the missing files, with their effect; "" is that on averages.
func (e *Experiment) AbsentNotes(effect string) []string {
	absent := e.Absent()
	if len(absent) == 0 {
		return nil
	}
	if effect == "" {
		effect = e.absentEffect(absent)
	}
	out := []string{fmt.Sprintf("missing: %s; %s", report.Plural(len(absent), "file"), effect)}
	var order []string
	lists, treebanks := map[string][]string{}, map[string]string{}
	for _, f := range absent {
		why := fmt.Sprintf("%v", f.Err)
		if f.Path != "" && !strings.Contains(why, f.Path) {
			why = f.Path + ": " + why
		}
		if !slices.Contains(order, why) {
			order = append(order, why)
		}
		name := f.System
		if len(e.Table.Runs) > 1 {
			name += " run " + f.Run
		}
		if n := len(lists[why]); n > 0 && treebanks[why] == f.Treebank {
			lists[why][n-1] += ", " + name
			continue
		}
		treebanks[why] = f.Treebank
		lists[why] = append(lists[why], f.Treebank+": "+name)
	}
	for _, why := range order {
		for _, list := range lists[why] {
			out = append(out, "  "+list+": "+why)
		}
	}
	return out
}

// absentEffect states the effect of missing files on averages.
func (e *Experiment) absentEffect(absent []*Scored) string {
	var parts []string
	some := func(f *Scored) bool { return e.scoredFiles(f.System, f.Treebank) }
	if slices.ContainsFunc(absent, some) {
		parts = append(parts, "cells are means of the runs that exist")
	}
	switch {
	case e.Options.Missing == MissingSkip:
		parts = append(parts, "averages are over the treebanks that all systems have")
	case slices.ContainsFunc(absent, func(f *Scored) bool { return !some(f) }):
		parts = append(parts, "a treebank without files of a system scores 0 in its macro average, and has no words "+
			"in the micro average, which lowers its recall alone (--missing skip leaves such treebanks out)")
	}
	return strings.Join(parts, "; ")
}

// flat returns all figures as one table in long form, for programs.
func (e *Experiment) flat(figures []*Figure, out Output) *report.Table {
	table := &report.Table{Head: []string{"metric", "score", "system", "treebank", "run", "value", "sd", "min",
		"max", "runs", "missing"}}
	num := func(v float64) report.Cell { return report.Number(v, 6) }
	for _, figure := range figures {
		line := func(system, treebank, run string, s Stat) {
			table.Add(report.Label(figure.Metric), report.Label(figure.Name), report.Label(system),
				report.Label(treebank), report.Label(run),
				num(s.Mean), num(s.SD), num(s.Min), num(s.Max), report.Count(s.N), report.Count(s.Absent))
		}
		stat := func(system, treebank string, s Stat) { line(system, treebank, "", s) }
		for s, system := range e.Table.Systems {
			for i, tb := range e.Table.Treebanks {
				for _, file := range e.files(system, tb, "") {
					one := Stat{Mean: e.shown(figure, file), SD: math.NaN(), Min: math.NaN(), Max: math.NaN(), N: 1}
					if file.Err != nil {
						one.Absent = 1
					}
					line(system, tb, file.Run, one)
				}
				stat(system, tb, figure.Cells[s][i])
			}
			for i, g := range e.Table.Groups {
				stat(system, "macro "+g, figure.Groups[s][i])
				stat(system, "micro "+g, figure.GroupMicro[s][i])
			}
			stat(system, "macro", figure.Macro[s])
			stat(system, "micro", figure.Micro[s])
		}
	}
	return table
}
