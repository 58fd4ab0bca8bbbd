package finding

import (
	"context"
	"fmt"
	"slices"
	"sync"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// Partial finds systems that leave words without a head, where gold has one.
var Partial = &Finding{
	Kinds: []Kind{{"partial", "a system leaves words without a head: the share of words that it answers, and how many " +
		"of these answers are wrong", "option confidence=KEY shows coverage against risk"}},
	Watch: func(_, _ *treebank.Source, ms []*eval.Measure) eval.Watch {
		if !slices.ContainsFunc(ms, func(m *eval.Measure) bool { return m.Reads.Has(treebank.Arcs) && m.Reads != 0 }) {
			return nil
		}
		return &partialParses{}
	},
	Find: func(_ context.Context, run *Run) []report.Warning { return run.Watch.(*partialParses).warnings(run) },
}

// mostAnswered is the share of answered words from which on nothing is said.
const mostAnswered = .995

// partialParses counts heads. Each goroutine counts by itself.
type partialParses struct {
	mu    sync.Mutex
	parts []*headCounts
}

// headCounts counts words whose head is in gold: all, those with a head in the system, and those with another one.
type headCounts struct{ asked, answered, wrong int }

// New returns the function for one goroutine.
func (p *partialParses) New() func(*eval.Pair) {
	part := &headCounts{}
	p.mu.Lock()
	p.parts = append(p.parts, part)
	p.mu.Unlock()
	return func(pair *eval.Pair) {
		gold, system := pair.Gold, pair.System
		if gold.Missing || system.Missing || len(gold.Tokens) != len(system.Tokens) || len(system.Arcs) == 0 {
			return
		}
		for i := range gold.Tokens {
			head, _ := gold.HeadOf(int32(i))
			if head == treebank.Unknown {
				continue
			}
			part.asked++
			if own, _ := system.HeadOf(int32(i)); own != treebank.Unknown {
				part.answered++
				if own != head {
					part.wrong++
				}
			}
		}
	}
}

// warnings says how many words are answered.
func (p *partialParses) warnings(run *Run) []report.Warning {
	var sum headCounts
	for _, part := range p.parts {
		sum.asked, sum.answered, sum.wrong = sum.asked+part.asked, sum.answered+part.answered, sum.wrong+part.wrong
	}
	if sum.asked == 0 || sum.answered == 0 || float64(sum.answered) >= mostAnswered*float64(sum.asked) {
		return nil
	}
	return []report.Warning{{Kind: "partial", Level: report.Remark, About: base(run.Result.System),
		Text: fmt.Sprintf("answers %.1f %% of the words, %.1f %% of them with a wrong head (risk)",
			100*float64(sum.answered)/float64(sum.asked), 100*float64(sum.wrong)/float64(sum.answered))}}
}
