package matching

import (
	"math/bits"
	"slices"
)

// stages finds the best mapping where the search for all classes at once did not end:
// first the most terms, then, one after the other, the most of each class.
//
// A weight so great that one term more is worth any number of a class makes the bound
// of the class useless: if the bound of the total is half a term too high, that half is
// worth more than the class has. So a term weighs only a few units, and one of the
// class one unit more. If the best mapping then has the greatest total, no mapping with
// that total has more of the class; else terms were worth too little.
func (s *Solver) stages(a, b Graph, root outcome) {
	res := &s.res
	res.Canonical = false
	levels := []level{{class: None}}
	out := s.improve(a, b, levels, root.pairs)
	if len(out.found) > 0 {
		s.accept(a, out.found)
	}
	res.Upper = min(res.Upper, int(out.upper))
	last := s.opt.Classes - 2
	for last >= 0 && s.build.most[last] == 0 {
		last--
	}
	for c := range last + 1 {
		if out.open {
			return
		}
		if s.build.most[c] == 0 {
			continue
		}
		levels = append(levels, level{class: c, step: s.tree.pace.worth})
		pairs, more := s.promising(c, out.pairs)
		if !more {
			continue // the class has the most that it can have
		}
		if c < last {
			pairs = out.pairs // those of equally good mappings matter to the next class
		}
		out = s.settle(a, b, levels, pairs)
	}
	res.Canonical = !out.open
}

// promising leaves out pairs that can be in no mapping with more terms of the class than the
// result has, and reports whether there may be such a mapping. The bound counts terms of that
// class alone: other terms may get worse.
func (s *Solver) promising(class int, pairs []int32) (rest []int32, more bool) {
	s.build.scale = scale{units: make([]int64, len(s.build.most)), share: 12}
	s.build.scale.units[class] = 1
	x := s.build.weigh()
	bounder := &s.tree.bounder
	s.tree.live = zeros(s.tree.live, len(x.row))
	for _, p := range pairs {
		s.tree.live[p] = true
	}
	s.tree.shrink.discard(x, s.tree.live)
	need := (int64(s.res.Matched[class]) + 1) << s.build.scale.share
	upper := bounder.bound(x)
	if upper < need {
		return nil, false
	}
	for p := range x.row {
		if upper-bounder.slack(x, int32(p)) >= need {
			rest = append(rest, x.id[p])
		}
	}
	return rest, true
}

// A level is the total, of class None, or a class. One more of the level before is
// worth step of this one.
type level struct {
	class int
	step  int64
}

// improve looks for a mapping of those pairs that is worth more than the result.
func (s *Solver) improve(a, b Graph, levels []level, pairs []int32) outcome {
	sc, ok := s.build.levels(levels)
	if !ok {
		return outcome{open: true, upper: far}
	}
	s.build.scale = sc
	x := s.build.weigh()
	return s.tree.better(x, sc.share, s.build.value(s.res.Matched), pairs)
}

// settle finds the most terms of the last level among the mappings that are best in
// the levels before.
func (s *Solver) settle(a, b Graph, levels []level, pairs []int32) outcome {
	res := &s.res
	for {
		matched := slices.Clone(res.Matched)
		s.tree.stop = func(pairs []int32) bool { // a mapping that is worse in a level before
			found := s.counts(pairs)
			for k := range len(levels) - 1 {
				if levels[k].of(found) != levels[k].of(matched) {
					return true
				}
			}
			return false
		}
		out := s.improve(a, b, levels, pairs)
		s.tree.stop = nil
		stopped := s.tree.stopped
		s.tree.stopped = false
		if out.open && !stopped || len(out.found) == 0 {
			return out
		}
		mate := slices.Clone(res.Mate)
		s.accept(a, out.found)
		k := 0
		for k < len(levels)-1 && levels[k].of(res.Matched) == levels[k].of(matched) {
			k++
		}
		switch {
		case k == len(levels)-1 && stopped:
			continue // a better mapping came before the end of the search was noted
		case k == len(levels)-1:
			return out
		}
		loss := int64(levels[k].of(matched) - levels[k].of(res.Matched))
		gain := int64(levels[k+1].of(res.Matched) - levels[k+1].of(matched))
		levels[k+1].step = max(levels[k+1].step+1, gain/loss+1)
		res.Lower = levels[0].of(matched)
		copy(res.Mate, mate)
		copy(res.Matched, matched)
	}
}

// of returns the count of a level.
func (l level) of(matched []int) int {
	if l.class != None {
		return matched[l.class]
	}
	return total(matched)
}

// levels returns the scale in which a term of each level is worth as many of the next
// one as that says, and whether it fits in a number.
func (b *builder) levels(levels []level) (scale, bool) {
	sc := scale{units: make([]int64, len(b.most))}
	sum := int64(0)
	for c := range sc.units {
		w := int64(0)
		for _, l := range levels {
			w *= l.step
			if l.class == None || l.class == c {
				w++
			}
			if w > 1<<40 {
				return sc, false
			}
		}
		sc.units[c] = w
		sum += w * int64(b.most[c])
	}
	n := bits.Len64(uint64(sum))
	sc.share = uint(min(12, max(56-n, 0)))
	return sc, n <= 52
}
