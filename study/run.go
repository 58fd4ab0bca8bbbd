package study

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"assay/check/soft"
	"assay/compare"
	"assay/diagnose"
	"assay/eval"
	"assay/eval/plan"
	"assay/internal/message"
	"assay/internal/nearest"
	"assay/report"
	"assay/study/finding"
	"assay/treebank"
)

// A Result is what a study has found out. Everything that a window shows is in it.
type Result struct {
	// Report has the figures with intervals, the sentences by outcome with their problems, who
	// leads, and all warnings.
	*report.Report
	Runs       []*eval.Result      // by system
	Comparison *compare.Comparison // the tests; nil if there are none
	Untested   error               // why systems cannot be compared, nil if they can or there is one
	Given      [][]report.Warning  // the warnings about the run of each system
}

// Run prepares the study, counts all systems and returns the result.
func (s *Study) Run(ctx context.Context, gold string, systems ...string) (*Result, error) {
	if err := s.Prepare(ctx, gold, systems...); err != nil {
		return nil, err
	}
	return s.CountAll(ctx)
}

// CountAll counts all systems of a study that is prepared, and returns the result.
func (s *Study) CountAll(ctx context.Context) (*Result, error) {
	if len(s.Systems) == 0 {
		return nil, errNoSystem
	}
	for i := range s.Systems {
		if _, err := s.Count(ctx, i, nil); err != nil {
			return nil, err
		}
	}
	return s.Result(ctx)
}

// Count scores system i, and adds its figures and warnings to the result. listen, if not nil,
// adds to the taps of the run, such as collectors.
func (s *Study) Count(ctx context.Context, i int, listen func(ms []*eval.Measure,
	taps *plan.Taps) error) (*eval.Result, error) {
	ms, err := s.Measures(s.Gold, s.Systems[i])
	if err != nil {
		return nil, err
	}
	taps := s.Taps
	if listen != nil {
		if err := listen(ms, &taps); err != nil {
			return nil, err
		}
	}
	if s.result == nil {
		s.result = &Result{Report: report.New(s.Gold, s.Report)}
		if s.strays, err = s.findStrays(ms); err != nil {
			return nil, err
		}
	}
	if s.strays != nil {
		join(&taps, s.strays)
	}
	run := compare.Run{}
	if s.Tests.Names && !s.NoTests {
		given := taps.Watches
		taps.Watches = func(gold, system *treebank.Source, ms []*eval.Measure) []eval.Watch {
			return append(given(gold, system, ms), &compare.Foreign{})
		}
	}
	if s.Tests.Items && !s.NoTests && !slices.ContainsFunc(ms, func(m *eval.Measure) bool { return !m.HasItems() }) {
		if run.Watch, err = compare.NewItemLog(ms, s.Plan.Options().By, s.Tests); err != nil {
			return nil, err
		}
		join(&taps, run.Watch)
	}
	// of several systems those that leave out sentences are scored on common ones too
	taps.TotalsOnly = taps.TotalsOnly && s.NoTests && !s.PerSentence && len(s.Systems) == 1 && s.Report.Intervals == nil &&
		s.Plan.Options().Ranks == 0
	if run.Result, err = s.Plan.Run(ctx, i, ms, taps); err != nil {
		return nil, err
	}
	return run.Result, s.keep(run)
}

// keep adds the figures of a run to the result.
func (s *Study) keep(run compare.Run) error {
	if s.Report.Intervals != nil {
		if err := compare.CheckUnit(run.Result, s.Tests); err != nil {
			return err
		}
	}
	if s.Counted != nil {
		s.Counted(run.Result)
	}
	s.runs = append(s.runs, run)
	s.result.Runs = append(s.result.Runs, run.Result)
	s.result.Add(run.Result, s.reportOf(run.Result))
	return nil
}

// Take adds the result of a run that was counted before, such as one from a file of rows. extra
// are the settings that its signature holds; cite, if not nil, completes the signature.
func (s *Study) Take(res *eval.Result, extra []string, cite func(string) string) (err error) {
	if s.result == nil {
		s.recorded, s.Gold, s.Files, s.Plan = true, res.Gold, &Files{}, &plan.Plan{}
		s.Tests.Extra, s.Tests.Version = extra, s.Version
		s.Report.Version, s.Report.PerSentence = s.Version, s.PerSentence
		if s.Report.Intervals, err = compare.Intervals(s.Tests); err != nil {
			return err
		}
		s.result = &Result{Report: report.New(s.Gold, s.Report)}
	}
	s.Systems = append(s.Systems, res.System)
	n := len(s.result.Results)
	if err := s.keep(compare.Run{Result: res}); err != nil || cite == nil {
		return err
	}
	for _, r := range s.result.Results[n:] {
		r.Signature = cite(r.Signature)
	}
	return nil
}

// earlier are the collectors that taps have already.
type earlier struct{ taps plan.Taps }

func (e earlier) Collect() eval.Collector    { return e.taps.Collect() }
func (e earlier) Collected(c eval.Collector) { e.taps.Collected(c) }

// join adds collectors of all items to those that the taps have.
func join(taps *plan.Taps, more plan.Collecting) {
	all := diagnose.Joint{more}
	if taps.Collect != nil {
		all = append(all, earlier{*taps})
	}
	taps.To(all)
	taps.Discard, taps.ErrorsOnly, taps.CorrectIn = nil, false, nil
}

// findStrays finds decisions of a human check that match no item. It returns nil if that cannot be known: without
// decisions, or if the run visits only some items.
func (s *Study) findStrays(ms []*eval.Measure) (*soft.Stray, error) {
	noItems := func(m *eval.Measure) bool { return !m.HasItems() }
	opt := s.Plan.Options()
	if s.Check == "" || opt.Where != nil || opt.Ranks > 0 || slices.ContainsFunc(ms, noItems) {
		return nil, nil
	}
	list, _, err := s.decisions()
	if err != nil {
		return nil, err
	}
	return soft.NewStray(list, ms), nil
}

// Result returns the result of the systems that were counted.
func (s *Study) Result(ctx context.Context) (*Result, error) {
	res := s.result
	if res == nil {
		return nil, errNoSystem
	}
	res.Given = s.Warnings(ctx, res.Runs...)
	for _, given := range res.Given {
		res.Warnings = append(res.Warnings, given...)
	}
	if err := s.share(); err != nil {
		return nil, err
	}
	if err := s.lead(ctx); err != nil {
		return nil, err
	}
	all := s.all()
	late := slices.Concat(finding.Stray.Conclude(all), finding.Undecided.Conclude(all), finding.Unmoved.Conclude(all),
		s.Files.Warnings())
	res.Given[len(res.Given)-1] = append(res.Given[len(res.Given)-1], late...)
	res.Warnings = append(res.Warnings, late...)
	return res, s.test()
}

// all is what the runs have given.
func (s *Study) all() *finding.All {
	return &finding.All{Setting: s.setting(), Runs: s.result.Runs, Figures: s.result.Results, Leads: s.result.Lead}
}

// unlike returns the first system whose measures are not those of the first; nil if there is none.
func (r *Result) unlike() *eval.Result {
	for _, run := range r.Runs {
		if !slices.EqualFunc(r.Runs[0].Counts, run.Counts, func(x, y *eval.Counts) bool {
			return x.Metric.Signature == y.Metric.Signature
		}) {
			return run
		}
	}
	return nil
}

// test tests the differences between the systems.
func (s *Study) test() error {
	res := s.result
	if s.NoTests || len(s.runs) < 2 {
		return nil
	}
	if other := res.unlike(); other != nil {
		res.Untested = message.Errorf("%s and %s suit different measures; choose one with option metric",
			res.Runs[0].System.Name, other.System.Name)
		return nil
	}
	opt := s.Tests
	opt.Extra = s.extraNow()
	for _, run := range res.Runs {
		if one := s.testsOf(run); one.CI != opt.CI {
			opt = one
		}
	}
	found, err := compare.Compare(s.runs, opt)
	if _, ok := errors.AsType[*eval.PairingError](err); ok { // the scores are still right
		res.Untested, err = err, nil
	}
	if res.Comparison = found; found != nil {
		found.Beside = res.Report
		s.otherUnit(opt)
	}
	return err
}

// share gives the results of several systems their figures over the sentences
// that all of them are scored on, where those are fewer.
func (s *Study) share() error {
	res := s.result
	leavesOut := func(r *eval.Result) bool { return slices.ContainsFunc(r.Counts, (*eval.Counts).Skips) }
	if len(res.Runs) < 2 || res.unlike() != nil || !slices.ContainsFunc(res.Runs, leavesOut) {
		return nil
	}
	sums, err := compare.SharedSums(res.Runs)
	if err != nil {
		return nil // the systems are paired with gold in ways that have no common sentences
	}
	for i, one := range res.Results {
		system, m := i/len(sums), i%len(sums)
		x := sums[m]
		if x == nil {
			continue
		}
		one.Common = &report.Common{Sentences: x.Sentences, Scores: res.Runs[0].Counts[m].Metric.Scores(x.Sums[system])}
		if s.Report.Intervals != nil {
			one.Common.Intervals = s.Report.Intervals(res.Runs[system], x.Counts[system], nil)
		}
	}
	return nil
}

// Score returns the score of the first system by the first measure with that name, as the command takes it: "las_f1",
// "LAS" or "las". An unknown name gives an *eval.UsageError with the nearest name, or the names of the main scores.
func (r *Result) Score(name string) (eval.Score, error) {
	counts := r.Runs[0].Counts[0]
	known := counts.Metric.ScoreNames()
	if found := ScoreName(name, known); found != "" {
		return counts.Score(found)
	}
	var main []string
	for _, f := range counts.Metric.Formulas {
		if f.Main {
			main = append(main, f.Name)
		}
	}
	want := strings.Join(main, ", ")
	short := make([]string, len(known))
	for i, n := range known {
		short[i] = strings.TrimSuffix(n, "_f1")
	}
	if near := nearest.Name(strings.TrimSuffix(strings.ToLower(name), "_f1"), short); near != "" {
		want = ScoreName(near, known)
	}
	return eval.Score{}, &eval.UsageError{Option: "score of " + counts.Metric.Name, Want: want, Found: strconv.Quote(name)}
}

// Headline returns the main score of the first system by the first measure.
func (r *Result) Headline() eval.Score { return r.Runs[0].Counts[0].Headline() }

// MarshalJSON implements json.Marshaler: the object that assay score --format json prints or, where the differences between
// systems are tested, the one of assay compare --format json. Shares are fractions of 1, undefined figures null.
func (r *Result) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	write := r.WriteJSON
	if r.Comparison != nil {
		write = r.Comparison.WriteJSON
	}
	err := write(&out)
	return out.Bytes(), err
}

// errNoSystem is the error of a study without systems.
var errNoSystem = &eval.UsageError{Text: "want at least one system, found none"}
