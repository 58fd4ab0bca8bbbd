package mrs

import (
	"slices"
	"strings"

	"assay/treebank"
)

// representatives finds, for each label, the predications that represent all
// others with that label: those that take no other of them, nor a scopal
// descendant of another, as a non-scopal argument; the best first.
func (c *conv) representatives() {
	at := int32(0)
	for i := range c.m.EPs {
		label := c.m.EPs[i].Label
		if label < 0 || c.first[label] >= 0 {
			continue
		}
		c.first[label] = at
		alone := c.next[c.scope[label]] < 0
		for p := c.scope[label]; p >= 0; p = c.next[p] {
			if alone || !c.takesNeighbour(p, label) {
				c.reps[at] = p
				at++
			}
		}
		list := c.reps[c.first[label]:at]
		c.count[label] = int32(len(list))
		if len(list) > 1 {
			c.sort(list, label)
		}
		if len(list) == 0 {
			c.fault("a predication that represents the scope "+c.varName(label), "none")
		}
	}
}

// rep returns the first representative of a label, -1 if it has none.
func (c *conv) rep(label int32) int32 {
	if label < 0 || c.first[label] < 0 || c.count[label] == 0 {
		return -1
	}
	return c.reps[c.first[label]]
}

func (c *conv) takesNeighbour(p, label int32) bool {
	if c.g == LKB && neverRepresents(c.s.Name(c.m.EPs[p].Pred)) {
		return true
	}
	e := &c.m.EPs[p]
	for _, a := range c.m.Args[e.First:e.Last] {
		if !c.isArg(e, a.Role) || !c.nonScopal(c.m.Vars[a.Value].Sort) {
			continue
		}
		t := c.own[a.Value]
		if t < 0 {
			continue
		}
		for o := c.scope[label]; o >= 0; o = c.next[o] {
			if o != p && (o == t || c.isBelow(o, t)) {
				return true
			}
		}
	}
	return false
}

// nonScopal reports whether variables of the given sort are not handles.
func (c *conv) nonScopal(sort treebank.Symbol) bool {
	return sort == c.x || sort == c.e || sort == c.i || sort == c.p || sort == c.u
}

// isBelow reports whether t is a scopal descendant of p. The first call computes
// all descendants, in the order of the predications, so that the result does not
// depend on the order of the calls.
func (c *conv) isBelow(p, t int32) bool {
	if c.words == 0 {
		return false
	}
	if c.state[0] == 0 {
		for i := range c.m.EPs {
			c.descendants(int32(i))
		}
	}
	return c.below[int(p)*c.words+int(t)/32]&(1<<(t%32)) != 0
}

// descendants computes the scopal descendants of p. In a cycle, those found so far
// count, as in PyDelphin.
func (c *conv) descendants(p int32) {
	if c.state[p] != 0 {
		return
	}
	c.state[p] = 1
	e := &c.m.EPs[p]
	set := c.below[int(p)*c.words : (int(p)+1)*c.words]
	for _, a := range c.m.Args[e.First:e.Last] {
		if !c.isArg(e, a.Role) {
			continue
		}
		label := a.Value // a label goes before a handle constraint here
		if c.scope[label] < 0 {
			if label = c.lo[label]; label < 0 {
				continue
			}
		}
		for o := c.scope[label]; o >= 0; o = c.next[o] {
			set[o/32] |= 1 << (o % 32)
			c.descendants(o)
			for w, x := range c.below[int(o)*c.words : (int(o)+1)*c.words] {
				set[w] |= x
			}
		}
	}
}

// sort orders representatives: quantifiers and instances, then tensed events,
// then untensed ones, then the rest; else in the order of RELS.
func (c *conv) sort(list []int32, label int32) {
	slices.SortStableFunc(list, func(a, b int32) int {
		if c.g == LKB && len(c.m.EPs) <= maxLinks {
			if d := c.compareLinks(a, b, label); d != 0 {
				return d
			}
		}
		return c.rank(a) - c.rank(b)
	})
}

func (c *conv) rank(p int32) int {
	if c.m.EPs[p].Quant {
		return 0
	}
	if c.dv[p] < 0 {
		return 3
	}
	switch c.m.Vars[c.dv[p]].Sort {
	case c.x:
		return 0
	case c.e:
		for _, q := range c.m.VarProps(c.dv[p]) {
			if q.Key == c.tense && q.Value != 0 && c.s.Name(q.Value) != "untensed" {
				return 1
			}
		}
		return 2
	}
	return 3
}

// modifiers adds an ARG1 edge between representatives of one scope that are not
// connected otherwise, if the ARG1 of the later is free: "nearly every".
func (c *conv) modifiers() {
	comp := c.state // not needed any more
	for i := range comp {
		comp[i] = int32(i)
	}
	root := func(x int32) int32 {
		for comp[x] != x {
			x = comp[x]
		}
		return x
	}
	for _, e := range c.s.Edges {
		a, b := root(e.From), root(e.To)
		comp[max(a, b)] = min(a, b)
	}
	joined := c.next // by root: the label whose representatives it was joined to
	for i := range joined {
		joined[i] = -1
	}
	n := len(c.s.Edges)
	for v := range c.first {
		if c.count[v] < 2 {
			continue
		}
		list := c.reps[c.first[v] : c.first[v]+c.count[v]]
		joined[root(list[0])] = int32(v)
		for _, p := range list[1:] {
			if joined[root(p)] != int32(v) && c.free(p) {
				c.addModifier(p, list[0], n)
				joined[root(p)] = int32(v)
			}
		}
	}
	if len(c.s.Edges) > n {
		slices.SortStableFunc(c.s.Edges, func(a, b treebank.Edge) int { return int(a.From - b.From) })
	}
}

// free reports whether the ARG1 of p can take a predicate modifier.
func (c *conv) free(p int32) bool {
	e := &c.m.EPs[p]
	v := c.m.Role(e, c.arg1)
	if c.g == LKB && (v < 0 || !strings.HasSuffix(c.s.Name(e.Pred), "_x_deg")) {
		return false
	}
	return v < 0 || c.m.Vars[v].Sort == c.u
}

func (c *conv) addModifier(from, to int32, n int) {
	for i := range c.s.Edges[:n] {
		if e := &c.s.Edges[i]; e.From == from && e.Label == c.arg1 {
			e.To = to
			return
		}
	}
	c.s.Edges = append(c.s.Edges, treebank.Edge{From: from, To: to, Label: c.arg1})
}
