// Package ssa is sentiment graph F1 of structured sentiment analysis (SF1; Barnes et al. 2021; SemEval-2022
// task 10). Source: evaluate.py of jerbarnes/semeval22_structured_sentiment aa65f2c.
//
// An opinion has three sets of words (holder, target, expression) and a polarity. It is found if an
// opinion of the other side shares a word in each part, or lacks a part too, and has the same polarity. Its weight is
// the mean, over the parts, of the share of its words that the other has; the best opinion counts.
//
//	P = weights of the opinions of the system that are found / opinions of the system, R = the same of gold
//	SF1 = 2PR/(P+R); nsf1 is the same without polarities
//
// By default many opinions may be found through one (matching=any, as the program); matching=one-to-one pairs
// them, the best first. Two faults of the program are repaired: an opinion without an expression
// matches one without an expression, so that a copy has 100, and the weight is that of an opinion with the same
// polarity. Option faults=kept has them. Words of holders, targets and expressions have scores of their
// own, and targeted_ compares target and polarity as a whole (Barnes et al. 2021).
package ssa

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Options of the measure.
type Options struct {
	OneToOne bool // each opinion is found through one of the other side
	Faults   bool // those of the program are kept
}

// Official is evaluate_single_dataset.py.
var Official = Options{Faults: true}

// Entry describes the measure.
var Entry = entry.Entry{
	Name:   "ssa",
	Title:  "structured sentiment: SF1, and words of holders, targets and expressions",
	Source: "SemEval-2022 task 10 evaluate.py aa65f2c (no licence file); Barnes et al. 2021",
	Doc: `An opinion is found if one of the other side shares a word in each of its parts and has the same
polarity; its weight is the mean share of words over the three parts. P = weights of found opinions
of the system / opinions of the system, R = the same from gold's side; sf1 = 2PR/(P+R), nsf1 the
same without polarities.
holder_, target_ and expression_ compare words, targeted_ whole targets with their polarity.
Several opinions may be found through one (matching=any); matching=one-to-one pairs them.`,
	Needs: treebank.Opinions,
	Suits: treebank.Opinions,
	Presets: []entry.Preset{
		{Name: "official", Title: "the program of SemEval-2022: an opinion without an expression is never found, and " +
			"weights may come from an opinion of another polarity"},
	},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return map[string]Options{"official": Official}[name] },
		Settings: (*Options).Settings, Make: New,
	},
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.OneToOne, "matching", "any", "one-to-one",
			"whether several opinions may be found through one of the other side"),
		entry.Flag(&opt.Faults, "faults", "repaired", "kept",
			"opinions without an expression, and weights of another polarity, as the program has them"),
	}
}

// The columns: opinions, their weights, then words and whole targets.
const (
	colGold = iota
	colSystem
	colFoundGold // weights of gold's opinions
	colFoundSystem
	colFreeGold // the same without polarities
	colFreeSystem
	colWords // gold, system and matched of holders, targets, expressions, then of whole targets
)

// parts are the names of the classes of colWords.
var parts = [...]string{"holder", "target", "expression", "targeted"}

// New returns the measure with the given options.
func New(opt Options) *eval.Measure {
	columns := eval.Columns("gold", "system", "found_gold", "found_system", "free_gold", "free_system")
	var prfs []eval.PRF
	formulas := []eval.Formula{eval.Ratio("precision", eval.Plus(colFoundSystem), eval.Plus(colSystem)),
		eval.Ratio("recall", eval.Plus(colFoundGold), eval.Plus(colGold)), harmonic("sf1", colFoundGold, colFoundSystem),
		harmonic("nsf1", colFreeGold, colFreeSystem)}
	formulas[2].Main, formulas[2].Headline, formulas[3].Main = true, true, true
	for i, part := range parts {
		at := colWords + 3*i
		columns = append(columns, eval.Columns(part+"_gold", part+"_system", part+"_matched")...)
		prf := eval.PRF{Before: part + "_", Gold: at, System: at + 1, Matched: at + 2, Main: true}
		prfs = append(prfs, prf)
		formulas = append(formulas, prf.Formulas()...)
		formulas[len(formulas)-1].Main = true
	}
	return &eval.Measure{
		Name:       "ssa",
		Signature:  "ssa" + entry.Cite(opt.Settings()),
		Columns:    columns,
		PRF:        prfs,
		Formulas:   formulas,
		Items:      colGold,
		Repeats:    parts[:],
		NewCounter: func() eval.Counter { return &counter{opt: opt} },
	}
}

// harmonic is the F of weights of gold's and of the system's opinions.
func harmonic(name string, gold, system int) eval.Formula {
	return eval.Formula{Name: name, Rate: true, Reads: []int{colGold, colSystem, gold, system},
		Func: func(row []float64) float64 {
			switch {
			case row[colGold] == 0 && row[colSystem] == 0:
				return math.NaN()
			case row[colGold] == 0 || row[colSystem] == 0:
				return 0
			}
			p, r := row[system]/row[colSystem], row[gold]/row[colGold]
			if p+r == 0 {
				return 0
			}
			return 2 * p * r / (p + r)
		}}
}

// An opinion has its words by part: holder, target, expression.
type opinion struct {
	words    [3][]int32
	polarity treebank.Symbol
	ref      eval.Ref
}

// partOf are the places of roles in the words of an opinion.
var partOf = map[string]int{"holder": 0, "target": 1, "expression": 2}

// opinions returns those of a sentence.
func opinions(s *treebank.Sentence) []opinion {
	if s.Missing {
		return nil
	}
	out := make([]opinion, len(s.Predicates))
	for i, predicate := range s.Predicates {
		out[i].polarity = predicate.Sense
		out[i].ref = eval.Ref{Kind: eval.Token, Index: predicate.Word, Other: predicate.Word + 1, Label: predicate.Sense}
	}
	for _, arg := range s.Arguments {
		part, ok := partOf[s.Name(arg.Role)]
		if !ok {
			continue
		}
		one := &out[arg.Predicate]
		for word := arg.Begin; word < arg.End; word++ {
			one.words[part] = append(one.words[part], word)
		}
		if part == 2 {
			one.ref.Index, one.ref.Other = min(one.ref.Index, arg.Begin), max(one.ref.Other, arg.End)
		}
	}
	for i := range out {
		for part := range out[i].words {
			slices.Sort(out[i].words[part])
			out[i].words[part] = slices.Compact(out[i].words[part])
		}
	}
	seen := map[[2]int32]int{}
	for i := range out { // several opinions at the same words have names of their own
		ref := &out[i].ref
		ends := [2]int32{ref.Index, ref.Other}
		if seen[ends]++; seen[ends] > 1 {
			ref.Qualifier = s.Syms.InternString(strconv.Itoa(seen[ends]))
		}
	}
	return out
}

// common counts the words that two sorted sets share.
func common(a, b []int32) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch cmp.Compare(a[0], b[0]) {
		case -1:
			a = a[1:]
		case 1:
			b = b[1:]
		default:
			a, b, n = a[1:], b[1:], n+1
		}
	}
	return n
}

// A counter counts pairs.
type counter struct{ opt Options }

// weight is the mean share of the words of one that the other has, 0 if they share none in some part.
func (c *counter) weight(one, other *opinion) float64 {
	sum := 0.0
	for part := range one.words {
		a, b := one.words[part], other.words[part]
		switch n := common(a, b); {
		case n > 0:
			sum += float64(n) / float64(len(a))
		case len(a) == 0 && len(b) == 0 && !(c.opt.Faults && part == 2):
			sum++
		default:
			return 0
		}
	}
	return sum / 3
}

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error { return eval.CountItems(c, row, p) }

// A finding is how an opinion is found: its weight, and the opinion of the other side; -1 is none.
type finding struct {
	weight float64
	mate   int
}

// find finds the opinions of one side in the other.
func (c *counter) find(list, others []opinion, polarity bool) []finding {
	out := make([]finding, len(list))
	for i := range list {
		out[i].mate = -1
		best := 0.0
		for j := range others {
			weight := c.weight(&list[i], &others[j])
			same := !polarity || list[i].polarity == others[j].polarity
			if weight > 0 && same && (out[i].mate < 0 || weight > out[i].weight) {
				out[i] = finding{weight, j}
			}
			best = max(best, weight)
		}
		if c.opt.Faults && out[i].mate >= 0 {
			out[i].weight = best
		}
	}
	return out
}

// pair pairs opinions one to one, those of the greatest weights first.
func (c *counter) pair(gold, system []opinion, polarity bool) (g, s []finding) {
	type candidate struct {
		i, j   int
		weight float64
	}
	var all []candidate
	g, s = make([]finding, len(gold)), make([]finding, len(system))
	for j := range system {
		s[j].mate = -1
	}
	for i := range gold {
		g[i].mate = -1
		for j := range system {
			if polarity && gold[i].polarity != system[j].polarity {
				continue
			}
			if w := c.weight(&gold[i], &system[j]) + c.weight(&system[j], &gold[i]); w > 0 {
				all = append(all, candidate{i, j, w})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b candidate) int { return cmp.Compare(b.weight, a.weight) })
	for _, one := range all {
		if g[one.i].mate < 0 && s[one.j].mate < 0 {
			g[one.i] = finding{c.weight(&gold[one.i], &system[one.j]), one.j}
			s[one.j] = finding{c.weight(&system[one.j], &gold[one.i]), one.i}
		}
	}
	return g, s
}

func (c *counter) findings(gold, system []opinion, polarity bool) (g, s []finding) {
	if c.opt.OneToOne {
		return c.pair(gold, system, polarity)
	}
	return c.find(gold, system, polarity), c.find(system, gold, polarity)
}

// Explain yields the opinions of gold, then those of the system, then words and targets.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	if !p.System.Missing && !p.Gold.Missing && !p.Gold.SameWords(p.System) {
		if err := p.Align().Err; err != nil {
			return err
		}
	}
	gold, system := opinions(p.Gold), opinions(p.System)
	found, foundBack := c.findings(gold, system, true)
	free, freeBack := c.findings(gold, system, false)
	taken := make([]bool, len(system))
	for i := range gold {
		it := &eval.Item{Part: "opinion", Gold: gold[i].ref, Outcome: eval.Missing,
			Adds: []eval.Add{{Column: colGold, N: 1}}}
		it.Adds = weights(it.Adds, found[i], free[i], colFoundGold, colFreeGold, false)
		it.Mended = []eval.Add{{Column: colGold, N: 1}, {Column: colFoundGold, N: 1}, {Column: colFreeGold, N: 1}}
		mate := found[i].mate
		switch {
		case mate >= 0:
			it.Outcome, it.System = eval.Correct, system[mate].ref
		case free[i].mate >= 0:
			mate = free[i].mate
			it.Outcome, it.Class, it.System = eval.Incorrect, "wrong polarity", system[mate].ref
		}
		if mate >= 0 && !taken[mate] {
			taken[mate] = true
			it.Adds = append(it.Adds, eval.Add{Column: colSystem, N: 1, System: true})
			it.Adds = weights(it.Adds, foundBack[mate], freeBack[mate], colFoundSystem, colFreeSystem, true)
			it.Mended = append(it.Mended, eval.Add{Column: colSystem, N: 1, System: true},
				eval.Add{Column: colFoundSystem, N: 1, System: true}, eval.Add{Column: colFreeSystem, N: 1, System: true})
		}
		if it.Outcome == eval.Correct {
			it.Mended = nil
		}
		yield(it)
	}
	for j := range system {
		if taken[j] {
			continue
		}
		it := &eval.Item{Part: "opinion", System: system[j].ref, Outcome: eval.Spurious,
			Adds: []eval.Add{{Column: colSystem, N: 1, System: true}}}
		it.Adds = weights(it.Adds, foundBack[j], freeBack[j], colFoundSystem, colFreeSystem, true)
		if mate := foundBack[j].mate; mate >= 0 {
			it.Outcome, it.Gold = eval.Correct, gold[mate].ref
		}
		yield(it)
	}
	for part := range 3 {
		c.words(part, p, gold, system, yield)
	}
	c.targets(p, gold, system, yield)
	return nil
}

// weights adds the weights of an opinion.
func weights(adds []eval.Add, found, free finding, colFound, colFree int, system bool) []eval.Add {
	if found.mate >= 0 {
		adds = append(adds, eval.Add{Column: colFound, N: found.weight, System: system})
	}
	if free.mate >= 0 {
		adds = append(adds, eval.Add{Column: colFree, N: free.weight, System: system})
	}
	return adds
}

// both yields an item of a class of words or targets.
func both(class int, gold, system eval.Ref, inGold, inSystem bool, yield func(*eval.Item)) {
	at := colWords + 3*class
	right := []eval.Add{{Column: at, N: 1}, {Column: at + 1, N: 1, System: true}, {Column: at + 2, N: 1}}
	it := &eval.Item{Part: parts[class]}
	switch {
	case inGold && inSystem:
		it.Gold, it.System, it.Adds = gold, system, right
	case inGold:
		it.Outcome, it.Gold, it.Adds, it.Mended = eval.Missing, gold, right[:1], right
	default:
		it.Outcome, it.System, it.Adds = eval.Spurious, system, right[1:2]
	}
	yield(it)
}

// words yields the words of a part of all opinions.
func (c *counter) words(part int, p *eval.Pair, gold, system []opinion, yield func(*eval.Item)) {
	set := func(list []opinion) (out []int32) {
		for i := range list {
			out = append(out, list[i].words[part]...)
		}
		slices.Sort(out)
		return slices.Compact(out)
	}
	label := p.Gold.Syms.InternString(parts[part])
	a, b := set(gold), set(system)
	all := slices.Concat(a, b)
	slices.Sort(all)
	for _, word := range slices.Compact(all) {
		ref := eval.Ref{Kind: eval.Token, Index: word, Other: word + 1, Label: label}
		both(part, ref, ref, slices.Contains(a, word), slices.Contains(b, word), yield)
	}
}

// targetRefs names the targets of opinions. Of those with the same ends each but the first has its
// number, so that a decision is about one.
func targetRefs(syms *treebank.Symbols, list []opinion) []eval.Ref {
	refs, seen := make([]eval.Ref, len(list)), map[[2]int32]int{}
	for i := range list {
		words := list[i].words[1]
		if len(words) == 0 {
			continue
		}
		ends := [2]int32{words[0], words[len(words)-1] + 1}
		ref := eval.Ref{Kind: eval.Token, Index: ends[0], Other: ends[1], Label: list[i].polarity}
		if seen[ends]++; seen[ends] > 1 {
			ref.Qualifier = syms.InternString(strconv.Itoa(seen[ends]))
		}
		refs[i] = ref
	}
	return refs
}

// targets yields whole targets with their polarity.
func (c *counter) targets(p *eval.Pair, gold, system []opinion, yield func(*eval.Item)) {
	taken := make([]bool, len(system))
	ofGold, ofSystem := targetRefs(p.Gold.Syms, gold), targetRefs(p.Gold.Syms, system)
	for i := range gold {
		if len(gold[i].words[1]) == 0 {
			continue
		}
		mate := -1
		for j := range system {
			same := gold[i].polarity == system[j].polarity && slices.Equal(gold[i].words[1], system[j].words[1])
			if mate < 0 && !taken[j] && same {
				mate, taken[j] = j, true
			}
		}
		if mate >= 0 {
			both(3, ofGold[i], ofSystem[mate], true, true, yield)
		} else {
			both(3, ofGold[i], eval.Ref{}, true, false, yield)
		}
	}
	for j := range system {
		if !taken[j] && len(system[j].words[1]) > 0 {
			both(3, eval.Ref{}, ofSystem[j], false, true, yield)
		}
	}
}
