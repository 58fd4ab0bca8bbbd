package eval

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"

	"github.com/klauspost/compress/s2"
)

// Rows of groups are packed: a group's share of a row has few counts that are not 0.
// Each count is the number of columns from the last one, then its value: twice a whole
// number in zigzag code, or 1 and the eight bytes of any other number. A 0 ends a row.
// A unit is its distance from the last one; the first of a block from 0.

// wholeLimit is where numbers stop being exact in the packed form of whole numbers.
const wholeLimit = 1 << 53

// Append adds a unit and its row.
func (g *Group) Append(unit int32, row []float64) {
	g.unit(unit)
	bytes, last := g.rows.open, -1
	for column, v := range row {
		if v == 0 {
			continue
		}
		bytes = binary.AppendUvarint(bytes, uint64(column-last))
		last = column
		if v == math.Trunc(v) && math.Abs(v) < wholeLimit {
			bytes = binary.AppendUvarint(bytes, zigzag(int64(v))<<1)
			continue
		}
		bytes = binary.LittleEndian.AppendUint64(append(bytes, 1), math.Float64bits(v))
	}
	g.rows.open = append(bytes, 0)
	g.rows.close()
}

// unit adds a unit without its row.
func (g *Group) unit(unit int32) {
	if len(g.units.open) == 0 {
		g.last = 0
	}
	g.units.open = binary.AppendUvarint(g.units.open, uint64(uint32(unit-g.last)))
	g.last = unit
	g.n++
	g.units.close()
}

func zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

func unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }

// Len returns the number of units that have such items.
func (g *Group) Len() int { return int(g.n) }

// Units yields the units that have such items, in order.
func (g *Group) Units() iter.Seq[int32] {
	return func(yield func(int32) bool) {
		r := unitReader{blockReader: blockReader{blocks: &g.units}}
		for unit, ok := r.next(); ok; unit, ok = r.next() {
			if !yield(unit) {
				return
			}
		}
	}
}

// join appends the units and rows of another group.
func (g *Group) join(other *Group) {
	for unit := range other.Units() {
		g.unit(unit)
	}
	g.rows.join(&other.rows)
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
	units unitReader
	rows  blockReader
	row   []float64
	some  []int // columns of row that are not 0
}

// Reader returns a reader of rows of width counts.
func (g *Group) Reader(width int) *GroupReader {
	return &GroupReader{units: unitReader{blockReader: blockReader{blocks: &g.units}},
		rows: blockReader{blocks: &g.rows}, row: make([]float64, width)}
}

// Next returns the next unit and its row, which is valid until the next call; the row
// is nil after the last one.
func (r *GroupReader) Next() (unit int32, row []float64) {
	unit, ok := r.units.next()
	if !ok {
		return 0, nil
	}
	r.rows.more()
	for _, column := range r.some {
		r.row[column] = 0
	}
	r.some = r.some[:0]
	column := -1
	for {
		step := r.rows.number()
		if step == 0 {
			return unit, r.row
		}
		column += int(step)
		r.some = append(r.some, column)
		if code := r.rows.number(); code&1 == 0 {
			r.row[column] = float64(unzigzag(code >> 1))
		} else {
			r.row[column] = math.Float64frombits(binary.LittleEndian.Uint64(r.rows.rest))
			r.rows.rest = r.rows.rest[8:]
		}
	}
}

// A unitReader reads units.
type unitReader struct {
	blockReader
	unit int32
}

func (r *unitReader) next() (unit int32, ok bool) {
	if len(r.rest) == 0 {
		r.unit = 0
		if !r.more() {
			return 0, false
		}
	}
	r.unit += int32(r.number())
	return r.unit, true
}

// blocks are bytes that only grow. Full blocks are compressed: the rows of a hundred
// thousand sentences are alike, and one long slice would be copied whenever it grows.
type blocks struct {
	full [][]byte // compressed
	open []byte
}

// fullBlock is from how many bytes on a block is full.
const fullBlock = 16 << 10

// close compresses the open block if it is full.
func (b *blocks) close() {
	if len(b.open) >= fullBlock {
		b.full = append(b.full, slices.Clone(s2.Encode(nil, b.open)))
		b.open = b.open[:0]
	}
}

// join appends the bytes of other, which begin with a whole record.
func (b *blocks) join(other *blocks) {
	r := blockReader{blocks: other}
	for r.more() {
		b.open = append(b.open, r.rest...)
		r.rest = nil
		b.close()
	}
}

// A blockReader reads blocks.
type blockReader struct {
	*blocks
	begun  int    // blocks
	rest   []byte // of the block that was begun last
	buffer []byte
}

// more reports whether there are bytes to read; it begins the next block where one ends.
func (r *blockReader) more() bool {
	if len(r.rest) > 0 || r.begun > len(r.full) {
		return len(r.rest) > 0
	}
	if r.rest = r.open; r.begun < len(r.full) {
		var err error
		if r.buffer, err = s2.Decode(r.buffer[:cap(r.buffer)], r.full[r.begun]); err != nil {
			panic(err) // it was compressed here
		}
		r.rest = r.buffer
	}
	r.begun++
	return len(r.rest) > 0
}

func (r *blockReader) number() uint64 {
	if n := r.rest[0]; n < 0x80 { // nearly all are small
		r.rest = r.rest[1:]
		return uint64(n)
	}
	n, size := binary.Uvarint(r.rest)
	r.rest = r.rest[size:]
	return n
}

// Sum returns the sum of the group's rows, added in order.
func (g *Group) Sum(width int) []float64 {
	sum := make([]float64, width)
	copy(sum, g.total)
	reader := g.Reader(width)
	for _, row := reader.Next(); row != nil; _, row = reader.Next() {
		for _, j := range reader.some {
			sum[j] += row[j]
		}
	}
	return sum
}
