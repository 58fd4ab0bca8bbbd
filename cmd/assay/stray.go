package main

import (
	"fmt"
	"slices"

	"assay/check/soft"
	"assay/eval"
)

// strays finds, in runs with opt, decisions of --check that match no item. It returns
// nil if that cannot be known: without --check, or if the run visits only some items.
func (in *inputs) strays(ms []*eval.Measure, opt eval.Options) (*soft.Stray, error) {
	noItems := func(m *eval.Measure) bool { return !m.HasItems() }
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
func (in *inputs) reportStrays(app *app, stray *soft.Stray) {
	if stray == nil {
		return
	}
	left := stray.Left()
	if len(left) == 0 {
		return
	}
	fmt.Fprintf(app.stderr, "assay: --check: %s: of %s, %d about no item of these files:", in.check, plural(stray.Decisions(), "decision"), len(left))
	for i, decision := range left {
		if i == straysNamed {
			fmt.Fprintf(app.stderr, " and %d more", len(left)-i)
			break
		}
		if i > 0 {
			fmt.Fprint(app.stderr, ";")
		}
		fmt.Fprintf(app.stderr, " %s of the %s in sentence %s", decision.Item, decision.Side, decision.Sentence)
	}
	fmt.Fprintln(app.stderr, "\nhint: they were made on another gold or system, and change no figure")
}
