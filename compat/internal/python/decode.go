package python

import (
	"fmt"
	"unicode/utf8"
)

// pyChunk is the number of bytes that Python decodes at once.
const pyChunk = 8192

// DecodeError returns Python's message for the first byte of data that is not UTF-8,
// and the beginning of the block that contains it; nil if there is none.
func DecodeError(data []byte) (block int, err error) {
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
	n := 1
	for n < len(b) && !utf8.FullRune(b[:n]) { // b[:n] may begin a character
		n++
	}
	switch {
	case !utf8.FullRune(b[:n]):
		return n, "unexpected end of data"
	case n == 1:
		return n, "invalid start byte"
	}
	return n - 1, "invalid continuation byte"
}
