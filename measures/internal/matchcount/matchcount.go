// Package matchcount is the count that measures of graphs share: parts of two analyses, in
// classes such as concepts and relations, of which gold has some, the system has some and some
// match.
package matchcount

import "assay/eval"

// A Layout is the first columns of a row: gold, system and matched of each class.
type Layout struct {
	Columns []eval.Column
	PRF     []eval.PRF
	sums    []sum
}

// A sum is a class that is the sum of others.
type sum struct {
	class int
	of    []int
}

// New lays out classes. Their prefixes begin the names of their columns and scores.
func New(prefixes ...string) *Layout {
	l := &Layout{}
	for i, prefix := range prefixes {
		l.Columns = append(l.Columns, eval.Columns(prefix+"gold", prefix+"system", prefix+"matched")...)
		l.PRF = append(l.PRF, eval.PRF{Before: prefix, Gold: 3 * i, System: 3*i + 1, Matched: 3*i + 2, Main: prefix == ""})
	}
	return l
}

// Sum makes a class the sum of others, which Close sets.
func (l *Layout) Sum(class int, of ...int) *Layout {
	l.sums = append(l.sums, sum{class, of})
	for k := range 3 {
		l.Columns[3*class+k].Sum = true
		for _, c := range of {
			l.Columns[3*class+k].From = append(l.Columns[3*class+k].From, 3*c+k)
		}
	}
	return l
}

// Close sets the columns of sums.
func (l *Layout) Close(row []float64) {
	for _, s := range l.sums {
		for k := range 3 {
			row[3*s.class+k] = 0
			for _, c := range s.of {
				row[3*s.class+k] += row[3*c+k]
			}
		}
	}
}
