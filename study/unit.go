package study

import (
	"math"

	"assay/compare"
	"assay/study/finding"
)

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
	if err != nil || min(other.Units, found.Units) < finding.FewDocuments {
		return // there are no documents
	}
	all := s.all()
	all.Score, all.Alpha = main, found.Options.Alpha
	all.Tested = [2]finding.Tested{{Unit: found.Options.Unit.String(), P: headlineP(found, main)},
		{Unit: other.Options.Unit.String(), P: headlineP(other, main)}}
	warnings := finding.Unit.Conclude(all)
	if len(s.result.Lead) > 0 {
		s.result.Lead[0].Warnings = append(s.result.Lead[0].Warnings, warnings...)
	}
	s.result.Warnings = append(s.result.Warnings, warnings...)
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
