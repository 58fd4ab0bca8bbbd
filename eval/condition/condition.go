// Package condition holds Xiao's conditions (1997 §3.2.3 and §4.2.1): logical
// expressions over words, links, brackets and nodes of graphs, as in
//
//	(type subj)
//	(and (cat N*) (not (string it)))
//
// They select items to count (--where), weigh errors, and are the node and link
// expressions of rewriting rules.
//
// A bare atom is a glob: * matches any number of characters, ? matches one, every
// other character itself. "x" is a literal, /x/ an RE2 expression that must match the
// whole (optional flags i, s, U after it). Xiao says "regular expression", but his V*
// and NN* work only as globs. The string of a word is its root form, or the
// lower-cased word if the file has none. A ; begins a comment.
//
// An item is selected if its gold or its system side satisfies the condition, as in
// Xiao's pseudocode. A word in a parse forest satisfies it if the word with one of
// its links does.
package condition

import (
	"assay/eval"
	"assay/treebank"
	"sync"
)

// A Level is a set of the things on which operators work.
type Level uint8

// The levels.
const (
	Words  Level = 1 << iota // a word, or a bracket or node of a graph
	Links                    // a dependency
	Graphs                   // parts of semantic graphs
	Forms                    // a word by itself, without its link
	All    = Words | Links | Graphs
)

// An Operator is one operator of the language, for help texts.
type Operator struct {
	Name  string
	Args  string
	Level Level
	Doc   string

	code op
}

type op uint8

const (
	opTrue op = iota
	opNot
	opAnd
	opOr
	opType
	opPos
	opCat
	opString
	opWord
	opLemma
	opXPOS
	opFeat
	opLabel
	opKind
	opRole
	opPredicate
	opHead
)

// Operators are the operators, in the order of the help text.
var Operators = []Operator{
	{"type", "X", Words | Links, "the relation of the word to its head; the function of a bracket", opType},
	{"cat", "X", Words | Forms, "the part of speech of the word (any of its senses); the label of a bracket", opCat},
	{"string", "X", Words | Forms, "the root form of the word, or the word in lower case where there is none", opString},
	{"head", "E", Words | Links, "the word's head satisfies E, as in (head (cat V*)); a root has none", opHead},
	{"pos", "pre|post", Words | Links, "the head is before (pre) or after (post) the word", opPos},
	{"and", "E...", All | Forms, "all of them hold", opAnd},
	{"or", "E...", All | Forms, "one of them holds", opOr},
	{"not", "E", All | Forms, "it does not hold", opNot},
	{"t", "", All | Forms, "always holds; also without parentheses", opTrue},
	{"word", "X", Words | Forms, "the form of the word; the words of a bracket, joined by blanks", opWord},
	{"lemma", "X", Words | Forms, "the root form of the word, nothing else", opLemma},
	{"upos", "X", Words | Forms, "the universal or coarse part of speech of a word", opCat},
	{"xpos", "X", Words | Forms, "the second, language-specific part of speech of a word", opXPOS},
	{"feat", "K V", Words | Forms, "a morphological feature K=V of a word", opFeat},
	{"label", "X", Words | Links | Graphs, "the label: of a bracket, a relation, an edge, a node", opLabel},
	{"kind", "X", Graphs, "what the item is (node, edge, property, top), or the part of the metric it belongs to",
		opKind},
	{"role", "X", Graphs, "the label of an edge, the key of a property", opRole},
	{"predicate", "X", Graphs, "the predicate of the node that an item is about", opPredicate},
}

// aliases are the names that other tools use for the same operators.
var aliases = sync.OnceValue(func() map[string]string {
	return map[string]string{"deprel": "type", "relation": "type", "tag": "cat", "pred": "predicate",
		"form": "word", "true": "t"}
})

// A node is an operator with its operands.
type node struct {
	op   op
	kids []*node
	pat  Pattern
	key  string // feature name of feat
	pre  bool   // of pos
	leaf int    // number of the leaf's cache
}

// An Expr is a condition. It may be used by many goroutines.
type Expr struct {
	root   *node
	text   string
	leaves int
}

// String returns the condition as written, with runs of white space reduced to one
// blank.
func (e *Expr) String() string { return e.text }

// NewFilter returns a filter of items by the condition. It makes an Expr an
// eval.Selection.
func (e *Expr) NewFilter() eval.Filter { return e.NewMatcher() }

// A Matcher evaluates a condition. It serves one goroutine.
type Matcher struct {
	e     *Expr
	syms  *treebank.Symbols
	cache [][]int8 // by leaf, by symbol: 0 not known, 1 matches, -1 does not
	buf   []byte
}

// NewMatcher returns a matcher of e.
func (e *Expr) NewMatcher() *Matcher {
	return &Matcher{e: e, cache: make([][]int8, e.leaves)}
}

// Match reports whether the gold or the system side of it satisfies the
// condition.
func (m *Matcher) Match(p *eval.Pair, it *eval.Item) bool {
	return it.Gold.Kind != eval.None && m.Ref(p.Gold, it.Gold, it.Part) ||
		it.System.Kind != eval.None && m.Ref(p.System, it.System, it.Part)
}

// BySystemAlone implements eval.SidedFilter.
func (m *Matcher) BySystemAlone(p *eval.Pair, it *eval.Item) bool {
	return it.Gold.Kind != eval.None && it.System.Kind != eval.None && !m.Ref(p.Gold, it.Gold, it.Part)
}

// Ref reports whether the part ref of sentence satisfies the condition; part is the part of
// the metric that counts it.
func (m *Matcher) Ref(sentence *treebank.Sentence, ref eval.Ref, part string) bool {
	m.use(sentence.Syms)
	v := view{s: sentence, ref: ref, part: part, word: -1, head: treebank.Unknown}
	switch ref.Kind {
	case eval.Word, eval.Token, eval.Link:
		if int(ref.Index) >= len(sentence.Tokens) { // a graph without words: no word satisfies anything, t holds
			return m.eval(m.e.root, &v)
		}
		v.word = ref.Index
		if arcs := sentence.ArcsOf(ref.Index); len(arcs) > 1 || ref.Kind != eval.Link && len(arcs) == 1 {
			return m.any(&v, arcs)
		}
		if ref.Kind == eval.Link {
			v.head, v.rel = ref.Other, ref.Label
		}
	}
	return m.eval(m.e.root, &v)
}

// PhraseWithout is Ref for phrase i of s without the words in out.
func (m *Matcher) PhraseWithout(s *treebank.Sentence, i int32, out []bool) bool {
	m.use(s.Syms)
	v := view{s: s, ref: eval.Ref{Kind: eval.Phrase, Index: i}, word: -1, head: treebank.Unknown, out: out}
	return m.eval(m.e.root, &v)
}

// Word reports whether token i of s, with its link, satisfies the condition; in
// a forest, with one of its links.
func (m *Matcher) Word(s *treebank.Sentence, i int32) bool {
	m.use(s.Syms)
	v := view{s: s, word: i, head: treebank.Unknown, ref: eval.Ref{Kind: eval.Link, Index: i}}
	if arcs := s.ArcsOf(i); len(arcs) > 0 {
		return m.any(&v, arcs)
	}
	return m.eval(m.e.root, &v)
}

// Link reports whether the dependency a of s satisfies the condition: link
// operators look at a, the others at its dependent.
func (m *Matcher) Link(s *treebank.Sentence, a treebank.Arc) bool {
	m.use(s.Syms)
	v := view{s: s, word: a.Dep, head: a.Head, rel: a.Rel,
		ref: eval.Ref{Kind: eval.Link, Index: a.Dep, Other: a.Head, Label: a.Rel}}
	return m.eval(m.e.root, &v)
}

func (m *Matcher) any(v *view, arcs []treebank.Arc) bool {
	for _, a := range arcs {
		v.head, v.rel = a.Head, a.Rel
		if m.eval(m.e.root, v) {
			return true
		}
	}
	return false
}

func (m *Matcher) use(syms *treebank.Symbols) {
	if m.syms != syms {
		m.syms = syms
		for i := range m.cache {
			m.cache[i] = m.cache[i][:0]
		}
	}
}
