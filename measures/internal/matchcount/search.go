package matchcount

import (
	"assay/eval"
	"assay/graph/matching"
	"assay/measures/internal/faults"
)

// Terms gives the parts of a pair as terms over nodes.
type Terms interface {
	Parter
	// Read makes the terms of a pair. It reports false for a pair that does not count.
	Read(pair *eval.Pair) (gold, system matching.Graph, ok bool, err error)
	// Content names terms and nodes: of several best mappings these decide, not numbers.
	Content(pair *eval.Pair) matching.Content
	// Fact describes part i of a side for the names of errors; Search says whether it matched.
	Fact(which, i int, matched bool) faults.Fact
}

// A Search counts pairs under the one-to-one mapping of their nodes that matches the most terms,
// and is the counter of the measures that embed it.
type Search struct {
	Terms  Terms
	Whole  string // Part of the item of the pair as a whole
	First  int    // the class in the layout of the terms of class 0
	Pairs  int    // the column that counts pairs, 0 for none
	Open   int    // the column of pairs without a proof, then that of further matches that are possible
	Close  func(row []float64)
	Solver *matching.Solver
	Mates  []int32 // of each part of gold the part of the system that it matches, -1 for none

	res    *matching.Result
	pairer matching.Pairer
	items  Items
	faults faults.Pair
	images []int32 // of each node of the system the node of gold that is mapped to it, or -1
	adds   []eval.Add
}

// Count adds the counts of p to row.
func (s *Search) Count(row []float64, p *eval.Pair) error {
	gold, system, ok, err := s.Terms.Read(p)
	if !ok || err != nil {
		return err
	}
	s.res = s.Solver.Solve(gold, system)
	for i := range gold.Terms {
		row[s.column(gold.Terms[i].Class)]++
	}
	for i := range system.Terms {
		row[s.column(system.Terms[i].Class)+1]++
	}
	for class, n := range s.res.Matched {
		row[s.column(uint8(class))+2] += float64(n)
	}
	eval.AddTo(row, s.whole())
	s.Close(row)
	return nil
}

// column returns the first column of a class of terms.
func (s *Search) column(class uint8) int { return 3 * (s.First + int(class)) }

// whole returns the Adds of the pair as a whole.
func (s *Search) whole() []eval.Add {
	s.adds = s.adds[:0]
	if s.Pairs > 0 {
		s.adds = append(s.adds, eval.Add{Column: s.Pairs, N: 1})
	}
	if !s.res.Proven() {
		further := float64(s.res.Upper - s.res.Lower)
		s.adds = append(s.adds, eval.Add{Column: s.Open, N: 1}, eval.Add{Column: s.Open + 1, N: further})
	}
	return s.adds
}

// Explain yields an item for the pair as a whole, then those of its parts. The mapping is the
// one that names and order of nodes do not change. If gold and system differ about mapped nodes,
// such as in a concept or a role, these parts form one item.
func (s *Search) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	gold, system, ok, err := s.Terms.Read(pair)
	if !ok || err != nil {
		return err
	}
	s.res = s.Solver.SolveInOrder(gold, system, s.Terms.Content(pair))
	if adds := s.whole(); len(adds) > 0 {
		outcome := eval.Correct
		if !s.res.Proven() {
			outcome = eval.Noncommittal
		}
		whole := Whole(s.Whole, pair, outcome, adds)
		yield(&whole)
	}
	s.Mates = append(s.Mates[:0], s.pairer.Pair(gold, system, s.res.Mate)...)
	s.describe(system)
	s.items.Parter, s.items.Faults = s.Terms, &s.faults
	s.items.All(s.Mates, len(system.Terms), yield)
	return nil
}

// describe fills s.faults with the parts of both sides.
func (s *Search) describe(system matching.Graph) {
	s.faults.Reset()
	s.images = faults.Back(s.images, s.res.Mate, system.Nodes)
	s.items.back = faults.Back(s.items.back, s.Mates, len(system.Terms))
	for which, mates := range [2][]int32{s.Mates, s.items.back} {
		for i, mate := range mates {
			fact := s.Terms.Fact(which, i, mate >= 0)
			fact.Matched = mate >= 0
			s.faults.Add(which, fact)
		}
	}
}

// Place returns the place of a node of a side, equal for nodes that are mapped to each other.
func (s *Search) Place(which int, node int32) uint64 {
	return faults.Place(s.res.Mate, s.images, which, node)
}

// Proof returns the scores that tell how far mappings are proven: the greatest F1 that the PRF
// could have, and the share of proven ones. Open is as in Search; count is the column of all.
func Proof(prf eval.PRF, count, open int) []eval.Formula {
	return []eval.Formula{
		eval.Ratio(prf.Before+"f1_upper", eval.Plus(prf.Matched, open+1).Times(2), eval.Plus(prf.Gold, prf.System)),
		eval.Descriptive(eval.Ratio("proven", eval.Plus(count).Minus(open), eval.Plus(count))),
	}
}
