package heads

import (
	"strings"

	"assay/treebank"
)

// An xlevel is a label of X-bar theory: its X, and its level of projection: X 0, X'
// 1, XP 2.
type xlevel struct {
	name  string
	level int8
	known bool
}

// projection reads a label: N, N' (Nbar, N*), NP (N”, Nmax).
func projection(label string) (name string, level int8) {
	for _, end := range []struct {
		text  string
		level int8
	}{{"''", 2}, {"\"", 2}, {"max", 2}, {"'", 1}, {"bar", 1}, {"*", 1}, {"P", 2}} {
		if len(label) > len(end.text) && strings.HasSuffix(label, end.text) {
			return label[:len(label)-len(end.text)], end.level
		}
	}
	return label, 0
}

func (c *Converter) xlevel(symbol treebank.Symbol) *xlevel {
	x := slot(&c.xbar, int(symbol))
	if !x.known {
		x.name, x.level = projection(strip(c.syms.Name(symbol), c.opt.Separators))
		x.known = true
	}
	return x
}

// xbarHead returns the kid with the X of the phrase that is projected no further; of
// several the one projected furthest, then the first. If there is none, it returns
// the first child.
func (c *Converter) xbarHead(sentence *treebank.Sentence, phrase int32) int {
	up := *c.xlevel(sentence.Phrases[phrase].Label)
	head := -1
	for i := range c.kids {
		x := c.xlevel(c.kids[i].raw)
		if x.name == up.name && x.level <= up.level && (head < 0 || x.level > c.xlevel(c.kids[head].raw).level) {
			head = i
		}
	}
	entry := c.entry(sentence.Phrases[phrase].Label)
	switch {
	case len(c.kids) == 1:
		entry.cover.Unary++
	case head >= 0:
		entry.cover.Hits++
	default:
		entry.cover.Fallbacks++
	}
	return max(head, 0)
}

// xbarRelation: a sister of X is a complement, a sister of X' below XP is the
// specifier (the subject, if X is I), anything else is adjoined.
func (c *Converter) xbarRelation(s *treebank.Sentence, p int32, h int) treebank.Symbol {
	up, head := *c.xlevel(s.Phrases[p].Label), *c.xlevel(c.kids[h].raw)
	switch {
	case head.level == 0 && c.opt.Predicate && head.name == "I":
		return c.names.pred
	case head.level == 0:
		return c.names.cmpl
	case head.level == 1 && up.level == 2 && up.name == "I":
		return c.names.subj
	case head.level == 1 && up.level == 2:
		return c.names.spec
	}
	return c.names.adjn
}

// symbolNames are the labels that conversions write or search.
type symbolNames struct {
	vroot, cmpl, spec, subj, adjn, pred, root treebank.Symbol
}

func newSymbolNames(syms *treebank.Symbols) symbolNames {
	f := syms.InternString
	return symbolNames{vroot: f("VROOT"), cmpl: f("cmpl"), spec: f("spec"), subj: f("subj"), adjn: f("adjn"),
		pred: f("pred")}
}
