// Package matching finds the best one-to-one correspondence between the nodes
// of two labelled graphs, and proves that it is the best.
//
// A graph is a list of terms: a label with zero to three nodes. A term with one
// node is a label or an attribute, one with two nodes an edge, one with three
// nodes a clause of a discourse representation. A correspondence maps nodes of
// the first graph to different nodes of the second; a term matches if the second
// graph has an equal term with the mapped nodes. The best correspondence matches
// the most terms; among several, the one that matches the most terms of the first
// class, then of the second, and so on, so that the counts of each class are
// well defined. SMATCH, SMATCH++, MRP, mtool's scores and the clause matching of
// discourse representations (counter) are this problem with different terms.
//
// The method is Lagrangian decomposition with branch and bound: the weight of
// an edge is shared between the node pairs at its ends, each pair solves its own
// small problem, and an assignment problem over the pairs gives an upper bound.
// In the small problem a node of either graph has at most one partner.
// Moving the shares (subgradient with momentum) lowers the bound; reduced costs delete pairs
// that no better correspondence has; the rest falls into components and is
// branched on. Total and classes are searched for at once at first; what that leaves
// open is searched for class by class. If the links of what a few rounds leave make the nodes of one graph a forest,
// its best mapping is found exactly from the leaves to the roots instead, but for nodes of the other graph that are
// taken twice; these get prices, and branching ends what prices leave open. Every answer carries a
// lower and an upper bound; the two are
// equal unless the budget ended first.
//
// Nodes and terms are matched as given: the package knows no formalism.
package matching

import (
	"math/bits"
	"slices"
)

// None is the absent node of a term and the mate of an unmapped node.
const None = -1

// A Term is one statement of a graph.
type Term struct {
	Key   uint64   // label, constants, names of roles: only terms of equal keys match
	Nodes [3]int32 // its nodes, None after the last
	Class uint8    // below Options.Classes; equal in terms of equal keys
	// Symmetric terms match with their last two nodes exchanged as well.
	Symmetric bool
}

// A Graph is a number of nodes, numbered from 0, and terms over them.
type Graph struct {
	Nodes int
	// Kinds holds the kind of each node; only nodes of equal kinds are mapped to
	// each other. Nil means that all are of one kind.
	Kinds []int32
	Terms []Term
}

// Options say how terms count and how long to search.
type Options struct {
	Classes int // number of classes, at least 1
	// Product counts m equal terms of one graph and n of the other as m times n
	// matches (smatch.py does); otherwise they are the smaller of m and n.
	Product bool
	// Budget bounds the search, in steps of about a nanosecond; 0 means DefaultBudget.
	Budget int64
}

// DefaultBudget is the number of steps before a search gives up: a few seconds.
const DefaultBudget = 2_000_000_000

// A Result is a correspondence with its counts and bounds.
type Result struct {
	Mate    []int32 // of each node of the first graph: its node of the second, or None
	Matched []int   // matched terms of each class
	Lower   int     // matched terms in all
	Upper   int     // no correspondence matches more terms
	// Canonical reports that the counts of the classes are proven too: no
	// correspondence that matches as many terms is before this one.
	Canonical bool
	Steps     int64 // the part of the budget that was used
	Branches  int   // nodes of the search tree below the root
}

// Proven reports whether no correspondence matches more terms.
func (r *Result) Proven() bool { return r.Lower == r.Upper }

// A Solver finds correspondences. It reuses its memory and the slices of its
// results, and is not safe for concurrent use.
type Solver struct {
	opt      Options
	build    builder
	tree     search
	finisher finisher
	res      Result
	matched  []int // scratch memory
	early    int   // rounds before a finisher
	least    int   // pairs that a finisher takes at least
	together int   // rounds for total and classes at once where there is none
	plain    bool  // no finisher
}

// New returns a solver.
func New(opt Options) *Solver {
	opt.Classes = max(opt.Classes, 1)
	if opt.Budget <= 0 {
		opt.Budget = DefaultBudget
	}
	s := &Solver{opt: opt, early: earlyRounds, least: leastFinished, together: togetherRounds}
	s.tree.pace = thorough
	return s
}

// Solve returns the best correspondence of a and b. The result is valid until
// the next call.
func (s *Solver) Solve(a, b Graph) *Result {
	s.build.start(&s.opt, a, b)
	matches := s.build.size()
	if s.build.large(matches) {
		return s.outline(a, b)
	}
	var rough Result
	if matches > fewMatches {
		if s.outline(a, b); s.res.Proven() {
			return &s.res
		}
		rough = s.res
		rough.Mate, rough.Matched = slices.Clone(rough.Mate), slices.Clone(rough.Matched)
	}
	inst := s.build.instance(a, b)
	s.tree.pace = thorough
	if len(s.build.pairs) <= quickPairs {
		s.tree.pace = quick
	}
	s.tree.cost = 1
	if matches > fewMatches {
		s.tree.cost = largeCost
	}
	s.tree.start(s.opt.Budget)
	s.tree.warm = s.build.warm
	root := s.root(inst)
	s.accept(a, root.found)
	res := &s.res
	res.Upper, res.Canonical = int(root.upper>>s.build.scale.total), s.build.scale.all && !root.open
	if root.open || !s.build.scale.all {
		s.tree.record(inst)
		root.pairs = inst.pairs()
		s.stages(a, b, root)
	}
	if res.Lower < res.Upper { // the budget ended
		s.climb(a, b)
	}
	if matches > fewMatches {
		res.Upper = min(res.Upper, rough.Upper)
		if rough.Lower > res.Lower {
			copy(res.Mate, rough.Mate)
			copy(res.Matched, rough.Matched)
			res.Lower = rough.Lower
		}
	}
	res.Upper = max(res.Upper, res.Lower)
	res.Steps, res.Branches = s.tree.steps, s.tree.branches
	return res
}

// root looks for the best correspondence by rounds for total and classes at once, and by a finisher.
func (s *Solver) root(x *instance) outcome {
	if !s.finishable(x) {
		return s.tree.root(x, s.build.scale.share, s.together)
	}
	root := s.tree.root(x, s.build.scale.share, s.early)
	if root.open {
		root = s.finish(x, root)
	}
	if root.open {
		root = s.tree.resume(x, root, s.together-s.early)
	}
	return root
}

// accept makes pairs the correspondence of the result.
func (s *Solver) accept(a Graph, pairs []int32) {
	res := &s.res
	res.Mate = fill(res.Mate, a.Nodes, None)
	for _, p := range pairs {
		res.Mate[s.build.pairs[p].row] = s.build.pairs[p].col
	}
	res.Matched = s.build.chosen(res.Matched, pairs)
	res.Lower = total(res.Matched)
}

// counts returns the matched terms of each class under a mapping.
func (s *Solver) counts(pairs []int32) []int {
	s.matched = s.build.chosen(s.matched, pairs)
	return s.matched
}

// climb takes the mapping that climbing from a greedy one gives, if it is better.
func (s *Solver) climb(a, b Graph) {
	s.build.scale = newScale(s.build.bound())
	inst := s.build.weigh()
	s.tree.share = s.build.scale.share
	if pairs, v := s.tree.greedy(inst); v > s.build.value(s.res.Matched) {
		s.accept(a, pairs)
	}
}

// zeros returns a slice of n zero values in the memory of dst.
func zeros[T any](dst []T, n int) []T {
	if cap(dst) < n {
		return make([]T, n, n+n/2)
	}
	dst = dst[:n]
	clear(dst)
	return dst
}

// fill returns a slice of n values v in the memory of dst.
func fill[T any](dst []T, n int, v T) []T {
	if cap(dst) < n {
		dst = make([]T, n, n+n/2)
	}
	dst = dst[:n]
	for i := range dst {
		dst[i] = v
	}
	return dst
}

// A scale turns matches into weights. A match weighs 1<<total and, so that the
// first class decides between equal totals, then the second and so on, 1<<class[c]
// more. The last class follows from the others. Weights are multiplied by
// 1<<share before they are shared between pairs.
type scale struct {
	units []int64 // of each class, in place of total and class
	total uint
	class [maxClasses]int8 // -1: nothing
	share uint
	all   bool // every class has its place
}

const maxClasses = 16

// newScale makes room for the counts of each class, at most most[c].
func newScale(most []int) scale {
	s, sum := scale{all: true}, total(most)
	room := 52 - bits.Len(uint(sum))
	used := 0
	for c := range most {
		s.class[c] = -1
		if c == len(most)-1 || most[c] == 0 {
			continue
		}
		width := bits.Len(uint(most[c]))
		if used+width > room {
			s.all = false
			break
		}
		s.class[c] = int8(used)
		used += width
	}
	for c := range most { // the first class has the highest place
		if s.class[c] >= 0 {
			s.class[c] = int8(used) - s.class[c] - int8(bits.Len(uint(most[c])))
		}
	}
	s.total = uint(used)
	s.share = uint(min(12, 56-used-bits.Len(uint(sum))))
	return s
}

// unit returns the weight of a match of class c.
func (s *scale) unit(c uint8) int64 {
	if s.units != nil {
		return s.units[c]
	}
	w := int64(1) << s.total
	if s.class[c] >= 0 {
		w += 1 << uint(s.class[c])
	}
	return w
}
