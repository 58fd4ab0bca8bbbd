package matching

import "math"

const far = math.MaxInt64

// An assigner solves assignment problems: the mapping of rows to columns with
// the greatest sum of values, where rows and columns may stay free. It is the
// method of shortest augmenting paths on sparse values (Jonker & Volgenant 1987).
// Its prices prove the result: alpha[i]+beta[j] >= value of (i,j), none is
// negative, and their sum is the sum of the mapping.
type assigner struct {
	alpha, beta []int64
	pairOf      []int32 // of each row: its pair, or None
	owner       []int32 // of each column: its pair, or None
	dist, price []int64 // shortest paths to columns and to rows
	from        []int32 // pair by which a column was reached
	seen, done  []int32 // columns and rows of the tree
	closed      []bool  // columns whose distance is final
	open        []int32 // rows that wait for a column
	steps       int64
	limit       int64 // steps before the rows that still wait stay free
}

// solve assigns the rows of instance under the given values of pairs.
func (a *assigner) solve(instance *instance, value []int64) {
	a.alpha, a.beta = zeros(a.alpha, instance.rows), zeros(a.beta, instance.cols)
	a.pairOf, a.owner = fill(a.pairOf, instance.rows, None), fill(a.owner, instance.cols, None)
	a.dist, a.closed = fill(a.dist, instance.cols, far), zeros(a.closed, instance.cols)
	a.from, a.price = zeros(a.from, instance.cols), zeros(a.price, instance.rows)
	a.open = a.open[:0]
	for r := range instance.rows {
		a.bid(instance, value, int32(r))
	}
	for round, rest := 0, 0; round < auctions && len(a.open) > 0; round++ {
		rest = len(a.open)
		for i := 0; i < rest && a.steps <= a.limit; i++ {
			a.bid(instance, value, a.open[i])
		}
		a.open = append(a.open[:0], a.open[rest:]...)
	}
	for _, r := range a.open {
		if a.steps > a.limit {
			return // the prices are a bound all the same
		}
		if a.pairOf[r] < 0 && a.alpha[r] > 0 {
			a.augment(instance, value, r)
		}
	}
}

// auctions is the number of rounds in which rows bid for columns before the others get
// theirs by paths.
const auctions = 3

// bid gives row r its best column. If another row has that column and r values it more than
// its second best, r raises the price by the difference and takes the column (Jonker &
// Volgenant's augmenting row reduction). Rows without a column are put in a.open.
func (a *assigner) bid(instance *instance, value []int64, r int32) {
	best, second, at, next := int64(0), int64(0), int32(None), int32(None)
	lo, hi := instance.first[r], instance.first[r+1]
	cols, beta := instance.col[lo:hi], a.beta
	for k, v := range value[lo:hi] {
		if v -= beta[cols[k]]; v > best {
			best, at, second, next = v, lo+int32(k), best, at
		} else if v > second {
			second, next = v, lo+int32(k)
		}
	}
	a.steps += int64(hi - lo)
	a.alpha[r] = best
	if at < 0 {
		return
	}
	col := instance.col[at]
	switch owner := a.owner[col]; {
	case owner < 0:
		a.pairOf[r], a.owner[col] = at, at
	case best > second:
		other := instance.row[owner]
		a.beta[col] += best - second
		a.alpha[r] = second
		a.pairOf[r], a.owner[col], a.pairOf[other] = at, at, None
		a.open = append(a.open, other)
	case next >= 0 && a.owner[instance.col[next]] < 0:
		a.pairOf[r], a.owner[instance.col[next]] = next, next
	default:
		a.open = append(a.open, r)
	}
}

// augment finds the cheapest way to give row r its place: a free column, or
// taking the place of a row that then stays free.
func (a *assigner) augment(instance *instance, value []int64, r int32) {
	a.seen, a.done = a.seen[:0], append(a.done[:0], r)
	a.price[r] = 0
	end, endRow, limit := int32(None), r, a.alpha[r]
	for row := r; ; {
		a.reach(instance, value, row)
		col, d := a.nearest()
		if col < 0 || d >= limit {
			break
		}
		a.closed[col] = true
		if a.owner[col] < 0 {
			end, limit = col, d
			break
		}
		row = instance.row[a.owner[col]]
		a.price[row] = d
		a.done = append(a.done, row)
		if d+a.alpha[row] < limit {
			endRow, limit = row, d+a.alpha[row]
		}
	}
	a.reprice(limit)
	a.flip(instance, r, end, endRow)
	for _, c := range a.seen {
		a.dist[c], a.closed[c] = far, false
	}
}

// reach updates the distances of the columns that row can go to.
func (a *assigner) reach(instance *instance, value []int64, row int32) {
	base := a.price[row] + a.alpha[row]
	lo, hi := instance.first[row], instance.first[row+1]
	cols, beta, dist, closed := instance.col[lo:hi], a.beta, a.dist, a.closed
	for k, v := range value[lo:hi] {
		c := cols[k]
		if d := base + beta[c] - v; d < dist[c] && !closed[c] {
			if dist[c] == far {
				a.seen = append(a.seen, c)
			}
			dist[c], a.from[c] = d, lo+int32(k)
		}
	}
	a.steps += int64(hi - lo)
}

// nearest returns the open column at the least distance, a free one if there is
// a choice.
func (a *assigner) nearest() (col int32, d int64) {
	col, d = None, far
	for _, c := range a.seen {
		if a.closed[c] || a.dist[c] > d {
			continue
		}
		if a.dist[c] < d || a.owner[c] < 0 && a.owner[col] >= 0 {
			col, d = c, a.dist[c]
		}
	}
	a.steps += int64(len(a.seen))
	return col, d
}

// reprice moves the prices of the tree so that the path of that length is tight.
func (a *assigner) reprice(limit int64) {
	for _, r := range a.done {
		if d := limit - a.price[r]; d > 0 {
			a.alpha[r] -= d
		}
	}
	for _, c := range a.seen {
		if a.closed[c] && a.dist[c] < limit {
			a.beta[c] += limit - a.dist[c]
		}
	}
}

// flip changes the mapping along the path that ends at a free column, or at a
// row that gives its place up.
func (a *assigner) flip(instance *instance, r, end, endRow int32) {
	col := end
	if col < 0 {
		if endRow == r {
			return
		}
		col = instance.col[a.pairOf[endRow]]
		a.pairOf[endRow] = None
	}
	for {
		p := a.from[col]
		row := instance.row[p]
		next := a.pairOf[row]
		a.pairOf[row], a.owner[col] = p, p
		if row == r {
			return
		}
		col = instance.col[next]
	}
}

// bound returns the sum of the prices.
func (a *assigner) bound() int64 {
	var sum int64
	for _, v := range a.alpha {
		sum += v
	}
	for _, v := range a.beta {
		sum += v
	}
	return sum
}
