package inflate

// An entry of a table is what a code means: bits 0-4 its length and that of its extra
// bits, bits 8-11 its length, bits 16-31 a literal, the least length or distance, or
// where the table of longer codes begins.
type entry uint32

const (
	total   = 31
	literal = 1 << 15
	sub     = 1 << 14 // the code is longer than the first table's
	end     = 1 << 13 // of the block
	bad     = 1 << 12 // no code
)

// value returns a length or distance with its extra bits.
func (e entry) value(bits uint64) int {
	return int(e>>16) + int(bits&(1<<(e&total)-1)>>(e>>8&15))
}

// Bits of the first tables. A code is at most 15 bits long.
const (
	literalBits  = 11
	distanceBits = 8
	lengthBits   = 7
)

// A table finds the meaning of codes by their bits. After the first part, by the first
// bits of a code, follow parts for longer codes, by the bits after these. It has room
// for any code with the first bits above.
type table struct {
	table [1<<literalBits + 288<<(15-literalBits)]entry
	first uint // bits
}

// find returns the meaning of the code at the beginning of bits.
func (t *table) find(bits uint64) entry {
	e := t.table[bits&(1<<t.first-1)]
	if e&sub != 0 {
		e = t.table[uint64(e>>16)+bits>>t.first&(1<<(15-t.first)-1)]
	}
	return e
}

// build makes the table of the canonical code of the given lengths. meaning holds the
// entries of the symbols, without the lengths of their codes. A code that leaves bits
// without meaning is refused, except one of a single symbol, or none.
func (t *table) build(first uint, lengths []byte, meaning []entry) bool {
	var count, next [16]int
	for _, l := range lengths {
		count[l]++
	}
	code, used := 0, 0
	for l := 1; l < 16; l++ {
		code <<= 1
		next[l] = code
		code += count[l]
		used += count[l]
	}
	if code != 1<<15 && used > 0 && (used != 1 || count[1] != 1) {
		return false
	}
	t.first = first
	size := 1 << first // of the parts so far
	blank(t.table[:size])
	for symbol, l := range lengths {
		if l == 0 {
			continue
		}
		length := uint(l)
		code := reverse(next[l], length)
		next[l]++
		e := meaning[symbol] + entry(length)<<8 + entry(length)
		part, step := t.table[:1<<first], 1<<length
		if length > first {
			head := &t.table[code&(1<<first-1)]
			if *head&sub == 0 {
				*head = entry(size)<<16 | sub
				blank(t.table[size : size+1<<(15-first)])
				size += 1 << (15 - first)
			}
			at := int(*head >> 16)
			part = t.table[at : at+1<<(15-first)]
			code >>= first
			step = 1 << (length - first)
		}
		for i := code; i < len(part); i += step {
			part[i] = e
		}
	}
	return true
}

func blank(part []entry) {
	for i := range part {
		part[i] = bad
	}
}

func reverse(code int, length uint) int {
	out := 0
	for range length {
		out = out<<1 | code&1
		code >>= 1
	}
	return out
}

// codes are those of a block.
type codes struct {
	lengths   table // of the lengths of the other codes
	literals  table // and lengths of matches
	distances table
}

// Meanings of the symbols of RFC 1951, section 3.2.5.
var (
	literalMeaning  = literalMeanings()
	distanceMeaning = distanceMeanings()
	lengthMeaning   = lengthMeanings()
)

func literalMeanings() (out [288]entry) {
	for i := range 256 {
		out[i] = entry(i)<<16 | literal
	}
	out[256] = end
	least := 3
	for i := 257; i < 285; i++ {
		extra := max(0, (i-261)/4)
		out[i] = entry(least)<<16 | entry(extra)
		least += 1 << extra
	}
	out[285] = 258 << 16
	out[286], out[287] = bad, bad
	return out
}

func distanceMeanings() (out [32]entry) {
	least := 1
	for i := range 30 {
		extra := max(0, (i-2)/2)
		out[i] = entry(least)<<16 | entry(extra)
		least += 1 << extra
	}
	out[30], out[31] = bad, bad
	return out
}

func lengthMeanings() (out [19]entry) {
	for i := range out {
		out[i] = entry(i) << 16
	}
	return out
}

// fixed sets the codes of section 3.2.6.
func (c *codes) fixed() {
	var lengths [288 + 32]byte
	for i := range lengths {
		switch {
		case i < 144:
			lengths[i] = 8
		case i < 256:
			lengths[i] = 9
		case i < 280:
			lengths[i] = 7
		case i < 288:
			lengths[i] = 8
		default:
			lengths[i] = 5
		}
	}
	c.literals.build(literalBits, lengths[:288], literalMeaning[:])
	c.distances.build(distanceBits, lengths[288:], distanceMeaning[:])
}

// readCodes reads the codes of a block (section 3.2.7).
func (z *Reader) readCodes() error {
	sizes, err := z.take(14)
	if err != nil {
		return err
	}
	literals, distances, lengths := 257+int(sizes&31), 1+int(sizes>>5&31), 4+int(sizes>>10)
	if literals > 286 || distances > 30 {
		return z.corrupt()
	}
	clear(z.lengths[:19])
	for _, symbol := range []byte{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}[:lengths] {
		l, err := z.take(3)
		if err != nil {
			return err
		}
		z.lengths[symbol] = byte(l)
	}
	if !z.codes.lengths.build(lengthBits, z.lengths[:19], lengthMeaning[:]) {
		return z.corrupt()
	}
	for i := 0; i < literals+distances; {
		symbol, err := z.lengthSymbol()
		if err != nil {
			return err
		}
		if symbol < 16 {
			z.lengths[i] = byte(symbol)
			i++
			continue
		}
		repeat := [3]struct {
			least int
			bits  uint
		}{{3, 2}, {3, 3}, {11, 7}}[symbol-16]
		extra, err := z.take(repeat.bits)
		if err != nil {
			return err
		}
		many := repeat.least + int(extra)
		if i+many > literals+distances || symbol == 16 && i == 0 {
			return z.corrupt()
		}
		value := byte(0)
		if symbol == 16 {
			value = z.lengths[i-1]
		}
		for range many {
			z.lengths[i] = value
			i++
		}
	}
	if z.lengths[256] == 0 {
		return z.corrupt() // the block would never end
	}
	if !z.codes.literals.build(literalBits, z.lengths[:literals], literalMeaning[:]) ||
		!z.codes.distances.build(distanceBits, z.lengths[literals:literals+distances], distanceMeaning[:]) {
		return z.corrupt()
	}
	return nil
}

// lengthSymbol reads a symbol of the code of lengths.
func (z *Reader) lengthSymbol() (int, error) {
	for {
		e := z.codes.lengths.find(z.bits)
		size := uint(e & total)
		if e&bad == 0 && size <= z.n {
			z.bits >>= size
			z.n -= size
			return int(e >> 16), nil
		}
		if e&bad != 0 && z.n >= lengthBits {
			return 0, z.corrupt()
		}
		if err := z.need(z.n + 1); err != nil {
			return 0, err
		}
	}
}
