package matching

import (
	"cmp"
	"slices"
)

// A pace says how long a search lowers bounds before it branches: numbers of rounds of subgradient steps before an
// instance is cut into components or branched on (root), in each branch (child), and before ties are given up (tie).
type pace struct {
	root, child, tie int
	firstClimb       int     // rounds before the first climb
	step             float64 // length of the first steps, as a part of twice the gap between the bounds (Polyak's)
	// the step of a level at first; the less a term is worth, the easier is the proof, but the more
	// often a mapping with fewer terms is found
	worth int64
}

// Few pairs are soon branched on to the end. Among many, each branch is dear.
var (
	quick    = pace{root: 10, child: 20, tie: 10, firstClimb: 4, step: 1.2, worth: 5}
	thorough = pace{root: 100, child: 30, tie: 15, firstClimb: 0, step: 2, worth: 2}
)

const (
	quickPairs     = 500 // pairs that are searched at quick pace
	togetherRounds = 12  // rounds for total and classes at once
	lentRounds     = 3   // rounds in which pairs lend their slack
	climbEvery     = 10  // rounds from one climb to the next
)

// By how much steps shrink when the bound was not lowered in more rounds than patience; the
// rounds without a deleted pair after which ties are given up.
const (
	shorter  = 0.6
	patience = 3
	calm     = 4
)

// climbs is the least number of climbs that the budget is enough for; lastClimb is the number of
// steps of a climb after the budget ended.
// climbCost is the number of steps of the budget for one of a climb, which jumps in memory.
const (
	climbCost = 8
	climbs    = 50
	lastClimb = 100_000_000
)

// A search solves an instance by bounds, components and branching.
type search struct {
	bounder
	climber climber
	shrink  shrinker
	budget  int64
	stop    func(pairs []int32) bool // reports that a mapping ends the search; nil for none
	stopped bool
	pace    pace
	share   uint // weights are multiplied by 1<<share
	live    []bool
	warm    []float64 // of each match of two pairs: the part of its first end, from the search before
	spare   []*instance
	held    int   // ends of the instances that are in use
	cost    int64 // of a step

	steps    int64
	branches int
}

// start begins a search with a budget.
func (s *search) start(budget int64) {
	s.budget, s.steps, s.branches, s.stop, s.stopped, s.held = budget, 0, 0, nil, false, 0
	s.spend()
}

// spend adds up the steps and reports whether the budget has ended.
func (s *search) spend() bool {
	s.steps += max(s.cost, 1) * (s.bounder.steps + s.assign.steps + climbCost*s.climber.steps)
	s.bounder.steps, s.assign.steps, s.climber.steps = 0, 0, 0
	s.assign.limit = (s.budget - s.steps) / max(s.cost, 1)
	s.climber.limit = min(s.assign.limit, s.budget/climbs) / climbCost
	return s.stopped || s.steps > s.budget
}

// An outcome is the best mapping that was found, as pairs, with its weight and an upper
// bound of all weights. If the search is open, there may be a better mapping; pairs then has
// every pair that it can have.
type outcome struct {
	found        []int32
	lower, upper int64
	open         bool
	pairs        []int32
}

// root solves instance as far as that many rounds for total and classes at once go.
func (s *search) root(instance *instance, share uint, rounds int) outcome {
	s.share = share
	s.live = fill(s.live, len(instance.row), true)
	s.shrink.keep(instance, s.live)
	return s.resume(instance, outcome{lower: -1, upper: far}, rounds)
}

// resume goes on with root for more rounds.
func (s *search) resume(instance *instance, from outcome, rounds int) outcome {
	b := &branch{search: s, lower: from.lower, found: from.found, rounds: rounds}
	upper, open := b.rounding(instance)
	if upper = min(upper, from.upper); !open {
		upper = max(upper, b.lower)
	}
	return outcome{found: b.found, lower: b.lower, upper: upper, open: upper > b.lower}
}

// pairs returns the pairs that are decided and those that are left, by their numbers in the root.
func (x *instance) pairs() []int32 { return append(slices.Clone(x.chosen), x.id...) }

// record notes how the weights of links are shared.
func (s *search) record(instance *instance) {
	for i := range instance.links {
		l := &instance.links[i]
		if l.ends[2] < 0 {
			s.warm[l.match] = float64(instance.ends[l.ends[0]].share) / float64(l.weight)
		}
	}
}

// better looks for the best mapping of instance with a weight over lower, of those pairs only.
// The outcome has every pair that is in a mapping with a weight of lower or more.
func (s *search) better(instance *instance, share uint, lower int64, pairs []int32) outcome {
	s.share = share
	s.live = zeros(s.live, len(instance.row))
	for _, p := range pairs {
		s.live[p] = true
	}
	s.shrink.keep(instance, s.live)
	b := &branch{search: s, lower: lower, rounds: s.pace.tie, ties: 1}
	upper, _ := b.rounding(instance)
	s.record(instance)
	out := outcome{pairs: instance.pairs()}
	if upper > b.lower {
		b.rounds, b.ties = s.pace.root, 0
		upper = min(upper, b.solve(instance))
	}
	out.found, out.lower, out.upper, out.open = b.found, b.lower, upper, upper > b.lower
	return out
}

// greedy returns the mapping that a greedy mapping of x and climbing from it give.
func (s *search) greedy(x *instance) (pairs []int32, value int64) {
	s.climber.greedy(x)
	s.spend()
	s.climber.limit = lastClimb / climbCost
	s.climber.climb(x)
	b := branch{search: s, lower: -1}
	b.offer(x, s.climber.pairOf, s.floor(s.climber.value(x)))
	return b.found, b.lower
}

// A branch is the search below one node of the search tree.
type branch struct {
	*search
	lower  int64 // only mappings worth more are looked for
	found  []int32
	rounds int
	// ties is 1 while pairs of mappings that are worth as much as the best are kept.
	ties      int64
	component bool // of a component, whose mappings are only parts of mappings of the whole
}

// solve looks for the best mapping of instance that is worth more than b.lower. It
// returns an upper bound for instance, and at least the weight of the one it found.
func (b *branch) solve(instance *instance) int64 {
	upper, open := b.rounding(instance)
	if !open {
		return max(upper, b.lower)
	}
	if parts := b.components(instance); len(parts) > 1 {
		return b.solveParts(instance, parts)
	}
	return b.split(instance, upper)
}

// floor returns the whole units of a bound.
func (s *search) floor(v int64) int64 { return v >> s.share }

// rounding lowers the bound round by round. It returns the bound and whether a
// mapping better than b.lower may be left.
func (b *branch) rounding(instance *instance) (upper int64, open bool) {
	theta, waited, idle := b.pace.step, 0, 0 // idle: rounds without a deleted pair
	upper = far
	least := int64(far)
	for round := range b.rounds {
		exact := b.bound(instance)
		upper = min(upper, b.floor(exact))
		if exact < least {
			least, waited = exact, 0
		} else if waited++; waited > patience {
			theta, waited = theta*shorter, 0
		}
		if upper <= b.lower-b.ties {
			return upper, false
		}
		b.improve(instance, round, upper)
		if upper <= b.lower-b.ties || b.ties > 0 && upper <= b.lower && idle > calm {
			return upper, false
		}
		if b.spend() {
			return upper, false
		}
		dead := b.mark(instance, exact)
		n := b.conflicts(instance)
		if round < lentRounds {
			b.lend(instance)
		}
		if n > 0 {
			gap := exact - max(b.lower, 0)<<b.share - 1<<b.share/2 // below one more, the bound is a proof
			b.move(instance, max(int64(theta*float64(gap))/int64(2*n), 1))
		} else if dead == 0 {
			break // the assignment is the best mapping, which improve has seen
		}
		idle++
		if dead > 0 {
			idle = 0
			b.shrink.keep(instance, b.live)
			if len(instance.row) == 0 {
				b.offer(instance, nil, b.floor(instance.fixed))
				return min(upper, max(b.floor(instance.fixed), b.lower)), false
			}
		}
	}
	return upper, true
}

// improve offers the mapping of the assignment and, in some rounds, the result of
// climbing from it.
func (b *branch) improve(instance *instance, round int, upper int64) {
	if v := b.worth(instance); b.floor(v) > b.lower {
		b.offer(instance, b.assign.pairOf, b.floor(v))
	}
	if round%climbEvery != b.pace.firstClimb || upper <= b.lower {
		return
	}
	climber := &b.climber
	climber.start(instance, b.assign.pairOf)
	climber.climb(instance)
	b.offer(instance, climber.pairOf, b.floor(climber.value(instance)))
}

// offer keeps a mapping if it is better than the best.
func (b *branch) offer(instance *instance, pairOf []int32, value int64) {
	if value <= b.lower {
		return
	}
	b.lower = value
	b.found = append(b.found[:0], instance.chosen...)
	for _, p := range pairOf {
		if p >= 0 {
			b.found = append(b.found, instance.id[p])
		}
	}
	if !b.component && b.stop != nil && b.stop(b.found) {
		b.stopped = true
	}
}

// mark marks the pairs that a mapping better than the best may have, and returns the
// number of the others.
func (b *branch) mark(instance *instance, exact int64) int {
	b.live = slices.Grow(b.live[:0], len(instance.row))[:len(instance.row)]
	dead := 0
	most := exact - (b.lower-b.ties+1)<<b.share // slack of a pair that stays
	value, beta := b.value[:len(b.live)], b.assign.beta
	for r, alpha := range b.assign.alpha {
		most := most - alpha
		for p := instance.first[r]; p < instance.first[r+1]; p++ {
			b.live[p] = beta[instance.col[p]]-value[p] <= most
			if !b.live[p] {
				dead++
			}
		}
	}
	return dead
}

// get and put lend instances.
func (s *search) get() *instance {
	if n := len(s.spare); n > 0 {
		x := s.spare[n-1]
		s.spare = s.spare[:n-1]
		return x
	}
	return &instance{}
}

func (s *search) put(x *instance) { s.spare = append(s.spare, x) }

// components returns the pairs of each connected part of instance, smallest first.
func (s *search) components(instance *instance) [][]int32 {
	parent := make(sets, instance.rows+instance.cols)
	for i := range parent {
		parent[i] = int32(i)
	}
	find := parent.find
	for p := range instance.row {
		parent[find(instance.row[p])] = find(int32(instance.rows) + instance.col[p])
	}
	for i := range instance.links {
		for _, e := range instance.links[i].ends[1:] {
			if e >= 0 {
				parent[find(instance.row[instance.at[e]])] = find(instance.row[instance.at[instance.links[i].ends[0]]])
			}
		}
	}
	number := make(map[int32]int)
	var parts [][]int32
	for p := range instance.row {
		r := find(instance.row[p])
		k, ok := number[r]
		if !ok {
			k = len(parts)
			number[r] = k
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], int32(p))
	}
	slices.SortStableFunc(parts, func(a, b []int32) int { return cmp.Compare(len(a), len(b)) })
	return parts
}

// solveParts solves the parts of x separately. Each part must only be solved as far
// as it can make the whole better than the best.
func (b *branch) solveParts(x *instance, parts [][]int32) int64 {
	subs := make([]*instance, len(parts))
	uppers := make([]int64, len(parts))
	sum := b.floor(x.fixed)
	for k, pairs := range parts {
		subs[k] = b.part(x, pairs)
		uppers[k] = b.floor(b.bound(subs[k]))
		sum += uppers[k]
	}
	found := append([]int32(nil), x.chosen...)
	value, complete := b.floor(x.fixed), true
	for k, sub := range subs {
		need := b.lower - (sum - uppers[k]) // this part must be worth more
		c := &branch{search: b.search, lower: max(need, -1), rounds: b.pace.child, component: true}
		u := min(uppers[k], c.solve(sub))
		sum += u - uppers[k]
		uppers[k] = u
		b.put(sub)
		found, value = append(found, c.found...), value+c.lower
		if complete = c.found != nil || c.lower <= 0; !complete || sum <= b.lower {
			complete = false
			break
		}
	}
	if complete && value > b.lower {
		b.lower, b.found = value, found
	}
	return max(sum, b.lower)
}

// part returns a copy of x with only some of its pairs and nothing decided. No link leaves
// those pairs.
func (b *branch) part(x *instance, pairs []int32) *instance {
	sub := b.get()
	b.shrink.copyPart(sub, x, pairs)
	b.live = fill(b.live, len(sub.row), true)
	b.shrink.keep(sub, b.live)
	return sub
}

// An option is a pair of the row that is branched on, None for leaving it free.
type option struct {
	pair  int32
	upper int64
}

// split branches on one row: each of its pairs, and none.
func (b *branch) split(instance *instance, upper int64) int64 {
	exact := b.bound(instance)
	row := b.widest(instance)
	var options []option
	for p := instance.first[row]; p < instance.first[row+1]; p++ {
		options = append(options, option{p, b.floor(exact - b.slack(instance, p))})
	}
	options = append(options, option{None, b.floor(exact - b.assign.alpha[row])})
	slices.SortStableFunc(options[:len(options)-1], func(a, b option) int { return cmp.Compare(b.upper, a.upper) })
	worst := b.lower
	for _, o := range options {
		u := min(o.upper, upper)
		if u > b.lower && !b.spend() && b.held < mostHeld {
			u = min(u, b.child(instance, int32(row), o.pair))
		}
		worst = max(worst, u)
	}
	return max(min(worst, upper), b.lower)
}

// child solves instance with row mapped by pair p, or left free.
func (b *branch) child(instance *instance, row, p int32) int64 {
	b.branches++
	sub := b.get()
	sub.copyFrom(instance)
	b.held += len(sub.ends)
	defer func(ends int) { b.held -= ends; b.put(sub) }(len(sub.ends))
	b.live = fill(b.live, len(instance.row), true)
	for q := range instance.row {
		taken := p >= 0 && instance.col[q] == instance.col[p]
		b.live[q] = int32(q) == p || instance.row[q] != row && !taken
	}
	b.shrink.keep(sub, b.live)
	rounds := b.rounds
	b.rounds = b.pace.child
	defer func() { b.rounds = rounds }()
	return b.solve(sub)
}

// widest returns the row whose decision promises most: many links, few options.
func (b *branch) widest(instance *instance) int {
	best, at := -1.0, 0
	for r := range instance.rows {
		lo, hi := instance.first[r], instance.first[r+1]
		if lo == hi {
			continue
		}
		n := float64(hi - lo)
		if score := (1 + float64(instance.adj[hi]-instance.adj[lo])) / (n * n); score > best {
			best, at = score, r
		}
	}
	return at
}
