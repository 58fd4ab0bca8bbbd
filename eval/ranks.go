package eval

import (
	"context"
	"strconv"
)

// addRanks adds a group of the key "rank" for each rank up to Options.Ranks: gold
// against the system's analysis of that rank, over the sentences for which both sides
// have one. Dridan & Oepen 2011 compare the analyses of a ranked list in this way
// (Figure 3).
func (r *Result) addRanks(ctx context.Context, metrics []*Measure, opt Options) error {
	ranks := opt.Ranks
	opt = opt.Unheard()
	opt.Ranks, opt.Oracle, opt.By, opt.Check = 0, 0, nil, nil
	opt.IgnoreGold, opt.IgnoreSystem = true, true
	for k := 1; k <= ranks; k++ {
		opt.Rank = k
		res, err := pairAndCount(&runner{ctx, r.Gold, r.System, metrics, opt})
		if err != nil {
			return err
		}
		for m, counts := range res.Counts {
			group := &Group{Key: "rank", Value: strconv.Itoa(k)}
			for i, u := range res.Units {
				if u.Status != Scored && u.Status != Unscorable || counts.Skipped != nil && counts.Skipped[i] {
					continue
				}
				group.Append(int32(i), counts.Row(i))
			}
			if group.Len() > 0 {
				r.Counts[m].Groups = append(r.Counts[m].Groups, group)
			}
		}
	}
	return nil
}
