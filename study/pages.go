package study

import (
	"slices"

	"assay/compare"
	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// PageResamples is how many resamples the intervals of a page take unless the user says
// otherwise: a page is read at a glance, and made often. Its signatures cite them.
const PageResamples = 1999

// ManySentences is from how many sentences on a page has analytic intervals unless the user
// says otherwise: they differ from those of the bootstrap by a tenth of a point at most there,
// and take a hundredth of the time.
const ManySentences = 5000

// ForPage sets the intervals of pages; free says that the user chose no kind of interval.
func (s *Study) ForPage(free bool) {
	if s.Tests.Samples == 0 {
		s.Tests.Resamples = PageResamples
	}
	if free {
		s.AnalyticFrom = ManySentences
	}
}

// plottedKeys are the breakdowns that a page plots if none are asked for.
func plottedKeys(gold *treebank.Source) string {
	switch l := gold.Format.Layers; {
	case l.Has(treebank.Phrases):
		return "label,length,width=5"
	case l.Has(treebank.Arcs):
		return "deprel,length,distance-bin"
	}
	return "class,length"
}

// testsOf are the options of tests and intervals for the result of a run, by its size.
func (s *Study) testsOf(res *eval.Result) compare.Options {
	opt := s.Tests
	if s.AnalyticFrom > 0 && opt.CI == compare.CIBCa && len(res.Units) >= s.AnalyticFrom {
		opt.CI = compare.CIAnalytic
	}
	return opt
}

// extraNow are the settings of signatures after a run: rules that changed nothing are marked.
func (s *Study) extraNow() []string {
	if s.recorded {
		return s.Tests.Extra
	}
	return s.Plan.Cite()
}

// reportOf are the options of the figures of a run.
func (s *Study) reportOf(res *eval.Result) report.Options {
	opt := s.Report
	opt.Extra = slices.Concat(s.extraNow(), s.testsOf(res).Cite())
	return opt
}

// intervals returns the function that computes the intervals of scores. The many groups that
// a page plots have analytic ones.
func (s *Study) intervals() (func(*eval.Result, *eval.Counts, *eval.Group) []report.Interval, error) {
	whole, err := compare.Intervals(s.Tests)
	if err != nil || whole == nil || !s.Plotted {
		return whole, err
	}
	analytic := s.Tests
	analytic.CI = compare.CIAnalytic
	large, err := compare.Intervals(analytic)
	if err != nil {
		return nil, err
	}
	analytic.Headline = true
	groups, err := compare.Intervals(analytic)
	if err != nil {
		return nil, err
	}
	return func(res *eval.Result, counts *eval.Counts, g *eval.Group) []report.Interval {
		switch {
		case g != nil:
			return groups(res, counts, g)
		case s.testsOf(res).CI != s.Tests.CI:
			return large(res, counts, nil)
		}
		return whole(res, counts, nil)
	}, nil
}
