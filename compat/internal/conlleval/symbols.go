package conlleval

import (
	"encoding/binary"
	"math/bits"

	"assay/treebank"
)

const (
	ones   = 0x0101010101010101
	eighty = 0x8080808080808080
)

// symbol is t.Intern(b), faster for short strings, which are the majority.
func symbol(t *treebank.Symbols, b []byte) treebank.Symbol {
	if len(b) == 0 || len(b) > 8 || cap(b) < 8 {
		return t.Intern(b)
	}
	x := binary.LittleEndian.Uint64(b[:8])
	beyond := ^uint64(0) << (8 * len(b))
	if full := x | beyond; (full-ones)&^full&eighty != 0 { // a NUL
		return t.Intern(b)
	}
	x &^= beyond
	if y, ok := t.Cached(x); ok {
		return y
	}
	return t.InternKey(x)
}

// fieldEnd returns the end of the field that contains line[i]: the next white space.
// It tests eight bytes at once and may read beyond the end of line.
func fieldEnd(line []byte, i int) int {
	for i+8 <= cap(line) {
		x := binary.LittleEndian.Uint64(line[i : i+8])
		m := (x - (' '+1)*ones) &^ x & eighty // its lowest bit is at the first byte up to ' '
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) / 8
		if i >= len(line) {
			return len(line)
		}
		if isSpace(line[i]) {
			return i
		}
		i++
	}
	return plainFieldEnd(line, i)
}

func plainFieldEnd(line []byte, i int) int {
	for i < len(line) && !isSpace(line[i]) {
		i++
	}
	return min(i, len(line))
}

// at returns entry n of a growing list.
func at[T any](list *[]T, n int) *T {
	if n >= len(*list) {
		*list = append(*list, make([]T, n+1-len(*list)+n/2+64)...)
	}
	return &(*list)[n]
}

// An index numbers keys from 0 in order of arrival.
type index map[uint64]int32

// number returns the number of key.
func (x *index) number(key uint64) int32 {
	n, ok := (*x)[key]
	if !ok {
		if n = int32(len(*x)); n == 0 {
			*x = index{}
		}
		(*x)[key] = n
	}
	return n
}
