package matching

// A forest is an instance of links of two pairs, seen from the side with fewer nodes: its rows are the nodes of that
// side, and no circle of links joins them. With a price for each column, the best choice of a pair
// for each row is found
// exactly, from the leaves to the roots, as far as columns may be taken twice. Its weight and all prices together are
// an upper bound.
type forest struct {
	order  []int32 // the rows that have pairs, each after its parent
	parent []int32 // of each row, or None
	// Pairs are numbered by rows in the opposite order.
	row, col, id []int32
	first, last  []int32 // of each row: its first pair, and one past its last
	base         []int64 // of each pair: its own weight and that of its links to pairs that are taken
	links        adjacency
	up           []uplink // links to pairs of parents, by rows
	upFrom, upTo []int32  // of each row: its first link in up, and one past its last
	deltaOf      []int32  // of each row: where the deltas of its parent's pairs begin
	cols         int

	live   []bool   // of each pair: may be taken
	value  []int64  // of each pair: the weight of its subtree, less the prices and less the tops below
	delta  []int64  // of each row and each pair of its parent: the weight that the row adds if the parent takes that pair
	groups []group  // rows with live pairs, each before its parent
	place  []int32  // of each row: its group, or None
	joined []uplink // those of live pairs to live pairs, by groups
	loss   []int64  // of each pair: how much less than the bound any mapping with the pair is worth
	free   []int64  // the same of each row, if it stays free
	state  []int32  // of each row: its pair in the best choice, or None
	used   []int64  // of each column: how many rows choose it
	seen   []int32  // columns of live pairs
	steps  int64

	number, source []int32 // of the pairs of the instance, and back; scratch memory
	weight         []int64 // of links between two rows; scratch memory
	near           []int64 // of each row: the weight of its links to a row in the forest, -1 for rows that are done
}

// A group is a row with the live pairs among which it chooses.
type group struct {
	row, above int32 // above is the group of its parent, or None
	begin, end int32 // its pairs in the list of live pairs
	from, to   int32 // its links to pairs of its parent, in joined
	delta      int32 // where the deltas of its parent's pairs begin, less the number of the first of these
	top        int64 // greatest value of its pairs, at least 0
}

// An uplink is a link of a pair to a pair of its row's parent.
type uplink struct {
	pair, above int32
	delta       int32 // its place among the deltas
	weight      int64
}

// An adjacency holds links of pairs: those of pair p are from of[p] to of[p+1].
type adjacency struct {
	of, to []int32
	weight []int64
}

func (a *adjacency) start() { a.of, a.to, a.weight = append(a.of[:0], 0), a.to[:0], a.weight[:0] }

func (a *adjacency) add(to int32, weight int64) {
	a.to, a.weight = append(a.to, to), append(a.weight, weight)
}

// next ends the links of a pair.
func (a *adjacency) next() { a.of = append(a.of, int32(len(a.to))) }

// load takes over an instance, the pairs of which are all live, and reports whether its rows are a forest.
func (f *forest) load(x *instance) bool {
	rows, row, col := x.rows, x.row, x.col
	f.cols = x.cols
	if x.tall() {
		rows, row, col, f.cols = x.cols, x.col, x.row, x.rows
	}
	f.span(x, rows, row)
	f.renumber(x, rows, row, col)
	if !f.connect(x) {
		return false
	}
	n := len(row)
	f.live, f.value, f.loss = fill(f.live, n, true), zeros(f.value, n), zeros(f.loss, n)
	f.free, f.state, f.place = zeros(f.free, rows), fill(f.state, rows, None), fill(f.place, rows, None)
	f.used, f.seen, f.groups = zeros(f.used, f.cols), f.seen[:0], f.groups[:0]
	return true
}

// tall reports whether more rows than columns have pairs.
func (x *instance) tall() bool {
	met, n := make([]bool, x.cols), 0
	for _, c := range x.col {
		if !met[c] {
			met[c] = true
			n--
		}
	}
	for r := range x.rows {
		if x.first[r] < x.first[r+1] {
			n++
		}
	}
	return n > 0
}

// span makes a forest of the rows by adding, again and again, the row with the heaviest links to it (Prim's method).
func (f *forest) span(x *instance, rows int, row []int32) {
	f.weight = zeros(f.weight, rows*rows)
	for i := range x.links {
		link := &x.links[i]
		r, k := row[x.at[link.ends[0]]], row[x.at[link.ends[1]]]
		f.weight[int(r)*rows+int(k)] += link.weight
		f.weight[int(k)*rows+int(r)] += link.weight
	}
	f.order, f.parent, f.near = f.order[:0], fill(f.parent, rows, None), fill(f.near, rows, -1)
	for _, r := range row {
		f.near[r] = 0
	}
	for {
		best := int32(None)
		for r, w := range f.near {
			if w >= 0 && (best < 0 || w > f.near[best]) {
				best = int32(r)
			}
		}
		if best < 0 {
			return
		}
		f.order, f.near[best] = append(f.order, best), -1
		for r, w := range f.weight[int(best)*rows : int(best+1)*rows] {
			if w > f.near[r] && f.near[r] >= 0 {
				f.near[r], f.parent[r] = w, best
			}
		}
	}
}

// renumber numbers the pairs of x so that those of a row come before those of its parent.
func (f *forest) renumber(x *instance, rows int, row, col []int32) {
	n := len(row)
	f.first, f.last, f.deltaOf = zeros(f.first, rows), zeros(f.last, rows), zeros(f.deltaOf, rows)
	for _, r := range row {
		f.last[r]++
	}
	at := int32(0)
	for i := len(f.order) - 1; i >= 0; i-- {
		r := f.order[i]
		f.first[r] = at
		at += f.last[r]
		f.last[r] = f.first[r]
	}
	f.row, f.col, f.id, f.base = zeros(f.row, n), zeros(f.col, n), zeros(f.id, n), zeros(f.base, n)
	f.number, f.source = zeros(f.number, n), zeros(f.source, n)
	for p, r := range row {
		m := f.last[r]
		f.last[r]++
		f.number[p], f.source[m] = m, int32(p)
		f.row[m], f.col[m], f.id[m], f.base[m] = r, col[p], x.id[p], x.own[p]
	}
	at = 0
	for _, r := range f.order {
		if parent := f.parent[r]; parent >= 0 {
			f.deltaOf[r] = at
			at += f.last[parent] - f.first[parent]
		}
	}
	f.delta = zeros(f.delta, int(at))
}

// connect takes over the links of x, unless one of them is not part of the forest.
func (f *forest) connect(x *instance) bool {
	f.links.start()
	f.up = f.up[:0]
	f.upFrom, f.upTo = zeros(f.upFrom, len(f.parent)), zeros(f.upTo, len(f.parent))
	for m, p := range f.source {
		r := f.row[m]
		parent := f.parent[r]
		if int32(m) == f.first[r] {
			f.upFrom[r] = int32(len(f.up))
		}
		for e := x.adj[p]; e < x.adj[p+1]; e++ {
			q, weight := f.number[x.to[e]], x.links[x.ends[e].link].weight
			f.links.add(q, weight)
			switch k := f.row[q]; {
			case k == parent:
				f.up = append(f.up, uplink{int32(m), q, f.deltaOf[r] + q - f.first[parent], weight})
			case r != f.parent[k]:
				return false
			}
		}
		f.links.next()
		f.upTo[r] = int32(len(f.up))
	}
	return true
}

// arrange notes the rows, columns and links of the live pairs, which list holds.
func (f *forest) arrange(list []int32) {
	f.group(list)
	f.join(list)
}

// join notes the columns and links of the live pairs after group.
func (f *forest) join(list []int32) {
	for _, c := range f.seen {
		f.used[c] = 0
	}
	f.seen, f.joined = f.seen[:0], f.joined[:0]
	for _, p := range list {
		if c := f.col[p]; f.used[c] == 0 {
			f.used[c] = 1
			f.seen = append(f.seen, c)
		}
	}
	for i := range f.groups {
		g := &f.groups[i]
		g.from = int32(len(f.joined))
		if parent := f.parent[g.row]; parent >= 0 && f.place[parent] >= 0 {
			g.above, g.delta = f.place[parent], f.deltaOf[g.row]-f.first[parent]
			up := f.up[f.upFrom[g.row]:f.upTo[g.row]]
			for k := range up {
				if u := &up[k]; f.live[u.pair] && f.live[u.above] {
					f.joined = append(f.joined, *u)
				}
			}
		}
		g.to = int32(len(f.joined))
	}
}

// group notes the rows of the live pairs.
func (f *forest) group(list []int32) {
	for i := range f.groups {
		f.place[f.groups[i].row] = None
	}
	f.groups = f.groups[:0]
	for i := 0; i < len(list); {
		begin, row := i, f.row[list[i]]
		last := f.last[row]
		for i < len(list) && list[i] < last {
			i++
		}
		f.place[row] = int32(len(f.groups))
		f.groups = append(f.groups, group{row: row, above: None, begin: int32(begin), end: int32(i)})
	}
}

// bound returns the weight of the best choice among the live pairs, which list holds, and of the prices of their
// columns.
func (f *forest) bound(list []int32, price []int64) (upper int64) {
	value, delta := f.value, f.delta
	for _, c := range f.seen {
		upper += price[c]
	}
	for _, p := range list {
		value[p] = f.base[p] - price[f.col[p]]
	}
	clear(delta)
	for i := range f.groups {
		g := &f.groups[i]
		top := int64(0)
		for _, p := range list[g.begin:g.end] {
			top = max(top, value[p])
		}
		g.top = top
		upper += top
		joined := f.joined[g.from:g.to]
		for k := range joined {
			u := &joined[k]
			if gain := value[u.pair] - top + u.weight; gain > delta[u.delta] {
				value[u.above] += gain - delta[u.delta]
				delta[u.delta] = gain
			}
		}
	}
	f.steps += int64(len(list) + len(f.joined))
	return upper
}

// lose finds the losses of the live pairs after bound, from those of their parents' pairs.
func (f *forest) lose(list []int32) {
	value, delta, loss := f.value, f.delta, f.loss
	for i := len(f.groups) - 1; i >= 0; i-- {
		g := &f.groups[i]
		free := g.top
		if g.above >= 0 {
			above := &f.groups[g.above]
			least := f.free[above.row]
			for _, q := range list[above.begin:above.end] {
				least = min(least, loss[q]+delta[g.delta+q])
			}
			free += least
		}
		f.free[g.row] = free
		for _, p := range list[g.begin:g.end] {
			loss[p] = free - value[p]
		}
		joined := f.joined[g.from:g.to]
		for k := range joined {
			u := &joined[k]
			loss[u.pair] = min(loss[u.pair], loss[u.above]+delta[u.delta]-u.weight+g.top-value[u.pair])
		}
	}
	f.steps += int64(len(list))
}

// choose finds the best choice after bound, whose values it uses up; of equally good pairs it takes one whose column is
// chosen least.
func (f *forest) choose(list []int32) {
	for _, c := range f.seen {
		f.used[c] = 0
	}
	for i := len(f.groups) - 1; i >= 0; i-- {
		g := &f.groups[i]
		above := int32(None)
		if g.above >= 0 {
			above = f.state[f.groups[g.above].row]
		}
		if above >= 0 {
			joined := f.joined[g.from:g.to]
			for k := range joined {
				if joined[k].above == above {
					f.value[joined[k].pair] += joined[k].weight
				}
			}
		}
		f.state[g.row] = f.best(list[g.begin:g.end])
	}
}

// best returns the best of the pairs of a row by their values, None if it should stay free, and notes its column as
// used once more.
func (f *forest) best(pairs []int32) int32 {
	most, at := int64(0), int32(None)
	for _, p := range pairs {
		v := f.value[p]
		if v < most || v == most && (at < 0 || f.used[f.col[p]] >= f.used[f.col[at]]) {
			continue
		}
		most, at = v, p
	}
	if at >= 0 {
		f.used[f.col[at]]++
	}
	return at
}
