package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"assay/report"
)

// A Grid holds the classes of errors of an experiment: of systems on treebanks in runs.
type Grid struct {
	Systems   []string
	Treebanks []string
	Measures  []string
	runs      []gridRun
	met       met
}

// A gridRun is the classes of one file.
type gridRun struct {
	system, treebank, run string
	classes               []Class
}

// Add adds the diagnosis of one file.
func (g *Grid) Add(system, treebank, run string, d *Diagnosis) {
	r := gridRun{system: system, treebank: treebank, run: run}
	for _, c := range d.Classes {
		if !d.leftOut(c.Metric, c.Part) {
			r.classes = append(r.classes, c)
		}
	}
	g.runs = append(g.runs, r)
	g.met.add(&d.met)
}

// gridClass names a class of a measure.
type gridClass struct{ part, name string }

// widestGrid is the largest number of treebanks that get a column each.
const widestGrid = 8

// Table lists the classes of one system in measure m, at most most of them (0: all), the
// commonest first: errors on each treebank as means over runs, and their sum.
func (g *Grid) Table(m int, system string, most, precision int) *report.Table {
	table := &report.Table{Title: fmt.Sprintf("%s: errors of %s, means over runs", g.Measures[m], system),
		Head: []string{"part", "class"}}
	wide := len(g.Treebanks) <= widestGrid && len(g.Treebanks) > 1
	if wide {
		table.Head = append(table.Head, g.Treebanks...)
	}
	table.Head = append(table.Head, "all", "share")
	order, cells := g.means(m, system)
	whole := 0.0
	for _, c := range order {
		whole += total(cells[c])
	}
	for i, c := range order {
		if most > 0 && i == most {
			table.Notes = append(table.Notes, fmt.Sprintf("the %d commonest of %d classes", most, len(order)))
			break
		}
		row := []report.Cell{report.Label(c.part), report.Label(c.name)}
		for _, v := range cells[c] {
			if wide {
				row = append(row, report.Number(v, min(precision, 1)))
			}
		}
		sum := total(cells[c])
		table.Add(append(row, report.Number(sum, min(precision, 1)), report.Percent(sum/whole, 1))...)
	}
	if len(order) == 0 {
		table.Notes = append(table.Notes, "no errors")
	}
	if !wide && len(g.Treebanks) > 1 {
		table.Notes = append(table.Notes,
			fmt.Sprintf("sums over %d treebanks; json, csv and tsv have every treebank and run", len(g.Treebanks)))
	}
	return table
}

// total adds up the treebanks that have a figure.
func total(cells []float64) (sum float64) {
	for _, v := range cells {
		if !math.IsNaN(v) {
			sum += v
		}
	}
	return sum
}

// means returns the errors of each class by treebank, as means over the runs that were
// read; NaN where there is none. Classes are in falling order.
func (g *Grid) means(m int, system string) ([]gridClass, map[gridClass][]float64) {
	cells := map[gridClass][]float64{}
	var order []gridClass
	runs := make([]float64, len(g.Treebanks))
	for _, run := range g.runs {
		tb := slices.Index(g.Treebanks, run.treebank)
		if run.system != system || tb < 0 {
			continue
		}
		runs[tb]++
		for _, class := range run.classes {
			if class.Metric != m {
				continue
			}
			k := gridClass{class.Part, class.Name}
			if cells[k] == nil {
				cells[k] = make([]float64, len(g.Treebanks))
				order = append(order, k)
			}
			cells[k][tb] += float64(class.Errors)
		}
	}
	for _, row := range cells {
		for tb := range row {
			row[tb] /= runs[tb] // NaN without a run
		}
	}
	slices.SortStableFunc(order, func(a, b gridClass) int {
		return cmp.Or(cmp.Compare(total(cells[b]), total(cells[a])), cmp.Compare(a.part, b.part), cmp.Compare(a.name, b.name))
	})
	return order, cells
}

// Lines lists every class of every file, for programs.
func (g *Grid) Lines() *report.Table {
	table := &report.Table{Head: []string{"metric", "system", "treebank", "run", "part", "class", "errors",
		"score", "repaired", "gain", "lost"}}
	for _, run := range g.runs {
		for i := range run.classes {
			class := &run.classes[i]
			name, value := "", math.NaN()
			if main := class.Main(); main != nil {
				name, value = main.Name, main.Value
			}
			table.Add(report.Label(g.Measures[class.Metric]), report.Label(run.system), report.Label(run.treebank),
				report.Label(run.run), report.Label(class.Part), report.Label(class.Name),
				report.Count(class.Errors), report.Label(name), report.Number(value, 6), report.Number(class.Gain, 6),
				report.Number(class.Lost, 6))
		}
	}
	return table
}
