package compare

import (
	"math"
	"slices"

	"assay/eval"
	"assay/report"
	"assay/signif"
)

// Intervals returns a function that computes the intervals of a report's scores:
// "bca", "analytic" or "poisson" by opt.CI, over opt.Unit, within opt.Stratum. Scores whose
// interval is undefined (one unit, 0/0) have none.
func Intervals(opt Options) (func(*eval.Result, *eval.Counts, *eval.Group) []report.Interval, error) {
	opt, err := opt.filled()
	if err != nil {
		return nil, err
	}
	if opt.CI == CINone {
		return nil, nil
	}
	if opt.CI == CIPoisson {
		return func(res *eval.Result, counts *eval.Counts, group *eval.Group) []report.Interval {
			if group != nil {
				return nil
			}
			return opt.poisson(res, counts)
		}, nil
	}
	var last arranged // groups of one measure come one after another
	return func(res *eval.Result, counts *eval.Counts, group *eval.Group) []report.Interval {
		if last.res != res || last.c != counts {
			last = arrange(res, counts, opt)
		}
		switch {
		case last.layout == nil:
			return nil
		case group == nil:
			return opt.intervals(counts.Metric, last.layout, last.layout.whole(last.runs, 0, last.skip))
		}
		slice := last.layout.group(last.runs, 0, last.skip, []*eval.Group{group})
		return opt.intervals(counts.Metric, last.layout, slice)
	}, nil
}

// arranged is the units of one measure of a result.
type arranged struct {
	res    *eval.Result
	c      *eval.Counts
	layout *layout // nil if the files have no such units
	runs   []Run
	skip   []bool
}

func arrange(res *eval.Result, counts *eval.Counts, opt Options) arranged {
	one := eval.Result{Gold: res.Gold, System: res.System, Units: res.Units, GoldN: res.GoldN,
		Counts: []*eval.Counts{counts}}
	l := layoutOf(&one)
	a := arranged{res: res, c: counts, runs: []Run{{Result: &one}}}
	if l.divide(a.runs, opt) != nil { // no documents or files here
		return a
	}
	a.layout = l
	a.skip, _ = l.skipped(a.runs, 0)
	return a
}

// CheckUnit reports why opt's unit or stratum does not suit the files of res.
func CheckUnit(res *eval.Result, opt Options) error {
	opt, err := opt.filled()
	if err != nil {
		return err
	}
	return layoutOf(res).divide([]Run{{Result: res}}, opt)
}

// mostNumbers is about how many numerators are in memory at once.
const mostNumbers = 1 << 19

func (o Options) intervals(metric *eval.Measure, layout *layout, slice *slice) []report.Interval {
	total := slice.rows[0].sum()
	sums := metric.Scores(total)
	headline := metric.Headline()
	var chosen []int
	for k := range sums {
		if !o.Headline || k == headline {
			chosen = append(chosen, k)
		}
	}
	at := max(1, len(chosen))
	if o.CI != CIBCa { // resamples are drawn once, for all scores
		at = max(1, mostNumbers/max(1, len(slice.units)))
	}
	var out []report.Interval
	for part := range slices.Chunk(chosen, at) {
		out = append(out, o.some(metric, layout, slice, sums, part)...)
	}
	return out
}

// some returns the intervals of some scores.
func (o Options) some(metric *eval.Measure, layout *layout, slice *slice, sums []eval.Score,
	chosen []int) []report.Interval {
	table := &slice.rows[0]
	ratios := make([]signif.Ratio, len(sums))
	for _, k := range chosen {
		ratios[k] = table.ratio(&metric.Formulas[k])
	}
	t := &tester{c: &Comparison{Options: o}, l: layout}
	opt := t.options(&data{slice: slice})
	var pool []signif.Ratio
	place := make([]int, len(sums))
	for _, k := range chosen {
		place[k] = len(pool)
		if isRatio(ratios[k], sums[k]) {
			pool = append(pool, ratios[k])
		}
	}
	var drawn *signif.Resampled
	if o.CI == CIBCa {
		drawn = signif.Resample(pool, opt)
	}
	var out []report.Interval
	for _, k := range chosen {
		sc := sums[k]
		d := &data{slice: slice, metric: metric, score: k, drawn: drawn, first: place[k], scale: 1}
		deff := math.NaN()
		if isRatio(ratios[k], sc) {
			d.ratios = ratios[k : k+1]
			if sc.Rate && len(slice.units) > 1 {
				deff = signif.DesignEffect(ratios[k], opt)
			}
		}
		iv := d.interval(0, &Score{Rate: sc.Rate}, o.CI, opt)
		if !math.IsNaN(iv.Low) {
			out = append(out, report.Interval{Name: sc.Name, Low: iv.Low, High: iv.High, DesignEffect: deff})
		}
	}
	return out
}
