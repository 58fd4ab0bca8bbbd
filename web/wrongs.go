package web

import (
	"encoding/binary"
	"slices"
)

// wrongChunk is about how many bytes of a wrongList are in one piece of memory, so that a
// long list grows without being copied.
const wrongChunk = 64 << 10

// itemBits is how many bits the hash in the number of an item has: enough for the items
// of one sentence, among which it is looked for.
const itemBits = 34

// A wrongList holds the errors of each unit, packed into a third of their size: a report on
// a hundred thousand sentences has a million for each system.
type wrongList struct {
	chunks [][]byte
	firsts []int32 // of each chunk: its first unit
	ends   []int32 // by unit: the end of its errors in its chunk
}

// add adds the errors of the next unit.
func (l *wrongList) add(errors []wrong) {
	if k := len(l.chunks); k == 0 || len(l.chunks[k-1]) >= wrongChunk {
		l.chunks, l.firsts = append(l.chunks, nil), append(l.firsts, int32(len(l.ends)))
		if k > 0 {
			l.chunks[k] = make([]byte, 0, wrongChunk+wrongChunk/16)
		}
	}
	chunk := &l.chunks[len(l.chunks)-1]
	for _, w := range errors {
		for _, n := range [...]int32{w.class, w.cause, w.gold, w.system, w.from, w.to} {
			*chunk = binary.AppendVarint(*chunk, int64(n))
		}
		*chunk = binary.AppendUvarint(*chunk, uint64(w.item))
	}
	l.ends = append(l.ends, int32(len(*chunk)))
}

// of appends the errors of a unit.
func (l *wrongList) of(to []wrong, unit int32) []wrong {
	k, starts := slices.BinarySearch(l.firsts, unit)
	begin := int32(0)
	if !starts {
		k--
		begin = l.ends[unit-1]
	}
	for packed := l.chunks[k][begin:l.ends[unit]]; len(packed) > 0; {
		var w wrong
		for _, n := range [...]*int32{&w.class, &w.cause, &w.gold, &w.system, &w.from, &w.to} {
			v, size := binary.Varint(packed)
			*n, packed = int32(v), packed[size:]
		}
		item, size := binary.Uvarint(packed)
		w.item, packed = int64(item), packed[size:]
		to = append(to, w)
	}
	return to
}
