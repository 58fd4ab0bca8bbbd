package compare

import (
	"cmp"
	"encoding/binary"
	"hash/fnv"
	"math/bits"
	"slices"
	"strings"

	"assay/eval"
)

// maxWatched is how many scores of a measure can have their items watched, main
// scores first.
const maxWatched = 64

// An ItemLog collects, during a run, which gold items the system gets right. An
// item belongs to a score if it adds to the score's denominator; it is right if
// it adds to the numerator (for errors: if it does not).
type ItemLog struct {
	metrics []watched
	by      []eval.Key
	batches []*batch
	groups  [][]string // the values of the keys by item: each combination once
	number  map[string]int32
}

// watched is how the scores of a measure follow from the columns of its row:
// the fractions are linear in it.
type watched struct {
	bit     []int      // by score; -1 if it is not watched
	lower   uint64     // scores that are better if lower
	columns [][]effect // by column
}

// An effect is the contribution of a column to a score.
type effect struct {
	bit      int
	num, den float64
}

// NewItemLog returns a watch for one run with these measures, which groups items by these keys. It keeps the items of the
// scores that a comparison with opt chooses.
func NewItemLog(metrics []*eval.Measure, by []eval.Key, opt Options) (*ItemLog, error) {
	w := &ItemLog{by: by, number: map[string]int32{}}
	for _, m := range metrics {
		chosen, err := opt.chosen(m)
		if err != nil {
			return nil, err
		}
		w.metrics = append(w.metrics, newWatched(m, chosen))
	}
	return w, nil
}

// newWatched watches the chosen scores.
func newWatched(metric *eval.Measure, chosen []int) watched {
	formulas := metric.Formulas
	w := watched{bit: make([]int, len(formulas)), columns: make([][]effect, len(metric.Columns))}
	next := 0
	for _, main := range []bool{true, false} {
		for s := range formulas {
			if formulas[s].Main != main {
				continue
			}
			w.bit[s] = -1
			if next < maxWatched && slices.Contains(chosen, s) {
				w.bit[s] = next
				if formulas[s].Lower {
					w.lower |= 1 << next
				}
				next++
			}
		}
	}
	for s := range formulas {
		if f := &formulas[s]; f.Den != nil && w.bit[s] >= 0 {
			for _, t := range f.Num {
				w.add(t.Column, effect{w.bit[s], t.Weight, 0})
			}
			for _, t := range f.Den {
				w.add(t.Column, effect{w.bit[s], 0, t.Weight})
			}
		}
	}
	return w
}

// add notes an effect of a column; a column that both parts of a fraction hold has one.
func (w *watched) add(column int, e effect) {
	for i := range w.columns[column] {
		if old := &w.columns[column][i]; old.bit == e.bit {
			old.num, old.den = old.num+e.num, old.den+e.den
			return
		}
	}
	w.columns[column] = append(w.columns[column], e)
}

// judge returns the scores for which an item with these adds counts, those for
// which it is right, and those to whose numerators it adds.
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
func (w *ItemLog) Collect() eval.Collector {
	n := len(w.metrics)
	return &batch{watch: w, open: make([][]item, n), packed: make([]packed, n), outside: make([]uint64, n),
		class: map[class]uint32{}, group: map[string]int32{}}
}

// Collected takes a filled collector back; see eval.Options.
func (w *ItemLog) Collected(c eval.Collector) {
	b := c.(*batch)
	number := make([]int32, len(b.groups))
	for i, name := range b.groups {
		n, ok := w.number[name]
		if !ok {
			n = int32(len(w.groups))
			w.number[name] = n
			w.groups = append(w.groups, strings.Split(name, "\x00"))
		}
		number[i] = n
	}
	for i := range b.classes {
		if len(number) > 0 {
			b.classes[i].group = number[b.classes[i].group]
		}
	}
	for m := range b.packed {
		b.packed[m].bytes = slices.Clone(b.packed[m].bytes) // without the room for more
	}
	b.open, b.class, b.group, b.groups, b.pair = nil, nil, nil, nil, nil
	w.batches = append(w.batches, b)
}

// A place names a gold item within a unit, alike in all runs.
type place struct {
	index, other int32
	hash         uint64 // of part, kind and role
}

func (a place) compare(b place) int {
	if a.hash != b.hash {
		return cmp.Compare(a.hash, b.hash)
	}
	return cmp.Or(cmp.Compare(a.index, b.index), cmp.Compare(a.other, b.other))
}

// A class is the part of a verdict that many items share.
type class struct {
	hash            uint64
	relevant, right uint64 // bits of the scores
	group           int32  // of the batch, once collected of the watch
	kind            eval.Kind
}

// A verdict is a gold item and for which scores it counts and is right.
type verdict struct {
	class
	index, other int32
}

func (v *verdict) place() place { return place{v.index, v.other, v.hash} }

// An item is a verdict of the current pair.
type item struct {
	place
	class uint32 // of the batch
	order int32  // in which it came
}

// packed holds the verdicts of the pairs of a batch in one measure, sorted by place
// within a pair: the number of the class, the index and, if the kind has it, the other
// index, as varints of their differences.
type packed struct {
	bytes []byte
	ends  []uint32 // by pair
}

// sizes are the numbers of tokens, phrases, nodes and edges in a unit of gold;
// items point to these by index.
type sizes struct{ tokens, phrases, nodes, edges int32 }

// A batch collects the items of a batch of pairs.
type batch struct {
	watch   *ItemLog
	pair    *eval.Pair
	units   []sizes
	open    [][]item // by metric: of the current pair
	packed  []packed // by metric
	classes []class
	class   map[class]uint32
	outside []uint64 // by metric: scores that gain from items outside gold
	groups  []string // the values of the keys, each followed by a zero byte
	group   map[string]int32
	value   []byte
}

// Pair implements eval.Collector.
func (b *batch) Pair(p *eval.Pair) {
	b.pair = p
	g := p.Gold
	b.units = append(b.units, sizes{int32(len(g.Tokens)), int32(len(g.Phrases)), int32(len(g.Nodes)), int32(len(g.Edges))})
}

// Drop implements eval.Dropper.
func (b *batch) Drop(metric int) { b.open[metric] = b.open[metric][:0] }

// Item implements eval.Collector.
func (b *batch) Item(metric int, it *eval.Item) {
	v := class{kind: it.Gold.Kind}
	var gains uint64
	v.relevant, v.right, gains = b.watch.metrics[metric].judge(it.Adds)
	if it.Gold.Kind == eval.None {
		b.outside[metric] |= gains &^ b.watch.metrics[metric].lower
		return
	}
	if v.relevant == 0 {
		return
	}
	hash := fnv.New64a()
	hash.Write([]byte(it.Part))
	hash.Write([]byte{0, byte(v.kind)})
	if v.kind == eval.Prop {
		hash.Write([]byte(b.pair.Gold.Syms.Name(it.Gold.Role)))
	}
	v.hash = hash.Sum64()
	v.group = b.groupOf(it)
	x := item{place: place{index: it.Gold.Index, hash: v.hash}, class: b.classOf(v), order: int32(len(b.open[metric]))}
	if hasOther(v.kind) {
		x.other = it.Gold.Other
	}
	b.open[metric] = append(b.open[metric], x)
}

func hasOther(k eval.Kind) bool { return k == eval.Link || k == eval.Edge }

// End implements eval.Finisher: it packs the verdicts of the pair.
func (b *batch) End() {
	for m, items := range b.open {
		slices.SortFunc(items, func(x, y item) int { return cmp.Or(x.place.compare(y.place), cmp.Compare(x.order, y.order)) })
		packed := &b.packed[m]
		last := int32(0)
		for _, x := range items {
			packed.bytes = binary.AppendUvarint(packed.bytes, uint64(x.class))
			packed.bytes = binary.AppendVarint(packed.bytes, int64(x.index-last))
			last = x.index
			if hasOther(b.classes[x.class].kind) {
				packed.bytes = binary.AppendVarint(packed.bytes, int64(x.other-x.index))
			}
		}
		packed.ends = append(packed.ends, uint32(len(packed.bytes)))
		b.open[m] = items[:0]
	}
}

func (b *batch) classOf(c class) uint32 {
	n, ok := b.class[c]
	if !ok {
		n = uint32(len(b.classes))
		b.class[c] = n
		b.classes = append(b.classes, c)
	}
	return n
}

// appendVerdicts appends the verdicts of pair i of the batch in a metric.
func (b *batch) appendVerdicts(dst []verdict, metric, i int) []verdict {
	p := &b.packed[metric]
	begin := uint32(0)
	if i > 0 {
		begin = p.ends[i-1]
	}
	rest := p.bytes[begin:p.ends[i]]
	last := int32(0)
	for len(rest) > 0 {
		n, size := binary.Uvarint(rest)
		rest = rest[size:]
		v := verdict{class: b.classes[n]}
		step, size := binary.Varint(rest)
		rest = rest[size:]
		last += int32(step)
		v.index = last
		if hasOther(v.kind) {
			step, size = binary.Varint(rest)
			rest = rest[size:]
			v.other = last + int32(step)
		}
		dst = append(dst, v)
	}
	return dst
}

// groupOf returns the number of the values of the keys for an item.
func (b *batch) groupOf(it *eval.Item) int32 {
	if len(b.watch.by) == 0 {
		return 0
	}
	b.value = b.value[:0]
	for _, key := range b.watch.by {
		b.value = append(key.Value(b.value, b.pair, it), 0)
	}
	n, ok := b.group[string(b.value)]
	if !ok {
		n = int32(len(b.groups))
		name := string(b.value)
		b.group[name] = n
		b.groups = append(b.groups, name)
	}
	return n
}

// shift returns the amount to add to an item's index for the units before its own
// in a longer stretch of gold.
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

// A stretched reads the verdicts of one run in a metric, stretch by stretch.
type stretched struct {
	watch  *ItemLog
	metric int
	first  []int32 // by batch: number of its first unit
	units  []int32 // sorted by stretch
	ends   []int32 // by stretch: end of its units
	found  []verdict
}

func newStretched(w *ItemLog, metric int, layout *layout, run int) *stretched {
	s := &stretched{watch: w, metric: metric, ends: make([]int32, layout.stretches),
		units: make([]int32, len(layout.of[run]))}
	n := int32(0)
	for _, b := range w.batches {
		s.first = append(s.first, n)
		n += int32(len(b.units))
	}
	for _, st := range layout.of[run] {
		s.ends[st]++
	}
	sum := int32(0)
	for st, n := range s.ends {
		s.ends[st] = sum // the beginning for now
		sum += n
	}
	for unit, st := range layout.of[run] {
		s.units[s.ends[st]] = int32(unit)
		s.ends[st]++
	}
	return s
}

// of returns the verdicts of a stretch, in one order for all runs; they are valid
// until the next call.
func (s *stretched) of(stretch int) []verdict {
	begin := int32(0)
	if stretch > 0 {
		begin = s.ends[stretch-1]
	}
	s.found = s.found[:0]
	var before sizes // within the stretch
	units := s.units[begin:s.ends[stretch]]
	for k, unit := range units {
		at, ok := slices.BinarySearch(s.first, unit)
		if !ok {
			at--
		}
		batch := s.watch.batches[at]
		local := int(unit - s.first[at])
		if k > 0 && units[k-1] != unit-1 {
			before = sizes{}
		}
		n := len(s.found)
		s.found = batch.appendVerdicts(s.found, s.metric, local)
		for i := range s.found[n:] {
			s.found[n+i].move(before)
		}
		size := batch.units[local]
		before = sizes{before.tokens + size.tokens, before.phrases + size.phrases, before.nodes + size.nodes,
			before.edges + size.edges}
	}
	if len(units) > 1 {
		slices.SortStableFunc(s.found, func(a, b verdict) int { return a.place().compare(b.place()) })
	}
	return s.found
}

// move shifts a verdict's indices by the sizes of the units before its own in the
// stretch.
func (v *verdict) move(before sizes) {
	v.index += before.shift(v.kind)
	if v.other < 0 { // Root and Unknown stay
		return
	}
	switch v.kind {
	case eval.Link:
		v.other += before.tokens
	case eval.Edge:
		v.other += before.nodes
	}
}

// ofGold reports whether a score of a metric gains from gold items only.
func (w *ItemLog) ofGold(metric, bit int) bool {
	for _, b := range w.batches {
		if b.outside[metric]>>bit&1 == 1 {
			return false
		}
	}
	return true
}
