package udeval

import (
	"fmt"
	"unicode/utf8"
)

// pyChunk is the number of bytes that Python decodes at once.
const pyChunk = 8192

// decodeError returns Python's message for the first byte of data that is not UTF-8,
// and the beginning of the block that contains it; nil if there is none.
func decodeError(data []byte) (block int, err error) {
	for i := 0; i < len(data); {
		if data[i] < utf8.RuneSelf {
			i++
			continue
		}
		if _, n := utf8.DecodeRune(data[i:]); n > 1 {
			i += n
			continue
		}
		n, why := badBytes(data[i:])
		end := i + n
		block = (end - 1) / pyChunk * pyChunk
		first := block // the bytes of a character begun in the block before are put in front
		for first > 0 && data[first]&0xC0 == 0x80 && block-first < 3 {
			first--
		}
		if i < block || data[first] < 0xC0 {
			first = min(i, block)
		}
		from := i - first
		if n == 1 {
			return block, fmt.Errorf("UnicodeDecodeError: 'utf-8' codec can't decode byte 0x%02x in position %d: %s",
				data[i], from, why)
		}
		return block, fmt.Errorf("UnicodeDecodeError: 'utf-8' codec can't decode bytes in position %d-%d: %s", from,
			from+n-1, why)
	}
	return 0, nil
}

// badBytes returns the number of bad bytes at the beginning of b, and the reason.
func badBytes(b []byte) (int, string) {
	c := b[0]
	var more int
	low, high := byte(0x80), byte(0xBF)
	switch {
	case c >= 0xC2 && c <= 0xDF:
		more = 1
	case c >= 0xE0 && c <= 0xEF:
		more = 2
		if c == 0xE0 {
			low = 0xA0
		}
		if c == 0xED {
			high = 0x9F
		}
	case c >= 0xF0 && c <= 0xF4:
		more = 3
		if c == 0xF0 {
			low = 0x90
		}
		if c == 0xF4 {
			high = 0x8F
		}
	default:
		return 1, "invalid start byte"
	}
	for n := 1; n <= more; n++ {
		if n == len(b) {
			return n, "unexpected end of data"
		}
		if b[n] < low || b[n] > high {
			return n, "invalid continuation byte"
		}
		low, high = 0x80, 0xBF
	}
	return 1, "invalid start byte"
}
