// Package dialogue is Link F1 and Link&Rel F1 of parsers for the discourse of dialogues (STAC,
// Molweni, MSDC): precision, recall and F1 of arcs between units, without and with their types.
//
// There is no common program, and papers give figures of two definitions in one table:
//
//	shi: DialogueDiscourseParsing dee2b54 (Shi & Huang 2019): all relations of gold, backward ones and
//	     second parents too; a unit without a parent has no arc
//	chi: structured_dialogue_discourse_parsing df2aed0 (Chi & Rudnicky 2022): units without a parent hang on a root
//	     with the type Special, which counts, so that the first unit of every dialogue is right; backward
//	     relations do not count, and of several parents the first does
//
// Two units are one arc, whatever the number of relations between them: the first type counts.
// Both sides are treated alike, so that a copy of gold has 100. A dialogue whose units differ in
// number or text is unscorable.
package dialogue

import (
	"bytes"
	"fmt"

	"assay/eval"
	"assay/measures/entry"
	"assay/treebank"
)

// Options of the measure.
type Options struct {
	Root     bool // units without a parent have an arc to the root
	Backward bool // arcs to a later parent do not count
	First    bool // of several parents the first counts
}

// The presets.
var (
	Shi = Options{}
	Chi = Options{Root: true, Backward: true, First: true}
)

// Entry describes the measure.
var Entry = entry.Entry{
	Name:   "dialogue",
	Title:  "discourse of dialogues: Link F1, Link&Rel F1",
	Source: "Shi & Huang 2019 (DialogueDiscourseParsing dee2b54); Chi & Rudnicky 2022 (df2aed0)",
	Doc: `link_ scores compare the arcs between units, rel_ scores their types too; label_accuracy is the share of
right types among right arcs. Papers mix two definitions: dialogue:shi (the default) counts all
relations, dialogue:chi counts arcs to a root as well and leaves out backward relations and second
parents. The key part distinguishes arcs of one speaker and those between speakers; type and
distance-bin are keys too.`,
	Needs: treebank.Links,
	Suits: treebank.Links,
	Presets: []entry.Preset{
		{Name: "shi", Title: "Shi & Huang 2019: all relations, no arcs to a root (the default)"},
		{Name: "chi", Title: "Chi & Rudnicky 2022: arcs to a root count, backward relations and second parents do not"},
	},
	Maker: entry.Bound[Options]{
		Preset:   func(name string) Options { return map[string]Options{"shi": Shi, "chi": Chi}[name] },
		Settings: (*Options).Settings, Make: New,
	},
}

// Settings returns the options, bound to their fields.
func (opt *Options) Settings() []entry.Option {
	return []entry.Option{
		entry.Flag(&opt.Root, "root", "skip", "count", "whether units without a parent have an arc to a root"),
		entry.Flag(&opt.Backward, "backward", "keep", "drop", "relations whose parent is after the unit"),
		entry.Flag(&opt.First, "parents", "all", "first", "parents of a unit that count"),
	}
}

// The columns.
const (
	colGold = iota
	colSystem
	colLinks
	colLabelled
)

// New returns the measure with the given options.
func New(opt Options) *eval.Measure {
	links := eval.PRF{Before: "link_", Gold: colGold, System: colSystem, Matched: colLinks, Unlabelled: true, Main: true}
	labelled := eval.PRF{Before: "rel_", Gold: colGold, System: colSystem, Matched: colLabelled, Main: true}
	formulas := append(eval.Mark(links.Formulas(), true, ""), eval.Mark(labelled.Formulas(), true, "rel_f1")...)
	return &eval.Measure{
		Name:       "dialogue",
		Signature:  "dialogue" + entry.Cite(opt.Settings()),
		Columns:    eval.Columns("gold", "system", "link_matched", "rel_matched"),
		PRF:        []eval.PRF{links, labelled},
		Formulas:   append(formulas, eval.Ratio("label_accuracy", eval.Plus(colLabelled), eval.Plus(colLinks))),
		Items:      colGold,
		NewCounter: func() eval.Counter { return &counter{opt: opt} },
	}
}

type counter struct{ opt Options }

// Count adds the counts of p to row.
func (c *counter) Count(row []float64, p *eval.Pair) error { return eval.CountItems(c, row, p) }

// arcs returns the arcs of a dialogue that count, by unit.
func (c *counter) arcs(s *treebank.Sentence) [][]treebank.Arc {
	out := make([][]treebank.Arc, len(s.Tokens))
	for _, arc := range s.Enhanced {
		list := out[arc.Dep]
		again := c.opt.First && len(list) > 0
		for _, other := range list {
			again = again || other.Head == arc.Head
		}
		if !again && (!c.opt.Backward || arc.Head < arc.Dep) {
			out[arc.Dep] = append(list, arc)
		}
	}
	for i := range out {
		if c.opt.Root && len(out[i]) == 0 {
			out[i] = []treebank.Arc{{Dep: int32(i), Head: treebank.Root, Rel: s.Syms.InternString("Special")}}
		}
	}
	return out
}

// same reports how the units of two dialogues differ, nil if they are the same.
func same(gold, system *treebank.Sentence) error {
	if a, b := len(gold.Tokens), len(system.Tokens); a != b {
		return fmt.Errorf("want the %d units of gold, found %d", a, b)
	}
	for i := range gold.Tokens {
		if a, b := gold.Word(int32(i)), system.Word(int32(i)); !bytes.Equal(a, b) {
			return fmt.Errorf("want unit %d of gold, %.40q, found %.40q", i, a, b)
		}
	}
	return nil
}

// Explain yields the arcs of gold, then those that only the system has.
func (c *counter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	if p.System.Missing {
		for _, list := range c.arcs(p.Gold) {
			for _, arc := range list {
				yield(c.item(p, &arc, nil))
			}
		}
		return nil
	}
	if err := same(p.Gold, p.System); err != nil {
		return err
	}
	gold, system := c.arcs(p.Gold), c.arcs(p.System)
	for unit := range gold {
		taken := make([]bool, len(system[unit]))
		for i := range gold[unit] {
			arc := &gold[unit][i]
			var mate *treebank.Arc
			for j := range system[unit] {
				if system[unit][j].Head == arc.Head {
					mate, taken[j] = &system[unit][j], true
				}
			}
			yield(c.item(p, arc, mate))
		}
		for j := range system[unit] {
			if !taken[j] {
				yield(c.item(p, nil, &system[unit][j]))
			}
		}
	}
	return nil
}

// item makes the item of an arc of gold, of the system, or of both.
func (c *counter) item(p *eval.Pair, gold, system *treebank.Arc) *eval.Item {
	it := &eval.Item{}
	right := []eval.Add{{Column: colGold, N: 1}, {Column: colSystem, N: 1, System: true}, {Column: colLinks, N: 1},
		{Column: colLabelled, N: 1}}
	sentence, arc := p.Gold, gold
	if gold == nil {
		sentence, arc = p.System, system
	}
	it.Part = part(sentence, arc)
	switch {
	case gold == nil:
		it.Outcome, it.System, it.Adds = eval.Spurious, ref(system), right[1:2]
	case system == nil:
		it.Outcome, it.Gold, it.Adds, it.Mended = eval.Missing, ref(gold), right[:1], right
	case gold.Rel == system.Rel:
		it.Gold, it.System, it.Adds = ref(gold), ref(system), right
	default:
		it.Outcome, it.Class, it.Gold, it.System = eval.Incorrect, "wrong type", ref(gold), ref(system)
		it.Adds, it.Mended = right[:3], right
	}
	return it
}

func ref(arc *treebank.Arc) eval.Ref {
	return eval.Ref{Kind: eval.Link, Index: arc.Dep, Other: arc.Head, Label: arc.Rel}
}

// part distinguishes arcs within the turns of one speaker and those between speakers.
func part(s *treebank.Sentence, arc *treebank.Arc) string {
	if arc.Head < 0 {
		return "root"
	}
	from, to := s.FindAttr(arc.Head, "speaker"), s.FindAttr(arc.Dep, "speaker")
	switch {
	case from == nil || to == nil:
		return "speaker unknown"
	case bytes.Equal(from, to):
		return "same speaker"
	}
	return "other speaker"
}
