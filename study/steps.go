package study

import (
	"assay/eval"
	"assay/heads"
	"assay/internal/message"
	"assay/internal/nearest"
	"assay/prep"
	"assay/treebank"
)

var sideNames = [2]string{"gold", "system"}

// side returns the steps of one side before the rules: preprocessing, then
// conversion.
func (s *Study) side(i int) ([]eval.Step, error) {
	own, name := s.Own[i], sideNames[i]
	var steps []eval.Step
	text, side := s.Prep, ""
	if own.Prep != "" {
		text, side = own.Prep, name
	}
	list, err := prep.Parse(text)
	if err != nil {
		return nil, message.Errorf("option "+prefix(side)+"prep: %w", nearest.Hinted(err))
	}
	for _, s := range list {
		if side != "" {
			s = sidedStep{s, side}
		}
		steps = append(steps, s)
	}
	if !s.converts(i) {
		if own.Relations != "" {
			return nil, message.Errorf("option " + name + "-relations goes with option " + name + "-heads")
		}
		return steps, nil
	}
	table, relations, side := s.Heads, s.Relations, ""
	if own.Heads != "" {
		table, side = own.Heads, name
	}
	if own.Relations != "" {
		relations, side = own.Relations, name
	}
	conv, err := heads.Step(table, relations)
	if err != nil {
		return nil, message.Errorf("option "+prefix(side)+"heads: %w", nearest.Hinted(err))
	}
	conv.Side = side
	return append(steps, conv), nil
}

func prefix(side string) string {
	if side == "" {
		return ""
	}
	return side + "-"
}

// converts reports whether constituents of a side are made dependencies.
func (s *Study) converts(i int) bool {
	return s.Own[i].Heads != "" || s.As == "deps" && s.Heads != ""
}

// steps returns the changes to the sentences of gold and system before they are
// counted, without rules.
func (s *Study) steps() (gold, system []eval.Step, err error) {
	some := s.Own[0].Heads != "" || s.Own[1].Heads != ""
	switch s.As {
	case "":
		if s.Heads != "" || s.Relations != "" {
			return nil, nil, message.Errorf("option heads and option relations go with option as=deps")
		}
	default:
		if s.Heads == "" && !some {
			return nil, nil, message.Errorf("option as=deps wants a head table: option heads=NAME|FILE (assay heads lists them)")
		}
	}
	if gold, err = s.side(0); err == nil {
		system, err = s.side(1)
	}
	return gold, system, err
}

// A sidedStep is a step of one side, which its signature names.
type sidedStep struct {
	eval.Step
	side string
}

func (s sidedStep) Signature() string { return s.side + "-" + s.Step.Signature() }

// InOrder returns a function for one goroutine that takes the steps one after another, up to the first error.
func InOrder(steps []eval.Step) func(*treebank.Sentence) error {
	var list []func(*treebank.Sentence) error
	for _, step := range steps {
		list = append(list, step.New())
	}
	return func(sentence *treebank.Sentence) error {
		for _, step := range list {
			if err := step(sentence); err != nil {
				return err
			}
		}
		return nil
	}
}
