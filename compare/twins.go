package compare

import (
	"encoding/binary"
	"hash/fnv"
	"math"

	"assay/signif"
)

// twin is a number that two tests share if they are one: the same systems with the same counts in the same units, up
// to a factor, or with errors in place of right items. UAS of attachment, the error rate of lin and the precision of
// xiao are one quantity, and the adjustment of p-values counts them once. Where both systems have equal denominators
// in each unit the differences of their numerators alone decide the test, and so does their sum, as a mean over units.
func (d *data) twin(pair *Pair) uint64 {
	a, b := d.ratios[pair.A], d.ratios[pair.B]
	equal := true
	for i := range a.Den {
		equal = equal && a.Den[i] == b.Den[i]
	}
	if equal {
		differences := make([]float64, len(a.Num))
		for i := range differences {
			differences[i] = b.Num[i] - a.Num[i]
		}
		return d.sum(pair, differences)
	}
	same := d.sum(pair, a.Num, a.Den, b.Num, b.Den)
	errors := d.sum(pair, without(a), a.Den, without(b), b.Den)
	return min(same, errors)
}

// without returns the rests of the denominators of a ratio.
func without(ratio signif.Ratio) []float64 {
	out := make([]float64, len(ratio.Num))
	for i := range out {
		out[i] = ratio.Den[i] - ratio.Num[i]
	}
	return out
}

// sum is the FNV-1a sum of the systems and of columns, divided by their first number that is not 0, with its sign.
func (d *data) sum(pair *Pair, columns ...[]float64) uint64 {
	sum, scale := fnv.New64a(), 0.0
	var buf []byte
	put := func(n uint64) {
		buf = binary.LittleEndian.AppendUint64(buf[:0], n)
		sum.Write(buf)
	}
	put(uint64(pair.A))
	put(uint64(pair.B))
	for c, column := range columns {
		for i, v := range column {
			if v == 0 {
				continue
			}
			if scale == 0 {
				scale = v
			}
			put(uint64(c))
			put(uint64(d.units[i]))
			put(math.Float64bits(v / scale))
		}
	}
	return sum.Sum64()
}
