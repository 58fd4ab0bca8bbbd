package signif

import (
	"cmp"
	"math"
	"slices"
)

// A SignedRank is the outcome of Wilcoxon's test.
type SignedRank struct {
	Plus, Minus float64 // sums of the ranks of positive and of negative differences
	NonZero     int
	P           float64 // exact given the ranks, ties and zeros included
	Normal      float64 // normal approximation with ties
	NormalCont  float64 // the same with continuity correction
}

// Wilcoxon tests whether differences are symmetric about 0 (Wilcoxon 1945), by
// the distribution of the mid-ranks under all changes of sign. Differences of
// 0 are dropped before ranking or, with pratt, after it (Pratt 1959).
func Wilcoxon(differences []float64, pratt bool) SignedRank {
	type diff struct {
		size     float64
		positive bool
	}
	var all []diff
	for _, d := range differences {
		if d != 0 || pratt {
			all = append(all, diff{math.Abs(d), d > 0})
		}
	}
	slices.SortFunc(all, func(a, b diff) int { return cmp.Compare(a.size, b.size) })
	var result SignedRank
	var ranks []int64 // doubled, so that mid-ranks are whole
	var sum, plus int64
	var variance, mean float64
	for i := 0; i < len(all); {
		end := i + 1
		for end < len(all) && all[end].size == all[i].size {
			end++
		}
		rank := int64(i + 1 + end)
		if all[i].size > 0 {
			for _, d := range all[i:end] {
				ranks = append(ranks, rank)
				sum += rank
				variance += float64(rank) * float64(rank) / 16
				mean += float64(rank) / 4
				if d.positive {
					plus += rank
				}
			}
		}
		i = end
	}
	result.NonZero = len(ranks)
	result.Plus, result.Minus = float64(plus)/2, float64(sum-plus)/2
	result.P, result.Normal, result.NormalCont = 1, 1, 1
	if len(ranks) == 0 {
		return result
	}
	result.P = exactRanks(ranks, sum, max(plus, sum-plus))
	d := math.Abs(result.Plus - mean)
	result.Normal = fromZ(d/math.Sqrt(variance), TwoSided)
	result.NormalCont = min(1, 2*upper((d-0.5)/math.Sqrt(variance)))
	return result
}

// maxRanks is the largest number of differences for the exact distribution.
const maxRanks = 2000

// exactRanks returns the probability that the sum of the positive ranks, or that of the negative ones, is most or more.
func exactRanks(ranks []int64, sum, most int64) float64 {
	if len(ranks) > maxRanks {
		c := make([]float64, len(ranks))
		for i, x := range ranks {
			c[i] = float64(x)
		}
		return min(1, 2*signTail(c, float64(2*most-sum), 2))
	}
	if 2*most == sum {
		return 1
	}
	return min(1, 2*tailOf(signSums(ranks, sum), most))
}
