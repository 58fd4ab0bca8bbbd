package rewrite

import (
	"bytes"
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

func compile(r *Rule) *program {
	p := &program{rule: r}
	n := len(r.Pattern.Nodes)
	p.where, p.children = make([][]relation, n), make([][]int, n)
	for i := range r.Pattern.Nodes {
		d := &r.Pattern.Nodes[i]
		p.nodes = append(p.nodes, compileNode(d))
		p.needed = append(p.needed, !d.Optional)
		if i > 0 && !d.Deep && !d.Optional {
			p.children[d.Parent] = append(p.children[d.Parent], i)
		}
	}
	for i := range r.Pattern.Where {
		w := compileRelation(&r.Pattern.Where[i])
		last := w.A
		if w.Kind == Before || w.Kind == Same && w.B >= 0 {
			last = max(w.A, w.B)
		}
		p.where[last] = append(p.where[last], w)
	}
	for i := range r.Pattern.Without {
		f := &r.Pattern.Without[i]
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
	for _, a := range r.Actions {
		p.actions = append(p.actions, action{Action: a})
	}
	r.conditions(func(e *condition.Expr) {
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

func (n *words) attr(a Attr, i int32) []byte {
	s := n.s
	var m treebank.Morph
	if int(i) < len(s.Morph) {
		m = s.Morph[i]
	}
	switch a.Name {
	case Rel:
		_, rel := s.HeadOf(i)
		return []byte(s.Name(rel))
	case Pos:
		return position(s, i)
	case Word:
		return s.Word(i)
	case Cat:
		return []byte(s.Name(s.Tokens[i].Tag))
	case XPOS:
		if m.Fine != 0 {
			return []byte(s.Name(m.Fine))
		}
		return []byte(s.Name(s.Tokens[i].Tag))
	case Feat:
		return []byte(feature(s.Name(m.Feats), a.Key))
	}
	if m.Lemma.Len > 0 {
		return s.Bytes(m.Lemma)
	}
	if a.Name == String {
		return bytes.ToLower(s.Word(i))
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

// isNode reports whether node w of the tree satisfies the conditions of t that do not
// depend on links.
func (t *nodeTest) isNode(g *graph, w int32) bool {
	if g.arcs[w].Head == gone || t.word != nil && !g.nodes.fits(t.word, w) {
		return false
	}
	for i := range t.lists {
		l := &t.lists[i]
		if l.Set[string(g.nodes.attr(l.Attr, w))] == l.Not {
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
func (w *relation) holds(g *graph, bound []int32) bool {
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
		d := g.nodes.distance(a, b)
		ok = d > 0 && (w.Max == 0 || d <= int32(w.Max))
	case Same:
		return same(w, g.nodes.attr(w.AttrA, a), g.nodes.attr(w.AttrB, b))
	case Is:
		ok = w.cond == nil || g.nodes.linked(w.cond, g.arcs[a])
	case InList:
		ok = w.List.Set[string(g.nodes.attr(w.List.Attr, a))]
	case IsRoot:
		ok = g.head(a) == treebank.Root
	case IsLeaf:
		ok = g.isLeaf(a)
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
		f := &sr.m.p.without[i]
		all := make([]int32, len(sr.bound)+len(f.nodes))
		copy(all, sr.bound)
		for j := len(sr.bound); j < len(all); j++ {
			all[j] = -1
		}
		if sr.found(f, all, 0) {
			return true
		}
	}
	return false
}

// found reports whether edges k and following of f can be matched. A search over its
// limit finds nothing.
func (sr *search) found(f *fragment, all []int32, k int) bool {
	if sr.spend(stepCost) {
		return false
	}
	if k == len(f.edges) {
		for i := range f.where {
			if !f.where[i].holds(sr.g, all) {
				return false
			}
		}
		return true
	}
	e := &f.edges[k]
	head, dep := all[e.Head], all[e.Dep]
	if e.Head < len(sr.bound) && head < 0 || e.Dep < len(sr.bound) && dep < 0 {
		return false // the edge has an absent optional word
	}
	switch {
	case head >= 0 && dep >= 0:
		return sr.try(f, all, k, head, dep)
	case dep >= 0:
		for h := sr.g.head(dep); h >= 0; h = sr.g.head(h) {
			if sr.try(f, all, k, h, dep) {
				return true
			}
			if !e.Deep {
				break
			}
		}
		return false
	}
	sr.steps += len(sr.g.arcs)
	for d := range sr.g.arcs {
		if (e.Deep || sr.g.arcs[d].Head == head) && sr.try(f, all, k, head, int32(d)) {
			return true
		}
		if sr.over {
			return false
		}
	}
	return false
}

// try matches edge k of f with the link from head to dep and continues with the next
// edge.
func (sr *search) try(f *fragment, all []int32, k int, head, dep int32) bool {
	e := &f.edges[k]
	if !sr.hangs(e.Deep, dep, head) || e.link != nil && !sr.g.nodes.linked(e.link, sr.g.arcs[dep]) {
		return false
	}
	h, d := all[e.Head], all[e.Dep]
	if h < 0 && !sr.fresh(f, all, e.Head, head) || d < 0 && !sr.fresh(f, all, e.Dep, dep) {
		return false
	}
	all[e.Head], all[e.Dep] = head, dep
	ok := sr.found(f, all, k+1)
	all[e.Head], all[e.Dep] = h, d
	return ok
}

// fresh reports whether w can be bound to the fragment's own node i: it fits and is
// not bound yet.
func (sr *search) fresh(f *fragment, all []int32, i int, w int32) bool {
	for _, o := range all {
		if o == w {
			return false
		}
	}
	return f.nodes[i-len(sr.bound)].isNode(sr.g, w)
}
