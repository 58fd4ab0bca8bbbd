package eval

import (
	"slices"

	"assay/treebank"
)

// Bits of Counts.Seen that the engine sets for every measure; a measure uses lower ones.
const (
	SeenPairs           uint64 = 1 << 59 << iota // some pair was looked at; without it nothing is known
	SeenGoldHeads                                // some word of gold has a head
	SeenSystemHeads                              // some word of the system has
	SeenGoldRelations                            // some word of gold has the label of a dependency
	SeenSystemRelations                          // some word of the system has
)

// seenHere returns the bits of Seen for the dependencies of a pair, without those that are known.
func seenHere(p *Pair, known uint64) (seen uint64) {
	seen = SeenPairs
	for i, sentence := range []*treebank.Sentence{p.Gold, p.System} {
		heads, relations := SeenGoldHeads<<i, SeenGoldRelations<<i
		if known&heads != 0 && known&relations != 0 {
			continue
		}
		for _, arc := range sentence.Arcs {
			if arc.Head != treebank.Unknown {
				seen |= heads
			}
			if arc.Rel != 0 && sentence.Name(arc.Rel) != "_" {
				seen |= relations
			}
			if seen&heads != 0 && seen&relations != 0 {
				break
			}
		}
	}
	return seen
}

// settle makes the scores undefined that have nothing to measure, because gold lacks their layer: every output then
// shows the same.
func (c *Counts) settle() {
	omissions := c.omissions(c.Sum(), c.Seen)
	var absent []string
	for _, omitted := range omissions {
		if omitted.Absent {
			absent = append(absent, omitted.Scores...)
		}
	}
	if len(absent) == 0 {
		return
	}
	settled, own := *c.Metric, c.Metric.Omit
	settled.Formulas = slices.Clone(settled.Formulas)
	for i := range settled.Formulas {
		if f := &settled.Formulas[i]; slices.Contains(absent, f.Name) {
			f.Reads, f.Num, f.Den, f.Func, f.Undefined = f.ColumnsOf(), nil, nil, nil, true
		}
	}
	general := c.withoutLayer(c.Seen)
	settled.Omit = func(sum []float64, seen uint64) (out []Omission) {
		if own != nil {
			out = own(sum, seen)
		}
		return append(general, out...)
	}
	c.Metric = &settled
}

// omissions returns the scores that a short table leaves out.
func (c *Counts) omissions(sum []float64, seen uint64) []Omission {
	out := c.withoutLayer(seen)
	if c.Metric.Omit != nil {
		out = append(out, c.Metric.Omit(sum, seen)...)
	}
	return out
}

// withoutLayer returns the scores of a measure of dependencies that gold cannot give, because it has no heads or no
// labels; none if nothing was scored.
func (c *Counts) withoutLayer(seen uint64) []Omission {
	if !c.Metric.Basis.Has(treebank.Arcs) || c.Sentences.Scored == 0 || seen&SeenPairs == 0 {
		return nil
	}
	out := Omission{Absent: true}
	switch {
	case seen&(SeenGoldHeads|SeenSystemHeads) == 0:
		out.Scores, out.Why = c.Metric.ScoreNames(), "neither side has heads"
	case seen&SeenGoldHeads == 0:
		out.Scores, out.Why = c.Metric.ScoreNames(), "gold has no heads"
	case c.Metric.Unlabelled || seen&SeenGoldRelations != 0:
		return nil
	default:
		out.Why = "gold has no labels of dependencies"
		for _, f := range c.Metric.Formulas {
			if !f.Unlabelled {
				out.Scores = append(out.Scores, f.Name)
			}
		}
	}
	return []Omission{out}
}
