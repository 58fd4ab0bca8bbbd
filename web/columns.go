package web

import (
	"assay/eval"
)

// plottedColumns are the columns of a measure on which the plots of breakdowns depend: those
// of its main score, and the size of gold. Other columns of the groups are never looked at,
// and would take most of the time.
func plottedColumns(m *eval.Measure) []int {
	main := m.Headline()
	if main < 0 {
		return nil // all
	}
	return append(m.Formulas[main].ColumnsOf(), m.Size(main))
}
