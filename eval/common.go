package eval

import (
	"context"

	"assay/treebank"
)

// Common returns, for each sentence of gold, whether gold and all systems have
// an analysis of it that can be read. Options.Only takes it.
func Common(ctx context.Context, gold *treebank.Source, systems []*treebank.Source, opt Options) ([]bool, error) {
	var all []bool
	opt.Collect, opt.Collected, opt.Where, opt.By, opt.Only = nil, nil, nil, nil, nil
	for k, system := range systems {
		res, err := Run(ctx, gold, system, nil, opt)
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
			for g := u.Gold; g < u.Gold+u.GoldN; g++ {
				covered[g] = u.Status == Scored
			}
		}
		for i := range all {
			all[i] = all[i] && i < len(covered) && covered[i]
		}
	}
	return all, nil
}
