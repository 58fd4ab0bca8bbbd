package slicing

import (
	"math"
	"strings"

	"assay/report"
	"assay/subgroup"
)

// Object returns the findings for JSON.
func (f *Findings) Object() report.Object {
	o := report.Object{}
	o.Add("metric", f.Metric)
	o.Add("gold", f.Gold)
	o.Add("systems", f.Systems)
	side := "gold"
	if f.SystemSide {
		side = "system"
	}
	o.Add("side", side)
	o.Add("items", f.All.Items)
	o.Add("cost", report.Float(f.All.Cost))
	o.Add("searched", f.Searched.Items)
	o.Add("unseen", f.Unseen.Items)
	o.Add("unseen_cost", report.Float(f.Unseen.Cost))
	o.Add("unit", string(f.Unit))
	o.Add("seed", f.Options.Seed)
	o.Add("min", f.Min)
	o.Add("literals", f.Literals)
	o.Add("given", append([]string{}, f.Given...))
	o.Add("explored", f.Options.Explore)
	o.Add("left_out", f.Missed)
	silent := []report.Object{}
	for _, s := range f.Silent {
		q := report.Object{}
		q.Add("label", s.Label)
		q.Add("items", s.Items)
		q.Add("instead", s.Instead)
		silent = append(silent, q)
	}
	o.Add("never_used", silent)
	o.Add("explained", report.Float(f.Explained[0].Cost))
	list := []report.Object{}
	for _, s := range f.Subgroups {
		list = append(list, f.object(s))
	}
	o.Add("slices", list)
	return o
}

func pair(p subgroup.Part) []any { return []any{p.Items, report.Float(p.Cost)} }

// object returns a slice for JSON.
func (f *Findings) object(s *subgroup.Subgroup) report.Object {
	o := report.Object{}
	if len(f.Systems) == 2 {
		o.Add("loses", map[int]string{1: f.Systems[1], -1: f.Systems[0]}[s.Direction])
	}
	o.Add("slice", names(s))
	o.Add("where", f.Where(s))
	o.Add("quality", report.Float(s.Quality))
	o.Add("all", pair(s.All))
	o.Add("found", pair(s.Found))
	unseen := report.Object{}
	unseen.Add("items", s.Unseen.Items)
	unseen.Add("cost", report.Float(s.Unseen.Cost))
	unseen.Add("rate", report.Float(s.Unseen.Rate()))
	unseen.Add("others", report.Float(s.Others.Rate()))
	o.Add("unseen", unseen)
	o.Add("interval", []report.Float{report.Float(s.Low), report.Float(s.High)})
	o.Add("new", report.Float(s.New.Cost))
	o.Add("p", report.Float(s.P))
	o.Add("p_holm", report.Float(s.Holm))
	o.Add("confirmed", s.Holds)
	if f.Options.Cross {
		o.Add("half", s.Fold+1)
	}
	if len(f.Treebanks) > 1 {
		k, n := s.HoldsIn()
		o.Add("treebanks", []int{k, n})
	}
	if same := f.Same(s); len(same) > 0 {
		o.Add("same", same)
	}
	return o
}

// lines returns a row for each slice.
func (f *Findings) lines() *report.Table {
	t := &report.Table{Head: []string{"metric", "loses", "slice", "where", "quality", "items", "cost", "found_items", "found_cost", "unseen_items", "unseen_cost",
		"rate", "others", "low", "high", "new", "p", "p_holm", "holds", "treebanks"}}
	number := func(v float64) report.Cell { return report.Number(v, 6) }
	for _, s := range f.Subgroups {
		loses, treebanks := "", ""
		if len(f.Systems) == 2 {
			loses = f.Systems[(1+s.Direction)/2]
		}
		if len(f.Treebanks) > 1 {
			treebanks = inTreebanks(s).Text
		}
		if math.IsNaN(s.P) {
			s.Holds = false
		}
		t.Add(report.Label(f.Metric), report.Label(loses), report.Label(strings.Join(names(s), ", ")), report.Label(f.Where(s)), number(s.Quality),
			report.Count(s.All.Items), number(s.All.Cost), report.Count(s.Found.Items), number(s.Found.Cost), report.Count(s.Unseen.Items), number(s.Unseen.Cost),
			number(s.Unseen.Rate()), number(s.Others.Rate()), number(s.Low), number(s.High), number(s.New.Cost), number(s.P), number(s.Holm), holds(s), report.Label(treebanks))
	}
	return t
}
