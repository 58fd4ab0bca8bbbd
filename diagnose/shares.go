package diagnose

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"assay/diagnose/shapley"
	"assay/eval"
	"assay/report"
)

// mostOrders is the largest number of classes whose shares of a loss are computed
// from all their sets; more classes are repaired at the same pace.
const mostOrders = 12

// mostLosses is the number of losses that a note gives; more do not fit on a
// line.
const mostLosses = 4

// A Loss is the change of a score by all repairs together. Class.Lost is the
// share of each class that is measured in that score.
type Loss struct {
	Metric int
	Score  eval.Score // as it is now
	Loss   float64    // in the unit of the score; below 0 where less is better
	// Orders says how the parts were found: as means over all orders of repair
	// (Shapley values), else with all classes repaired at the same pace (Aumann
	// and Shapley).
	Orders bool
	// Others is the share of classes that are measured in other scores. Untold is the
	// number of classes whose gain cannot be computed; Loss leaves them out.
	Others float64
	Untold int
}

// Shares is the name of the way in which the parts were found.
func (l *Loss) Shares() string {
	if l.Orders {
		return "shapley"
	}
	return "aumann-shapley"
}

// repair returns the contribution to the sums of repairing the errors of t, nil
// if no correct item shows it.
func (p *part) repair(t *tally) []float64 {
	move := make([]float64, len(t.adds))
	for i, v := range t.adds {
		move[i] = -v
	}
	for l, n := range t.repair {
		adds, ok := p.correct[l]
		if !ok {
			adds, ok = p.correct[labelKey{l.metric, l.part, anyLabel}]
		}
		if !ok {
			return nil
		}
		for _, a := range adds {
			move[a.Column] += a.N * float64(n)
		}
	}
	return move
}

// share gives each class its share of the loss of the score in which it is
// measured.
func (d *Diagnosis) share(res *eval.Result) {
	for m, counts := range res.Counts {
		var used []int // scores, in the order of the classes
		var parts []*Class
		untold := 0
		for i := range d.Classes {
			class := &d.Classes[i]
			if class.Metric != m {
				continue
			}
			if class.move == nil {
				untold++
				continue
			}
			parts = append(parts, class)
			if class.Score >= 0 && !slices.Contains(used, class.Score) {
				used = append(used, class.Score)
			}
		}
		uses := columnsOf(counts, parts)
		for _, score := range used {
			l := shareOf(counts, score, parts, uses[score])
			l.Metric, l.Untold = m, untold
			d.Losses = append(d.Losses, l)
		}
	}
}

// columnsOf finds which columns each score depends on, of those that repairs change.
func columnsOf(counts *eval.Counts, parts []*Class) [][]bool {
	moved := make([]bool, len(counts.Metric.Columns))
	for _, c := range parts {
		for j, v := range c.move {
			moved[j] = moved[j] || v != 0
		}
	}
	out := make([][]bool, len(counts.Metric.Formulas))
	for s := range out {
		out[s] = make([]bool, len(moved))
		for _, j := range counts.Metric.Formulas[s].ColumnsOf() {
			out[s][j] = moved[j]
		}
	}
	return out
}

// shareOf divides the change of one score by all repairs among the classes.
// Classes that change nothing that it depends on take no part.
func shareOf(counts *eval.Counts, score int, classes []*Class, uses []bool) Loss {
	game := shapley.Game{Start: counts.Sum(), Figure: counts.Metric.Formulas[score].Value}
	all := slices.Clone(game.Start)
	var parts []*Class
	for _, class := range classes {
		if class.Score == score {
			class.Lost = 0
		}
		part := false
		for j, v := range class.move {
			all[j] += v
			part = part || v != 0 && uses[j]
		}
		if part {
			parts, game.Causes = append(parts, class), append(game.Causes, class.move)
		}
	}
	loss := Loss{Score: counts.Metric.Score(score, game.Start), Orders: len(parts) <= mostOrders}
	loss.Loss = game.Figure(all) - loss.Score.Value
	values := game.Continuous
	if loss.Orders {
		values = game.Values
	}
	for i, v := range values() {
		if parts[i].Score == score {
			parts[i].Lost = v
		} else {
			loss.Others += v
		}
	}
	return loss
}

// loss returns the loss that c has a part of, nil if there is none.
func (d *Diagnosis) loss(c *Class) *Loss {
	main := c.Main()
	for i := range d.Losses {
		if l := &d.Losses[i]; main != nil && l.Metric == c.Metric && l.Score.Name == main.Name {
			return l
		}
	}
	return nil
}

// shows reports whether tables have a class of metric m that is measured by that
// score.
func (d *Diagnosis) shows(m int, score string) bool {
	return slices.ContainsFunc(d.Classes, func(c Class) bool {
		return c.Metric == m && c.Score >= 0 && !d.leftOut(m, c.Part) && (c.Main() == nil || c.Main().Name == score)
	})
}

// lossNotes explain the column "share of loss" of metric m.
func (d *Diagnosis) lossNotes(m, precision int) []string {
	var sums []string
	orders, paces, untold := false, false, 0
	for i := range d.Losses {
		loss := &d.Losses[i]
		if loss.Metric != m || loss.Loss == 0 || math.IsNaN(loss.Loss) || !d.shows(m, loss.Score.Name) {
			continue
		}
		unit := 1.0
		if loss.Score.Rate {
			unit = 100
		}
		text := fmt.Sprintf("%s %.*f", loss.Score.Name, precision, unit*math.Abs(loss.Loss))
		if lost := 1 - loss.Score.Value; loss.Score.Rate && !loss.Score.Lower && lost-math.Abs(loss.Loss) > 1e-6 {
			text += fmt.Sprintf(" of %.*f (repairs do not give back all of it)", precision, 100*lost)
		}
		if loss.Others != 0 && !math.IsNaN(loss.Others) { // a score that has no value once an error is repaired has no shares
			text += fmt.Sprintf(" (%.*f of it by classes that are measured in other scores)", precision,
				unit*math.Abs(loss.Others))
		}
		sums = append(sums, text)
		orders, paces, untold = orders || loss.Orders, paces || !loss.Orders, max(untold, loss.Untold)
	}
	if len(sums) == 0 {
		return nil
	}
	how := "the mean gain over all orders of repair (Shapley)"
	switch {
	case orders && paces:
		how = fmt.Sprintf("the mean gain over all orders of repair (Shapley); where more than %d classes share, what "+
			"each gains while all are repaired at the same pace (Aumann, Shapley)", mostOrders)
	case paces:
		how = "what each class gains while all are repaired at the same pace (Aumann, Shapley)"
	}
	whole := "it sums to the loss of each score"
	if len(sums) <= mostLosses {
		whole = "it sums to the loss: " + strings.Join(sums, ", ")
	}
	notes := []string{"share of loss: " + how + "; " + whole}
	if untold > 0 {
		notes = append(notes, fmt.Sprintf("classes without a share: %d; nothing correct shows what their repair adds",
			untold))
	}
	return notes
}

// lossShare is the cell with the share of c in its loss.
func (d *Diagnosis) lossShare(c *Class) report.Cell {
	l := d.loss(c)
	if l == nil || l.Loss == 0 {
		return report.Number(math.NaN(), 0)
	}
	return report.Percent(c.Lost/l.Loss, 1)
}
