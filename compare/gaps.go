package compare

import (
	"fmt"
	"slices"

	"assay/eval"
	"assay/signif"
)

// A Gap is the difference of two systems in one group: the figure of the second less that
// of the first.
type Gap struct {
	By, Value string
	signif.Interval
}

// Gaps returns the differences of two systems in a score of their first measure, by
// group, with analytic intervals and without tests. Groups in which the score is
// undefined or has no interval are left out.
func Gaps(a, b *eval.Result, score string, opt Options) ([]Gap, error) {
	opt, err := opt.filled()
	if err != nil {
		return nil, err
	}
	runs := []Run{{Result: a}, {Result: b}}
	layout, err := newLayout(runs, opt)
	if err != nil {
		return nil, err
	}
	metric := a.Counts[0].Metric
	k := slices.Index(metric.ScoreNames(), score)
	if k < 0 {
		return nil, fmt.Errorf("%s has no score %s", metric.Name, score)
	}
	t := &tester{c: &Comparison{Options: opt}, l: layout, metric: metric}
	skip, _ := layout.skipped(runs, 0)
	var out []Gap
	for _, group := range groupsOf(runs, 0) {
		slice := layout.group(runs, 0, skip, group) // one after another: the rows of all at once would need much memory
		var of [2]signif.Ratio
		ok := true
		for r := range of {
			table := &slice.rows[r]
			of[r] = table.ratio(&metric.Formulas[k])
			ok = ok && isRatio(of[r], metric.Score(k, table.sum()))
		}
		if !ok {
			continue
		}
		if iv := signif.AnalyticDifference(of[0], of[1], t.options(&data{slice: slice})); finite(iv.Value) &&
			finite(iv.Low) && finite(iv.High) {
			out = append(out, Gap{slice.by, slice.value, iv})
		}
	}
	return out, nil
}
