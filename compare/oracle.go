package compare

import "math"

// oracle is the score of the best choice of a system for each unit. It is never
// worse than the best system.
func (d *data) oracle(sc *Score) float64 {
	worse := func(x, y float64) bool { // x is worse than y, or undefined
		return !math.IsNaN(y) && (math.IsNaN(x) || sc.Lower && x > y || !sc.Lower && x < y)
	}
	best := math.NaN()
	if sc.Neither {
		return best
	}
	for _, v := range sc.Values {
		if worse(best, v) {
			best = v
		}
	}
	if d.ratios == nil {
		if v := d.statistic(d.chosen(d.values(), sc.Lower)); worse(best, v) {
			best = v
		}
		return best
	}
	// The best unit by unit is not the best of sums where the systems' denominators
	// differ, so a ratio is raised as Dinkelbach (1967) does: each unit takes the
	// system with the largest numerator - ratio * denominator, until no choice is better.
	for ratio := best / d.scale; !math.IsNaN(ratio); {
		v := d.statistic(d.chosen(func(r, i int) float64 { return d.ratios[r].Num[i] - ratio*d.ratios[r].Den[i] }, sc.Lower))
		if !worse(best, v) {
			break
		}
		best, ratio = v, v/d.scale
	}
	return best
}

// chosen sums the rows of the system of each unit whose value is best.
func (d *data) chosen(value func(run, unit int) float64, lower bool) []float64 {
	sum, scratch := make([]float64, d.width), make([]float64, 0, d.width)
	for i := range d.units {
		best, at := math.NaN(), 0
		for r := range d.rows {
			v := value(r, i)
			if lower {
				v = -v
			}
			if math.IsNaN(best) || v > best {
				best, at = v, r
			}
		}
		for j, v := range d.rows[at].row(i, scratch) {
			sum[j] += v
		}
	}
	return sum
}
