package study

import (
	"context"

	"assay/eval"
)

// CommonlyScored marks the sentences of gold that the first measure scores for all systems: parts of a
// difference add up only over the same sentences.
func (s *Study) CommonlyScored() []bool {
	var scored []int // by sentence of gold: systems
	for _, run := range s.result.Runs {
		for _, u := range run.Units {
			for g := int(u.Gold); u.Status == eval.Scored && g < int(u.Gold+u.GoldN); g++ {
				for len(scored) <= g {
					scored = append(scored, 0)
				}
				scored[g]++
			}
		}
	}
	only := make([]bool, len(scored))
	for g, n := range scored {
		only[g] = n == len(s.Systems)
	}
	return only
}

// Again counts system i once more, over the sentences of gold that only marks; over all if it is nil.
// adjust is as for Count. The result of the study stays as it is.
func (s *Study) Again(ctx context.Context, i int, only []bool,
	adjust func(ms []*eval.Measure, opt *eval.Options) error) (*eval.Result, error) {
	ms, err := s.Measures(s.Gold, s.Systems[i])
	if err != nil {
		return nil, err
	}
	opt := s.another()
	if only != nil {
		opt.Only = only
	}
	if err := adjust(ms, &opt); err != nil {
		return nil, err
	}
	return eval.Run(ctx, s.Gold, s.Systems[i], ms, opt)
}

// another returns the options of one more run, which counts the sums alone: without breakdown, collectors, watches,
// progress and memory.
func (s *Study) another() eval.Options {
	opt := s.Eval
	opt.By, opt.Collect, opt.Collected, opt.Progress, opt.Watches, opt.Memory = nil, nil, nil, nil, nil, nil
	return opt
}
