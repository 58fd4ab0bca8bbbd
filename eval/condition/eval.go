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

func (m *Matcher) eval(n *node, v *view) bool {
	switch n.op {
	case opTrue:
		return true
	case opNot:
		return !m.eval(n.kids[0], v)
	case opAnd:
		for _, k := range n.kids {
			if !m.eval(k, v) {
				return false
			}
		}
		return true
	case opOr:
		for _, k := range n.kids {
			if m.eval(k, v) {
				return true
			}
		}
		return false
	}
	if v.word >= 0 {
		return m.onWord(n, v)
	}
	if v.ref.Kind == eval.Phrase {
		return m.onPhrase(n, v)
	}
	return m.onGraph(n, v)
}

// onWord evaluates a leaf on a word and its link.
func (m *Matcher) onWord(n *node, v *view) bool {
	s := v.s
	switch n.op {
	case opType, opLabel:
		return m.symbol(n, v.rel)
	case opPos:
		return v.head >= 0 && (v.head < v.word) == n.pre && v.head != v.word
	case opCat:
		return m.symbol(n, s.Tokens[v.word].Tag) || len(s.Attrs) > 0 && m.sense(n, v, true)
	case opXPOS:
		return int(v.word) < len(s.Morph) && m.symbol(n, s.Morph[v.word].Fine)
	case opFeat:
		if int(v.word) >= len(s.Morph) {
			return false
		}
		return m.symbol(n, s.Morph[v.word].Feats)
	case opWord:
		return n.pat.match(s.Word(v.word))
	case opLemma, opString:
		if int(v.word) < len(s.Morph) && s.Morph[v.word].Lemma.Len > 0 {
			return n.pat.match(s.Bytes(s.Morph[v.word].Lemma)) || len(s.Attrs) > 0 && m.sense(n, v, false)
		}
		return n.op == opString && n.pat.match(m.lower(s.Word(v.word)))
	case opHead:
		return m.onHead(n, v)
	case opClass:
		return m.class(n, v)
	}
	return false
}

// onHead evaluates the operand of head on the word's head and its link.
func (m *Matcher) onHead(n *node, v *view) bool {
	if v.head < 0 || int(v.head) >= len(v.s.Tokens) {
		return false
	}
	up := view{s: v.s, part: v.part, word: v.head}
	up.head, up.rel = v.s.HeadOf(v.head)
	up.ref = eval.Ref{Kind: eval.Link, Index: v.head, Other: up.head, Label: up.rel}
	return m.eval(n.kids[0], &up)
}

// sense checks the further senses of a word in a forest.
func (m *Matcher) sense(n *node, v *view, cat bool) bool {
	for root, tag := range treebank.Senses(v.s, v.word) {
		if cat && n.pat.match([]byte(tag)) || !cat && n.pat.match([]byte(root)) {
			return true
		}
	}
	return false
}

// onPhrase evaluates a leaf on a bracket.
func (m *Matcher) onPhrase(n *node, v *view) bool {
	s := v.s
	if int(v.ref.Index) >= len(s.Phrases) {
		return false
	}
	ph := &s.Phrases[v.ref.Index]
	switch n.op {
	case opCat, opLabel:
		if v.ref.Label != 0 {
			return m.symbol(n, v.ref.Label)
		}
		return m.symbol(n, ph.Label)
	case opType:
		return m.symbol(n, ph.Func)
	case opWord, opString:
		m.buf = m.buf[:0]
		for i := ph.Begin; i < ph.End; i++ {
			if v.out != nil && v.out[i] {
				continue
			}
			if len(m.buf) > 0 {
				m.buf = append(m.buf, ' ')
			}
			m.buf = append(m.buf, s.Word(i)...)
		}
		if n.op == opString {
			return n.pat.match([]byte(strings.ToLower(string(m.buf))))
		}
		return n.pat.match(m.buf)
	case opClass:
		return m.class(n, v)
	}
	return false
}

// onGraph evaluates a leaf on a part of a semantic graph.
func (m *Matcher) onGraph(n *node, v *view) bool {
	node := v.ref.Index
	if v.ref.Kind == eval.Edge {
		if int(node) >= len(v.s.Edges) {
			return false
		}
		node = v.s.Edges[node].From
	}
	switch n.op {
	case opClass:
		return m.class(n, v)
	case opLabel, opType:
		return m.symbol(n, v.ref.Label)
	case opRole:
		if v.ref.Kind == eval.Edge {
			return m.symbol(n, v.ref.Label)
		}
		return v.ref.Role != 0 && m.symbol(n, v.ref.Role)
	case opPredicate, opCat, opString:
		return node >= 0 && int(node) < len(v.s.Nodes) && m.symbol(n, v.s.Nodes[node].Label)
	}
	return false
}

var classes = [...]string{
	eval.Word: "word", eval.Link: "link", eval.Phrase: "bracket", eval.Node: "node",
	eval.Edge: "edge", eval.Prop: "property", eval.Top: "top", eval.Token: "token",
}

func (m *Matcher) class(n *node, v *view) bool {
	return v.part != "" && n.pat.match([]byte(v.part)) ||
		int(v.ref.Kind) < len(classes) && n.pat.match([]byte(classes[v.ref.Kind]))
}

// symbol matches the string of y, and caches the answer.
func (m *Matcher) symbol(n *node, y treebank.Symbol) bool {
	c := m.cache[n.leaf]
	if int(y) >= len(c) {
		c = append(c, make([]int8, max(int(y)+1, m.syms.Len())-len(c))...)
		m.cache[n.leaf] = c
	}
	if c[y] == 0 {
		c[y] = -1
		if name := m.syms.Name(y); n.op == opFeat && n.feature(name) || n.op != opFeat && n.pat.match([]byte(name)) {
			c[y] = 1
		}
	}
	return c[y] > 0
}

// feature reports whether feats, such as "Case=Nom|Number=Sing", has the feature. One
// of several values (PronType=Int,Rel) suffices.
func (n *node) feature(feats string) bool {
	for f := range strings.SplitSeq(feats, "|") {
		k, val, ok := strings.Cut(f, "=")
		if !ok || k != n.key {
			continue
		}
		if n.pat.match([]byte(val)) {
			return true
		}
		for one := range strings.SplitSeq(val, ",") {
			if n.pat.match([]byte(one)) {
				return true
			}
		}
	}
	return false
}

// lower returns b in lower case; the result is valid until the next call.
func (m *Matcher) lower(b []byte) []byte {
	m.buf = m.buf[:0]
	for len(b) > 0 {
		if c := b[0]; c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			m.buf = append(m.buf, c)
			b = b[1:]
			continue
		}
		r, size := utf8.DecodeRune(b)
		if r == utf8.RuneError && size == 1 {
			m.buf = append(m.buf, b[0])
		} else {
			m.buf = utf8.AppendRune(m.buf, unicode.ToLower(r))
		}
		b = b[size:]
	}
	return m.buf
}
