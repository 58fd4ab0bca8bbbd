package kummerfeld

import "assay/treebank"

// A key is a bracket as one number.
type key uint64

const spanBits = 21

func keyOf(start, end int32, label treebank.Symbol) key {
	return key(start)<<(64-spanBits) | key(end)<<(64-2*spanBits) | key(label)
}

// A multiset counts the brackets of both trees.
type multiset struct {
	slots []slot
}

type slot struct {
	key        key
	gold, test int32
}

// reset empties the set and makes room for n brackets.
func (m *multiset) reset(n int) {
	size := 64
	for size < 2*n {
		size *= 2
	}
	if size > cap(m.slots) {
		m.slots = make([]slot, size)
		return
	}
	m.slots = m.slots[:size]
	clear(m.slots)
}

// at returns the slot of k, or the free one where it belongs.
func (m *multiset) at(k key) *slot {
	mask := uint64(len(m.slots) - 1)
	h := uint64(k) * 0x9E3779B97F4A7C15
	for i := h >> 32 & mask; ; i = (i + 1) & mask {
		if s := &m.slots[i]; s.key == k || s.key == 0 {
			return s
		}
	}
}

// surplus is how many more of k the system has than gold.
func (m *multiset) surplus(k key) int32 {
	s := m.at(k)
	if s.key != k {
		return 0
	}
	return s.test - s.gold
}

func (m *multiset) addGold(k key) {
	s := m.at(k)
	s.key = k
	s.gold++
}

func (m *multiset) addTest(k key) {
	s := m.at(k)
	s.key = k
	s.test++
}
