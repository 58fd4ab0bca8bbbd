package eval

import (
	"slices"
	"strconv"
	"strings"

	"assay/treebank"
)

// A Builder rebuilds a Result from rows counted earlier, unit by unit, in the order
// of the files.
type Builder struct {
	res   *Result
	keys  []string // keys of groups, in the order of the result
	block []rowBlock
	held  []int // by measure: rows in its block
}

// NewBuilder returns a builder for results of these measures under these policies;
// keys are the keys of the groups, in order.
func NewBuilder(gold, system *treebank.Source, metrics []*Measure, policies []OnError, keys []string) *Builder {
	b := &Builder{res: newResult(gold, system, metrics, Options{}), keys: keys,
		block: make([]rowBlock, len(metrics)), held: make([]int, len(metrics))}
	for m, c := range b.res.Counts {
		c.OnError = policies[m]
	}
	return b
}

// Add begins the next unit. Its sentence numbers count from the beginning of all
// files.
func (b *Builder) Add(u Unit) {
	if u.SystemN > 0 && u.System == 0 { // in order, if it is not known
		u.System = int32(b.res.SystemN)
	}
	b.res.Units = append(b.res.Units, u)
	b.res.GoldN += int(u.GoldN)
	b.res.SystemN += int(u.SystemN)
}

// Row adds the row of the current unit for a measure; skipped excludes it from the
// sums.
func (b *Builder) Row(metric int, row []float64, skipped bool) {
	c := b.res.Counts[metric]
	if b.held[metric] == batchPairs {
		b.flush(metric)
	}
	b.block[metric].add(row)
	b.held[metric]++
	n := len(b.res.Units)
	if skipped {
		c.Skipped = append(c.Skipped, make([]bool, n-len(c.Skipped))...)
		c.Skipped[n-1] = true
	}
}

// flush adds the block of a measure to the result.
func (b *Builder) flush(metric int) {
	b.res.Counts[metric].rows.add(b.block[metric], b.held[metric], b.res.Counts[metric].Width, true)
	b.block[metric], b.held[metric] = rowBlock{}, 0
}

// Group adds the current unit's share of one group.
func (b *Builder) Group(metric int, key, value string, row []float64) {
	b.group(metric, key, value).Append(int32(len(b.res.Units)-1), row)
}

// group returns the group of that value; it creates it if needed.
func (b *Builder) group(metric int, key, value string) *Group {
	c := b.res.Counts[metric]
	g := c.index[[2]string{key, value}]
	if g == nil {
		g = &Group{Key: key, Value: value}
		c.merge(g)
	}
	return g
}

// Tally adds the numbers of sentences for a measure, of the pairs that it could not
// count, and of the selected items, and what its counters have seen.
func (b *Builder) Tally(metric int, n Sentences, unscorable, selected int, seen uint64) {
	b.res.Counts[metric].Seen |= seen
	b.res.Counts[metric].Sentences.add(n)
	b.res.Counts[metric].Unscorable += unscorable
	b.res.Counts[metric].Selected += selected
}

// Problem adds a problem of a part of the result, whose units and sentences of gold and
// system count from these numbers.
func (b *Builder) Problem(problem Problem, first, gold, system int) {
	if problem.Unit >= 0 {
		problem.Unit += first
		problem.Number = renumbered(problem.Number, gold, system)
		if problem.Unit < len(b.res.Units) {
			problem.Number = b.res.Units[problem.Unit].Number()
		}
		if problem.Unit < b.Len() && b.unnamed(problem.Unit) {
			problem.Sentence = renumbered(problem.Sentence, gold, system)
		}
	}
	b.res.Problems = append(b.res.Problems, problem)
}

// renumbered returns the number of a sentence as Unit.Number gives it, counted from the
// beginning of all parts.
func renumbered(number string, gold, system int) string {
	number, extra := strings.CutPrefix(number, systemNumber)
	n, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return number
	case extra:
		return systemNumber + strconv.Itoa(n+system)
	}
	return strconv.Itoa(n + gold)
}

// unnamed reports whether unit i has no name.
func (b *Builder) unnamed(i int) bool {
	if b.res.totals != nil {
		return b.res.totals.isUnnamed(i)
	}
	return b.res.Units[i].ID == ""
}

// Len returns the number of units so far.
func (b *Builder) Len() int { return b.res.Len() }

// Sentences returns the numbers of sentences of gold and system so far.
func (b *Builder) Sentences() (gold, system int) { return b.res.GoldN, b.res.SystemN }

// Result returns the result.
func (b *Builder) Result(align Align) *Result {
	res := b.res
	res.Align = align
	for m, counts := range res.Counts {
		b.flush(m)
		if counts.Skipped != nil {
			counts.Skipped = append(counts.Skipped, make([]bool, len(res.Units)-len(counts.Skipped))...)
		}
		order := func(g *Group) int { return slices.Index(b.keys, g.Key) }
		slices.SortStableFunc(counts.Groups, func(x, y *Group) int { return order(x) - order(y) })
	}
	res.sortGroups()
	for _, c := range res.Counts {
		c.settle()
	}
	return res
}

// AlignByName returns the way of pairing with that name.
func AlignByName(name string) (Align, bool) { return byName(name, AlignWords) }

// OnErrorByName returns the policy with that name.
func OnErrorByName(name string) (OnError, bool) { return byName(name, OnErrorStop) }

// StatusByName returns the status with that name.
func StatusByName(name string) (Status, bool) { return byName(name, Neither) }

// byName returns the value up to last with that name; the first one, and false, if none has it.
func byName[T interface {
	~int | ~uint8
	String() string
}](name string, last T) (found T, ok bool) {
	for v := T(0); v <= last; v++ {
		if v.String() == name {
			return v, true
		}
	}
	return 0, false
}
