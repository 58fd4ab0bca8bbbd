package compare

import (
	"fmt"
	"iter"
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
	for slice := range layout.oneByOne(runs, skip) {
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

// oneByOne yields the groups of the first measure one after another: the rows of all of
// them at once would need much memory.
func (l *layout) oneByOne(runs []Run, skip []bool) iter.Seq[*slice] {
	type id struct{ by, value string }
	var order []id
	of := make([]map[id]*eval.Group, len(runs))
	for r, run := range runs {
		of[r] = map[id]*eval.Group{}
		for _, group := range run.Result.Counts[0].Groups {
			key := id{group.Key, group.Value}
			if !slices.ContainsFunc(of[:r], func(before map[id]*eval.Group) bool { return before[key] != nil }) {
				order = append(order, key)
			}
			of[r][key] = group
		}
	}
	return func(yield func(*slice) bool) {
		for _, key := range order {
			var single []Run
			for r, run := range runs {
				result, counts := *run.Result, *run.Result.Counts[0]
				if counts.Groups = nil; of[r][key] != nil {
					counts.Groups = []*eval.Group{of[r][key]}
				}
				result.Counts = []*eval.Counts{&counts}
				single = append(single, Run{Result: &result})
			}
			if !yield(l.groups(single, 0, skip)[0]) {
				return
			}
		}
	}
}
