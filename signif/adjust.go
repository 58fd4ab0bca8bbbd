package signif

import (
	"cmp"
	"math"
	"slices"
)

// Holm adjusts p-values so that the chance of any false discovery stays at the
// level (Holm 1979). A NaN means no test: it stays NaN and does not count.
func Holm(p []float64) []float64 {
	order := ascending(p)
	out := slices.Clone(p)
	most := 0.0
	for i, k := range order {
		most = max(most, min(1, float64(len(order)-i)*p[k]))
		out[k] = most
	}
	return out
}

// BH adjusts p-values so that the expected share of false discoveries stays at
// the level (Benjamini & Hochberg 1995). A NaN means no test.
func BH(p []float64) []float64 {
	order := ascending(p)
	out := slices.Clone(p)
	least := 1.0
	for i := len(order) - 1; i >= 0; i-- {
		k := order[i]
		least = min(least, float64(len(order))/float64(i+1)*p[k])
		out[k] = least
	}
	return out
}

func ascending(p []float64) []int {
	var order []int
	for i, x := range p {
		if !math.IsNaN(x) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return order
}

// A Pairing is two systems' ratios over the same units.
type Pairing struct{ A, B Ratio }

// MaxT adjusts the p-values of several two-sided tests over the same units
// together, by the step-down maximum of their standardised differences under
// common exchanges (Westfall & Young 1993): unlike Holm it gains power if the
// tests are correlated. A p-value never falls below the raw one in p.
func MaxT(tests []Pairing, p []float64, opt Options) []float64 {
	out := slices.Clone(p)
	var kept []int
	var e [][]float64
	var z []float64
	for i, t := range tests {
		if math.IsNaN(p[i]) {
			continue
		}
		s, _ := slopes(t.A, t.B)
		var sum, square float64
		for _, x := range s {
			sum += x
			square += x * x
		}
		for k := range s {
			s[k] /= math.Sqrt(square)
		}
		kept, e, z = append(kept, i), append(e, s), append(z, math.Abs(sum/math.Sqrt(square)))
	}
	if len(kept) == 0 {
		return out
	}
	order := make([]int, len(kept)) // least first
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(z[a], z[b]) })
	counts := maxCounts(e, z, order, opt)
	n := opt.shuffles(statisticShuffles)
	most := 0.0
	for i := len(order) - 1; i >= 0; i-- {
		k := order[i]
		most = max(most, float64(counts[i]+1)/float64(n+1), p[kept[k]])
		out[kept[k]] = min(1, most)
	}
	return out
}

// maxCounts returns, for each place in order, the number of shuffles whose maximum
// over the tests up to that place is at least as large as the observed one.
func maxCounts(e [][]float64, z []float64, order []int, opt Options) []int {
	n := opt.shuffles(statisticShuffles)
	counts := make([][]int, (n+statisticChunk-1)/statisticChunk)
	units := len(e[0])
	opt.chunks(n, statisticChunk, func(chunk, from, to int) {
		rng := opt.stream(forMaxT, chunk)
		count := make([]int, len(order))
		sign := make([]float64, units)
		for range to - from {
			var word uint64
			for i := range sign {
				if i%64 == 0 {
					word = rng.Uint64()
				}
				sign[i] = float64(int64(word&1)*2 - 1)
				word >>= 1
			}
			most := 0.0
			for i, k := range order {
				var sum float64
				for u, x := range e[k] {
					sum += sign[u] * x
				}
				most = max(most, math.Abs(sum))
				if most >= z[k]*(1-closeTo) {
					count[i]++
				}
			}
		}
		counts[chunk] = count
	})
	total := make([]int, len(order))
	for _, c := range counts {
		for i, x := range c {
			total[i] += x
		}
	}
	return total
}
