package ucca

import "slices"

// normalise is normalization.normalize of ucca. As there, lists of edges may change
// during iteration.
func (p *passage) normalise() {
	p.punctuation()
	type level struct {
		unit  *unit
		heads []*unit
	}
	stack := []level{{heads: p.heads()}}
	visited, path, onPath := map[*unit]bool{}, []*unit{}, map[*unit]bool{}
	for len(stack) > 0 {
		top := stack[len(stack)-1]
		next, again := (*unit)(nil), false
		for i := 0; ; i++ {
			var child *unit
			if top.unit == nil && i < len(top.heads) {
				child = top.heads[i]
			} else if top.unit != nil && i < len(top.unit.out) {
				child = top.unit.out[i].child
			} else {
				break
			}
			if onPath[child] && top.unit != nil {
				p.removeEdge(top.unit.out[i])
			} else if !visited[child] {
				next, again = child, true
				break
			}
		}
		if !again {
			if len(path) > 0 {
				delete(onPath, path[len(path)-1])
				path = path[:len(path)-1]
			}
			stack = stack[:len(stack)-1]
			continue
		}
		visited[next], onPath[next] = true, true
		path = append(path, next)
		stack = append(stack, level{unit: next})
		p.normaliseUnit(next)
	}
	p.punctuation()
}

// removeEdge removes an edge, and then units left without children.
func (p *passage) removeEdge(e *arc) {
	parent := e.parent
	unlink(e)
	p.removeEmpty(parent)
}

// destroy removes a unit, and then units left without children. It returns the
// parent, which may be removed as well.
func (p *passage) destroy(u *unit) *unit {
	parent := u.parent()
	p.drop(u)
	p.removeEmpty(parent)
	return parent
}

// removeEmpty removes units without children that are not implicit, bottom up.
func (p *passage) removeEmpty(u *unit) {
	for u != nil && !u.dead && len(u.out) == 0 && !u.implicit {
		parent := u.parent()
		if parent == nil {
			return
		}
		p.drop(u)
		u = parent
	}
}

// punctuation removes punctuation units and attaches terminals of punctuation without
// parent.
func (p *passage) punctuation() {
	for _, u := range slices.Clone(p.units) {
		if u.kind == "PNCT" && !u.dead {
			p.destroy(u)
		}
	}
	for _, t := range p.terminals {
		if t.punctuation() && len(t.in) == 0 {
			u := p.newUnit(p.between(t), "PNCT", "U")
			p.add(u, t, []string{"Terminal"}, false)
		}
	}
}

// between returns the lowest common ancestor of the words next to a terminal.
func (p *passage) between(t *unit) *unit {
	at := slices.Index(p.terminals, t)
	var words []*unit
	for _, step := range []int{-1, 1} {
		if w := p.nearest(at, step); w != nil {
			words = append(words, w)
		}
	}
	if len(words) == 0 {
		return nil
	}
	seen := map[*unit]bool{} // in a cycle a unit is above itself
	for level := words[:1]; len(level) > 0; {
		var above []*unit
		for _, node := range level {
			fits := len(words) > 1 || len(node.children("Terminal")) == 0
			if node.kind == "FN" && fits && (len(words) == 1 || p.reaches(node, words[1])) {
				return node
			}
			for _, edge := range node.in {
				if !seen[edge.parent] {
					seen[edge.parent] = true
					above = append(above, edge.parent)
				}
			}
		}
		level = above
	}
	return nil
}

// nearest returns the next word in a direction. Before the first terminal the
// original wraps around to the last one, because a negative index in Python counts
// from the end.
func (p *passage) nearest(at, step int) *unit {
	for n := len(p.terminals); ; {
		if at += step; at >= n || at < -n {
			return nil
		}
		if t := p.terminals[(at+n)%n]; t.kind == "Word" {
			return t
		}
	}
}

// copyTo adds a copy of an edge, unless it would create a cycle.
func (p *passage) copyTo(e *arc, parent, child *unit, tags []string, remote bool) bool {
	if p.reaches(child, parent) {
		return false
	}
	p.add(parent, child, tags, remote)
	return true
}

func (p *passage) normaliseUnit(u *unit) {
	if u.kind != "FN" {
		return
	}
	p.separateScenes(u)
	if u = p.flattenCentres(u); u != nil { // u, or its parent if u was removed
		u = p.flattenFunctions(u)
	}
	if u != nil {
		p.flattenParticipants(u)
	}
}

// separateScenes moves units of a scene that are beside parallel scenes, or at the
// top, under a parallel scene of their own.
func (p *passage) separateScenes(node *unit) {
	if !node.scene() && len(node.children("A")) == 0 || len(node.in) > 0 && len(node.children("H")) == 0 {
		return
	}
	edges := slices.Clone(node.out)
	scene := p.newUnit(node, "FN", "H")
	for _, edge := range edges {
		switch edge.tags[0] {
		case "H", "U", "L", "G":
			continue
		}
		if p.copyTo(edge, scene, edge.child, edge.tags, edge.remote) {
			p.removeEdge(edge)
		}
	}
}

// flattenCentres removes a centre within a centre, and a centre that is the only
// child. It returns u, or its parent if u was removed.
func (p *passage) flattenCentres(node *unit) *unit {
	centres := node.children("C")
	if node.kind != "FN" || len(centres) != 1 {
		return node
	}
	if edge := node.primaryEdge(); edge != nil && edge.tags[0] == "C" && len(edge.parent.children("C")) == 1 {
		for _, in := range slices.Clone(node.in) {
			if in.remote {
				p.copyTo(in, in.parent, centres[0], in.tags, in.remote)
			}
		}
		parent := edge.parent
		for _, out := range slices.Clone(node.out) {
			p.copyTo(out, parent, out.child, out.tags, out.remote)
		}
		return p.destroy(node)
	}
	if len(node.out) != 1 {
		return node
	}
	for _, in := range slices.Clone(node.in) {
		p.copyTo(in, in.parent, centres[0], in.tags, in.remote || node.out[0].remote)
	}
	return p.destroy(node)
}

// flattenFunctions moves up the children of a function, and removes a function that
// is the only child. It returns u, or its parent if u was removed.
func (p *passage) flattenFunctions(node *unit) *unit {
	if node.kind != "FN" || len(node.in) == 0 {
		return node
	}
	for _, child := range node.children("F") {
		if len(child.out) <= len(child.children("Terminal")) {
			continue
		}
		for _, edge := range slices.Clone(child.out) {
			tags := edge.tags
			if edge.tags[0] == "C" {
				tags = []string{"F"}
			} else {
				tags = tags[:1]
			}
			p.copyTo(edge, node, edge.child, tags, edge.remote)
		}
		p.destroy(child)
	}
	functions := node.children("F")
	if len(functions) != 1 || len(node.out) != 1 {
		return node
	}
	for _, in := range slices.Clone(node.in) {
		p.copyTo(in, in.parent, functions[0], in.tags, in.remote)
	}
	return p.destroy(node)
}

// flattenParticipants removes a participant that is the only child, and implicit
// participants outside of scenes.
func (p *passage) flattenParticipants(node *unit) {
	participants := node.children("A")
	if node.kind != "FN" {
		return
	}
	if len(participants) == 1 && len(node.out) == 1 {
		if edge := participants[0].primaryEdge(); edge != nil && len(edge.tags) == 1 {
			for _, in := range slices.Clone(node.in) {
				p.copyTo(in, in.parent, participants[0], in.tags, in.remote)
			}
			p.destroy(node)
			return
		}
	}
	if len(participants) > 0 && !node.scene() {
		for _, child := range participants {
			if child.implicit && !child.dead {
				p.destroy(child)
			}
		}
	}
}

// moveFunctions moves functions with one yield on both sides to the roots.
func moveFunctions(a, b *passage) {
	functions := func(p *passage) map[string]*unit {
		out := map[string]*unit{}
		for _, node := range p.units {
			if edge := node.primaryEdge(); node.kind == "FN" && edge != nil && edge.tags[0] == "F" {
				out[key(node.yield())] = node
			}
		}
		return out
	}
	inA, inB := functions(a), functions(b)
	isFunction := map[*unit]bool{}
	for _, node := range inA {
		isFunction[node] = true
	}
	for _, node := range slices.Clone(a.units) {
		if !isFunction[node] {
			continue
		}
		words := key(node.yield())
		if inA[words] != node || inB[words] == nil {
			continue
		}
		a.toRoot(node)
		b.toRoot(inB[words])
	}
}

func (p *passage) toRoot(u *unit) {
	parent := u.parent()
	if parent == nil {
		return
	}
	for _, e := range parent.out {
		if e.child == u {
			unlink(e)
			break
		}
	}
	heads := p.heads()
	heads = slices.DeleteFunc(heads, func(h *unit) bool { return h == u })
	if len(heads) > 0 {
		p.add(heads[0], u, []string{"F"}, false)
	}
}
