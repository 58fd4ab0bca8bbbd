package main

import (
	"fmt"
	"slices"

	"assay/check/soft"
	"assay/eval"
)

// strays finds, in runs with opt, decisions of --check that match no item. It returns
// nil if that cannot be known: without --check, or if the run visits only some items.
func (in *inputs) strays(ms []eval.Metric, opt eval.Options) (*soft.Stray, error) {
	noItems := func(m eval.Metric) bool { _, ok := m.NewCounter().(eval.Explainer); return !ok }
	if in.check == "" || opt.Where != nil || opt.Ranks > 0 || slices.ContainsFunc(ms, noItems) {
		return nil, nil
	}
	list, _, err := in.decisions()
	if err != nil {
		return nil, err
	}
	return soft.NewStray(list, ms), nil
}

// straysNamed is how many decisions a note names.
const straysNamed = 3

// reportStrays notes decisions that match no item of these files; they change no figure.
func (in *inputs) reportStrays(a *app, s *soft.Stray) {
	if s == nil {
		return
	}
	left := s.Left()
	if len(left) == 0 {
		return
	}
	fmt.Fprintf(a.stderr, "assay: --check: %s: of %s, %d about no item of these files:", in.check, plural(s.Decisions(), "decision"), len(left))
	for i, d := range left {
		if i == straysNamed {
			fmt.Fprintf(a.stderr, " and %d more", len(left)-i)
			break
		}
		if i > 0 {
			fmt.Fprint(a.stderr, ";")
		}
		fmt.Fprintf(a.stderr, " %s of the %s in sentence %s", d.Item, d.Side, d.Sentence)
	}
	fmt.Fprintln(a.stderr, "\nhint: they were made on another gold or system, and change no figure")
}
