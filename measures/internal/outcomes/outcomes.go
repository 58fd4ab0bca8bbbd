// Package outcomes has the scores that follow from items in five classes, as Xiao 1997 (§3.2) has them for words and
// MUC (Chinchor & Sundheim 1993) for spans:
//
//	precision = (correct + partial / 2) / (correct + incorrect + partial + spurious)
//	recall    = (correct + partial / 2) / (correct + incorrect + partial + missing)
//
// Xiao's words have no partial class.
package outcomes

import "assay/eval"

// Columns are the columns of the classes. Partial is -1 for a measure without this class.
type Columns struct{ Correct, Incorrect, Partial, Missing, Spurious int }

// plus returns the sum of columns, with those of Partial.
func (c Columns) plus(columns ...int) eval.Linear {
	if c.Partial >= 0 {
		columns = append(columns, c.Partial)
	}
	return eval.Plus(columns...)
}

// Formulas returns precision, recall and F1, with before in front of their names. Half gives partial items half the
// credit of correct ones, else they have none.
func (c Columns) Formulas(before string, half bool) []eval.Formula {
	credit := eval.Plus(c.Correct)
	if c.Partial >= 0 && half {
		credit = append(credit, eval.Term{Column: c.Partial, Weight: .5})
	}
	both := append(c.plus(c.Correct, c.Incorrect).Times(2), eval.Plus(c.Missing, c.Spurious)...)
	return []eval.Formula{
		eval.MainRatio(before+"precision", credit, c.plus(c.Correct, c.Spurious, c.Incorrect)),
		eval.MainRatio(before+"recall", credit, c.plus(c.Correct, c.Missing, c.Incorrect)),
		eval.MainRatio(before+"f1", credit.Times(2), both),
	}
}
