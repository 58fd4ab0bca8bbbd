package sema

import (
	"strconv"

	"assay/compat/internal/amrline"
)

// A triple is a concept, relation or attribute with renamed nodes: a0, a1 ... in the
// test graph, b0, b1 ... in gold.
type triple [3]string

// A graph holds the triples of one side.
type graph struct {
	concepts, relations, attributes []triple
	concept                         map[string]string
}

// newGraph makes the triples, without that of the top.
func newGraph(g *amrline.Graph, prefix string) *graph {
	out := &graph{concept: map[string]string{}}
	name := map[string]string{}
	for i, n := range g.Names {
		name[n] = prefix + strconv.Itoa(i)
	}
	top := false
	for i, n := range g.Names {
		out.concepts = append(out.concepts, triple{"instance", name[n], g.Concepts[i]})
		out.concept[name[n]] = g.Concepts[i]
		for _, l := range g.Relations[i] {
			out.relations = append(out.relations, triple{l.Role, name[n], name[l.Value]})
		}
		for _, l := range g.Attributes[i] {
			if l.Role == "TOP" && !top {
				top = true
				continue
			}
			out.attributes = append(out.attributes, triple{l.Role, name[n], l.Value})
		}
	}
	return out
}

// A score adds up pairs.
type score struct {
	match, test, gold int
	visited           map[triple]bool
	joined            map[[2]string]bool // ends of visited triples
}

func (s *score) visit(t triple) {
	s.match++
	s.visited[t] = true
	s.joined[[2]string{t[1], t[2]}] = true
}

// add counts one pair of graphs.
func (s *score) add(a, b *amrline.Graph) {
	test, gold := newGraph(a, "a"), newGraph(b, "b")
	s.visited, s.joined = map[triple]bool{}, map[[2]string]bool{}
	if test.concepts[0][2] == gold.concepts[0][2] {
		s.visit(triple{"instance", "b0", gold.concepts[0][2]})
	}
	for _, t := range test.relations {
		for _, g := range gold.relations {
			if t[0] == g[0] && test.concept[t[1]] == gold.concept[g[1]] && test.concept[t[2]] == gold.concept[g[2]] {
				s.relation(test, t)
			}
		}
	}
	for _, t := range test.attributes {
		for _, g := range gold.attributes {
			if test.concept[t[1]] == gold.concept[g[1]] && t[0] == g[0] && t[2] == g[2] && !s.visited[g] {
				s.visit(g)
			}
		}
	}
	s.test += len(test.concepts) + len(test.relations) + len(test.attributes)
	s.gold += len(gold.concepts) + len(gold.relations) + len(gold.attributes)
}

// relation counts a relation of the test graph if gold has one between the same
// concepts, and then the nodes at its ends.
func (s *score) relation(test *graph, t triple) {
	target, source := triple{"instance", t[2], test.concept[t[2]]}, triple{"instance", t[1], test.concept[t[1]]}
	if !s.visited[target] && !s.visited[t] {
		s.visit(target)
		s.visit(t)
	}
	if !s.visited[source] {
		s.visit(source)
	}
	if s.visited[target] && !s.visited[t] && !s.joined[[2]string{t[1], t[2]}] {
		s.visit(t)
	}
}
