package main

import (
	"bytes"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"assay/eval"
	"assay/eval/condition"
	"assay/measures/edm"
	"assay/rewrite"
)

// A watch notes the labels and tags of the sentences of a run, to report values
// in rules and conditions that match nothing.
type watch struct {
	rules    *rewrite.Watch // before the rules; nil without rules
	where    *rewrite.Watch // when items are selected or weighed; nil without --where and --params
	reported bool
}

// add puts steps that note labels and tags before and after the rules of opt.
func (w *watch) add(in *inputs, opt *eval.Options, rules [2][]eval.Step) {
	*w = watch{}
	if len(rules[0])+len(rules[1]) > 0 {
		w.rules = &rewrite.Watch{}
	}
	if in.where != "" || in.params != "" {
		w.where = &rewrite.Watch{}
	}
	for i, steps := range []*[]eval.Step{&opt.GoldSteps, &opt.SystemSteps} {
		*steps = slices.Clip(*steps)
		if w.rules != nil {
			*steps = append(*steps, w.rules)
		}
		*steps = append(*steps, rules[i]...)
		if w.where != nil {
			*steps = append(*steps, w.where)
		}
	}
}

// unseen reports, once, the values in rule files and in --where that occur
// neither in gold nor in the first system, and modules that changed nothing.
func (in *inputs) unseen(w io.Writer, where eval.Selection) {
	watch := &in.watch
	if watch.reported {
		return
	}
	watch.reported = true
	if watch.rules != nil {
		values := watch.rules.Values()
		var done []*rewrite.Module
		for _, s := range slices.Concat(in.goldRules, in.systemRules) {
			step := s.(rewrite.Step)
			unused, n := step.Unused()
			for _, m := range step.Modules {
				if slices.Contains(done, m) {
					continue
				}
				done = append(done, m)
				unseenValues(w, values, m, false)
				if slices.Contains(unused, m) {
					fmt.Fprintf(w, "assay: the rules of %s changed none of %s\nhint: assay rewrite %s --print shows the relations and tags that they ask for\n", m.Name, plural(n, "sentence"), m.Name)
				}
			}
		}
	}
	if watch.where == nil {
		return
	}
	values := watch.where.Values()
	for _, e := range conditionsOf(where) {
		for _, text := range values.UnseenIn(e) {
			fmt.Fprintf(w, "assay: --where: %s\n", text)
		}
	}
	for _, text := range in.unseenWeights(values) {
		fmt.Fprintf(w, "assay: --params %s: %s\n", in.params, text)
	}
}

// unseenWeights reports the conditions and roles in a file of weights that match nothing. Files of
// other parameters name labels that many treebanks lack, and are not looked at.
func (in *inputs) unseenWeights(values *rewrite.Values) (out []string) {
	text, err := os.ReadFile(in.params)
	if err != nil {
		return nil // a preset, which is no file
	}
	if weights, err := condition.ReadWeights(bytes.NewReader(text), in.params); err == nil {
		for e := range weights.Conditions() {
			out = append(out, values.UnseenIn(e)...)
		}
		return out
	}
	if weights, err := edm.ReadWeights(bytes.NewReader(text), in.params); err == nil {
		return values.UnseenRoles(maps.Keys(weights.Role))
	}
	return nil
}
