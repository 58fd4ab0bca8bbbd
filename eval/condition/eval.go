package condition

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"assay/eval"
	"assay/treebank"
)

// A view is the word, bracket or part of a graph on which a condition is evaluated.
type view struct {
	s    *treebank.Sentence
	ref  eval.Ref
	part string
	word int32 // the token, -1 if the item has none
	head int32 // of its link
	rel  treebank.Symbol
	out  []bool // words of a phrase to ignore; nil for none
}

func (m *Matcher) eval(node *node, view *view) bool {
	switch node.op {
	case opTrue:
		return true
	case opNot:
		return !m.eval(node.kids[0], view)
	case opAnd:
		for _, k := range node.kids {
			if !m.eval(k, view) {
				return false
			}
		}
		return true
	case opOr:
		for _, k := range node.kids {
			if m.eval(k, view) {
				return true
			}
		}
		return false
	}
	if view.word >= 0 {
		return m.onWord(node, view)
	}
	if view.ref.Kind == eval.Phrase {
		return m.onPhrase(node, view)
	}
	return m.onGraph(node, view)
}

// onWord evaluates a leaf on a word and its link.
func (m *Matcher) onWord(node *node, view *view) bool {
	sentence := view.s
	switch node.op {
	case opType, opLabel:
		return m.symbol(node, view.rel)
	case opPos:
		return view.head >= 0 && (view.head < view.word) == node.pre && view.head != view.word
	case opCat:
		return m.symbol(node, sentence.Tokens[view.word].Tag) || len(sentence.Attrs) > 0 && m.sense(node, view, true)
	case opXPOS:
		return int(view.word) < len(sentence.Morph) && m.symbol(node, sentence.Morph[view.word].Fine)
	case opFeat:
		if int(view.word) >= len(sentence.Morph) {
			return false
		}
		return m.symbol(node, sentence.Morph[view.word].Feats)
	case opWord:
		return node.pat.Match(sentence.Word(view.word))
	case opLemma, opString:
		if int(view.word) < len(sentence.Morph) && sentence.Morph[view.word].Lemma.Len > 0 {
			return node.pat.Match(sentence.Bytes(sentence.Morph[view.word].Lemma)) || len(sentence.Attrs) > 0 &&
				m.sense(node, view, false)
		}
		if node.op != opString {
			return false
		}
		m.buf = AppendLower(m.buf[:0], sentence.Word(view.word))
		return node.pat.Match(m.buf)
	case opHead:
		return m.onHead(node, view)
	case opKind:
		return m.kind(node, view)
	}
	return false
}

// onHead evaluates the operand of head on the word's head and its link.
func (m *Matcher) onHead(node *node, v *view) bool {
	if v.head < 0 || int(v.head) >= len(v.s.Tokens) {
		return false
	}
	up := view{s: v.s, part: v.part, word: v.head}
	up.head, up.rel = v.s.HeadOf(v.head)
	up.ref = eval.Ref{Kind: eval.Link, Index: v.head, Other: up.head, Label: up.rel}
	return m.eval(node.kids[0], &up)
}

// sense checks the further senses of a word in a forest.
func (m *Matcher) sense(n *node, v *view, cat bool) bool {
	for root, tag := range treebank.Senses(v.s, v.word) {
		if cat && n.pat.Match([]byte(tag)) || !cat && n.pat.Match([]byte(root)) {
			return true
		}
	}
	return false
}

// onPhrase evaluates a leaf on a bracket.
func (m *Matcher) onPhrase(node *node, view *view) bool {
	sentence := view.s
	if int(view.ref.Index) >= len(sentence.Phrases) {
		return false
	}
	ph := &sentence.Phrases[view.ref.Index]
	switch node.op {
	case opCat, opLabel:
		if view.ref.Label != 0 {
			return m.symbol(node, view.ref.Label)
		}
		return m.symbol(node, ph.Label)
	case opType:
		return m.symbol(node, ph.Func)
	case opWord, opString:
		m.buf = m.buf[:0]
		for i := ph.Begin; i < ph.End; i++ {
			if view.out != nil && view.out[i] {
				continue
			}
			if len(m.buf) > 0 {
				m.buf = append(m.buf, ' ')
			}
			m.buf = append(m.buf, sentence.Word(i)...)
		}
		if node.op == opString {
			return node.pat.Match([]byte(strings.ToLower(string(m.buf))))
		}
		return node.pat.Match(m.buf)
	case opKind:
		return m.kind(node, view)
	}
	return false
}

// onGraph evaluates a leaf on a part of a semantic graph.
func (m *Matcher) onGraph(n *node, view *view) bool {
	node := view.ref.Index
	if view.ref.Kind == eval.Edge {
		if int(node) >= len(view.s.Edges) {
			return false
		}
		node = view.s.Edges[node].From
	}
	switch n.op {
	case opKind:
		return m.kind(n, view)
	case opLabel, opType:
		return m.symbol(n, view.ref.Label)
	case opRole:
		if view.ref.Kind == eval.Edge {
			return m.symbol(n, view.ref.Label)
		}
		return view.ref.Role != 0 && m.symbol(n, view.ref.Role)
	case opPredicate, opCat, opString:
		return node >= 0 && int(node) < len(view.s.Nodes) && m.symbol(n, view.s.Nodes[node].Label)
	}
	return false
}

var kinds = [...]string{
	eval.Word: "word", eval.Link: "link", eval.Phrase: "bracket", eval.Node: "node",
	eval.Edge: "edge", eval.Prop: "property", eval.Top: "top", eval.Token: "token",
}

func (m *Matcher) kind(n *node, v *view) bool {
	return v.part != "" && n.pat.Match([]byte(v.part)) ||
		int(v.ref.Kind) < len(kinds) && n.pat.Match([]byte(kinds[v.ref.Kind]))
}

// symbol matches the string of symbol, and caches the answer.
func (m *Matcher) symbol(node *node, symbol treebank.Symbol) bool {
	c := m.cache[node.leaf]
	if int(symbol) >= len(c) {
		c = append(c, make([]int8, max(int(symbol)+1, m.syms.Len())-len(c))...)
		m.cache[node.leaf] = c
	}
	if c[symbol] == 0 {
		c[symbol] = -1
		if name := m.syms.Name(symbol); node.op == opFeat && node.feature(name) || node.op != opFeat &&
			node.pat.Match([]byte(name)) {
			c[symbol] = 1
		}
	}
	return c[symbol] > 0
}

// feature reports whether feats, such as "Case=Nom|Number=Sing", has the feature. One
// of several values (PronType=Int,Rel) suffices.
func (n *node) feature(feats string) bool {
	for f := range strings.SplitSeq(feats, "|") {
		k, val, ok := strings.Cut(f, "=")
		if !ok || k != n.key {
			continue
		}
		if n.pat.Match([]byte(val)) {
			return true
		}
		for one := range strings.SplitSeq(val, ",") {
			if n.pat.Match([]byte(one)) {
				return true
			}
		}
	}
	return false
}

// AppendLower appends a word in lower case; bytes that are no characters stay.
func AppendLower(dst, word []byte) []byte {
	for len(word) > 0 {
		if c := word[0]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst, word = append(dst, c), word[1:]
			continue
		}
		r, size := utf8.DecodeRune(word)
		if r == utf8.RuneError && size == 1 {
			dst = append(dst, word[0])
		} else {
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
		word = word[size:]
	}
	return dst
}
