package conllu

import (
	"encoding/binary"
	"math/bits"

	"assay/treebank"
)

const (
	ones = 0x0101010101010101
	high = 0x80 * ones
)

// controls sets the highest bit of each byte of x below 11, which include tabs and
// line ends; it may also set that of a byte 11 after such a byte.
func controls(x uint64) uint64 { return (x - 11*ones) &^ x & high }

// controls64 is controls for 64 bytes, with one bit for each.
func controls64(b *[64]byte) (set uint64) {
	for i := 56; i >= 0; i -= 8 {
		const pack = 0x0002040810204081 // puts the highest bits of eight bytes together
		set = set<<8 | controls(binary.LittleEndian.Uint64(b[i:]))*pack>>56
	}
	return set
}

// marks are the bytes that controls finds from some position of a text on, and the
// end of the text.
type marks struct {
	base int    // start of the current 64 bytes
	set  uint64 // their marks that are still ahead
}

// marksAt returns the marks of the 64 bytes from off on.
func marksAt(text []byte, off int) marks {
	if off+64 <= len(text) {
		return marks{off, controls64((*[64]byte)(text[off:]))}
	}
	var last [64]byte
	end := uint64(1) << copy(last[:], text[off:])
	return marks{off, controls64(&last)&(end-1) | end}
}

// cut finds the ends of the columns of the line that contains the next mark, and
// the start of the next line. It returns the number of columns; r.end holds the
// ends of the first ten. Its twin in the tests looks at one byte at a time.
func (r *reader) cut() (n, next int) {
	for marks := r.marks; ; {
		for marks.set == 0 {
			marks = marksAt(r.text, marks.base+64)
		}
		at := marks.base + bits.TrailingZeros64(marks.set)
		marks.set &= marks.set - 1
		if at < len(r.text) && r.text[at] != '\t' && r.text[at] != '\n' {
			r.nul = r.nul || r.text[at] == 0
			continue
		}
		if n < columnCount {
			r.end[n] = at
		}
		n++
		if at == len(r.text) || r.text[at] == '\n' {
			r.marks = marks
			return n, min(at+1, len(r.text))
		}
	}
}

// columnEnd returns the end of the column that begins at i.
func columnEnd(text []byte, i int) int {
	for ; i+8 <= len(text); i += 8 {
		for m := controls(binary.LittleEndian.Uint64(text[i:])); m != 0; m &= m - 1 {
			at := i + bits.TrailingZeros64(m)>>3
			if c := text[at]; c == '\t' || c == '\n' {
				return at
			}
		}
	}
	for i < len(text) && text[i] != '\t' && text[i] != '\n' {
		i++
	}
	return i
}

// intern returns the symbol of a part of the text. It reads up to eight bytes as
// one number.
func (r *reader) intern(from, to int) treebank.Symbol {
	if to-from <= 8 && from+8 <= len(r.text) && !r.nul {
		key := binary.LittleEndian.Uint64(r.text[from:])
		key &= 1<<(8*uint(to-from)) - 1
		if y, ok := r.s.Syms.Cached(key); ok {
			return y
		}
		return r.s.Syms.InternKey(key)
	}
	return r.s.Syms.Intern(r.text[from:to])
}
