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

// Ratios returns the fractions whose ratios are the chosen scores of measure m: by run, by
// score, with one element per unit. A score that is not chosen, or not a ratio of sums,
// has none.
func (a *Aligned) Ratios(m int, chosen []int) [][]signif.Ratio {
	skip, _ := a.layout.skipped(a.runs, m)
	slice := a.layout.whole(a.runs, m, skip)
	metric := a.runs[0].Result.Counts[m].Metric
	out := make([][]signif.Ratio, len(slice.rows))
	ratio := map[int]bool{} // by chosen score: it is one in all runs
	for r := range slice.rows {
		table := &slice.rows[r]
		sums := metric.Scores(table.sum())
		out[r] = make([]signif.Ratio, len(sums))
		for _, k := range chosen {
			out[r][k] = table.ratio(&metric.Formulas[k])
		}
		for _, k := range chosen {
			ratio[k] = (r == 0 || ratio[k]) && isRatio(out[r][k], sums[k])
		}
	}
	for r := range out {
		for _, k := range chosen {
			if !ratio[k] {
				out[r][k] = signif.Ratio{}
			}
		}
	}
	return out
}
