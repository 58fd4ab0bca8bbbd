package mrs

import "assay/treebank"

// edges makes the edges of an EDS: BV from a quantifier to the predication it
// binds, and arguments to predications or to the representatives of their scopes.
func (c *conv) edges() {
	bv := c.s.Syms.InternKey('B' | 'V'<<8)
	for i := range c.m.EPs {
		p := int32(i)
		e, dv := &c.m.EPs[i], c.dv[i]
		switch {
		case e.Quant:
			if dv >= 0 && c.q[dv] == p && c.own[dv] >= 0 {
				c.edge(p, c.own[dv], bv, 0)
			}
			continue
		case dv >= 0 && c.own[dv] != p:
			// A second predication with one ARG0 gets no edges.
			continue
		}
		for _, a := range c.m.Args[e.First:e.Last] {
			if !c.isArg(e, a.Role) {
				continue
			}
			if t := c.edsTarget(a.Value); t >= 0 {
				c.edge(p, t, a.Role, 0)
			}
		}
	}
}

func (c *conv) edge(from, to int32, label, post treebank.Symbol) {
	c.s.Edges = append(c.s.Edges, treebank.Edge{From: from, To: to, Label: label, Post: post})
}

// edsTarget returns the predication that an argument leads to, -1 if none: the
// argument is a handle with a constraint, else a label, else an ARG0.
func (c *conv) edsTarget(v int32) int32 {
	switch {
	case c.lo[v] >= 0:
		c.broken(v)
		return c.rep(c.lo[v])
	case c.scope[v] >= 0:
		return c.rep(v)
	}
	return c.end[v]
}

// edsTop sets the top: the representative of the scope below the top handle, else
// that of the scope of the index.
func (c *conv) edsTop() {
	m, t := c.m, int32(-1)
	if m.Top >= 0 {
		if lo := c.lo[m.Top]; lo >= 0 {
			c.broken(m.Top)
			t = c.rep(lo)
		}
		if t < 0 {
			t = c.rep(m.Top)
		}
	}
	if t < 0 && m.Index >= 0 && c.end[m.Index] >= 0 {
		t = c.rep(m.EPs[c.end[m.Index]].Label)
	}
	c.top(t)
}

// top sets the top, or notes that there is none.
func (c *conv) top(t int32) {
	if t < 0 {
		if len(c.m.EPs) > 0 {
			c.fault("a top", "none")
		}
		return
	}
	c.s.Tops = append(c.s.Tops, t)
}

// dmrsTop sets the top of a DMRS: the representative of the scope below the top
// handle.
func (c *conv) dmrsTop() {
	t, m := int32(-1), c.m
	if m.Top >= 0 {
		t = c.rep(m.Top)
		if lo := c.lo[m.Top]; lo >= 0 {
			t = c.rep(lo)
		}
	}
	c.top(t)
}

// links makes the links of a DMRS.
func (c *conv) links() {
	syms := c.s.Syms
	eq, neq := syms.InternString("EQ"), syms.InternString("NEQ")
	h, heq, mod := syms.InternString("H"), syms.InternString("HEQ"), syms.InternString("MOD")
	for i := range c.m.EPs {
		p, e := int32(i), &c.m.EPs[i]
		for _, a := range c.m.Args[e.First:e.Last] {
			v := a.Value
			switch {
			case !c.isArg(e, a.Role):
			case c.end[v] >= 0:
				post := neq
				if e.Label == c.m.EPs[c.own[v]].Label {
					post = eq
				}
				c.edge(p, c.end[v], a.Role, post)
			case c.lo[v] >= 0:
				c.broken(v)
				if t := c.rep(c.lo[v]); t >= 0 {
					c.edge(p, t, a.Role, h)
				}
			default:
				if t := c.rep(v); t >= 0 {
					c.edge(p, t, a.Role, heq)
				}
			}
		}
	}
	for i := range c.m.EPs { // labels in the order of their first predications
		label := c.m.EPs[i].Label
		if label < 0 || c.scope[label] != int32(i) || c.count[label] < 2 {
			continue
		}
		list := c.reps[c.first[label] : c.first[label]+c.count[label]]
		for _, p := range list[1:] {
			c.edge(p, list[0], mod, eq)
		}
	}
}
