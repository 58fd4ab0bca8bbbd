package subgroup

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"slices"
)

// exceedances is the number of flips that reach the statistic after which a test ends (Besag &
// Clifford 1991).
const exceedances = 200

// flip tests whether the sum of u is above 0, by flipping the signs of its terms, of which each
// is the sum of one sentence. It returns (flips at or above + 1) / (flips + 1).
func flip(u []float64, flips int, rng *rand.ChaCha8) float64 {
	terms := nonzero(u)
	total, size := 0.0, 0.0
	for _, v := range terms {
		total += v
		size += math.Abs(v)
	}
	if total <= 1e-12*size {
		return 1
	}
	sums := make([]float64, flips)
	random := make([]byte, flips+8)
	var table [256]float64
	for at := 0; at < len(terms); at += 8 { // eight terms at once: their sums under all 256 flips
		block := terms[at:min(at+8, len(terms))]
		for mask := range table {
			sum := 0.0
			for k, v := range block {
				if mask>>k&1 == 1 {
					v = -v
				}
				sum += v
			}
			table[mask] = sum
		}
		for k := 0; k < flips; k += 8 {
			binary.LittleEndian.PutUint64(random[k:], rng.Uint64())
		}
		for k := range sums {
			sums[k] += table[random[k]]
		}
	}
	reached := total - 1e-9*size
	above := 0
	for k, sum := range sums {
		if sum < reached {
			continue
		}
		if above++; above == exceedances {
			return float64(above+1) / float64(k+2)
		}
	}
	return float64(above+1) / float64(flips+1)
}

// nonzero returns the numbers that are not 0, in memory of their own.
func nonzero(all []float64) []float64 {
	some := slices.DeleteFunc(slices.Clone(all), func(v float64) bool { return v == 0 })
	return slices.Clone(some) // in no more memory than they need
}

// A measured is a subgroup on one half.
type measured struct {
	items, others   int     // of the subgroup, of all others
	cost, otherCost float64 // their sums
	newItems        int     // items of no subgroup before it
	newCost         float64
	low, high       float64   // interval of the difference of the means
	u, plain        []float64 // terms of the tests that are not 0, by cluster
}

// measure counts a subgroup on the sentences of a half and sums its test's terms by sentence.
// taken marks the items of the subgroups before it, and is updated.
func (t *Table) measure(literals []*Literal, half []bool, want bool, sign float64, taken []bool,
	quantile float64) *measured {
	out := &measured{u: make([]float64, len(t.Block)), plain: make([]float64, len(t.Block))}
	strata := t.strata()
	total, fresh, sum := make([]float64, strata), make([]float64, strata), make([]float64, strata)
	in := make([]uint8, t.Items()) // 1: in the subgroup, 2: in none before it
	for i := range in {
		if half[t.Cluster[i]] != want {
			continue
		}
		cost, k := sign*t.Levels[t.Cost.At(i)], t.stratum(i)
		total[k]++
		sum[k] += cost
		if !t.Member(i, literals) {
			out.others++
			out.otherCost += cost
			continue
		}
		in[i] = 1
		out.items++
		out.cost += cost
		if !taken[i] {
			in[i], taken[i] = 3, true
			out.newItems++
			out.newCost += cost
			fresh[k]++
		}
	}
	for i := range in {
		if half[t.Cluster[i]] != want {
			continue
		}
		cost, k, member := sign*t.Levels[t.Cost.At(i)], t.stratum(i), 0.0
		if in[i]&2 != 0 {
			member = 1
			out.plain[t.cluster(t.Cluster[i])] += cost
		}
		out.u[t.cluster(t.Cluster[i])] += (member - fresh[k]/total[k]) * (cost - sum[k]/total[k])
	}
	out.interval(t, in, half, want, sign, quantile)
	out.u, out.plain = nonzero(out.u), nonzero(out.plain)
	return out
}

// interval sets the confidence interval of the difference between the mean cost of the subgroup and that of the
// others: linearised, clustered by sentence.
func (m *measured) interval(table *Table, in []uint8, half []bool, want bool, sign, quantile float64) {
	m.low, m.high = math.NaN(), math.NaN()
	if m.items == 0 || m.others == 0 {
		return
	}
	rate, other := m.cost/float64(m.items), m.otherCost/float64(m.others)
	terms := make([]float64, len(table.Block))
	seen, known := 0, make([]bool, len(table.Block))
	for i := range in {
		s := table.Cluster[i]
		if half[s] != want {
			continue
		}
		s = table.cluster(s)
		if !known[s] {
			seen, known[s] = seen+1, true
		}
		cost := sign * table.Levels[table.Cost.At(i)]
		if in[i] != 0 {
			terms[s] += (cost - rate) / float64(m.items)
		} else {
			terms[s] -= (cost - other) / float64(m.others)
		}
	}
	if seen < 2 {
		return
	}
	sum := 0.0
	for _, v := range terms {
		sum += v * v
	}
	error := math.Sqrt(sum * float64(seen) / float64(seen-1))
	m.low, m.high = rate-other-quantile*error, rate-other+quantile*error
}
