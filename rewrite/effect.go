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
	wrong     []uint8 // by word of gold: 1 wrong head, 2 wrong head or label
}

// Count adds the effects on p to row.
func (c *effectCounter) Count(row []float64, p *eval.Pair) error {
	row[effSentences]++
	row[effWords] += float64(len(p.Gold.Tokens))
	c.wrong = append(c.wrong[:0], make([]uint8, len(p.Gold.Tokens))...)
	c.compare(p, p.Gold, p.System, func(i int, w uint8) {
		c.wrong[i] = w
		if w&1 != 0 {
			row[effHeads0]++
		}
		if w != 0 {
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
		c.compare(p, shown[0], shown[1], func(i int, w uint8) {
			was := c.wrong[i]
			c.wrong[i] = w
			add := func(column int, was, now bool) {
				if was && !now {
					cell[column]++
				} else if now && !was {
					cell[column+1]++
				}
			}
			add(stHeadsRemoved, was&1 != 0, w&1 != 0)
			add(stLinksRemoved, was != 0, w != 0)
		})
	}
	return nil
}

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

// compare tells for each word of gold what is wrong in system: 1 the head, 2
// the label, 3 both.
func (c *effectCounter) compare(p *eval.Pair, gold, system *treebank.Sentence, tell func(int, uint8)) {
	if len(gold.Tokens) != len(p.Gold.Tokens) || len(system.Tokens) != len(p.System.Tokens) {
		return // rules on phrases have taken words out: there is nothing to compare word by word
	}
	al := p.Align()
	for i := range gold.Tokens {
		w := uint8(3)
		if j := al.System[i]; j >= 0 {
			gh, gr := gold.HeadOf(int32(i))
			sh, sr := system.HeadOf(j)
			if sh >= 0 {
				sh = al.Gold[sh]
				if sh < 0 {
					sh = -3
				}
			}
			w = 0
			if gh != sh {
				w |= 1
			}
			if gr != sr {
				w |= 2
			}
		}
		tell(i, w)
	}
}
