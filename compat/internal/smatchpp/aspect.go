package smatchpp

import (
	"slices"

	"assay/graph/amr"
)

// selected returns the triples of an aspect. smatch++ follows triples by the text of
// their ends, so that equal constants are one place.
func selected(g []triple, aspect *amr.Aspect) []triple {
	of, _ := concepts(g)
	in := pick(g, aspect, of)
	var parents []triple
	if aspect.Parents {
		for _, t := range in {
			for _, p := range g {
				if p[2] == t[0] && !slices.Contains(in, p) {
					parents = append(parents, p)
				}
			}
		}
	}
	for range aspect.Depth {
		var next []triple
		for _, t := range in {
			for _, n := range g {
				if n[1] != instance && n[0] == t[2] && !slices.Contains(in, n) {
					next = append(next, n)
				}
			}
		}
		in = distinct(append(in, next...))
	}
	in = append(in, parents...)
	if aspect.Predicates {
		for _, t := range slices.Clone(in) {
			in = append(append(in, predicates(g, t[0])...), predicates(g, t[2])...)
		}
	}
	for _, t := range slices.Clone(in) {
		for _, end := range []string{t[0], t[2]} {
			if c, variable := of[end]; variable {
				in = append(in, triple{end, instance, c})
			}
		}
	}
	return distinct(in)
}

// pick returns the triples that an aspect begins with.
func pick(g []triple, aspect *amr.Aspect, of map[string]string) (in []triple) {
	at := map[string]bool{}
	for _, triple := range g {
		switch _, variable := of[triple[2]]; {
		case aspect.Reentrant && (triple[1] == instance || !variable || incoming(g, triple[2]) < 2):
		case aspect.Reentrant || slices.Contains(aspect.Roles, triple[1][min(1, len(triple[1])):]):
			in = append(in, triple)
		}
		at[triple[0]] = at[triple[0]] || slices.Contains(aspect.Concepts, triple[2])
	}
	for _, t := range g {
		if at[t[0]] || at[t[2]] {
			in = append(in, t)
		}
	}
	return in
}

// incoming counts the triples that end at a node.
func incoming(g []triple, node string) (n int) {
	for _, t := range g {
		if t[2] == node {
			n++
		}
	}
	return n
}

// predicates returns the triples into a node from nodes that have no other triple.
func predicates(g []triple, node string) (out []triple) {
	for _, triple := range g {
		if triple[2] != node || triple[1] == instance || triple[1] == root {
			continue
		}
		n := 0
		for _, o := range g {
			if o[1] == instance {
				continue
			}
			if o[2] == triple[0] {
				n += 2
			}
			if o[0] == triple[0] {
				n++
			}
		}
		if n == 1 {
			out = append(out, triple)
		}
	}
	return out
}
