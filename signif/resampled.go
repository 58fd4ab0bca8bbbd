package signif

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
	k := len(ratios)
	rows := make([]uint64, ratios[0].Len()*k)
	for j, x := range ratios {
		packed := pack(x, resampled.order)
		if packed == nil {
			return nil
		}
		for i, w := range packed {
			rows[i*k+j] = w
		}
		resampled.values = append(resampled.values, make([]float64, opt.resamples()))
	}
	opt.chunks(opt.resamples(), resampleChunk, func(chunk, from, to int) { resampled.draw(rows, chunk, from, to) })
	return resampled
}

// draw draws the same units as resampleOne does.
func (r *Resampled) draw(rows []uint64, chunk, from, to int) {
	rng := r.opt.stream(forResamples, chunk)
	k := len(r.ratios)
	sum := make([]uint64, k)
	add := func(at uint64) {
		row := rows[int(at)*k:]
		row = row[:len(sum)]
		for j, w := range row {
			sum[j] += w
		}
	}
	for v := from; v < to; v++ {
		clear(sum)
		begin := 0
		for _, end := range r.order.ends {
			n, first := uint64(end-begin), uint64(begin)
			i := begin
			for ; i+1 < end; i += 2 {
				x := rng.Uint64()
				add(first + (x>>32)*n>>32)
				add(first + (x&(1<<32-1))*n>>32)
			}
			if i < end {
				add(first + (rng.Uint64()>>32)*n>>32)
			}
			begin = end
		}
		for j, w := range sum {
			r.values[j][v] = float64(w>>32) / float64(w&(1<<32-1))
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
