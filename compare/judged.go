package compare

import (
	"cmp"
	"math/bits"
	"slices"

	"assay/signif"
)

// itemsOf names the gold items of a score, all of them (by is "") or those of a group.
type itemsOf struct {
	by, value string
	score     int
}

// judged counts the gold items of a score by the systems that get them right.
type judged struct {
	all, some, none int
	pairs           map[[2]int]*Items // A before B
}

// pair returns the items of two systems.
func (j *judged) pair(a, b int) *Items {
	it := &Items{}
	switch {
	case j.pairs[[2]int{a, b}] != nil:
		*it = *j.pairs[[2]int{a, b}]
	case j.pairs[[2]int{b, a}] != nil:
		other := j.pairs[[2]int{b, a}]
		it.Items, it.Sentences = signif.Items{YY: other.YY, YN: other.NY, NY: other.YN, NN: other.NN}, other.Sentences
		for _, d := range other.Discordant {
			it.Discordant = append(it.Discordant, Discordant{d.Unit, d.OnlyB, d.OnlyA})
		}
	}
	it.estimate()
	onlyA, onlyB := make([]float64, len(it.Discordant)), make([]float64, len(it.Discordant))
	for i, d := range it.Discordant {
		onlyA[i], onlyB[i] = float64(d.OnlyA), float64(d.OnlyB)
	}
	it.ClusteredZ, it.DesignEffect = signif.ClusteredZ(onlyA, onlyB)
	it.ClusteredP = signif.NormalP(it.ClusteredZ)
	return it
}

// A judge counts the items of all chosen scores and groups in one pass over the
// stretches, holding the verdicts of one stretch at a time.
type judge struct {
	l       *layout
	runs    []*stretched
	scores  []int // with items that all runs share
	bits    []int // of these scores
	pairs   [][2]int
	cells   []*cell // by group, by score
	groups  map[[2]string]int
	within  [][][]int32 // by run, by group of its watch: groups of cells
	touched []*cell     // in the current stretch
	scored  [][]bool    // by run, by stretch: whether all of it is scored
}

// A cell is one score over the items of one group.
type cell struct {
	judged
	items   itemsOf
	stretch int        // last one with items
	answers [][]answer // by run
	right   [][]uint64 // by run, a bit for each item
	uneven  bool       // the runs do not have the same items
}

// An answer is the verdict on an item in one score.
type answer struct {
	place
	right bool
}

// judge counts the items of the chosen scores of measure m, if they were watched: for
// each pair of systems those of the sentences that both are scored on. A sentence that a
// system lacks, or that cannot be scored, says nothing about who gets an item right, also
// where the scores count it as wrong.
func (t *tester) judge(runs []Run, m int, chosen []int) {
	j := &judge{l: t.l, groups: map[[2]string]int{{}: 0}, pairs: itemPairs(t.c.Options.Baseline, len(runs))}
	for r, run := range runs {
		if run.Watch == nil {
			return
		}
		j.runs = append(j.runs, newStretched(run.Watch, m, t.l, r))
	}
	defined := slices.DeleteFunc(slices.Clone(chosen), func(k int) bool { return t.metric.Formulas[k].Undefined })
	j.choose(runs, m, defined)
	for _, run := range runs {
		j.within = append(j.within, j.number(run.Watch))
	}
	j.makeCells()
	j.scored = t.l.scored(runs)
	for stretch := range t.l.stretches {
		j.stretch(stretch)
	}
	t.judged = map[itemsOf]*judged{}
	for _, c := range j.cells {
		if !c.uneven && c.stretch >= 0 {
			c.merge()
			for ab, it := range c.pairs {
				it.Sentences = t.l.sentences(runs[ab[0]], ab[0], j.scored[ab[0]], j.scored[ab[1]])
			}
			t.judged[c.items] = &c.judged
		}
	}
}

// itemPairs lists the pairs of systems that a comparison may ask for.
func itemPairs(baseline, n int) (out [][2]int) {
	for a := range n {
		for b := a + 1; b < n; b++ {
			if baseline < 0 || a == baseline || b == baseline {
				out = append(out, [2]int{a, b})
			}
		}
	}
	return out
}

// choose keeps the scores whose items are all of gold, in every run.
func (j *judge) choose(runs []Run, m int, chosen []int) {
	for _, score := range chosen {
		bit := runs[0].Watch.metrics[m].bit[score]
		ofGold := func(r Run) bool { return r.Watch.ofGold(m, bit) }
		if bit >= 0 && !slices.ContainsFunc(runs, func(r Run) bool { return !ofGold(r) }) {
			j.scores, j.bits = append(j.scores, score), append(j.bits, bit)
		}
	}
}

// number returns for each group of a watch the numbers of the cells' groups that hold
// its items. Number 0 is all items.
func (j *judge) number(watch *ItemLog) [][]int32 {
	out := make([][]int32, max(1, len(watch.groups)))
	for i := range out {
		out[i] = []int32{0}
	}
	for i, values := range watch.groups {
		for k, key := range watch.by {
			if values[k] == "" {
				continue
			}
			id := [2]string{key.Name(), values[k]}
			n, ok := j.groups[id]
			if !ok {
				n = len(j.groups)
				j.groups[id] = n
			}
			if !slices.Contains(out[i], int32(n)) {
				out[i] = append(out[i], int32(n))
			}
		}
	}
	return out
}

func (j *judge) makeCells() {
	j.cells = make([]*cell, len(j.groups)*len(j.scores))
	for id, group := range j.groups {
		for k, score := range j.scores {
			c := &cell{items: itemsOf{id[0], id[1], score}, stretch: -1}
			c.answers, c.right = make([][]answer, len(j.runs)), make([][]uint64, len(j.runs))
			c.pairs = map[[2]int]*Items{}
			for _, ab := range j.pairs {
				c.pairs[ab] = &Items{}
			}
			j.cells[group*len(j.scores)+k] = c
		}
	}
}

// stretch counts the items of one stretch.
func (j *judge) stretch(stretch int) {
	j.touched = j.touched[:0]
	for r, run := range j.runs {
		for _, v := range run.of(stretch) {
			if !j.scored[r][stretch] {
				continue
			}
			for _, g := range j.within[r][v.group] {
				cells := j.cells[int(g)*len(j.scores):]
				for k, bit := range j.bits {
					if v.relevant>>bit&1 == 1 && !cells[k].uneven {
						j.answer(cells[k], r, stretch, answer{v.place(), v.right>>bit&1 == 1})
					}
				}
			}
		}
	}
	for _, c := range j.touched {
		c.count(j.pairs, j.l.unit[stretch], func(run int) bool { return j.scored[run][stretch] })
	}
}

func (j *judge) answer(cell *cell, run, stretch int, answer answer) {
	if cell.stretch != stretch {
		cell.stretch = stretch
		for r := range cell.answers {
			cell.answers[r] = cell.answers[r][:0]
		}
		j.touched = append(j.touched, cell)
	}
	cell.answers[run] = append(cell.answers[run], answer)
}

// count counts the answers of one stretch, those of the runs that are scored there.
func (c *cell) count(pairs [][2]int, unit int32, scored func(run int) bool) {
	var first []answer
	runs := 0
	for r, answers := range c.answers {
		if !scored(r) {
			continue
		}
		if runs++; runs == 1 {
			first = answers
		}
		if !slices.EqualFunc(first, answers, func(a, b answer) bool { return a.place == b.place }) {
			c.uneven = true
			return
		}
		words := c.right[r][:0]
		for i, a := range answers {
			if i%64 == 0 {
				words = append(words, 0)
			}
			if a.right {
				words[i/64] |= 1 << (i % 64)
			}
		}
		c.right[r] = words
	}
	if runs == len(c.answers) {
		c.countAll(len(first))
	}
	for _, ab := range pairs {
		if scored(ab[0]) && scored(ab[1]) {
			c.pairs[ab].add(c.right[ab[0]], c.right[ab[1]], len(first), unit)
		}
	}
}

// countAll counts the n items of a stretch that all, some and no runs get right.
func (c *cell) countAll(n int) {
	all, some := 0, 0
	for w := range c.right[0] {
		every, any := ^uint64(0), uint64(0)
		for _, words := range c.right {
			every, any = every&words[w], any|words[w]
		}
		all, some = all+bits.OnesCount64(every), some+bits.OnesCount64(any)
	}
	c.all, c.some, c.none = c.all+all, c.some+some-all, c.none+n-some
}

// add counts n items of a unit by the bits of those that A and B get right.
func (it *Items) add(a, b []uint64, n int, unit int32) {
	var both, onlyA, onlyB int
	for w := range a {
		both += bits.OnesCount64(a[w] & b[w])
		onlyA += bits.OnesCount64(a[w] &^ b[w])
		onlyB += bits.OnesCount64(b[w] &^ a[w])
	}
	it.YY, it.YN, it.NY, it.NN = it.YY+both, it.YN+onlyA, it.NY+onlyB, it.NN+n-both-onlyA-onlyB
	if onlyA+onlyB > 0 {
		it.Discordant = append(it.Discordant, Discordant{unit, int32(onlyA), int32(onlyB)})
	}
}

// merge joins the counts of the stretches of each unit.
func (c *cell) merge() {
	for _, it := range c.pairs {
		list := it.Discordant
		slices.SortStableFunc(list, func(a, b Discordant) int { return cmp.Compare(a.Unit, b.Unit) })
		kept := list[:0]
		for _, d := range list {
			if n := len(kept); n > 0 && kept[n-1].Unit == d.Unit {
				kept[n-1].OnlyA, kept[n-1].OnlyB = kept[n-1].OnlyA+d.OnlyA, kept[n-1].OnlyB+d.OnlyB
				continue
			}
			kept = append(kept, d)
		}
		it.Discordant = kept
	}
}
