package web

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"

	"assay/diagnose"
	"assay/draw/chart"
	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// A Request says what a page is about.
type Request struct {
	Gold      *treebank.Source
	Systems   []*treebank.Source
	Metrics   func(system *treebank.Source) ([]eval.Metric, error)
	Eval      eval.Options // By gives the breakdowns that are plotted
	Report    report.Options
	Command   string
	Precision int
	Sentences bool // list the sentences too
	// Repairs, if not nil, makes what collects the error classes of Kummerfeld et
	// al. for a system; for constituents.
	Repairs func() *diagnose.Repairs
	// Tests, if not nil, makes the tables that say which differences are real.
	Tests func([]*eval.Result) ([]*report.Table, error)
	// Problems, if not nil, is told what was wrong with each system.
	Problems func(system string, problems []eval.Problem)
}

// Build counts and makes the page.
func Build(ctx context.Context, q Request) (*Page, error) {
	p := &Page{Title: "assay report: " + filepath.Base(q.Gold.Name), Command: q.Command, Version: q.Report.Version}
	rep := report.New(q.Gold, q.Report)
	classes, kinds := map[string]int32{}, []string{}
	var paths []string
	for _, system := range q.Systems {
		paths = append(paths, system.Name)
	}
	names := report.ShortNames(paths)
	var results []*eval.Result
	var browser Browser
	for _, system := range q.Systems {
		ms, err := q.Metrics(system)
		if err != nil {
			return nil, err
		}
		opt := q.Eval
		builder := diagnose.NewBuilder(ms, diagnose.Options{})
		list := &lister{classes: classes, names: &kinds}
		all := diagnose.Joint{builder, list}
		var repairs *diagnose.Repairs
		if q.Repairs != nil {
			repairs = q.Repairs()
			repairs.List = q.Sentences
			all = append(all, repairs)
		}
		opt.Collect, opt.Collected = all.Collect, all.Collected
		res, err := eval.Run(ctx, q.Gold, system, ms, opt)
		if err == nil {
			err = list.err
		}
		if err != nil {
			return nil, err
		}
		if q.Problems != nil {
			q.Problems(system.Name, res.Problems)
		}
		rep.Add(res, q.Report)
		results = append(results, res)
		name := names[system.Name]
		if repairs != nil {
			list.repaired(repairs)
			p.Classes = append(p.Classes, repairs.Table("kinds of error (Kummerfeld et al. 2012): "+name, res, q.Precision))
		}
		p.Classes = append(p.Classes, classTables(name, ms, res, builder.Diagnosis(res), q.Precision)...)
		main := eval.HeadlineOf(ms[0].Scores(res.Counts[0].Sum()))
		if len(browser.Systems) == 0 && main >= 0 {
			s := ms[0].Scores(res.Counts[0].Sum())[main]
			browser.Score, browser.Rate = s.Name, s.Rate
		}
		if q.Sentences {
			browser.Systems = append(browser.Systems, list.listed(name, res, max(main, 0)))
		}
	}
	p.Summary = summary(rep, q.Precision)
	p.Plots = plots(rep, names)
	for _, r := range rep.Results {
		if !slices.Contains(p.Cite, r.Signature) {
			p.Cite = append(p.Cite, r.Signature)
		}
	}
	if q.Tests != nil && len(results) > 1 {
		var err error
		if p.Tests, err = q.Tests(results); err != nil {
			return nil, err
		}
	}
	if q.Sentences {
		browser.Classes = kinds
		p.Browser = &browser
	}
	return p, nil
}

// summary leaves out breakdowns, which are plotted, and signatures, which stand
// at the end.
func summary(rep *report.Report, precision int) []*report.Table {
	short := *rep
	short.Results = nil
	for _, r := range rep.Results {
		c := *r
		c.Groups = nil
		short.Results = append(short.Results, &c)
	}
	tables := short.Tables(precision)
	for i, t := range tables {
		if 2*len(t.Rows)+1 < len(t.Head) && t.Head[0] == "system" {
			t = turned(t)
			tables[i] = t
		}
		t.Notes = slices.DeleteFunc(t.Notes, func(s string) bool { return len(s) > 5 && s[:5] == "cite:" })
	}
	return tables
}

// turned gives a table of few systems and many scores a line for each score, so
// that it fits a page: each system has a column, and one for its intervals.
func turned(t *report.Table) *report.Table {
	const interval = "interval"
	withIntervals := slices.Contains(t.Head, interval)
	out := &report.Table{Title: t.Title, Notes: t.Notes, Head: []string{"score"}}
	for _, row := range t.Rows {
		out.Head = append(out.Head, row[0].Text)
		if withIntervals {
			out.Head = append(out.Head, interval)
		}
	}
	for col := 1; col < len(t.Head); col++ {
		line := []report.Cell{report.Label(t.Head[col])}
		has := col+1 < len(t.Head) && t.Head[col+1] == interval
		for _, row := range t.Rows {
			line = append(line, row[col])
			if has {
				line = append(line, row[col+1])
			} else if withIntervals {
				line = append(line, report.Label(""))
			}
		}
		if out.Rows = append(out.Rows, line); has {
			col++
		}
	}
	return out
}

// classTables are the errors of one system: classes and the ten most frequent
// confusions.
func classTables(name string, ms []eval.Metric, res *eval.Result, d *diagnose.Diagnosis, precision int) []*report.Table {
	var out []*report.Table
	for m := range ms {
		out = append(out, d.ClassTable(m, ms[m].Name()+": errors of "+name, 20, precision),
			d.ConfusionTable(m, ms[m].Name()+": what "+name+" took for what", 10, res))
	}
	return out
}

// plots draws each breakdown, and precision against recall.
func plots(rep *report.Report, names map[string]string) []Plot {
	var out []Plot
	type key struct{ metric, by string }
	var order []key
	groups := map[key][]*report.Result{}
	for _, r := range rep.Results {
		seen := map[string]bool{}
		for _, g := range r.Groups {
			if !seen[g.By] {
				seen[g.By] = true
				k := key{r.Metric, g.By}
				if groups[k] == nil {
					order = append(order, k)
				}
				groups[k] = append(groups[k], r)
			}
		}
	}
	for _, k := range order {
		p := breakdownPlot(k.metric, k.by, groups[k], names)
		out = append(out, Plot{k.metric + "-" + k.by, p.SVG()})
	}
	points := map[string][]chart.Point{}
	var metrics []string
	for _, r := range rep.Results {
		prec, rec := r.Find("precision"), r.Find("recall")
		if prec == nil || rec == nil {
			continue
		}
		if points[r.Metric] == nil {
			metrics = append(metrics, r.Metric)
		}
		points[r.Metric] = append(points[r.Metric], chart.Point{Name: names[r.System], Precision: prec.Value, Recall: rec.Value})
	}
	for _, m := range metrics {
		out = append(out, Plot{m + "-precision-recall", chart.Scatter(m+": precision against recall", points[m])})
	}
	return out
}

// mostPlaces is how many groups a plot shows: the largest.
const mostPlaces = 20

// breakdownPlot draws the main score of each system by the values of a key:
// lines where the values are numbers, bars where they are names.
func breakdownPlot(metric, by string, results []*report.Result, names map[string]string) *chart.Plot {
	size := map[string]float64{}
	var places []string
	for _, r := range results {
		for _, g := range r.Groups {
			if g.By != by {
				continue
			}
			if main := eval.HeadlineOf(g.Scores); main < 0 || math.IsNaN(g.Scores[main].Value) {
				continue // nothing to draw
			}
			if _, ok := size[g.Value]; !ok {
				places = append(places, g.Value)
			}
			size[g.Value] = max(size[g.Value], largest(g.Counts))
		}
	}
	slices.SortFunc(places, eval.CompareValues) // each system has them in order, but not all systems have all
	numbers := 0
	for _, v := range places {
		if v != "" && (v[0] >= '0' && v[0] <= '9' || v[0] == '-' || v[0] == '>' || v[0] == '<') {
			numbers++
		}
	}
	numeric := numbers == len(places)
	if 2*numbers < len(places) { // names: the largest groups; numbers keep their order
		slices.SortStableFunc(places, func(a, b string) int { return cmp.Compare(size[b], size[a]) })
		places = places[:min(len(places), mostPlaces)]
	}
	p := &chart.Plot{Places: places, XLabel: by, Lines: numeric, Title: metric + " by " + by}
	for _, v := range places {
		p.Sizes = append(p.Sizes, size[v])
	}
	for _, r := range results {
		s := chart.Series{Name: names[r.System]}
		for range places {
			s.Values, s.Low, s.High = append(s.Values, math.NaN()), append(s.Low, math.NaN()), append(s.High, math.NaN())
		}
		for _, g := range r.Groups {
			at := slices.Index(places, g.Value)
			if g.By != by || at < 0 {
				continue
			}
			if main := eval.HeadlineOf(g.Scores); main >= 0 {
				s.Values[at] = g.Scores[main].Value
				p.YLabel, p.Rate = g.Scores[main].Name, g.Scores[main].Rate
				for _, iv := range g.Intervals {
					if iv.Name == p.YLabel {
						s.Low[at], s.High[at] = iv.Low, iv.High
					}
				}
			}
		}
		p.Series = append(p.Series, s)
	}
	p.Title = fmt.Sprintf("%s: %s by %s", metric, p.YLabel, by)
	return p
}

func largest(counts []report.Named) float64 {
	m := 0.0
	for _, c := range counts {
		m = max(m, c.Value)
	}
	return m
}
