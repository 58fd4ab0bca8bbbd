// Package assign solves assignment problems: which rows pair with which columns so that the sum of their values is
// greatest. Rows and columns may stay free.
package assign

import (
	"cmp"
	"math"
	"slices"
)

// A Pair is a row and a column that may be paired, and the value of that.
type Pair struct {
	Row, Col int32
	Value    float64
}

// A Solver keeps its memory from one problem to the next. The zero value is ready.
type Solver struct {
	part   []int32 // union of rows and columns, columns after rows
	column []int32 // result, by row
	row    []int32 // by column: its number in its part
	cost   []float64
	chosen []int32
	dense  dense
}

// Sparse returns the column of every row, -1 for rows that stay free. Only pairs with positive values are paired, and
// rows and columns that no chain of pairs connects are solved apart: entities that share nothing are never compared.
func (s *Solver) Sparse(rows, cols int, pairs []Pair) []int32 {
	s.column = fill(s.column, rows, -1)
	s.part = s.part[:0]
	for i := range rows + cols {
		s.part = append(s.part, int32(i))
	}
	pairs = slices.DeleteFunc(slices.Clone(pairs), func(p Pair) bool { return p.Value <= 0 })
	for _, p := range pairs {
		if a, b := s.find(p.Row), s.find(int32(rows)+p.Col); a != b {
			s.part[max(a, b)] = min(a, b)
		}
	}
	slices.SortStableFunc(pairs, func(a, b Pair) int {
		return cmp.Or(cmp.Compare(s.find(a.Row), s.find(b.Row)), cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
	})
	s.row = fill(s.row, cols, -1)
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && s.find(pairs[n].Row) == s.find(pairs[0].Row) {
			n++
		}
		s.solve(pairs[:n])
		pairs = pairs[n:]
	}
	return s.column
}

func (s *Solver) find(x int32) int32 {
	for s.part[x] != x {
		s.part[x] = s.part[s.part[x]]
		x = s.part[x]
	}
	return x
}

// solve solves one connected part; pairs are sorted by row.
func (s *Solver) solve(pairs []Pair) {
	if len(pairs) == 1 {
		s.column[pairs[0].Row] = pairs[0].Col
		return
	}
	var rows, cols []int32
	for i, p := range pairs {
		if i == 0 || pairs[i-1].Row != p.Row {
			rows = append(rows, p.Row)
		}
		if s.row[p.Col] < 0 {
			s.row[p.Col] = int32(len(cols))
			cols = append(cols, p.Col)
		}
	}
	s.cost = fill(s.cost, len(rows)*len(cols), 0)
	at := -1
	for i, p := range pairs {
		if i == 0 || pairs[i-1].Row != p.Row {
			at++
		}
		s.cost[at*len(cols)+int(s.row[p.Col])] = p.Value
	}
	s.chosen = s.dense.solve(s.chosen, len(rows), len(cols), s.cost)
	for i, j := range s.chosen {
		if j >= 0 && s.cost[i*len(cols)+int(j)] > 0 {
			s.column[rows[i]] = cols[j]
		}
	}
}

// Dense returns the column of every row of a table of values, row after row, -1 for rows that stay free. Among
// solutions of equal value it finds that of scipy's linear_sum_assignment (scipy 1.4 to 1.16: shortest augmenting
// paths, Crouse 2016), which pairs values of 0 too.
func (s *Solver) Dense(rows, cols int, value []float64) []int32 {
	s.column = s.dense.solve(s.column, rows, cols, value)
	return s.column
}

type dense struct {
	cost, u, v, dist []float64
	path, rowOf      []int32
	colOf, remaining []int32
	inRow, inCol     []bool
}

func fill[T any](list []T, n int, v T) []T {
	list = list[:0]
	for range n {
		list = append(list, v)
	}
	return list
}

// solve puts the column of each row in out.
func (d *dense) solve(out []int32, rows, cols int, value []float64) []int32 {
	out = fill(out, rows, -1)
	n, m, turned := rows, cols, cols < rows
	d.cost = fill(d.cost, rows*cols, 0)
	for i := range rows {
		for j := range cols {
			if turned {
				d.cost[j*rows+i] = -value[i*cols+j]
			} else {
				d.cost[i*cols+j] = -value[i*cols+j]
			}
		}
	}
	if turned {
		n, m = cols, rows
	}
	d.u, d.v, d.dist = fill(d.u, n, 0), fill(d.v, m, 0), fill(d.dist, m, 0)
	d.path, d.rowOf, d.colOf = fill(d.path, m, -1), fill(d.rowOf, m, -1), fill(d.colOf, n, -1)
	for row := range n {
		d.augment(row, n, m)
	}
	for i, j := range d.colOf {
		if turned {
			out[j] = int32(i)
		} else {
			out[i] = j
		}
	}
	return out
}

// augment gives row a column, along the shortest path.
func (d *dense) augment(row, n, m int) {
	d.inRow, d.inCol, d.dist = fill(d.inRow, n, false), fill(d.inCol, m, false), fill(d.dist, m, math.Inf(1))
	d.remaining = d.remaining[:0]
	for j := m - 1; j >= 0; j-- { // in this order a table of equal values gives the identity
		d.remaining = append(d.remaining, int32(j))
	}
	least, i, sink := 0.0, row, int32(-1)
	for sink < 0 {
		at, lowest := -1, math.Inf(1)
		d.inRow[i] = true
		for k, j := range d.remaining {
			if r := least + d.cost[i*m+int(j)] - d.u[i] - d.v[j]; r < d.dist[j] {
				d.path[j], d.dist[j] = int32(i), r
			}
			if d.dist[j] < lowest || d.dist[j] == lowest && d.rowOf[j] < 0 {
				lowest, at = d.dist[j], k
			}
		}
		least = lowest
		j := d.remaining[at]
		if d.rowOf[j] < 0 {
			sink = j
		} else {
			i = int(d.rowOf[j])
		}
		d.inCol[j] = true
		last := len(d.remaining) - 1
		d.remaining[at] = d.remaining[last]
		d.remaining = d.remaining[:last]
	}
	d.u[row] += least
	for k := range n {
		if d.inRow[k] && k != row {
			d.u[k] += least - d.dist[d.colOf[k]]
		}
	}
	for j := range m {
		if d.inCol[j] {
			d.v[j] -= least - d.dist[j]
		}
	}
	for j := sink; ; {
		k := d.path[j]
		d.rowOf[j] = k
		d.colOf[k], j = j, d.colOf[k]
		if int(k) == row {
			return
		}
	}
}

// Common returns the number of values that two sorted lists share: the value of pairing them by their overlap.
func Common[T cmp.Ordered](a, b []T) (n int) {
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] < b[j]:
			i++
		case a[i] > b[j]:
			j++
		default:
			n, i, j = n+1, i+1, j+1
		}
	}
	return n
}
