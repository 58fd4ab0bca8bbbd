package main

import (
	"fmt"
	"math"

	"assay/compare"
	"assay/report"
)

// fewDocuments is the number of documents below which a test by document says little.
const fewDocuments = 10

// otherUnit tests two systems by document too, or by sentence where documents were resampled, and
// returns a line if the two verdicts on the main score differ.
func otherUnit(runs []compare.Run, opt compare.Options, found *compare.Comparison) []string {
	if len(runs) != 2 {
		return nil
	}
	switch opt.Unit {
	case compare.UnitSentence:
		opt.Unit = compare.UnitDocument
	case compare.UnitDocument:
		opt.Unit = compare.UnitSentence
	default:
		return nil
	}
	main := runs[0].Result.Counts[0].Headline().Name
	opt.Scores, opt.AllScores, opt.CI, opt.Progress, opt.Margin = []string{main}, false, compare.CINone, nil, 0
	other, err := compare.Compare(runs, opt)
	if err != nil || min(other.Units, found.Units) < fewDocuments {
		return nil // there are no documents
	}
	p, q := headlineP(found, main), headlineP(other, main)
	if (p < found.Options.Alpha) == (q < found.Options.Alpha) || math.IsNaN(p+q) {
		return nil
	}
	return []string{fmt.Sprintf("note: %s: p is %.4f by %s and %.4f by %s, without adjustment; sentences of a document depend on each other, so that --unit document is the safer test",
		report.FieldName(main), p, found.Options.Unit, q, other.Options.Unit)}
}

// headlineP returns the p-value of the first two systems in a score over all the data.
func headlineP(c *compare.Comparison, name string) float64 {
	for _, s := range c.Metrics[0].Scores {
		if s.Name == name && s.By == "" && len(s.Pairs) > 0 {
			return s.Pairs[0].Test.P
		}
	}
	return math.NaN()
}
