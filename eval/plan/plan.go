// Package plan is what an evaluation counts, as a value that never changes: sources, pairing, steps, selection, keys,
// ranks, and the measure that chooses among ranked analyses.
//
// Whoever listens to a run (collectors, watches, progress) is no part of a plan, but one of its Taps. One more run over
// the same pairs is the same plan with other taps, and a run that differs is a named variant of it: no caller copies
// options and clears fields by hand.
package plan

import (
	"context"
	"fmt"
	"slices"

	"assay/eval"
	"assay/treebank"
)

// A Plan decides every figure. The zero value pairs and counts as the zero value of [eval.Options] does. Methods return
// changed copies.
type Plan struct {
	gold    *treebank.Source
	systems []*treebank.Source
	count   eval.Options // nobody listens
	kept    []string     // for signatures: which sentences are kept
}

// New makes the plan of these options, and forgets who listens. kept names, for signatures, what decides which
// sentences are kept beside them, as in "common".
func New(gold *treebank.Source, systems []*treebank.Source, opt eval.Options, kept ...string) *Plan {
	return &Plan{gold, slices.Clone(systems), opt.Unheard(), kept}
}

// Gold returns the source of gold, nil for a plan without sources.
func (p *Plan) Gold() *treebank.Source { return p.gold }

// System returns the source of system i.
func (p *Plan) System(i int) *treebank.Source { return p.systems[i] }

// Systems returns the number of systems.
func (p *Plan) Systems() int { return len(p.systems) }

// Options returns a copy of the options of the count, for signatures and for messages.
func (p *Plan) Options() eval.Options { return p.count }

// Cite lists, for signatures, the settings beside the measure that change figures.
func (p *Plan) Cite() (out []string) {
	opt := &p.count
	for _, step := range slices.Concat(opt.GoldSteps, opt.SystemSteps) {
		if cite := step.Signature(); cite != "" && !slices.Contains(out, cite) {
			out = append(out, cite)
		}
	}
	out = append(out, p.kept...)
	if opt.Where != nil {
		out = append(out, "where:"+opt.Where.String())
	}
	if opt.Rank > 0 {
		out = append(out, fmt.Sprint("rank:", opt.Rank))
	}
	if opt.Pack > 0 {
		out = append(out, fmt.Sprint("pack:", opt.Pack))
	}
	if opt.Oracle > 0 {
		oracle := fmt.Sprint("oracle:", opt.Oracle)
		if opt.OracleScore != "" {
			oracle += ":" + opt.OracleScore
		}
		out = append(out, oracle)
	}
	return out
}

// with returns a copy of the plan that change has changed.
func (p *Plan) with(change func(*eval.Options)) *Plan {
	q := *p
	change(&q.count)
	return &q
}

// Of returns the plan for other sources.
func (p *Plan) Of(gold *treebank.Source, systems ...*treebank.Source) *Plan {
	return New(gold, systems, p.count, p.kept...)
}

// Over keeps to the sentences of gold that only marks.
func (p *Plan) Over(only []bool) *Plan { return p.with(func(o *eval.Options) { o.Only = only }) }

// By counts groups by these keys.
func (p *Plan) By(keys ...eval.Key) *Plan { return p.with(func(o *eval.Options) { o.By = keys }) }

// Sums counts no groups: neither those of keys nor those of ranks.
func (p *Plan) Sums() *Plan { return p.with(func(o *eval.Options) { o.By, o.Ranks = nil, 0 }) }

// Whole selects no items: it counts all of them.
func (p *Plan) Whole() *Plan { return p.with(func(o *eval.Options) { o.Where = nil }) }

// Plain has these steps in place of those of the plan.
func (p *Plan) Plain(gold, system []eval.Step) *Plan {
	return p.with(func(o *eval.Options) { o.GoldSteps, o.SystemSteps = gold, system })
}

// Then has one more step for the systems, after those of the plan.
func (p *Plan) Then(step eval.Step) *Plan {
	return p.with(func(o *eval.Options) { o.SystemSteps = append(slices.Clip(o.SystemSteps), step) })
}

// Choosing lets a measure choose among several analyses of a sentence after the steps of this plan, whatever measures
// and steps follow.
func (p *Plan) Choosing(by *eval.Measure) *Plan {
	return p.with(func(o *eval.Options) {
		o.Chooser = &eval.Chooser{Measure: by, GoldSteps: o.GoldSteps, SystemSteps: o.SystemSteps}
	})
}

// Unpacked has no parse forests: of a ranked list the first analysis counts.
func (p *Plan) Unpacked() *Plan { return p.with(func(o *eval.Options) { o.Pack = 0 }) }

// Ranked returns the plan for the analyses of that rank in ranked lists, from 1, alone.
func (p *Plan) Ranked(rank int) *Plan {
	return p.with(func(o *eval.Options) { o.Rank, o.Oracle, o.Pack, o.Ranks = rank, 0, 0, 0 })
}

// Unranked is for systems that are no ranked lists.
func (p *Plan) Unranked() *Plan {
	return p.with(func(o *eval.Options) {
		o.Rank, o.Ranks, o.Oracle, o.OracleScore, o.Pack = 0, 0, 0, "", 0
	})
}

// Paired pairs sentences in this way.
func (p *Plan) Paired(by eval.Align) *Plan { return p.with(func(o *eval.Options) { o.Align = by }) }

// Patient does not end with the first sentence that cannot be scored, but leaves such sentences out.
func (p *Plan) Patient() *Plan {
	return p.with(func(o *eval.Options) {
		if o.OnError == eval.OnErrorStop {
			o.OnError = eval.OnErrorSkip
		}
	})
}

// Mutual has no side that is gold, as annotators: a sentence counts if both sides analyse it and it can be scored.
func (p *Plan) Mutual() *Plan {
	return p.with(func(o *eval.Options) { o.OnError, o.IgnoreGold, o.IgnoreSystem = eval.OnErrorSkip, true, true })
}

// Absent is for a system without sentences: each one of gold counts as an error. Nothing has a text by which it pairs.
func (p *Plan) Absent() *Plan {
	return p.with(func(o *eval.Options) {
		o.OnError = eval.OnErrorCount
		if o.Align == eval.AlignAuto || o.Align == eval.AlignText || o.Align == eval.AlignWords {
			o.Align = eval.AlignOrder
		}
	})
}

// Taps listen to a run and change nothing. The zero value hears nothing. The fields are those of
// [eval.Options].
type Taps struct {
	Collect      func() eval.Collector
	Collected    func(eval.Collector)
	Discard      func()
	Settle       bool
	ErrorsOnly   bool
	CorrectIn    func(metric int) []bool
	GroupColumns func(*eval.Measure) []int
	Watches      func(gold, system *treebank.Source, ms []*eval.Measure) []eval.Watch
	Progress     func(done int)
	TotalsOnly   bool
	Memory       *eval.Memory
}

// Items returns the taps of one collector of items.
func Items(collect func() eval.Collector, collected func(eval.Collector)) Taps {
	return Taps{Collect: collect, Collected: collected}
}

// A Collecting value makes and takes collectors.
type Collecting interface {
	Collect() eval.Collector
	Collected(eval.Collector)
}

// To hands the items to one collector.
func (t *Taps) To(c Collecting) { t.Collect, t.Collected = c.Collect, c.Collected }

// Run counts a system with measures, while the taps listen.
func (p *Plan) Run(ctx context.Context, system int, ms []*eval.Measure, taps Taps) (*eval.Result, error) {
	opt := p.count
	opt.Collect, opt.Collected, opt.Discard = taps.Collect, taps.Collected, taps.Discard
	opt.Settle, opt.ErrorsOnly, opt.TotalsOnly = taps.Settle, taps.ErrorsOnly, taps.TotalsOnly
	opt.CorrectIn, opt.GroupColumns = taps.CorrectIn, taps.GroupColumns
	opt.Watches, opt.Progress, opt.Memory = taps.Watches, taps.Progress, taps.Memory
	return eval.Run(ctx, p.gold, p.systems[system], ms, opt)
}
