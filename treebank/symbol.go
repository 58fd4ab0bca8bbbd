package treebank

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A Symbol is a label, tag or relation. Equal symbols of one Symbols table are
// equal strings. The zero Symbol is the empty string.
type Symbol uint32

// Symbols gives numbers to strings. A table belongs to one goroutine; pass strings
// to other goroutines, not Symbols. The zero value is ready for use.
//
// Strings of at most eight bytes, which nearly all labels are, are found by
// open addressing over the eight bytes as one number; the rest by open
// addressing over a hash of their bytes.
type Symbols struct {
	names    []string
	slots    []slot // length is a power of two
	used     int
	long     []slot // key is the hash of the name; length is a power of two
	longUsed int
	cache    [1 << cacheBits]slot // the last key of each hash

	// Upper and Lower are for readers that change the case of words.
	Upper, Lower Words
}

// cacheBits is the logarithm of the cache size: large enough that labels in use
// seldom share a slot; unused slots are never touched.
const cacheBits = 10

type slot struct {
	key uint64
	sym Symbol
}

// NewSymbols returns an empty table.
func NewSymbols() *Symbols { return &Symbols{} }

// Clone returns a copy of t that shares nothing with it.
func (t *Symbols) Clone() *Symbols {
	c := *t
	c.names, c.slots, c.long = slices.Clone(t.names), slices.Clone(t.slots), slices.Clone(t.long)
	return &c
}

// Len is the number of symbols, the empty one included.
func (t *Symbols) Len() int { return max(1, len(t.names)) }

// Name returns the string of y, "" for a symbol the table does not hold.
func (t *Symbols) Name(y Symbol) string {
	if int(y) >= len(t.names) {
		return ""
	}
	return t.names[y]
}

// Intern returns the symbol of b, a new one if there is none yet.
func (t *Symbols) Intern(b []byte) Symbol {
	if len(b) == 0 {
		return 0
	}
	if len(b) <= 8 {
		var key uint64
		for i, c := range b {
			if c == 0 {
				return t.internLong(b)
			}
			key |= uint64(c) << (8 * i)
		}
		return t.InternKey(key)
	}
	return t.internLong(b)
}

// InternString is Intern for a string.
func (t *Symbols) InternString(s string) Symbol { return t.Intern([]byte(s)) }

// Lookup returns the symbol of s if the table holds it.
func (t *Symbols) Lookup(s string) (Symbol, bool) {
	n := t.Len()
	y := t.InternString(s)
	return y, int(y) < n
}

// InternKey is Intern for one to eight bytes without a NUL, given little-endian:
// the first byte of the string is the lowest byte of the key.
func (t *Symbols) InternKey(key uint64) Symbol {
	if y, ok := t.Cached(key); ok {
		return y
	}
	return t.cacheKey(key)
}

// Cached returns the symbol of a key, as InternKey does, if it is in the cache,
// where nearly all are. It is small enough to be inlined. The empty key is that
// of empty slots, whose symbol is 0.
func (t *Symbols) Cached(key uint64) (Symbol, bool) {
	s := &t.cache[key*0x9E3779B97F4A7C15>>(64-cacheBits)]
	return s.sym, s.key == key
}

// cacheKey finds key in the table and puts it into the cache.
func (t *Symbols) cacheKey(key uint64) Symbol {
	y := t.internKey(key)
	t.cache[key*0x9E3779B97F4A7C15>>(64-cacheBits)] = slot{key, y}
	return y
}

func (t *Symbols) internKey(key uint64) Symbol {
	if key == 0 {
		return 0
	}
	if t.used*2 >= len(t.slots) {
		t.slots = grown(t.slots)
	}
	mask := uint64(len(t.slots) - 1)
	i := hash(key) & mask
	for {
		s := &t.slots[i]
		if s.key == key {
			return s.sym
		}
		if s.key == 0 {
			break
		}
		i = (i + 1) & mask
	}
	var b [8]byte
	n := 0
	for k := key; k != 0; k >>= 8 {
		b[n] = byte(k)
		n++
	}
	y := t.add(string(b[:n]))
	t.slots[i] = slot{key, y}
	t.used++
	return y
}

func hash(key uint64) uint64 {
	key *= 0x9E3779B97F4A7C15
	return key ^ key>>29
}

// grown returns slots with twice as many places.
func grown(old []slot) []slot {
	slots := make([]slot, max(256, 2*len(old)))
	mask := uint64(len(slots) - 1)
	for _, slot := range old {
		if slot.sym == 0 {
			continue
		}
		i := hash(slot.key) & mask
		for slots[i].sym != 0 {
			i = (i + 1) & mask
		}
		slots[i] = slot
	}
	return slots
}

func (t *Symbols) internLong(b []byte) Symbol {
	if t.longUsed*2 >= len(t.long) {
		t.long = grown(t.long)
	}
	key := hashBytes(b)
	mask := uint64(len(t.long) - 1)
	i := hash(key) & mask
	for ; t.long[i].sym != 0; i = (i + 1) & mask {
		if t.long[i].key == key && t.names[t.long[i].sym] == string(b) {
			return t.long[i].sym
		}
	}
	y := t.add(string(b))
	t.long[i] = slot{key, y}
	t.longUsed++
	return y
}

// Words remembers the symbols of short words as they are written, so that a reader
// need not look at their characters again. The key of a word is its bytes and the
// blank after it, at most eight, the first byte lowest.
type Words struct{ slots [1 << wordBits]slot }

const wordBits = 8

// Get returns the symbol that Put gave to key, if it is still there.
func (w *Words) Get(key uint64) (Symbol, bool) {
	s := &w.slots[key*0x9E3779B97F4A7C15>>(64-wordBits)]
	return s.sym, s.key == key
}

// Put gives a symbol to key, which is not 0.
func (w *Words) Put(key uint64, y Symbol) {
	w.slots[key*0x9E3779B97F4A7C15>>(64-wordBits)] = slot{key, y}
}

// hashBytes returns a hash of b, eight bytes at a time; the last eight may
// overlap those before.
func hashBytes(b []byte) uint64 {
	h := uint64(len(b))
	if len(b) < 8 {
		var few [8]byte
		copy(few[:], b)
		return mix(h ^ binary.LittleEndian.Uint64(few[:]))
	}
	last := binary.LittleEndian.Uint64(b[len(b)-8:])
	for ; len(b) > 8; b = b[8:] {
		h = mix(h ^ binary.LittleEndian.Uint64(b))
	}
	return mix(h ^ last)
}

// mix spreads the bits of x.
func mix(x uint64) uint64 {
	high, low := bits.Mul64(x^0x9E3779B97F4A7C15, 0xD6E8FEB86659FD93)
	return high ^ low
}

func (t *Symbols) add(s string) Symbol {
	if len(t.names) == 0 {
		t.names = append(t.names, "")
	}
	t.names = append(t.names, s)
	return Symbol(len(t.names) - 1)
}
