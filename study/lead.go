package study

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/plan"
	"assay/report"
	"assay/study/finding"
)

// lead finds, for each measure, the system that leads over the sentences of all, and where
// another choice turns the order round.
func (s *Study) lead(ctx context.Context) error {
	res := s.result
	if len(res.Runs) < 2 || res.unlike() != nil {
		return nil
	}
	for m := range res.Runs[0].Counts {
		var group []*report.Result // by system
		for i := range res.Runs {
			group = append(group, res.Results[i*len(res.Runs[0].Counts)+m])
		}
		lead, ok := leadOf(group)
		if !ok {
			continue
		}
		if err := s.byCharacters(ctx, m, group, lead); err != nil {
			return err
		}
		res.Lead = append(res.Lead, *lead)
	}
	res.Warnings = append(res.Warnings, finding.Lead.Conclude(s.all())...)
	return nil
}

// leadOf finds the system of a measure that leads.
func leadOf(group []*report.Result) (*report.Lead, bool) {
	common := func(i int) []eval.Score {
		if c := group[i].Common; c != nil {
			return c.Scores
		}
		return group[i].Scores
	}
	own := func(i int) []eval.Score { return group[i].Scores }
	order := report.Ranked(len(group), common)
	best, next := report.Leading(common(order[0])), report.Leading(common(order[1]))
	if best == nil || best.Neither || math.IsNaN(best.Value) {
		return nil, false
	}
	n := group[0].Sentences
	lead := &report.Lead{Metric: group[0].Metric, Score: *best, System: group[order[0]].System,
		Sentences: n.Gold - n.Skipped, Of: n.Gold}
	switch {
	case group[0].Common != nil:
		lead.Sentences = group[0].Common.Sentences
	case n.Dropped:
		lead.Sentences -= n.Unscorable + n.Missing
	}
	if next.Value == best.Value {
		lead.System = ""
	}
	if alone := report.Ranked(len(group), own); group[0].Common != nil && !slices.Equal(alone, order) {
		lead.Turned = append(lead.Turned,
			report.Turn{Choice: "own", System: group[alone[0]].System, Order: names(group, alone)})
	}
	return lead, true
}

// names are the short names of systems in an order.
func names(group []*report.Result, order []int) (out []string) {
	var paths []string
	for _, r := range group {
		paths = append(paths, r.System)
	}
	short := report.ShortNames(paths)
	for _, i := range order {
		out = append(out, short[group[i].System])
	}
	return out
}

// byCharacters adds to the lead of a measure that sentences are left out only because systems split
// words in their own way, where scoring them by characters names another winner by F1.
func (s *Study) byCharacters(ctx context.Context, m int, group []*report.Result, lead *report.Lead) error {
	left := 0
	for _, run := range s.result.Runs {
		if c := run.Counts[m]; strings.Contains(c.Metric.Signature, "|spans:words") && c.Skips() {
			left = max(left, c.Unscorable)
		}
	}
	spec := s.result.Runs[0].Counts[m].Metric.Spec
	if left == 0 || spec == "" || s.Spans != "" || s.Plan.Options().Ranks > 0 || s.ReadsOnce() {
		return nil
	}
	var shown, then []float64
	for _, one := range group {
		scores := one.Scores
		if one.Common != nil {
			scores = one.Common.Scores
		}
		shown = append(shown, f1Of(scores))
	}
	other := Study{Options: s.Options, Files: s.Files}
	other.Metric, other.Spans = spec, "characters"
	all := 0
	for i, system := range s.Systems {
		ms, err := other.Measures(s.Gold, system)
		if err != nil {
			return nil // the measure has no such option
		}
		res, err := s.Plan.Sums().Run(ctx, i, ms, plan.Taps{})
		if err != nil {
			return err
		}
		then = append(then, f1Of(ms[0].Scores(res.Counts[0].Sum())))
		all = res.Counts[0].Sentences.Scored
	}
	best := func(v []float64) int { // -1 if no system has an F1
		return slices.IndexFunc(v, func(x float64) bool { return x == slices.MaxFunc(v, cmp.Compare[float64]) })
	}
	b, o := best(then), best(shown)
	if b == o || b < 0 || o < 0 {
		return nil
	}
	order := report.Ranked(len(then), func(i int) []eval.Score {
		return []eval.Score{{Formula: &eval.Formula{}, Value: then[i]}}
	})
	lead.Turned = append(lead.Turned, report.Turn{Choice: "spans=characters", System: group[b].System,
		Sentences: all, Order: names(group, order), Ahead: group[o].System, Best: then[b], Other: then[o]})
	return nil
}

// f1Of returns the F1 among scores, NaN if there is none.
func f1Of(scores []eval.Score) float64 {
	for _, x := range scores {
		if x.Name == "f1" {
			return x.Value
		}
	}
	return math.NaN()
}
