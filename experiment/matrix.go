package experiment

import (
	"cmp"
	"math"
	"slices"
)

// A Matrix is a figure as a table of systems and treebanks that may be ranked, with what
// takes the place of the average where files are missing. Text, JSON and page show it.
type Matrix struct {
	Figure *Figure
	Marks  Marks
	// Comparable holds if the macro averages of all systems are over the same treebanks.
	// Otherwise no average is ranked, and the gain over Reference is the first figure.
	Comparable bool
	Reference  int // the system with the most files
	Standings  []Standing
	Order      []int // the systems, the best first
}

// A Standing is the place of a system by one figure: its rank as an interval, and the tests that support it.
type Standing struct {
	Better, Worse []int // systems shown to be better than it, and worse
	Level, Apart  []int // those without a shown difference, and without a treebank in common
	First, Last   int   // its rank is in this interval; 0 if not all pairs are tested
	Gains         []Gain
	Runs          []Run // averages of single runs, empty if treebanks have different runs
}

// A Gain is the mean difference of a system from another, over the treebanks that both have.
type Gain struct {
	Value     float64 // NaN if there is no such treebank
	Treebanks int
}

// A Run is the average of one run of a system over the treebanks that it has.
type Run struct {
	Name  string
	Value float64
}

// Matrix makes the matrix of a figure. Marks and ranks need the tests of out.
func (e *Experiment) Matrix(figure *Figure, out Output) *Matrix {
	for _, made := range out.Matrices {
		if made.Figure == figure {
			return made
		}
	}
	matrix := &Matrix{Figure: figure, Comparable: figure.Comparable(), Reference: figure.reference()}
	if out.Marks {
		matrix.Marks = e.Mark(figure, out.Options)
	}
	for system := range e.Table.Systems {
		standing := Standing{Runs: e.runs(figure, system)}
		for over := range e.Table.Systems {
			standing.Gains = append(standing.Gains, figure.Gain(system, over))
		}
		matrix.Standings = append(matrix.Standings, standing)
	}
	matrix.place(out.Tests)
	matrix.Order = figure.Ranked()
	if matrix.Ranked() {
		slices.SortStableFunc(matrix.Order, func(i, j int) int {
			a, b := matrix.Standings[i], matrix.Standings[j]
			return cmp.Or(cmp.Compare(a.First+a.Last, b.First+b.Last), cmp.Compare(a.Last, b.Last))
		})
	}
	return matrix
}

// place finds the intervals of ranks: a system has a place after all that are shown to be better,
// and before all that are shown to be worse. A pair without a treebank in common leaves it open.
func (m *Matrix) place(tests []*Pair) {
	systems, of := len(m.Standings), 0
	for _, pair := range tests {
		if pair.Figure != m.Figure {
			continue
		}
		of++
		first, second := &m.Standings[pair.A], &m.Standings[pair.B]
		switch {
		case len(pair.Treebanks) == 0:
			first.Apart, second.Apart = append(first.Apart, pair.B), append(second.Apart, pair.A)
		case !pair.Shown(), m.Figure.Neither:
			first.Level, second.Level = append(first.Level, pair.B), append(second.Level, pair.A)
		case m.Figure.better(pair.Difference, 0):
			first.Better, second.Worse = append(first.Better, pair.B), append(second.Worse, pair.A)
		default:
			first.Worse, second.Better = append(first.Worse, pair.B), append(second.Better, pair.A)
		}
	}
	if of < systems*(systems-1)/2 || systems < 2 {
		return
	}
	for s := range m.Standings {
		x := &m.Standings[s]
		x.First, x.Last = 1+len(x.Better), systems-len(x.Worse)
	}
}

// Ranked reports whether all pairs are tested, so that there are ranks.
func (m *Matrix) Ranked() bool { return len(m.Standings) > 0 && m.Standings[0].First > 0 }

// Comparable reports whether the macro averages of all systems are over the same treebanks,
// without missing files that count as 0.
func (f *Figure) Comparable() bool {
	return !slices.ContainsFunc(f.Macro, func(s Stat) bool {
		return s.Absent > 0 || s.Treebanks == 0 || s.Treebanks != f.Macro[0].Treebanks
	})
}

// Has reports whether a system has a score of its own on a treebank.
func (f *Figure) Has(system, treebank int) bool {
	c := f.Cells[system][treebank]
	return c.Absent < c.N && !math.IsNaN(c.Mean)
}

// Below is the number of points by which a system is below another on a treebank, negative if above.
func (f *Figure) Below(system, other, treebank int) float64 {
	d := f.Cells[other][treebank].Mean - f.Cells[system][treebank].Mean
	if f.Lower {
		return -d
	}
	return d
}

// reference is the system with scores on the most treebanks, the first of several.
func (f *Figure) reference() (best int) {
	most := -1
	for system := range f.Cells {
		files := 0
		for treebank := range f.Cells[system] {
			if f.Has(system, treebank) {
				files++
			}
		}
		if files > most {
			best, most = system, files
		}
	}
	return best
}

// Gain is the mean difference of two systems over the treebanks that both have.
func (f *Figure) Gain(system, over int) Gain {
	sum, n := 0.0, 0
	for t := range f.Cells[system] {
		if f.Has(system, t) && f.Has(over, t) {
			sum, n = sum+f.Cells[system][t].Mean-f.Cells[over][t].Mean, n+1
		}
	}
	return Gain{sum / float64(n), n}
}

// runs returns the averages of the runs of a system.
func (e *Experiment) runs(figure *Figure, system int) (out []Run) {
	var cells [][]*Scored
	for _, tb := range e.Table.Treebanks {
		if files := e.scored(figure, system, tb); len(files) > 0 {
			cells = append(cells, files)
		}
	}
	names := crossed(cells)
	for i, v := range e.perRun(figure, cells, len(names)) {
		out = append(out, Run{names[i], v})
	}
	return out
}

// Ranked lists the systems, the best first: by their macro average, or, where averages are over
// different treebanks, by their gain over the system with the most files.
func (f *Figure) Ranked() []int {
	value := func(s int) float64 { return f.Macro[s].Mean }
	if !f.Comparable() {
		reference := f.reference()
		value = func(s int) float64 { return f.Gain(s, reference).Value }
	}
	order := make([]int, len(f.Macro))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return f.compare(value(i), value(j)) })
	return order
}

// A Misled is a pair of systems of which averages with zeros for missing files would rank
// the worse before the better.
type Misled struct{ Before, Better int }

// Misled returns the pair whose worse system is highest by averages with zeros, nil if there is none.
func (m *Matrix) Misled(tests []*Pair) *Misled {
	var found *Misled
	for _, pair := range tests {
		worse, better := pair.A, pair.B
		if pair.Figure != m.Figure || !pair.Shown() || m.Comparable {
			continue
		}
		if m.Figure.better(0, pair.Difference) { // B is worse
			worse, better = better, worse
		}
		if w := m.Figure.Macro[worse].Mean; m.Figure.better(w, m.Figure.Macro[better].Mean) &&
			(found == nil || m.Figure.better(w, m.Figure.Macro[found.Before].Mean)) {
			found = &Misled{worse, better}
		}
	}
	return found
}

// ZeroPlace is the place that a system would have by averages with zeros for missing files.
func (m *Matrix) ZeroPlace(system int) int {
	place := 1
	for _, s := range m.Figure.Macro {
		if m.Figure.better(s.Mean, m.Figure.Macro[system].Mean) {
			place++
		}
	}
	return place
}
