package study

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"assay/eval"
	"assay/eval/plan"
	"assay/formats/answers"
	"assay/internal/message"
	"assay/study/option"
	"assay/treebank"
)

// covering returns the sources whose sentences alone count, and the other systems.
func (s *Study) covering() (covering, others []*treebank.Source, err error) {
	for _, name := range s.CommonWith {
		if name == "-" {
			return nil, nil, message.Errorf("option " + option.CommonWith + " cannot read standard input: it needs a file")
		}
		src, err := s.OpenStrictly(name)
		if err != nil {
			return nil, nil, err
		}
		covering = append(covering, src)
	}
	if s.Common {
		return append(covering, s.Systems...), nil, nil
	}
	return covering, s.Systems, nil
}

// restrict keeps to the sentences of Options.CommonWith and, with Options.Common, to those that
// all sides cover and all systems can be scored on.
func (s *Study) restrict(ctx context.Context, opt eval.Options) error {
	for _, src := range s.Systems { // sentences without an answer of a language model count as errors
		if s.OnError == "" && answers.Is(src.Format) {
			opt.OnError = eval.OnErrorCount
		}
	}
	s.Plan = plan.New(s.Gold, s.Systems, opt, option.Cite(option.Inputs(&s.Options))...)
	if !s.Common && len(s.CommonWith) == 0 {
		return nil
	}
	covering, others, err := s.covering()
	if err != nil {
		return err
	}
	only, translations, err := eval.CommonWith(ctx, s.Gold, covering, others, opt)
	if err != nil {
		return err
	}
	s.Plan, s.translations = s.Plan.Over(only), translations
	if len(s.CommonWith) > 0 && !slices.Contains(only, true) {
		return message.Errorf("option "+option.CommonWith+": no sentence of %s is in %s", filepath.Base(s.Gold.Name),
			strings.Join(s.CommonWith, " and "))
	}
	if !s.Common {
		return nil
	}
	only = slices.Clone(only)
	for i := range s.Systems {
		if err := s.leaveOut(ctx, i, only); err != nil {
			return err
		}
	}
	s.Plan = s.Plan.Over(only)
	return nil
}

// leaveOut takes the sentences that a system cannot be scored on out of only.
func (s *Study) leaveOut(ctx context.Context, system int, only []bool) error {
	ms, err := s.Measures(s.Gold, s.Systems[system])
	if err != nil {
		return err
	}
	res, err := s.Plan.Sums().Whole().Patient().Run(ctx, system, ms, plan.Taps{})
	if err != nil {
		return err
	}
	for _, p := range res.Problems {
		if p.Metric < 0 || p.Unit < 0 {
			continue
		}
		u := res.Units[p.Unit]
		for g := u.Gold; g < u.Gold+u.GoldN; g++ {
			only[g] = false
		}
	}
	return nil
}
