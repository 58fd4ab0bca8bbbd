package signif

import (
	"math"
	"math/rand/v2"
	"slices"
)

// An Interval is a figure with the limits between which its true value lies with
// confidence 1-Alpha.
type Interval struct {
	Value     float64
	Low, High float64 // NaN if no interval can be given
	// Error is the standard error that the method gives.
	Error  float64
	Method string // "bca", "percentile", "analytic", "poisson", "wilson-units"
}

const (
	resampleChunk = 256
	// few is the share of undefined resamples above which no interval is given.
	few = 0.05
)

// BCa returns the bias-corrected and accelerated bootstrap interval (Efron
// 1987) of a ratio; units are drawn with replacement. A share that is 0 or 1
// in every resample gets the Wilson interval on the number of units.
func BCa(ratio Ratio, share bool, opt Options) Interval {
	order := strata(ratio.Len(), opt)
	one := pack(ratio, order)
	iv := opt.bca(ratio.Value(), jackknife(ratio), order, func(values []float64, rng *rand.ChaCha8) {
		if one != nil {
			resampleOne(values, rng, one, order)
			return
		}
		resampleReal(values, rng, order, func(count []float64) float64 {
			var num, den float64
			for i, c := range count {
				num += c * ratio.Num[i]
				den += c * ratio.Den[i]
			}
			return num / den
		})
	})
	return certain(iv, share, ratio.Len(), opt)
}

// certain gives a share that is 0 or 1 in every resample another interval.
func certain(iv Interval, share bool, units int, opt Options) Interval {
	if share && iv.Low == iv.High && (iv.Value == 0 || iv.Value == 1) {
		return wilsonUnits(iv.Value, units, opt.alpha())
	}
	return iv
}

// BCaDifference returns the interval of B's figure less A's; the rows of both
// systems for a unit are drawn together.
func BCaDifference(a, b Ratio, opt Options) Interval {
	order := strata(a.Len(), opt)
	pa, pb := pack(a, order), pack(b, order)
	ja, jb := jackknife(a), jackknife(b)
	for i := range ja {
		ja[i] = jb[i] - ja[i]
	}
	return opt.bca(b.Value()-a.Value(), ja, order, func(values []float64, rng *rand.ChaCha8) {
		if pa != nil && pb != nil {
			resampleTwo(values, rng, pa, pb, order)
			return
		}
		resampleReal(values, rng, order, func(count []float64) float64 {
			var na, da, nb, db float64
			for i, c := range count {
				na += c * a.Num[i]
				da += c * a.Den[i]
				nb += c * b.Num[i]
				db += c * b.Den[i]
			}
			return nb/db - na/da
		})
	})
}

// BCaStatistic returns the interval of a figure that is not a ratio of sums. For
// a difference, put the rows of both systems side by side.
func BCaStatistic(rows Rows, f Statistic, opt Options) Interval {
	order := strata(rows.Len(), opt)
	sum := rows.Sum()
	jack := make([]float64, rows.Len())
	left := make([]float64, rows.Width)
	for i := range jack {
		for j, v := range rows.Row(i) {
			left[j] = sum[j] - v
		}
		jack[i] = f(left)
	}
	return opt.bca(f(sum), jack, order, func(values []float64, rng *rand.ChaCha8) {
		total := make([]float64, rows.Width)
		resampleReal(values, rng, order, func(count []float64) float64 {
			clear(total)
			for i, c := range count {
				if c != 0 {
					for j, v := range rows.Row(i) {
						total[j] += c * v
					}
				}
			}
			return f(total)
		})
	})
}

// An ordering lists the units stratum by stratum.
type ordering struct {
	units []int
	ends  []int // of each stratum
}

// strata yields the units of each stratum.
func (o ordering) strata(yield func(units []int) bool) {
	begin := 0
	for _, end := range o.ends {
		if !yield(o.units[begin:end]) {
			return
		}
		begin = end
	}
}

func strata(n int, opt Options) ordering {
	o := ordering{units: make([]int, n)}
	for i := range o.units {
		o.units[i] = i
	}
	if opt.Strata == nil {
		o.ends = []int{n}
		return o
	}
	slices.SortStableFunc(o.units, func(a, b int) int { return int(opt.Strata[a]) - int(opt.Strata[b]) })
	for i := 1; i <= n; i++ {
		if i == n || opt.Strata[o.units[i]] != opt.Strata[o.units[i-1]] {
			o.ends = append(o.ends, i)
		}
	}
	return o
}

// pack puts numerator and denominator of each unit in the lanes of one word; it
// returns nil if they are not small whole numbers.
func pack(ratio Ratio, ordering ordering) []uint64 {
	for _, scale := range scales {
		if !whole(ratio.Num, scale) || !whole(ratio.Den, scale) {
			continue
		}
		out := make([]uint64, len(ordering.units))
		most := math.Ldexp(1, 32) / float64(len(ordering.units)+1)
		for i, u := range ordering.units {
			num, den := ratio.Num[u]*scale, ratio.Den[u]*scale
			if num < 0 || den < 0 || num >= most || den >= most {
				return nil
			}
			out[i] = uint64(num)<<32 | uint64(den)
		}
		return out
	}
	return nil
}

// resampleOne fills values with the figure of one resample each. It draws two units
// from each random word; the bias of that is below units/2^32.
func resampleOne(values []float64, rng *rand.ChaCha8, rows []uint64, o ordering) {
	for v := range values {
		var sum uint64
		begin := 0
		for _, end := range o.ends {
			part := rows[begin:end]
			n := uint64(len(part))
			k := 0
			for ; k+1 < len(part); k += 2 {
				x := rng.Uint64()
				sum += part[(x>>32)*n>>32] + part[(x&(1<<32-1))*n>>32]
			}
			if k < len(part) {
				sum += part[(rng.Uint64()>>32)*n>>32]
			}
			begin = end
		}
		values[v] = float64(sum>>32) / float64(sum&(1<<32-1))
	}
}

// resampleTwo is resampleOne for the difference of two systems.
func resampleTwo(values []float64, rng *rand.ChaCha8, a, b []uint64, ordering ordering) {
	rows := make([][2]uint64, len(a))
	for i := range rows {
		rows[i] = [2]uint64{a[i], b[i]}
	}
	for v := range values {
		var sa, sb uint64
		begin := 0
		for _, end := range ordering.ends {
			part := rows[begin:end]
			n := uint64(len(part))
			k := 0
			for ; k+1 < len(part); k += 2 {
				x := rng.Uint64()
				p, q := &part[(x>>32)*n>>32], &part[(x&(1<<32-1))*n>>32]
				sa += p[0] + q[0]
				sb += p[1] + q[1]
			}
			if k < len(part) {
				p := &part[(rng.Uint64()>>32)*n>>32]
				sa += p[0]
				sb += p[1]
			}
			begin = end
		}
		values[v] = float64(sb>>32)/float64(sb&(1<<32-1)) - float64(sa>>32)/float64(sa&(1<<32-1))
	}
}

// resampleReal calls figure with the number of times each unit was drawn.
func resampleReal(values []float64, rng *rand.ChaCha8, ordering ordering, figure func(count []float64) float64) {
	count := make([]float64, len(ordering.units))
	for v := range values {
		clear(count)
		begin := 0
		for _, end := range ordering.ends {
			part := ordering.units[begin:end]
			n := uint64(len(part))
			k := 0
			for ; k+1 < len(part); k += 2 {
				x := rng.Uint64()
				count[part[(x>>32)*n>>32]]++
				count[part[(x&(1<<32-1))*n>>32]]++
			}
			if k < len(part) {
				count[part[(rng.Uint64()>>32)*n>>32]]++
			}
			begin = end
		}
		values[v] = figure(count)
	}
}

// jackknife returns the figure with each unit left out in turn.
func jackknife(r Ratio) []float64 {
	num, den := r.Sums()
	out := make([]float64, r.Len())
	for i := range out {
		out[i] = (num - r.Num[i]) / (den - r.Den[i])
	}
	return out
}

// bca draws the resamples and finds the limits.
func (o Options) bca(value float64, jack []float64, order ordering, draw func([]float64, *rand.ChaCha8)) Interval {
	if !finite(value) || len(jack) < 2 {
		return noInterval(value)
	}
	values := make([]float64, o.resamples())
	o.chunks(len(values), resampleChunk, func(chunk, from, to int) {
		draw(values[from:to], o.stream(forResamples, chunk))
	})
	return o.limits(value, jack, order, values)
}

func noInterval(value float64) Interval {
	return Interval{Value: value, Low: math.NaN(), High: math.NaN(), Error: math.NaN(), Method: "bca"}
}

// limits computes the limits from the values of the figure in the resamples, which
// it sorts.
func (o Options) limits(value float64, jack []float64, order ordering, values []float64) Interval {
	iv := noInterval(value)
	total := len(values)
	values = slices.DeleteFunc(values, func(x float64) bool { return !finite(x) })
	if float64(len(values)) < (1-few)*float64(total) {
		return iv
	}
	slices.Sort(values)
	iv.Error = deviation(values)
	below, _ := slices.BinarySearch(values, value)
	upTo, _ := slices.BinarySearch(values, math.Nextafter(value, math.Inf(1)))
	z0 := quantile((float64(below) + float64(upTo-below)/2) / float64(len(values)))
	acc := acceleration(jack, order)
	if math.IsInf(z0, 0) || !finite(acc) { // no correction is possible
		z0, acc, iv.Method = 0, 0, "percentile"
	}
	alpha := o.alpha()
	limit := func(p float64) float64 {
		z := z0 + quantile(p)
		return orderStatistic(values, upper(-(z0 + z/(1-acc*z))))
	}
	iv.Low, iv.High = limit(alpha/2), limit(1-alpha/2)
	return iv
}

// acceleration returns the acceleration, from the skewness of the jackknife.
func acceleration(jack []float64, o ordering) float64 {
	var cube, square float64
	for part := range o.strata {
		var mean float64
		for _, u := range part {
			mean += jack[u]
		}
		mean /= float64(len(part))
		for _, u := range part {
			d := mean - jack[u]
			square += d * d
			cube += d * d * d
		}
	}
	if square == 0 {
		return 0
	}
	return cube / (6 * math.Pow(square, 1.5))
}

// orderStatistic returns the (n+1)p-th of the sorted values, interpolated linearly.
func orderStatistic(sorted []float64, p float64) float64 {
	at := p*float64(len(sorted)+1) - 1
	switch {
	case at <= 0:
		return sorted[0]
	case at >= float64(len(sorted)-1):
		return sorted[len(sorted)-1]
	}
	i := int(at)
	return sorted[i] + (at-float64(i))*(sorted[i+1]-sorted[i])
}

func deviation(v []float64) float64 {
	mean, square := meanOf(v), 0.0
	for _, x := range v {
		square += (x - mean) * (x - mean)
	}
	return math.Sqrt(square / float64(len(v)-1))
}
