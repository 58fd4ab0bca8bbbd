package eval

import (
	"encoding/binary"
	"iter"
	"math"
)

// Rows of groups are packed: a group's share of a row has few counts that are not 0.
// Each count is the number of columns from the last one, then its value: twice a whole
// number in zigzag code, or 1 and the eight bytes of any other number. A 0 ends a row.

// wholeLimit is where numbers stop being exact in the packed form of whole numbers.
const wholeLimit = 1 << 53

// Append adds a unit and its row.
func (g *Group) Append(unit int32, row []float64) {
	g.Units = append(g.Units, unit)
	last := -1
	for column, v := range row {
		if v == 0 {
			continue
		}
		g.bytes = binary.AppendUvarint(g.bytes, uint64(column-last))
		last = column
		if v == math.Trunc(v) && math.Abs(v) < wholeLimit {
			g.bytes = binary.AppendUvarint(g.bytes, zigzag(int64(v))<<1)
			continue
		}
		g.bytes = binary.LittleEndian.AppendUint64(append(g.bytes, 1), math.Float64bits(v))
	}
	g.bytes = append(g.bytes, 0)
}

func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// join appends the units and rows of another group.
func (g *Group) join(other *Group) {
	g.Units = append(g.Units, other.Units...)
	g.bytes = append(g.bytes, other.bytes...)
}

// All yields the units and their rows of width counts. A row is valid until the next
// one.
func (g *Group) All(width int) iter.Seq2[int32, []float64] {
	return func(yield func(int32, []float64) bool) {
		r := g.Reader(width)
		for unit, row := r.Next(); row != nil; unit, row = r.Next() {
			if !yield(unit, row) {
				return
			}
		}
	}
}

// A GroupReader reads the rows of a group one by one.
type GroupReader struct {
	units []int32
	bytes []byte
	row   []float64
}

// Reader returns a reader of rows of width counts.
func (g *Group) Reader(width int) *GroupReader {
	return &GroupReader{g.Units, g.bytes, make([]float64, width)}
}

// Next returns the next unit and its row, which is valid until the next call; the row
// is nil after the last one.
func (r *GroupReader) Next() (unit int32, row []float64) {
	if len(r.units) == 0 {
		return 0, nil
	}
	unit, r.units = r.units[0], r.units[1:]
	clear(r.row)
	column := -1
	for {
		step := r.number()
		if step == 0 {
			return unit, r.row
		}
		column += int(step)
		if code := r.number(); code&1 == 0 {
			r.row[column] = float64(unzigzag(code >> 1))
		} else {
			r.row[column] = math.Float64frombits(binary.LittleEndian.Uint64(r.bytes))
			r.bytes = r.bytes[8:]
		}
	}
}

func (r *GroupReader) number() uint64 {
	n, size := binary.Uvarint(r.bytes)
	r.bytes = r.bytes[size:]
	return n
}

// Sum returns the sum of the group's rows, added in order.
func (g *Group) Sum(width int) []float64 {
	sum := make([]float64, width)
	copy(sum, g.total)
	for _, row := range g.All(width) {
		for j, v := range row {
			sum[j] += v
		}
	}
	return sum
}
