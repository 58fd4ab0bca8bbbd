package experiment

import (
	"math"
	"slices"

	"assay/signif"
)

// A Mark compares a cell with the best of its column.
type Mark int

// The marks.
const (
	Plain Mark = iota
	Best
	Level    // not significantly below the best
	Untested // no test with the best: too few sentences, or no run in common
)

// Marks are the marks of a figure: by system and treebank, and those of the
// macro averages.
type Marks struct {
	Cells [][]Mark
	Macro []Mark
}

// has reports whether a cell or a macro average has that mark.
func (m Marks) has(mark Mark) bool {
	return slices.ContainsFunc(append(slices.Clone(m.Cells), m.Macro),
		func(list []Mark) bool { return slices.Contains(list, mark) })
}

// Mark finds the best system of each treebank and of the macro average, and the
// systems that are not significantly below it, by the test of Pair.P with Holm's
// adjustment within the column, and those for which there is no such test. Macro
// averages over different treebanks get no mark.
func (e *Experiment) Mark(figure *Figure, opt TestOptions) Marks {
	marks := Marks{Macro: make([]Mark, len(figure.Macro))}
	for range figure.Cells {
		marks.Cells = append(marks.Cells, make([]Mark, len(e.Table.Treebanks)))
	}
	opt.Margin, opt.Order = 0, false
	for t, tb := range e.Table.Treebanks {
		if opt.Progress != nil {
			opt.Progress(t, len(e.Table.Treebanks)+1)
		}
		column := make([]Stat, len(figure.Cells))
		for s := range figure.Cells {
			column[s] = figure.Cells[s][t]
		}
		for s, mark := range e.column(figure, column, []string{tb}, opt) {
			marks.Cells[s][t] = mark
		}
	}
	if figure.Comparable() {
		marks.Macro = e.column(figure, figure.Macro, e.Table.Treebanks, opt)
	}
	if opt.Progress != nil {
		opt.Progress(len(e.Table.Treebanks)+1, len(e.Table.Treebanks)+1)
	}
	return marks
}

// column marks the systems in one column, a mean over treebanks.
func (e *Experiment) column(figure *Figure, stats []Stat, treebanks []string, opt TestOptions) []Mark {
	out := make([]Mark, len(stats))
	best := -1
	for s, st := range stats {
		if !math.IsNaN(st.Mean) && (best < 0 || figure.better(st.Mean, stats[best].Mean)) {
			best = s
		}
	}
	if best < 0 {
		return out
	}
	out[best] = Best
	p := make([]float64, len(stats))
	for s, st := range stats {
		p[s] = math.NaN()
		if s == best || math.IsNaN(st.Mean) || st.Absent > 0 || stats[best].Absent > 0 ||
			st.Treebanks != stats[best].Treebanks {
			continue
		}
		if st.Mean == stats[best].Mean {
			out[s] = Best
			continue
		}
		if p[s] = e.between(figure, s, best, treebanks, opt); math.IsNaN(p[s]) {
			out[s] = Untested
		}
	}
	for s, q := range signif.Holm(p) {
		if q > opt.Level() {
			out[s] = Level
		}
	}
	return out
}

// between returns the p-value of two systems over treebanks.
func (e *Experiment) between(figure *Figure, a, b int, treebanks []string, opt TestOptions) float64 {
	var sides []both
	for _, tb := range treebanks {
		if slices.Contains(figure.LeftOut, tb) && len(treebanks) > 1 {
			continue
		}
		s := e.both(figure, a, b, tb, opt)
		if len(s.a) > 0 && len(s.b) > 0 {
			sides = append(sides, s)
		}
	}
	x := &Pair{Figure: figure, A: a, B: b, P: math.NaN()}
	if len(sides) > 0 {
		e.ask(x, sides, opt)
	}
	return x.P
}
