package umreval

import (
	"slices"
	"strings"
)

// link maps the nodes of the same sentence of all files to one another.
func (p *program) link(all []*sentence) {
	for _, sent := range all {
		sent.unaligned, sent.byToken = nil, make([][]*node, len(all[0].tokens))
		sides := make([]side, len(sent.nodes)*len(all))
		for _, subject := range sent.nodes {
			subject.sides, sides = sides[:len(all):len(all)], sides[len(all):]
			if !subject.aligned {
				sent.unaligned = append(sent.unaligned, subject)
			}
			for token := range sent.byToken {
				if token < len(subject.mask) && subject.mask[token] {
					sent.byToken[token] = append(sent.byToken[token], subject)
				}
			}
		}
		sent.file.stats.nodes += len(sent.nodes)
		sent.file.stats.tokens += len(all[0].tokens)
	}
	for i, one := range all {
		for j, other := range all {
			if i != j {
				links(one, other, j)
			}
		}
	}
	for i := range all {
		for j := i + 1; j < len(all); j++ {
			p.symmetrize(all[i], all[j], i, j)
		}
	}
	for i, sent := range all {
		for j := range all {
			for _, subject := range sent.nodes {
				if i != j && len(subject.sides[j].links) > 0 {
					sent.file.stats.pair(j).mapped++
					sent.file.stats.pair(j).any = true
				}
			}
		}
	}
}

// links links each node of a sentence to those of file j that share a token; those without tokens are linked
// by their extended concepts.
func links(one, other *sentence, there int) {
	for token, list := range one.byToken {
		for _, subject := range list {
			subject.sides[there].links = append(subject.sides[there].links, other.byToken[token]...)
		}
	}
	for _, subject := range one.unaligned {
		for _, mate := range other.unaligned {
			if subject.econcept == mate.econcept {
				subject.sides[there].links = append(subject.sides[there].links, mate)
			}
		}
	}
	for _, subject := range one.nodes {
		slices.SortFunc(subject.sides[there].links, func(a, b *node) int { return a.order - b.order })
		subject.sides[there].links = slices.Compact(subject.sides[there].links)
	}
}

// A link is one of several of a node, with what decides which of them stays.
type link struct {
	from, to               *node
	fromLabel, toLabel     string
	fromFile, toFile       int
	concept, variable      bool // equal extended concepts, equal names
	strong, weak           int  // matches
	strongTexts, weakTexts []string
}

// symmetrize removes links until every node has at most one.
func (p *program) symmetrize(left, right *sentence, here, there int) {
	for {
		var best *link
		for _, subject := range left.nodes {
			best = p.better(best, subject, left, right, here, there)
		}
		for _, subject := range right.nodes {
			best = p.better(best, subject, right, left, there, here)
		}
		if best == nil {
			return
		}
		best.from.sides[best.toFile].links = append(best.from.sides[best.toFile].links[:0], best.to)
		best.to.sides[best.fromFile].links = append(best.to.sides[best.fromFile].links[:0], best.from)
		best.from.sides[best.toFile].winner = best
	}
}

// better drops the links of a node that the other side no longer has, and returns the best of the links
// of the node, if there are several, and the best so far.
func (p *program) better(best *link, subject *node, sent, other *sentence, i, there int) *link {
	kept := subject.sides[there].links[:0]
	for _, mate := range subject.sides[there].links {
		if slices.Contains(mate.sides[i].links, subject) {
			kept = append(kept, mate)
		}
	}
	subject.sides[there].links = kept
	if len(kept) < 2 {
		return best
	}
	if subject.sides[there].ambiguous == nil {
		subject.sides[there].ambiguous = slices.Clone(kept)
	}
	for _, mate := range kept {
		l := link{from: subject, to: mate, fromFile: i, toFile: there, concept: subject.econcept == mate.econcept,
			variable: subject.id == mate.id, strong: p.matches(subject, mate, there), weak: common(subject.weak, mate.weak)}
		if best == nil || l.before(best) {
			if p.verbose {
				l.fromLabel, l.toLabel = sent.file.label, other.file.label
				l.strongTexts, l.weakTexts = p.matchTexts(subject, mate, there), p.weakTexts(subject, mate)
			}
			best = &l
		}
	}
	return best
}

// before reports whether a link comes before another one that was found earlier.
func (l *link) before(o *link) bool {
	if l.concept != o.concept {
		return l.concept
	}
	for _, d := range [...]int{l.strong - o.strong, l.weak - o.weak,
		l.from.length + l.to.length - o.from.length - o.to.length} {
		if d != 0 {
			return d > 0
		}
	}
	if l.variable != o.variable {
		return l.variable
	}
	return l.from.variable+l.to.variable < o.from.variable+o.to.variable
}

// A pair is a statement about a node: the name of a relation or "concept", its value, and its value for
// the other side.
type pair struct {
	name, value, mapped int32
	node                *node // that the value names, nil for none
}

// pairs returns the statements about a node. The values for file j are the names of the linked nodes; without a
// file (-1) they are as they stand.
func (p *program) pairs(dst []pair, subject *node, there int) []pair {
	if !p.ignores("concept") {
		dst = append(dst, pair{conceptName, subject.conceptID, subject.conceptID, nil})
	}
	for _, r := range subject.counted {
		switch {
		case r.target == nil || there < 0:
			dst = append(dst, pair{r.name, r.value, r.value, nil})
		case r.target.sides == nil || len(r.target.sides[there].links) == 0:
			dst = append(dst, pair{r.name, r.value, unmapped, r.target})
		default:
			for _, mate := range r.target.sides[there].links {
				dst = append(dst, pair{r.name, r.value, mate.id, r.target})
			}
		}
	}
	return dst
}

// matches counts the statements about n that m has too.
func (p *program) matches(subject, mate *node, there int) (count int) {
	var a, b [16]pair
	left := p.pairs(b[:0], mate, -1)
	for _, one := range p.pairs(a[:0], subject, there) {
		if i := slices.IndexFunc(left, one.equals); i >= 0 {
			left = slices.Delete(left, i, i+1)
			count++
		}
	}
	return count
}

// equals reports whether a statement of the other side says the same.
func (a *pair) equals(b pair) bool { return a.name == b.name && a.mapped == b.value }

// common returns the number of elements that two sorted lists share.
func common(a, b []int32) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			a, b, n = a[1:], b[1:], n+1
		}
	}
	return n
}

// matchTexts lists the matches of matches, as the detailed report has them.
func (p *program) matchTexts(subject, mate *node, there int) (out []string) {
	left := p.pairs(nil, mate, -1)
	for _, one := range p.pairs(nil, subject, there) {
		if i := slices.IndexFunc(left, one.equals); i >= 0 {
			left = slices.Delete(left, i, i+1)
			out = append(out, p.names.text[one.name]+"="+p.shown(&one, there))
		}
	}
	return out
}

// weakTexts lists the names of relations that both nodes have.
func (p *program) weakTexts(subject, mate *node) (out []string) {
	left := slices.Clone(mate.weak)
	names := []int32{conceptName}
	for _, r := range subject.relations {
		names = append(names, r.name)
	}
	for _, name := range names {
		if i := slices.Index(left, name); i >= 0 {
			left = slices.Delete(left, i, i+1)
			out = append(out, p.names.text[name])
		}
	}
	return out
}

// shown is the value of a statement in the detailed report: with the node that it is mapped to.
func (p *program) shown(one *pair, there int) string {
	value := p.names.text[one.value]
	switch {
	case one.node == nil:
		return value
	case one.node.sides == nil || len(one.node.sides[there].links) == 0:
		return value + " unmapped"
	}
	var mapped []string
	for _, mate := range one.node.sides[there].links {
		mapped = append(mapped, mate.variable)
	}
	return value + " mapped to " + p.files[there].label + " " + strings.Join(mapped, ", ")
}
