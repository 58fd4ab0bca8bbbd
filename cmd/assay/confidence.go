package main

import (
	"assay/draw/chart"
	"assay/study"
)

// curvePlot draws risk over coverage where confidences are probabilities of a list or agreement of systems, else
// precision against recall over the confidences of the words.
func curvePlot(curves []*study.Curve) string {
	title := curves[0].Metric + " over " + curves[0].Key
	switch curves[0].Key {
	case study.ListConfidence, study.SentenceConfidence, study.SystemsConfidence:
		var lines []chart.RiskCurve
		for _, curve := range curves {
			lines = append(lines, chart.RiskCurve{Name: curve.System, Points: curve.Risk.Line(), Ideal: curve.Risk.Ideal()})
		}
		return chart.Risks(title, lines)
	}
	var lines []chart.Curve
	for _, curve := range curves {
		line := chart.Curve{Name: curve.System}
		for _, point := range curve.Points {
			line.Points = append(line.Points, chart.Point{Precision: point.Precision(), Recall: point.Recall()})
		}
		lines = append(lines, line)
	}
	return chart.Curves(title, lines)
}
