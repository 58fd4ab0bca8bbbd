package matching

import (
	"cmp"
	"slices"
)

// A nodePair is a node of the first graph and the node of the second that it
// may be mapped to.
type nodePair struct{ row, col int32 }

// A match is an equal term of both graphs: it counts if all its pairs are chosen.
type match struct {
	pairs [3]int32 // ascending, None after the last
	times int32    // how often it counts
	class uint8
}

// A counted term is a term and the number of its copies.
type counted struct {
	Term
	copies int
}

// A builder makes the instance of two graphs.
type builder struct {
	scale      scale
	product    bool
	a, b       []counted
	pairs      []nodePair
	matches    []match    // sorted by pairs
	sorted     []match    // scratch memory
	warm       []float64  // of the first match of its pairs: the part of its weight that its first pair has at first
	ids        []int32    // pair by row*cols+col, plus one
	order      []nodePair // scratch memory
	rank       []int32
	on         []bool // of pairs; scratch memory
	rows, cols int
	free       []match // matches without nodes
	most       []int
	root       instance
	grouper    grouper
	sorter     sorter
}

// start takes the terms of both graphs.
func (b *builder) start(opt *Options, graph, h Graph) {
	b.product, b.rows, b.cols = opt.Product, graph.Nodes, h.Nodes
	b.a, b.b = b.sorter.distinct(b.a[:0], &graph), b.sorter.distinct(b.b[:0], &h)
	b.most = zeros(b.most, opt.Classes)
}

// instance returns the problem of mapping the nodes of graph to those of h, which start took.
func (b *builder) instance(graph, h Graph) *instance {
	if n := graph.Nodes * h.Nodes; len(b.ids) < n {
		b.ids = make([]int32, n+n/2)
	}
	b.pairs, b.matches, b.free = b.pairs[:0], b.matches[:0], b.free[:0]
	b.join(func(x, y *counted) {
		b.most[x.Class] += b.times(x, y)
		b.add(graph.Kinds, h.Kinds, x, y)
	})
	b.scale = newScale(b.bound())
	b.sortPairs(graph.Nodes)
	b.sortMatches()
	b.warm = fill(b.warm, len(b.matches), 0.5)
	return b.weigh()
}

// weigh makes the instance with the weights of the scale.
func (b *builder) weigh() *instance {
	b.root.load(b.rows, b.cols, b)
	return &b.root
}

// sum returns the weight of the matches of the same pairs as match i, which is the
// first of them, and the place after the last.
func (b *builder) sum(i int) (end int, weight int64) {
	for end = i; end < len(b.matches) && b.matches[end].pairs == b.matches[i].pairs; end++ {
		weight += int64(b.matches[end].times) * b.scale.unit(b.matches[end].class)
	}
	return end, weight
}

// bound returns how many terms of each class can match at most.
func (b *builder) bound() []int {
	if b.product {
		return b.most
	}
	count := func(terms []counted) [maxClasses]int {
		var n [maxClasses]int
		for i := range terms {
			n[terms[i].Class] += terms[i].copies
		}
		return n
	}
	m, n := count(b.a), count(b.b)
	for c := range b.most {
		b.most[c] = min(b.most[c], m[c], n[c])
	}
	return b.most
}

// times returns how often two equal terms match.
func (b *builder) times(x, y *counted) int {
	if b.product {
		return x.copies * y.copies
	}
	return min(x.copies, y.copies)
}

func compareTerms(a, b *Term) int {
	return cmp.Or(cmp.Compare(a.Key, b.Key), slices.Compare(a.Nodes[:], b.Nodes[:]))
}

// arity returns the number of nodes of t.
func (t *Term) arity() int { return arity(&t.Nodes) }

// arity returns how many of three numbers come before None.
func arity(list *[3]int32) int {
	for k, n := range list {
		if n < 0 {
			return k
		}
	}
	return len(list)
}

// shared calls f for every key of both graphs with the terms of that key.
func (b *builder) shared(f func(x, y []counted)) {
	i, j := 0, 0
	for i < len(b.a) && j < len(b.b) {
		switch key := b.a[i].Key; {
		case key < b.b[j].Key:
			i++
		case key > b.b[j].Key:
			j++
		default:
			m, n := i, j
			for m < len(b.a) && b.a[m].Key == key {
				m++
			}
			for n < len(b.b) && b.b[n].Key == key {
				n++
			}
			f(b.a[i:m], b.b[j:n])
			i, j = m, n
		}
	}
}

// join calls f for every two terms of equal keys.
func (b *builder) join(f func(x, y *counted)) {
	b.shared(func(x, y []counted) {
		for i := range x {
			for j := range y {
				f(&x[i], &y[j])
			}
		}
	})
}

// add notes the matches of two terms of equal keys.
func (b *builder) add(kinds, others []int32, x, y *counted) {
	n := x.arity()
	if n != y.arity() {
		return
	}
	m := match{pairs: [3]int32{None, None, None}, times: int32(b.times(x, y)), class: x.Class}
	if n == 0 {
		b.free = append(b.free, m)
		return
	}
	to := y.Nodes
	b.addOne(kinds, others, x.Nodes[:n], to[:n], m)
	if x.Symmetric && n > 1 && to[n-1] != to[n-2] && x.Nodes[n-1] != x.Nodes[n-2] {
		to[n-1], to[n-2] = to[n-2], to[n-1]
		b.addOne(kinds, others, x.Nodes[:n], to[:n], m)
	}
}

// addOne notes that a term over from matches one over to, if that can be part
// of a one-to-one mapping.
func (b *builder) addOne(kinds, others, from, to []int32, m match) {
	for k := range from {
		if kinds != nil && kinds[from[k]] != others[to[k]] {
			return
		}
		for l := range k {
			if (from[k] == from[l]) != (to[k] == to[l]) {
				return
			}
		}
	}
	n := 0
	for k := range from {
		p := b.pair(from[k], to[k])
		if !slices.Contains(m.pairs[:n], p) {
			m.pairs[n] = p
			n++
		}
	}
	b.matches = append(b.matches, m)
}

// pair returns the number of a pair, a new one if it has none yet.
func (b *builder) pair(row, col int32) int32 {
	at := int(row)*b.cols + int(col)
	if b.ids[at] == 0 {
		b.pairs = append(b.pairs, nodePair{row, col})
		b.ids[at] = int32(len(b.pairs))
	}
	return b.ids[at] - 1
}

// sortPairs numbers the pairs by row, then column, and clears their numbers in ids.
func (b *builder) sortPairs(rows int) {
	b.rank = zeros(b.rank, len(b.pairs))
	n := 0
	for row := range rows {
		cells := b.ids[row*b.cols : (row+1)*b.cols]
		for col, id := range cells {
			if id == 0 {
				continue
			}
			cells[col] = 0
			b.rank[id-1] = int32(n)
			b.order = append(b.order[:n], nodePair{int32(row), int32(col)})
			n++
		}
	}
	b.pairs, b.order = b.order[:n], b.pairs[:0]
	for i := range b.matches {
		match := &b.matches[i]
		for k, p := range match.pairs {
			if p >= 0 {
				match.pairs[k] = b.rank[p]
			}
		}
		slices.Sort(match.pairs[:match.arity()])
	}
}

// sortMatches sorts the matches by their pairs: into one bucket for each first pair, and
// each bucket by the others.
func (b *builder) sortMatches() {
	b.rank = zeros(b.rank, len(b.pairs)+1)
	for i := range b.matches {
		b.rank[b.matches[i].pairs[0]+1]++
	}
	for p := range b.pairs {
		b.rank[p+1] += b.rank[p]
	}
	b.sorted = zeros(b.sorted, len(b.matches))
	for i := range b.matches {
		p := b.matches[i].pairs[0]
		b.sorted[b.rank[p]] = b.matches[i]
		b.rank[p]++ // now the end of the bucket
	}
	b.matches, b.sorted = b.sorted, b.matches
	begin := int32(0)
	for _, end := range b.rank[:len(b.pairs)] {
		if end-begin > 1 {
			slices.SortFunc(b.matches[begin:end], compareMatches)
		}
		begin = end
	}
}

// compareMatches compares matches of the same first pair.
func compareMatches(x, y match) int {
	for k := 1; k < len(x.pairs); k++ {
		if d := x.pairs[k] - y.pairs[k]; d != 0 {
			return int(d)
		}
	}
	return int(x.class) - int(y.class)
}

// arity returns the number of pairs of m.
func (m *match) arity() int { return arity(&m.pairs) }

// count returns how many terms of each class match under a mapping.
func (b *builder) count(dst []int, mate []int32) []int {
	dst = zeros(dst, len(b.most))
	b.mapped(mate, func(x, y *counted) { dst[x.Class] += b.times(x, y) })
	return dst
}

// chosen returns how many terms of each class match under the mapping of those pairs.
func (b *builder) chosen(dst []int, pairs []int32) []int {
	dst, b.on = zeros(dst, len(b.most)), zeros(b.on, len(b.pairs))
	for _, p := range pairs {
		b.on[p] = true
	}
	for i := range b.free {
		dst[b.free[i].class] += int(b.free[i].times)
	}
	for i := range b.matches {
		if match := &b.matches[i]; b.on[match.pairs[0]] &&
			(match.pairs[1] < 0 || b.on[match.pairs[1]] && (match.pairs[2] < 0 || b.on[match.pairs[2]])) {
			dst[match.class] += int(match.times)
		}
	}
	return dst
}

// mapped calls f for every two terms that match under a mapping.
func (b *builder) mapped(mate []int32, f func(x, y *counted)) {
	b.shared(func(x, y []counted) {
		for i := range x {
			to := image(&x[i].Term, mate)
			at, ok := slices.BinarySearchFunc(y, to, func(t counted,
				to [3]int32) int {
				return slices.Compare(t.Nodes[:], to[:])
			})
			if ok {
				f(&x[i], &y[at])
			}
		}
	})
}

// image returns the nodes of term under a mapping, sorted as those of a distinct
// term are.
func image(term *Term, mate []int32) [3]int32 {
	to := *term
	for k := range term.arity() {
		if to.Nodes[k] = mate[to.Nodes[k]]; to.Nodes[k] < 0 {
			return [3]int32{-2, -2, -2} // no term has these nodes
		}
	}
	return to.sorted()
}

// value returns the weight of matched terms.
func (b *builder) value(matched []int) int64 {
	var v int64
	for c, n := range matched {
		v += int64(n) * b.scale.unit(uint8(c))
	}
	return v
}
