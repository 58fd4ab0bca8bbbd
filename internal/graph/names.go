package graph

// A NameIndex numbers names from 0, in the order of their coming. Reset makes it empty; it keeps its memory.
type NameIndex struct {
	names []name
	text  []byte  // of the names
	slots []int32 // numbers from 1 of names by their hash; length is a power of two
}

// A name is a part of the text of the names.
type name struct {
	begin, end int
	hash       uint32
}

// fewSlots is the number of slots at first.
const fewSlots = 64

// Reset deletes all names.
func (x *NameIndex) Reset() {
	x.names, x.text = x.names[:0], x.text[:0]
	if x.slots == nil {
		x.slots = make([]int32, fewSlots)
	}
	clear(x.slots)
}

// Small reports whether the memory is worth keeping.
func (x *NameIndex) Small() bool { return len(x.slots) < 1<<16 }

// name returns the name of that number.
func (x *NameIndex) name(number int32) []byte {
	return x.text[x.names[number].begin:x.names[number].end]
}

// slot returns the place of a name in slots, where its number or 0 is.
func (x *NameIndex) slot(id []byte) (place, hash uint32) {
	hash = uint32(2166136261)
	for _, c := range id {
		hash = (hash ^ uint32(c)) * 16777619
	}
	mask := uint32(len(x.slots) - 1)
	i := (hash ^ hash>>15) & mask
	for ; x.slots[i] != 0; i = (i + 1) & mask {
		if n := &x.names[x.slots[i]-1]; n.hash == hash && string(x.text[n.begin:n.end]) == string(id) {
			break
		}
	}
	return i, hash
}

// Find returns the number of a name, -1 if it has none.
func (x *NameIndex) Find(id []byte) int32 {
	place, _ := x.slot(id)
	return x.slots[place] - 1
}

// Number returns the number of a name, and whether it is new.
func (x *NameIndex) Number(id []byte) (number int32, isNew bool) {
	place, hash := x.slot(id)
	if x.slots[place] != 0 {
		return x.slots[place] - 1, false
	}
	at := len(x.text)
	x.text = append(x.text, id...)
	x.names = append(x.names, name{at, len(x.text), hash})
	x.slots[place] = int32(len(x.names))
	if 2*len(x.names) > len(x.slots) {
		x.grow()
	}
	return int32(len(x.names) - 1), true
}

func (x *NameIndex) grow() {
	x.slots = make([]int32, 4*len(x.slots))
	mask := uint32(len(x.slots) - 1)
	for k := range x.names {
		hash := x.names[k].hash
		i := (hash ^ hash>>15) & mask
		for x.slots[i] != 0 {
			i = (i + 1) & mask
		}
		x.slots[i] = int32(k + 1)
	}
}
