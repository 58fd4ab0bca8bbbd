package main

import (
	"assay/draw/chart"
	"assay/study"
)

// curvePlot draws precision against recall over confidences.
func curvePlot(curves []*study.Curve) string {
	var lines []chart.Curve
	for _, curve := range curves {
		line := chart.Curve{Name: curve.System}
		for _, point := range curve.Points {
			line.Points = append(line.Points, chart.Point{Precision: point.Precision(), Recall: point.Recall()})
		}
		lines = append(lines, line)
	}
	return chart.Curves(curves[0].Metric+" over "+curves[0].Key, lines)
}
