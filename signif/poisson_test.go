package signif

import (
	"math"
	"math/rand/v2"
	"testing"
)

// poissonRows are rows of three counts, the first of which the second is a part of.
func poissonRows(units, most int) (rows [][]float64) {
	random := rand.New(rand.NewPCG(1, 2))
	for range units {
		den := random.IntN(most) + 1
		rows = append(rows, []float64{float64(den), float64(random.IntN(den + 1)), 1})
	}
	return rows
}

func secondOfFirst(sum []float64) float64 { return sum[1] / sum[0] }

// TestVariates: the frequencies are those of e⁻¹/k! to a part in 20,000, the mean is 1.
func TestVariates(t *testing.T) {
	var count [mostDraw + 1]float64
	mean := 0
	for _, k := range variates() {
		count[k]++
		mean += int(k)
	}
	if mean != 1<<16 {
		t.Errorf("the mean is %d/65536", mean)
	}
	p := math.Exp(-1)
	for k, n := range count {
		if d := math.Abs(n/(1<<16) - p); d > 1.0/20_000 {
			t.Errorf("%d is drawn with a chance of %v, want %v", k, n/(1<<16), p)
		}
		p /= float64(k + 1)
	}
}

// TestPoissonDivision: any order and division of the units gives the same sums, whichever way they are added.
func TestPoissonDivision(t *testing.T) {
	for _, most := range []int{100, 1000, 1 << 24} { // lanes of 16 bits, of 32 bits, none
		rows := poissonRows(300, most)
		one := NewPoisson(3, Options{Resamples: 50})
		for i, row := range rows {
			one.Add(uint64(i), row)
		}
		other, plain := NewPoisson(3, Options{Resamples: 50}), NewPoisson(3, Options{Resamples: 50})
		for _, i := range rand.New(rand.NewPCG(3, 4)).Perm(len(rows)) {
			other.Add(uint64(i), rows[i])
			if i%7 == 0 {
				other.flush()
			}
			plain.keys, plain.rows = append(plain.keys, mixed(plain.seed+mixed(uint64(i)))), append(append(plain.rows, rows[i]...), 1)
		}
		plain.plain()
		one.flush()
		other.flush()
		for k, v := range one.sums {
			if other.sums[k] != v || plain.sums[k] != v {
				t.Fatalf("counts up to %d: sum %d is %v, %v in another order, %v one by one", most, k, v, other.sums[k], plain.sums[k])
			}
		}
	}
}

// TestPoissonIsTheBootstrap: with many units the interval is that of draws with replacement, and of the linearised
// variance. The standard error of 2,000 resamples is 1.6 % of itself.
func TestPoissonIsTheBootstrap(t *testing.T) {
	rows := poissonRows(5_000, 40)
	opt := Options{Resamples: 2_000}
	p := NewPoisson(3, opt)
	r := Ratio{}
	for i, row := range rows {
		p.Add(uint64(i), row)
		r.Num, r.Den = append(r.Num, row[1]), append(r.Den, row[0])
	}
	got := p.Interval(r.Value(), secondOfFirst, true, opt)
	for _, want := range []Interval{BCa(r, true, opt), Analytic(r, true, opt)} {
		if math.Abs(got.Error/want.Error-1) > 0.08 || math.Abs(got.Low-want.Low) > 0.2*want.Error || math.Abs(got.High-want.High) > 0.2*want.Error {
			t.Errorf("%s: %v, want about %v", want.Method, got, want)
		}
	}
	other := NewPoisson(3, opt)
	for i, row := range rows { // one item more is right in every tenth unit
		if i%10 == 0 && row[1] < row[0] {
			row[1]++
		}
		other.Add(uint64(i), row)
	}
	better := Ratio{Den: r.Den}
	for _, row := range rows {
		better.Num = append(better.Num, row[1])
	}
	diff, want := p.Difference(other, better.Value()-r.Value(), secondOfFirst, opt), BCaDifference(r, better, opt)
	if math.Abs(diff.Error/want.Error-1) > 0.08 || math.Abs(diff.Low-want.Low) > 0.2*want.Error {
		t.Errorf("difference %v, want about %v", diff, want)
	}
}

// TestPoissonCoverage: of 400 samples with a true share of 0.6, about 95 % have it in their interval.
func TestPoissonCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	held := 0
	const samples = 400
	for s := range samples {
		p := NewPoisson(2, Options{})
		sum := []float64{0, 0}
		for u := range 150 {
			den := float64(random.IntN(20) + 1)
			num := 0.0
			for range int(den) {
				if random.Float64() < 0.6 {
					num++
				}
			}
			p.Add(uint64(s)<<32|uint64(u), []float64{den, num})
			sum[0] += den
			sum[1] += num
		}
		if iv := p.Interval(secondOfFirst(sum), secondOfFirst, true, Options{}); iv.Low <= 0.6 && 0.6 <= iv.High {
			held++
		}
	}
	if held < samples*92/100 || held > samples*98/100 {
		t.Errorf("%d of %d intervals hold the true share", held, samples)
	}
}

// A sum of counts has the interval of a sample of that size, not of a sample whose size varies too.
func TestPoissonSum(t *testing.T) {
	p := NewPoisson(1, Options{})
	for u := range 1000 {
		p.Add(uint64(u), []float64{3})
	}
	if iv := p.Interval(3000, func(sum []float64) float64 { return sum[0] }, false, Options{}); math.Abs(iv.High-iv.Low) > 1e-6 {
		t.Errorf("equal units: %v", iv)
	}
	if iv := NewPoisson(1, Options{}).Interval(math.NaN(), func([]float64) float64 { return 0 }, false, Options{}); !math.IsNaN(iv.Low) {
		t.Errorf("no units: %v", iv)
	}
}
