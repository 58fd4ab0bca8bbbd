package rewrite

import (
	"fmt"
	"math"

	"assay/eval"
	"assay/treebank"
)

// An Effect measures what rules do to a comparison: for each rule, how many
// words it changes on either side, and how many errors of attachment it removes
// and makes. The rules are added one after another, in order, so that the
// effect of a rule is that of the rules up to it less that of the rules before
// it. It is counted on sentences as they are read: give no Steps with it.
type Effect struct {
	stages []stage
	opt    Options
}

// A stage is what is applied so far: the first rules of a module, behind all
// of the modules before it.
type stage struct {
	name         string
	gold, system bool // which sides the module is for
	module       *Module
	last         bool // all rules of the module are in
}

// maxStages bounds how many rules are looked at one by one; beyond it, modules
// are looked at as a whole.
const maxStages = 64

// The columns of an Effect: first those of the whole, then perStage for each
// stage.
const (
	effSentences = iota
	effWords
	effHeads0 // errors before: heads, then heads or labels
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
	stLinksRemoved // the same of head and label
	stLinksMade
	perStage
)

// NewEffect returns the Effect of modules on both sides, of those for gold only
// and of those for the system only, applied in this order.
func NewEffect(both, gold, system []*Module, opt Options) *Effect {
	e := &Effect{opt: opt}
	total := 0
	for _, list := range [][]*Module{both, gold, system} {
		for _, m := range list {
			total += len(m.Rules)
		}
	}
	for i, list := range [][]*Module{both, gold, system} {
		for _, m := range list {
			if total > maxStages {
				e.stages = append(e.stages, stage{m.Name, i < 2, i != 1, m, true})
				continue
			}
			for k, r := range m.Rules {
				part := *m
				part.Rules = m.Rules[:k+1]
				e.stages = append(e.stages, stage{m.Name + "/" + r.Name, i < 2, i != 1, &part, k == len(m.Rules)-1})
			}
		}
	}
	return e
}

var _ eval.Metric = (*Effect)(nil)

// Name returns "rewrite-effect".
func (e *Effect) Name() string { return "rewrite-effect" }

// Signature returns "rewrite-effect": the effect is no figure to be cited.
func (e *Effect) Signature() string { return "rewrite-effect" }

// Columns names the counts.
func (e *Effect) Columns() []string {
	out := []string{"sentences", "words", "head_errors_before", "link_errors_before", "loops", "cyclic"}
	for _, s := range e.stages {
		for _, c := range []string{"gold_changed", "system_changed", "head_errors_removed", "head_errors_made", "link_errors_removed", "link_errors_made"} {
			out = append(out, s.name+"_"+c)
		}
	}
	return out
}

// Scores returns, for each stage, the share of words with the right head
// behind it.
func (e *Effect) Scores(sum []float64) []eval.Score {
	out := []eval.Score{eval.Ratio("uas_before", sum[effWords]-sum[effHeads0], sum[effWords])}
	for _, r := range e.Rows(sum) {
		out = append(out, eval.Ratio("uas_after_"+r.Name, sum[effWords]-r.HeadErrors, sum[effWords]))
	}
	return out
}

// An EffectRow is the effect of one rule, or of one module where there are many.
type EffectRow struct {
	Name                    string  // module/rule
	Gold, System            float64 // words changed on either side
	HeadsRemoved, HeadsMade float64 // errors of heads
	LinksRemoved, LinksMade float64 // errors of heads or labels
	HeadErrors, LinkErrors  float64 // what is left
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

// Notes says what went wrong with rules or sentences, "" if nothing did.
func (e *Effect) Notes(sum []float64) string {
	out := ""
	if n := sum[effLoops]; n > 0 {
		out = fmt.Sprintf("rules looped in %.0f sentences and were stopped there", n)
	}
	if n := sum[effCyclic]; n > 0 {
		if out != "" {
			out += "; "
		}
		out += fmt.Sprintf("%.0f sentences whose heads form a cycle were left as they are", n)
	}
	return out
}

// NewCounter returns a counter of effects.
func (e *Effect) NewCounter() eval.Counter {
	c := &effectCounter{e: e}
	for _, s := range e.stages {
		c.rewriters = append(c.rewriters, New(s.module, e.opt))
	}
	return c
}

type effectCounter struct {
	e         *Effect
	rewriters []*Rewriter
	words     []compared // of gold, behind the rules applied so far
	item      eval.Item
}

// compared is a word of gold: what is wrong in the system, 1 the head, 2 the
// label, and the links of both sides.
type compared struct {
	wrong        uint8
	gold, system eval.Ref
}

// Count adds the effects on p to row.
func (c *effectCounter) Count(row []float64, p *eval.Pair) error {
	return c.Errors(row, p, func(*eval.Item) {})
}

// Errors adds the effects on p to row and yields the errors that rules remove,
// with the links before, and make, with the links behind the rule. An item's
// part is the rule, its class says removed or made.
func (c *effectCounter) Errors(row []float64, p *eval.Pair, yield func(*eval.Item)) error {
	row[effSentences]++
	row[effWords] += float64(len(p.Gold.Tokens))
	c.words = append(c.words[:0], make([]compared, len(p.Gold.Tokens))...)
	c.compare(p, p.Gold, p.System, func(i int, w compared) {
		c.words[i] = w
		if w.wrong&1 != 0 {
			row[effHeads0]++
		}
		if w.wrong != 0 {
			row[effLinks0]++
		}
	})
	bases := [2]*treebank.Sentence{p.Gold, p.System} // what the modules before have made
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
		c.compare(p, shown[0], shown[1], func(i int, now compared) {
			was := c.words[i]
			c.words[i] = now
			tell(cell[stHeadsRemoved:], was.wrong&1 != 0, now.wrong&1 != 0)
			tell(cell[stLinksRemoved:], was.wrong != 0, now.wrong != 0)
			switch {
			case was.wrong != 0 && now.wrong == 0:
				c.item = eval.Item{Part: st.name, Class: "removed", Outcome: eval.Incorrect, Gold: was.gold, System: was.system}
				yield(&c.item)
			case was.wrong == 0 && now.wrong != 0:
				c.item = eval.Item{Part: st.name, Class: "made", Outcome: eval.Incorrect, Gold: now.gold, System: now.system}
				yield(&c.item)
			}
		})
	}
	return nil
}

// tell counts an error that is removed, or made, in the first two of cell.
func tell(cell []float64, was, now bool) {
	if was && !now {
		cell[0]++
	} else if now && !was {
		cell[1]++
	}
}

// Explain yields what Errors yields, and one item that adds all counts.
func (c *effectCounter) Explain(p *eval.Pair, yield func(*eval.Item)) error {
	row := make([]float64, len(c.e.Columns()))
	if err := c.Errors(row, p, yield); err != nil {
		return err
	}
	all := eval.Item{Outcome: eval.Noncommittal}
	for k, n := range row {
		all.Adds = append(all.Adds, eval.Add{Column: k, N: n})
	}
	yield(&all)
	return nil
}

// Close does nothing: all columns are sums.
func (c *effectCounter) Close([]float64) {}

// changed counts the words whose links differ, or that are gone.
func changed(a, b *treebank.Sentence) float64 {
	if len(a.Tokens) != len(b.Tokens) {
		return math.Abs(float64(len(a.Tokens) - len(b.Tokens)))
	}
	n := 0.0
	for i := range a.Tokens {
		ah, ar := a.HeadOf(int32(i))
		bh, br := b.HeadOf(int32(i))
		if ah != bh || ar != br {
			n++
		}
	}
	return n
}

// compare tells for each word of gold what is wrong in system.
func (c *effectCounter) compare(p *eval.Pair, gold, system *treebank.Sentence, tell func(int, compared)) {
	if len(gold.Tokens) != len(p.Gold.Tokens) || len(system.Tokens) != len(p.System.Tokens) {
		return // rules on phrases have taken words out: there is nothing to compare word by word
	}
	al := p.Align()
	for i := range gold.Tokens {
		gh, gr := gold.HeadOf(int32(i))
		w := compared{wrong: 3, gold: eval.Ref{Kind: eval.Link, Index: int32(i), Other: gh, Label: gr}}
		if j := al.System[i]; j >= 0 {
			sh, sr := system.HeadOf(j)
			w.system = eval.Ref{Kind: eval.Link, Index: j, Other: sh, Label: sr}
			if sh >= 0 {
				sh = al.Gold[sh]
				if sh < 0 {
					sh = -3
				}
			}
			w.wrong = 0
			if gh != sh {
				w.wrong |= 1
			}
			if gr != sr {
				w.wrong |= 2
			}
		}
		tell(i, w)
	}
}
