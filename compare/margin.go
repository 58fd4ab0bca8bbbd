package compare

import (
	"fmt"
	"math"

	"assay/signif"
)

// margin tests whether the systems differ by no more than Options.Margin, by the
// standard error of the difference over units.
func (t *tester) margin(pair *Pair, sc *Score, data *data, opt signif.Options) {
	size := t.c.Options.Margin
	if size == 0 || data.ratios == nil {
		return
	}
	if sc.Rate {
		size /= 100
	}
	iv := signif.AnalyticDifference(data.ratios[pair.A], data.ratios[pair.B], opt)
	se, diff := data.scale*iv.Error, pair.Difference
	if sc.Lower {
		diff = -diff
	}
	if se > 0 && !math.IsInf(se, 0) {
		m := signif.WithinMargin(diff, se, float64(data.ratios[pair.A].Len()-1), size, t.c.Options.Alpha)
		if sc.Lower { // the interval is that of the difference
			m.Interval = signif.Interval{Value: pair.Difference, Low: -m.Interval.High, High: -m.Interval.Low, Error: se}
		}
		pair.Margin = &m
	}
}

// marginNotes say of each pair whether its systems differ by no more than the
// margin that the user gave; never that they are equal.
func (v *view) marginNotes(name func(string) string) (out []string) {
	if v.c.Options.Margin == 0 {
		return nil
	}
	for s, p := range v.m.pairs() {
		out = append(out, fmt.Sprintf("%s%s, margin %v: %s", name(s.Name), s.groupText(), v.c.Options.Margin,
			v.marginWords(s, p)))
	}
	return out
}

// marginWords gives the result of the test of one pair against the margin.
func (v *view) marginWords(score *Score, p *Pair) string {
	a, b, margin := Letter(p.A), Letter(p.B), p.Margin
	switch {
	case p.Test.Identical:
		return fmt.Sprintf("%s and %s are identical", a, b)
	case margin == nil:
		return "no test: it needs a ratio of sums that is defined for both systems and varies"
	}
	var words string
	switch alpha := v.c.Options.Alpha; {
	case margin.Equivalent() <= alpha:
		words = fmt.Sprintf("%s and %s differ by no more than it", a, b)
	case margin.NotInferior <= alpha:
		words = fmt.Sprintf("%s is not inferior to %s by more than it", b, a)
	case margin.NotSuperior <= alpha:
		words = fmt.Sprintf("%s is not superior to %s by more than it", b, a)
	default:
		words = "a larger difference is not ruled out either way"
	}
	return fmt.Sprintf("%s (not inferior: p = %s; within the margin: p = %s, not adjusted; %s interval [%s, %s])", words,
		digits2(margin.NotInferior), digits2(margin.Equivalent()), confidence(2*v.c.Options.Alpha),
		v.signed(score, margin.Interval.Low), v.signed(score, margin.Interval.High))
}
