package finding

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// Gaps finds discontinuous trees of gold where a measure is evalb without the parameters for them.
var Gaps = &Finding{
	Kinds: []Kind{{"gaps", "gold has discontinuous trees, for which papers cite other measures than this",
		"-m evalb:proper, and -m parseval:discontinuous for the brackets with gaps"}},
	Watch: func(gold, _ *treebank.Source, ms []*eval.Measure) eval.Watch {
		if !gold.Format.Layers.Has(treebank.Gaps) || !slices.ContainsFunc(ms,
			func(m *eval.Measure) bool { return m.Continuous }) {
			return nil
		}
		return &gappedTrees{}
	},
	Find: func(_ context.Context, run *Run) []report.Warning { return run.Watch.(*gappedTrees).warnings() },
}

// gappedTrees counts the discontinuous trees of gold, for measures whose figures papers on
// such trees do not cite.
type gappedTrees struct{ n atomic.Int64 }

// New returns the function for one goroutine.
func (g *gappedTrees) New() func(*eval.Pair) {
	var words []int32 // below each phrase
	return func(p *eval.Pair) {
		gold := p.Gold
		if gold.Missing || len(gold.Phrases) == 0 {
			return
		}
		words = append(words[:0], make([]int32, len(gold.Phrases))...)
		for i := range gold.Tokens {
			for p := gold.Tokens[i].Parent; p >= 0; p = gold.Phrases[p].Parent {
				words[p]++
			}
		}
		for i, n := range words {
			if p := &gold.Phrases[i]; n < p.End-p.Begin {
				g.n.Add(1)
				return
			}
		}
	}
}

// warnings names the measures that are usual for such trees.
func (g *gappedTrees) warnings() []report.Warning {
	n := int(g.n.Load())
	if n == 0 {
		return nil
	}
	return []report.Warning{{Kind: "gaps", Level: report.Remark,
		Text:   fmt.Sprintf("%s of gold %s discontinuous", plural(n, "tree"), are(n)),
		Remedy: "papers cite -m evalb:proper, and parseval:discontinuous for the brackets with gaps"}}
}
