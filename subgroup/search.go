package subgroup

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

// SearchOptions restrict the subgroups that are searched.
type SearchOptions struct {
	Literals     int // most literals of a subgroup
	Min          int // fewest items
	MinSentences int // fewest sentences
	Sort         Sort
	Productive   float64 // standard errors by which each literal must raise the mean cost; 0 for any
	Parallel     func(n int, task func(i int))
}

// A Found is a subgroup: the numbers of its literals in rising order, and its quality.
type Found struct {
	Literals []int
	Quality  float64
	Items    int     // that no subgroup before it holds
	Cost     float64 // of these
}

// better reports whether x comes before y: by quality, fewer literals, their order.
func (x *Found) better(y *Found) bool {
	return cmp.Or(cmp.Compare(y.Quality, x.Quality), cmp.Compare(len(x.Literals), len(y.Literals)),
		slices.Compare(x.Literals, y.Literals)) < 0
}

// A searcher searches the items of one half.
type searcher struct {
	opt      SearchOptions
	literals []*Literal
	scorer   *scorer
	firsts   int         // segments that are counted first
	bits     [][]uint64  // by literal
	alive    []uint64    // items of no subgroup that was found
	cluster  []int32     // by bit: the sentence
	goes     [][]bool    // by literal: those that may join it
	ranks    []int       // by literal: place in the order of the first ones
	pairs    [][]float64 // by rank, by rank after it: bound on all subgroups that hold both; 0 if none need be searched

	best  atomic.Uint64 // bits of the best quality so far
	found Found
	mutex sync.Mutex
}

// newSearcher sorts the items of a half by cost, and sets the bits of all literals. sign is -1
// to search where the costs are low.
func newSearcher(table *Table, half []bool, sign float64, literals []Literal, opt SearchOptions) *searcher {
	search := &searcher{opt: opt}
	for k := range literals {
		search.literals = append(search.literals, &literals[k])
	}
	for _, l := range search.literals {
		goes := make([]bool, len(literals))
		for k, other := range search.literals {
			goes[k] = l != other && l.goes(other)
		}
		search.goes = append(search.goes, goes)
	}
	place := search.segments(table, half, sign)
	words := len(search.alive)
	search.bits = make([][]uint64, len(literals))
	for k := range search.bits {
		search.bits[k] = make([]uint64, words)
	}
	byColumn := make([][]int, len(table.Columns))
	for k, l := range search.literals {
		byColumn[l.Column] = append(byColumn[l.Column], k)
	}
	each(opt.Parallel, len(table.Columns),
		func(c int) { search.fill(&table.Columns[c], byColumn[c], half, place, table) })
	return search
}

// segments places the items of the half: a segment for each cost and stratum, each from a new
// word of the bit sets on. It returns where the segment of a level and stratum begins, in bits.
func (s *searcher) segments(table *Table, half []bool, sign float64) (place func(i int) int) {
	strata := table.strata()
	counts := make([][]int, strata)
	for k := range counts {
		counts[k] = make([]int, len(table.Levels))
	}
	for i := range table.Items() {
		if half[table.Cluster[i]] {
			counts[table.stratum(i)][table.Cost.At(i)]++
		}
	}
	var order []int // levels that occur, by falling cost
	for k := range table.Levels {
		if slices.ContainsFunc(counts, func(c []int) bool { return c[k] > 0 }) {
			order = append(order, k)
		}
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(sign*table.Levels[b], sign*table.Levels[a]) })
	rank := make([]int, len(table.Levels))
	levels := make([]float64, len(order))
	sorted := make([][]int, strata)
	for r, k := range order {
		rank[k], levels[r] = r, sign*table.Levels[k]
		for j := range sorted {
			sorted[j] = append(sorted[j], counts[j][k])
		}
	}
	if len(order) == 0 {
		return func(int) int { return 0 }
	}
	s.scorer = newScorer(s.opt.Sort, levels, sorted)
	for r, cost := range levels {
		for j := range sorted {
			if sorted[j][r] > 0 {
				s.scorer.segments = append(s.scorer.segments, segment{cost: cost, stratum: j})
			}
		}
	}
	s.scorer.mosts()
	slices.SortStableFunc(s.scorer.segments, func(a, b segment) int {
		x, y := s.scorer.first(&a), s.scorer.first(&b)
		switch {
		case x == y:
			return 0
		case x:
			return -1
		}
		return 1
	})
	at := make([]int, strata*len(order)) // next bit of each segment
	word := 0
	for k := range s.scorer.segments {
		g := &s.scorer.segments[k]
		r := slices.Index(levels, g.cost)
		g.from, at[g.stratum*len(order)+r] = word, 64*word
		word += (sorted[g.stratum][r] + 63) / 64
		g.to = word
		if s.scorer.first(g) {
			s.firsts = k + 1
		}
	}
	s.alive, s.cluster = make([]uint64, word), make([]int32, 64*word)
	begin := slices.Clone(at)
	for i := range table.Items() {
		if !half[table.Cluster[i]] {
			continue
		}
		k := table.stratum(i)*len(order) + rank[table.Cost.At(i)]
		b := at[k]
		at[k]++
		s.alive[b>>6] |= 1 << (b & 63)
		s.cluster[b] = table.Cluster[i]
	}
	return func(i int) int { return begin[table.stratum(i)*len(order)+rank[table.Cost.At(i)]] }
}

// fill sets the bits of the literals of a column.
func (s *searcher) fill(column *Column, literals []int, half []bool, place func(i int) int, table *Table) {
	if len(literals) == 0 || len(s.alive) == 0 {
		return
	}
	var of [][]int // by code
	next := map[int]int{}
	for i := range table.Items() {
		if !half[table.Cluster[i]] {
			continue
		}
		begin := place(i)
		b := begin + next[begin]
		next[begin]++
		code := column.At(i)
		for int(code) >= len(of) {
			of = append(of, nil)
			for _, k := range literals {
				if s.literals[k].holds(uint32(len(of) - 1)) {
					of[len(of)-1] = append(of[len(of)-1], k)
				}
			}
		}
		for _, k := range of[code] {
			s.bits[k][b>>6] |= 1 << (b & 63)
		}
	}
}

// A child is a literal that may join a subgroup, and a bound on all that holds both.
type child struct {
	literal int
	bound   float64
}

// A walker goes down one branch; it has scratch memory for each depth.
type walker struct {
	*searcher
	scorer *scorer
	sets   [][]uint64 // by depth: items of the subgroup
	counts []int32
	path   []int
	spare  []uint64
}

func (s *searcher) walker() *walker {
	w := &walker{searcher: s, scorer: s.scorer.clone(), counts: make([]int32, len(s.scorer.segments)),
		spare: make([]uint64, len(s.alive))}
	for range s.opt.Literals {
		w.sets = append(w.sets, make([]uint64, len(s.alive)))
	}
	return w
}

// search returns the best subgroup of the items that are left; ok is false if there is none.
func (s *searcher) search() (best Found, ok bool) {
	s.found = Found{}
	s.best.Store(0)
	if s.scorer == nil || s.scorer.top <= 0 {
		return best, false
	}
	root := s.walker()
	all := popcount(s.alive)
	every := make([]int, len(s.literals))
	for k := range every {
		every[k] = k
	}
	first := root.children(s.alive, all, every)
	s.rank(first)
	walkers := sync.Pool{New: func() any { return s.walker() }}
	eachFirst := func(task func(w *walker, i int)) {
		each(s.opt.Parallel, len(first), func(i int) {
			w := walkers.Get().(*walker)
			defer walkers.Put(w)
			w.path = w.path[:0]
			task(w, i)
		})
	}
	second := make([][]child, len(first)) // all pairs come before any three, which their bounds restrict
	eachFirst(func(w *walker, i int) {
		later := make([]int, 0, len(first)-i)
		for _, c := range first[i+1:] {
			later = append(later, c.literal)
		}
		second[i] = w.enter(s.alive, first[i], later)
		for _, c := range second[i] {
			s.pairs[i][s.ranks[c.literal]-i-1] = c.bound
		}
	})
	eachFirst(func(w *walker, i int) {
		if s.opt.Literals > 2 && first[i].bound >= s.reached() && len(second[i]) > 0 {
			w.and(w.push(first[i].literal), s.alive, s.bits[first[i].literal])
			w.below(second[i])
		}
	})
	return s.found, s.found.Quality > 0
}

// rank notes the order of the literals that may be in a subgroup, and forgets the bounds of pairs.
func (s *searcher) rank(first []child) {
	s.ranks, s.pairs = make([]int, len(s.literals)), make([][]float64, len(first))
	for i, c := range first {
		s.ranks[c.literal], s.pairs[i] = i, make([]float64, len(first)-i-1)
	}
}

// pair returns a bound on all subgroups that hold two literals.
func (s *searcher) pair(a, b int) float64 {
	i, j := s.ranks[a], s.ranks[b]
	if i > j {
		i, j = j, i
	}
	return s.pairs[i][j-i-1]
}

// reached returns the quality that a subgroup must not fall short of.
func (s *searcher) reached() float64 { return math.Float64frombits(s.best.Load()) }

// push adds a literal to the path and returns the set of its depth.
func (w *walker) push(literal int) []uint64 {
	w.path = append(w.path, literal)
	return w.sets[len(w.path)-1]
}

// enter adds the literal of c to the path, which holds of set, and returns the literals that may come next.
func (w *walker) enter(set []uint64, c child, literals []int) []child {
	if len(w.path)+1 >= w.opt.Literals || c.bound < w.reached() {
		return nil
	}
	own := w.push(c.literal)
	n := w.and(own, set, w.bits[c.literal])
	candidates := make([]int, 0, len(literals))
	for _, k := range literals {
		if w.goes[c.literal][k] && (len(w.path) == 1 || w.pair(c.literal, k) >= w.reached()) {
			candidates = append(candidates, k)
		}
	}
	return w.children(own, n, candidates)
}

// below searches all subgroups of the path with each of the children, the last of the path's sets
// being its items.
func (w *walker) below(children []child) {
	depth := len(w.path)
	later := make([]int, len(children))
	for i, c := range children {
		later[i] = c.literal
	}
	for i, c := range children {
		if c.bound < w.reached() {
			break
		}
		w.below(w.enter(w.sets[depth-1], c, later[i+1:]))
		w.path = w.path[:depth]
	}
}

// children judges each subgroup of the path with one more literal, and returns the literals
// whose subgroups may hold a better one, the most promising first.
func (w *walker) children(set []uint64, n int, literals []int) []child {
	var out []child
	for _, k := range literals {
		bound, size := w.judge(set, n, k)
		if size < w.opt.Min || size == n { // a literal of all items adds nothing, here and below
			continue
		}
		if bound >= w.reached() {
			out = append(out, child{k, bound})
		}
	}
	slices.SortStableFunc(out, func(a, b child) int { return cmp.Compare(b.bound, a.bound) })
	return out
}

// judge counts the subgroup of set with a literal, keeps it if it is the best, and returns a
// bound on all within it and its size; 0 if the bound is too low. It stops, with a size between
// these, once the subgroup has too many items to be the best.
func (w *walker) judge(set []uint64, n, literal int) (bound float64, size int) {
	with := w.bits[literal]
	for k := range w.firsts {
		g := &w.scorer.segments[k]
		c := countBoth(set[g.from:g.to], with[g.from:g.to])
		w.counts[k] = int32(c)
		size += c
	}
	firsts := w.counts[:w.firsts]
	bound = w.scorer.bound(firsts, w.opt.Min, n)
	if bound <= 0 || bound < w.reached() {
		return 0, 0
	}
	for k := w.firsts; k < len(w.counts); k++ {
		g := &w.scorer.segments[k]
		c := 0
		for from := g.from; from < g.to; from += stride {
			to := min(from+stride, g.to)
			c += countBoth(set[from:to], with[from:to])
			if to < g.to && size+c > w.opt.Min && w.scorer.bound(firsts, size+c, n) < w.reached() {
				return bound, min(size+c, n-1)
			}
		}
		w.counts[k] = int32(c)
		size += c
	}
	if size < w.opt.Min || size == n {
		return bound, size
	}
	bound = w.scorer.bound(firsts, w.opt.Min, size)
	if q := w.scorer.of(w.counts); q > 0 && q >= w.reached() {
		w.offer(literal, q, size)
	}
	return bound, size
}

// stride is the number of words of a set that are counted between two looks at the best quality.
const stride = 128

// countBoth counts the bits of both sets, four words at a time: most of a search is spent here.
func countBoth(a, b []uint64) (n int) {
	b = b[:len(a)]
	for len(a) >= 4 && len(b) >= 4 {
		n += bits.OnesCount64(a[0]&b[0]) + bits.OnesCount64(a[1]&b[1]) + bits.OnesCount64(a[2]&b[2]) + bits.OnesCount64(a[3]&b[3])
		a, b = a[4:], b[4:]
	}
	for i, x := range a {
		n += bits.OnesCount64(x & b[i])
	}
	return n
}

// offer keeps the path with a literal if it is the best so far and may be shown.
func (w *walker) offer(literal int, quality float64, size int) {
	literals := append(slices.Clone(w.path), literal)
	slices.Sort(literals)
	found := Found{Literals: literals, Quality: quality, Items: size}
	for k, c := range w.counts {
		found.Cost += float64(c) * w.scorer.segments[k].cost
	}
	w.mutex.Lock()
	worse := w.found.Quality > 0 && w.found.better(&found)
	w.mutex.Unlock()
	if worse || !w.productive(literals) || !w.spread(literals) {
		return
	}
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.found.Quality == 0 || found.better(&w.found) {
		w.found = found
		w.best.Store(math.Float64bits(quality))
	}
}

// and sets dst to the items in both sets and returns their number.
func (w *walker) and(dst, a, b []uint64) (n int) {
	a, b = a[:len(dst)], b[:len(dst)]
	for i := range dst {
		x := a[i] & b[i]
		dst[i] = x
		n += bits.OnesCount64(x)
	}
	return n
}

// popcount returns the number of items of a set.
func popcount(set []uint64) (n int) {
	for _, x := range set {
		n += bits.OnesCount64(x)
	}
	return n
}

// members puts the items that satisfy the literals, but not the one at position but, in dst.
func (w *walker) members(dst []uint64, literals []int, but int) {
	copy(dst, w.alive)
	for i, l := range literals {
		if i != but {
			for k, x := range w.bits[l] {
				dst[k] &= x
			}
		}
	}
	if but >= 0 {
		for k, x := range w.bits[literals[but]] {
			dst[k] &^= x
		}
	}
}

// productive reports whether the mean cost of a subgroup is Productive standard errors above
// that of the items which each literal alone shuts out (Webb 2007).
func (w *walker) productive(literals []int) bool {
	if w.opt.Productive <= 0 {
		return true
	}
	w.members(w.spare, literals, -1)
	own := w.moments(w.spare)
	for i := range literals {
		w.members(w.spare, literals, i)
		out := w.moments(w.spare)
		if out.n == 0 || !own.above(&out, w.opt.Productive) {
			return false
		}
	}
	return true
}

// moments are the number of items, the sum and the sum of squares of their costs, less those
// of their strata.
type moments struct{ n, sum, squares float64 }

func (w *walker) moments(set []uint64) (m moments) {
	for k := range w.scorer.segments {
		g := &w.scorer.segments[k]
		c := float64(popcount(set[g.from:g.to]))
		m.n, m.sum, m.squares = m.n+c, m.sum+c*g.rest, m.squares+c*g.rest*g.rest
	}
	return m
}

// above reports whether the mean of m is that many standard errors above that of other. The
// variance is taken from all items, as if both had one mean.
func (m *moments) above(other *moments, errors float64) bool {
	n := m.n + other.n
	mean := (m.sum + other.sum) / n
	variance := max(0, (m.squares+other.squares)/n-mean*mean)
	difference := m.sum/m.n - other.sum/other.n
	return difference > 0 && difference >= errors*math.Sqrt(variance*(1/m.n+1/other.n))
}

// spread reports whether a subgroup has items in enough sentences.
func (w *walker) spread(literals []int) bool {
	w.members(w.spare, literals, -1)
	seen := map[int32]bool{}
	for k, x := range w.spare {
		for ; x != 0; x &= x - 1 {
			seen[w.cluster[64*k+bits.TrailingZeros64(x)]] = true
			if len(seen) >= w.opt.MinSentences {
				return true
			}
		}
	}
	return len(seen) >= w.opt.MinSentences
}

// take removes the items of a subgroup.
func (s *searcher) take(found *Found) {
	for k := range s.alive {
		x := s.alive[k]
		for _, l := range found.Literals {
			x &= s.bits[l][k]
		}
		s.alive[k] &^= x
	}
}
