package compare

import (
	"bytes"
	"cmp"
	"fmt"
	"hash/fnv"
	"math/bits"
	"slices"
	"strings"

	"assay/eval"
)

// maxWatched is how many scores of a measure can have their items watched, main
// scores first.
const maxWatched = 64

// A Watch collects, during a run, which gold items the system gets right. An
// item belongs to a score if it adds to the score's denominator; it is right if
// it adds to the numerator (for errors: if it does not).
type Watch struct {
	metrics []watched
	by      []eval.Key
	batches []*batch
	groups  [][]string // what keys say of items: each combination of values once
}

// watched is how the scores of a measure follow from the columns of its row:
// the fractions are linear in it.
type watched struct {
	bit     []int      // by score; -1 if it is not watched
	lower   uint64     // scores that are better if lower
	columns [][]effect // by column
}

// An effect is what a column does to a score.
type effect struct {
	bit      int
	num, den float64
}

// NewWatch returns a watch for one run with these measures, which tells items
// apart by these keys.
func NewWatch(metrics []eval.Metric, by []eval.Key) *Watch {
	w := &Watch{by: by}
	for _, m := range metrics {
		w.metrics = append(w.metrics, newWatched(m))
	}
	return w
}

func newWatched(m eval.Metric) watched {
	row := make([]float64, len(m.Columns()))
	base := m.Scores(row)
	w := watched{bit: make([]int, len(base)), columns: make([][]effect, len(row))}
	next := 0
	for _, main := range []bool{true, false} {
		for s, sc := range base {
			if sc.Main != main {
				continue
			}
			w.bit[s] = -1
			if next < maxWatched {
				w.bit[s] = next
				if sc.Lower {
					w.lower |= 1 << next
				}
				next++
			}
		}
	}
	for c := range row {
		row[c] = 1
		for s, sc := range m.Scores(row) {
			e := effect{w.bit[s], sc.Num - base[s].Num, sc.Den - base[s].Den}
			if e.bit >= 0 && (e.num != 0 || e.den != 0) {
				w.columns[c] = append(w.columns[c], e)
			}
		}
		row[c] = 0
	}
	return w
}

// judge tells for which scores an item with these adds counts, and is right,
// and to which numerators it adds.
func (w *watched) judge(adds []eval.Add) (relevant, right, gains uint64) {
	var num, den [maxWatched]float64
	for _, a := range adds {
		for _, e := range w.columns[a.Column] {
			num[e.bit] += a.N * e.num
			den[e.bit] += a.N * e.den
			relevant |= 1 << e.bit
		}
	}
	for rest := relevant; rest != 0; rest &= rest - 1 {
		b := bits.TrailingZeros64(rest)
		if num[b] > 0 {
			gains |= 1 << b
		}
		if den[b] == 0 {
			relevant &^= 1 << b
		}
	}
	return relevant, (gains ^ w.lower) & relevant, gains
}

// Collect makes the collector of a batch; see eval.Options.
func (w *Watch) Collect() eval.Collector { return &batch{watch: w} }

// Collected takes a filled collector back; see eval.Options.
func (w *Watch) Collected(c eval.Collector) { w.batches = append(w.batches, c.(*batch)) }

// A place names a gold item within a unit, alike in all runs.
type place struct {
	index, other int32
	hash         uint64 // of part, kind and role
}

func (a place) compare(b place) int {
	return cmp.Or(cmp.Compare(a.hash, b.hash), cmp.Compare(a.index, b.index), cmp.Compare(a.other, b.other))
}

// A verdict is a gold item and for which scores it counts and is right.
type verdict struct {
	place
	unit            int32
	group           int32  // of the batch, once gathered of the watch
	relevant, right uint64 // bits of the scores
	kind            eval.Kind
}

// sizes are how much a unit of gold holds of what items point to.
type sizes struct{ tokens, phrases, nodes, edges int32 }

// A batch collects the items of a batch of pairs.
type batch struct {
	watch    *Watch
	pair     *eval.Pair
	units    []sizes
	verdicts [][]verdict // by metric
	begin    []int       // by metric: first verdict of the current pair
	outside  []uint64    // by metric: scores that gain from what is not in gold
	foreign  []string    // pairs with neither name nor text in common
	text     [2][]byte
	groups   [][]string // see Watch
	group    map[string]int32
	value    []byte
}

// Pair implements eval.Collector.
func (b *batch) Pair(p *eval.Pair) {
	if b.verdicts == nil {
		b.verdicts = make([][]verdict, len(b.watch.metrics))
		b.begin = make([]int, len(b.watch.metrics))
		b.outside = make([]uint64, len(b.watch.metrics))
	}
	b.pair = p
	g := p.Gold
	b.units = append(b.units, sizes{int32(len(g.Tokens)), int32(len(g.Phrases)), int32(len(g.Nodes)), int32(len(g.Edges))})
	for m := range b.verdicts {
		b.begin[m] = len(b.verdicts[m])
	}
	b.check(p)
}

// check notes pairs that cannot be the same sentence: both have names, which
// differ, and so do their texts.
func (b *batch) check(p *eval.Pair) {
	g, s := p.Gold, p.System
	if g.Missing || s.Missing || g.ID.Len == 0 || s.ID.Len == 0 || bytes.Equal(g.Bytes(g.ID), s.Bytes(s.ID)) {
		return
	}
	b.text[0], b.text[1] = g.AppendSurface(b.text[0][:0]), s.AppendSurface(b.text[1][:0])
	if !bytes.Equal(b.text[0], b.text[1]) {
		b.foreign = append(b.foreign, fmt.Sprintf("sentence %d is %q in gold and %q in the system", p.N+1, g.Bytes(g.ID), s.Bytes(s.ID)))
	}
}

// foreign returns the pairs that cannot be the same sentence.
func (w *Watch) foreign() (out []string) {
	for _, b := range w.batches {
		out = append(out, b.foreign...)
	}
	return out
}

// Drop implements eval.Dropper.
func (b *batch) Drop(metric int) { b.verdicts[metric] = b.verdicts[metric][:b.begin[metric]] }

// Item implements eval.Collector.
func (b *batch) Item(metric int, it *eval.Item) {
	v := verdict{unit: int32(b.pair.N), kind: it.Gold.Kind}
	var gains uint64
	v.relevant, v.right, gains = b.watch.metrics[metric].judge(it.Adds)
	if it.Gold.Kind == eval.None {
		b.outside[metric] |= gains &^ b.watch.metrics[metric].lower
		return
	}
	if v.relevant == 0 {
		return
	}
	v.index, v.other = it.Gold.Index, it.Gold.Other
	if v.kind != eval.Link && v.kind != eval.Edge {
		v.other = 0
	}
	h := fnv.New64a()
	h.Write([]byte(it.Part))
	h.Write([]byte{0, byte(v.kind)})
	if v.kind == eval.Prop {
		h.Write([]byte(b.pair.Gold.Syms.Name(it.Gold.Role)))
	}
	v.hash = h.Sum64()
	v.group = b.groupOf(it)
	b.verdicts[metric] = append(b.verdicts[metric], v)
}

// groupOf returns the number of what the keys say of an item, gold's side first.
func (b *batch) groupOf(it *eval.Item) int32 {
	if len(b.watch.by) == 0 {
		return 0
	}
	b.value = b.value[:0]
	for _, key := range b.watch.by {
		about := it
		if !key.PerItem() {
			about = nil
		}
		b.value = append(key.Value(b.value, b.pair, about), 0)
	}
	n, ok := b.group[string(b.value)]
	if !ok {
		if b.group == nil {
			b.group = map[string]int32{}
		}
		n = int32(len(b.groups))
		b.group[string(b.value)] = n
		b.groups = append(b.groups, strings.Split(string(b.value), "\x00"))
	}
	return n
}

// shift returns by how much an item's index moves when what lies before it in
// a longer stretch of gold is counted too.
func (s sizes) shift(k eval.Kind) int32 {
	switch k {
	case eval.Phrase:
		return s.phrases
	case eval.Node, eval.Prop, eval.Top:
		return s.nodes
	case eval.Edge:
		return s.edges
	}
	return s.tokens
}

// gathered returns the verdicts of a metric, by stretch, in one order for all
// runs; skip tells which stretches are left out.
func (w *Watch) gathered(metric int, l *layout, system int, skip []bool) [][]verdict {
	var all []verdict
	var size []sizes
	for _, b := range w.batches {
		size = append(size, b.units...)
		if b.verdicts != nil {
			all = append(all, w.numbered(b, metric)...)
		}
	}
	out := make([][]verdict, l.stretches)
	stretch := l.of[system]
	before := make([]sizes, len(size)) // within the stretch
	for u := 1; u < len(size); u++ {
		if stretch[u] == stretch[u-1] {
			p, s := before[u-1], size[u-1]
			before[u] = sizes{p.tokens + s.tokens, p.phrases + s.phrases, p.nodes + s.nodes, p.edges + s.edges}
		}
	}
	for _, v := range all {
		st := stretch[v.unit]
		if skip[st] {
			continue
		}
		p := before[v.unit]
		v.index += p.shift(v.kind)
		if v.other >= 0 { // Root and Unknown stay what they are
			switch v.kind {
			case eval.Link:
				v.other += p.tokens
			case eval.Edge:
				v.other += p.nodes
			}
		}
		out[st] = append(out[st], v)
	}
	for _, vs := range out {
		slices.SortStableFunc(vs, func(a, b verdict) int { return a.place.compare(b.place) })
	}
	return out
}

// ofGold reports whether a score of a metric gains from gold items only.
func (w *Watch) ofGold(metric, bit int) bool {
	for _, b := range w.batches {
		if b.outside != nil && b.outside[metric]>>bit&1 == 1 {
			return false
		}
	}
	return true
}

// numbered returns the verdicts of a batch with the watch's numbers of groups.
func (w *Watch) numbered(b *batch, metric int) []verdict {
	if len(w.by) == 0 {
		return b.verdicts[metric]
	}
	number := make([]int32, len(b.groups))
	for i, g := range b.groups {
		n := slices.IndexFunc(w.groups, func(h []string) bool { return slices.Equal(g, h) })
		if n < 0 {
			n = len(w.groups)
			w.groups = append(w.groups, g)
		}
		number[i] = int32(n)
	}
	out := slices.Clone(b.verdicts[metric])
	for i := range out {
		out[i].group = number[out[i].group]
	}
	return out
}

// in tells of each number of a group whether key by has that value in it.
func (w *Watch) in(by, value string) []bool {
	out := make([]bool, max(1, len(w.groups)))
	k := slices.IndexFunc(w.by, func(key eval.Key) bool { return key.Name() == by })
	for i := range out {
		out[i] = by == "" || k >= 0 && i < len(w.groups) && w.groups[i][k] == value
	}
	return out
}

// pick returns the verdicts on the score of a bit that are in the groups.
func pick(vs []verdict, bit int, in []bool) (out []verdict) {
	for _, v := range vs {
		if v.relevant>>bit&1 == 1 && in[v.group] {
			out = append(out, v)
		}
	}
	return out
}
