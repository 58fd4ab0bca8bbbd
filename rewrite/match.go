package rewrite

import (
	"bytes"

	"assay/eval/condition"
	"assay/treebank"
)

// A program is a rule made ready for one goroutine.
type program struct {
	rule     *Rule
	nodes    []nodeTest
	where    [][]relation // by the last node that they name
	without  []fragment
	actions  []action
	children [][]int // by node: the children that a match cannot do without
	needed   []bool  // by node: no match is without it
}

type nodeTest struct {
	parent         int
	deep, optional bool
	word, link     *condition.Matcher // nil: always
	lists          []ListTest
}

type relation struct {
	Relation
	cond *condition.Matcher
}

type fragment struct {
	nodes []nodeTest
	edges []fragmentEdge // each has an end that is known when its turn comes
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

// isWord reports whether word w satisfies what node t asks of words.
func (t *nodeTest) isWord(s *treebank.Sentence, w int32) bool {
	if t.word != nil && !t.word.Link(s, treebank.Arc{Dep: w, Head: treebank.Unknown}) {
		return false
	}
	for i := range t.lists {
		l := &t.lists[i]
		if l.Set[string(attrOf(s, l.Attr, w))] == l.Not {
			return false
		}
	}
	return true
}

// isLink reports whether the link of a word satisfies what node t asks of
// links. A word without a head has none; only the root of a pattern without a
// condition does not care.
func (t *nodeTest) isLink(g *graph, w int32) bool {
	a := g.arcs[w]
	if t.parent < 0 && t.link == nil {
		return true
	}
	return a.Head >= 0 && (t.link == nil || t.link.Link(g.s, a))
}

// attrOf returns what attribute a of word w is.
func attrOf(s *treebank.Sentence, a Attr, w int32) []byte {
	switch a {
	case Rel:
		_, rel := s.HeadOf(w)
		return []byte(s.Name(rel))
	case Word:
		return s.Word(w)
	case Cat:
		return []byte(s.Name(s.Tokens[w].Tag))
	case XPOS:
		if int(w) < len(s.Morph) && s.Morph[w].Fine != 0 {
			return []byte(s.Name(s.Morph[w].Fine))
		}
		return []byte(s.Name(s.Tokens[w].Tag))
	}
	if int(w) < len(s.Morph) && s.Morph[w].Lemma.Len > 0 {
		return s.Bytes(s.Morph[w].Lemma)
	}
	if a == String {
		return bytes.ToLower(s.Word(w))
	}
	return nil
}

// holds reports whether w is true of the words bound. What is about a word
// that is not there is true.
func (w *relation) holds(g *graph, bound []int32) bool {
	a := bound[w.A]
	if a < 0 {
		return true
	}
	var ok bool
	switch w.Kind {
	case Before:
		b := bound[w.B]
		if b < 0 {
			return true
		}
		ok = a < b && (w.Max == 0 || b-a <= int32(w.Max))
	case Same:
		b := bound[w.B]
		if b < 0 {
			return true
		}
		ok = bytes.Equal(attrOf(g.s, w.AttrA, a), attrOf(g.s, w.AttrB, b))
	case Is:
		ok = w.cond == nil || w.cond.Link(g.s, g.arcs[a])
	case InList:
		ok = w.List.Set[string(attrOf(g.s, w.List.Attr, a))]
	case IsRoot:
		ok = g.head(a) == treebank.Root
	case IsLeaf:
		ok = true
		for i := range g.arcs {
			if g.arcs[i].Head == a {
				ok = false
				break
			}
		}
	}
	return ok != w.Not
}

// blocked reports whether one of the fragments matches around the words bound.
func (p *program) blocked(g *graph, bound []int32) bool {
	for i := range p.without {
		f := &p.without[i]
		all := make([]int32, len(bound)+len(f.nodes))
		copy(all, bound)
		for j := len(bound); j < len(all); j++ {
			all[j] = -1
		}
		if f.found(g, all, len(bound), 0) {
			return true
		}
	}
	return false
}

// found reports whether edges k and following can be matched.
func (f *fragment) found(g *graph, all []int32, bound, k int) bool {
	if k == len(f.edges) {
		for i := range f.where {
			if !f.where[i].holds(g, all) {
				return false
			}
		}
		return true
	}
	e := &f.edges[k]
	if (e.Head < bound && all[e.Head] < 0) || (e.Dep < bound && all[e.Dep] < 0) {
		return false // about an optional word that is not there
	}
	try := func(head, dep int32) bool {
		if !f.edge(g, e, head, dep) {
			return false
		}
		h, d := all[e.Head], all[e.Dep]
		if h < 0 && !f.fresh(g, all, bound, e.Head, head) || d < 0 && !f.fresh(g, all, bound, e.Dep, dep) {
			return false
		}
		all[e.Head], all[e.Dep] = head, dep
		ok := f.found(g, all, bound, k+1)
		all[e.Head], all[e.Dep] = h, d
		return ok
	}
	head, dep := all[e.Head], all[e.Dep]
	switch {
	case head >= 0 && dep >= 0:
		return try(head, dep)
	case dep >= 0:
		for h := g.head(dep); h >= 0; h = g.head(h) {
			if try(h, dep) {
				return true
			}
			if !e.Deep {
				break
			}
		}
		return false
	}
	for d := range g.arcs {
		if try(head, int32(d)) {
			return true
		}
	}
	return false
}

// edge reports whether dep hangs on head as e says.
func (f *fragment) edge(g *graph, e *fragmentEdge, head, dep int32) bool {
	if e.Deep {
		if head == dep || !g.below(dep, head) {
			return false
		}
	} else if g.head(dep) != head {
		return false
	}
	return e.link == nil || e.link.Link(g.s, g.arcs[dep])
}

// fresh reports whether w can stand for the fragment's own node i: it fits and
// stands for nothing else.
func (f *fragment) fresh(g *graph, all []int32, bound, i int, w int32) bool {
	for _, o := range all {
		if o == w {
			return false
		}
	}
	return f.nodes[i-bound].isWord(g.s, w)
}
