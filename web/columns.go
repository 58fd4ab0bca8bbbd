package web

import (
	"math"
	"slices"
	"sync"

	"assay/eval"
)

// plottedColumns returns a function that gives the columns of a measure on which the
// plots of breakdowns depend: those of its main score, and the sizes of gold. Other
// columns of the groups are never looked at, and would take most of the time.
func plottedColumns() func(eval.Metric) []int {
	var mu sync.Mutex
	known := map[string][]int{}
	return func(metric eval.Metric) []int {
		mu.Lock()
		defer mu.Unlock()
		columns, ok := known[metric.Name()]
		if !ok {
			columns = mainColumns(metric)
			known[metric.Name()] = columns
		}
		return columns
	}
}

// mainColumns finds the columns of the main score: those that change it when they
// change, from rows of several kinds.
func mainColumns(metric eval.Metric) []int {
	names := metric.Columns()
	bases := [][]float64{make([]float64, len(names)), make([]float64, len(names)), make([]float64, len(names))}
	for i := range names {
		bases[1][i], bases[2][i] = 1, float64(100+7*i%31)
	}
	main := mainScore(metric)
	if main < 0 {
		return nil // all
	}
	score := func(row []float64) eval.Score { return metric.Scores(row)[main] }
	same := func(a, b float64) bool { return a == b || math.IsNaN(a) && math.IsNaN(b) }
	sizes := goldColumns(score(bases[0]).Name)
	columns := []int{}
	for i, name := range names {
		depends := slices.Contains(sizes, name)
		for _, base := range bases {
			was := score(base)
			row := slices.Clone(base)
			row[i] += 3
			now := score(row)
			depends = depends || !same(was.Value, now.Value) || !same(was.Num, now.Num) || !same(was.Den, now.Den)
		}
		if depends {
			columns = append(columns, i)
		}
	}
	return columns
}
