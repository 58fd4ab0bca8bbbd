package eval

import (
	"sort"
	"strings"
)

// rows are the rows of consecutive units, in blocks: to grow one long slice, or to
// join the blocks at the end, would need several times the memory.
type rows struct {
	blocks []rowBlock
	ends   []int // for each block the number of the unit after its last
}

// A rowBlock holds the rows of the units of one batch, as 16-bit numbers if all
// counts fit, which holds for nearly all sentences.
type rowBlock struct {
	small []uint16
	wide  []float64
}

// add appends a row.
func (b *rowBlock) add(row []float64) {
	if b.wide != nil {
		b.wide = append(b.wide, row...)
		return
	}
	n := len(b.small)
	for _, v := range row {
		u := uint16(v)
		if float64(u) != v {
			b.widen(n)
			b.wide = append(b.wide, row...)
			return
		}
		b.small = append(b.small, u)
	}
}

// widen turns the first n numbers into float64.
func (b *rowBlock) widen(n int) {
	b.wide = make([]float64, n, max(2*n, cap(b.small)))
	for i, u := range b.small[:n] {
		b.wide[i] = float64(u)
	}
	b.small = nil
}

// appendTo appends the numbers from i to end to dst.
func (b *rowBlock) appendTo(dst []float64, i, end int) []float64 {
	if b.wide != nil {
		return append(dst, b.wide[i:end]...)
	}
	for _, u := range b.small[i:end] {
		dst = append(dst, float64(u))
	}
	return dst
}

// sum adds the rows of the block to dst.
func (b *rowBlock) sum(dst []float64) {
	for i := 0; i < len(b.small); i += len(dst) {
		for j, u := range b.small[i : i+len(dst)] {
			dst[j] += float64(u)
		}
	}
	for i := 0; i < len(b.wide); i += len(dst) {
		for j, v := range b.wide[i : i+len(dst)] {
			dst[j] += v
		}
	}
}

// add appends the rows of n units.
func (r *rows) add(b rowBlock, n int) {
	if k := len(r.ends); k > 0 {
		n += r.ends[k-1]
	}
	r.blocks, r.ends = append(r.blocks, b), append(r.ends, n)
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
	b, at := c.rows.find(i)
	return b.appendTo(make([]float64, 0, c.Width), at*c.Width, (at+1)*c.Width)
}

// Rows returns the counts of all units, one unit after another.
func (c *Counts) Rows() []float64 {
	var all []float64
	for i := range c.rows.blocks {
		b := &c.rows.blocks[i]
		all = b.appendTo(all, 0, max(len(b.small), len(b.wide)))
	}
	return all
}

// Sum returns the sum of all rows, added in order.
func (c *Counts) Sum() []float64 {
	sum := make([]float64, c.Width)
	if c.Width == 0 {
		return sum
	}
	for i := range c.rows.blocks {
		c.rows.blocks[i].sum(sum)
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
	if at := HeadlineOf(scores); at >= 0 {
		return scores[at]
	}
	return Score{}
}
