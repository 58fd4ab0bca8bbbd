package compare

import (
	"math"

	"assay/eval"
	"assay/report"
	"assay/signif"
)

// Intervals returns what gives a report the intervals of its scores: "bca" or
// "analytic" by opt.CI, over opt.Unit, within opt.Stratum. Scores whose interval
// cannot be told (one unit, 0/0) have none.
func Intervals(opt Options) (func(*eval.Result, *eval.Counts, *eval.Group) []report.Interval, error) {
	opt, err := opt.filled()
	if err != nil {
		return nil, err
	}
	if opt.CI == CINone {
		return nil, nil
	}
	return func(res *eval.Result, c *eval.Counts, g *eval.Group) []report.Interval {
		one := eval.Result{Gold: res.Gold, System: res.System, Units: res.Units, GoldN: res.GoldN, Counts: []*eval.Counts{c}}
		l := &layout{stretches: len(res.Units), of: make([][]int32, 1)}
		for i := range res.Units {
			l.of[0] = append(l.of[0], int32(i))
		}
		runs := []Run{{Result: &one}}
		if l.group(runs, opt) != nil { // no documents or files here
			return nil
		}
		skip, _ := l.skipped(runs, 0)
		if g != nil {
			only := *c
			only.Groups = []*eval.Group{g}
			one.Counts[0] = &only
			return opt.intervals(c.Metric, l, l.groups(runs, 0, skip)[0])
		}
		return opt.intervals(c.Metric, l, l.whole(runs, 0, skip))
	}, nil
}

// CheckUnit reports why opt's unit or stratum does not suit the files of res.
func CheckUnit(res *eval.Result, opt Options) error {
	opt, err := opt.filled()
	if err != nil {
		return err
	}
	l := &layout{stretches: len(res.Units), of: make([][]int32, 1)}
	for i := range res.Units {
		l.of[0] = append(l.of[0], int32(i))
	}
	return l.group([]Run{{Result: res}}, opt)
}

func (o Options) intervals(metric eval.Metric, l *layout, s *slice) []report.Interval {
	sums, scratch := metric.Scores(s.rows[0].sum()), make([]float64, 0, s.width)
	ratios := make([]signif.Ratio, len(sums))
	for i := range s.units {
		for k, sc := range metric.Scores(s.rows[0].row(i, scratch)) {
			ratios[k].Num, ratios[k].Den = append(ratios[k].Num, sc.Num), append(ratios[k].Den, sc.Den)
		}
	}
	t := &tester{c: &Comparison{Options: o}, l: l}
	opt := t.options(&data{slice: s})
	var pool []signif.Ratio
	place := make([]int, len(sums))
	for k, sc := range sums {
		place[k] = len(pool)
		if isRatio(ratios[k], sc) {
			pool = append(pool, ratios[k])
		}
	}
	var drawn *signif.Resampled
	if o.CI == CIBCa {
		drawn = signif.Resample(pool, opt)
	}
	var out []report.Interval
	for k, sc := range sums {
		d := &data{slice: s, metric: metric, score: k, drawn: drawn, first: place[k], scale: 1}
		deff := math.NaN()
		if isRatio(ratios[k], sc) {
			d.ratios = ratios[k : k+1]
			if sc.Rate && len(s.units) > 1 {
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
