package kummerfeld

import (
	"slices"
	"strings"

	"assay/treebank"
)

// A Class is a class of errors: its name, as the Berkeley Parser Analyser prints it.
type Class string

// The classes of errors in English trees. ChineseNames has those of Chinese trees.
const (
	Coordination       Class = "Co-ordination"
	PPAttachment       Class = "PP Attachment"
	NPAttachment       Class = "NP Attachment"
	VPAttachment       Class = "VP Attachment"
	ClauseAttachment   Class = "Clause Attachment"
	ModifierAttachment Class = "Modifier Attachment"
	NPInternal         Class = "NP Internal Structure"
	SingleWordPhrase   Class = "Single Word Phrase"
	DifferentLabel     Class = "Different label"
	XOverX             Class = "XoverX Unary"
	Unary              Class = "Unary"
	OtherMove          Class = "UNSET move" // no rule applies
	OtherAdd           Class = "UNSET add"
	OtherRemove        Class = "UNSET remove"
)

var english = []Class{
	Coordination, PPAttachment, NPAttachment, VPAttachment, ClauseAttachment, ModifierAttachment, NPInternal,
	SingleWordPhrase, DifferentLabel, XOverX, Unary, OtherMove, OtherAdd, OtherRemove,
}

// Classes returns the classes of errors in English trees.
func Classes() []Class { return slices.Clone(english) }

// facts are the properties of a step that the rules test.
type facts struct {
	labels   []treebank.Symbol // of the movers, or of the children of the bracket
	overWord bool              // the bracket has one child, a word
	alone    bool              // it has no siblings
	right    treebank.Symbol   // its right neighbour
	words    bool              // all its children are words

	oldParent, newParent treebank.Symbol
	beside               [4]treebank.Symbol // left and right of the movers, before and after
}

// bracket gathers the facts about bracket v of tree.
func (f *facts) bracket(tree *tree, v int32) {
	node := &tree.nodes[v]
	*f = facts{labels: f.labels[:0], words: true}
	for c := node.first; c != none; c = tree.nodes[c].next {
		f.labels = append(f.labels, tree.nodes[c].label)
		f.words = f.words && tree.isWord(c)
	}
	f.overWord = len(f.labels) == 1 && f.words
	f.alone = node.prev == none && node.next == none
	f.right = tree.label(node.next)
}

// classify gives a step its class. The rules are in the order of
// classify_english.py; the first that fits holds.
func (a *Analyser) classify(mistake *Error) Class {
	switch {
	case a.opt.Chinese:
		return a.classifyChinese(mistake)
	case mistake.Kind == Move:
		return a.classifyMove()
	}
	facts := &a.facts
	label, parent := a.name(mistake.Bracket.Label), a.name(mistake.Parent.Label)
	switch {
	case facts.overWord:
		return SingleWordPhrase
	case mistake.Kind == Relabel:
		return DifferentLabel
	case mistake.Kind == Add && len(facts.labels) == 1 && facts.labels[0] == mistake.Bracket.Label,
		mistake.Kind == Remove && facts.alone && mistake.Parent.Label == mistake.Bracket.Label:
		return XOverX
	case len(facts.labels) == 1, mistake.Kind == Remove && facts.alone:
		return Unary
	case a.among(label, "UCP"):
		return Coordination
	case a.name(facts.right) == "CC" && (mistake.Kind == Remove || a.opt.Repaired):
		return Coordination
	case a.later("PP"):
		return PPAttachment
	case a.later("S", "SBAR", "SINV"):
		return ClauseAttachment
	case a.among(parent, "NP") && a.onlyWords():
		return NPInternal
	case a.among(label, "ADVP", "ADJP"), a.later("ADVP", "ADJP"):
		return ModifierAttachment
	}
	switch {
	case !slices.ContainsFunc(facts.labels, func(y treebank.Symbol) bool { return y != mistake.Bracket.Label }):
		if label == "NP" {
			return NPInternal
		}
		return Coordination
	case mistake.Kind == Add:
		return OtherAdd
	}
	return OtherRemove
}

func (a *Analyser) classifyMove() Class {
	facts := &a.facts
	for _, y := range append(facts.beside[:], facts.labels[0], facts.labels[len(facts.labels)-1]) {
		if a.name(y) == "CC" {
			return Coordination
		}
	}
	for _, rule := range [...]struct {
		class  Class
		labels []string
	}{
		{PPAttachment, []string{"PP"}},
		{NPAttachment, []string{"NP"}},
		{VPAttachment, []string{"VP"}},
		{ClauseAttachment, []string{"S", "SINV", "SBAR"}},
		{ModifierAttachment, []string{"RB", "ADVP", "ADJP"}},
	} {
		for _, y := range facts.labels {
			if slices.Contains(rule.labels, a.name(y)) {
				return rule.class
			}
		}
	}
	if a.among(a.name(facts.oldParent), "NP", "QP") && a.among(a.name(facts.newParent), "NP", "QP") {
		return NPInternal
	}
	return OtherMove
}

func (a *Analyser) name(y treebank.Symbol) string { return a.labels.syms.Name(y) }

// among reports whether label is one of those; the program is content with a
// part of it.
func (a *Analyser) among(label string, those ...string) bool {
	return slices.ContainsFunc(those, func(s string) bool {
		return label == s || !a.opt.Repaired && strings.Contains(label, s)
	})
}

// later reports whether a child but the first has one of these labels.
func (a *Analyser) later(those ...string) bool {
	labels := a.facts.labels
	return len(labels) > 1 &&
		slices.ContainsFunc(labels[1:], func(y treebank.Symbol) bool { return slices.Contains(those, a.name(y)) })
}

// onlyWords reports whether all children are words: for the program, whether
// none has a label of its list, which lacks NML and misspells WHADVP.
func (a *Analyser) onlyWords() bool {
	if a.opt.Repaired {
		return a.facts.words
	}
	for _, y := range a.facts.labels {
		switch name := a.name(y); name {
		case "NML", "WHADVP":
		case "WHAVP":
			return false
		default:
			if isPhrase(name) {
				return false
			}
		}
	}
	return true
}
