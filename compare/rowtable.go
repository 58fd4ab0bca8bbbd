package compare

import (
	"assay/eval"
	"assay/signif"
)

// A table holds the rows of units: those of a run as they are, or sums of them, as 16-bit
// numbers if all counts fit, because a measure may have sixty columns.
type table struct {
	width int
	run   *eval.Counts // the rows are those of its units; nil if they are in small or wide
	units int          // of run
	small []uint16
	wide  []float64
}

// newTable returns n rows of zeros.
func newTable(n, width int) table { return table{width: width, small: make([]uint16, n*width)} }

// add adds counts to row i.
func (t *table) add(i int, counts []float64) {
	for j, count := range counts {
		if count == 0 { // most counts of a group are
			continue
		}
		at := i*t.width + j
		if t.wide == nil {
			sum := float64(t.small[at]) + count
			if small := uint16(sum); float64(small) == sum {
				t.small[at] = small
				continue
			}
			t.widen()
		}
		t.wide[at] += count
	}
}

func (t *table) widen() {
	t.wide = make([]float64, len(t.small))
	for i, v := range t.small {
		t.wide[i] = float64(v)
	}
	t.small = nil
}

// sum returns the sum of all rows, added in order.
func (t *table) sum() []float64 {
	if t.run != nil {
		return t.run.Sum()
	}
	sum := make([]float64, t.width)
	for begin := 0; begin < len(t.wide); begin += t.width {
		for j, v := range t.wide[begin : begin+t.width] {
			sum[j] += v
		}
	}
	if len(t.small) == 0 {
		return sum
	}
	whole := make([]uint64, t.width)
	for begin := 0; begin < len(t.small); begin += t.width {
		row := t.small[begin : begin+len(whole)]
		for j, v := range row {
			whole[j] += uint64(v)
		}
	}
	for j, n := range whole {
		sum[j] = float64(n)
	}
	return sum
}

func (t *table) len() int {
	if t.width == 0 {
		return 0
	}
	if t.run != nil {
		return t.units
	}
	return max(len(t.small), len(t.wide)) / t.width
}

// row returns row i; it may be in scratch.
func (t *table) row(i int, scratch []float64) []float64 {
	if t.run != nil {
		return t.run.AppendRow(scratch[:0], i)
	}
	begin, end := i*t.width, (i+1)*t.width
	if t.wide != nil {
		return t.wide[begin:end]
	}
	scratch = scratch[:0]
	for _, v := range t.small[begin:end] {
		scratch = append(scratch, float64(v))
	}
	return scratch
}

// rows returns all rows.
func (t *table) rows() signif.Rows {
	if t.wide != nil {
		return signif.Rows{Width: t.width, Data: t.wide}
	}
	if t.run != nil {
		return signif.Rows{Width: t.width, Data: t.run.Rows()}
	}
	dense := *t
	dense.widen()
	return signif.Rows{Width: t.width, Data: dense.wide}
}
