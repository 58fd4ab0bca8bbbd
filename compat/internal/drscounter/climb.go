package drscounter

import (
	"slices"

	"assay/graph/matching"
)

// A climber climbs from a mapping of variables by the best single step, as
// hill_climbing.py does: a variable moves to a free one that it may match, or two
// variables exchange theirs.
type climber struct {
	system, gold matching.Graph
	terms        map[matching.Term]int // terms of gold by their place
	may          [][]bool              // whether a clause could match with this pair of variables
	mate         []int32
	taken        []int // last evaluation that matched a gold term
	evaluation   int
}

// normal returns a term for comparison, symmetric ones in one order.
func normal(t matching.Term) matching.Term {
	if t.Symmetric && t.Nodes[2] != matching.None && t.Nodes[2] < t.Nodes[1] {
		t.Nodes[1], t.Nodes[2] = t.Nodes[2], t.Nodes[1]
	}
	return t
}

// climb returns the number of matches of the climb from equal concepts.
func climb(system, gold matching.Graph) int {
	c := &climber{system: system, gold: gold, terms: map[matching.Term]int{}, taken: make([]int, len(gold.Terms)),
		mate: slices.Repeat([]int32{matching.None}, system.Nodes)}
	for i, t := range gold.Terms {
		c.terms[normal(t)] = i
	}
	c.candidates()
	c.startAtConcepts()
	now := c.value()
	for {
		gain := c.step(now)
		if gain == 0 {
			return now
		}
		now += gain
	}
}

// candidates finds the pairs of variables of which some clause could match.
func (c *climber) candidates() {
	c.may = make([][]bool, c.system.Nodes)
	for i := range c.may {
		c.may[i] = make([]bool, c.gold.Nodes)
	}
	for _, a := range c.system.Terms {
		for _, b := range c.gold.Terms {
			if a.Key != b.Key || !c.kinds(a, b) {
				continue
			}
			c.allow(a, b)
			if a.Symmetric && a.Nodes[2] != matching.None {
				b.Nodes[1], b.Nodes[2] = b.Nodes[2], b.Nodes[1]
				c.allow(a, b)
			}
		}
	}
}

func (c *climber) kinds(a, b matching.Term) bool {
	for k, n := range a.Nodes {
		if n != matching.None && c.system.Kinds[n] != c.gold.Kinds[b.Nodes[k]] {
			return false
		}
	}
	return true
}

func (c *climber) allow(a, b matching.Term) {
	for k, n := range a.Nodes {
		if n != matching.None {
			c.may[n][b.Nodes[k]] = true
		}
	}
}

// startAtConcepts maps the variables of equal concepts, first come, first served; the
// others get the first free variable that they may match.
func (c *climber) startAtConcepts() {
	used := make([]bool, c.gold.Nodes)
	link := func(n, m int32) {
		if c.mate[n] == matching.None && !used[m] {
			c.mate[n], used[m] = m, true
		}
	}
	for _, a := range c.system.Terms {
		for _, b := range c.gold.Terms {
			if a.Class == classes-1 && a.Key == b.Key && c.may[a.Nodes[0]][b.Nodes[0]] && c.may[a.Nodes[1]][b.Nodes[1]] {
				link(a.Nodes[0], b.Nodes[0])
				link(a.Nodes[1], b.Nodes[1])
			}
		}
	}
	for n := range c.mate {
		for m, ok := range c.may[n] {
			if ok {
				link(int32(n), int32(m))
			}
		}
	}
}

// value returns the number of clauses that match.
func (c *climber) value() (n int) {
	c.evaluation++
	for _, term := range c.system.Terms {
		for k, node := range term.Nodes {
			if node == matching.None {
				continue
			}
			if term.Nodes[k] = c.mate[node]; term.Nodes[k] == matching.None {
				term.Nodes[k] = int32(c.gold.Nodes) // no term has it
			}
		}
		if at, ok := c.terms[normal(term)]; ok && c.taken[at] != c.evaluation {
			c.taken[at] = c.evaluation
			n++
		}
	}
	return n
}

// step makes the first of the best steps and returns its gain, 0 if none gains.
func (c *climber) step(now int) int {
	best, to := 0, slices.Clone(c.mate)
	try := func() {
		if gain := c.value() - now; gain > best {
			best = gain
			copy(to, c.mate)
		}
	}
	for n, was := range c.mate {
		for m, ok := range c.may[n] {
			if ok && !slices.Contains(c.mate, int32(m)) {
				c.mate[n] = int32(m)
				try()
				c.mate[n] = was
			}
		}
	}
	for i := range c.mate {
		for j := range c.mate[:i] {
			c.mate[i], c.mate[j] = c.mate[j], c.mate[i]
			try()
			c.mate[i], c.mate[j] = c.mate[j], c.mate[i]
		}
	}
	copy(c.mate, to)
	return best
}
