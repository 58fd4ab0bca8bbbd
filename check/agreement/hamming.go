package agreement

import (
	"fmt"
	"slices"

	"assay/signif"
)

// hamming computes alpha over single arcs in place of whole trees: two arcs of a word have the distance 0 if
// head and label are equal, else 1.
func (c *Corpus) hamming(opt AlphaOptions) (*Alpha, error) {
	alpha := &Alpha{Distance: Hamming}
	units, err := alpha.sameLengths(c.Units)
	if err != nil {
		return nil, err
	}
	counts := map[arc]float64{}
	for _, u := range units {
		for _, t := range u.Trees {
			for _, x := range t.arcs {
				counts[x]++
			}
		}
	}
	rows := signif.Rows{Width: 3} // arcs, observed, arcs that are equal to each of them
	for _, u := range units {
		row := u.arcRow(counts)
		alpha.Units, alpha.Trees = alpha.Units+len(u.Trees[0].arcs), alpha.Trees+int(row[0])
		rows.Data = append(rows.Data, row...)
	}
	alpha.settle(rows, func(n, same float64) float64 { return n*n - same }, opt.Options)
	return alpha, nil
}

// sameLengths returns the sentences with two analyses or more over equally many words.
func (a *Alpha) sameLengths(all []*Unit) (units []*Unit, err error) {
	for _, unit := range all {
		trees := slices.DeleteFunc(slices.Clone(unit.Trees), func(t *Tree) bool { return t == nil })
		if len(trees) < 2 {
			continue
		}
		equal := true
		for _, t := range trees {
			if t.arcs == nil && len(t.labels) > 1 {
				return nil, fmt.Errorf("distance hamming needs dependencies; sentence %s has constituents", unit.Name)
			}
			equal = equal && len(t.arcs) == len(trees[0].arcs)
		}
		if !equal {
			a.Dropped = append(a.Dropped, Drop{Sentence: unit.Name, Why: "numbers of words differ; not in alpha (hamming)"})
			continue
		}
		units = append(units, &Unit{unit.Name, trees})
	}
	return units, nil
}

// arcRow returns the counts of a sentence: arcs, differences within words divided by
// the arcs of a word less one, and for each arc the number of equal ones anywhere.
func (u *Unit) arcRow(counts map[arc]float64) []float64 {
	row := []float64{float64(len(u.Trees) * len(u.Trees[0].arcs)), 0, 0}
	for i := range u.Trees[0].arcs {
		differ := 0
		for j, t := range u.Trees {
			for _, s := range u.Trees[:j] {
				if s.arcs[i] != t.arcs[i] {
					differ++
				}
			}
			row[2] += counts[t.arcs[i]]
		}
		row[1] += 2 * float64(differ) / float64(len(u.Trees)-1)
	}
	return row
}
