package signif

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// Hogenhout & Matsumoto 1996, table 2 and section 6. Printed "NY 3.1%" is a
// misprint for 3.0, YY+NY is one more than EM of B in table 1, and E(YY), E(NN)
// were printed (4063, 1851) from shares rounded to 0.1%.
func TestHogenhoutPaper(t *testing.T) {
	it := Items{YY: 6516, YN: 232, NY: 343, NN: 4309}
	if it.Total() != 11400 || it.YY+it.YN != 6748 || it.YY+it.NY != 6858+1 {
		t.Errorf("table 2 does not sum to table 1: %+v", it)
	}
	for i, n := range []int{it.YY, it.YN, it.NY, it.NN} {
		want := []string{"57.2", "2.0", "3.0", "37.8"}[i]
		if got := fmt.Sprintf("%.1f", 100*float64(n)/11400); got != want {
			t.Errorf("share %d of table 2: %s, want %s", i, got, want)
		}
	}
	yy, nn := it.Expected()
	within(t, "E(YY)", yy, 4060.05, 0.005)
	within(t, "E(NN)", nn, 1853.05, 0.005)
	within(t, "E(YY) as printed", .592*.602*11400, 4063, 0.5)
	within(t, "E(NN) as printed", .408*.398*11400, 1851, 0.5)
	r := NewRealTest(it)
	if r.Status != RealTestOK || r.M1Int != 6234 || r.M2Int != 4027 || r.SizeInt != 1139 {
		t.Errorf("real test %+v, want M1 6234, M2 4027, size 1139", r)
	}
	if got := fmt.Sprintf("%.1f", r.Z); got != "4.7" {
		t.Errorf("z = %s, want 4.7", got)
	}
	// The printed relation between M1 and M2 holds for every solution.
	for m2 := 0.0; m2 < 4000; m2 += 500 {
		printed := (343*11400 + m2*6516 - (343+4309)*(6516+343)) / (m2 - 4309)
		within(t, "M1", printed, 6516-232*343/(4309-m2), 1e-6)
	}
	if it.Complement() {
		t.Error("two versions of one parser said to complement each other")
	}
	if !(Items{YY: 50, YN: 30, NY: 40, NN: 30}).Complement() {
		t.Error("systems that complement each other not said to")
	}
}

func TestRealTestWithoutItems(t *testing.T) {
	if r := NewRealTest(Items{}); r.Status != NoItems {
		t.Errorf("status %q", r.Status)
	}
}

// made returns an invented pair of systems with small counts, B a little better.
func made(n int, seed uint64) (a, b Ratio) {
	rng := rand.New(rand.NewPCG(seed, 7))
	for range n {
		gold := float64(2 + rng.IntN(20))
		ta, tb := gold+float64(rng.IntN(3)-1), gold+float64(rng.IntN(3)-1)
		ma := math.Floor(min(gold, ta) * (0.75 + 0.25*rng.Float64()))
		mb := ma
		if rng.IntN(2) == 0 {
			mb = min(gold, tb, max(0, ma+float64(rng.IntN(4)-1)))
		} else {
			tb = ta
		}
		a.Num, a.Den = append(a.Num, 2*ma), append(a.Den, gold+ta)
		b.Num, b.Den = append(b.Num, 2*mb), append(b.Den, gold+tb)
	}
	return a, b
}

// sharedDen gives b the denominators of a.
func sharedDen(a, b Ratio) (Ratio, Ratio) { return a, Ratio{b.Num, a.Den} }

func head(r Ratio, n int) Ratio { return Ratio{r.Num[:n], r.Den[:n]} }

// plain is the slow twin of the fast exact methods: all exchanges, with fractions.
func plain(a, b Ratio, alt Alternative) float64 {
	n := a.Len()
	count := 0
	diff := func(mask int) (num, den float64) {
		var na, da, nb, db float64
		for i := range n {
			x, y := i, i
			p, q := a, b
			if mask>>i&1 == 1 {
				p, q = b, a
			}
			na, da = na+p.Num[x], da+p.Den[x]
			nb, db = nb+q.Num[y], db+q.Den[y]
		}
		return nb*da - na*db, da * db
	}
	n0, d0 := diff(0)
	for mask := range 1 << n {
		n1, d1 := diff(mask)
		x, y := n1*d0, n0*d1
		switch alt {
		case TwoSided:
			x, y = math.Abs(x), math.Abs(y)
		case Less:
			x, y = -x, -y
		}
		if x >= y {
			count++
		}
	}
	return float64(count) / float64(int(1)<<n)
}

func TestExactWaysAgree(t *testing.T) {
	for seed := range uint64(20) {
		a, b := made(12, seed)
		for _, alt := range []Alternative{TwoSided, Greater, Less} {
			for _, linear := range []bool{false, true} {
				ratio, y := a, b
				if linear {
					ratio, y = sharedDen(a, b)
				}
				result := Randomize(ratio, y, Options{Alternative: alt})
				if result.Identical {
					continue
				}
				if linear != (result.Method == Dynamic) {
					t.Errorf("seed %d: method %s", seed, result.Method)
				}
				near(t, fmt.Sprint("seed ", seed, " ", alt, " linear ", linear), result.P, plain(ratio, y, alt), 1e-12)
			}
		}
	}
}

// The grouped bits must give the same distribution as plain exchanges.
func TestSamplingAgreesWithExact(t *testing.T) {
	for seed := range uint64(5) {
		a, b := made(18, seed)
		for _, alt := range []Alternative{TwoSided, Greater, Less} {
			e, _ := newExchange(a, b)
			if alt == Less {
				e.reverse()
			}
			const n = 200_000
			p := float64(sampleOne(e, alt == TwoSided, n, Options{})) / n
			want := plain(a, b, alt)
			within(t, fmt.Sprint("seed ", seed, " ", alt), p, want, 4*math.Sqrt(want*(1-want)/n)+1e-9)
		}
	}
}

func TestMirror(t *testing.T) {
	a, b := made(300, 3)
	for _, c := range []struct{ there, back Alternative }{{TwoSided, TwoSided}, {Greater, Less}, {Less, Greater}} {
		x := Randomize(a, b, Options{Alternative: c.there})
		y := Randomize(b, a, Options{Alternative: c.back})
		if x.P != y.P || x.Count != y.Count || x.Z != -y.Z {
			t.Errorf("%v: %+v is no mirror of %+v", c.there, x, y)
		}
	}
	x, y := BCaDifference(a, b, Options{}), BCaDifference(b, a, Options{})
	within(t, "low", x.Low, -y.High, 1e-12)
	within(t, "high", x.High, -y.Low, 1e-12)
}

// Parallel tasks must not change the result.
func TestParallel(t *testing.T) {
	a, b := made(300, 3)
	together := func(n int, task func(int)) {
		var wg sync.WaitGroup
		for i := n - 1; i >= 0; i-- {
			wg.Go(func() { task(i) })
		}
		wg.Wait()
	}
	opt := Options{Parallel: together}
	if x, y := Randomize(a, b, Options{}), Randomize(a, b, opt); x.P != y.P {
		t.Errorf("p %v and %v", x.P, y.P)
	}
	if x, y := BCa(a, true, Options{}), BCa(a, true, opt); x != y {
		t.Errorf("interval %v and %v", x, y)
	}
	tests := []Pairing{{a, b}}
	if x, y := MaxT(tests, []float64{0.001}, Options{}), MaxT(tests, []float64{0.001}, opt); !slices.Equal(x, y) {
		t.Errorf("max-T %v and %v", x, y)
	}
}

func TestNoTest(t *testing.T) {
	a, b := made(30, 1)
	if r := Randomize(a, a, Options{}); !r.Identical || !math.IsNaN(r.P) {
		t.Errorf("identical systems: %+v", r)
	}
	if r := Randomize(head(a, 1), Ratio{[]float64{0}, head(a, 1).Den}, Options{}); !math.IsNaN(r.P) || r.Identical {
		t.Errorf("one unit: %+v", r)
	}
	nothing := Ratio{make([]float64, 30), make([]float64, 30)}
	if r := Randomize(nothing, b, Options{}); !math.IsNaN(r.P) || r.Identical {
		t.Errorf("an undefined figure: %+v", r)
	}
	if iv := BCa(head(a, 1), true, Options{}); !math.IsNaN(iv.Low) {
		t.Errorf("interval of one unit: %+v", iv)
	}
	if iv := Analytic(nothing, true, Options{}); !math.IsNaN(iv.Low) {
		t.Errorf("interval of 0/0: %+v", iv)
	}
}

// One differing unit can be exchanged or not: no exchange is more extreme.
func TestOneDifference(t *testing.T) {
	a, _ := made(30, 1)
	b := Ratio{slices.Clone(a.Num), a.Den}
	b.Num[4] += 2
	if r := Randomize(a, b, Options{}); r.P != 1 || r.Differing != 1 {
		t.Errorf("%+v", r)
	}
}

// The saddlepoint must follow the exact distribution into the far tail, with
// and without a shared denominator.
func TestSaddlepoint(t *testing.T) {
	c := column(t, "las_1371.tsv")
	a, b := c.ratio(t, "a_las", "words"), c.ratio(t, "b_las", "words")
	exchange, _ := newExchange(a, b)
	near(t, "LAS", exchange.saddlepoint(true), 5.335046628249515e-35, 1e-3)
	exchange, _ = newExchange(c.ratio(t, "a_uas", "words"), c.ratio(t, "b_uas", "words"))
	near(t, "UAS", exchange.saddlepoint(true), 4.118978811080617e-26, 1e-3)
	for _, shift := range []int64{0, 3, 30, 60, 120} {
		exchange.m = 659 - 4*shift
		near(t, fmt.Sprint("sum ", exchange.m), exchange.saddlepoint(true), exchange.dynamic(true), 0.005)
	}
	x, y := made(2000, 9)
	exchange, _ = newExchange(x, y)
	p := float64(sampleOne(exchange, true, 200_000, Options{})+1) / 200_001
	near(t, "F1", exchange.saddlepoint(true), p, 0.05+4/math.Sqrt(200_001*p))
}

// If sampling finds no extreme shuffle, the test reports that and adds the saddlepoint.
func TestFarTail(t *testing.T) {
	a, b := made(400, 2)
	for i := range b.Num {
		b.Num[i] += 2
		b.Den[i]++
	}
	r := Randomize(a, b, Options{})
	if r.Method != Sampling || r.Count != 0 || r.P != 1e-5 || !(r.Far > 0 && r.Far < 1e-20) {
		t.Errorf("%+v", r)
	}
}

func TestRandomizeStatistic(t *testing.T) {
	a, b := made(60, 4)
	rows := func(r Ratio) Rows {
		out := Rows{Width: 2}
		for i := range r.Num {
			out.Data = append(out.Data, r.Num[i], r.Den[i])
		}
		return out
	}
	f := func(s []float64) float64 { return s[0] / s[1] }
	fast, slow := Randomize(a, b, Options{}), RandomizeStatistic(rows(a), rows(b), f, Options{})
	within(t, "p", slow.P, fast.P, 4*slow.Error())
	fast, slow = Randomize(head(a, 20), head(b, 20), Options{}), RandomizeStatistic(rows(head(a, 20)), rows(head(b, 20)), f, Options{})
	if !slow.Exact || !fast.Exact {
		t.Errorf("%+v, %+v", fast, slow)
	}
	near(t, "exact p", slow.P, fast.P, 1e-12)
	x, y := BCa(a, true, Options{}), BCaStatistic(rows(a), f, Options{})
	within(t, "low", y.Low, x.Low, 1e-9)
	within(t, "high", y.High, x.High, 1e-9)
	// weights that no scale turns into whole numbers
	w := Ratio{slices.Clone(a.Num), a.Den}
	v := Ratio{slices.Clone(b.Num), b.Den}
	for i := range w.Num {
		w.Num[i] *= math.Pi
		v.Num[i] *= math.Pi
	}
	within(t, "weighted p", Randomize(w, v, Options{}).P, Randomize(a, b, Options{}).P, 4*slow.Error()+0.02)
}

// A single test is not adjusted; two copies of one test count as one.
func TestMaxT(t *testing.T) {
	a, b := made(40, 1)
	raw := Randomize(a, b, Options{}).P
	if raw < 0.01 || raw > 0.3 {
		t.Fatalf("the test wants a p-value of middling size, not %v", raw)
	}
	one := MaxT([]Pairing{{a, b}}, []float64{raw}, Options{})[0]
	within(t, "one test", one, raw, 4*math.Sqrt(raw*(1-raw)/9999)+0.005)
	two := MaxT([]Pairing{{a, b}, {a, b}}, []float64{raw, raw}, Options{})
	if two[0] != one || two[1] != one {
		t.Errorf("two copies: %v, one: %v", two, one)
	}
	holm := Holm([]float64{raw, raw})
	if !(two[0] < holm[0]) {
		t.Errorf("max-T %v is no gain over Holm %v", two[0], holm[0])
	}
	if got := MaxT([]Pairing{{a, a}}, []float64{math.NaN()}, Options{}); !math.IsNaN(got[0]) {
		t.Errorf("no test: %v", got)
	}
}

func TestStrata(t *testing.T) {
	a, _ := made(200, 6)
	one := Options{Strata: make([]int32, 200)}
	if x, y := BCa(a, true, one), BCa(a, true, Options{}); x != y {
		t.Errorf("one stratum: %v, none: %v", x, y)
	}
	// strata that explain everything leave no variance
	ratio := Ratio{}
	var s []int32
	for i := range 40 {
		ratio.Num, ratio.Den = append(ratio.Num, float64(i%2)*3), append(ratio.Den, 3)
		s = append(s, int32(i%2))
	}
	if se := LinearError(ratio, Options{Strata: s}); se > 1e-15 {
		t.Errorf("standard error %v within strata", se)
	}
	if iv := BCa(ratio, true, Options{Strata: s}); iv.Low != 0.5 || iv.High != 0.5 {
		t.Errorf("interval %+v within strata", iv)
	}
}

// The intervals of one score are close to each other on a large enough test set.
func TestIntervalsAgree(t *testing.T) {
	c := column(t, "las_1371.tsv")
	ratio := c.ratio(t, "b_las", "words")
	x := BCa(ratio, true, Options{})
	y := Analytic(ratio, true, Options{})
	within(t, "low", y.Low, x.Low, 0.1*x.Error)
	within(t, "high", y.High, x.High, 0.1*x.Error)
	all := Ratio{ratio.Den, ratio.Den}
	for _, iv := range []Interval{BCa(all, true, Options{}), Analytic(all, true, Options{})} {
		if iv.Method != "wilson-units" || iv.High != 1 || !(iv.Low > 0.99 && iv.Low < 1) {
			t.Errorf("interval of a perfect score: %+v", iv)
		}
	}
}

// The detectable difference of the EWT pair, as measured by simulation: 1.28
// points of LAS at 1,000 sentences (80.0% power).
func TestDetectable(t *testing.T) {
	c := column(t, "las_1371.tsv")
	d := Detectable(c.ratio(t, "a_las", "words"), c.ratio(t, "b_las", "words"), 0.05, 0.8)
	within(t, "at 1,371", 100*d, 1.09, 0.005)
	within(t, "at 1,000", 100*d*math.Sqrt(1.371), 1.28, 0.005)
}

func TestClusteredZ(t *testing.T) {
	c := column(t, "las_1371.tsv")
	z, deff := ClusteredZ(c.numbers(t, "yn"), c.numbers(t, "ny"))
	near(t, "z", z, 11.407344604114954, 1e-12)
	near(t, "design effect", deff, math.Pow(18.6254048092205/11.407344604114954, 2), 1e-12)
}

// Resampling several ratios together gives the same result as resampling each.
func TestResampled(t *testing.T) {
	a, b := made(201, 8)
	s := make([]int32, 201)
	for i := range s {
		s[i] = int32(i % 3)
	}
	// Lanes are shared up to a factor, and as wide as their sums need.
	times := func(v []float64, by float64) []float64 {
		out := make([]float64, len(v))
		for i, x := range v {
			out[i] = x * by
		}
		return out
	}
	large := times(a.Den, 1e5)
	large[7]++
	pool := []Ratio{a, b, {Num: a.Num, Den: b.Den}, {Num: times(a.Num, 2), Den: times(b.Den, 0.5)}, {Num: times(a.Num, 0), Den: a.Den},
		{Num: times(b.Num, 3), Den: large}, {Num: times(a.Num, 0.25), Den: large}}
	for _, opt := range []Options{{Resamples: 999}, {Resamples: 999, Strata: s}} {
		r := Resample(pool, opt)
		if r == nil {
			t.Fatal("whole numbers were not packed")
		}
		for i, ratio := range pool {
			if got, want := fmt.Sprint(r.Interval(i, true)), fmt.Sprint(BCa(ratio, true, opt)); got != want { // NaN is not equal to itself
				t.Errorf("ratio %d: %s, want %s", i, got, want)
			}
			if got, want := fmt.Sprint(r.Difference(0, i)), fmt.Sprint(BCaDifference(a, ratio, opt)); got != want {
				t.Errorf("ratio %d less the first: %s, want %s", i, got, want)
			}
		}
		if got, want := r.Interval(1, true), BCa(b, true, opt); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if got, want := r.Difference(0, 1), BCaDifference(a, b, opt); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	long, other := made(1001, 9) // more units than 8 bits count
	opt := Options{Resamples: 99}
	if got, want := Resample([]Ratio{long, other}, opt).Interval(1, true), BCa(other, true, opt); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if r := Resample([]Ratio{a, {Num: a.Num, Den: append([]float64{math.Pi}, a.Den[1:]...)}}, Options{}); r != nil {
		t.Error("numbers that are not whole were packed")
	}
}
