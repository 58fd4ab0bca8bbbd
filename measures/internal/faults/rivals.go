package faults

import (
	"cmp"
	"slices"

	"assay/treebank"
)

// A subject is the same for two facts if they are rivals.
type subject struct {
	kind     Kind
	from, to uint64
	role     treebank.Symbol
}

// subject returns the subject of a fact: the name of a node, a role of a node, two nodes
// between which there is an edge in either direction, or the top.
func (f *Fact) subject() subject {
	switch {
	case f.Kind == Top:
		return subject{kind: Top}
	case f.Kind == Property:
		return subject{f.Kind, f.From, f.To, f.Role}
	case f.Kind == Edge && f.From > f.To:
		return subject{kind: f.Kind, from: f.To, to: f.From}
	}
	return subject{kind: f.Kind, from: f.From, to: f.To}
}

// A value is the same for two properties of a node that differ in their roles alone.
type value struct {
	from  uint64
	value treebank.Symbol
}

// TakeRival returns the unmatched fact of the system that is paired with an unmatched fact of gold,
// because both have the same subject, or else because both are properties of a node with the same
// value; -1 if there is none. Of several facts about one subject those of
// each side are paired in the order of their names, then of their numbers, but clauses that differ in their boxes
// alone before all others. A fact is taken once after each Reset, and no
// fact may be added after the first is taken.
func (p *Pair) TakeRival(gold int) int {
	if p.sides[Gold].facts[gold].Matched {
		return -1
	}
	if !p.filled {
		p.pair()
		p.filled = true
	}
	return int(p.taken[gold])
}

// pair fills taken.
func (p *Pair) pair() {
	system, gold := p.byName(System), p.byName(Gold)
	p.taken = append(p.taken[:0], make([]int32, len(gold))...)
	for i := range p.taken {
		p.taken[i] = -1
	}
	used := p.misplaced(gold, system)
	p.rivals.Fill(len(system), func(at int) (subject, bool) {
		fact := &p.sides[System].facts[system[at]]
		return fact.subject(), !fact.Matched && !used[system[at]]
	})
	for _, i := range gold {
		if fact := &p.sides[Gold].facts[i]; !fact.Matched && p.taken[i] < 0 {
			if at := p.rivals.Take(fact.subject()); at >= 0 {
				p.taken[i] = system[at]
				used[system[at]] = true
			}
		}
	}
	p.renamed(gold, system, used)
}

// renamed pairs properties that are left and differ in their roles alone.
func (p *Pair) renamed(gold, system []int32, used map[int32]bool) {
	valueOf := func(which int, i int32) (value, bool) {
		fact := &p.sides[which].facts[i]
		return value{fact.From, fact.Value}, fact.Kind == Property && fact.Value != 0 && !fact.Matched
	}
	p.values.Fill(len(system), func(at int) (value, bool) {
		v, ok := valueOf(System, system[at])
		return v, ok && !used[system[at]]
	})
	for _, i := range gold {
		if v, ok := valueOf(Gold, i); ok && p.taken[i] < 0 {
			if at := p.values.Take(v); at >= 0 {
				p.taken[i] = system[at]
			}
		}
	}
}

// misplaced pairs clauses that differ in their boxes alone, and returns the paired clauses of the system.
func (p *Pair) misplaced(gold, system []int32) map[int32]bool {
	type clause struct {
		subject
		from uint64
		name string
	}
	clauseOf := func(which int, i int32) (clause, bool) {
		fact := &p.sides[which].facts[i]
		return clause{fact.subject(), fact.From, fact.Name}, fact.Box != 0 && !fact.Matched
	}
	used := map[int32]bool{}
	var waiting map[clause][]int32
	for _, j := range system {
		if key, ok := clauseOf(System, j); ok {
			if waiting == nil {
				waiting = map[clause][]int32{}
			}
			waiting[key] = append(waiting[key], j)
		}
	}
	for _, i := range gold {
		key, ok := clauseOf(Gold, i)
		if list := waiting[key]; ok && len(list) > 0 {
			p.taken[i], waiting[key] = list[0], list[1:]
			used[list[0]] = true
		}
	}
	return used
}

// byName returns the numbers of the facts of a side by their names.
func (p *Pair) byName(which int) []int32 {
	facts := p.sides[which].facts
	order := p.orders[which][:0]
	for i := range facts {
		order = append(order, int32(i))
	}
	slices.SortStableFunc(order, func(x, y int32) int { return cmp.Compare(facts[x].Name, facts[y].Name) })
	p.orders[which] = order
	return order
}

// Queues hold numbers in ascending order, in one queue for each key. Each number is looked at
// twice at most, when it is filed and when it is taken: pairing two sides takes time linear in
// their sizes.
type Queues[K comparable] struct {
	first map[K]int32 // the head of the queue, plus one; 0 if all are taken
	next  []int32     // the number after each, plus one
}

// Fill empties the queues and files the numbers below n that key accepts.
func (q *Queues[K]) Fill(n int, key func(j int) (K, bool)) {
	if q.first == nil {
		q.first = map[K]int32{}
	}
	clear(q.first)
	q.next = append(q.next[:0], make([]int32, n)...)
	for j := n - 1; j >= 0; j-- { // the lowest number comes first
		if k, ok := key(j); ok {
			q.next[j], q.first[k] = q.first[k], int32(j+1)
		}
	}
}

// Take removes the lowest number of a queue and returns it, -1 if there is none.
func (q *Queues[K]) Take(k K) int {
	head := q.first[k]
	if head == 0 {
		return -1
	}
	q.first[k] = q.next[head-1]
	return int(head - 1)
}
