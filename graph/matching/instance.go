package matching

import "slices"

// A link is a match of two or three pairs. Its weight is the sum of the shares
// of its ends.
type link struct {
	ends   [3]int32 // None after the last
	weight int64
	match  int32 // its number in the builder
	drift  int32 // direction in which the share of its first end was moved before
}

// An end is a link as one of its pairs sees it.
type end struct {
	share int64
	link  int32
	group int32 // of the ends of a pair with equal groups, at most one link can match
}

// An instance is a problem: rows, columns, pairs of them, links of pairs. All
// weights are multiplied by the scale of shares.
type instance struct {
	rows, cols int
	fixed      int64   // weight of the decided pairs
	chosen     []int32 // pairs that are decided, by their numbers in the root
	row, col   []int32 // of each pair, sorted by row
	own        []int64 // weight of each pair
	id         []int32 // of each pair: its number in the root
	first      []int32 // first pair of each row, and one past the last
	adj        []int32 // first end of each pair, and one past the last
	ends       []end
	at         []int32 // pair of each end
	to         []int32 // the other pair of each end, or None in links of three
	links      []link
}

// load makes the instance from the pairs and matches of builder.
func (x *instance) load(rows, cols int, builder *builder) {
	share := builder.scale.share
	x.rows, x.cols, x.fixed = rows, cols, 0
	for i := range builder.free {
		x.fixed += int64(builder.free[i].times) * builder.scale.unit(builder.free[i].class) << share
	}
	n := len(builder.pairs)
	x.chosen, x.links = x.chosen[:0], x.links[:0]
	x.row, x.col, x.id = zeros(x.row, n), zeros(x.col, n), zeros(x.id, n)
	x.own, x.adj = zeros(x.own, n), zeros(x.adj, n+1)
	for i, p := range builder.pairs {
		x.row[i], x.col[i], x.id[i] = p.row, p.col, int32(i)
	}
	for i, end, weight := 0, 0, int64(0); i < len(builder.matches); i = end {
		m := &builder.matches[i]
		end, weight = builder.sum(i)
		if m.pairs[1] < 0 {
			x.own[m.pairs[0]] += weight << share
			continue
		}
		for _, p := range m.pairs[:m.arity()] {
			x.adj[p+1]++
		}
	}
	for i := range n {
		x.adj[i+1] += x.adj[i]
	}
	x.connect(builder)
	x.index()
}

// connect makes the links. Matches are sorted by their pairs, hence the ends of
// a pair by rows, except its ends in links of three pairs.
func (x *instance) connect(builder *builder) {
	total := x.adj[len(x.adj)-1]
	x.ends, x.at, x.to = zeros(x.ends, int(total)), zeros(x.at, int(total)), fill(x.to, int(total), None)
	builder.rank = append(builder.rank[:0], x.adj...)
	for i, next, weight := 0, 0, int64(0); i < len(builder.matches); i = next {
		match := &builder.matches[i]
		next, weight = builder.sum(i)
		n := match.arity()
		if n < 2 {
			continue
		}
		weight <<= builder.scale.share
		l := link{ends: [3]int32{None, None, None}, weight: weight, match: int32(i)}
		part := int64(float64(weight) * builder.warm[i])
		if n == 3 {
			part = weight - 2*(weight/3)
		}
		for k, pair := range match.pairs[:n] {
			e := builder.rank[pair]
			builder.rank[pair]++
			if k == 1 {
				part = (weight - part) / int64(n-1)
			}
			x.ends[e] = end{share: part, link: int32(len(x.links))}
			x.at[e] = pair
			l.ends[k] = e
			if n == 2 {
				other := match.pairs[1-k]
				x.to[e], x.ends[e].group = other, x.row[other]+1
			} else {
				x.ends[e].group = x.group(match.pairs[:n], k)
			}
		}
		x.links = append(x.links, l)
	}
	builder.grouper.regroup(x)
	x.sortEnds(&builder.grouper)
}

// A grouper groups the ends of pairs by columns where that makes fewer groups than
// rows do. Its slices are scratch memory.
type grouper struct {
	rowEnd, colEnd []int32 // the first end of the pair with that row or column
	parent         sets    // of each end, from the first end of the pair: connected by rows and columns
	rows, cols     []int32 // of each connected part: number of rows and columns
	order, place   []int32 // of ends: sorted, and the place of each in that
	ends           []end
	to             []int32
	met            []int32 // of each column: the last pair with a link to it, plus one
}

// regroup groups the links of two pairs, as each pair sees them: k links to the same
// row can only match once, and so can k links to the same column. The local problem of a
// pair is an assignment of rows to columns; of its parts, the side with fewer nodes gives
// the tighter bound.
func (g *grouper) regroup(x *instance) {
	g.rowEnd, g.colEnd, g.met = fill(g.rowEnd, x.rows, None), fill(g.colEnd, x.cols, None), zeros(g.met, x.cols)
	for p := range x.row {
		lo, hi := x.adj[p], x.adj[p+1]
		if hi-lo > 1 && g.crowded(x, int32(p), x.to[lo:hi]) {
			g.pair(x, lo, hi)
		}
	}
}

// crowded reports whether two of the links of pair p lead to one column. Otherwise no part has
// fewer columns than rows.
func (g *grouper) crowded(x *instance, p int32, to []int32) bool {
	for _, q := range to {
		if q < 0 {
			continue
		}
		if g.met[x.col[q]] == p+1 {
			return true
		}
		g.met[x.col[q]] = p + 1
	}
	return false
}

// sets are disjoint sets of numbers: each number leads to another one of its set, the last to itself.
type sets []int32

// find returns the last number of the set of i.
func (s sets) find(i int32) int32 {
	for s[i] != i {
		s[i] = s[s[i]]
		i = s[i]
	}
	return i
}

// pair groups the ends lo to hi of a pair.
func (g *grouper) pair(x *instance, lo, hi int32) {
	n := int(hi - lo)
	g.parent, g.rows, g.cols = zeros(g.parent, n), zeros(g.rows, n), zeros(g.cols, n)
	for e := lo; e < hi; e++ {
		g.parent[e-lo] = e - lo
		q := x.to[e]
		if q < 0 {
			continue
		}
		g.join(g.rowEnd, x.row[q], e-lo)
		g.join(g.colEnd, x.col[q], e-lo)
	}
	for e := lo; e < hi; e++ {
		if q := x.to[e]; q >= 0 {
			root := g.parent.find(e - lo)
			if g.rowEnd[x.row[q]] >= 0 {
				g.rows[root]++
				g.rowEnd[x.row[q]] = None
			}
			if g.colEnd[x.col[q]] >= 0 {
				g.cols[root]++
				g.colEnd[x.col[q]] = None
			}
		}
	}
	for e := lo; e < hi; e++ {
		if q := x.to[e]; q >= 0 {
			if root := g.parent.find(e - lo); g.cols[root] < g.rows[root] {
				x.ends[e].group = -1 - x.col[q]
			} else {
				x.ends[e].group = 1 + x.row[q]
			}
		}
	}
}

// join connects end e with the first one at that place.
func (g *grouper) join(first []int32, place, e int32) {
	if first[place] < 0 {
		first[place] = e
		return
	}
	g.parent[g.parent.find(e)] = g.parent.find(first[place])
}

// group returns the number of the other rows of a match, seen from pair k.
func (x *instance) group(pairs []int32, k int) int32 {
	g := int32(0)
	for i, p := range pairs {
		if i != k {
			g = g*int32(x.rows+1) + x.row[p] + 1
		}
	}
	return g
}

// sortEnds sorts the ends of each pair by group, stably.
func (x *instance) sortEnds(g *grouper) {
	moved := false
	for p := range x.row {
		lo, hi := x.adj[p], x.adj[p+1]
		for e := lo + 1; e < hi; e++ {
			if x.ends[e-1].group <= x.ends[e].group {
				continue
			}
			if !moved {
				moved = true
				g.identity(len(x.ends))
			}
			slices.SortStableFunc(g.order[lo:hi], func(e, f int32) int { return int(x.ends[e].group) - int(x.ends[f].group) })
			break
		}
	}
	if !moved {
		return
	}
	g.ends, g.to = append(g.ends[:0], x.ends...), append(g.to[:0], x.to...)
	g.place = zeros(g.place, len(x.ends))
	for to, from := range g.order {
		x.ends[to], x.to[to], g.place[from] = g.ends[from], g.to[from], int32(to) // of one pair: at is the same
	}
	for i := range x.links {
		l := &x.links[i]
		for k, e := range l.ends {
			if e >= 0 {
				l.ends[k] = g.place[e]
			}
		}
	}
}

// identity makes order the numbers below n.
func (g *grouper) identity(n int) {
	g.order = g.order[:0]
	for e := range int32(n) {
		g.order = append(g.order, e)
	}
}

// index finds the first pair of each row.
func (x *instance) index() {
	x.first = zeros(x.first, x.rows+1)
	for _, r := range x.row {
		x.first[r+1]++
	}
	for r := range x.rows {
		x.first[r+1] += x.first[r]
	}
}

// copyFrom makes x a copy of y.
func (x *instance) copyFrom(y *instance) {
	x.rows, x.cols, x.fixed = y.rows, y.cols, y.fixed
	x.chosen = append(x.chosen[:0], y.chosen...)
	x.row, x.col, x.own = append(x.row[:0], y.row...), append(x.col[:0], y.col...), append(x.own[:0], y.own...)
	x.id, x.first, x.adj = append(x.id[:0], y.id...), append(x.first[:0], y.first...), append(x.adj[:0], y.adj...)
	x.ends, x.at, x.links = append(x.ends[:0], y.ends...), append(x.at[:0], y.at...), append(x.links[:0], y.links...)
	x.to = append(x.to[:0], y.to...)
}

// copyPart makes sub a copy of some pairs of x that no link leaves.
func (k *shrinker) copyPart(sub, x *instance, pairs []int32) {
	sub.rows, sub.cols, sub.fixed, sub.chosen = x.rows, x.cols, 0, sub.chosen[:0]
	sub.row, sub.col, sub.own, sub.id = sub.row[:0], sub.col[:0], sub.own[:0], sub.id[:0]
	sub.ends, sub.at, sub.links = sub.ends[:0], sub.at[:0], sub.links[:0]
	sub.adj = append(sub.adj[:0], 0)
	k.endAt = slices.Grow(k.endAt[:0], len(x.ends))[:len(x.ends)]
	for n, p := range pairs {
		sub.row, sub.col, sub.own, sub.id = append(sub.row, x.row[p]), append(sub.col, x.col[p]), append(sub.own,
			x.own[p]), append(sub.id, x.id[p])
		for e := x.adj[p]; e < x.adj[p+1]; e++ {
			k.endAt[e] = int32(len(sub.ends))
			sub.ends, sub.at = append(sub.ends, x.ends[e]), append(sub.at, int32(n))
		}
		sub.adj = append(sub.adj, int32(len(sub.ends)))
	}
	for _, p := range pairs {
		for e := x.adj[p]; e < x.adj[p+1]; e++ {
			link := x.links[x.ends[e].link]
			if link.ends[0] != e {
				continue
			}
			for i, f := range link.ends {
				if f >= 0 {
					link.ends[i] = k.endAt[f]
					sub.ends[link.ends[i]].link = int32(len(sub.links))
				}
			}
			sub.links = append(sub.links, link)
		}
	}
	sub.index()
	sub.join()
}

// A shrinker deletes pairs. Its slices are scratch memory.
type shrinker struct {
	endAt          []int32 // new numbers
	perRow, perCol []int32
}

// keep deletes the pairs that live does not hold and those without weight, and
// decides the pairs that have neither row nor column to share: taking them never
// costs anything.
func (k *shrinker) keep(instance *instance, live []bool) {
	instance.part(live)
	for p := range instance.row {
		live[p] = live[p] && (instance.own[p] > 0 || instance.linked(int32(p)))
	}
	k.force(instance, live)
	k.compact(instance, live)
}

// discard deletes the pairs that live does not hold.
func (k *shrinker) discard(instance *instance, live []bool) {
	instance.part(live)
	k.compact(instance, live)
}

// part deletes the links of pairs that live does not hold, and those without weight.
func (x *instance) part(live []bool) {
	at := x.at
	for i := range x.links {
		l := &x.links[i]
		if !live[at[l.ends[0]]] || !live[at[l.ends[1]]] || l.ends[2] >= 0 && !live[at[l.ends[2]]] || l.weight == 0 {
			x.unlink(l)
		}
	}
}

// linked reports whether pair p has links.
func (x *instance) linked(p int32) bool {
	for e := x.adj[p]; e < x.adj[p+1]; e++ {
		if x.ends[e].link >= 0 {
			return true
		}
	}
	return false
}

// unlink takes link away from its pairs.
func (x *instance) unlink(link *link) {
	for _, e := range link.ends {
		if e >= 0 {
			x.ends[e].link = None
		}
	}
	link.weight = 0
}

// force decides the pairs that are alone in their row and column.
func (k *shrinker) force(instance *instance, live []bool) {
	k.perRow, k.perCol = zeros(k.perRow, instance.rows), zeros(k.perCol, instance.cols)
	for p := range instance.row {
		if live[p] {
			k.perRow[instance.row[p]]++
			k.perCol[instance.col[p]]++
		}
	}
	for p := range instance.row {
		if live[p] && k.perRow[instance.row[p]] == 1 && k.perCol[instance.col[p]] == 1 {
			instance.decide(int32(p))
			live[p] = false
		}
	}
}

// decide chooses pair p for good: its own weight counts, and its links need one
// pair less. Links of three keep their groups: two pairs may be left with several links,
// all of which can match.
func (x *instance) decide(p int32) {
	x.fixed += x.own[p]
	x.chosen = append(x.chosen, x.id[p])
	for e := x.adj[p]; e < x.adj[p+1]; e++ {
		if x.ends[e].link < 0 {
			continue
		}
		link := &x.links[x.ends[e].link]
		n := link.drop(e)
		if n == 1 {
			x.own[x.at[link.ends[0]]] += link.weight
			x.unlink(link)
		} else {
			half := x.ends[e].share / 2
			x.ends[link.ends[0]].share += half
			x.ends[link.ends[1]].share += x.ends[e].share - half
		}
		x.ends[e].link = None
	}
}

// drop removes end e and returns how many are left.
func (l *link) drop(e int32) int {
	n := 0
	for _, f := range l.ends {
		if f >= 0 && f != e {
			l.ends[n] = f
			n++
		}
	}
	for k := n; k < len(l.ends); k++ {
		l.ends[k] = None
	}
	return n
}

// compact closes the gaps that deleted pairs leave.
func (k *shrinker) compact(instance *instance, live []bool) {
	k.endAt = slices.Grow(k.endAt[:0], len(instance.ends))[:len(instance.ends)] // set for the ends that stay
	n, m := 0, int32(0)
	for p := range instance.row {
		lo, hi := instance.adj[p], instance.adj[p+1]
		if !live[p] {
			continue
		}
		instance.row[n], instance.col[n] = instance.row[p], instance.col[p]
		instance.own[n], instance.id[n] = instance.own[p], instance.id[p]
		instance.adj[n] = m
		for e := lo; e < hi; e++ {
			if instance.ends[e].link >= 0 {
				instance.ends[m], instance.at[m], k.endAt[e] = instance.ends[e], int32(n), m
				m++
			}
		}
		n++
	}
	instance.row, instance.col = instance.row[:n], instance.col[:n]
	instance.own, instance.id = instance.own[:n], instance.id[:n]
	instance.adj = instance.adj[:n+1]
	instance.adj[n] = m
	instance.ends, instance.at, instance.to = instance.ends[:m], instance.at[:m], instance.to[:m]
	k.links(instance)
	instance.index()
}

// links renumbers the ends of links, drops those that have none, and finds the other pair of each end.
func (k *shrinker) links(instance *instance) {
	n := 0
	for i := range instance.links {
		from := &instance.links[i]
		if from.weight == 0 {
			continue
		}
		link := &instance.links[n]
		*link = *from
		for i, e := range link.ends {
			if e >= 0 {
				link.ends[i] = k.endAt[e]
				instance.ends[link.ends[i]].link = int32(n)
				instance.to[link.ends[i]] = None
			}
		}
		if link.ends[2] < 0 {
			instance.couple(link)
		}
		n++
	}
	instance.links = instance.links[:n]
}

// couple notes for the ends of a link of two the pair at the other end.
func (x *instance) couple(link *link) {
	e, f := link.ends[0], link.ends[1]
	x.to[e], x.to[f] = x.at[f], x.at[e]
}

// join finds the other pair of each end.
func (x *instance) join() {
	x.to = fill(x.to, len(x.ends), None)
	for i := range x.links {
		if link := &x.links[i]; link.ends[2] < 0 {
			x.couple(link)
		}
	}
}
