package graph

import (
	"encoding/binary"
	"math/bits"

	"assay/treebank"
)

// SplitElement finds the next XML element of that name, of two letters at least. An
// element that is not closed ends where the next one begins.
func SplitElement(data []byte, atEOF bool, name string) treebank.Extent {
	at, isEnd := tag(data, name, 0)
	for isEnd {
		at, isEnd = tag(data, name, at+1)
	}
	if at < 0 {
		if atEOF {
			return treebank.Skip(len(data))
		}
		return treebank.Skip(max(0, len(data)-len(name)-2))
	}
	switch next, isEnd := tag(data, name, at+1); {
	case isEnd:
		end := next + len("</") + len(name) + len(">")
		return treebank.Found(at, end, end)
	case next >= 0:
		return treebank.Found(at, next, next).Trim(data)
	case atEOF:
		return treebank.Found(at, len(data), len(data)).Trim(data)
	}
	return treebank.Skip(at)
}

// tag returns the place of the next start or end tag of an element after from, and
// whether it is an end tag; -1 if there is none.
func tag(data []byte, name string, from int) (at int, isEnd bool) {
	for i := from; ; i++ {
		n := twoBytes(data[min(i, len(data)):], name[0], name[1])
		if n < 0 {
			return -1, false
		}
		i += n
		after := i + len(name)
		if after >= len(data) {
			return -1, false
		}
		if i == from || string(data[i:after]) != name {
			continue
		}
		switch c := data[after]; {
		case data[i-1] == '<' && (Blank(c) || c == '>' || c == '/'):
			return i - 1, false
		case c == '>' && i-2 >= from && data[i-1] == '/' && data[i-2] == '<':
			return i - 2, true
		}
	}
}

// twoBytes returns the place of the first a that is followed by b, -1 if there is none.
// It looks at eight places at once: a < is everywhere in XML, so that a search for the
// whole tag would stop there.
func twoBytes(data []byte, a, b byte) int {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	i := 0
	for ; i+9 <= len(data); i += 8 {
		diff := binary.LittleEndian.Uint64(data[i:]) ^ ones*uint64(a) | binary.LittleEndian.Uint64(data[i+1:]) ^ ones*uint64(b)
		if zero := (diff - ones) &^ diff & highs; zero != 0 { // the lowest bit set marks the first
			return i + bits.TrailingZeros64(zero)/8
		}
	}
	for ; i+1 < len(data); i++ {
		if data[i] == a && data[i+1] == b {
			return i
		}
	}
	return -1
}
