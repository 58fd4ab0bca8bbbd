package amrline

import (
	"fmt"
	"io"
	"strings"

	"assay/compat/internal/python"
	"assay/graph/matching"
)

// A Table numbers the contents of terms.
type Table map[[3]string]uint64

// Kinds of triples.
const (
	Instances uint8 = iota
	Attributes
	Relations
)

// Terms returns the triples of a graph in the form that smatch.py compares: in lower
// case, without underscores at the end. It returns only the wanted kinds.
func (t Table) Terms(graph *Graph, want func(kind uint8) bool) matching.Graph {
	out := matching.Graph{Nodes: len(graph.Names)}
	number := map[string]int32{}
	for i, name := range graph.Names {
		number[name] = int32(i)
	}
	add := func(kind uint8, role, value string, from, to int32) {
		if !want(kind) {
			return
		}
		key := [3]string{string('0' + rune(kind)), normal(role), normal(value)}
		if _, ok := t[key]; !ok {
			t[key] = uint64(len(t) + 1)
		}
		out.Terms = append(out.Terms, matching.Term{Key: t[key], Class: kind, Nodes: [3]int32{from, to, matching.None}})
	}
	for i := range graph.Names {
		add(Instances, "instance", graph.Concepts[i], int32(i), matching.None)
		for _, l := range graph.Attributes[i] {
			add(Attributes, l.Role, l.Value, int32(i), matching.None)
		}
		for _, l := range graph.Relations[i] {
			add(Relations, l.Role, "", int32(i), number[l.Value])
		}
	}
	return out
}

func normal(s string) string { return strings.TrimRight(strings.ToLower(s), "_") }

// All wants every kind of triple.
func All(uint8) bool { return true }

// Count adds up matched and given triples under the best mapping.
type Count struct{ Match, Test, Gold, Open int }

// Add adds the counts of another pair.
func (c *Count) Add(o Count) {
	*c = Count{c.Match + o.Match, c.Test + o.Test, c.Gold + o.Gold, c.Open + o.Open}
}

// Note reports whether the mappings are proven, and if they are, how the program differs. Open is that of all pairs.
func Note(stderr io.Writer, open int, difference string) {
	if open > 0 {
		fmt.Fprintf(stderr, "assay: the node mappings are not all proven: up to %d more triples may match\n", open)
		return
	}
	fmt.Fprintf(stderr, "assay: the node mappings are proven to be the best%s\n", difference)
}

// Best returns the counts of a pair under its best mapping, equal triples multiplied.
// Open is the number of further triples that a better mapping could match.
func Best(s *matching.Solver, test, gold matching.Graph) Count {
	r := s.Solve(test, gold)
	return Count{r.Lower, len(test.Terms), len(gold.Terms), r.Upper - r.Lower}
}

// Scores returns precision, recall and F1 as compute_f of smatch.py does.
func (c Count) Scores() (precision, recall, f1 float64) {
	return python.PRF(c.Match, c.Test, c.Gold)
}
