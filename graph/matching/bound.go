package matching

// A bounder computes upper bounds of an instance and moves shares to lower them.
type bounder struct {
	assign assigner
	value  []int64 // of each pair: its own weight plus the best of each of its groups
	on     []bool  // pairs of the assignment
	wants  []bool  // ends that the assigned pairs choose
	picked []int32 // those ends
	torn   []int32 // links that some of their pairs choose and others do not
	steps  int64
}

// bound returns an upper bound of instance and leaves its assignment in b.
func (b *bounder) bound(instance *instance) int64 {
	b.value = zeros(b.value, len(instance.row))
	ends, adj, value := instance.ends, instance.adj, b.value
	for p, v := range instance.own {
		best, group := int64(0), int32(0)
		list := ends[adj[p]:adj[p+1]]
		for e := range list {
			if list[e].group != group {
				v, best, group = v+best, 0, list[e].group
			}
			best = max(best, list[e].share)
		}
		value[p] = v + best
	}
	b.steps += int64(len(instance.row) + len(instance.ends))
	b.assign.solve(instance, b.value)
	b.on = zeros(b.on, len(instance.row))
	for _, p := range b.assign.pairOf {
		if p >= 0 {
			b.on[p] = true
		}
	}
	return instance.fixed + b.assign.bound()
}

// slack returns how much less than the bound any mapping with pair p is worth.
func (b *bounder) slack(x *instance, p int32) int64 {
	return b.assign.alpha[x.row[p]] + b.assign.beta[x.col[p]] - b.value[p]
}

// worth returns the weight of the assignment.
func (b *bounder) worth(instance *instance) int64 {
	v := instance.fixed
	for _, p := range b.assign.pairOf {
		if p < 0 {
			continue
		}
		v += instance.own[p]
		lo, hi := instance.adj[p], instance.adj[p+1]
		for k, q := range instance.to[lo:hi] {
			e := &instance.ends[lo+int32(k)]
			switch {
			case q > p && b.on[q]: // the other end is not counted again
				v += instance.links[e.link].weight
			case q < 0 && instance.links[e.link].ends[0] == lo+int32(k) && b.assigned(instance, e.link):
				v += instance.links[e.link].weight
			}
		}
	}
	return v
}

// conflicts finds the links that only some of their pairs choose, and returns
// their number.
func (b *bounder) conflicts(instance *instance) int {
	for _, e := range b.picked { // those of the last round
		b.wants[e] = false
	}
	if len(b.wants) < len(instance.ends) {
		b.wants = make([]bool, len(instance.ends)+len(instance.ends)/2)
	}
	b.picked, b.torn = b.picked[:0], b.torn[:0]
	for _, p := range b.assign.pairOf {
		if p >= 0 {
			b.pick(instance, p)
		}
	}
	for _, e := range b.picked {
		l := &instance.links[instance.ends[e].link]
		agree, first := true, true
		for _, f := range l.ends {
			if f < 0 {
				continue
			}
			agree = agree && b.wants[f]
			first = first && (f >= e || !b.wants[f])
		}
		if !agree && first {
			b.torn = append(b.torn, instance.ends[e].link)
		}
	}
	return len(b.torn)
}

// pick chooses the best end of each group of pair p; of equal ones, a link whose
// other pairs are assigned.
func (b *bounder) pick(x *instance, p int32) {
	for e := x.adj[p]; e < x.adj[p+1]; {
		group, best, at := x.ends[e].group, int64(0), int32(None)
		for ; e < x.adj[p+1] && x.ends[e].group == group; e++ {
			s := x.ends[e].share
			if s > best || s == best && b.assigned(x, x.ends[e].link) {
				best, at = s, e
			}
		}
		if at >= 0 {
			b.wants[at] = true
			b.picked = append(b.picked, at)
		}
	}
}

// assigned reports whether all pairs of a link are in the assignment.
func (b *bounder) assigned(x *instance, link int32) bool {
	for _, e := range x.links[link].ends {
		if e >= 0 && !b.on[x.at[e]] {
			return false
		}
	}
	return true
}

// drift is the momentum of one step.
const drift = 16

// move shifts the shares of torn links from the pairs that choose them to those that do
// not. Links of two pairs keep half of the step before (Camerini, Fratta and Maffioli 1975).
func (b *bounder) move(instance *instance, by int64) {
	for i := range instance.links {
		instance.links[i].drift /= 2
	}
	for _, i := range b.torn {
		link := &instance.links[i]
		switch {
		case link.ends[2] >= 0:
			b.moveThree(instance, link, by)
		case b.wants[link.ends[0]]:
			link.drift -= drift
		default:
			link.drift += drift
		}
	}
	for i := range instance.links {
		link := &instance.links[i]
		if link.ends[2] < 0 && link.drift != 0 {
			d := int64(link.drift) * by / drift
			instance.ends[link.ends[0]].share += d
			instance.ends[link.ends[1]].share -= d
		}
	}
}

// lend raises the shares of pairs in links of two as far as half of their slack goes: no pair of the assignment is
// worth more afterwards, and the bound does not grow (compare Swoboda et al. 2017).
func (b *bounder) lend(instance *instance) {
	ends := instance.ends
	for p := range instance.row {
		lo, hi := instance.adj[p], instance.adj[p+1]
		if lo == hi {
			continue
		}
		if lo+1 == hi {
			b.lendOne(instance, lo, b.slack(instance, int32(p))/2)
			continue
		}
		groups := int64(1)
		for e := lo + 1; e < hi; e++ {
			if ends[e].group != ends[e-1].group {
				groups++
			}
		}
		part := b.slack(instance, int32(p)) / 2 / groups
		for e := lo; e < hi; {
			group, best, after := ends[e].group, int64(0), e
			for ; after < hi && ends[after].group == group; after++ {
				best = max(best, ends[after].share)
			}
			for ; e < after; e++ {
				link := &instance.links[ends[e].link]
				raise := min(best+part, link.weight) - ends[e].share
				if raise <= 0 || link.ends[2] >= 0 {
					continue
				}
				ends[e].share += raise
				ends[link.ends[0]+link.ends[1]-e].share -= raise
			}
		}
	}
}

// lendOne raises the share of the only end of a pair.
func (b *bounder) lendOne(instance *instance, e int32, part int64) {
	end := &instance.ends[e]
	link := &instance.links[end.link]
	raise := min(max(end.share, 0)+part, link.weight) - end.share
	if raise <= 0 || link.ends[2] >= 0 {
		return
	}
	end.share += raise
	instance.ends[link.ends[0]+link.ends[1]-e].share -= raise
}

// moveThree shifts the shares of a link of three pairs.
func (b *bounder) moveThree(instance *instance, link *link, by int64) {
	yes := int64(0)
	for _, e := range link.ends {
		if b.wants[e] {
			yes++
		}
	}
	for _, e := range link.ends {
		if b.wants[e] {
			instance.ends[e].share -= by * (3 - yes)
		} else {
			instance.ends[e].share += by * yes
		}
	}
}
