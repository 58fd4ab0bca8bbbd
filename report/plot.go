package report

import (
	"math"
	"strings"

	"assay/draw/chart"
	"assay/eval"
)

// Plot draws the F1 scores (else all main scores) of all systems by the
// groups of the first key; nil if there are none.
func (rep *Report) Plot() *chart.Plot {
	if len(rep.Results) == 0 || len(rep.Results[0].Groups) == 0 {
		return nil
	}
	first := rep.Results[0]
	plot := &chart.Plot{Title: first.Metric + " by " + first.Groups[0].By, XLabel: first.Groups[0].By, Rate: true,
		Lines: true}
	at := map[string]int{}
	for _, r := range rep.Results {
		for _, g := range r.Groups {
			if _, ok := at[g.Value]; !ok && g.By == first.Groups[0].By {
				at[g.Value] = len(plot.Places)
				plot.Places = append(plot.Places, g.Value)
			}
		}
	}
	for _, result := range rep.Results {
		if result.Metric != first.Metric || len(result.Groups) == 0 {
			continue
		}
		for _, name := range plotted(result) {
			line := chart.Series{Name: name, Values: make([]float64, len(plot.Places))}
			if len(rep.Results) > 1 {
				line.Name = result.System + " " + name
			}
			for i := range line.Values {
				line.Values[i] = math.NaN()
			}
			for _, g := range result.Groups {
				for i := range g.Scores {
					if g.By == first.Groups[0].By && g.Scores[i].Name == name {
						line.Values[at[g.Value]] = g.Scores[i].Value
					}
				}
			}
			plot.Series = append(plot.Series, line)
		}
	}
	return plot
}

// plotted returns the names of the scores of a plot: of a measure with an F1 as its
// headline all main F1 scores, of another all main scores on the headline's scale.
func plotted(r *Result) (names []string) {
	scores := r.Groups[0].Scores
	at := eval.HeadlineOf(scores)
	if at < 0 {
		return nil
	}
	head := scores[at]
	isF1 := func(s eval.Score) bool { return strings.HasSuffix(s.Name, "f1") }
	for _, s := range scores {
		if s.Name == head.Name || s.Main && s.Rate == head.Rate && isF1(s) == isF1(head) {
			names = append(names, s.Name)
		}
	}
	return names
}
