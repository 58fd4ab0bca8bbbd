package main

import (
	"math"
	"slices"
	"strconv"

	"assay/draw/chart"
	"assay/study"
)

// curvePlot draws precision, recall and F1 of curves over the share of links that are kept.
func curvePlot(curves []*study.Curve) *chart.Plot {
	plot := &chart.Plot{Title: curves[0].Metric + " by " + curves[0].Key, XLabel: "links kept, in percent, the most certain first",
		Rate: true, Lines: true}
	for percent := 100; percent > 0; percent -= 10 {
		plot.Places = append(plot.Places, strconv.Itoa(percent))
	}
	for _, curve := range curves {
		for _, score := range []struct {
			name string
			of   func(study.CurvePoint) float64
		}{{"precision", study.CurvePoint.Precision}, {"recall", study.CurvePoint.Recall}, {"F1", study.CurvePoint.F1}} {
			line := chart.Series{Name: score.name}
			if len(curves) > 1 {
				line.Name = curve.System + " " + score.name
			}
			for tenth := 10; tenth > 0; tenth-- {
				at := slices.IndexFunc(curve.Points, func(p study.CurvePoint) bool { return 10*p.Kept <= tenth*curve.Links })
				value := math.NaN()
				if at >= 0 {
					value = score.of(curve.Points[at])
				}
				line.Values = append(line.Values, value)
			}
			plot.Series = append(plot.Series, line)
		}
	}
	return plot
}
