package kummerfeld

import (
	"slices"
	"strings"
	"unicode"

	"assay/treebank"
)

// phraseLabels are the phrase labels of the Penn Treebank.
var phraseLabels = []string{
	"S", "SBAR", "SBARQ", "SINV", "SQ", "ADJP", "ADVP", "CONJP", "FRAG", "INTJ", "LST", "NAC", "NML", "NP", "NX", "PP",
	"PRN", "PRT", "QP", "RRC", "UCP", "VP", "WHADJP", "WHADVP", "WHNP", "WHPP", "X",
}

// isPhrase reports whether label is one of the Penn Treebank's phrase labels.
func isPhrase(label string) bool { return slices.Contains(phraseLabels, label) }

// A labelFacts is the result of preparing a label.
type labelFacts struct {
	known   bool
	trace   bool            // it is -NONE-
	cut     treebank.Symbol // without functions and alternatives
	punct   bool            // the cut label is one of those left out
	phrase  bool            // the cut label is a phrase label
	written treebank.Symbol // cut, and PRT made ADVP
}

// labels caches the facts of each label of a table of symbols.
type labels struct {
	syms  *treebank.Symbols
	facts []labelFacts
	root  treebank.Symbol
}

func (l *labels) use(syms *treebank.Symbols) {
	if l.syms != syms {
		*l = labels{syms: syms, facts: l.facts[:0], root: syms.InternString("ROOT")}
	}
}

// of returns the facts of label symbol.
func (l *labels) of(symbol treebank.Symbol) *labelFacts {
	if int(symbol) >= len(l.facts) {
		l.facts = append(l.facts, make([]labelFacts, int(symbol)+1-len(l.facts))...)
	}
	if !l.facts[symbol].known {
		l.facts[symbol] = l.learn(l.syms.Name(symbol))
	}
	return &l.facts[symbol]
}

func (l *labels) learn(name string) labelFacts {
	f := labelFacts{known: true}
	name = alternative(name)
	f.trace = name == "-NONE-"
	name = alternative(function(name))
	f.cut = l.syms.InternString(name)
	f.phrase = isPhrase(name)
	switch name {
	case "-NONE-", ",", ":", "``", "''", ".":
		f.punct = true
	case "PRT":
		name = "ADVP"
	}
	f.written = l.syms.InternString(name)
	return f
}

// alternative chooses one of several labels, as in NP|PP.
func alternative(label string) string {
	i := strings.IndexByte(label, '|')
	switch {
	case i < 0:
		return label
	case strings.Contains(label, "ADVP"):
		return "ADVP"
	}
	return label[:i]
}

// function cuts the functions off a label, as in NP-SBJ=1.
func function(label string) string {
	if i := strings.IndexByte(label, '='); i >= 0 {
		label = label[:i]
	}
	if i := strings.IndexByte(label, '-'); i > 0 {
		label = label[:i]
	}
	return label
}

// fixedTag returns the tag that a word has whatever the tree says, "" for all
// words but a few.
func fixedTag(word []byte) string {
	if len(word) > 5 {
		return ""
	}
	switch string(word) {
	case "--", "-", ";", ":":
		return ":"
	case "-LRB-", "-LCB-", "{":
		return "-LRB-"
	case "-RRB-", "-RCB-", "}":
		return "-RRB-"
	case "Wa":
		return "NNP"
	}
	return ""
}

// prepare makes the tree of s without the words and brackets that do not count.
// It returns false if there is no tree.
func (a *Analyser) prepare(tree *tree, s *treebank.Sentence) bool {
	if !a.build(tree, s) {
		return false
	}
	if name := a.labels.syms.Name(tree.nodes[tree.root].label); strings.TrimSpace(name) == "" {
		tree.nodes[tree.root].label = a.labels.root
	}
	if !a.opt.Repaired {
		a.inner(tree)
	}
	a.strip(tree, func(f *labelFacts) bool { return f.trace })
	a.strip(tree, func(f *labelFacts) bool { return f.punct })
	tree.words = tree.words[:0]
	for v := tree.root; v != none; v = tree.after(v) {
		n := &tree.nodes[v]
		n.label = a.labels.of(n.label).written
		if n.first == none {
			tree.words = append(tree.words, n.start) // build left the token there
		}
	}
	tree.number()
	return true
}

// build makes the tree of sentence as it is, with a root above if there are several.
// The span of a word begins with its token.
func (a *Analyser) build(tree *tree, sentence *treebank.Sentence) bool {
	tree.reset()
	tree.sentence = sentence
	if len(sentence.Tokens) == 0 {
		return false
	}
	if cap(a.chain) < len(sentence.Phrases) {
		a.chain = make([]int32, 2*len(sentence.Phrases))
	}
	place := a.chain[:len(sentence.Phrases)] // node of each phrase
	roots, top := 0, int32(none)
	add := func(label treebank.Symbol, parent int32) int32 {
		if parent >= 0 {
			return tree.add(label, place[parent])
		}
		node := tree.add(label, none)
		if roots++; roots == 1 {
			top = node
			return node
		}
		if roots == 2 {
			first := top
			top = tree.add(a.labels.root, none)
			tree.link(first, top, none)
		}
		tree.link(node, top, none)
		return node
	}
	next := 0
	for i := range sentence.Tokens {
		for next < len(sentence.Phrases) && int(sentence.Phrases[next].Begin) <= i {
			p := &sentence.Phrases[next]
			if p.Begin < p.End {
				place[next] = add(p.Label, p.Parent)
			}
			next++
		}
		k := &sentence.Tokens[i]
		tag := k.Tag
		if fixed := fixedTag(sentence.Word(int32(i))); fixed != "" {
			tag = a.labels.syms.InternString(fixed)
		}
		v := add(tag, k.Parent)
		tree.nodes[v].start = int32(i)
	}
	if roots == 1 && tree.isWord(top) {
		v := top
		top = tree.add(a.labels.root, none)
		tree.link(v, top, none)
	}
	tree.root = top
	return true
}

// inner gives the label ROOT to the first node below the root that has several
// children and no label of the Penn Treebank, if all above have one child. The
// program means to find the root there, and loses it again.
func (a *Analyser) inner(tree *tree) {
	node := tree.root
	if tree.nodes[node].label == a.labels.root {
		return
	}
	for !tree.isWord(node) && !a.labels.of(tree.nodes[node].label).phrase {
		if tree.nodes[node].first != tree.nodes[node].last {
			tree.nodes[node].label = a.labels.root
			return
		}
		node = tree.nodes[node].first
	}
}

// strip removes the nodes that do not count, and the brackets that are then
// empty. If nothing would be left, all stays.
func (a *Analyser) strip(tree *tree, out func(*labelFacts) bool) {
	if out(a.labels.of(tree.nodes[tree.root].label)) {
		return
	}
	left := false
	for node := tree.root; node != none; {
		switch {
		case node != tree.root && out(a.labels.of(tree.nodes[node].label)):
			node = tree.skip(node)
		case tree.isWord(node):
			left = true
			node = none
		default:
			node = tree.after(node)
		}
	}
	if !left {
		return
	}
	for node := tree.root; node != none; {
		if node == tree.root || !out(a.labels.of(tree.nodes[node].label)) {
			node = tree.after(node)
			continue
		}
		next := tree.skip(node)
		for { // with all that holds nothing else
			p := tree.nodes[node].parent
			tree.unlink(node)
			if p == tree.root || tree.nodes[p].first != none {
				break
			}
			node = p
		}
		node = next
	}
}

// sameRoot makes the labels of the roots equal if they are not: a label that is
// no phrase becomes ROOT, a phrase gets a ROOT above it.
func (a *Analyser) sameRoot() {
	if a.gold.nodes[a.gold.root].label == a.test.nodes[a.test.root].label {
		return
	}
	for _, t := range []*tree{&a.gold, &a.test} {
		if n := &t.nodes[t.root]; !isPhrase(a.labels.syms.Name(n.label)) {
			n.label = a.labels.root
			continue
		}
		root := t.add(a.labels.root, none)
		t.link(t.root, root, none)
		t.root = root
		t.number()
	}
}

// parts is the number of parts that blanks of all kinds cut the words into.
func parts(s *treebank.Sentence, words []int32) int {
	n := 0
	for _, w := range words {
		word := s.Word(w)
		plain := len(word) > 0
		for _, c := range word {
			plain = plain && c > ' ' && c < 0x80
		}
		if plain {
			n++
			continue
		}
		n += len(strings.FieldsFunc(string(word), func(c rune) bool {
			return unicode.IsSpace(c) || c >= 0x1c && c <= 0x1f
		}))
	}
	return n
}
