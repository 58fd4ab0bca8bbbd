package compare

import (
	"assay/signif"
)

// An Aligned holds runs over one gold, brought together over the smallest
// stretches of gold that all of them have rows for.
type Aligned struct {
	Units  int // sentences, documents or files (Options.Unit)
	runs   []Run
	layout *layout
}

// Align brings runs over one gold together.
func Align(runs []Run, opt Options) (*Aligned, error) {
	opt, err := opt.filled()
	if err != nil {
		return nil, err
	}
	l, err := newLayout(runs, opt)
	if err != nil {
		return nil, err
	}
	return &Aligned{Units: l.units, runs: runs, layout: l}, nil
}

// Ratios returns the fractions whose ratios are the scores of measure m: by run, by
// score, with one element per unit. A score that is not a ratio of sums has none.
func (a *Aligned) Ratios(m int) [][]signif.Ratio {
	skip, _ := a.layout.skipped(a.runs, m)
	slice := a.layout.whole(a.runs, m, skip)
	metric := a.runs[0].Result.Counts[m].Metric
	out := make([][]signif.Ratio, len(slice.rows))
	var ratio []bool // by score: it is one in all runs
	for r := range slice.rows {
		sums, scratch := metric.Scores(slice.rows[r].sum()), make([]float64, 0, slice.width)
		out[r] = make([]signif.Ratio, len(sums))
		for i := range slice.units {
			for k, sc := range metric.Scores(slice.rows[r].row(i, scratch)) {
				f := &out[r][k]
				f.Num, f.Den = append(f.Num, sc.Num), append(f.Den, sc.Den)
			}
		}
		for k := range sums {
			if r == 0 {
				ratio = append(ratio, true)
			}
			ratio[k] = ratio[k] && isRatio(out[r][k], sums[k])
		}
	}
	for r := range out {
		for k := range out[r] {
			if !ratio[k] {
				out[r][k] = signif.Ratio{}
			}
		}
	}
	return out
}
