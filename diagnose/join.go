package diagnose

import "assay/eval"

// A Joint makes collectors out of several: each looks at the items of the same
// run.
type Joint []Source

// A Source makes collectors for batches and takes them back.
type Source interface {
	Collect() eval.Collector
	Collected(eval.Collector)
}

// A Discarder is a Source that can forget the collectors that came back.
type Discarder interface{ Discard() }

// Discard returns the function for eval.Options, nil unless all sources can forget.
func (j Joint) Discard() func() {
	for _, s := range j {
		if _, ok := s.(Discarder); !ok {
			return nil
		}
	}
	return func() {
		for _, s := range j {
			s.(Discarder).Discard()
		}
	}
}

// Collect makes a collector for a batch.
func (j Joint) Collect() eval.Collector {
	c := make(joint, len(j))
	for i, s := range j {
		c[i] = s.Collect()
	}
	return c
}

// Collected takes a collector back.
func (j Joint) Collected(c eval.Collector) {
	for i, s := range j {
		s.Collected(c.(joint)[i])
	}
}

type joint []eval.Collector

func (j joint) Pair(p *eval.Pair) {
	for _, c := range j {
		c.Pair(p)
	}
}

func (j joint) Item(metric int, it *eval.Item) {
	for _, c := range j {
		c.Item(metric, it)
	}
}

// End implements eval.Finisher for those that do.
func (j joint) End() {
	for _, c := range j {
		if f, ok := c.(eval.Finisher); ok {
			f.End()
		}
	}
}

// Drop implements eval.Dropper for those that do.
func (j joint) Drop(metric int) {
	for _, c := range j {
		if d, ok := c.(eval.Dropper); ok {
			d.Drop(metric)
		}
	}
}
