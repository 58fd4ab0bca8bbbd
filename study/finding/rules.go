package finding

import (
	"context"
	"fmt"
	"slices"

	"assay/report"
	"assay/rewrite"
)

// Rules finds rules whose labels and tags occur in none of the files, and rules that changed nothing.
var Rules = &Finding{
	Kinds: []Kind{
		{"rule", "a rule names a label or a tag that neither gold nor a system has", "correct the rule; the place is " +
			"its line"},
		{"rules", "the rules of a file changed no sentence", "assay rewrite FILE option print shows the relations and tags " +
			"that they ask for"}},
	Scope: OfOptions,
	Find:  func(_ context.Context, run *Run) []report.Warning { return ofRules(StepsOf(run.Plan)) },
}

// ofRules reports the values in rule files that occur in no file, and modules that changed nothing.
func ofRules(steps Steps) (out []report.Warning) {
	if steps.Before == nil {
		return nil
	}
	values := steps.Before.Values()
	var done []*rewrite.Module
	for _, rules := range slices.Concat(steps.Rules[0], steps.Rules[1]) {
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
					Text: fmt.Sprintf("the rules of %s changed none of %s", m.Name, plural(n, "sentence"))}.
					Advise("assay rewrite %s option print shows the relations and tags that they ask for", m.Name))
			}
		}
	}
	return out
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
