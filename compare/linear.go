package compare

import (
	"assay/eval"
	"assay/signif"
)

// ratio returns the fractions of a score, one for each row: zeros if the score is no
// fraction of sums over columns.
func (t *table) ratio(f *eval.Formula) signif.Ratio {
	n := t.len()
	numbers := make([]float64, 2*n)
	r := signif.Ratio{Num: numbers[:n:n], Den: numbers[n:]}
	if f.Den != nil {
		t.sums(r.Num, f.Num)
		t.sums(r.Den, f.Den)
	}
	return r
}

// values returns the score of each row.
func (t *table) values(f *eval.Formula) []float64 {
	out, scratch := make([]float64, t.len()), make([]float64, 0, t.width)
	for i := range out {
		out[i] = f.Value(t.row(i, scratch))
	}
	return out
}

// sums computes a sum over columns for every row.
func (t *table) sums(to []float64, l eval.Linear) {
	switch {
	case t.run != nil:
		clear(to)
		for _, term := range l {
			t.run.AddColumn(to, term.Column, term.Weight)
		}
	case t.wide != nil:
		for i := range to {
			to[i] = l.Of(t.wide[i*t.width : (i+1)*t.width])
		}
	default:
		for i := range to {
			row, sum := t.small[i*t.width:(i+1)*t.width], 0.0
			for _, term := range l {
				sum += term.Weight * float64(row[term.Column])
			}
			to[i] = sum
		}
	}
}
