package kummerfeld

import (
	"maps"
	"slices"
	"strings"

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
	Sentences int
	// Gold, System and Matched count brackets, without roots, of all sentences.
	Gold, System, Matched int
	Classes               map[Class]Tally
}

// Add adds an analysis.
func (s *Summary) Add(analysis *Analysis) {
	s.Sentences++
	s.Gold += analysis.Gold
	s.System += analysis.System
	s.Matched += analysis.Matched
	for i := range analysis.Errors {
		e := &analysis.Errors[i]
		s.tally(e.Class, Tally{1, e.Brackets, e.Matched, e.System})
	}
}

// tally adds t to the sums of class.
func (s *Summary) tally(class Class, t Tally) {
	if s.Classes == nil {
		s.Classes = map[Class]Tally{}
	}
	c := s.Classes[class]
	s.Classes[class] = Tally{c.Errors + t.Errors, c.Brackets + t.Brackets, c.Matched + t.Matched, c.System + t.System}
}

// F is the F1 of all brackets, 1 if there are none.
func (s *Summary) F() float64 { return f1(s.Gold, float64(s.System), float64(s.Matched)) }

func f1(gold int, system, matched float64) float64 {
	if float64(gold)+system == 0 {
		return 1
	}
	return 2 * matched / (float64(gold) + system)
}

// inOrder compares classes by the order of Classes; others come later, by name.
func inOrder(x, y Class) int {
	i, j := slices.Index(english, x), slices.Index(english, y)
	switch {
	case i == j:
		return strings.Compare(string(x), string(y))
	case i >= 0 && (j < 0 || i < j):
		return -1
	}
	return 1
}

// MostOrders is the largest number of classes that are repaired in all orders. There are no
// more for English.
const MostOrders = 15

// A Share is the part of a class in the loss of F1.
type Share struct {
	Class Class
	Tally
	// Alone is the F1 if this class were repaired and nothing else.
	Alone float64
	// Lost is the part of 1-F that goes back to this class: its Shapley value, the
	// mean gain in F1 from repairing it, over all orders in which the classes can be
	// repaired. Of more than MostOrders classes it is the mean gain while all are repaired
	// at the same pace (Aumann & Shapley). Over the whole list it sums to 1-F.
	Lost float64
}

// InAllOrders reports whether Shares repairs the classes in all orders; they are at
// most MostOrders then.
func (s *Summary) InAllOrders() bool { return len(s.Classes) <= MostOrders }

// Shares returns the classes that occur, those that explain most brackets first.
// Repairing a class changes the numbers of matching and system brackets by the changes of its steps, each at
// its place in the search.
func (s *Summary) Shares() []Share {
	var out []Share
	for _, c := range slices.SortedFunc(maps.Keys(s.Classes), inOrder) {
		if s.Classes[c].Errors > 0 {
			out = append(out, Share{Class: c, Tally: s.Classes[c]})
		}
	}
	slices.SortStableFunc(out, func(x, y Share) int { return y.Brackets - x.Brackets })
	game := shapley.Game{
		Start:  []float64{float64(s.System), float64(s.Matched)},
		Figure: func(sum []float64) float64 { return f1(s.Gold, sum[0], sum[1]) },
	}
	for i := range out {
		x := &out[i]
		x.Alone = f1(s.Gold, float64(s.System+x.System), float64(s.Matched+x.Matched))
		game.Causes = append(game.Causes, []float64{float64(x.System), float64(x.Matched)})
	}
	values := game.Values
	if !s.InAllOrders() {
		values = game.Continuous
	}
	for i, lost := range values() {
		out[i].Lost = lost
	}
	return out
}

// Merge adds the sums of t to s.
func (s *Summary) Merge(t *Summary) {
	s.Sentences += t.Sentences
	s.Gold += t.Gold
	s.System += t.System
	s.Matched += t.Matched
	for class, x := range t.Classes {
		s.tally(class, x)
	}
}
