package slicing

import (
	"strings"

	"assay/report"
	"assay/subgroup"
)

// Object returns the findings for JSON.
func (f *Findings) Object() report.Object {
	side := "gold"
	if f.SystemSide {
		side = "system"
	}
	silent, list := []report.Object{}, []report.Object{}
	for _, s := range f.Silent {
		silent = append(silent, report.Members("label", s.Label, "items", s.Items, "instead", s.Instead))
	}
	for _, s := range f.Subgroups {
		list = append(list, f.object(s))
	}
	return report.Members("metric", f.Metric, "gold", f.Gold, "systems", f.Systems, "side", side,
		"items", f.All.Items, "cost", report.Float(f.All.Cost), "searched", f.Searched.Items,
		"unseen", f.Unseen.Items, "unseen_cost", report.Float(f.Unseen.Cost), "unit", string(f.Unit),
		"seed", f.Options.Seed, "min", f.Min, "literals", f.Literals, "given", append([]string{}, f.Given...),
		"explored", f.Options.Explore, "left_out", f.Missed, "never_used", silent,
		"explained", report.Float(f.Explained[0].Cost), "slices", list, "signature", f.Signature)
}

func pair(p subgroup.Part) []any { return []any{p.Items, report.Float(p.Cost)} }

// object returns a slice for JSON.
func (f *Findings) object(slice *subgroup.Subgroup) report.Object {
	object := report.Object{}
	if len(f.Systems) == 2 {
		object.Add("loses", map[int]string{1: f.Systems[1], -1: f.Systems[0]}[slice.Direction])
	}
	object.Add("slice", names(slice))
	object.Add("where", f.Where(slice))
	object.Add("quality", report.Float(slice.Quality))
	object.Add("all", pair(slice.All))
	object.Add("found", pair(slice.Found))
	object.Add("unseen", report.Members("items", slice.Unseen.Items, "cost", report.Float(slice.Unseen.Cost),
		"rate", report.Float(slice.Unseen.Rate()), "others", report.Float(slice.Others.Rate())))
	object.Add("interval", []report.Float{report.Float(slice.Low), report.Float(slice.High)})
	object.Add("new", report.Float(slice.New.Cost))
	object.Add("p", report.Float(slice.P))
	object.Add("p_holm", report.Float(slice.Holm))
	object.Add("confirmed", slice.Holds)
	if f.Options.Cross {
		object.Add("half", slice.Fold+1)
	}
	if len(f.Treebanks) > 1 {
		k, n := slice.HoldsIn()
		object.Add("treebanks", []int{k, n})
	}
	if same := f.Same(slice); len(same) > 0 {
		object.Add("same", same)
	}
	return object
}

// lines returns a row for each slice.
func (f *Findings) lines() *report.Table {
	table := &report.Table{Head: []string{"metric", "loses", "slice", "where", "quality", "items", "cost",
		"found_items", "found_cost", "unseen_items", "unseen_cost",
		"rate", "others", "low", "high", "new", "p", "p_holm", "holds", "treebanks"}}
	number := func(v float64) report.Cell { return report.Number(v, 6) }
	for _, slice := range f.Subgroups {
		loses, treebanks := "", ""
		if len(f.Systems) == 2 {
			loses = f.Systems[(1+slice.Direction)/2]
		}
		if len(f.Treebanks) > 1 {
			treebanks = inTreebanks(slice).Text
		}
		table.Add(report.Label(f.Metric), report.Label(loses), report.Label(strings.Join(names(slice), ", ")),
			report.Label(f.Where(slice)), number(slice.Quality),
			report.Count(slice.All.Items), number(slice.All.Cost), report.Count(slice.Found.Items),
			number(slice.Found.Cost), report.Count(slice.Unseen.Items), number(slice.Unseen.Cost),
			number(slice.Unseen.Rate()), number(slice.Others.Rate()), number(slice.Low), number(slice.High),
			number(slice.New.Cost), number(slice.P), number(slice.Holm), holds(slice), report.Label(treebanks))
	}
	return table
}
