package graph

import (
	"encoding/binary"
	"math/bits"
)

// skim passes the text of data from i, which is outside strings and has depth open braces
// before it, eight bytes at a time, as long as there is no backslash, no newline and no end of the
// outermost brace. It returns where it stops, outside strings, and the depth there.
func skim(data []byte, i, depth int) (stop, depthThere int) {
	const low = ones * 0x7f
	var inside uint8 // ones if a string is open
	quote := i       // where it began
	for ; i+8 <= len(data); i += 8 {
		w := binary.LittleEndian.Uint64(data[i:])
		if (zeroByte(w^'\\'*ones)|zeroByte(w^'\n'*ones))&highs != 0 {
			break
		}
		x := w ^ '"'*ones
		quotes := gather(^(x&low + low | x | low)) // the bytes that are quotes, and no others
		in := parity[quotes] ^ inside
		if (w&low+('\x80'-'{')*ones)&highs != 0 { // a brace, or one of a few other bytes
			y, z := w^'{'*ones, w^'}'*ones
			y, z = ^(y&low + low | y | low), ^(z&low + low | z | low)
			opened, closed := gather(y)&^in, gather(z)&^in
			n := bits.OnesCount8(closed)
			if n >= depth {
				break
			}
			depth += bits.OnesCount8(opened) - n
		}
		if quotes != 0 {
			quote = i + bits.Len8(quotes) - 1
			inside = -(in >> 7)
		}
	}
	if inside != 0 {
		return quote, depth
	}
	return i, depth
}

// gather returns the high bits of the bytes of w, the first byte's lowest.
func gather(w uint64) uint8 { return uint8(w >> 7 * 0x0102040810204080 >> 56) }

// parity holds for each set of bits those that have an odd number of bits of the set at or below
// them.
var parity = func() (out [256]uint8) {
	for set := range out {
		x := uint8(set)
		x ^= x << 1
		x ^= x << 2
		out[set] = x ^ x<<4
	}
	return out
}()
