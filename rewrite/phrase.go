package rewrite

import (
	"assay/eval"
	"assay/eval/condition"
	"assay/prep"
	"assay/treebank"
)

// Rules on phrases do what EVALB's parameters, Black et al. (1991) and
// Tsurgeon do to trees: delete, prune, excise and relabel. A pattern's nodes
// stand for phrases and words (in that order where several match), its links
// for "is a child of", the label of a link is the function of the phrase.

// maxPhraseFirings bounds the firings of one rule in one tree: only relabel
// can go on for ever.
const maxPhraseFirings = 10_000

// A phraseGraph is the tree of s: phrases first, then words.
type phraseGraph struct {
	s     *treebank.Sentence
	heads []int32
	steps int
}

func (t *phraseGraph) reset(s *treebank.Sentence) {
	t.s, t.heads, t.steps = s, t.heads[:0], 0
	for i := range s.Phrases {
		t.heads = append(t.heads, s.Phrases[i].Parent)
	}
	for i := range s.Tokens {
		t.heads = append(t.heads, s.Tokens[i].Parent)
	}
}

// word returns the token that node i is, -1 for a phrase.
func (t *phraseGraph) word(i int32) int32 { return max(-1, i-int32(len(t.s.Phrases))) }

// first returns the first token of node i.
func (t *phraseGraph) first(i int32) int32 {
	if w := t.word(i); w >= 0 {
		return w
	}
	return t.s.Phrases[i].Begin
}

func (t *phraseGraph) holds(m *condition.Matcher, i int32) bool {
	if m == nil {
		return true
	}
	if w := t.word(i); w >= 0 {
		return m.Link(t.s, treebank.Arc{Dep: w, Head: treebank.Unknown, Rel: t.s.Tokens[w].Func})
	}
	return m.Ref(t.s, eval.Ref{Kind: eval.Phrase, Index: i}, "")
}

func (t *phraseGraph) attr(a Attr, i int32) string {
	w := t.word(i)
	switch {
	case w < 0 && a == Cat:
		return t.s.Name(t.s.Phrases[i].Label)
	case w < 0 && a == Rel:
		return t.s.Name(t.s.Phrases[i].Func)
	case w < 0:
		return ""
	case a == Rel:
		return t.s.Name(t.s.Tokens[w].Func)
	}
	return string(attrOf(t.s, a, w))
}

// relation reports whether w holds of the nodes bound.
func (t *phraseGraph) relation(w *relation, bound []int32) bool {
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
		d := t.first(b) - t.first(a)
		ok = d > 0 && (w.Max == 0 || d <= int32(w.Max))
	case Same:
		ok = t.attr(w.AttrA, a) == t.attr(w.AttrB, b)
	case Is:
		ok = t.holds(w.cond, a)
	case InList:
		ok = w.List.Set[t.attr(w.List.Attr, a)]
	case IsRoot:
		ok = t.heads[a] < 0
	case IsLeaf:
		ok = true
		for _, h := range t.heads {
			ok = ok && h != a
		}
	}
	return ok != w.Not
}

func (t *phraseGraph) node(n *nodeTest, i int32) bool {
	for k := range n.lists {
		if n.lists[k].Set[t.attr(n.lists[k].Attr, i)] == n.lists[k].Not {
			return false
		}
	}
	return t.holds(n.word, i) && t.holds(n.link, i)
}

func (t *phraseGraph) below(i, top int32, deep bool) bool {
	i = t.heads[i]
	for deep && i >= 0 && i != top {
		i = t.heads[i]
	}
	return i == top
}

// match binds node k of p and all behind it, and calls visit for each match
// until it says stop.
func (t *phraseGraph) match(p *program, bound []int32, k int, visit func() bool) bool {
	if k == len(p.nodes) {
		return !t.blocked(p, bound) && visit()
	}
	if t.steps++; t.steps > maxSteps {
		return false
	}
	n, any := &p.nodes[k], false
	if n.parent < 0 || bound[n.parent] >= 0 {
	words:
		for i := range t.heads {
			w := int32(i)
			if n.parent >= 0 && !t.below(w, bound[n.parent], n.deep) || !t.node(n, w) {
				continue
			}
			for _, o := range bound[:k] {
				if o == w {
					continue words
				}
			}
			bound[k] = w
			for j := range p.where[k] {
				if !t.relation(&p.where[k][j], bound) {
					continue words
				}
			}
			if any = true; t.match(p, bound, k+1, visit) {
				return true
			}
		}
	}
	if any || !n.optional {
		return false
	}
	bound[k] = -1
	return t.match(p, bound, k+1, visit)
}

func (t *phraseGraph) blocked(p *program, bound []int32) bool {
	for i := range p.without {
		f := &p.without[i]
		all := append([]int32(nil), bound...)
		for range f.nodes {
			all = append(all, -1)
		}
		if t.fragment(f, all, len(bound), 0) {
			return true
		}
	}
	return false
}

func (t *phraseGraph) fragment(f *fragment, all []int32, bound, k int) bool {
	if k == len(f.edges) {
		for i := range f.where {
			if !t.relation(&f.where[i], all) {
				return false
			}
		}
		return true
	}
	e := &f.edges[k]
	if e.Head < bound && all[e.Head] < 0 || e.Dep < bound && all[e.Dep] < 0 {
		return false
	}
	head, dep := all[e.Head], all[e.Dep]
	for h := range int32(len(t.heads)) {
		if head >= 0 && h != head {
			continue
		}
		for d := range int32(len(t.heads)) {
			if dep >= 0 && d != dep || !t.below(d, h, e.Deep) || !t.holds(e.link, d) {
				continue
			}
			if head < 0 && !t.fresh(f, all, bound, e.Head, h) || dep < 0 && !t.fresh(f, all, bound, e.Dep, d) {
				continue
			}
			all[e.Head], all[e.Dep] = h, d
			if t.fragment(f, all, bound, k+1) {
				return true
			}
			all[e.Head], all[e.Dep] = head, dep
		}
	}
	return false
}

func (t *phraseGraph) fresh(f *fragment, all []int32, bound, i int, w int32) bool {
	for _, o := range all {
		if o == w {
			return false
		}
	}
	return t.node(&f.nodes[i-bound], w)
}

// applyPhrases applies the rules on phrases to s, each until it changes
// nothing more, all of them again until none does.
func (rw *Rewriter) applyPhrases(s *treebank.Sentence) error {
	var t phraseGraph
	strategy := rw.m.Strategy
	if rw.opt.Strategy != nil {
		strategy = *rw.opt.Strategy
	}
	total, changed := 0, true
	defer func() {
		if total > 0 {
			rw.Stats.Changed++
		}
	}()
	for changed {
		changed = false
		for i, p := range rw.programs {
			if !p.rule.Phrases {
				continue
			}
			fired := 0
			for {
				t.reset(s)
				bound := rw.bound[:len(p.nodes)]
				done := t.match(p, bound, 0, func() bool { return rw.actPhrases(&t, i, p, bound) })
				if !done && t.steps > maxSteps {
					rw.Stats.Loops++
					return &LoopError{Rule: p.rule.Name}
				}
				if !done {
					break
				}
				changed = true
				if fired++; fired == 1 {
					rw.Stats.Rules[i].Sentences++
				}
				if total++; total >= maxPhraseFirings {
					rw.Stats.Loops++
					return &LoopError{Limit: total}
				}
			}
		}
		if strategy == Once {
			break
		}
	}
	return nil
}

// actPhrases does the actions of p. It reports whether they changed anything.
func (rw *Rewriter) actPhrases(t *phraseGraph, i int, p *program, bound []int32) bool {
	s := t.s
	np := int32(len(s.Phrases))
	words, phrases := make([]bool, len(s.Tokens)), make([]bool, np)
	changed, removed, empty := false, 0, false
	for k := range p.actions {
		a := &p.actions[k]
		x := bound[a.X]
		if x < 0 {
			continue
		}
		switch a.Op {
		case RelabelPhrase:
			y := s.Syms.InternString(a.Label)
			if x < np {
				changed = changed || s.Phrases[x].Label != y
				s.Phrases[x].Label = y
			} else {
				changed = changed || s.Tokens[x-np].Tag != y
				s.Tokens[x-np].Tag = y
			}
		case ExcisePhrase:
			if x < np && !phrases[x] {
				phrases[x] = true
				removed++
			}
		case DeletePhrase, PrunePhrase:
			empty = empty || a.Op == PrunePhrase
			for j := range t.heads {
				d := int32(j)
				if d != x && !t.below(d, x, true) {
					continue
				}
				removed++
				if d < np {
					phrases[d] = true
				} else {
					words[d-np] = true
				}
			}
		}
	}
	if !changed && removed == 0 {
		return false
	}
	st := &rw.Stats.Rules[i]
	st.Firings++
	st.Words += removed
	if rw.opt.Trace != nil {
		rw.opt.Trace(&Firing{Sentence: s.Clone(), Rule: p.rule, Bound: append([]int32(nil), bound...)})
	}
	if removed > 0 && prep.Remove(s, words, phrases, empty) != nil {
		return false
	}
	return true
}
