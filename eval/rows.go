package eval

import (
	"math"
	"slices"
	"sort"
	"strings"
)

// rows are the rows of consecutive units, in blocks: to grow one long slice, or to
// join the blocks at the end, would need several times the memory.
type rows struct {
	blocks []rowBlock
	ends   []int     // for each block the number of the unit after its last
	sum    []float64 // of all rows
}

// A rowBlock holds the rows of the units of one batch, as 8-bit numbers if all counts
// fit, which holds for nearly all batches, else as 16-bit numbers or as they are. Only
// one of the lists is in use.
type rowBlock struct {
	tiny  []uint8
	small []uint16
	wide  []float64
}

// add appends a row.
func (b *rowBlock) add(row []float64) {
	var ok bool
	switch {
	case b.wide != nil:
		b.wide = append(b.wide, row...)
		return
	case b.small != nil:
		if b.small, ok = packed(b.small, row); ok {
			return
		}
	default:
		if b.tiny, ok = packed(b.tiny, row); ok {
			return
		}
		if _, ok = packed([]uint16{}, row); ok {
			b.small, b.tiny = longer(b.tiny), nil
			b.small, _ = packed(b.small, row)
			return
		}
	}
	b.wide = append(b.appendTo(make([]float64, 0, 2*max(cap(b.tiny), cap(b.small), len(row))), 0, b.len()), row...)
	b.tiny, b.small = nil, nil
}

// packed appends a row to dst if its counts fit; otherwise dst is unchanged.
func packed[N uint8 | uint16](dst []N, row []float64) ([]N, bool) {
	n := len(dst)
	for _, v := range row {
		u := N(v)
		if float64(u) != v {
			return dst[:n], false
		}
		dst = append(dst, u)
	}
	return dst, true
}

// longer returns the numbers with 16 bits, with room for as many as from has.
func longer(from []uint8) []uint16 {
	to := make([]uint16, 0, max(cap(from), 1))
	for _, v := range from {
		to = append(to, uint16(v))
	}
	return to
}

// len returns how many numbers the block holds.
func (b *rowBlock) len() int { return max(len(b.tiny), len(b.small), len(b.wide)) }

// appendTo appends the numbers from i to end to dst.
func (b *rowBlock) appendTo(dst []float64, i, end int) []float64 {
	switch {
	case b.wide != nil:
		return append(dst, b.wide[i:end]...)
	case b.small != nil:
		for _, u := range b.small[i:end] {
			dst = append(dst, float64(u))
		}
		return dst
	}
	for _, u := range b.tiny[i:end] {
		dst = append(dst, float64(u))
	}
	return dst
}

// sum adds the rows of the block to dst, in order.
func (b *rowBlock) sum(dst []float64) {
	for i := 0; i < len(b.wide); i += len(dst) {
		for j, v := range b.wide[i : i+len(dst)] {
			dst[j] += v
		}
	}
	addWholes(dst, b.tiny)
	addWholes(dst, b.small)
}

// addWholes adds rows of whole numbers to dst. The order matters only for a fraction: the
// sum of whole numbers is exact.
func addWholes[N uint8 | uint16](dst []float64, rows []N) {
	if len(rows) == 0 {
		return
	}
	if slices.ContainsFunc(dst, func(v float64) bool { return v != math.Trunc(v) || math.Abs(v) > wholeLimit/2 }) {
		for i := 0; i < len(rows); i += len(dst) {
			for j, v := range rows[i : i+len(dst)] {
				dst[j] += float64(v)
			}
		}
		return
	}
	sum := make([]uint64, len(dst))
	for i := 0; i < len(rows); i += len(sum) {
		for j, v := range rows[i : i+len(sum)] {
			sum[j] += uint64(v)
		}
	}
	for j, n := range sum {
		dst[j] += float64(n)
	}
}

// add appends the rows of n units, of width numbers each; if they are not to be kept, it only adds
// them to the sum.
func (r *rows) add(b rowBlock, n, width int, keep bool) {
	if keep {
		if k := len(r.ends); k > 0 {
			n += r.ends[k-1]
		}
		r.blocks, r.ends = append(r.blocks, b), append(r.ends, n)
	}
	if r.sum == nil {
		r.sum = make([]float64, width)
	}
	b.sum(r.sum)
}

// find returns the block of unit i and the unit's number in the block.
func (r *rows) find(i int) (*rowBlock, int) {
	k := sort.SearchInts(r.ends, i+1)
	if k > 0 {
		i -= r.ends[k-1]
	}
	return &r.blocks[k], i
}

// Row returns the counts of unit i.
func (c *Counts) Row(i int) []float64 {
	return c.AppendRow(make([]float64, 0, c.Width), i)
}

// AppendRow appends the counts of unit i to dst.
func (c *Counts) AppendRow(dst []float64, i int) []float64 {
	b, at := c.rows.find(i)
	return b.appendTo(dst, at*c.Width, (at+1)*c.Width)
}

// AddColumn adds a column of counts, each multiplied by factor, to the numbers of the
// units.
func (c *Counts) AddColumn(units []float64, column int, factor float64) {
	begin := 0
	for i := range c.rows.blocks {
		b, end := &c.rows.blocks[i], c.rows.ends[i]
		addColumn(units[begin:end], b.tiny, column, c.Width, factor)
		addColumn(units[begin:end], b.small, column, c.Width, factor)
		addColumn(units[begin:end], b.wide, column, c.Width, factor)
		begin = end
	}
}

// addColumn is AddColumn for one list of a block, which is empty if it is not in use.
func addColumn[N uint8 | uint16 | float64](units []float64, list []N, column, width int, factor float64) {
	if len(list) == 0 {
		return
	}
	for i := range units {
		units[i] += factor * float64(list[i*width+column])
	}
}

// Unsigned reports whether no count is negative, as far as the packed form shows it.
func (c *Counts) Unsigned() bool {
	return !slices.ContainsFunc(c.rows.blocks, func(b rowBlock) bool { return b.wide != nil })
}

// Rows returns the counts of all units, one unit after another.
func (c *Counts) Rows() []float64 {
	var all []float64
	for i := range c.rows.blocks {
		b := &c.rows.blocks[i]
		all = b.appendTo(all, 0, b.len())
	}
	return all
}

// Sum returns the sum of all rows, added in order.
func (c *Counts) Sum() []float64 {
	sum := make([]float64, c.Width)
	copy(sum, c.total)
	for j, v := range c.rows.sum {
		sum[j] += v
	}
	return sum
}

// Scores returns the scores over all units.
func (c *Counts) Scores() []Score { return c.Metric.Scores(c.Sum()) }

// Score returns the named score over all units. An unknown name gives a *UsageError
// that lists the scores of the metric.
func (c *Counts) Score(name string) (Score, error) {
	var names []string
	for _, s := range c.Scores() {
		if s.Name == name {
			return s, nil
		}
		names = append(names, s.Name)
	}
	return Score{}, &UsageError{Option: "score", Want: strings.Join(names, ", "), Found: name}
}

// Headline returns the main score of the metric, or the zero Score if it has none.
func (c *Counts) Headline() Score {
	scores := c.Scores()
	if at := c.Metric.Headline(); at >= 0 {
		return scores[at]
	}
	return Score{}
}
