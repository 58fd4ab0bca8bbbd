package compare

import (
	"math"

	"assay/eval"
	"assay/signif"
)

// A linear is a fraction whose numerator and denominator are sums over the columns of a
// row, each with a weight. It is faster than the scores of a measure, which compute all
// of them.
type linear struct{ num, den []weight }

// A weight is the factor of a column in a sum of columns.
type weight struct {
	column int
	by     float64
}

func dot(list []weight, row []float64) float64 {
	sum := 0.0
	for _, w := range list {
		sum += w.by * row[w.column]
	}
	return sum
}

// checkedUnits is about how many units are computed in both ways.
const checkedUnits = 64

// linears returns the fractions of the chosen scores, nil for few units and unless all
// of them are linear in the row. Their weights are found by rows with one column, and then compared with the
// measure's own figures, on the sum and on some of the units.
// sum is that of the table.
func linears(metric eval.Metric, chosen []int, table *table, sum []float64, scratch []float64) []linear {
	units := table.len()
	if units < 4*checkedUnits {
		return nil
	}
	row := make([]float64, len(sum))
	base := metric.Scores(row)
	zero := make([]eval.Score, len(base))
	copy(zero, base)
	out := make([]linear, len(chosen))
	for c := range row {
		if sum[c] == 0 && table.unsigned() {
			continue // so are all numbers of the column
		}
		row[c] = 1
		scores := metric.Scores(row)
		for i, k := range chosen {
			if by := scores[k].Num - zero[k].Num; by != 0 {
				out[i].num = append(out[i].num, weight{c, by})
			}
			if by := scores[k].Den - zero[k].Den; by != 0 {
				out[i].den = append(out[i].den, weight{c, by})
			}
		}
		row[c] = 0
	}
	fits := func(row []float64) bool {
		scores := metric.Scores(row)
		for i, k := range chosen {
			if dot(out[i].num, row) != scores[k].Num || dot(out[i].den, row) != scores[k].Den || scores[k].Num == 0 && scores[k].Den == 0 && !math.IsNaN(scores[k].Value) {
				return false
			}
		}
		return true
	}
	if !fits(sum) {
		return nil
	}
	for i := 0; i < units; i += units/checkedUnits + 1 {
		if !fits(table.row(i, scratch)) {
			return nil
		}
	}
	return out
}

// fill computes the fractions of all units.
func (l *linear) fill(to *signif.Ratio, table *table) {
	table.dots(to.Num, l.num)
	table.dots(to.Den, l.den)
}

// dots computes dot of every row.
func (t *table) dots(to []float64, list []weight) {
	if t.run != nil {
		clear(to)
		for _, w := range list {
			t.run.AddColumn(to, w.column, w.by)
		}
		return
	}
	if t.wide != nil {
		for i := range to {
			to[i] = dot(list, t.wide[i*t.width:(i+1)*t.width])
		}
		return
	}
	for i := range to {
		row, sum := t.small[i*t.width:(i+1)*t.width], 0.0
		for _, w := range list {
			sum += w.by * float64(row[w.column])
		}
		to[i] = sum
	}
}
