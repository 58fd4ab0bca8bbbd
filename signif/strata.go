package signif

import (
	"math"
	"math/bits"
)

// strataShuffles is the default number of shuffles of a test over strata.
const strataShuffles = 9_999

// RandomizeMean is Randomize for the mean of a figure over strata, such as the
// macro average over treebanks: units are exchanged within their stratum. With
// one stratum it is Randomize. A stratum in which a figure is undefined is left
// out.
func RandomizeMean(a, b []Ratio, opt Options) Test {
	if len(a) == 1 {
		return Randomize(a[0], b[0], opt)
	}
	test := Test{P: math.NaN(), Far: math.NaN(), Z: math.NaN(), Method: NoTest}
	var strata []*exchange
	var x, y []Ratio
	var seen float64
	for s := range a {
		va, vb := a[s].Value(), b[s].Value()
		if !finite(va) || !finite(vb) {
			continue
		}
		x, y = append(x, a[s]), append(y, b[s])
		test.Units += a[s].Len()
		e, ok := newExchange(a[s], b[s])
		if ok {
			strata = append(strata, e)
			test.Differing += len(e.dm)
		}
		seen += vb - va
	}
	if len(x) == 0 || test.Units < 2 {
		return test
	}
	if len(strata) < len(x) {
		return meanStatistic(x, y, opt)
	}
	if test.Differing == 0 {
		test.Identical = true
		return test
	}
	c, at := contributions(x, y)
	var square float64
	for _, v := range c {
		square += v * v
	}
	test.Z = at / math.Sqrt(square)
	test.Method, test.Samples = Sampling, opt.shuffles(strataShuffles)
	test.Count = sampleStrata(strata, seen, opt, test.Samples)
	test.P = float64(test.Count+1) / float64(test.Samples+1)
	if test.Count == 0 {
		test.Far = farTail(c, at, opt.Alternative)
	}
	return test
}

// contributions returns the absolute contribution of each unit to the linearised
// difference, and the sum of the signed contributions.
func contributions(a, b []Ratio) (c []float64, sum float64) {
	for s := range a {
		na, da := a[s].Sums()
		nb, db := b[s].Sums()
		rate, scale := (na+nb)/(da+db), 2/(da+db)
		for i := range a[s].Num {
			d := scale * (b[s].Num[i] - a[s].Num[i] - rate*(b[s].Den[i]-a[s].Den[i]))
			if sum += d; d != 0 {
				c = append(c, math.Abs(d))
			}
		}
	}
	return c, sum
}

// farTail approximates p if no shuffle was as extreme as the observed difference.
func farTail(c []float64, at float64, alt Alternative) float64 {
	switch alt {
	case Greater:
		return max(Smallest, signTail(c, at, 0))
	case Less:
		return max(Smallest, signTail(c, -at, 0))
	}
	return max(Smallest, min(1, 2*signTail(c, math.Abs(at), 0)))
}

// extreme returns a function that reports whether a difference is at least as extreme as seen.
func extreme(seen, slack float64, alt Alternative) func(float64) bool {
	switch alt {
	case Greater:
		return func(d float64) bool { return !(d < seen-slack) }
	case Less:
		return func(d float64) bool { return !(d > seen+slack) }
	}
	return func(d float64) bool { return !(math.Abs(d) < math.Abs(seen)-slack) }
}

// sampleStrata counts how many of n random exchanges are as extreme as seen, a
// sum over the strata.
func sampleStrata(strata []*exchange, seen float64, opt Options, n int) int {
	all := make([]packedExchange, len(strata))
	for i, e := range strata {
		all[i] = e.packed()
	}
	far := extreme(seen, closeTo*float64(len(strata)), opt.Alternative)
	counts := make([]int, (n+shuffleChunk-1)/shuffleChunk)
	opt.chunks(n, shuffleChunk, func(chunk, from, to int) {
		words := newSharedWords(opt.stream(forStrata, chunk), 0).reader()
		for range to - from {
			d := 0.0
			for i := range all {
				m, t := all[i].drawn(words.next(all[i].words))
				d += strata[i].difference(m, t)
			}
			if far(d) {
				counts[chunk]++
			}
		}
	})
	total := 0
	for _, c := range counts {
		total += c
	}
	return total
}

// drawn exchanges the units whose bits in the words are set, and returns the difference of
// the sums.
func (l *packedExchange) drawn(words []uint64) (m, t int64) {
	var acc int64
	segs := l.segs
	for _, x := range words {
		n := 0
		for n < len(segs) {
			s := &segs[n]
			acc += int64(bits.OnesCount64(x&s.mask)) * s.weight
			n++
			if s.last {
				break
			}
		}
		segs = segs[n:]
	}
	t = int64(int32(acc))
	return 2*((acc-t)>>32) - l.m, 2*t - l.t
}

// difference returns B's figure less A's if the changes add up to m and t.
func (e *exchange) difference(m, t int64) float64 {
	M, T, fm, ft := float64(e.M), float64(e.T), float64(m), float64(t)
	return 2 * (fm*T - M*ft) / (T*T - ft*ft)
}

// meanStatistic is RandomizeMean for numbers that no scale turns into whole numbers.
func meanStatistic(a, b []Ratio, opt Options) Test {
	k := len(a)
	rows := func(r []Ratio) Rows {
		out := Rows{Width: 2 * k}
		for s := range r {
			for i := range r[s].Num {
				out.Data = append(out.Data, make([]float64, 2*k)...)
				row := out.Row(out.Len() - 1)
				row[2*s], row[2*s+1] = r[s].Num[i], r[s].Den[i]
			}
		}
		return out
	}
	return RandomizeStatistic(rows(a), rows(b), func(sum []float64) (v float64) {
		for s := range k {
			v += sum[2*s] / sum[2*s+1] / float64(k)
		}
		return v
	}, opt)
}
