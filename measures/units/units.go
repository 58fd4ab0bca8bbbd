// Package units holds the measures of the DISRPT shared tasks over words: edu (discourse units) and connectives.
//
//	precision = matched / system, recall = matched / gold, f1 = 2 matched / (gold + system)
//
// A unit matches if it begins at the same word; a connective if it has the same words. Words are compared by their
// characters (internal places), so that files of words and of units compare too. A side without
// labels has no units: precision is
// undefined and recall 0, where disrpt_eval_2024.py (2.0.0) ends with an error. Its other faults
// are not repeated: see compat/disrpteval
// and formats/disrpt. A row is a document; one that gold lacks does not
// count.
package units

import (
	"assay/eval"
	"assay/eval/mistake"
	"assay/measures/entry"
	"assay/measures/internal/places"
	"assay/treebank"
)

// Options of the measure. The zero value is edu.
type Options struct {
	Connectives bool
	SkipFirst   bool // the unit that begins the document does not count: it matches for nothing
	SkipInitial bool // units that begin a sentence do not count (-nb of disrpt_eval_2024.py)
}

// The columns of a row.
const (
	colGold = iota
	colSystem
	colMatched
)

// New returns the measure with these options.
func New(opt Options) *eval.Measure {
	prf := eval.PRF{Gold: colGold, System: colSystem, Matched: colMatched, Main: true}
	return &eval.Measure{
		Causes:     mistake.Stretches("*"),
		Name:       opt.name(),
		Signature:  opt.signature(),
		Columns:    eval.Columns("gold", "system", "matched"),
		PRF:        []eval.PRF{prf},
		Formulas:   eval.Mark(prf.Formulas(), true, "f1"),
		Items:      colGold,
		Reads:      treebank.Segments,
		Unlabelled: true,
		NewCounter: func() eval.Counter { return &counter{Options: opt} },
	}
}

func (opt Options) name() string {
	if opt.Connectives {
		return "connectives"
	}
	return "edu"
}

func (opt Options) signature() string {
	switch list := opt.Settings(); {
	case opt.Connectives:
		return "connectives"
	case opt.SkipInitial:
		return "edu" + entry.Cite(list, "initial")
	default:
		return "edu" + entry.Cite(list, "initial", "first")
	}
}

// Settings returns the options of edu, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.SkipFirst, "first", "count", "skip",
			"whether the unit that begins a document counts: both sides always have it"),
		entry.Flag(&opt.SkipInitial, "initial", "count", "skip",
			"whether units that begin a sentence count (-nb of disrpt_eval_2024.py)"),
	}
}

// A unit is a stretch of words.
type unit struct {
	ref      eval.Ref
	from, to int32 // its places; equal for discourse units, of which only the beginning counts
}

type counter struct {
	Options
	places       places.Finder
	gold, system []unit
	match        []int32 // by unit of gold: the unit of the system, -1 if there is none
}

// use lists the units of both sides and their matches.
func (c *counter) use(pair *eval.Pair) error {
	c.gold, c.system, c.match = c.gold[:0], c.system[:0], c.match[:0]
	if pair.Gold.Missing {
		return nil
	}
	if err := c.places.Find(pair); err != nil {
		return err
	}
	c.gold = c.read(c.gold, pair.Gold, &c.places.Gold)
	c.system = c.read(c.system, pair.System, &c.places.System)
	j := 0
	for i := range c.gold {
		g := &c.gold[i]
		for j < len(c.system) && (c.system[j].from < g.from || c.system[j].from == g.from && c.system[j].to < g.to) {
			j++
		}
		if j < len(c.system) && c.system[j].from == g.from && c.system[j].to == g.to {
			c.match = append(c.match, int32(j))
			j++
		} else {
			c.match = append(c.match, -1)
		}
	}
	return nil
}

// ofTree reports whether the tokens of a sentence are discourse units: formats of trees give each a head.
func ofTree(s *treebank.Sentence) bool { return len(s.Arcs) > 0 }

// read lists the units of a sentence that count, from left to right.
func (c *counter) read(dst []unit, sentence *treebank.Sentence, at *places.Side) []unit {
	if sentence.Missing {
		return dst
	}
	if ofTree(sentence) {
		for i := int32(0); int(i) < len(sentence.Tokens) && !c.Connectives; i++ {
			if !(c.SkipFirst && i == 0) {
				dst = append(dst, unit{eval.Ref{Kind: eval.Word, Index: i, Label: sentence.Tokens[i].Tag}, at.From[i], at.From[i]})
			}
		}
		return dst
	}
	name, breaks := "edu", sentence.Breaks
	if c.Connectives {
		name = "conn"
	}
	for i := range sentence.Phrases {
		p := &sentence.Phrases[i]
		if sentence.Name(p.Label) != name {
			continue
		}
		for len(breaks) > 0 && breaks[0] < p.Begin {
			breaks = breaks[1:]
		}
		initial := p.Begin == 0 || len(breaks) > 0 && breaks[0] == p.Begin
		if c.SkipInitial && initial || c.SkipFirst && p.Begin == 0 {
			continue
		}
		u := unit{eval.Ref{Kind: eval.Phrase, Index: int32(i), Other: -1, Label: p.Label}, at.From[p.Begin], at.From[p.Begin]}
		if c.Connectives {
			u.to = at.To[p.End-1]
		}
		dst = append(dst, u)
	}
	return dst
}

// Count adds the counts of pair to row.
func (c *counter) Count(row []float64, pair *eval.Pair) error { return eval.CountItems(c, row, pair) }

// noun is the word for an item in the classes of errors.
func (opt Options) noun() string {
	if opt.Connectives {
		return "connective"
	}
	return "unit"
}

// Explain yields the units of gold, then those that only the system has.
func (c *counter) Explain(pair *eval.Pair, yield func(*eval.Item)) error {
	if err := c.use(pair); err != nil {
		return err
	}
	right := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1, System: true}, {Column: colMatched, N: 1}}
	used := make([]bool, len(c.system))
	for i, j := range c.match {
		it := eval.Item{Outcome: eval.Missing, Class: "missing " + c.noun(), Gold: c.gold[i].ref, Adds: right[:1],
			Mended: right}
		if j >= 0 {
			used[j] = true
			it.Outcome, it.Class, it.System, it.Adds = eval.Correct, "", c.system[j].ref, right
		}
		yield(&it)
	}
	for j, ok := range used {
		if !ok {
			yield(&eval.Item{Outcome: eval.Spurious, Class: "spurious " + c.noun(), System: c.system[j].ref, Adds: right[1:2]})
		}
	}
	return nil
}
