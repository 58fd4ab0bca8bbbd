package diagnose

import (
	"slices"
	"strings"

	"assay/eval"
)

// A Focus selects the items that one score of a measure, or several, are made of,
// so that drawings and lists show the errors of these scores only. An item
// belongs to a score if it adds to, or would add to, a column from which the
// score is computed. It serves all goroutines.
type Focus struct {
	columns    []bool // by column: the score depends on it
	unlabelled bool   // no score looks at labels
}

// NewFocus returns the focus on scores of metric, by their indices in metric.Scores. An index
// out of range selects every item.
func NewFocus(metric *eval.Measure, wanted ...int) *Focus {
	focus := &Focus{columns: make([]bool, len(metric.Columns)), unlabelled: len(wanted) > 0}
	var columns []int
	for _, score := range wanted {
		if score < 0 || score >= len(metric.Formulas) {
			for i := range focus.columns {
				focus.columns[i] = true
			}
			focus.unlabelled = false
			return focus
		}
		f := &metric.Formulas[score]
		columns = append(columns, f.ColumnsOf()...)
		focus.unlabelled = focus.unlabelled && f.Unlabelled
		for i := range metric.Formulas { // a recall is looked at with the precision that belongs to it
			if other := &metric.Formulas[i]; swapped(other.Name) == f.Name {
				columns = append(columns, other.ColumnsOf()...)
			}
		}
	}
	focus.columns = metric.Depends(slices.DeleteFunc(columns, func(c int) bool { return metric.Columns[c].Presence }))
	return focus
}

// swapped returns the name of the precision that belongs to a recall, and the other way round.
func swapped(name string) string {
	if before, after, ok := strings.Cut(name, "recall"); ok {
		return before + "precision" + after
	}
	before, after, _ := strings.Cut(name, "precision")
	return before + "recall" + after
}

// Columns reports, by column, whether one of the scores depends on it.
func (f *Focus) Columns() []bool { return slices.Clone(f.columns) }

// Outcome returns the outcome of an item under the score. It reports false if
// the item does not belong to the score. An item that is wrong for another score
// of the measure only, such as a right head with a wrong label under UAS, is
// correct.
func (f *Focus) Outcome(it *eval.Item) (eval.Outcome, bool) {
	if f == nil {
		return it.Outcome, true
	}
	belongs, wrong := false, it.Mended == nil
	for _, adds := range [2][]eval.Add{it.Adds, it.Mended} {
		for _, a := range adds {
			if f.columns[a.Column] {
				belongs = true
				wrong = wrong || added(it.Adds, a.Column) != added(it.Mended, a.Column)
			}
		}
	}
	if belongs && !wrong && it.Outcome == eval.Incorrect {
		return eval.Correct, true
	}
	return it.Outcome, belongs
}

// Unlabelled reports whether no score in focus looks at labels.
func (f *Focus) Unlabelled() bool { return f != nil && f.unlabelled }

// Class returns the class of an item under the scores: that of the head alone, where no
// score looks at labels.
func (f *Focus) Class(it *eval.Item) string {
	if f.Unlabelled() {
		return strings.TrimSuffix(it.Class, " and label")
	}
	return it.Class
}

// added returns how much adds contribute to a column.
func added(adds []eval.Add, column int) float64 {
	sum := 0.0
	for _, a := range adds {
		if a.Column == column {
			sum += a.N
		}
	}
	return sum
}
