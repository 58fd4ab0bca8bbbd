package compare

import "assay/eval"

// Shared is one measure over the sentences that every system is scored on.
type Shared struct {
	Sums      [][]float64    // by run: the sum of its rows
	Counts    []*eval.Counts // by run: its counts, which skip the other sentences; without groups
	Sentences int            // of gold
}

// SharedSums sums the rows of each run, measure by measure, over the sentences
// that no run leaves out. An entry is nil where all runs leave out the same.
func SharedSums(results []*eval.Result) ([]*Shared, error) {
	var runs []Run
	for _, r := range results {
		runs = append(runs, Run{Result: r})
	}
	layout, err := newLayout(runs, Options{AllowMissing: true})
	if err != nil {
		return nil, err
	}
	out := make([]*Shared, len(results[0].Counts))
	for m := range out {
		skip, n := layout.skipped(runs, m)
		if n == 0 || !uneven(runs, layout, m, n) {
			continue
		}
		shared := &Shared{}
		for r, run := range runs {
			counts := run.Result.Counts[m]
			sum, own := make([]float64, counts.Width), *counts
			own.Groups, own.Skipped = nil, make([]bool, len(run.Result.Units))
			for i, unit := range run.Result.Units {
				if skip[layout.of[r][i]] {
					own.Skipped[i] = true
					continue
				}
				if r == 0 {
					shared.Sentences += int(unit.GoldN)
				}
				for k, v := range counts.Row(i) {
					sum[k] += v
				}
			}
			shared.Sums, shared.Counts = append(shared.Sums, sum), append(shared.Counts, &own)
		}
		out[m] = shared
	}
	return out, nil
}

// uneven reports whether some run leaves out fewer than the n stretches that the
// runs leave out together.
func uneven(runs []Run, l *layout, m, n int) bool {
	for r := range runs {
		one := &layout{stretches: l.stretches, of: l.of[r : r+1]}
		if _, own := one.skipped(runs[r:r+1], m); own < n {
			return true
		}
	}
	return false
}
