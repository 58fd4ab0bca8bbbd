package finding

import (
	"slices"

	"assay/eval"
	"assay/eval/plan"
	"assay/heads"
	"assay/rewrite"
)

// Steps are the steps of a plan by their purpose, of gold and of the systems.
type Steps struct {
	Plain, Rules [2][]eval.Step // clean-up and conversion; rules
	// Before notes the labels and tags before the rules, nil without rules; Counted those of the sentences that are
	// counted, nil without a condition and weights.
	Before, Counted *rewrite.LabelLog
}

// StepsOf sorts the steps of a plan.
func StepsOf(p *plan.Plan) (out Steps) {
	opt := p.Options()
	for side, steps := range [2][]eval.Step{opt.GoldSteps, opt.SystemSteps} {
		var seen *rewrite.LabelLog
		for _, step := range steps {
			switch step := step.(type) {
			case *rewrite.LabelLog:
				seen, out.Counted = step, step
			case rewrite.Step:
				out.Before, out.Rules[side] = seen, append(out.Rules[side], step)
			default:
				out.Plain[side] = append(out.Plain[side], step)
			}
		}
	}
	if out.Counted == out.Before {
		out.Counted = nil
	}
	return out
}

// Uncounted returns the steps with conversions and rules whose effect is not counted.
func Uncounted(steps []eval.Step) []eval.Step {
	out := slices.Clone(steps)
	for i, s := range out {
		switch s := s.(type) {
		case *heads.Conversion:
			out[i] = s.Clone()
		case rewrite.Step:
			out[i] = s.Uncounted()
		}
	}
	return out
}
