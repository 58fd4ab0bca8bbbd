package finding

import (
	"context"
	"fmt"
	"sync/atomic"

	"assay/eval"
	"assay/report"
	"assay/treebank"
)

// Anchors finds graphs that lie at no characters, for measures that compare nodes by their characters.
var Anchors = &Finding{
	Kinds: []Kind{{"anchors", "most nodes of a side have no characters, by which the measure compares them, so " +
		"that only " +
		"their labels count", "-m mrp and -m smatch find which nodes correspond"}},
	Watch: func(_, _ *treebank.Source, ms []*eval.Measure) eval.Watch {
		for _, m := range ms {
			if m.Anchored {
				return &anchors{metric: m.Name}
			}
		}
		return nil
	},
	Find: func(_ context.Context, run *Run) []report.Warning { return run.Watch.(*anchors).warnings(run.Result) },
}

// bareNodes counts the nodes of graphs, and those of them that are at no characters of
// the text.
type bareNodes struct{ nodes, bare atomic.Int64 }

// add counts the nodes of the sentence.
func (n *bareNodes) add(sentence *treebank.Sentence) {
	if sentence.Missing {
		return
	}
	bare := int64(0)
	for i := range sentence.Nodes {
		if sentence.Nodes[i].From < 0 {
			bare++
		}
	}
	n.nodes.Add(int64(len(sentence.Nodes)))
	n.bare.Add(bare)
}

// anchors watches both sides for measures that compare nodes by their characters.
type anchors struct {
	gold, system bareNodes
	metric       string // the first such measure
}

// New returns the function for one goroutine.
func (x *anchors) New() func(*eval.Pair) {
	return func(p *eval.Pair) {
		x.gold.add(p.Gold)
		x.system.add(p.System)
	}
}

// warnings warns if the measure has no characters to compare for more than half of the
// nodes: these are then all at one place, and only their labels differ.
func (x *anchors) warnings(res *eval.Result) (out []report.Warning) {
	for _, side := range []struct {
		source *treebank.Source
		found  *bareNodes
	}{{res.Gold, &x.gold}, {res.System, &x.system}} {
		if n, all := side.found.bare.Load(), side.found.nodes.Load(); 2*n > all {
			out = append(out, report.Warning{Kind: "anchors", Level: report.Caution, About: base(side.source),
				Text: fmt.Sprintf("%d of %s have no characters, by which %s compares them", n,
					plural(int(all), "node"), x.metric),
				Remedy: "-m mrp and -m smatch find which nodes correspond"})
		}
	}
	return out
}
