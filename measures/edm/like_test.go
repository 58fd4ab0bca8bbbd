package edm_test

import (
	"testing"

	"assay/eval"
	"assay/measures/edm"
	"assay/treebank"
)

// renamed is a step that gives all predicates one name.
type renamed struct{}

func (renamed) Signature() string { return "renamed" }

func (renamed) New() func(*treebank.Sentence) error {
	return func(s *treebank.Sentence) error {
		for i := range s.Nodes {
			s.Nodes[i].Label = s.Syms.InternString("renamed")
		}
		return nil
	}
}

// TestStepsOnOneSide: where both sides have the same text, a step on one of them does not
// reach the other.
func TestStepsOnOneSide(t *testing.T) {
	for _, opt := range []eval.Options{{GoldSteps: []eval.Step{renamed{}}}, {SystemSteps: []eval.Step{renamed{}}}} {
		opt.Jobs = 1
		same := open(t, "data", "sem-tsdb", "erg-2025", "mrs")
		counts := run(t, same, same, edm.PyDelphin, opt).Counts[0]
		if names, args := scores(counts)["n_f1"], scores(counts)["a_f1"]; names != 0 || args != 1 {
			t.Errorf("predicates %v, want 0 because one side has others; arguments %v, want 1", names, args)
		}
	}
}
