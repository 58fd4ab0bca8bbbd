package study

import (
	"context"

	"assay/eval"
	"assay/eval/plan"
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
// listen is as for Count. The result of the study stays as it is.
func (s *Study) Again(ctx context.Context, i int, only []bool,
	listen func(ms []*eval.Measure, taps *plan.Taps) error) (*eval.Result, error) {
	ms, err := s.Measures(s.Gold, s.Systems[i])
	if err != nil {
		return nil, err
	}
	again := s.Plan.Sums()
	if only != nil {
		again = again.Over(only)
	}
	var taps plan.Taps
	if err := listen(ms, &taps); err != nil {
		return nil, err
	}
	return again.Run(ctx, i, ms, taps)
}
