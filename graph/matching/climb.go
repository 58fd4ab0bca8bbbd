package matching

import (
	"container/heap"
	"slices"
)

// A climber improves mappings by single moves.
type climber struct {
	pairOf, owner []int32 // of rows and columns, None where free
	on            []bool
	queue         queue[gain]
	gains         []int64 // of each pair: the weight that it adds to the mapping
	threes        bool    // there are links of three pairs, for which gains are not known
	steps         int64
	limit         int64 // steps before climbing ends
}

// start takes over a mapping, the pairs of rows.
func (c *climber) start(x *instance, pairOf []int32) {
	c.pairOf, c.owner, c.on = append(c.pairOf[:0], pairOf...), fill(c.owner, x.cols, None), zeros(c.on, len(x.row))
	for _, p := range pairOf {
		if p >= 0 {
			c.owner[x.col[p]], c.on[p] = p, true
		}
	}
}

// gain returns the weight that pair p adds to the mapping without p.
func (c *climber) gain(instance *instance, p int32) int64 {
	g := instance.own[p]
	lo, hi := instance.adj[p], instance.adj[p+1]
	on, ends := c.on, instance.ends[lo:hi]
	for k, q := range instance.to[lo:hi] {
		if q >= 0 {
			if on[q] {
				g += instance.links[ends[k].link].weight
			}
		} else if l := &instance.links[ends[k].link]; c.holds(instance, l, lo+int32(k)) {
			g += l.weight
		}
	}
	c.steps += int64(hi-lo) + 1
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
	c.weigh(x)
	for changed := true; changed; {
		changed = false
		for p := range x.row {
			if c.steps > c.limit {
				return
			}
			c.steps++
			if !c.on[p] && c.promising(x, int32(p)) && c.try(x, int32(p)) {
				changed = true
			}
		}
	}
}

// weigh finds the gains of all pairs.
func (c *climber) weigh(x *instance) {
	c.threes = slices.ContainsFunc(x.links, func(l link) bool { return l.ends[2] >= 0 })
	if c.threes {
		return
	}
	c.gains = append(c.gains[:0], x.own...)
	for p, on := range c.on {
		if on {
			c.spread(x, int32(p), 1)
		}
	}
}

// spread adds the weight of the links of pair p, if it is one, that many times to the gains of their other pairs.
func (c *climber) spread(x *instance, p int32, times int64) {
	if p < 0 || c.threes {
		return
	}
	lo, hi := x.adj[p], x.adj[p+1]
	ends := x.ends[lo:hi]
	for k, q := range x.to[lo:hi] {
		c.gains[q] += times * x.links[ends[k].link].weight
	}
	c.steps += int64(hi - lo)
}

// promising reports whether try may succeed. The gain of p is the same without the pairs that try takes away, as
// no link joins pairs of one row or column. These may share links, whose weight counts once; the pair that the
// evicted row gets gains no more than now and by its links to p.
func (c *climber) promising(x *instance, p int32) bool {
	if c.threes {
		return true
	}
	was, evicted := c.pairOf[x.row[p]], c.owner[x.col[p]]
	delta := c.gains[p]
	if was >= 0 {
		delta -= c.gains[was]
	}
	if evicted < 0 {
		return delta > 0
	}
	delta -= c.gains[evicted]
	free := int32(None)
	if was >= 0 {
		delta += min(c.gains[was], c.gains[evicted])
		free = x.col[was]
	}
	row, again := x.row[evicted], int64(0)
	for q := x.first[row]; q < x.first[row+1]; q++ {
		if col := x.col[q]; q != evicted && (col == free || c.owner[col] < 0) {
			again = max(again, c.gains[q])
		}
	}
	if delta+again > 0 {
		return true
	}
	var most int64
	for e := x.adj[p]; e < x.adj[p+1]; e++ {
		if x.row[x.to[e]] == row {
			most = max(most, x.links[x.ends[e].link].weight)
		}
	}
	return delta+again+most > 0
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
		c.spread(instance, was, -1)
		c.spread(instance, evicted, -1)
		c.spread(instance, p, 1)
		c.spread(instance, again, 1)
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
	c.steps += int64(instance.first[r+1] - instance.first[r])
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
func (c *climber) greedy(x *instance) {
	c.pairOf = fill(c.pairOf, x.rows, None)
	c.start(x, c.pairOf)
	c.gains, c.queue = append(c.gains[:0], x.own...), queue[gain]{c.queue.items[:0], gain.before}
	for p, g := range x.own {
		if g > 0 {
			c.queue.items = append(c.queue.items, gain{g, int32(p)})
		}
	}
	heap.Init(&c.queue)
	for c.queue.Len() > 0 {
		g := heap.Pop(&c.queue).(gain)
		if g.by == c.gains[g.pair] && c.pairOf[x.row[g.pair]] < 0 && c.owner[x.col[g.pair]] < 0 {
			c.put(x, g.pair)
			c.raise(x, g.pair)
		}
	}
}

// raise adds to the gains of the pairs that pair p, which is in the mapping now, is linked to.
func (c *climber) raise(x *instance, p int32) {
	for e := x.adj[p]; e < x.adj[p+1]; e++ {
		link := &x.links[x.ends[e].link]
		for _, end := range link.ends {
			if end < 0 || c.on[x.at[end]] || !c.holds(x, link, end) {
				continue
			}
			q := x.at[end]
			c.gains[q] += link.weight
			heap.Push(&c.queue, gain{c.gains[q], q})
		}
	}
	c.steps += int64(x.adj[p+1]-x.adj[p]) + 1
}

// A gain is the weight that a pair adds to a mapping.
type gain struct {
	by   int64
	pair int32
}

// before reports whether g is greater than h, or equal and of an earlier pair.
func (g gain) before(h gain) bool { return g.by > h.by || g.by == h.by && g.pair < h.pair }
