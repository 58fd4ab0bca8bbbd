package matching

import (
	"cmp"
	"slices"
)

// Settings of a finisher: the rounds before it, the pairs of an instance that it takes, the steps for each pair that it
// may need. In each branch it moves the prices a few times; steps of that part of the gap between the bounds shrink as
// those of shares do.
const (
	earlyRounds   = 6
	leastFinished = 16  // with fewer pairs, more rounds cost less
	mostFinished  = 250 // of more, few searches come to their end
	finishSteps   = 400
	rootMoves     = 30
	childMoves    = 6
	moveStep      = 1.2
	movePatience  = 2
)

// A finisher ends the search of an instance that a few rounds have made small: depth first, with the bound of a forest.
// Total and classes are searched for at once.
type finisher struct {
	forest
	unit   int64   // the least difference between two mappings
	need   int64   // a better mapping is worth at least that
	found  []int32 // the best mapping, by numbers of pairs in the root
	fixed  []int32 // pairs that were decided before, by these numbers
	path   []int32 // pairs that are taken on the way to this branch
	layers []layer
	owner  []int32 // of each column: the pair that must have it, plus one
	chosen []int32 // scratch memory
	owned  []int32 // scratch memory
	limit  int64
	nodes  int // of the search tree
}

// A layer is the memory of the branches of one depth, which are searched one after another.
type layer struct {
	live    []int32 // pairs that a better mapping may have
	price   []int64 // of each column
	gained  int64   // weight of the pairs that are taken
	upper   int64   // the bound when the losses of its options were found
	options []choice
}

// A choice is a pair of the row that is branched on, or None, and how much less than the bound it is worth.
type choice struct {
	pair int32
	loss int64
}

// finishable reports whether a finisher may end the search of x: it knows neither links of three pairs nor
// classes that have no place in the scale.
func (s *Solver) finishable(x *instance) bool {
	three := func(m match) bool { return m.pairs[2] >= 0 }
	return !s.plain && len(x.row) >= s.least && len(x.row) <= mostFinished && s.build.scale.all &&
		!slices.ContainsFunc(s.build.matches, three)
}

// finish lets a finisher end the search that root has left open in x. It returns the outcome of both.
func (s *Solver) finish(x *instance, root outcome) outcome {
	if len(x.row) < s.least {
		return root
	}
	f, share := &s.finisher, s.build.scale.share
	s.tree.bound(x)
	done := f.finish(x, &s.tree.assign, share, root.lower, min(finishSteps*int64(len(x.row)), s.opt.Budget-s.tree.steps))
	s.tree.steps += f.steps
	s.tree.branches += max(f.nodes-1, 0)
	if len(f.found) > 0 {
		root.found, root.lower = f.found, f.need>>share-1
	}
	if done {
		root.upper, root.open = root.lower, false
	}
	return root
}

// finish looks for the best mapping of x that is worth more than lower. It reports whether the search
// came to its end. The prices of columns start at half of those of an assignment.
func (f *finisher) finish(x *instance, assign *assigner, share uint, lower, limit int64) bool {
	f.unit, f.need = 1<<share, (lower+1)<<share
	f.steps, f.limit, f.nodes = 0, limit, 0
	f.found = f.found[:0]
	if !f.load(x) {
		return false
	}
	f.path, f.fixed = f.path[:0], append(f.fixed[:0], x.chosen...)
	f.owner = zeros(f.owner, f.cols)
	root := f.layer(0)
	root.gained = x.fixed
	for p := range f.row {
		root.live = append(root.live, int32(p))
	}
	prices := assign.beta
	if x.tall() {
		prices = assign.alpha
	}
	for _, v := range prices {
		root.price = append(root.price, v/2)
	}
	f.search(0)
	return f.steps <= f.limit
}

// layer returns an empty layer of that depth.
func (f *finisher) layer(depth int) *layer {
	if depth == len(f.layers) {
		f.layers = append(f.layers, layer{})
	}
	l := &f.layers[depth]
	l.live, l.price, l.options = l.live[:0], l.price[:0], l.options[:0]
	return l
}

// search looks for better mappings in a branch.
func (f *finisher) search(depth int) {
	f.nodes++
	moves := childMoves
	if depth == 0 {
		moves = rootMoves
	}
	l := &f.layers[depth]
	if !f.narrow(l, moves) || f.steps > f.limit {
		return
	}
	row := f.split(l)
	for i := 0; i < len(f.layers[depth].options); i++ { // layers may move in memory
		l := &f.layers[depth]
		if o := l.options[i]; l.upper-o.loss >= f.need {
			f.descend(depth, row, o.pair)
		}
	}
}

// descend searches the branch in which a row takes pair p, or stays free.
func (f *finisher) descend(depth int, row, p int32) {
	next := f.layer(depth + 1)
	l := &f.layers[depth]
	for _, q := range l.live {
		f.live[q] = f.row[q] != row && (p < 0 || f.col[q] != f.col[p])
		if f.live[q] {
			next.live = append(next.live, q)
		}
	}
	next.price, next.gained = append(next.price[:0], l.price...), l.gained
	if p < 0 {
		f.search(depth + 1)
		return
	}
	next.gained += f.base[p]
	lo, hi := f.links.of[p], f.links.of[p+1]
	to, weight := f.links.to[lo:hi], f.links.weight[lo:hi]
	for k, q := range to {
		f.base[q] += weight[k]
	}
	f.path = append(f.path, p)
	f.search(depth + 1)
	f.path = f.path[:len(f.path)-1]
	for k, q := range to {
		f.base[q] -= weight[k]
	}
}

// narrow lowers the bound of a branch by moving prices and deletes pairs. It reports whether a
// better mapping may be left.
func (f *finisher) narrow(l *layer, moves int) bool {
	step, least, waited := moveStep, int64(far), 0
	f.arrange(l.live)
	for move := 0; ; move++ {
		l.upper = l.gained + f.bound(l.live, l.price)
		if l.upper < f.need {
			return false
		}
		if len(l.live) == 0 {
			f.offer(l.gained, nil)
			return false
		}
		if l.upper < least {
			least, waited = l.upper, 0
		} else if waited++; waited > movePatience {
			step, waited = step*shorter, 0
		}
		if waited == 0 || move >= moves { // a worse bound deletes little
			f.lose(l.live)
			if f.delete(l); len(l.live) == 0 {
				continue
			}
		}
		f.choose(l.live)
		norm := f.norm(l)
		f.repair(l)
		if l.upper < f.need {
			return false
		}
		if move >= moves || norm == 0 {
			return true
		}
		f.move(l, max(int64(step*float64(l.upper-f.need+f.unit/2))/norm, 1))
	}
}

// delete deletes the pairs that no better mapping has: by their losses, and because a row that must not stay free has
// only one pair, for the same column.
func (f *finisher) delete(l *layer) {
	most, n := l.upper-f.need, 0
	for _, p := range l.live {
		if f.loss[p] > most {
			f.live[p] = false
			continue
		}
		l.live[n] = p
		n++
	}
	if n == len(l.live) {
		return
	}
	l.live = l.live[:n]
	f.group(l.live)
	owned := f.owned[:0]
	for i := range f.groups {
		if g := &f.groups[i]; g.end-g.begin == 1 && f.free[g.row] > most {
			p := l.live[g.begin]
			f.owner[f.col[p]] = p + 1
			owned = append(owned, f.col[p])
		}
	}
	n = 0
	for _, p := range l.live {
		if owner := f.owner[f.col[p]]; owner != 0 && owner != p+1 {
			f.live[p] = false
			continue
		}
		l.live[n] = p
		n++
	}
	if n < len(l.live) {
		l.live = l.live[:n]
		f.group(l.live)
	}
	f.join(l.live)
	for _, c := range owned {
		f.owner[c] = 0
	}
	f.owned = owned
}

// norm returns the squared length of the direction in which prices move: columns that are chosen more than once become
// dearer, those that nobody chooses cheaper. If it is 0, the choice is a mapping and its prices are right.
func (f *finisher) norm(l *layer) (sum int64) {
	for _, c := range f.seen {
		if n := f.used[c] - 1; n > 0 || l.price[c] > 0 {
			sum += n * n
		}
	}
	return sum
}

func (f *finisher) move(l *layer, by int64) {
	for _, c := range f.seen {
		l.price[c] = max(l.price[c]+by*(f.used[c]-1), 0)
	}
}

// repair offers the choice as a mapping, without the pairs whose column another pair has.
func (f *finisher) repair(l *layer) {
	value := l.gained
	f.chosen = f.chosen[:0]
	for i := len(f.groups) - 1; i >= 0; i-- {
		r := f.groups[i].row
		p := f.state[r]
		if p < 0 {
			continue
		}
		c := f.col[p]
		if f.owner[c] > 0 {
			f.state[r] = None
			continue
		}
		f.owner[c] = p + 1
		f.chosen = append(f.chosen, p)
		value += f.base[p]
		for k := f.links.of[p]; k < f.links.of[p+1]; k++ {
			if q := f.links.to[k]; q > p && f.live[q] && f.state[f.row[q]] == q {
				value += f.links.weight[k]
			}
		}
	}
	for _, p := range f.chosen {
		f.owner[f.col[p]] = 0
	}
	if value >= f.need {
		f.offer(value, f.chosen)
	}
}

// offer takes a mapping, the pairs on the way and those, as the best.
func (f *finisher) offer(value int64, pairs []int32) {
	f.found = append(f.found[:0], f.fixed...)
	for _, p := range f.path {
		f.found = append(f.found, f.id[p])
	}
	for _, p := range pairs {
		f.found = append(f.found, f.id[p])
	}
	f.need = value + f.unit
}

// split notes the options of a row, the least loss first, and returns the row. Rows with few pairs and great losses
// come first, above all those that stay free or share their column in the best choice.
func (f *finisher) split(l *layer) (row int32) {
	row = None
	best, begin, end := -1.0, 0, 0
	for i := 0; i < len(l.live); {
		r, from, sum := f.row[l.live[i]], i, 1.0
		for ; i < len(l.live) && f.row[l.live[i]] == r; i++ {
			sum += float64(f.loss[l.live[i]])
		}
		n := float64(i - from)
		score := sum / (n * n)
		if p := f.state[r]; p < 0 || f.used[f.col[p]] > 1 {
			score *= 2
		}
		if score > best {
			best, row, begin, end = score, r, from, i
		}
	}
	for _, p := range l.live[begin:end] {
		l.options = append(l.options, choice{p, f.loss[p]})
	}
	slices.SortFunc(l.options, func(a, b choice) int { return cmp.Compare(a.loss, b.loss) })
	l.options = append(l.options, choice{None, f.free[row]})
	return row
}
