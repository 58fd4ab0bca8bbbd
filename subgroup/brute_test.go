package subgroup

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"assay/internal/shared"
)

// randomTable returns a small table with the kinds of literals that there are.
func randomTable(rng *rand.Rand, levels []float64, strata int) (*Table, []Literal) {
	t := &Table{Levels: levels}
	n := 150 + rng.IntN(250)
	columns := 2 + rng.IntN(4)
	t.Columns = make([]Column, columns)
	if strata > 1 {
		t.Strata = &Column{}
	}
	risk := make([][]float64, columns)
	for c := range risk {
		for range 5 {
			risk[c] = append(risk[c], rng.Float64())
		}
	}
	sentence := int32(0)
	for i := range n {
		if i == 0 || rng.IntN(6) == 0 {
			sentence = int32(len(t.Block))
			t.Block = append(t.Block, sentence/3)
		}
		t.Cluster = append(t.Cluster, sentence)
		bad := 0.0
		for c := range t.Columns {
			v := rng.IntN(5)
			bad += risk[c][v] / float64(columns)
			t.Columns[c].Append(uint32(v))
		}
		level := rng.IntN(len(levels))
		if rng.Float64() < 0.7 {
			level = 0
			if rng.Float64() > bad*bad {
				level = len(levels) - 1
			}
		}
		t.Cost.Append(uint32(level))
		if strata > 1 {
			t.Strata.Append(uint32(rng.IntN(strata)))
		}
	}
	var literals []Literal
	for c := range columns {
		for v := range 5 {
			holds := make([]bool, 5)
			switch kind := Kind(c % 4); kind {
			case Is:
				holds[v] = true
			case AtLeast, AtMost: // thresholds in both directions
				l := Literal{Column: c, Key: c, Kind: AtLeast, Holds: make([]bool, 5), Name: fmt.Sprintf("%d>=%d", c, v)}
				for w := range 5 {
					l.Holds[w], holds[w] = w >= v, w <= v
				}
				literals = append(literals, l)
			case Has:
				for w := range 5 {
					holds[w] = w&(v+1) != 0
				}
			}
			kind := Kind(c % 4)
			if kind == AtLeast {
				kind = AtMost
			}
			literals = append(literals, Literal{Column: c, Key: c, Kind: kind, Holds: holds, Name: fmt.Sprintf("%d:%d", c, v)})
		}
	}
	return t, literals
}

// brute judges each conjunction on its own, from the definitions.
type brute struct {
	t        *Table
	literals []Literal
	half     []bool
	sign     float64
	opt      SearchOptions
	out      []bool // items that are taken
	shares   []map[float64]float64
	means    []float64
}

func newBrute(t *Table, literals []Literal, half []bool, sign float64, opt SearchOptions) *brute {
	b := &brute{t: t, literals: literals, half: half, sign: sign, opt: opt, out: make([]bool, t.Items())}
	n := make([]float64, t.strata())
	for range n {
		b.shares, b.means = append(b.shares, map[float64]float64{}), append(b.means, 0)
	}
	for i := range t.Items() {
		if half[t.Cluster[i]] {
			k := t.stratum(i)
			n[k]++
			b.shares[k][b.cost(i)]++
			b.means[k] += b.cost(i)
		}
	}
	for k := range n {
		b.means[k] /= n[k]
		for c := range b.shares[k] {
			b.shares[k][c] /= n[k]
		}
	}
	return b
}

func (b *brute) cost(i int) float64 { return b.sign * b.t.Levels[b.t.Cost.At(i)] }

// items returns those left that satisfy all literals, but not the one at position but.
func (b *brute) items(set []int, but int) (items []int) {
	for i := range b.t.Items() {
		ok := b.half[b.t.Cluster[i]] && !b.out[i]
		for k, l := range set {
			ok = ok && b.literals[l].holds(b.t.Columns[b.literals[l].Column].At(i)) != (k == but)
		}
		if ok {
			items = append(items, i)
		}
	}
	return items
}

func (b *brute) quality(items []int) float64 {
	e, expected := 0.0, 0.0
	for _, i := range items {
		e += b.cost(i)
		expected += b.means[b.t.stratum(i)]
	}
	switch b.opt.Sort {
	case ByErrors:
		return e - expected
	case ByRate:
		return (e - expected) / float64(len(items))
	}
	of := func(t float64) float64 {
		sum := t * e
		logs := make([]float64, len(b.means))
		for k := range logs {
			m := 0.0
			for c, share := range b.shares[k] {
				m += share * math.Exp(t*c)
			}
			logs[k] = math.Log(m)
		}
		for _, i := range items {
			sum -= logs[b.t.stratum(i)]
		}
		return sum
	}
	low, high := 0.0, 60.0
	for range 200 {
		a, c := low+(high-low)/3, high-(high-low)/3
		if of(a) < of(c) {
			low = a
		} else {
			high = c
		}
	}
	return max(of(0), of((low+high)/2), of(60))
}

func (b *brute) productive(set []int) bool {
	rest := func(items []int) (n, sum, squares float64) {
		for _, i := range items {
			r := b.cost(i) - b.means[b.t.stratum(i)]
			n, sum, squares = n+1, sum+r, squares+r*r
		}
		return n, sum, squares
	}
	n, s, q := rest(b.items(set, -1))
	for k := range set {
		m, u, r := rest(b.items(set, k))
		mean := (s + u) / (n + m)
		if m == 0 || s/n-u/m <= 0 || s/n-u/m < b.opt.Productive*math.Sqrt(((q+r)/(n+m)-mean*mean)*(1/n+1/m)) {
			return false
		}
	}
	return true
}

// best returns the best conjunction and its quality.
func (b *brute) best() (set []int, quality float64) {
	var try func(prefix []int, from int)
	try = func(prefix []int, from int) {
		if len(prefix) > 0 {
			items := b.items(prefix, -1)
			sentences := map[int32]bool{}
			for _, i := range items {
				sentences[b.t.Cluster[i]] = true
			}
			if len(items) < b.opt.Min {
				return
			}
			if len(sentences) >= b.opt.MinSentences {
				q := b.quality(items)
				margin := 1e-9 * (1 + math.Abs(quality))
				if q > 1e-9 && (q > quality+margin || q > quality-margin && len(prefix) < len(set)) && (b.opt.Productive == 0 || b.productive(prefix)) {
					set, quality = slices.Clone(prefix), q
				}
			}
		}
		if len(prefix) == b.opt.Literals {
			return
		}
		for k := from; k < len(b.literals); k++ {
			if !slices.ContainsFunc(prefix, func(l int) bool { return !b.literals[l].goes(&b.literals[k]) }) {
				try(append(slices.Clone(prefix), k), k+1)
			}
		}
	}
	try(nil, 0)
	return set, quality
}

// TestSearchEqualsBruteForce is the law that the search finds what judging every conjunction
// finds: over random tables, for all orders, costs and strata, productive or not, with the items
// of three subgroups taken out one after another.
func TestSearchEqualsBruteForce(t *testing.T) {
	shared.Unraced(t)
	searchEqualsBruteForce(t, 0, 60)
}

// TestSearchEqualsBruteForceOften is the same over more tables.
func TestSearchEqualsBruteForceOften(t *testing.T) {
	shared.Long(t)
	searchEqualsBruteForce(t, 60, 240)
}

func searchEqualsBruteForce(t *testing.T, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		rng := rand.New(rand.NewPCG(uint64(n), 7))
		levels := [][]float64{{1, 0}, {0, 1, -1}, {0, 0.25, 0.5, 1}}[n%3]
		strata := 1 + 2*(n/3%2)
		opt := SearchOptions{Literals: 1 + n%3, Min: 5 + n%7, MinSentences: 1 + n%5, Sort: []Sort{BySurprise, ByErrors, ByRate}[n/6%3],
			Productive: float64(n / 18 % 2 * 2)}
		table, literals := randomTable(rng, levels, strata)
		half, _ := table.halves(Sentences, uint64(n))
		sign := 1.0
		if len(levels) == 3 && n%2 == 1 {
			sign = -1
		}
		s := newSearcher(table, half, sign, literals, opt)
		b := newBrute(table, literals, half, sign, opt)
		for round := range 3 {
			found, ok := s.search()
			set, quality := b.best()
			if ok != (quality > 0) || math.Abs(found.Quality-quality) > 1e-6*(1+quality) {
				t.Errorf("table %d, round %d, %+v: found %v %v, by brute force %v %v", n, round, opt, found.Literals, found.Quality, set, quality)
				break
			}
			if !ok {
				break
			}
			items := b.items(found.Literals, -1)
			if q := b.quality(items); math.Abs(q-quality) > 1e-6*(1+quality) || len(items) != found.Items {
				t.Errorf("table %d, round %d: %v has quality %v and %d items, by brute force %v and %d", n, round, found.Literals, found.Quality, found.Items, q,
					len(items))
			}
			s.take(&found)
			for _, i := range items {
				b.out[i] = true
			}
		}
	}
}

// TestSearchStopsCounting is the law that the search, which skips subgroups by the bounds of pairs and stops
// counting those that have too many items, finds what counting all of them finds: over tables of more items
// than are counted between two looks at the best, one after the other and at the same time.
func TestSearchStopsCounting(t *testing.T) {
	for n := range 12 {
		rng := rand.New(rand.NewPCG(uint64(n), 9))
		levels := [][]float64{{1, 0}, {0, 1, -1}, {0, 0.25, 0.5, 1}}[n%3]
		var table *Table
		var literals []Literal
		for part := 0; part == 0 || table.Items() < 3*64*stride; part++ {
			more, l := randomTable(rng, levels, 1)
			if part == 0 || len(more.Columns) != len(table.Columns) {
				if part == 0 {
					table, literals = more, l
				}
				continue
			}
			sentences := int32(len(table.Block))
			table.Block = append(table.Block, more.Block...)
			for i := range more.Items() {
				table.Cluster = append(table.Cluster, more.Cluster[i]+sentences)
				table.Cost.Append(more.Cost.At(i))
				for k := range table.Columns {
					table.Columns[k].Append(more.Columns[k].At(i))
				}
			}
		}
		half, _ := table.halves(Sentences, 1)
		opt := SearchOptions{Literals: 2 + n%3, Min: 50, MinSentences: 2, Productive: float64(n / 3 % 2 * 2),
			Sort: []Sort{BySurprise, ByErrors, ByRate}[n/4]}
		spread := opt
		if n%2 == 1 { // the race detector watches these
			spread.Parallel = func(n int, task func(i int)) {
				var all sync.WaitGroup
				for i := range n {
					all.Go(func() { task(i) })
				}
				all.Wait()
			}
		}
		fast, slow := newSearcher(table, half, 1, literals, spread), newSearcher(table, half, 1, literals, opt)
		for round := range 3 {
			found, ok := fast.search()
			want, also := plainly(slow)
			if ok != also || !slices.Equal(found.Literals, want.Literals) || found.Quality != want.Quality {
				t.Fatalf("table %d, round %d, %+v: found %+v, counting all %+v", n, round, opt, found, want)
			}
			if !ok {
				break
			}
			fast.take(&found)
			slow.take(&want)
		}
	}
}

// plainly is the plain twin of search: it counts each conjunction whole, without a bound.
func plainly(s *searcher) (best Found, ok bool) {
	w := s.walker()
	var try func(set []uint64, path []int, from int)
	try = func(set []uint64, path []int, from int) {
		for k := from; k < len(s.literals); k++ {
			if slices.ContainsFunc(path, func(l int) bool { return !s.goes[l][k] }) {
				continue
			}
			own := make([]uint64, len(set))
			size := w.and(own, set, s.bits[k])
			if size < s.opt.Min {
				continue
			}
			literals := append(slices.Clone(path), k)
			for i := range s.scorer.segments {
				g := &s.scorer.segments[i]
				w.counts[i] = int32(popcount(own[g.from:g.to]))
			}
			found := Found{Literals: literals, Quality: s.scorer.of(w.counts), Items: size}
			if found.Quality > 0 && (!ok || found.better(&best)) && w.productive(literals) && w.spread(literals) {
				best, ok = found, true
			}
			if len(literals) < s.opt.Literals {
				try(own, literals, k+1)
			}
		}
	}
	try(s.alive, nil, 0)
	return best, ok
}
