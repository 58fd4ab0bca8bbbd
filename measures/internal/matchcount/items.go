package matchcount

import (
	"assay/eval"
	"assay/measures/internal/faults"
	"assay/treebank"
)

// A Part is one part of one side.
type Part struct {
	Class int     // its class in the layout
	Name  string  // of its class, as items show it
	Times float64 // how often it counts if it matches; 0 is once
	Ref   eval.Ref
	// Weighted is the first of three further columns, which count Weight: gold, system and
	// matched, of which the last has the smaller weight of both sides; 0 is none.
	Weighted int
	Weight   float64
}

// A Parter knows the parts of the pair that is being counted.
type Parter interface {
	// Part returns part i of a side, faults.Gold or faults.System.
	Part(which, i int) Part
}

// Items makes the items of parts, with their names of errors if it has faults.
type Items struct {
	Parter
	Faults *faults.Pair
	item   eval.Item
	adds   []eval.Add
	back   []int32
}

// One yields the item of part i of gold, part j of the system, or both, of which -1 is none.
func (x *Items) One(i, j int, outcome eval.Outcome, yield func(*eval.Item)) {
	it := &x.item
	*it, x.adds = eval.Item{Outcome: outcome}, x.adds[:0]
	if x.Faults != nil {
		it.Class = x.Faults.Class(i, j, outcome)
	}
	var gold, system Part
	if i >= 0 {
		gold = x.Part(faults.Gold, i)
		it.Part, it.Gold = gold.Name, gold.Ref
		x.add(&gold, 0, 1)
	}
	if j >= 0 {
		system = x.Part(faults.System, j)
		it.Part, it.System = system.Name, system.Ref
		x.add(&system, 1, 1)
	}
	if outcome == eval.Correct {
		gold.Weight = min(gold.Weight, system.Weight)
		x.add(&gold, 2, max(gold.Times, 1))
	}
	it.Adds = x.adds
	yield(it)
}

// add adds a part to one of the three columns of its class.
func (x *Items) add(p *Part, column int, n float64) {
	x.adds = append(x.adds, eval.Add{Column: 3*p.Class + column, N: n, System: column == 1})
	if p.Weighted > 0 {
		x.adds = append(x.adds, eval.Add{Column: p.Weighted + column, N: p.Weight, System: column == 1})
	}
}

// All yields the items of a pair whose system has that many parts: those of gold in order, each
// with its mate or else its rival, then those that only the system has. Of the mates -1 is none.
func (x *Items) All(mates []int32, system int, yield func(*eval.Item)) {
	x.back = faults.Back(x.back, mates, system)
	for i, j := range mates {
		outcome := eval.Correct
		if j < 0 {
			outcome = eval.Missing
			if x.Faults != nil {
				j = int32(x.Faults.TakeRival(i))
			}
			if j >= 0 {
				x.back[j], outcome = int32(i), eval.Incorrect
			}
		}
		x.One(i, int(j), outcome, yield)
	}
	for j, i := range x.back {
		if i < 0 {
			x.One(-1, j, eval.Spurious, yield)
		}
	}
}

// Whole returns the item of a pair as a whole.
func Whole(part string, pair *eval.Pair, outcome eval.Outcome, adds []eval.Add) eval.Item {
	all := func(s *treebank.Sentence) eval.Ref { return eval.Ref{Kind: eval.Token, Other: int32(len(s.Tokens))} }
	return eval.Item{Part: part, Outcome: outcome, Gold: all(pair.Gold), System: all(pair.System), Adds: adds}
}
