package kummerfeld

import (
	"slices"

	"assay/diagnose/shapley"
)

// A Tally sums the errors of one class.
type Tally struct {
	Errors          int // steps
	Brackets        int // errors of brackets that they remove
	Matched, System int // changes in the numbers of matching and of system brackets
}

// A Summary sums analyses.
type Summary struct {
	Sentences int // analysed
	Skipped   int // not analysed
	// Gold, System and Matched count brackets, without roots, of all sentences;
	// those that were not analysed have no match.
	Gold, System, Matched int
	Classes               [Classes]Tally

	skippedGold, skippedSystem int
}

// Add adds an analysis.
func (s *Summary) Add(analysis *Analysis) {
	s.Sentences++
	s.Gold += analysis.Gold
	s.System += analysis.System
	s.Matched += analysis.Matched
	for i := range analysis.Errors {
		e := &analysis.Errors[i]
		c := &s.Classes[e.Class]
		c.Errors++
		c.Brackets += e.Brackets
		c.Matched += e.Matched
		c.System += e.System
	}
}

// Skip adds a pair that could not be analysed, by its numbers of brackets, so
// that its loss shows. Pairs that should not count need not be added.
func (s *Summary) Skip(gold, system int) {
	s.Skipped++
	s.Gold += gold
	s.System += system
	s.skippedGold += gold
	s.skippedSystem += system
}

// F is the F1 of all brackets, 1 if there are none.
func (s *Summary) F() float64 { return f1(s.Gold, s.System, s.Matched) }

func f1(gold, system, matched int) float64 {
	if gold+system == 0 {
		return 1
	}
	return 2 * float64(matched) / float64(gold+system)
}

// A Share is the part of a class in the loss of F1.
type Share struct {
	Class   Class
	Skipped bool // not a class: the sentences that were not analysed
	Tally
	// Alone is the F1 if this class were repaired and nothing else.
	Alone float64
	// Lost is the part of 1-F that goes back to this class: its Shapley value, the
	// mean gain in F1 from repairing it, over all orders in which the classes can be
	// repaired. Over the whole list it sums to 1-F.
	Lost float64
}

// Shares returns the classes that occur, those that explain most brackets first,
// the sentences that were not analysed at the end. Repairing a class changes the
// numbers of matching and system brackets by the changes of its steps, each at
// its place in the search.
func (s *Summary) Shares() []Share {
	var out []Share
	for c := range s.Classes {
		if s.Classes[c].Errors > 0 {
			out = append(out, Share{Class: Class(c), Tally: s.Classes[c]})
		}
	}
	slices.SortStableFunc(out, func(x, y Share) int { return y.Brackets - x.Brackets })
	if s.Skipped > 0 {
		out = append(out, Share{Skipped: true, Tally: Tally{
			Errors: s.Skipped, Brackets: s.skippedGold + s.skippedSystem,
			Matched: s.skippedGold, System: s.skippedGold - s.skippedSystem,
		}})
	}
	game := shapley.Game{
		Start:  []float64{float64(s.System), float64(s.Matched)},
		Figure: func(sum []float64) float64 { return f1(s.Gold, int(sum[0]), int(sum[1])) },
	}
	for i := range out {
		x := &out[i]
		x.Alone = f1(s.Gold, s.System+x.System, s.Matched+x.Matched)
		game.Causes = append(game.Causes, []float64{float64(x.System), float64(x.Matched)})
	}
	for i, lost := range game.Values() {
		out[i].Lost = lost
	}
	return out
}

// Merge adds the sums of t to s.
func (s *Summary) Merge(t *Summary) {
	s.Sentences += t.Sentences
	s.Skipped += t.Skipped
	s.Gold += t.Gold
	s.System += t.System
	s.Matched += t.Matched
	s.skippedGold += t.skippedGold
	s.skippedSystem += t.skippedSystem
	for i := range s.Classes {
		c, d := &s.Classes[i], &t.Classes[i]
		c.Errors += d.Errors
		c.Brackets += d.Brackets
		c.Matched += d.Matched
		c.System += d.System
	}
}
