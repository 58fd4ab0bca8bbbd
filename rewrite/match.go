package rewrite

import (
	"bytes"
	"slices"
	"strings"

	"assay/eval/condition"
	"assay/treebank"
)

// A program is a rule compiled for one goroutine.
type program struct {
	rule     *Rule
	nodes    []nodeTest
	where    [][]relation // by the last node in them
	without  []fragment
	actions  []action
	children [][]int // by node: its required children
	needed   []bool  // by node: whether it is required
	text     bool    // whether a condition reads the words of a phrase
}

type nodeTest struct {
	parent         int
	deep, optional bool
	word, link     *condition.Matcher // nil always matches
	lists          []ListTest
}

type relation struct {
	Relation
	cond *condition.Matcher
}

type fragment struct {
	nodes []nodeTest
	edges []fragmentEdge // match or an earlier edge binds one end of each
	where []relation
}

type fragmentEdge struct {
	FragmentEdge
	link *condition.Matcher
}

type action struct {
	Action
	label    treebank.Symbol
	labelled bool
}

func compile(rule *Rule) *program {
	p := &program{rule: rule}
	n := len(rule.Pattern.Nodes)
	p.where, p.children = make([][]relation, n), make([][]int, n)
	for i := range rule.Pattern.Nodes {
		d := &rule.Pattern.Nodes[i]
		p.nodes = append(p.nodes, compileNode(d))
		p.needed = append(p.needed, !d.Optional)
		if i > 0 && !d.Deep && !d.Optional {
			p.children[d.Parent] = append(p.children[d.Parent], i)
		}
	}
	for i := range rule.Pattern.Where {
		w := compileRelation(&rule.Pattern.Where[i])
		last := w.A
		if w.Kind == Before || w.Kind == Same && w.B >= 0 {
			last = max(w.A, w.B)
		}
		p.where[last] = append(p.where[last], w)
	}
	for i := range rule.Pattern.Without {
		f := &rule.Pattern.Without[i]
		var c fragment
		for j := range f.New {
			c.nodes = append(c.nodes, compileNode(&f.New[j]))
		}
		for _, e := range f.Edges {
			c.edges = append(c.edges, fragmentEdge{e, matcher(e.Link)})
		}
		for j := range f.Where {
			c.where = append(c.where, compileRelation(&f.Where[j]))
		}
		p.without = append(p.without, c)
	}
	for _, a := range rule.Actions {
		p.actions = append(p.actions, action{Action: a})
	}
	rule.conditions(func(e *condition.Expr) {
		for _, l := range e.Leaves() {
			p.text = p.text || l.Operator == "word" || l.Operator == "string"
		}
	})
	return p
}

func compileNode(d *Node) nodeTest {
	t := nodeTest{parent: d.Parent, deep: d.Deep, optional: d.Optional, lists: d.Lists}
	t.word, t.link = matcher(d.Word), matcher(d.Link)
	return t
}

func compileRelation(w *Relation) relation { return relation{*w, matcher(w.Cond)} }

func matcher(e *condition.Expr) *condition.Matcher {
	if e == nil || e.String() == "t" {
		return nil
	}
	return e.NewMatcher()
}

// nodes are the candidates for the nodes of a pattern: the words of a sentence, or
// its phrases and words.
type nodes interface {
	// fits reports whether node i alone satisfies m.
	fits(m *condition.Matcher, i int32) bool
	// linked reports whether a.Dep satisfies m with its link a.
	linked(m *condition.Matcher, a treebank.Arc) bool
	attr(a Attr, i int32) []byte
	// distance returns the number of words from the first word of a to that of
	// b, negative if b begins first.
	distance(a, b int32) int32
}

// words are the words of a sentence as nodes of dependencies.
type words struct{ s *treebank.Sentence }

func (n *words) fits(m *condition.Matcher, i int32) bool {
	return m.Link(n.s, treebank.Arc{Dep: i, Head: treebank.Unknown})
}

func (n *words) linked(m *condition.Matcher, a treebank.Arc) bool { return m.Link(n.s, a) }

func (n *words) distance(a, b int32) int32 { return b - a }

func (n *words) attr(attr Attr, i int32) []byte {
	sentence := n.s
	var morph treebank.Morph
	if int(i) < len(sentence.Morph) {
		morph = sentence.Morph[i]
	}
	switch attr.Name {
	case Rel:
		_, rel := sentence.HeadOf(i)
		return []byte(sentence.Name(rel))
	case Pos:
		return position(sentence, i)
	case Word:
		return sentence.Word(i)
	case Cat:
		return []byte(sentence.Name(sentence.Tokens[i].Tag))
	case XPOS:
		if morph.Fine != 0 {
			return []byte(sentence.Name(morph.Fine))
		}
		return []byte(sentence.Name(sentence.Tokens[i].Tag))
	case Feat:
		return []byte(feature(sentence.Name(morph.Feats), attr.Key))
	}
	if morph.Lemma.Len > 0 {
		return sentence.Bytes(morph.Lemma)
	}
	if attr.Name == String {
		return bytes.ToLower(sentence.Word(i))
	}
	return nil
}

// position returns pre if the head of word i is before it, post if it is after it.
func position(s *treebank.Sentence, i int32) []byte {
	switch head, _ := s.HeadOf(i); {
	case head < 0:
		return nil
	case head < i:
		return []byte("pre")
	}
	return []byte("post")
}

// feature returns the value of a morphological feature, "" if there is none.
func feature(feats, key string) string {
	for f := range strings.SplitSeq(feats, "|") {
		if k, v, ok := strings.Cut(f, "="); ok && k == key {
			return v
		}
	}
	return ""
}

// isNode reports whether node word of the tree satisfies the conditions of t that do not
// depend on links.
func (t *nodeTest) isNode(graph *graph, word int32) bool {
	if graph.arcs[word].Head == gone || t.word != nil && !graph.nodes.fits(t.word, word) {
		return false
	}
	for i := range t.lists {
		l := &t.lists[i]
		if l.Set[string(graph.nodes.attr(l.Attr, word))] == l.Not {
			return false
		}
	}
	return true
}

// isLink reports whether the link of w satisfies t's condition on links. Every node
// of a pattern except its root needs a link.
func (t *nodeTest) isLink(g *graph, w int32) bool {
	a := g.arcs[w]
	if t.parent < 0 && t.link == nil {
		return true
	}
	return a.Head >= 0 && (t.link == nil || g.nodes.linked(t.link, a))
}

// holds reports whether w holds for the bound nodes. A relation with an unbound
// optional node holds.
func (w *relation) holds(graph *graph, bound []int32) bool {
	a, b := bound[w.A], int32(0)
	if w.Kind == Before || w.Kind == Same {
		b = bound[w.B]
	}
	if a < 0 || b < 0 {
		return true
	}
	var ok bool
	switch w.Kind {
	case Before:
		d := graph.nodes.distance(a, b)
		ok = d > 0 && (w.Max == 0 || d <= int32(w.Max))
	case Same:
		return same(w, graph.nodes.attr(w.AttrA, a), graph.nodes.attr(w.AttrB, b))
	case Is:
		ok = w.cond == nil || graph.nodes.linked(w.cond, graph.arcs[a])
	case InList:
		ok = w.List.Set[string(graph.nodes.attr(w.List.Attr, a))]
	case IsRoot:
		ok = graph.head(a) == treebank.Root
	case IsLeaf:
		ok = graph.isLeaf(a)
	}
	return ok != w.Not
}

// same compares two attributes. If one of the words lacks the feature, it is neither
// equal nor different; of several values, as in PronType=Int,Rel, one in common
// suffices.
func same(w *relation, a, b []byte) bool {
	if w.AttrA.Name != Feat && w.AttrB.Name != Feat {
		return bytes.Equal(a, b) != w.Not
	}
	if len(a) == 0 || len(b) == 0 {
		return false
	}
	for x := range bytes.SplitSeq(a, []byte{','}) {
		for y := range bytes.SplitSeq(b, []byte{','}) {
			if bytes.Equal(x, y) {
				return !w.Not
			}
		}
	}
	return w.Not
}

// blocked reports whether a fragment after "without" matches around the bound nodes.
func (sr *search) blocked() bool {
	for i := range sr.m.p.without {
		fragment := &sr.m.p.without[i]
		all := make([]int32, len(sr.bound)+len(fragment.nodes))
		copy(all, sr.bound)
		for j := len(sr.bound); j < len(all); j++ {
			all[j] = -1
		}
		if sr.found(fragment, all, 0) {
			return true
		}
	}
	return false
}

// found reports whether edges k and following of fragment can be matched. A search over its
// limit finds nothing.
func (sr *search) found(fragment *fragment, all []int32, k int) bool {
	if sr.spend(stepCost) {
		return false
	}
	if k == len(fragment.edges) {
		for i := range fragment.where {
			if !fragment.where[i].holds(sr.g, all) {
				return false
			}
		}
		return true
	}
	edge := &fragment.edges[k]
	head, dep := all[edge.Head], all[edge.Dep]
	if edge.Head < len(sr.bound) && head < 0 || edge.Dep < len(sr.bound) && dep < 0 {
		return false // the edge has an absent optional word
	}
	switch {
	case head >= 0 && dep >= 0:
		return sr.try(fragment, all, k, head, dep)
	case dep >= 0:
		for h := sr.g.head(dep); h >= 0; h = sr.g.head(h) {
			if sr.try(fragment, all, k, h, dep) {
				return true
			}
			if !edge.Deep {
				break
			}
		}
		return false
	}
	sr.steps += len(sr.g.arcs)
	for d := range sr.g.arcs {
		if (edge.Deep || sr.g.arcs[d].Head == head) && sr.try(fragment, all, k, head, int32(d)) {
			return true
		}
		if sr.over {
			return false
		}
	}
	return false
}

// try matches edge k of fragment with the link from head to dep and continues with the next
// edge.
func (sr *search) try(fragment *fragment, all []int32, k int, head, dep int32) bool {
	edge := &fragment.edges[k]
	if !sr.hangs(edge.Deep, dep, head) || edge.link != nil && !sr.g.nodes.linked(edge.link, sr.g.arcs[dep]) {
		return false
	}
	h, d := all[edge.Head], all[edge.Dep]
	if h < 0 && !sr.fresh(fragment, all, edge.Head, head) || d < 0 && !sr.fresh(fragment, all, edge.Dep, dep) {
		return false
	}
	all[edge.Head], all[edge.Dep] = head, dep
	ok := sr.found(fragment, all, k+1)
	all[edge.Head], all[edge.Dep] = h, d
	return ok
}

// fresh reports whether word can be bound to the fragment's own node i: it fits and is
// not bound yet.
func (sr *search) fresh(fragment *fragment, all []int32, i int, word int32) bool {
	return !slices.Contains(all, word) && fragment.nodes[i-len(sr.bound)].isNode(sr.g, word)
}
