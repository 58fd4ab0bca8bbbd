package matching

// A forest is an instance of links of two pairs, seen from the side with fewer nodes: its rows are the nodes of that
// side, and no circle of links joins them. With a price for each column, the best choice of a pair for each row is found
// exactly, from the leaves to the roots, as far as columns may be taken twice. Its weight and all prices together are
// an upper bound.
type forest struct {
	order  []int32 // the rows that have pairs, each after its parent
	parent []int32 // of each row, or None
	// Pairs are numbered by rows in the opposite order.
	row, col, id []int32
	first, last  []int32 // of each row: its first pair, and one past its last
	base         []int64 // of each pair: its own weight and that of its links to pairs that are taken
	links, up    adjacency
	deltaOf      []int32 // of each row: where the deltas of its parent's pairs begin
	cols         int

	live  []bool  // of each pair: may be taken
	gone  []bool  // of each row: decided
	value []int64 // of each pair: the weight of its subtree, less the prices and less the tops below
	delta []int64 // of each row and each pair of its parent: the weight that the row adds if the parent takes that pair
	top   []int64 // of each row: its greatest value
	count []int32 // of each row: its live pairs
	begin []int32 // of each row: where its pairs begin in the list of live pairs
	loss  []int64 // of each pair: how much less than the bound any mapping with the pair is worth
	free  []int64 // the same of each row, if it stays free
	state []int32 // of each row: its pair in the best choice, or None
	used  []int64 // of each column: how many rows choose it
	seen  []int32 // columns of live pairs
	steps int64

	number, source []int32 // of the pairs of the instance, and back; scratch memory
	weight         []int64 // of links between two rows; scratch memory
	near           []int64 // of each row: the weight of its links to a row in the forest, -1 for rows that are done
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
	f.live, f.gone = fill(f.live, n, true), fill(f.gone, rows, false)
	f.value, f.loss = fill(f.value, n, 0), fill(f.loss, n, 0)
	f.top, f.free, f.state = fill(f.top, rows, 0), fill(f.free, rows, 0), fill(f.state, rows, None)
	f.count, f.begin, f.used = fill(f.count, rows, 0), fill(f.begin, rows, 0), fill(f.used, f.cols, 0)
	f.seen = f.seen[:0]
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
	f.weight = fill(f.weight, rows*rows, 0)
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
	f.first, f.last, f.deltaOf = fill(f.first, rows, 0), fill(f.last, rows, 0), fill(f.deltaOf, rows, 0)
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
	f.row, f.col, f.id, f.base = fill(f.row, n, 0), fill(f.col, n, 0), fill(f.id, n, 0), fill(f.base, n, 0)
	f.number, f.source = fill(f.number, n, 0), fill(f.source, n, 0)
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
	f.delta = fill(f.delta, int(at), 0)
}

// connect takes over the links of x, unless one of them is not part of the forest.
func (f *forest) connect(x *instance) bool {
	f.links.start()
	f.up.start()
	for m, p := range f.source {
		r := f.row[m]
		for e := x.adj[p]; e < x.adj[p+1]; e++ {
			q, weight := f.number[x.to[e]], x.links[x.ends[e].link].weight
			f.links.add(q, weight)
			switch k := f.row[q]; {
			case k == f.parent[r]:
				f.up.add(q, weight)
			case r != f.parent[k]:
				return false
			}
		}
		f.links.next()
		f.up.next()
	}
	return true
}

// bound returns the weight of the best choice among the live pairs, which list holds, and of the prices of their
// columns.
func (f *forest) bound(list []int32, price []int64) (upper int64) {
	upper = f.weigh(list, price)
	clear(f.count)
	for i := 0; i < len(list); {
		row, begin, top := f.row[list[i]], i, int64(0)
		for ; i < len(list) && f.row[list[i]] == row; i++ {
			top = max(top, f.value[list[i]])
		}
		f.top[row], f.begin[row], f.count[row] = top, int32(begin), int32(i-begin)
		upper += top
		if parent := f.parent[row]; parent >= 0 && !f.gone[parent] {
			f.raise(list[begin:i], row, parent)
		}
	}
	return upper
}

// weigh sets the value of each live pair to its own worth, without its subtree, and returns the sum of the prices of
// their columns.
func (f *forest) weigh(list []int32, price []int64) (sum int64) {
	for _, c := range f.seen {
		f.used[c] = 0
	}
	f.seen = f.seen[:0]
	for _, p := range list {
		c := f.col[p]
		if f.used[c] == 0 {
			f.used[c] = 1
			f.seen = append(f.seen, c)
			sum += price[c]
		}
		f.value[p] = f.base[p] - price[c]
	}
	f.steps += int64(len(list))
	return sum
}

// raise adds the deltas of a row to the values of its parent's pairs.
func (f *forest) raise(list []int32, row, parent int32) {
	first := f.first[parent]
	delta, value := f.deltas(row, parent), f.value[first:f.last[parent]]
	clear(delta)
	for _, p := range list {
		less := f.value[p] - f.top[row]
		lo, hi := f.up.of[p], f.up.of[p+1]
		weight := f.up.weight[lo:hi]
		for k, q := range f.up.to[lo:hi] {
			if gain := less + weight[k]; gain > delta[q-first] {
				value[q-first] += gain - delta[q-first]
				delta[q-first] = gain
			}
		}
		f.steps += int64(hi - lo)
	}
}

// deltas returns the deltas of a row, one for each pair of its parent.
func (f *forest) deltas(row, parent int32) []int64 {
	n := f.last[parent] - f.first[parent]
	return f.delta[f.deltaOf[row] : f.deltaOf[row]+n]
}

// above returns the parent of a row, None if it has none that still chooses.
func (f *forest) above(row int32) int32 {
	if parent := f.parent[row]; parent >= 0 && !f.gone[parent] && f.count[parent] > 0 {
		return parent
	}
	return None
}

// lose finds the losses of the live pairs after bound.
func (f *forest) lose(list []int32) {
	for end := len(list); end > 0; {
		row := f.row[list[end-1]]
		begin := int(f.begin[row])
		if parent := f.above(row); parent >= 0 {
			f.loseBelow(list, list[begin:end], row, parent)
		} else {
			f.free[row] = f.top[row]
			for _, p := range list[begin:end] {
				f.loss[p] = f.top[row] - f.value[p]
			}
		}
		end = begin
	}
	f.steps += int64(len(list))
}

// loseBelow finds the losses of the pairs of a row, from those of its parent's pairs.
func (f *forest) loseBelow(list, pairs []int32, row, parent int32) {
	first, top, delta := f.first[parent], f.top[row], f.deltas(row, parent)
	least := f.free[parent]
	for _, q := range list[f.begin[parent] : f.begin[parent]+f.count[parent]] {
		least = min(least, f.loss[q]+delta[q-first])
	}
	f.free[row] = least + top
	for _, p := range pairs {
		loss := least
		lo, hi := f.up.of[p], f.up.of[p+1]
		weight := f.up.weight[lo:hi]
		for k, q := range f.up.to[lo:hi] {
			if f.live[q] {
				loss = min(loss, f.loss[q]+delta[q-first]-weight[k])
			}
		}
		f.loss[p] = loss + top - f.value[p]
	}
}

// choose finds the best choice after bound; of equally good pairs it takes one whose column is chosen least.
func (f *forest) choose(list []int32) {
	for _, c := range f.seen {
		f.used[c] = 0
	}
	for end := len(list); end > 0; {
		row := f.row[list[end-1]]
		begin := end - 1
		for begin > 0 && f.row[list[begin-1]] == row {
			begin--
		}
		at := f.best(row, list[begin:end])
		if f.state[row] = at; at >= 0 {
			f.used[f.col[at]]++
		}
		end = begin
	}
}

// best returns the best of the pairs of a row under the choice of its parent, None if it should stay free.
func (f *forest) best(row int32, pairs []int32) int32 {
	above := int32(None)
	if parent := f.above(row); parent >= 0 {
		above = f.state[parent]
	}
	most, at := int64(0), int32(None)
	for _, p := range pairs {
		v := f.value[p]
		if above >= 0 {
			for k := f.up.of[p]; k < f.up.of[p+1]; k++ {
				if f.up.to[k] == above {
					v += f.up.weight[k]
				}
			}
		}
		if v > most || v == most && at >= 0 && f.used[f.col[p]] < f.used[f.col[at]] {
			most, at = v, p
		}
	}
	return at
}
