package tigerxml

import (
	"bytes"

	"assay/treebank"
)

// An idTable maps ids to nodes, by open addressing in the scratch memory of
// the sentence. A slot is the position of the id, its length and its value.
type idTable struct {
	text  []byte
	slots []int32
	mask  uint32
}

// init makes an empty table for at most that many ids, and returns more scratch
// memory.
func (t *idTable) init(s *treebank.Sentence, text []byte, ids, more int) []int32 {
	size := 16
	for size < 2*ids {
		size *= 2
	}
	mem := s.Ints(3*size + more)
	t.text, t.slots, t.mask = text, mem[:3*size], uint32(size-1)
	return mem[3*size:]
}

func hashID(b []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range b {
		h = (h ^ uint32(c)) * 16777619
	}
	return h
}

// add adds the id at a position of the text; false if the table has it already.
func (t *idTable) add(off, n int, value int32) bool {
	key := t.text[off : off+n]
	for i := hashID(key) & t.mask; ; i = (i + 1) & t.mask {
		slot := t.slots[3*i : 3*i+3]
		if slot[2] == 0 {
			slot[0], slot[1], slot[2] = int32(off), int32(n), value+1
			return true
		}
		if bytes.Equal(key, t.text[slot[0]:slot[0]+slot[1]]) {
			return false
		}
	}
}

func (t *idTable) find(key []byte) (int32, bool) {
	for i := hashID(key) & t.mask; ; i = (i + 1) & t.mask {
		slot := t.slots[3*i : 3*i+3]
		if slot[2] == 0 {
			return 0, false
		}
		if bytes.Equal(key, t.text[slot[0]:slot[0]+slot[1]]) {
			return slot[2] - 1, true
		}
	}
}
