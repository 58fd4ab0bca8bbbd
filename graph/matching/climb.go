package matching

// A climber improves mappings by single moves.
type climber struct {
	pairOf, owner []int32 // of rows and columns, None where free
	on            []bool
	steps         int64
}

// start takes over a mapping, the pairs of rows.
func (c *climber) start(x *instance, pairOf []int32) {
	c.pairOf, c.owner, c.on = append(c.pairOf[:0], pairOf...), fill(c.owner, x.cols, None), fill(c.on, len(x.row), false)
	for _, p := range pairOf {
		if p >= 0 {
			c.owner[x.col[p]], c.on[p] = p, true
		}
	}
}

// gain returns the weight that pair p adds to the mapping without p.
func (c *climber) gain(x *instance, p int32) int64 {
	g := x.own[p]
	for e := x.adj[p]; e < x.adj[p+1]; e++ {
		l := &x.links[x.ends[e].link]
		if c.holds(x, l, e) {
			g += l.weight
		}
	}
	c.steps += int64(x.adj[p+1] - x.adj[p])
	return g
}

// holds reports whether all pairs of l but that of end e are in the mapping.
func (c *climber) holds(x *instance, l *link, e int32) bool {
	for _, f := range l.ends {
		if f >= 0 && f != e && !c.on[x.at[f]] {
			return false
		}
	}
	return true
}

func (c *climber) put(x *instance, p int32) {
	c.pairOf[x.row[p]], c.owner[x.col[p]], c.on[p] = p, p, true
}

func (c *climber) take(x *instance, p int32) {
	c.pairOf[x.row[p]], c.owner[x.col[p]], c.on[p] = None, None, false
}

// value returns the weight of the mapping.
func (c *climber) value(x *instance) int64 {
	v := x.fixed
	for _, p := range c.pairOf {
		if p < 0 {
			continue
		}
		v += x.own[p]
		for e := x.adj[p]; e < x.adj[p+1]; e++ {
			if l := &x.links[x.ends[e].link]; l.ends[0] == e && c.holds(x, l, e) {
				v += l.weight
			}
		}
	}
	return v
}

// climb moves rows to other columns as long as the weight grows.
func (c *climber) climb(x *instance) {
	for changed := true; changed; {
		changed = false
		for p := range x.row {
			if !c.on[p] && c.try(x, int32(p)) {
				changed = true
			}
		}
	}
}

// try moves the row of pair p to its column; the row that had that column gets
// the best free one. try undoes the move unless the weight grows.
func (c *climber) try(x *instance, p int32) bool {
	was, evicted := c.pairOf[x.row[p]], c.owner[x.col[p]]
	var delta int64
	if was >= 0 {
		delta -= c.gain(x, was)
		c.take(x, was)
	}
	if evicted >= 0 {
		delta -= c.gain(x, evicted)
		c.take(x, evicted)
	}
	delta += c.gain(x, p)
	c.put(x, p)
	again := int32(None)
	if evicted >= 0 {
		var g int64
		if again, g = c.bestFree(x, x.row[evicted]); again >= 0 {
			delta += g
			c.put(x, again)
		}
	}
	if delta > 0 {
		return true
	}
	if again >= 0 {
		c.take(x, again)
	}
	c.take(x, p)
	if evicted >= 0 {
		c.put(x, evicted)
	}
	if was >= 0 {
		c.put(x, was)
	}
	return false
}

// bestFree returns the pair of row r with a free column that gains most.
func (c *climber) bestFree(x *instance, r int32) (at int32, gain int64) {
	at = None
	for p := x.first[r]; p < x.first[r+1]; p++ {
		if c.owner[x.col[p]] >= 0 {
			continue
		}
		if g := c.gain(x, p); g > gain {
			at, gain = p, g
		}
	}
	return at, gain
}

// greedy makes a mapping by adding, again and again, the pair that gains most.
func (c *climber) greedy(x *instance) {
	c.pairOf = fill(c.pairOf, x.rows, None)
	c.start(x, c.pairOf)
	for {
		at, best := int32(None), int64(0)
		for p := range x.row {
			if c.pairOf[x.row[p]] >= 0 || c.owner[x.col[p]] >= 0 {
				continue
			}
			if g := c.gain(x, int32(p)); g > best {
				at, best = int32(p), g
			}
		}
		if at < 0 {
			return
		}
		c.put(x, at)
	}
}
