package main

import (
	"fmt"
	"io"
	"sync/atomic"

	"assay/eval"
	"assay/treebank"
)

// An anchorWatch is a step that counts the nodes of the graphs of one side, and
// those of them that are at no characters of the text. It changes nothing.
type anchorWatch struct{ nodes, bare atomic.Int64 }

// Signature returns "": figures do not depend on it.
func (*anchorWatch) Signature() string { return "" }

// Reads returns the layer of graphs.
func (*anchorWatch) Reads() treebank.Layer { return treebank.Graph }

// New returns the step for one goroutine.
func (w *anchorWatch) New() func(*treebank.Sentence) error {
	return func(sentence *treebank.Sentence) error {
		if sentence.Missing {
			return nil
		}
		bare := int64(0)
		for i := range sentence.Nodes {
			if sentence.Nodes[i].From < 0 {
				bare++
			}
		}
		w.nodes.Add(int64(len(sentence.Nodes)))
		w.bare.Add(bare)
		return nil
	}
}

// anchors watches both sides for measures that compare nodes by their characters.
type anchors struct {
	gold, system anchorWatch
	metric       string // the first such measure
}

// watch adds the steps to opt, if there is such a measure.
func (x *anchors) watch(opt *eval.Options, ms []eval.Metric) {
	for _, m := range ms {
		if r, ok := m.(eval.AnchorReader); ok && r.ReadsAnchors() {
			x.metric = m.Name()
			opt.GoldSteps = append(opt.GoldSteps[:len(opt.GoldSteps):len(opt.GoldSteps)], &x.gold)
			opt.SystemSteps = append(opt.SystemSteps[:len(opt.SystemSteps):len(opt.SystemSteps)], &x.system)
			return
		}
	}
}

// report warns if the measure has no characters to compare for more than half of the
// nodes: these are then all at one place, and only their labels differ.
func (x *anchors) report(w io.Writer, gold, system string) {
	for _, side := range []struct {
		name  string
		watch *anchorWatch
	}{{gold, &x.gold}, {system, &x.system}} {
		if n, all := side.watch.bare.Load(), side.watch.nodes.Load(); 2*n > all {
			fmt.Fprintf(w, "warning: %s: %d of %s have no characters, by which %s compares them\nhint: -m mrp and -m smatch find which nodes correspond\n",
				side.name, n, plural(int(all), "node"), x.metric)
		}
	}
}
