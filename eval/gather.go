package eval

import (
	"cmp"
	"slices"
	"strconv"

	"assay/treebank"
)

// groups sorts items and rows into the groups of one key.
type groups struct {
	key     Key
	width   int
	index   map[string]int
	all     []*openGroup
	touched []int
}

// An openGroup is a group whose last row is still being added to.
type openGroup struct {
	value string
	unit  int32     // of the row; -1 if there is none
	row   []float64 // not packed yet
	group Group     // the rows before
}

// pack packs the last row.
func (o *openGroup) pack() {
	if o.unit >= 0 {
		o.group.Append(o.unit, o.row)
		o.unit = -1
	}
}

func newGroups(k Key, width int) *groups {
	return &groups{key: k, width: width, index: map[string]int{}}
}

// row returns the row of unit in the group with that value; it creates either if
// needed.
func (g *groups) row(unit int, value []byte) []float64 {
	i, ok := g.index[string(value)]
	if !ok {
		i = len(g.all)
		v := string(value)
		g.index[v] = i
		g.all = append(g.all, &openGroup{value: v, unit: -1, row: make([]float64, g.width)})
	}
	gr := g.all[i]
	if gr.unit != int32(unit) {
		gr.pack()
		gr.unit = int32(unit)
		clear(gr.row)
		g.touched = append(g.touched, i)
	}
	return gr.row
}

func (g *groups) add(unit int, value []byte, adds []Add) {
	if len(value) == 0 || len(adds) == 0 {
		return
	}
	AddTo(g.row(unit, value), adds)
}

// addSide is add for the counts of one side only.
func (g *groups) addSide(unit int, value []byte, adds []Add, system bool) {
	if len(value) == 0 || !hasSide(adds, system) {
		return
	}
	row := g.row(unit, value)
	for _, a := range adds {
		if a.System == system {
			row[a.Column] += a.N
		}
	}
}

func hasSide(adds []Add, system bool) bool {
	for _, a := range adds {
		if a.System == system {
			return true
		}
	}
	return false
}

func (g *groups) addRow(unit int, value []byte, row []float64) {
	if len(value) == 0 {
		return
	}
	for i, v := range row {
		r := g.row(unit, value)
		r[i] += v
	}
	g.touched = g.touched[:0]
}

// close completes the rows that the current pair changed.
func (g *groups) close(m *Measure) {
	for _, i := range g.touched {
		m.Closed(g.all[i].row)
	}
	g.touched = g.touched[:0]
}

// drop removes the counts of the current pair, which could not be scored.
func (g *groups) drop() {
	for _, i := range g.touched {
		g.all[i].unit = -1
	}
	g.touched = g.touched[:0]
}

// packed returns the groups of the batch with packed rows.
func (g *groups) packed() (out []*Group) {
	for _, open := range g.all {
		open.pack()
		open.group.Key, open.group.Value = g.key.Name(), open.value
		out = append(out, &open.group)
	}
	return out
}

func newResult(gold, system *treebank.Source, metrics []*Measure, opt Options) *Result {
	r := &Result{Gold: gold, System: system}
	for _, m := range metrics {
		r.Counts = append(r.Counts, &Counts{Metric: m, Width: len(m.Columns), OnError: policy(m, opt)})
	}
	// a problem of shifted graphs names a unit, and is found last
	if opt.TotalsOnly && !(unjoined(gold.Format) && unjoined(system.Format)) {
		r.totals = &Totals{}
	}
	return r
}

// gather adds the tally of a batch to the result. Batches arrive in order.
func (r *Result) gather(b *batch, opt Options) error {
	tally := b.out
	if tally.stop != nil {
		return tally.stop
	}
	before := r.pairs
	r.pairs += len(tally.units)
	if r.totals == nil {
		r.units = append(r.units, tally.units)
	}
	r.problems = append(r.problems, tally.problems)
	r.compared, r.unlike = r.compared+tally.compared, r.unlike+tally.unlike
	r.mismatches = append(r.mismatches, tally.mismatches...)
	if r.compared == 0 {
		r.gold.join(tally.gold)
		r.system.join(tally.system)
	}
	for i := range tally.units {
		u := &tally.units[i]
		r.GoldN += int(u.GoldN)
		r.SystemN += int(u.SystemN)
		if r.totals != nil {
			r.totals.note(u)
		}
	}
	for m, counts := range r.Counts {
		counts.rows.add(tally.rows[m], len(tally.units), counts.Width, r.totals == nil)
		counts.Unscorable += tally.unscorable[m]
		counts.Sentences.add(tally.sentences[m])
		counts.Selected += tally.selected[m]
		counts.BySystem += tally.bySystem[m]
		counts.Seen |= tally.seen[m]
		if r.totals != nil {
			for i, skipped := range tally.skipped[m] {
				if skipped {
					counts.skippedUnits = append(counts.skippedUnits, int32(before+i))
				}
			}
		} else if tally.skipped[m] != nil || counts.Skipped != nil {
			counts.Skipped = append(counts.Skipped, make([]bool, before-len(counts.Skipped))...)
			if tally.skipped[m] != nil {
				counts.Skipped = append(counts.Skipped, tally.skipped[m]...)
			} else {
				counts.Skipped = append(counts.Skipped, make([]bool, len(tally.units))...)
			}
		}
		for _, g := range tally.packed[m] {
			counts.merge(g)
		}
	}
	if tally.collector != nil && opt.Collected != nil {
		r.held = append(r.held, tally.collector)
	}
	if opt.Progress != nil {
		opt.Progress(r.pairs)
	}
	return nil
}

// join concatenates the units and the problems of the batches once, at the end,
// because growing a long slice step by step copies it several times.
func (r *Result) join() {
	r.Units, r.units = slices.Concat(r.units...), nil
	r.Problems, r.problems = slices.Concat(r.problems...), nil
}

// release returns the collectors of the batches gathered so far. They are held back
// while pairing in order is only a guess.
func (r *Result) release(opt Options) {
	for i, c := range r.held {
		opt.Collected(c)
		r.held[i] = nil
	}
	r.held = r.held[:0]
}

// merge adds the units and rows of a group.
func (c *Counts) merge(group *Group) {
	id := [2]string{group.Key, group.Value}
	old, ok := c.index[id]
	if ok {
		old.join(group)
		return
	}
	if c.index == nil {
		c.index = map[[2]string]*Group{}
	}
	c.index[id] = group
	c.Groups = append(c.Groups, group)
}

// sortGroups sorts the groups of each key by their values, numbers numerically.
func (r *Result) sortGroups() {
	for _, counts := range r.Counts {
		rank := map[string]int{}
		for _, g := range counts.Groups {
			if _, ok := rank[g.Key]; !ok {
				rank[g.Key] = len(rank)
			}
		}
		slices.SortStableFunc(counts.Groups, func(a, b *Group) int {
			return cmp.Or(cmp.Compare(rank[a.Key], rank[b.Key]), CompareValues(a.Value, b.Value))
		})
	}
}

// CompareValues orders group names: numbers (and ranges such as 10-19, by their first
// number) before words.
func CompareValues(a, b string) int {
	x, xok := leadingNumber(a)
	y, yok := leadingNumber(b)
	switch {
	case xok && yok:
		return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
	case xok:
		return -1
	case yok:
		return 1
	}
	return cmp.Compare(a, b)
}

func leadingNumber(s string) (float64, bool) {
	end := 0
	for end < len(s) && (s[end] >= '0' && s[end] <= '9' || s[end] == '.' || end == 0 && s[end] == '-') {
		end++
	}
	v, err := strconv.ParseFloat(s[:end], 64)
	return v, err == nil
}
