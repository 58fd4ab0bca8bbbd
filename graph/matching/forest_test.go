package matching

import (
	"math/rand/v2"
	"testing"
)

// TestForestLosses: the bound of a forest is the weight of the best of all choices, and the loss of a pair, or of a row that
// stays free, is how much less the best choice with it is worth.
func TestForestLosses(t *testing.T) {
	r := rand.New(rand.NewPCG(43, 44))
	tried, unused := 0, 0
	for i := range 600 {
		n, m := 2+r.IntN(4), 2+r.IntN(4)
		a, b := randomForest(r, n, 2), randomForest(r, m, 2)
		opt := Options{Classes: 3}
		var build builder
		build.start(&opt, a, b)
		x := build.instance(a, b)
		x.join()
		var f forest
		if len(x.row) == 0 || !f.load(x) {
			continue
		}
		var list []int32
		for p := range f.row {
			if f.live[p] = r.IntN(5) > 0; f.live[p] {
				list = append(list, int32(p))
			}
		}
		price := make([]int64, f.cols)
		for c := range price {
			price[c] = r.Int64N(3) * build.scale.unit(0) << build.scale.share / 2
		}
		f.arrange(list)
		upper := f.bound(list, price)
		f.lose(list)
		base := int64(0)
		for _, c := range f.seen {
			base += price[c]
		}
		best, with, without := f.plain(list, price)
		tried++
		if upper != base+best {
			t.Fatalf("graphs %d: bound %d, want %d", i, upper, base+best)
		}
		for _, p := range list {
			if f.loss[p] != best-with[p] {
				t.Fatalf("graphs %d, pair %d: loss %d, want %d", i, p, f.loss[p], best-with[p])
			}
			if row := f.row[p]; f.free[row] != best-without[row] {
				t.Fatalf("graphs %d, row %d: loss %d if it stays free, want %d", i, row, f.free[row], best-without[row])
			} else if f.free[row] == 0 {
				unused++
			}
		}
		f.choose(list)
		if value := f.worth(list, price); value != best {
			t.Fatalf("graphs %d: a choice worth %d, want %d", i, value, best)
		}
	}
	if tried < 300 || unused < 100 {
		t.Errorf("%d forests, %d pairs of rows that may stay free: too few to say anything", tried, unused)
	}
}

// plain tries all choices. It returns the weight of the best, and of the best with each pair and with each row free.
func (f *forest) plain(list []int32, price []int64) (best int64, with map[int32]int64, without map[int32]int64) {
	best, with, without = -far, map[int32]int64{}, map[int32]int64{}
	for _, p := range list {
		with[p], without[f.row[p]] = -far, -far
	}
	var choose func(k int)
	choose = func(k int) {
		if k < len(f.groups) {
			g := f.groups[k]
			f.state[g.row] = None
			choose(k + 1)
			for _, p := range list[g.begin:g.end] {
				f.state[g.row] = p
				choose(k + 1)
			}
			return
		}
		value := f.worth(list, price)
		best = max(best, value)
		for _, g := range f.groups {
			if p := f.state[g.row]; p >= 0 {
				with[p] = max(with[p], value)
			} else {
				without[g.row] = max(without[g.row], value)
			}
		}
	}
	choose(0)
	return best, with, without
}

// worth returns the weight of the choice, less the prices of its pairs.
func (f *forest) worth(list []int32, price []int64) (sum int64) {
	on := map[int32]bool{}
	for _, p := range list {
		on[p] = f.state[f.row[p]] == p
	}
	for _, p := range list {
		if !on[p] {
			continue
		}
		sum += f.base[p] - price[f.col[p]]
		for k := f.links.of[p]; k < f.links.of[p+1]; k++ {
			if q := f.links.to[k]; q > p && on[q] {
				sum += f.links.weight[k]
			}
		}
	}
	return sum
}
