package experiment

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"assay/report"
)

// An Output selects how an experiment is shown.
type Output struct {
	Format    report.Format
	Precision int
	Tests     []*Pair
	Options   TestOptions
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
	}
	if len(all) > 0 {
		last := all[len(all)-1]
		last.Notes = append(last.Notes, e.AbsentNotes("")...)
	}
	return append(all, e.testTables(out)...)
}

// wide is the largest number of treebanks that get a column each; with more, each
// treebank gets a row.
const wide = 8

// table shows one figure: rows are systems, columns treebanks, groups, averages.
func (e *Experiment) table(figure *Figure, out Output) *report.Table {
	var marks Marks
	if out.Marks {
		marks = e.Mark(figure, out.Options)
	}
	mark := func(list []Mark, i int) Mark {
		if i < len(list) {
			return list[i]
		}
		return Plain
	}
	table := &report.Table{Title: figure.Metric + " " + figure.Name,
		Head: append([]string{"system"}, e.Table.Treebanks...)}
	table.Head = append(table.Head, e.Table.Groups...)
	table.Head = append(table.Head, "macro", "micro")
	for s, name := range e.Table.Systems {
		cells := []report.Cell{report.Label(name)}
		for i, st := range figure.Cells[s] {
			var m Mark
			if marks.Cells != nil {
				m = marks.Cells[s][i]
			}
			cells = append(cells, figure.cell(st, out, m))
		}
		for _, st := range figure.Groups[s] {
			cells = append(cells, figure.cell(st, out, Plain))
		}
		table.Add(append(cells, figure.cell(figure.Macro[s], out, mark(marks.Macro, s)),
			figure.cell(figure.Micro[s], out, Plain))...)
	}
	if len(e.Table.Treebanks) > wide && len(e.Table.Treebanks) > len(e.Table.Systems) && out.Format != report.LaTeX {
		table = turned(table)
	}
	layout := report.Layout{Cite: out.Cite}
	table.Notes = append(append(e.figureNotes(figure, marks, out), e.macroNotes(figure, out)...),
		layout.Citation(figure.Signature))
	return table
}

// turned returns table with rows and columns exchanged.
func turned(table *report.Table) *report.Table {
	out := &report.Table{Title: table.Title, Head: []string{"treebank"}}
	for _, r := range table.Rows {
		out.Head = append(out.Head, r[0].Text)
	}
	for i, name := range table.Head[1:] {
		row := []report.Cell{report.Label(name)}
		for _, r := range table.Rows {
			row = append(row, r[i+1])
		}
		out.Add(row...)
	}
	return out
}

// cell formats a statistic: 81.47 ±0.21.
func (f *Figure) cell(stat Stat, out Output, mark Mark) report.Cell {
	if math.IsNaN(stat.Mean) {
		text := "n/a"
		if stat.N == 0 && stat.Treebanks == 0 && stat.Undefined == 0 {
			text = "–"
		}
		return report.Shown(math.NaN(), text)
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
			counted(undefined, "cell")))
	}
	if len(figure.LeftOut) > 0 {
		notes = append(notes, "left out of the averages because a system has no file (--missing skip): "+strings.Join(figure.LeftOut, ", "))
	}
	if out.Marks {
		notes = append(notes, fmt.Sprintf("bold: best of the column and all that are not shown to be below it; †: not "+
			"significantly below it (Holm within the column, alpha %v)", out.Options.alpha()))
		if marks.has(Untested) {
			notes = append(notes, "‡: not tested against it (too few sentences, or no run in common)")
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
	out := []string{fmt.Sprintf("missing: %s; %s", counted(len(absent), "file"), effect)}
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

// counted returns a number with its noun, in the plural if needed.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return strconv.Itoa(n) + " " + what + "s"
}

// flat returns all figures as one table in long form, for programs.
func (e *Experiment) flat(figures []*Figure, out Output) *report.Table {
	table := &report.Table{Head: []string{"metric", "score", "system", "treebank", "run", "value", "sd", "min",
		"max", "runs", "missing"}}
	num := func(v float64) report.Cell { return report.Number(v, 6) }
	for _, figure := range figures {
		stat := func(system, treebank string, s Stat) {
			table.Add(report.Label(figure.Metric), report.Label(figure.Name), report.Label(system),
				report.Label(treebank), report.Label(""),
				num(s.Mean), num(s.SD), num(s.Min), num(s.Max), report.Count(s.N), report.Count(s.Absent))
		}
		nan := num(math.NaN())
		for s, system := range e.Table.Systems {
			for i, tb := range e.Table.Treebanks {
				for _, file := range e.files(system, tb, "") {
					value := e.shown(figure, file)
					absent := 0
					if file.Err != nil {
						absent = 1
					}
					table.Add(report.Label(figure.Metric), report.Label(figure.Name), report.Label(system), report.Label(tb),
						report.Label(file.Run),
						num(value), nan, nan, nan, report.Count(1), report.Count(absent))
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
