package tsdb

import "strconv"

// identifiers numbers the identifiers of a table in the order in which they first
// come. While they are numbers that grow, as in nearly every profile, a list of them
// is enough; from the first that breaks the order on, a table holds them.
type identifiers struct {
	growing []uint64
	table   map[string]int32 // nil while growing holds all
}

// add returns the place of id, a new one if id is new.
func (x *identifiers) add(id []byte) (place int32, fresh bool) {
	if x.table == nil {
		value, ok := number(id)
		n := len(x.growing)
		if ok && (n == 0 || value > x.growing[n-1]) {
			x.growing = append(x.growing, value)
			return int32(n), true
		}
		if place, found := x.search(value); ok && found {
			return place, false
		}
		x.tabulate()
	}
	if place, found := x.table[string(id)]; found {
		return place, false
	}
	place = int32(len(x.table))
	x.table[string(id)] = place
	return place, true
}

// find returns the place of id.
func (x *identifiers) find(id []byte) (place int32, ok bool) {
	if x.table != nil {
		place, ok = x.table[string(id)]
		return place, ok
	}
	value, ok := number(id)
	if !ok {
		return 0, false
	}
	return x.search(value)
}

// search finds a number in growing, at once where no number is left out.
func (x *identifiers) search(value uint64) (int32, bool) {
	list := x.growing
	if len(list) == 0 || value < list[0] || value > list[len(list)-1] {
		return 0, false
	}
	low, high := 0, len(list)-1
	if guess := value - list[0]; guess < uint64(len(list)) {
		if list[guess] == value {
			return int32(guess), true
		}
		high = int(guess)
	}
	for low < high {
		middle := (low + high) / 2
		if list[middle] < value {
			low = middle + 1
		} else {
			high = middle
		}
	}
	return int32(low), list[low] == value
}

// each calls f for each identifier.
func (x *identifiers) each(f func(id []byte, place int32)) {
	if x.table != nil {
		for id, place := range x.table {
			f([]byte(id), place)
		}
		return
	}
	var digits [20]byte
	for place, value := range x.growing {
		f(strconv.AppendUint(digits[:0], value, 10), int32(place))
	}
}

// tabulate puts the identifiers so far into the table.
func (x *identifiers) tabulate() {
	table := make(map[string]int32, 2*len(x.growing))
	x.each(func(id []byte, place int32) { table[string(id)] = place })
	x.growing, x.table = nil, table
}

// number returns the value of a number as it is usually written: digits without zeros
// before them.
func number(id []byte) (value uint64, ok bool) {
	if len(id) == 0 || len(id) > 18 || id[0] == '0' && len(id) > 1 {
		return 0, false
	}
	for _, c := range id {
		if c < '0' || c > '9' {
			return 0, false
		}
		value = value*10 + uint64(c-'0')
	}
	return value, true
}
