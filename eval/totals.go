package eval

import (
	"hash/fnv"
	"io"
	"iter"
	"math"
	"path/filepath"
	"slices"
	"sort"
	"strconv"
	"strings"
)

// Totals holds the sums of rows counted earlier where nothing needs the rows of single
// sentences. Its memory grows with the groups, and with the units that outputs name:
// those that are not scored, or left out of the sums. Sums are exact, whatever the
// order, because the counts are whole numbers; other counts are refused.
type Totals struct {
	units, words, paired int
	goldN, systemN       int
	counts               []total
	special              []placedUnit // in order
	unnamed              [][2]int32   // ranges of units without a name
}

// A total is the sum of the rows of one measure.
type total struct {
	sum, size []float64 // size is the sum of absolute values
	groups    []*groupTotal
	index     map[[2]string]int
	skipped   []int32 // units, in order
}

// A groupTotal is the sum of a group's rows: a group with one row once it is packed.
type groupTotal struct {
	group Group
	sum   []float64
}

// A placedUnit is a unit and its number.
type placedUnit struct {
	at   int32
	unit Unit
}

// NewTotals returns empty totals for measures with that many columns.
func NewTotals(widths []int) *Totals {
	t := &Totals{counts: make([]total, len(widths))}
	for m, w := range widths {
		t.counts[m] = total{sum: make([]float64, w), size: make([]float64, w), index: map[[2]string]int{}}
	}
	return t
}

// Add begins the next unit.
func (t *Totals) Add(u Unit) {
	if u.SystemN > 0 && u.System == 0 {
		u.System = int32(t.systemN)
	}
	t.note(&u)
	t.goldN += int(u.GoldN)
	t.systemN += int(u.SystemN)
	if u.ID != "" {
		return
	}
	if n := len(t.unnamed); n > 0 && t.unnamed[n-1][1] == int32(t.units-1) {
		t.unnamed[n-1][1]++
	} else {
		t.unnamed = append(t.unnamed, [2]int32{int32(t.units - 1), int32(t.units)})
	}
}

// note counts a unit.
func (t *Totals) note(u *Unit) {
	t.units++
	t.words += int(u.Words)
	if u.paired() {
		t.paired++
	}
	if u.Status != Scored {
		t.special = append(t.special, placedUnit{int32(t.units - 1), *u})
	}
}

// Row adds the row of the current unit for a measure; skipped excludes it from the
// sums of other outputs. It reports whether all counts are whole numbers.
func (t *Totals) Row(metric int, row []float64, skipped bool) bool {
	c := &t.counts[metric]
	if skipped {
		c.skipped = append(c.skipped, int32(t.units-1))
	}
	for j, v := range row {
		if v = math.Abs(v); v > wholeLimit-c.size[j] {
			v = math.Inf(1) // one more would be lost in rounding
		}
		c.size[j] += v
	}
	return addWhole(c.sum, row)
}

// Group adds the current unit's share of one group. It reports whether all counts are
// whole numbers.
func (t *Totals) Group(metric int, key, value string, row []float64) bool {
	c := &t.counts[metric]
	i, ok := c.index[[2]string{key, value}]
	if !ok {
		i = len(c.groups)
		key, value = strings.Clone(key), strings.Clone(value) // else they may keep a whole line in memory
		c.index[[2]string{key, value}] = i
		c.groups = append(c.groups, &groupTotal{group: Group{Key: key, Value: value}, sum: make([]float64, len(row))})
	}
	return addWhole(c.groups[i].sum, row)
}

// Pack makes the groups small: nothing can be added any more.
func (t *Totals) Pack() {
	for m := range t.counts {
		c := &t.counts[m]
		for _, g := range c.groups {
			g.group.Append(0, g.sum)
			g.group.rows.open = slices.Clip(g.group.rows.open)
			g.sum = nil
		}
		c.index = nil
	}
}

// addWhole adds a row to sum, and reports whether all its counts are whole.
func addWhole(sum, row []float64) bool {
	whole := true
	for j, v := range row {
		sum[j] += v
		whole = whole && v == math.Trunc(v)
	}
	return whole
}

// paired reports whether a unit has a sentence of each side that were compared.
func (u *Unit) paired() bool {
	return (u.Status == Scored || u.Status == Unscorable) && u.GoldN > 0 && u.SystemN > 0
}

// Size returns the sums of the absolute values of a measure's counts; infinity if they are
// over 2^53, where sums stop being exact.
func (t *Totals) Size(metric int) []float64 { return t.counts[metric].size }

// Totals adds the units of t, without their rows. A result has totals or units, not
// both.
func (b *Builder) Totals(t *Totals) {
	if b.res.totals == nil {
		b.res.totals = &Totals{counts: make([]total, len(b.res.Counts))}
		for _, c := range b.res.Counts {
			c.total = make([]float64, c.Width)
		}
	}
	all := b.res.totals
	first := int32(all.units)
	for _, p := range t.special {
		p.at += first
		p.unit.Gold += int32(b.res.GoldN)
		p.unit.System += int32(b.res.SystemN)
		all.special = append(all.special, p)
	}
	for _, r := range t.unnamed {
		all.unnamed = append(all.unnamed, [2]int32{first + r[0], first + r[1]})
	}
	all.units, all.words, all.paired = all.units+t.units, all.words+t.words, all.paired+t.paired
	b.res.GoldN += t.goldN
	b.res.SystemN += t.systemN
	for m, c := range b.res.Counts {
		from := &t.counts[m]
		for j, v := range from.sum {
			c.total[j] += v
		}
		for _, unit := range from.skipped {
			c.skippedUnits = append(c.skippedUnits, first+unit)
		}
		for _, g := range from.groups {
			group := b.group(m, g.group.Key, g.group.Value)
			if group.total == nil {
				group.total = make([]float64, c.Width)
			}
			for _, row := range g.group.All(c.Width) {
				for j, v := range row {
					group.total[j] += v
				}
			}
		}
	}
}

// isUnnamed reports whether unit i has no name.
func (t *Totals) isUnnamed(i int) bool {
	k := sort.Search(len(t.unnamed), func(k int) bool { return t.unnamed[k][1] > int32(i) })
	return k < len(t.unnamed) && t.unnamed[k][0] <= int32(i)
}

// Len returns the number of units.
func (r *Result) Len() int {
	if r.totals != nil {
		return r.totals.units
	}
	return len(r.Units)
}

// Words returns the number of words of gold.
func (r *Result) Words() (n int) {
	if r.totals != nil {
		return r.totals.words
	}
	for i := range r.Units {
		n += int(r.Units[i].Words)
	}
	return n
}

// Paired returns the number of units with a sentence of each side that were compared.
func (r *Result) Paired() (n int) {
	if r.totals != nil {
		return r.totals.paired
	}
	for i := range r.Units {
		if r.Units[i].paired() {
			n++
		}
	}
	return n
}

// NotScored yields the units that are not Scored, in order, with their numbers.
func (r *Result) NotScored() iter.Seq2[int, Unit] {
	return func(yield func(int, Unit) bool) {
		if r.totals != nil {
			for _, p := range r.totals.special {
				if !yield(int(p.at), p.unit) {
					return
				}
			}
			return
		}
		for i, u := range r.Units {
			if u.Status != Scored && !yield(i, u) {
				return
			}
		}
	}
}

// Status returns the status of unit i.
func (r *Result) Status(i int) Status {
	if r.totals == nil {
		return r.Units[i].Status
	}
	list := r.totals.special
	if k, found := slices.BinarySearchFunc(list, int32(i),
		func(p placedUnit, at int32) int { return int(p.at) - int(at) }); found {
		return list[k].unit.Status
	}
	return Scored
}

// Skips reports whether the sums leave out units.
func (c *Counts) Skips() bool { return c.Skipped != nil || len(c.skippedUnits) > 0 }

// Skip reports whether the sums leave out unit i.
func (c *Counts) Skip(i int) bool {
	if c.Skipped != nil {
		return c.Skipped[i]
	}
	_, found := slices.BinarySearch(c.skippedUnits, int32(i))
	return found
}

// A Drawing takes the rows of units for resamples, in which units of equal keys are drawn equally often.
type Drawing interface {
	Add(key uint64, row []float64)
}

// Key returns a number for a sentence pair that follows from the name of its file of gold, without the folder, and its
// own name, line and number of words in gold: it is the same in whichever order or division the files are read, from
// whichever folder, and in the runs of all systems.
func (u *Unit) Key(file string) uint64 {
	h := fnv.New64a()
	for _, part := range []string{filepath.Base(file), u.ID, strconv.Itoa(int(u.Line)), strconv.Itoa(int(u.Words))} {
		io.WriteString(h, part)
		h.Write([]byte{0})
	}
	return h.Sum64()
}

// Totalled reports whether the result has sums only, without units and rows.
func (r *Result) Totalled() bool { return r.totals != nil }
