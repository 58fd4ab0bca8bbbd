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

// controls returns the highest bit of each byte of x below 11, tabs and line
// ends among them; it may set that of a byte 11 behind such a one.
func controls(x uint64) uint64 { return (x - 11*ones) &^ x & high }

// columns finds where the columns of the line at off end, and where the next
// line begins. It returns how many there are; ends holds the first ten of them.
// It looks at eight bytes at a time; its twin in the tests looks at one.
func columns(text []byte, off int, ends *[columnCount]int) (n, next int) {
	i := off
	for ; i+8 <= len(text); i += 8 {
		x := binary.LittleEndian.Uint64(text[i:])
		for m := controls(x); m != 0; m &= m - 1 {
			at := i + bits.TrailingZeros64(m)>>3
			c := text[at]
			if c != '\t' && c != '\n' {
				continue
			}
			if n < columnCount {
				ends[n] = at
			}
			n++
			if c == '\n' {
				return n, at + 1
			}
		}
	}
	for ; i <= len(text); i++ {
		if i == len(text) || text[i] == '\t' || text[i] == '\n' {
			if n < columnCount {
				ends[n] = i
			}
			n++
			if i == len(text) || text[i] == '\n' {
				return n, min(i+1, len(text))
			}
		}
	}
	return n, i
}

// intern returns the symbol of a part of the text. Up to eight bytes are taken
// as one number.
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
