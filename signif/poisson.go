package signif

import (
	"cmp"
	"math"
	"slices"
	"sync"
)

// PoissonResamples is the default number of resamples of a Poisson.
const PoissonResamples = 999

// A Poisson holds the sums of rows in resamples of the Poisson bootstrap: each resample has a unit as often as a
// Poisson variate of mean 1 says, not as often as draws with replacement from all units do (Hanley & MacGibbon 2006,
// Comput. Methods Programs Biomed. 83; Chamandy et al. 2012, "Estimating uncertainty for massive data streams"). So
// units can be added one by one, their number need not be known, and memory does not grow with it. The variates of a
// unit follow from its key and the seed alone: sums of whole numbers are equal for every order and division of the
// units, and two systems have each unit as often in the same resample.
//
// Variates have 16 bits: their mean is 1 exactly, their variance 1.0002.
type Poisson struct {
	seed             uint64
	width, resamples int
	units            int
	sums             []float64 // by resample: width columns, then the number of drawn units
	keys             []uint64  // of units that wait
	rows             []float64 // theirs
	largest          float64   // of their counts; infinity if one is no whole number, or negative
	lanes, part      []uint64  // scratch memory
}

const (
	waiting  = 64 // units that are added together
	perWord  = 4  // variates in a random word
	mostDraw = 8  // the largest variate
)

// NewPoisson returns empty sums of width columns. Resamples and Seed of the options count.
func NewPoisson(width int, opt Options) *Poisson {
	n := cmp.Or(opt.Resamples, PoissonResamples)
	return &Poisson{seed: opt.seed(), width: width, resamples: n, sums: make([]float64, n*(width+1))}
}

// Add adds a unit.
func (p *Poisson) Add(key uint64, row []float64) {
	p.units++
	p.keys = append(p.keys, mixed(p.seed+mixed(key)))
	p.rows = append(append(p.rows, row...), 1)
	for _, v := range row {
		if v < 0 || v != math.Trunc(v) {
			v = math.Inf(1)
		}
		p.largest = max(p.largest, v)
	}
	if len(p.keys) == waiting {
		p.flush()
	}
}

// mixed returns a number in which all bits depend on all bits of z (splitmix64, Steele, Lea & Flood 2014).
func mixed(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// variates is the variate for each number of 16 bits.
var variates = sync.OnceValue(func() *[1 << 16]uint8 {
	// e⁻¹/k! in parts of 65,536, moved by 3 parts from 2 to 1 so that the mean is 1
	parts := [mostDraw + 1]int{24109, 24112, 12052, 4018, 1005, 201, 33, 5, 1}
	var out [1 << 16]uint8
	at := 0
	for k, n := range parts {
		for range n {
			out[at] = uint8(k)
			at++
		}
	}
	return &out
})

// flush adds the units that wait to the sums.
func (p *Poisson) flush() {
	if len(p.keys) == 0 {
		return
	}
	const most = waiting * mostDraw // copies of one unit's count in a lane
	switch {
	case p.largest*most < 1<<16:
		p.packed(16)
	case p.largest*most < 1<<32:
		p.packed(32)
	default:
		p.plain()
	}
	p.keys, p.rows, p.largest = p.keys[:0], p.rows[:0], 0
}

// plain adds the units one after another.
func (p *Poisson) plain() {
	table, width := variates(), p.width+1
	for u, key := range p.keys {
		row := p.rows[u*width : (u+1)*width]
		for r := 0; r < p.resamples; r += perWord {
			x := mixed(key + uint64(r))
			for d := r; d < min(r+perWord, p.resamples); d++ {
				times := float64(table[uint16(x)])
				x >>= 16
				for j, v := range row {
					p.sums[d*width+j] += times * v
				}
			}
		}
	}
}

// packed is plain with several counts in a word, each in a lane of so many bits.
func (p *Poisson) packed(bits int) {
	table, width := variates(), p.width+1
	inWord := 64 / bits
	words := (width + inWord - 1) / inWord
	p.lanes = zeroed(p.lanes, len(p.keys)*words)
	for u := range p.keys {
		for j, v := range p.rows[u*width : (u+1)*width] {
			p.lanes[u*words+j/inWord] |= uint64(v) << (j % inWord * bits)
		}
	}
	for r := 0; r < p.resamples; r += perWord {
		p.part = zeroed(p.part, perWord*words)
		part := p.part
		for u, key := range p.keys {
			x := mixed(key + uint64(r))
			lanes := p.lanes[u*words : (u+1)*words]
			for d := range perWord {
				times := uint64(table[uint16(x)])
				x >>= 16
				sums := part[d*words : (d+1)*words]
				for k, v := range lanes {
					sums[k] += times * v
				}
			}
		}
		for d := range min(perWord, p.resamples-r) {
			sums := p.sums[(r+d)*width : (r+d+1)*width]
			for j := range sums {
				sums[j] += float64(part[d*words+j/inWord] >> (j % inWord * bits) & (1<<bits - 1))
			}
		}
	}
}

// zeroed returns n zeros in the memory of s.
func zeroed[T any](s []T, n int) []T {
	s = slices.Grow(s[:0], n)[:n]
	clear(s)
	return s
}

// values returns a figure in each resample. Sums are scaled to the number of units, so that a sum of counts varies
// as it does among samples of that size.
func (p *Poisson) values(f Statistic) []float64 {
	p.flush()
	out, sum := make([]float64, p.resamples), make([]float64, p.width)
	for r := range out {
		row := p.sums[r*(p.width+1) : (r+1)*(p.width+1)]
		scale := float64(p.units) / row[p.width]
		for j := range sum {
			sum[j] = row[j] * scale
		}
		out[r] = f(sum)
	}
	return out
}

// Interval returns the percentile interval of a figure, whose value over all units is given. A share
// that is 0 or 1 in every resample gets the Wilson interval on the number of units.
func (p *Poisson) Interval(value float64, f Statistic, share bool, opt Options) Interval {
	return certain(opt.percentile("poisson", value, p.units, p.values(f)), share, p.units, opt)
}

// Difference returns the interval of a figure of q less that of p. Both have the same units, seed and resamples.
func (p *Poisson) Difference(q *Poisson, value float64, f Statistic, opt Options) Interval {
	values := p.values(f)
	for i, v := range q.values(f) {
		values[i] = v - values[i]
	}
	return opt.percentile("poisson", value, p.units, values)
}

// ByResamples is a test of a difference: z is the difference over the standard error that its interval gives, taken as
// normal. It is for thousands of units and more.
func ByResamples(difference Interval, units int) Test {
	test := Test{P: math.NaN(), Far: math.NaN(), Z: math.NaN(), Method: Resampling, Units: units}
	switch se := difference.Error; {
	case se > 0:
		test.Z = difference.Value / se
		test.P = max(NormalP(test.Z), Smallest)
	case se == 0 && difference.Value == 0:
		test.Identical = true
	}
	return test
}

// DetectableBy is Detectable for a difference with that standard error.
func DetectableBy(se, alpha, power float64) float64 {
	return (quantile(1-alpha/2) + quantile(power)) * se
}

// percentile returns the limits between which the middle of the values is. It sorts them.
func (o Options) percentile(method string, value float64, units int, values []float64) Interval {
	iv := noInterval(value)
	iv.Method = method
	total := len(values)
	values = slices.DeleteFunc(values, func(x float64) bool { return !finite(x) })
	if !finite(value) || units < 2 || float64(len(values)) < (1-few)*float64(total) {
		return iv
	}
	slices.Sort(values)
	iv.Error = deviation(values)
	iv.Low, iv.High = orderStatistic(values, o.alpha()/2), orderStatistic(values, 1-o.alpha()/2)
	return iv
}
