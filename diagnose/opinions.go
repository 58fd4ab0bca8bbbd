package diagnose

import (
	"slices"

	"assay/draw"
	"assay/eval"
	"assay/treebank"
)

// opinion adds an item about an opinion to the roles: its polarity at its word, and holder, target and
// expression below. It reports whether the item is one.
func (s *Sight) opinion(it *eval.Item, mark draw.Mark) bool {
	if it.Part != "opinion" || len(s.Gold.Predicates)+len(s.System.Predicates) == 0 {
		return false
	}
	polarity, parts := opinionOf(s.Gold, it.Gold)
	other, others := opinionOf(s.System, it.System)
	switch {
	case polarity == nil:
		s.addMarked([]draw.Role{*other}, mark, true)
		s.addMarked(others, draw.Extra, true)
		return true
	case other != nil && other.Label != polarity.Label:
		polarity.Label += " ≠ " + other.Label
	}
	s.addMarked([]draw.Role{*polarity}, mark, true)
	for _, one := range parts {
		mark := draw.Match
		if other == nil || !slices.ContainsFunc(others, func(o draw.Role) bool { return sameStretch(one, o) }) {
			mark = draw.Miss
		}
		s.addMarked([]draw.Role{one}, mark, true)
	}
	for _, one := range others {
		if !slices.ContainsFunc(parts, func(o draw.Role) bool { return sameStretch(one, o) }) {
			one.Predicate = polarity.Begin
			s.addMarked([]draw.Role{one}, draw.Extra, true)
		}
	}
	return true
}

func sameStretch(a, b draw.Role) bool {
	return a.Label == b.Label && a.Begin == b.Begin && a.End == b.End
}

// opinionOf returns the polarity of the opinion that ref refers to, at its word, and its parts; nil if there is none.
func opinionOf(sentence *treebank.Sentence, ref eval.Ref) (polarity *draw.Role, parts []draw.Role) {
	if ref.Kind == eval.None {
		return nil, nil
	}
	for i, predicate := range sentence.Predicates {
		if predicate.Sense != ref.Label || predicate.Word < ref.Index || predicate.Word >= ref.Other {
			continue
		}
		polarity = &draw.Role{Predicate: -1, Begin: predicate.Word, End: predicate.Word + 1, Label: sentence.Name(ref.Label)}
		for _, arg := range sentence.Arguments {
			if int(arg.Predicate) == i {
				parts = append(parts, draw.Role{Predicate: predicate.Word, Begin: arg.Begin, End: arg.End,
					Label: sentence.Name(arg.Role)})
			}
		}
		return polarity, parts
	}
	return &draw.Role{Predicate: -1, Begin: ref.Index, End: ref.Other, Label: sentence.Name(ref.Label)}, nil
}
