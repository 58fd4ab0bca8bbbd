package study

import (
	"fmt"
	"slices"

	"assay/check/soft"
	"assay/eval"
	"assay/report"
)

// findStrays finds, in runs with opt, decisions of a human check that match no item. It returns
// nil if that cannot be known: without decisions, or if the run visits only some items.
func (s *Study) findStrays(ms []*eval.Measure, opt eval.Options) (*soft.Stray, error) {
	noItems := func(m *eval.Measure) bool { return !m.HasItems() }
	if s.Check == "" || opt.Where != nil || opt.Ranks > 0 || slices.ContainsFunc(ms, noItems) {
		return nil, nil
	}
	list, _, err := s.decisions()
	if err != nil {
		return nil, err
	}
	return soft.NewStray(list, ms), nil
}

// straysNamed is how many decisions a note names.
const straysNamed = 3

// straying returns a warning of decisions that match no item of these files; they change no
// figure.
func (s *Study) straying() []report.Warning {
	if s.strays == nil {
		return nil
	}
	left := s.strays.Left()
	if len(left) == 0 {
		return nil
	}
	text := fmt.Sprintf("%s: of %s, %d about no item of these files:", s.Check,
		plural(s.strays.Decisions(), "decision"), len(left))
	for i, decision := range left {
		if i == straysNamed {
			text += fmt.Sprintf(" and %d more", len(left)-i)
			break
		}
		if i > 0 {
			text += ";"
		}
		text += fmt.Sprintf(" %s of the %s in sentence %s", decision.Item, decision.Side, decision.Sentence)
	}
	return []report.Warning{{Kind: "stray-decisions", Level: report.Setting, About: "option check", Text: text,
		Remedy: "they were made on another gold or system, and change no figure"}}
}
