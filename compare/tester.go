package compare

import (
	"math"
	"slices"

	"assay/eval"
	"assay/signif"
)

// A tester compares the systems in the scores of one measure.
type tester struct {
	c      *Comparison
	l      *layout
	metric *eval.Measure
	judged map[itemsOf]*judged // nil if items were not watched
	keys   []uint64            // of the units, for the Poisson bootstrap
}

// scores compares the chosen scores on one slice of the data.
func (t *tester) scores(slice *slice, chosen []int) []*Score {
	var sums [][]eval.Score // by run
	fractions := make([][]signif.Ratio, len(slice.rows))
	values := make([][][]float64, len(slice.rows)) // by run, by chosen score, by unit; of scores that are no fraction
	for r := range slice.rows {
		table := &slice.rows[r]
		sums = append(sums, t.metric.Scores(table.sum()))
		fractions[r], values[r] = make([]signif.Ratio, len(chosen)), make([][]float64, len(chosen))
		for c, k := range chosen {
			formula := &t.metric.Formulas[k]
			if fractions[r][c] = table.ratio(formula); formula.Den == nil {
				values[r][c] = table.values(formula)
			}
		}
	}
	var out []*Score
	var pool []signif.Ratio // of all scores, for one set of resamples
	var waiting []*data
	for c, k := range chosen {
		d := &data{slice: slice, score: k, metric: t.metric, first: len(pool), scale: 1}
		sc := &Score{Name: sums[0][k].Name, By: slice.by, Value: slice.value, Rate: sums[0][k].Rate, Lower: sums[0][k].Lower,
			Neither:  sums[0][k].Neither,
			Headline: t.metric.Headline() == k, Units: len(slice.units)}
		ratio, count := true, true
		for r := range slice.rows {
			count = count && isCount(values[r][c], sums[r][k])
			sc.Values = append(sc.Values, sums[r][k].Value)
			d.ratios = append(d.ratios, fractions[r][c])
			ratio = ratio && isRatio(fractions[r][c], sums[r][k])
		}
		switch {
		case ratio:
		case count:
			d.ratios, d.scale = means(values, c), float64(len(slice.units))
		default:
			d.ratios = nil
		}
		pool = append(pool, d.ratios...)
		out, waiting = append(out, sc), append(waiting, d)
	}
	var drawn *signif.Resampled
	var poisson []*signif.Poisson
	switch {
	case t.c.Options.CI == CIBCa:
		drawn = signif.Resample(pool, t.options(waiting[0]))
	case t.c.Options.CI == CIPoisson && slice.by == "":
		poisson = t.draw(slice, t.c.Options.signif())
	}
	t.testAll(out, waiting)
	for i, d := range waiting {
		d.drawn, d.poisson = drawn, poisson
		t.one(out[i], d)
	}
	return out
}

// together is how many tests share their random numbers; their units are in memory at once.
const together = 8

// testAll tests the pairs of all scores that are ratios.
func (t *tester) testAll(scores []*Score, all []*data) {
	type place struct {
		*data
		pair [2]int
	}
	var places []place
	for i, d := range all {
		d.tests = map[[2]int]signif.Test{}
		if d.ratios == nil {
			continue
		}
		for _, ab := range t.c.pairs(scores[i]) {
			places = append(places, place{d, ab})
		}
	}
	for part := range slices.Chunk(places, together) {
		var pairs []signif.Pairing
		for _, p := range part {
			pairs = append(pairs, signif.Pairing{A: p.ratios[p.pair[0]], B: p.ratios[p.pair[1]]})
		}
		for i, test := range signif.RandomizeAll(pairs, t.options(part[0].data)) {
			part[i].tests[part[i].pair] = test
		}
	}
}

// isRatio reports whether the fractions of the rows add up to the score.
func isRatio(f signif.Ratio, score eval.Score) bool {
	num, den := f.Sums()
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9*(math.Abs(a)+math.Abs(b)) }
	if math.IsNaN(score.Value) {
		return den == 0 && score.Den == 0
	}
	return near(num, score.Num) && near(den, score.Den) && score.Den != 0 && near(score.Num/score.Den, score.Value)
}

// isCount reports whether a score that is not a fraction is the sum of the units'
// scores, as a number of errors is.
func isCount(values []float64, s eval.Score) bool {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return values != nil && math.Abs(sum-s.Value) <= 1e-9*math.Abs(s.Value)
}

// means returns the ratios whose values are the means over units of the score at
// index k of values.
func means(values [][][]float64, k int) (out []signif.Ratio) {
	for _, v := range values {
		ones := make([]float64, len(v[k]))
		for i := range ones {
			ones[i] = 1
		}
		out = append(out, signif.Ratio{Num: v[k], Den: ones})
	}
	return out
}

// data is the input of the tests of one score: ratios, or rows and a statistic.
type data struct {
	*slice
	metric *eval.Measure
	score  int
	ratios []signif.Ratio         // by run; nil if the score is no ratio
	tests  map[[2]int]signif.Test // by pair of runs, of ratios
	drawn  *signif.Resampled
	first  int // number of the first of ratios in drawn
	// resamples of the Poisson bootstrap by run, nil without them
	poisson []*signif.Poisson
	// scale turns the ratios into the score: 1, or the number of units where
	// the score is a plain sum, which has the mean over units for a ratio.
	scale float64
}

func (d *data) statistic(sum []float64) float64 { return d.metric.Formulas[d.score].Value(sum) }

func (d *data) table(r int) signif.Rows { return d.rows[r].rows() }

// values returns the score of each run on each unit.
func (d *data) values() func(run, unit int) float64 {
	scratch := make([]float64, 0, d.width)
	return func(run, unit int) float64 { return d.statistic(d.rows[run].row(unit, scratch)) }
}

// one fills in a score.
func (t *tester) one(sc *Score, data *data) {
	opt := t.options(data)
	sc.Oracle = data.oracle(sc)
	if t.c.Options.CI != CINone && sc.By == "" {
		for r := range data.rows {
			sc.Intervals = append(sc.Intervals, data.interval(r, sc, t.c.Options.CI, opt))
		}
	}
	items := t.judged[itemsOf{data.by, data.value, data.score}]
	if items != nil {
		sc.HasItems = true
		sc.All, sc.Some, sc.None = items.all, items.some, items.none
	}
	for _, ab := range t.c.pairs(sc) {
		pair := &Pair{A: ab[0], B: ab[1], Difference: sc.Values[ab[1]] - sc.Values[ab[0]], Detectable: math.NaN(),
			DesignEffect: math.NaN()}
		if items != nil {
			pair.Items = items.pair(pair.A, pair.B)
			m := signif.McNemar(pair.Items.YN, pair.Items.NY)
			pair.McNemar = &m
		} else if yn, ny, ok := data.yesNo(pair); ok {
			m := signif.McNemar(yn, ny)
			pair.McNemar = &m
		}
		data.winners(pair, sc.Lower)
		t.test(pair, data, opt)
		if t.c.Options.CI != CINone && !pair.Test.Identical && (data.poisson != nil || t.c.Options.CI != CIPoisson) {
			iv := data.difference(pair, t.c.Options.CI, opt)
			pair.Interval = &iv
		}
		if data.ratios != nil {
			a, b := data.ratios[pair.A], data.ratios[pair.B]
			pair.twin = data.twin(pair)
			pair.Detectable = data.scale * signif.Detectable(a, b, t.c.Options.Alpha, Power)
			if sc.Rate {
				pair.DesignEffect = mean(signif.DesignEffect(a, opt), signif.DesignEffect(b, opt))
			}
			if sc.By == "" || t.c.Options.Adjust == AdjustMaxT { // those of all groups would need much memory
				pair.Ratios = &signif.Pairing{A: t.spread(a, data.units), B: t.spread(b, data.units)}
			}
		}
		t.margin(pair, sc, data, opt)
		sc.Pairs = append(sc.Pairs, pair)
	}
}

// mean returns the mean of those that are numbers.
func mean(x, y float64) float64 {
	switch {
	case math.IsNaN(x):
		return y
	case math.IsNaN(y):
		return x
	}
	return (x + y) / 2
}

func (t *tester) options(d *data) signif.Options {
	opt := t.c.Options.signif()
	if t.l.stratum != nil {
		for _, u := range d.units {
			opt.Strata = append(opt.Strata, t.l.stratum[u])
		}
	}
	return opt
}

// spread puts the units of a slice back among all units.
func (t *tester) spread(ratio signif.Ratio, units []int32) signif.Ratio {
	if len(units) == t.l.units {
		return ratio
	}
	out := signif.Ratio{Num: make([]float64, t.l.units), Den: make([]float64, t.l.units)}
	for i, u := range units {
		out.Num[u], out.Den[u] = ratio.Num[i], ratio.Den[i]
	}
	return out
}

// scaled turns an interval of ratios into one of the score.
func (d *data) scaled(iv signif.Interval) signif.Interval {
	iv.Value, iv.Low, iv.High, iv.Error = iv.Value*d.scale, iv.Low*d.scale, iv.High*d.scale, iv.Error*d.scale
	return iv
}

// interval returns the interval of one system's score.
func (d *data) interval(r int, sc *Score, kind CI, opt signif.Options) signif.Interval {
	if d.poisson != nil {
		return d.poisson[r].Interval(sc.Values[r], d.statistic, sc.Rate, opt)
	}
	if d.ratios == nil {
		return signif.BCaStatistic(d.table(r), d.statistic, opt)
	}
	switch {
	case kind == CIAnalytic:
		return d.scaled(signif.Analytic(d.ratios[r], sc.Rate, opt))
	case d.drawn != nil:
		return d.scaled(d.drawn.Interval(d.first+r, sc.Rate))
	}
	return d.scaled(signif.BCa(d.ratios[r], sc.Rate, opt))
}

// difference returns the interval of the difference. The interval of B against A
// mirrors that of A against B to the last bit.
func (d *data) difference(p *Pair, kind CI, opt signif.Options) signif.Interval {
	a, b, sign := p.A, p.B, 1.0
	if p.Difference < 0 {
		a, b, sign = b, a, -1
	}
	var iv signif.Interval
	switch {
	case d.poisson != nil:
		return differenceOf(p, d.poisson, d.statistic, opt)
	case d.ratios == nil:
		both := signif.Rows{Width: 2 * d.width}
		first, second := d.table(a), d.table(b)
		for i := range d.units {
			both.Data = append(append(both.Data, first.Row(i)...), second.Row(i)...)
		}
		iv = signif.BCaStatistic(both, func(sum []float64) float64 {
			return d.statistic(sum[d.width:]) - d.statistic(sum[:d.width])
		}, opt)
	case kind == CIAnalytic:
		iv = d.scaled(signif.AnalyticDifference(d.ratios[a], d.ratios[b], opt))
	case d.drawn != nil:
		iv = d.scaled(d.drawn.Difference(d.first+a, d.first+b))
	default:
		iv = d.scaled(signif.BCaDifference(d.ratios[a], d.ratios[b], opt))
	}
	if sign < 0 {
		iv.Value, iv.Low, iv.High = -iv.Value, -iv.High, -iv.Low
	}
	return iv
}

// winners counts the units on which each system's score is better. A unit on
// which a score is undefined goes by its effect on the score of all units.
func (d *data) winners(pair *Pair, lower bool) {
	value := d.values()
	var a, b signif.Ratio
	var na, da, nb, db float64
	if d.ratios != nil {
		a, b = d.ratios[pair.A], d.ratios[pair.B]
		na, da = a.Sums()
		nb, db = b.Sums()
	}
	for i := range d.units {
		var x float64
		if d.ratios != nil {
			x = b.Num[i]*a.Den[i] - a.Num[i]*b.Den[i]
			if a.Den[i] == 0 || b.Den[i] == 0 {
				x = (b.Num[i] - a.Num[i]) - (na+nb)/(da+db)*(b.Den[i]-a.Den[i])
			}
		} else {
			x = value(pair.B, i) - value(pair.A, i)
		}
		if lower {
			x = -x
		}
		switch {
		case x > 0:
			pair.BBetter++
		case x < 0:
			pair.ABetter++
		default:
			pair.Equal++
		}
	}
}

// test fills in the test that was asked for.
func (t *tester) test(pair *Pair, data *data, opt signif.Options) {
	if data.ratios != nil {
		pair.Test = data.tests[[2]int{pair.A, pair.B}]
	} else {
		pair.Test = signif.RandomizeStatistic(data.table(pair.A), data.table(pair.B), data.statistic, opt)
	}
	pair.TestName = string(pair.Test.Method)
	pair.Test.Identical = pair.Test.Identical && finite(pair.Difference)
	name := t.c.Options.Test
	if name == TestRandomization || pair.Test.Identical || math.IsNaN(pair.Test.P) {
		return
	}
	other := signif.Test{P: math.NaN(), Far: math.NaN(), Z: pair.Test.Z, Units: pair.Test.Units,
		Differing: pair.Test.Differing}
	pair.TestName = name.String()
	switch name {
	case TestMcNemar:
		if pair.McNemar != nil {
			other.P, other.Exact = pair.McNemar.Exact, true
		}
	case TestSign:
		other.P, _ = signif.Sign(pair.ABetter, pair.BBetter)
		other.Exact = true
	case TestWilcoxon:
		if diff := data.differences(pair); len(diff) > 1 {
			other.P, other.Exact = signif.Wilcoxon(diff, false).P, true
		}
	case TestT:
		if diff := data.differences(pair); len(diff) > 1 {
			other.Z, other.P = signif.PairedT(diff)
		}
	}
	pair.Test = other
}

// yesNo counts the units that only A and only B gets right, where each unit is
// one question, as in exact match.
func (d *data) yesNo(p *Pair) (yn, ny int, ok bool) {
	if d.ratios == nil {
		return 0, 0, false
	}
	a, b := d.ratios[p.A], d.ratios[p.B]
	for i := range a.Num {
		if a.Den[i] != 1 || b.Den[i] != 1 || a.Num[i] != 0 && a.Num[i] != 1 || b.Num[i] != 0 && b.Num[i] != 1 {
			return 0, 0, false
		}
		if a.Num[i] > b.Num[i] {
			yn++
		} else if b.Num[i] > a.Num[i] {
			ny++
		}
	}
	return yn, ny, true
}

// differences returns the differences of the units' scores, where both are
// defined, each rounded once so that equal ones are equal.
func (d *data) differences(pair *Pair) (out []float64) {
	value := d.values()
	for i := range d.units {
		var x float64
		if d.ratios != nil {
			a, b := d.ratios[pair.A], d.ratios[pair.B]
			x = (b.Num[i]*a.Den[i] - a.Num[i]*b.Den[i]) / (a.Den[i] * b.Den[i])
		} else {
			x = value(pair.B, i) - value(pair.A, i)
		}
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			out = append(out, x)
		}
	}
	return out
}
