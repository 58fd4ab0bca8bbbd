package finding

import (
	"bytes"
	"context"
	"maps"
	"os"

	"assay/eval"
	"assay/eval/breakdown"
	"assay/eval/condition"
	"assay/measures/edm"
	"assay/report"
	"assay/rewrite"
)

// UnseenCondition finds values in conditions that occur in none of the files.
var UnseenCondition = &Finding{
	Kinds: []Kind{{"where", "a condition names a label, tag or word that neither gold nor a system has",
		"look at the spelling of the value"}},
	Scope: OfOptions,
	Find: func(_ context.Context, run *Run) (out []report.Warning) {
		seen := StepsOf(run.Plan).Counted
		if seen == nil {
			return nil
		}
		values := seen.Values()
		for _, e := range conditionsOf(run.Plan.Options().Where) {
			for _, text := range values.UnseenIn(e) {
				out = append(out, report.Warning{Kind: "where", Level: report.Setting, Text: text}.Concerning("option where"))
			}
		}
		return out
	},
}

// UnseenWeights finds conditions and roles in a file of weights that match nothing. Files of other parameters name
// labels that many treebanks lack, and are not looked at.
var UnseenWeights = &Finding{
	Kinds: []Kind{{"weights", "a file of weights names a role or a value that neither gold nor a system has",
		"look at the spelling of the value"}},
	Scope: OfOptions,
	Find: func(_ context.Context, run *Run) (out []report.Warning) {
		seen := StepsOf(run.Plan).Counted
		if seen == nil {
			return nil
		}
		for _, text := range unseenWeights(run.Params, seen.Values()) {
			out = append(out, report.Warning{Kind: "weights", Level: report.Setting, Text: text}.
				Concerning("option params %s", run.Params))
		}
		return out
	},
}

// conditionsOf returns Xiao's conditions in a selection.
func conditionsOf(where eval.Selection) []*condition.Expr {
	switch w := where.(type) {
	case *condition.Expr:
		return []*condition.Expr{w}
	case *breakdown.Where:
		return w.Conditions()
	}
	return nil
}

// unseenWeights describes the conditions and roles in a file of weights that match nothing.
func unseenWeights(params string, values *rewrite.Values) (out []string) {
	text, err := os.ReadFile(params)
	if err != nil {
		return nil // a preset, which is no file
	}
	if weights, err := condition.ReadWeights(bytes.NewReader(text), params); err == nil {
		for e := range weights.Conditions() {
			out = append(out, values.UnseenIn(e)...)
		}
		return out
	}
	if weights, err := edm.ReadWeights(bytes.NewReader(text), params); err == nil {
		return values.UnseenRoles(maps.Keys(weights.Role))
	}
	return nil
}
