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
func NewFocus(metric eval.Metric, wanted ...int) *Focus {
	focus := &Focus{columns: make([]bool, len(metric.Columns()))}
	base := scoresWith(metric, -1)
	chosen := slices.Clone(wanted)
	for _, score := range wanted {
		if score < 0 || score >= len(base) {
			for i := range focus.columns {
				focus.columns[i] = true
			}
			return focus
		}
		for i := range base { // a recall is looked at with the precision that belongs to it
			if name := base[score].Name; i != score && (base[i].Name == strings.ReplaceAll(name, "recall", "precision") || base[i].Name == strings.ReplaceAll(name, "precision", "recall")) {
				chosen = append(chosen, i)
			}
		}
	}
	if u, ok := metric.(eval.Unlabeller); ok && len(wanted) > 0 {
		names := u.Unlabelled()
		focus.unlabelled = !slices.ContainsFunc(wanted, func(i int) bool { return !slices.Contains(names, base[i].Name) })
	}
	for i := range focus.columns {
		scores := scoresWith(metric, i)
		for _, k := range chosen {
			before, after := base[k], scores[k]
			focus.columns[i] = focus.columns[i] || !same(after.Value, before.Value) || after.Num != before.Num || after.Den != before.Den
		}
	}
	return focus
}

// Columns reports, by column, whether one of the scores depends on it.
func (f *Focus) Columns() []bool { return slices.Clone(f.columns) }

// scoresWith returns the scores of a made-up row with one more in a column (-1
// for none). The row is closed as that of a pair is, because some measures sum
// their columns only then.
func scoresWith(metric eval.Metric, column int) []eval.Score {
	row := make([]float64, len(metric.Columns()))
	for i := range row {
		row[i] = float64(100 + i) // no fraction is undefined, and no two are equal by chance
	}
	if column >= 0 {
		row[column]++
	}
	if e, ok := metric.NewCounter().(eval.Explainer); ok {
		e.Close(row)
	}
	return metric.Scores(row)
}

// Outcome returns the outcome of an item under the score. It reports false if
// the item does not belong to the score. An item that is wrong for another score
// of the measure only, such as a right head with a wrong label under UAS, is
// correct.
func (f *Focus) Outcome(it *eval.Item) (eval.Outcome, bool) {
	if f == nil {
		return it.Outcome, true
	}
	belongs, wrong := false, it.Mended == nil
	for _, a := range it.Adds {
		if f.columns[a.Column] {
			belongs = true
			wrong = wrong || added(it.Adds, a.Column) != added(it.Mended, a.Column)
		}
	}
	for _, a := range it.Mended {
		if f.columns[a.Column] {
			belongs = true
			wrong = wrong || added(it.Adds, a.Column) != added(it.Mended, a.Column)
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
