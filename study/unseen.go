package study

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"slices"

	"assay/eval"
	"assay/eval/condition"
	"assay/measures/edm"
	"assay/report"
	"assay/rewrite"
)

// A watch notes the labels and tags of the sentences of a run, to report values
// in rules and conditions that match nothing.
type watch struct {
	rules    *rewrite.Watch // before the rules; nil without rules
	where    *rewrite.Watch // when items are selected or weighed; nil without a condition and weights
	reported bool
}

// add puts steps that note labels and tags before and after the rules of opt.
func (w *watch) add(s *Study, opt *eval.Options, rules [2][]eval.Step) {
	*w = watch{}
	if len(rules[0])+len(rules[1]) > 0 {
		w.rules = &rewrite.Watch{}
	}
	if s.Where != "" || s.Params != "" {
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

// unseen reports, once, the values in rule files and in conditions that occur
// neither in gold nor in the first system, and modules that changed nothing.
func (s *Study) unseen() (out []report.Warning) {
	watch := &s.watch
	if watch.reported {
		return nil
	}
	watch.reported = true
	if watch.rules != nil {
		values := watch.rules.Values()
		var done []*rewrite.Module
		for _, rules := range slices.Concat(s.goldRules, s.systemRules) {
			step := rules.(rewrite.Step)
			unused, n := step.Unused()
			for _, m := range step.Modules {
				if slices.Contains(done, m) {
					continue
				}
				done = append(done, m)
				out = append(out, unseenValues(values, m)...)
				if slices.Contains(unused, m) {
					out = append(out, report.Warning{Kind: "rules", Level: report.Setting,
						Text:   fmt.Sprintf("the rules of %s changed none of %s", m.Name, plural(n, "sentence")),
						Remedy: fmt.Sprintf("assay rewrite %s option print shows the relations and tags that they ask for", m.Name)})
				}
			}
		}
	}
	if watch.where == nil {
		return out
	}
	values := watch.where.Values()
	for _, e := range conditionsOf(s.selection) {
		for _, text := range values.UnseenIn(e) {
			out = append(out, report.Warning{Kind: "where", Level: report.Setting, About: "option where", Text: text})
		}
	}
	for _, text := range s.unseenWeights(values) {
		out = append(out, report.Warning{Kind: "weights", Level: report.Setting, About: "option params " + s.Params,
			Text: text})
	}
	return out
}

// unseenWeights reports the conditions and roles in a file of weights that match nothing. Files of
// other parameters name labels that many treebanks lack, and are not looked at.
func (s *Study) unseenWeights(values *rewrite.Values) (out []string) {
	text, err := os.ReadFile(s.Params)
	if err != nil {
		return nil // a preset, which is no file
	}
	if weights, err := condition.ReadWeights(bytes.NewReader(text), s.Params); err == nil {
		for e := range weights.Conditions() {
			out = append(out, values.UnseenIn(e)...)
		}
		return out
	}
	if weights, err := edm.ReadWeights(bytes.NewReader(text), s.Params); err == nil {
		return values.UnseenRoles(maps.Keys(weights.Role))
	}
	return nil
}

// mostListed is how many values of one rule file are listed.
const mostListed = 100

// unseenValues returns the labels and tags in the rules of a file that the data
// do not have. Built-in modules name the labels of several treebanks.
func unseenValues(values *rewrite.Values, module *rewrite.Module) (out []report.Warning) {
	if module.File == "" {
		return nil
	}
	notes := values.Unseen(module)
	for _, n := range notes[:min(len(notes), mostListed)] {
		out = append(out, RuleWarning(module, n))
	}
	if more := len(notes) - mostListed; more > 0 {
		out = append(out, report.Warning{Kind: "rule", Level: report.Setting, About: module.File,
			Text: fmt.Sprintf("%d more values match nothing in the data", more)})
	}
	return out
}

// RuleWarning is a note on a rule as a warning.
func RuleWarning(module *rewrite.Module, n rewrite.Note) report.Warning {
	warning := report.Warning{Kind: "rule", Level: report.Setting, Place: module.Name, Text: n.Text, Remedy: n.Hint}
	switch {
	case n.At != nil && module.File != "":
		warning.Place, warning.About, warning.Mark = fmt.Sprintf("%s:%d:%d", module.File, n.At.Line,
			n.At.Col), n.Rule.Name, n.At.Mark
	case n.Rule != nil && module.File != "":
		warning.Place, warning.About = fmt.Sprintf("%s:%d", module.File, n.Rule.Line), n.Rule.Name
	case n.Rule != nil:
		warning.About = n.Rule.Name
	}
	return warning
}
