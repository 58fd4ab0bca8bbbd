package signif

import (
	"cmp"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Resampled holds the values of several ratios over the same units in the same
// resamples: each drawn unit serves all ratios. It gives exactly the intervals of
// BCa and BCaDifference for a fraction of the work.
type Resampled struct {
	opt    Options
	order  ordering
	ratios []Ratio
	values [][]float64 // by ratio, by resample
}

// Resample draws the resamples. It returns nil if the numbers are not small and
// whole, or if there are too few units: use BCa and BCaDifference then.
func Resample(ratios []Ratio, opt Options) *Resampled {
	if len(ratios) == 0 || ratios[0].Len() < 2 {
		return nil
	}
	resampled := &Resampled{opt: opt, order: strata(ratios[0].Len(), opt), ratios: ratios}
	pool := &lanes{of: map[uint64][]int{}}
	fractions := make([]fraction, len(ratios))
	for i, ratio := range ratios {
		packed := pack(ratio, resampled.order)
		if packed == nil {
			return nil
		}
		fractions[i] = pool.fraction(packed)
		resampled.values = append(resampled.values, make([]float64, opt.resamples()))
	}
	pool.assign()
	rows := pool.rows(len(resampled.order.units))
	opt.chunks(opt.resamples(), resampleChunk, func(chunk, from, to int) {
		resampled.draw(rows, pool, fractions, chunk, from, to)
	})
	return resampled
}

// A lane is the numbers that numerators or denominators are made of, one for each unit,
// in some bits of the words of the units.
// The scores of a measure share most of them, such as the words of gold.
type lane struct {
	numbers     []uint32
	bits        int // that the sum of a resample may need
	word, shift int // where that sum is
}

func (l *lane) sum(words []uint64) uint64 {
	return words[l.word] >> l.shift & (1<<l.bits - 1)
}

// A term is a lane with a factor; it is 0 without one.
type term struct {
	lane   int
	factor uint64
}

// A fraction is a ratio in terms of lanes.
type fraction struct{ num, den term }

// lanes is the different lanes of a pool of ratios, up to a factor.
type lanes struct {
	all   []lane
	of    map[uint64][]int // by hash
	words int              // that the sums of all lanes take
}

// fraction returns the terms of a packed ratio.
func (c *lanes) fraction(packed []uint64) fraction {
	num, den := make([]uint32, len(packed)), make([]uint32, len(packed))
	for i, w := range packed {
		num[i], den[i] = uint32(w>>32), uint32(w)
	}
	return fraction{c.term(num), c.term(den)}
}

// term finds or adds a lane; it changes numbers.
func (c *lanes) term(numbers []uint32) term {
	var factor, most uint32
	for _, n := range numbers {
		if most = max(most, n); factor != 1 && n != factor {
			factor = uint32(gcd(int64(factor), int64(n)))
		}
	}
	if factor == 0 {
		return term{}
	}
	hash := uint64(14695981039346656037)
	for i, n := range numbers {
		if factor > 1 {
			n /= factor
			numbers[i] = n
		}
		hash = (hash ^ uint64(n)) * 1099511628211
	}
	for _, at := range c.of[hash] {
		if slices.Equal(c.all[at].numbers, numbers) {
			return term{at, uint64(factor)}
		}
	}
	c.of[hash] = append(c.of[hash], len(c.all))
	c.all = append(c.all, lane{numbers: numbers, bits: sumBits(numbers, uint64(most/factor))})
	return term{len(c.all) - 1, uint64(factor)}
}

// sumBits returns the bits that the sum of a resample needs. By Hoeffding 1963 the sum of n
// draws of numbers up to most exceeds its mean by most*sqrt(70n) with a chance of exp(-140),
// also where they are drawn within strata.
func sumBits(numbers []uint32, most uint64) int {
	var mean uint64 // of the sum
	for _, n := range numbers {
		mean += uint64(n)
	}
	size := uint64(len(numbers))
	return bits.Len64(min(most*size, mean+most*uint64(math.Ceil(math.Sqrt(70*float64(size))))))
}

// assign gives each lane its bits in a word, the widest lanes first.
func (c *lanes) assign() {
	order := make([]int, len(c.all))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(c.all[b].bits, c.all[a].bits) })
	var used []int // bits of each word
	for _, i := range order {
		lane := &c.all[i]
		lane.word = slices.IndexFunc(used, func(n int) bool { return n+lane.bits <= 64 })
		if lane.word < 0 {
			lane.word = len(used)
			used = append(used, 0)
		}
		lane.shift = used[lane.word]
		used[lane.word] += lane.bits
	}
	c.words = len(used)
}

// rows returns the words of the units, one after another.
func (c *lanes) rows(units int) []uint64 {
	rows := make([]uint64, units*c.words)
	for k := range c.all {
		lane := &c.all[k]
		for i, n := range lane.numbers {
			rows[i*c.words+lane.word] |= uint64(n) << lane.shift
		}
	}
	return rows
}

// draw draws the same units as resampleOne does. It counts how often each is drawn and
// then adds up the rows in order: to fetch the rows in the order of the draws is slow
// where they exceed the processor's cache.
func (r *Resampled) draw(rows []uint64, pool *lanes, fractions []fraction, chunk, from, to int) {
	rng := r.opt.stream(forResamples, chunk)
	sum := make([]uint64, pool.words)
	times := make([]uint8, len(r.order.units))
	sums := make([]uint64, len(pool.all))
	value := func(t term) float64 {
		if t.factor == 0 {
			return 0
		}
		return float64(sums[t.lane] * t.factor)
	}
	for v := from; v < to; v++ {
		r.order.draw(times, rng)
		clear(sum)
		addTimes(sum, rows, times)
		for k := range pool.all {
			sums[k] = pool.all[k].sum(sum)
		}
		for j, f := range fractions {
			r.values[j][v] = value(f.num) / value(f.den)
		}
	}
}

// draw sets how often each unit is drawn in a resample, unit by unit in the order of o.
// In strata of up to 255 units the numbers fit 8 bits; in a larger one, a unit is drawn
// 256 times with a chance below 1/256!.
func (o ordering) draw(times []uint8, rng *rand.ChaCha8) {
	clear(times)
	begin := 0
	for _, end := range o.ends {
		part := times[begin:end]
		n := uint64(len(part))
		i := 0
		for ; i+1 < len(part); i += 2 {
			x := rng.Uint64()
			part[(x>>32)*n>>32]++
			part[(x&(1<<32-1))*n>>32]++
		}
		if i < len(part) {
			part[(rng.Uint64()>>32)*n>>32]++
		}
		begin = end
	}
}

// addTimes adds each row to sum as many times as it was drawn, a few words of all rows at
// a time.
func addTimes(sum, rows []uint64, times []uint8) {
	width := len(sum)
	j := 0
	for ; j+4 <= width; j += 4 {
		var a, b, c, d uint64
		at := j
		for _, n := range times {
			row := rows[at : at+4 : at+4]
			n := uint64(n)
			a, b, c, d = a+n*row[0], b+n*row[1], c+n*row[2], d+n*row[3]
			at += width
		}
		sum[j], sum[j+1], sum[j+2], sum[j+3] = a, b, c, d
	}
	for ; j+2 <= width; j += 2 {
		var a, b uint64
		at := j
		for _, n := range times {
			row := rows[at : at+2 : at+2]
			n := uint64(n)
			a, b = a+n*row[0], b+n*row[1]
			at += width
		}
		sum[j], sum[j+1] = a, b
	}
	for ; j < width; j++ {
		at := j
		for _, n := range times {
			sum[j] += uint64(n) * rows[at]
			at += width
		}
	}
}

// Interval is BCa of ratio i.
func (r *Resampled) Interval(i int, share bool) Interval {
	ratio := r.ratios[i]
	value := ratio.Value()
	if !finite(value) {
		return noInterval(value)
	}
	iv := r.opt.limits(value, jackknife(ratio), r.order, append([]float64(nil), r.values[i]...))
	return certain(iv, share, ratio.Len(), r.opt)
}

// Difference is BCaDifference of ratio b less ratio a.
func (r *Resampled) Difference(a, b int) Interval {
	x, y := r.ratios[a], r.ratios[b]
	value := y.Value() - x.Value()
	if !finite(value) {
		return noInterval(value)
	}
	jack, other := jackknife(y), jackknife(x)
	values := append([]float64(nil), r.values[b]...)
	for i := range jack {
		jack[i] -= other[i]
	}
	for i := range values {
		values[i] -= r.values[a][i]
	}
	return r.opt.limits(value, jack, r.order, values)
}
