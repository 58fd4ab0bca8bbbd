package rewrite

import (
	"fmt"
	"strings"

	"assay/eval"
	"assay/treebank"
)

// An Effect measures the effect of rules on a comparison: for each rule, the words it
// changes on either side and the errors of attachment it removes and makes. The rules
// are added one after another, so that the effect of a rule is the difference between
// applying the rules up to it and those before it. The sentences must not be
// rewritten before: use no Steps with it.
type Effect struct {
	stages []stage
	opt    Options
}

// A stage is the first rules of a module, applied after all earlier modules.
type stage struct {
	name         string
	gold, system bool // the sides that the module is for
	module       *Module
	last         bool // all rules of the module are in
}

// maxStages is the largest number of rules to measure one by one; with more rules,
// modules are measured as a whole.
const maxStages = 64

// The columns of an Effect: first those of the whole comparison, then perStage
// columns for each stage.
const (
	effSentences = iota
	effWords
	effHeads0 // errors before the rules: heads, then heads or labels
	effLinks0
	effLoops // on either side, in the last stage of a module
	effCyclic
	effFirst
)

const (
	stGold         = iota // words changed in gold
	stSystem              // words changed in the system's sentence
	stHeadsRemoved        // words with a wrong head before, and a right one now
	stHeadsMade
	stLinksRemoved // likewise for head and label
	stLinksMade
	perStage
)

// NewEffect returns the Effect of modules applied in this order: on both sides, on
// gold only, and on the system only.
func NewEffect(both, gold, system []*Module, opt Options) *Effect {
	effect := &Effect{opt: opt}
	total := 0
	for _, list := range [][]*Module{both, gold, system} {
		for _, m := range list {
			total += len(m.Rules)
		}
	}
	for i, list := range [][]*Module{both, gold, system} {
		for _, module := range list {
			if total > maxStages {
				effect.stages = append(effect.stages, stage{module.Name, i < 2, i != 1, module, true})
				continue
			}
			for k, r := range module.Rules {
				part := *module
				part.Rules = module.Rules[:k+1]
				effect.stages = append(effect.stages, stage{module.Name + "/" + r.Name, i < 2, i != 1, &part,
					k == len(module.Rules)-1})
			}
		}
	}
	return effect
}

// Measure returns the measure that counts the effect. Its scores are, for each stage, the
// share of words with the right head after it. It is no figure to cite.
func (e *Effect) Measure() *eval.Measure {
	names := []string{"sentences", "words", "head_errors_before", "link_errors_before", "loops", "cyclic"}
	words := eval.Plus(effWords)
	right := words.Minus(effHeads0)
	formulas := []eval.Formula{eval.Ratio("uas_before", right, words)}
	for i, s := range e.stages {
		for _, c := range []string{"gold_changed", "system_changed", "head_errors_removed", "head_errors_made",
			"link_errors_removed", "link_errors_made"} {
			names = append(names, s.name+"_"+c)
		}
		cell := effFirst + i*perStage
		right = append(right.Minus(cell+stHeadsMade), eval.Plus(cell+stHeadsRemoved)...)
		formulas = append(formulas, eval.Ratio("uas_after_"+s.name, right, words))
	}
	return &eval.Measure{Name: "rewrite-effect", Signature: "rewrite-effect", Columns: eval.Columns(names...),
		Formulas: formulas, Items: effWords, NewCounter: e.newCounter}
}

// An EffectRow is the effect of one rule, or of a module if there are too many rules.
type EffectRow struct {
	Name                    string  // module/rule
	Gold, System            float64 // words changed on either side
	HeadsRemoved, HeadsMade float64 // errors of heads
	LinksRemoved, LinksMade float64 // errors of heads or labels
	HeadErrors, LinkErrors  float64 // remaining errors
}

// Rows returns the effect of each rule, given a sum of rows.
func (e *Effect) Rows(sum []float64) []EffectRow {
	var out []EffectRow
	heads, links := sum[effHeads0], sum[effLinks0]
	for i, s := range e.stages {
		c := sum[effFirst+i*perStage:]
		heads += c[stHeadsMade] - c[stHeadsRemoved]
		links += c[stLinksMade] - c[stLinksRemoved]
		out = append(out, EffectRow{Name: s.name, Gold: c[stGold], System: c[stSystem],
			HeadsRemoved: c[stHeadsRemoved], HeadsMade: c[stHeadsMade],
			LinksRemoved: c[stLinksRemoved], LinksMade: c[stLinksMade], HeadErrors: heads, LinkErrors: links})
	}
	return out
}

// Before returns the number of words and of errors before the first rule.
func (e *Effect) Before(sum []float64) (words, heads, links float64) {
	return sum[effWords], sum[effHeads0], sum[effLinks0]
}

// Notes reports loops and cycles; it is "" if there were none.
func (e *Effect) Notes(sum []float64) string {
	var notes []string
	if n := sum[effLoops]; n > 0 {
		notes = append(notes, fmt.Sprintf("rules looped in %.0f sentences and were stopped there", n))
	}
	if n := sum[effCyclic]; n > 0 {
		notes = append(notes, fmt.Sprintf("%.0f sentences whose heads form a cycle stay unchanged", n))
	}
	return strings.Join(notes, "; ")
}

func (e *Effect) newCounter() eval.Counter {
	c := &effectCounter{e: e}
	for _, s := range e.stages {
		c.rewriters = append(c.rewriters, New(s.module, e.opt))
	}
	return c
}

type effectCounter struct {
	e         *Effect
	rewriters []*Rewriter
	words     []compared // words of gold after the rules applied so far
	item      eval.Item
}

// compared is a word of gold: its errors in the system (1 the head, 2 the
// label), and the links of both sides.
type compared struct {
	wrong        uint8
	gold, system eval.Ref
}

// Count adds the effects on p to row.
func (c *effectCounter) Count(row []float64, p *eval.Pair) error {
	return c.List(row, p, nil, func(*eval.Item) {})
}

// List adds the effects on pair to row and yields the errors that rules remove, with
// the links before the rule, and those that rules make, with the links after it. An
// item's part is the rule, its class is removed or made.
func (c *effectCounter) List(row []float64, pair *eval.Pair, _ []bool, yield func(*eval.Item)) error {
	row[effSentences]++
	row[effWords] += float64(len(pair.Gold.Tokens))
	c.words = append(c.words[:0], make([]compared, len(pair.Gold.Tokens))...)
	c.compare(pair, pair.Gold, pair.System, func(i int, w compared) {
		c.words[i] = w
		if w.wrong&1 != 0 {
			row[effHeads0]++
		}
		if w.wrong != 0 {
			row[effLinks0]++
		}
	})
	bases := [2]*treebank.Sentence{pair.Gold, pair.System} // after the earlier modules
	shown := bases
	for k := range c.e.stages {
		st, cell := &c.e.stages[k], row[effFirst+k*perStage:]
		for side, use := range []bool{st.gold, st.system} {
			if !use || bases[side].Missing {
				continue
			}
			now := bases[side].Clone()
			switch err := c.rewriters[k].Apply(now); err.(type) {
			case *LoopError:
				if st.last {
					row[effLoops]++
				}
			case *TreeError:
				if st.last {
					row[effCyclic]++
				}
			}
			cell[side] += changed(shown[side], now)
			if shown[side] = now; st.last {
				bases[side] = now
			}
		}
		c.compare(pair, shown[0], shown[1], func(i int, now compared) {
			was := c.words[i]
			c.words[i] = now
			tally(cell[stHeadsRemoved:], was.wrong&1 != 0, now.wrong&1 != 0)
			tally(cell[stLinksRemoved:], was.wrong != 0, now.wrong != 0)
			of, class := was, "removed"
			if was.wrong == 0 {
				of, class = now, "made"
			}
			if (was.wrong == 0) != (now.wrong == 0) {
				c.item = eval.Item{Part: st.name, Class: class, Outcome: eval.Incorrect, Gold: of.gold, System: of.system}
				yield(&c.item)
			}
		})
	}
	return nil
}

// tally counts a removed or a made error in the first two of cell.
func tally(cell []float64, was, now bool) {
	if was && !now {
		cell[0]++
	} else if now && !was {
		cell[1]++
	}
}

// Explain yields the items of List, and one item with all counts.
func (c *effectCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	row := make([]float64, effFirst+perStage*len(c.e.stages))
	if err := c.List(row, p, nil, yield); err != nil {
		return err
	}
	all := eval.Item{Outcome: eval.Noncommittal}
	for k, n := range row {
		all.Adds = append(all.Adds, eval.Add{Column: k, N: n})
	}
	yield(&all)
	return nil
}

// kept returns for each word of from its number in to, -1 if rules have removed it;
// nil if both have all words. The other words keep their order and their place in the
// source.
func kept(from, to *treebank.Sentence) []int32 {
	if len(from.Tokens) == len(to.Tokens) {
		return nil
	}
	out := make([]int32, len(from.Tokens))
	j := 0
	for i := range from.Tokens {
		if out[i] = -1; j < len(to.Tokens) && from.Tokens[i].Form == to.Tokens[j].Form {
			out[i] = int32(j)
			j++
		}
	}
	return out
}

// backwards returns for each of the n words of a rewritten sentence its number in the
// sentence before.
func backwards(kept []int32, n int) []int32 {
	if kept == nil {
		return nil
	}
	out := make([]int32, n)
	for i, k := range kept {
		if k >= 0 {
			out[k] = int32(i)
		}
	}
	return out
}

// at returns the number of word i in another sentence, given the result of kept or
// backwards. A negative i has none.
func at(numbers []int32, i int32) int32 {
	if numbers == nil || i < 0 {
		return i
	}
	return numbers[i]
}

// changed counts the words of a whose links differ in b, or that b lacks.
func changed(a, b *treebank.Sentence) float64 {
	n := 0.0
	in := kept(a, b)
	for i := range int32(len(a.Tokens)) {
		ah, ar := a.HeadOf(i)
		k := at(in, i)
		if k < 0 {
			n++
			continue
		}
		bh, br := b.HeadOf(k)
		if at(in, ah) != bh || ar != br {
			n++
		}
	}
	return n
}

// compare returns the error in system of each word of p.Gold, after rules have
// changed the sentences of p to gold and system. As in the measures, a removed word,
// or one with an unknown head in gold (?), is not an error.
func (c *effectCounter) compare(p *eval.Pair, gold, system *treebank.Sentence, report func(int, compared)) {
	al := p.Align()
	goldNow, systemNow := kept(p.Gold, gold), kept(p.System, system)
	goldWas, systemWas := backwards(goldNow, len(gold.Tokens)), backwards(systemNow, len(system.Tokens))
	for i := range int32(len(p.Gold.Tokens)) {
		k := at(goldNow, i)
		if k < 0 {
			report(int(i), compared{gold: eval.Ref{Kind: eval.Link, Index: i, Other: treebank.Unknown}})
			continue
		}
		gh, gr := gold.HeadOf(k)
		gh = at(goldWas, gh)
		w := compared{wrong: 3, gold: eval.Ref{Kind: eval.Link, Index: i, Other: gh, Label: gr}}
		if j := al.System[i]; j >= 0 && at(systemNow, j) >= 0 {
			sh, sr := system.HeadOf(at(systemNow, j))
			sh = at(systemWas, sh)
			w.system = eval.Ref{Kind: eval.Link, Index: j, Other: sh, Label: sr}
			w.wrong = wrong(gh, gr, inGold(al, sh), sr)
		}
		if gh == treebank.Unknown {
			w.wrong = 0
		}
		report(int(i), w)
	}
}

// inGold returns the word of gold that is aligned with head h of the system, or a
// number that is not a head.
func inGold(al *eval.Alignment, h int32) int32 {
	if h < 0 {
		return h
	}
	if h = al.Gold[h]; h < 0 {
		return treebank.Unknown - 1
	}
	return h
}

// wrong returns 1 for a wrong head, 2 for a wrong label, 3 for both.
func wrong(gold int32, goldRel treebank.Symbol, system int32, systemRel treebank.Symbol) (w uint8) {
	if gold != system {
		w |= 1
	}
	if goldRel != systemRel {
		w |= 2
	}
	return w
}
