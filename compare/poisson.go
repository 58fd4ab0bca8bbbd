package compare

import (
	"fmt"
	"math"
	"slices"

	"assay/eval"
	"assay/eval/rows"
	"assay/report"
	"assay/signif"
)

// poisson returns the intervals of a result's scores by the Poisson bootstrap, from its rows or from resamples that
// were drawn as rows were read. Groups have none: the sums of all resamples would be held for each of them.
func (o Options) poisson(res *eval.Result, counts *eval.Counts) (out []report.Interval) {
	opt := o.signif()
	drawn, ok := counts.Drawing.(*signif.Poisson)
	if !ok {
		drawn = signif.NewPoisson(counts.Width, opt)
		var row []float64
		for i := range res.Units {
			if !counts.Skip(i) {
				row = counts.AppendRow(row[:0], i)
				drawn.Add(res.Units[i].Key(fileOf(res, i)), row)
			}
		}
	}
	headline := counts.Metric.Headline()
	for k, score := range counts.Metric.Scores(counts.Sum()) {
		if o.Headline && k != headline {
			continue
		}
		iv := drawn.Interval(score.Value, counts.Metric.Formulas[k].Value, score.Rate, opt)
		if finite(iv.Low) {
			out = append(out, report.Interval{Name: score.Name, Low: iv.Low, High: iv.High, DesignEffect: math.NaN()})
		}
	}
	return out
}

// Draws returns drawings for rows that are read one by one: one for each measure of a system.
func Draws(opt Options) rows.Draws {
	drawn := map[string]*signif.Poisson{}
	return func(name rows.Name, measure, width int) eval.Drawing {
		id := fmt.Sprint(name.System, "\x00", name.Treebank, "\x00", name.Run, "\x00", measure, "\x00", width)
		if drawn[id] == nil {
			drawn[id] = signif.NewPoisson(width, opt.signif())
		}
		return drawn[id]
	}
}

// fileOf returns the name of the file of gold that unit i is in, "" if it has none.
func fileOf(res *eval.Result, i int) string {
	if file := int(res.Units[i].File); file < len(res.Gold.Files) {
		return res.Gold.Files[file].Name
	}
	return ""
}

// keys returns the keys of the layout's units: that of the first row of each in the first run that has one.
func (l *layout) keys(runs []Run) []uint64 {
	out, known := make([]uint64, l.units), make([]bool, l.units)
	for r, run := range runs {
		for i := range run.Result.Units {
			if u := l.unit[l.of[r][i]]; !known[u] {
				out[u], known[u] = run.Result.Units[i].Key(fileOf(run.Result, i)), true
			}
		}
	}
	return out
}

// draw returns the resamples of each run over the units of a slice.
func (t *tester) draw(slice *slice, opt signif.Options) (out []*signif.Poisson) {
	var scratch []float64
	for r := range slice.rows {
		drawn := signif.NewPoisson(slice.width, opt)
		for i, u := range slice.units {
			scratch = slice.rows[r].row(i, scratch)
			drawn.Add(t.keys[u], scratch)
		}
		out = append(out, drawn)
	}
	return out
}

// poissonRNG are the random numbers of the Poisson bootstrap in signatures.
const poissonRNG = "splitmix64"

// streamed reports whether the results are sums without rows, from which resamples were drawn.
func streamed(runs []Run) bool {
	return !slices.ContainsFunc(runs, func(r Run) bool {
		undrawn := func(c *eval.Counts) bool { return c.Drawing == nil }
		return !r.Result.Totalled() || slices.ContainsFunc(r.Result.Counts, undrawn)
	})
}

// layoutOfTotals is the layout of results whose units are the sentences of gold, one by one.
func layoutOfTotals(runs []Run, opt Options) (*layout, error) {
	if err := sameGold(runs, opt); err != nil {
		return nil, err
	}
	n := runs[0].Result.GoldN
	for _, r := range runs {
		if r.Result.Len() != n {
			return nil, pairingErrorf("compare from rows, without option test=poisson",
				"%s splits the text into other sentences than gold", r.Result.System.Name)
		}
	}
	return &layout{stretches: n, units: n}, nil
}

// ofTotals compares systems in measure m by their sums.
func (c *Comparison) ofTotals(runs []Run, m int, out *Metric) error {
	metric := runs[0].Result.Counts[m].Metric
	chosen, err := c.Options.chosen(metric)
	if err != nil {
		return err
	}
	t := &tester{c: c, metric: metric}
	var sums [][]float64
	var drawn []*signif.Poisson
	lacking := map[int]bool{} // sentences that some run is not scored on
	for _, r := range runs {
		counts := r.Result.Counts[m]
		sums, drawn = append(sums, counts.Sum()), append(drawn, counts.Drawing.(*signif.Poisson))
		for i := range r.Result.NotScored() {
			lacking[i] = true
		}
	}
	out.Counted = len(lacking)
	out.Scores = t.resampled(c.Units, sums, drawn, chosen)
	if !slices.ContainsFunc(out.Scores, (*Score).defined) {
		return undefinedFor(metric)
	}
	c.Metrics = append(c.Metrics, out)
	return nil
}

// byResamples compares the systems in the chosen scores by TestPoisson.
func (t *tester) byResamples(slice *slice, chosen []int) []*Score {
	var sums [][]float64
	for r := range slice.rows {
		sums = append(sums, slice.rows[r].sum())
	}
	return t.resampled(len(slice.units), sums, t.draw(slice, t.c.Options.signif()), chosen)
}

// resampled makes the scores of systems from their sums and their resamples.
func (t *tester) resampled(units int, sums [][]float64, drawn []*signif.Poisson, chosen []int) (out []*Score) {
	opt := t.c.Options.signif()
	for _, k := range chosen {
		f := signif.Statistic(t.metric.Formulas[k].Value)
		first := t.metric.Scores(sums[0])[k]
		score := &Score{Name: first.Name, Rate: first.Rate, Lower: first.Lower, Neither: first.Neither,
			Headline: t.metric.Headline() == k,
			Units:    units, Oracle: math.NaN()}
		for r := range sums {
			value := t.metric.Scores(sums[r])[k].Value
			score.Values = append(score.Values, value)
			score.Intervals = append(score.Intervals, drawn[r].Interval(value, f, first.Rate, opt))
		}
		for _, ab := range t.c.pairs(score) {
			a, b := ab[0], ab[1]
			pair := &Pair{A: a, B: b, Difference: score.Values[b] - score.Values[a], DesignEffect: math.NaN(),
				Detectable: math.NaN(), Unpaired: true}
			iv := differenceOf(pair, drawn, f, opt)
			pair.Test = signif.ByResamples(iv, units)
			pair.TestName = string(pair.Test.Method)
			if !pair.Test.Identical {
				pair.Interval = &iv
				pair.Detectable = signif.DetectableBy(iv.Error, t.c.Options.Alpha, Power)
			}
			score.Pairs = append(score.Pairs, pair)
		}
		out = append(out, score)
	}
	return out
}

// differenceOf returns the interval of the difference. That of B against A mirrors that of A against B to the last bit.
func differenceOf(p *Pair, drawn []*signif.Poisson, f signif.Statistic, opt signif.Options) signif.Interval {
	if p.Difference >= 0 || math.IsNaN(p.Difference) {
		return drawn[p.A].Difference(drawn[p.B], p.Difference, f, opt)
	}
	iv := drawn[p.B].Difference(drawn[p.A], -p.Difference, f, opt)
	iv.Value, iv.Low, iv.High = -iv.Value, -iv.High, -iv.Low
	return iv
}
