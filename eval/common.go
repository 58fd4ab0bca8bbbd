package eval

import (
	"context"
	"slices"

	"assay/treebank"
)

// Common reports, for each sentence of gold, whether gold and all systems have a
// readable analysis of it. The result is meant for Options.Only.
func Common(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, opt Options) ([]bool, error) {
	return CommonWith(ctx, gold, systems, nil, opt)
}

// CommonWith is Common for the sentences that those files cover, which need not be
// scored. Sentences of gold that share a pair with one of the systems are covered
// together or not at all; a system need not cover them.
func CommonWith(ctx context.Context, gold *treebank.Source, covering, systems []*treebank.Source, opt Options) ([]bool, error) {
	var all []bool
	var pairs []Unit // those with several sentences of gold
	opt.Collect, opt.Collected, opt.Where, opt.By, opt.Only = nil, nil, nil, nil, nil
	for k, source := range slices.Concat(covering, systems) {
		res, err := Run(ctx, gold, source, nil, opt)
		if err != nil {
			return nil, err
		}
		if k == 0 {
			all = make([]bool, res.GoldN)
			for i := range all {
				all[i] = true
			}
		}
		covered := make([]bool, res.GoldN)
		for _, u := range res.Units {
			if u.GoldN > 1 {
				pairs = append(pairs, u)
			}
			for g := u.Gold; g < u.Gold+u.GoldN; g++ {
				covered[g] = u.Status == Scored
			}
		}
		for i := range all {
			all[i] = all[i] && (k >= len(covering) || i < len(covered) && covered[i])
		}
	}
	together(all, pairs)
	return all, nil
}

// together excludes all sentences of a pair if one of them is excluded, so that every
// system is scored on the same sentences.
func together(all []bool, pairs []Unit) {
	for changed := true; changed; {
		changed = false
		for _, u := range pairs {
			sentences := all[u.Gold : u.Gold+u.GoldN]
			if slices.Contains(sentences, true) && slices.Contains(sentences, false) {
				clear(sentences)
				changed = true
			}
		}
	}
}
