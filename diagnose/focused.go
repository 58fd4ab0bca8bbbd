package diagnose

import "assay/eval"

// Focused is a Source that passes on only the items of some scores: On has a
// focus for each metric, nil for all of its items.
type Focused struct {
	To Source
	On []*Focus
}

// Collect makes a collector for a batch.
func (f Focused) Collect() eval.Collector { return &focused{to: f.To.Collect(), on: f.On} }

// Collected takes a collector back.
func (f Focused) Collected(c eval.Collector) { f.To.Collected(c.(*focused).to) }

type focused struct {
	to eval.Collector
	on []*Focus
}

func (f *focused) Pair(p *eval.Pair) { f.to.Pair(p) }

func (f *focused) Item(metric int, it *eval.Item) {
	outcome, belongs := f.on[metric].Outcome(it)
	if !belongs || outcome != it.Outcome { // a right head with a wrong label is no error of UAS
		return
	}
	class := it.Class
	it.Class = f.on[metric].Class(it)
	f.to.Item(metric, it)
	it.Class = class
}

// End implements eval.Finisher where the collector does.
func (f *focused) End() {
	if c, ok := f.to.(eval.Finisher); ok {
		c.End()
	}
}

// Drop implements eval.Dropper where the collector does.
func (f *focused) Drop(metric int) {
	if c, ok := f.to.(eval.Dropper); ok {
		c.Drop(metric)
	}
}
