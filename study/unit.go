package study

import (
	"fmt"
	"math"

	"assay/compare"
	"assay/report"
)

// fewDocuments is the number of documents below which a test by document says little.
const fewDocuments = 10

// otherUnit tests two systems by document too, or by sentence where documents were resampled, and
// warns if the two verdicts on the main score differ.
func (s *Study) otherUnit(opt compare.Options) {
	found := s.result.Comparison
	if found == nil || len(s.runs) != 2 {
		return
	}
	switch opt.Unit {
	case compare.UnitSentence:
		opt.Unit = compare.UnitDocument
	case compare.UnitDocument:
		opt.Unit = compare.UnitSentence
	default:
		return
	}
	main := s.result.Headline().Name
	opt.Scores, opt.AllScores, opt.CI, opt.Progress, opt.Margin = []string{main}, false, compare.CINone, nil, 0
	other, err := compare.Compare(s.runs, opt)
	if err != nil || min(other.Units, found.Units) < fewDocuments {
		return // there are no documents
	}
	p, q := headlineP(found, main), headlineP(other, main)
	if (p < found.Options.Alpha) == (q < found.Options.Alpha) || math.IsNaN(p+q) {
		return
	}
	warning := report.Warning{Kind: "unit", Level: report.Remark,
		Text: fmt.Sprintf("%s: p is %.4f by %s and %.4f by %s, without adjustment; sentences of a document depend on "+
			"each other, so that option unit=document is the safer test",
			report.FieldName(main), p, found.Options.Unit, q, other.Options.Unit)}
	if len(s.result.Lead) > 0 {
		s.result.Lead[0].Warnings = append(s.result.Lead[0].Warnings, warning)
	}
	s.result.Warnings = append(s.result.Warnings, warning)
}

// headlineP returns the p-value of the first two systems in a score over all the data.
func headlineP(c *compare.Comparison, name string) float64 {
	for _, score := range c.Metrics[0].Scores {
		if score.Name == name && score.By == "" && len(score.Pairs) > 0 {
			return score.Pairs[0].Test.P
		}
	}
	return math.NaN()
}
