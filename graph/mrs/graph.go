package mrs

import "assay/treebank"

// edges makes the edges of an EDS: BV from a quantifier to the predication it
// binds, and arguments to predications or to the representatives of their scopes.
func (c *conv) edges() {
	bv := c.s.Syms.InternKey('B' | 'V'<<8)
	for i := range c.m.EPs {
		p := int32(i)
		ep, dv := &c.m.EPs[i], c.dv[i]
		switch {
		case ep.Quant:
			if dv >= 0 && c.q[dv] == p && c.own[dv] >= 0 {
				c.edge(p, c.own[dv], bv, 0)
			}
			continue
		case dv >= 0 && c.own[dv] != p:
			// A second predication with one ARG0 gets no edges.
			continue
		}
		for _, a := range c.m.Args[ep.First:ep.Last] {
			if !c.isArg(ep, a.Role) {
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
	mrs, t := c.m, int32(-1)
	if mrs.Top >= 0 {
		if lo := c.lo[mrs.Top]; lo >= 0 {
			c.broken(mrs.Top)
			t = c.rep(lo)
		}
		if t < 0 {
			t = c.rep(mrs.Top)
		}
	}
	if t < 0 && mrs.Index >= 0 && c.end[mrs.Index] >= 0 {
		t = c.rep(mrs.EPs[c.end[mrs.Index]].Label)
		if mrs.Top < 0 && t >= 0 {
			c.fault("a top", "none: INDEX is taken for it")
		}
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
	t, mrs := int32(-1), c.m
	if mrs.Top >= 0 {
		t = c.rep(mrs.Top)
		if lo := c.lo[mrs.Top]; lo >= 0 {
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
		p, ep := int32(i), &c.m.EPs[i]
		for _, arg := range c.m.Args[ep.First:ep.Last] {
			value := arg.Value
			switch {
			case !c.isArg(ep, arg.Role):
			case c.end[value] >= 0:
				post := neq
				if ep.Label == c.m.EPs[c.own[value]].Label {
					post = eq
				}
				c.edge(p, c.end[value], arg.Role, post)
			case c.lo[value] >= 0:
				c.broken(value)
				if t := c.rep(c.lo[value]); t >= 0 {
					c.edge(p, t, arg.Role, h)
				}
			default:
				if t := c.rep(value); t >= 0 {
					c.edge(p, t, arg.Role, heq)
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
