// Package subgroup finds where costs gather: conjunctions of simple conditions (literals) on
// items whose mean cost is higher than that of the others, and tests them on items that were
// not searched.
//
// The quality of a subgroup of n items with sum of costs e is its surprise,
//
//	n * sup over t >= 0 of (t e/n - log mean exp(t c))
//
// the mean over all items: minus the logarithm of Chernoff's bound on the chance of such a sum.
// For costs 0 and 1 it is n KL(e/n, mean). It needs no constant, and holds for differences of
// two systems (-1, 0, 1) and for partial credit too. The search is exact: depth first over bit
// sets, with a bound on all subgroups within one (as in Lavrac et al. 2004 and Grosskreutz et
// al. 2008). A subgroup must be productive (Webb 2007): no literal of it is idle. The best
// one's items are then taken out, and the rest is searched again.
//
// One half of the documents is searched, and all figures come from the other half, because the
// best of many thousand conditions always looks bad on the data that chose it. The test flips
// signs of sentences (Hemerik, Goeman & Finos 2020), and p-values are adjusted for all
// subgroups that were found (Holm 1979).
//
// The package knows no trees and starts no goroutine: Options.Parallel may.
package subgroup

import "math"

// A Column holds a number from 0, a code, of each item, in as few bytes as the largest needs, and in
// none if all are 0.
type Column struct {
	zeros int // items, as long as all codes are 0
	tiny  []uint8
	small []uint16
	wide  []uint32
}

// Append adds the code of the next item.
func (c *Column) Append(code uint32) {
	switch {
	case code == 0 && c.tiny == nil && c.small == nil && c.wide == nil:
		c.zeros++
	case c.zeros > 0:
		c.tiny, c.zeros = make([]uint8, c.zeros, 2*c.zeros), 0
		c.Append(code)
	case c.wide != nil:
		c.wide = append(c.wide, code)
	case c.small != nil && code <= math.MaxUint16:
		c.small = append(c.small, uint16(code))
	case c.small != nil:
		c.wide = widened[uint32](c.small)
		c.small = nil
		c.wide = append(c.wide, code)
	case code <= math.MaxUint8:
		c.tiny = append(c.tiny, uint8(code))
	default:
		c.small = widened[uint16](c.tiny)
		c.tiny = nil
		c.Append(code)
	}
}

func widened[To uint16 | uint32, From uint8 | uint16](from []From) []To {
	to := make([]To, len(from), max(2*len(from), 16))
	for i, v := range from {
		to[i] = To(v)
	}
	return to
}

// Len returns the number of items.
func (c *Column) Len() int { return max(c.zeros, len(c.tiny), len(c.small), len(c.wide)) }

// At returns the code of item i.
func (c *Column) At(i int) uint32 {
	switch {
	case c.tiny != nil:
		return uint32(c.tiny[i])
	case c.small != nil:
		return uint32(c.small[i])
	case c.wide != nil:
		return c.wide[i]
	}
	return 0
}

// remove removes the items that out marks, in place.
func (c *Column) remove(out []bool) {
	zeros := 0
	for i := range c.zeros {
		if !out[i] {
			zeros++
		}
	}
	c.zeros, c.tiny, c.small, c.wide = zeros, without(c.tiny, out), without(c.small, out), without(c.wide, out)
}

// without removes the values that out marks, in place.
func without[T any](values []T, out []bool) []T {
	kept := values[:0]
	for i, v := range values {
		if !out[i] {
			kept = append(kept, v)
		}
	}
	return kept
}

// A Kind is the kind of comparison of a literal.
type Kind uint8

// The kinds. At most one literal of a key is in a subgroup, but AtLeast goes with AtMost, and
// Has with other Has.
const (
	Is      Kind = iota // the key has this value
	AtLeast             // the number is that or more
	AtMost              // the number is that or less
	Has                 // the set has this element
)

// A Literal is a condition on one column.
type Literal struct {
	Name   string
	Column int
	Key    int // literals of equal Key exclude each other, as Kind says
	Kind   Kind
	Holds  []bool // by code; codes beyond its end do not hold
}

func (l *Literal) holds(code uint32) bool { return int(code) < len(l.Holds) && l.Holds[code] }

// goes reports whether two literals may be in one subgroup.
func (l *Literal) goes(with *Literal) bool {
	if l.Key != with.Key {
		return true
	}
	return l.Kind == Has && with.Kind == Has || l.Kind == AtLeast && with.Kind == AtMost || l.Kind == AtMost &&
		with.Kind == AtLeast
}

// A Table holds items: their costs, the sentences they belong to, and codes of their
// properties.
type Table struct {
	Levels  []float64 // the different costs, none of them NaN
	Cost    Column    // index into Levels
	Cluster []int32   // sentence of each item
	Block   []int32   // document of each sentence
	Group   []int32   // treebank of each sentence; nil for one
	Columns []Column
	Strata  *Column // if not nil, costs are compared with those of the same stratum

	byBlock bool // tests and intervals are clustered by document, not by sentence
}

// cluster returns the cluster of a sentence, for tests and intervals.
func (t *Table) cluster(sentence int32) int32 {
	if t.byBlock {
		return t.Block[sentence]
	}
	return sentence
}

// Items returns the number of items.
func (t *Table) Items() int { return len(t.Cluster) }

// stratum returns the stratum of item i.
func (t *Table) stratum(i int) int {
	if t.Strata == nil {
		return 0
	}
	return int(t.Strata.At(i))
}

// strata returns the number of strata.
func (t *Table) strata() int {
	n := 1
	for i := 0; t.Strata != nil && i < t.Strata.Len(); i++ {
		n = max(n, int(t.Strata.At(i))+1)
	}
	return n
}

// Remove removes the items that out marks.
func (t *Table) Remove(out []bool) {
	t.Cluster = without(t.Cluster, out)
	t.Cost.remove(out)
	for k := range t.Columns {
		t.Columns[k].remove(out)
	}
}

// Select returns a table of the items that in marks, without strata.
func (t *Table) Select(in []bool) *Table {
	some := &Table{Levels: t.Levels, Block: t.Block, Group: t.Group, Columns: make([]Column, len(t.Columns))}
	for i, x := range in {
		if !x {
			continue
		}
		some.Cluster = append(some.Cluster, t.Cluster[i])
		some.Cost.Append(t.Cost.At(i))
		for k := range t.Columns {
			some.Columns[k].Append(t.Columns[k].At(i))
		}
	}
	return some
}

// Member reports whether item i satisfies all literals.
func (t *Table) Member(i int, literals []*Literal) bool {
	for _, l := range literals {
		if !l.holds(t.Columns[l.Column].At(i)) {
			return false
		}
	}
	return true
}

// Distinct returns literals without those that hold of the same items as an earlier one, and
// without those that hold of fewer than least items, or of a larger share of the items than most.
// same has the names of the former, by the name of the earlier one.
func (t *Table) Distinct(literals []Literal, least int, most float64) (kept []Literal, same map[string][]string) {
	counts, prints := make([]int, len(literals)), make([]uint64, len(literals))
	byColumn := map[int][]int{}
	for k := range literals {
		byColumn[literals[k].Column] = append(byColumn[literals[k].Column], k)
	}
	for c, ks := range byColumn {
		n, print := t.histogram(c)
		for _, k := range ks {
			for code, holds := range literals[k].Holds {
				if holds && code < len(n) {
					counts[k] += n[code]
					prints[k] += print[code]
				}
			}
		}
	}
	first := map[uint64]string{}
	same = map[string][]string{}
	for k := range literals {
		if counts[k] < least || float64(counts[k]) > most*float64(t.Items()) {
			continue
		}
		if name, ok := first[prints[k]]; ok {
			same[name] = append(same[name], literals[k].Name)
			continue
		}
		first[prints[k]] = literals[k].Name
		kept = append(kept, literals[k])
	}
	return kept, same
}

// histogram returns for each code of a column how many items have it, and a fingerprint of
// these items: sums of fingerprints are those of unions.
func (t *Table) histogram(column int) (n []int, print []uint64) {
	c := &t.Columns[column]
	for i := range c.Len() {
		code := int(c.At(i))
		for code >= len(n) {
			n, print = append(n, 0), append(print, 0)
		}
		n[code]++
		print[code] += mix(uint64(i) + 1)
	}
	return n, print
}

// mix is the finaliser of splitmix64.
func mix(h uint64) uint64 {
	h += 0x9E3779B97F4A7C15
	h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
	h = (h ^ h>>27) * 0x94D049BB133111EB
	return h ^ h>>31
}
