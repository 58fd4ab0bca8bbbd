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
func (c *climber) gain(instance *instance, p int32) int64 {
	g := instance.own[p]
	for e := instance.adj[p]; e < instance.adj[p+1]; e++ {
		l := &instance.links[instance.ends[e].link]
		if q := instance.to[e]; q >= 0 && c.on[q] || q < 0 && c.holds(instance, l, e) {
			g += l.weight
		}
	}
	c.steps += int64(instance.adj[p+1] - instance.adj[p])
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
func (c *climber) value(instance *instance) int64 {
	v := instance.fixed
	for _, p := range c.pairOf {
		if p < 0 {
			continue
		}
		v += instance.own[p]
		for e := instance.adj[p]; e < instance.adj[p+1]; e++ {
			if l := &instance.links[instance.ends[e].link]; l.ends[0] == e && c.holds(instance, l, e) {
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
func (c *climber) try(instance *instance, p int32) bool {
	was, evicted := c.pairOf[instance.row[p]], c.owner[instance.col[p]]
	var delta int64
	if was >= 0 {
		delta -= c.gain(instance, was)
		c.take(instance, was)
	}
	if evicted >= 0 {
		delta -= c.gain(instance, evicted)
		c.take(instance, evicted)
	}
	delta += c.gain(instance, p)
	c.put(instance, p)
	again := int32(None)
	if evicted >= 0 {
		var g int64
		if again, g = c.bestFree(instance, instance.row[evicted]); again >= 0 {
			delta += g
			c.put(instance, again)
		}
	}
	if delta > 0 {
		return true
	}
	if again >= 0 {
		c.take(instance, again)
	}
	c.take(instance, p)
	if evicted >= 0 {
		c.put(instance, evicted)
	}
	if was >= 0 {
		c.put(instance, was)
	}
	return false
}

// bestFree returns the pair of row r with a free column that gains most.
func (c *climber) bestFree(instance *instance, r int32) (at int32, gain int64) {
	at = None
	for p := instance.first[r]; p < instance.first[r+1]; p++ {
		if c.owner[instance.col[p]] >= 0 {
			continue
		}
		if g := c.gain(instance, p); g > gain {
			at, gain = p, g
		}
	}
	return at, gain
}

// greedy makes a mapping by adding, again and again, the pair that gains most.
func (c *climber) greedy(instance *instance) {
	c.pairOf = fill(c.pairOf, instance.rows, None)
	c.start(instance, c.pairOf)
	for {
		at, best := int32(None), int64(0)
		for p := range instance.row {
			if c.pairOf[instance.row[p]] >= 0 || c.owner[instance.col[p]] >= 0 {
				continue
			}
			if g := c.gain(instance, int32(p)); g > best {
				at, best = int32(p), g
			}
		}
		if at < 0 {
			return
		}
		c.put(instance, at)
	}
}
