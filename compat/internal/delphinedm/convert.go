package delphinedm

import (
	"strconv"
	"strings"

	"assay/internal/graph"
	"assay/treebank"
)

// convert turns the input into the structures that the program compares: an MRS
// becomes an EDS whose index of nodes still has their old names. A sentence that the
// program cannot convert is missing.
func (sd *side) convert() {
	sentence := sd.s
	if sentence.Missing {
		return
	}
	lastOfRole(sentence, sd.format.Name)
	if sentence.MRS == nil {
		return
	}
	mrs := sentence.MRS
	if !convertible(sentence) {
		sd.r.once("UserWarning: error in EDS conversion; skipping entry")
		sd.missing()
		return
	}
	if sharesVariable(mrs) {
		sd.r.once("delphin-edm: nodes share a variable; the program's figures depend on PYTHONHASHSEED here, these " +
			"take the last of them")
	}
	index := oldNames(sentence)
	names := graph.LastNames(sentence)
	edges := sentence.Edges[:0]
	for _, e := range sentence.Edges {
		if t, ok := index[names[e.To]]; ok {
			e.To = t
			edges = append(edges, e)
		}
	}
	sentence.Edges = edges
	tops := sentence.Tops[:0]
	for _, t := range sentence.Tops {
		if t, ok := index[names[t]]; ok {
			tops = append(tops, t)
		}
	}
	sentence.Tops = tops
}

// lastOfRole keeps only the last of several arguments with one role or values of one
// property, as the program stores them by name. Only the links of a DMRS are a list.
func lastOfRole(s *treebank.Sentence, format string) {
	if !strings.Contains(format, "dmr") {
		s.Edges = lastOf(s.Edges, func(e treebank.Edge) named { return named{e.From, e.Label} })
	}
	s.Props = lastOf(s.Props, func(p treebank.Prop) named { return named{p.Node, p.Key} })
}

// A named identifies an argument of a node by its role, or a property by its key.
type named struct {
	node int32
	name treebank.Symbol
}

// lastOf keeps the last element with each name.
func lastOf[T any](list []T, name func(T) named) []T {
	last := map[named]int{}
	for i, x := range list {
		last[name(x)] = i
	}
	kept := list[:0]
	for i, x := range list {
		if last[name(x)] == i {
			kept = append(kept, x)
		}
	}
	return kept
}

// convertible reports whether the program can make an EDS: all predications except
// quantifiers need a variable, all variables a sort and a number.
func convertible(sentence *treebank.Sentence) bool {
	for i := range sentence.MRS.EPs {
		if e := &sentence.MRS.EPs[i]; e.ARG0 < 0 && !e.Quant {
			return false
		}
	}
	for _, v := range sentence.MRS.Vars {
		name := sentence.Name(v.Name)
		if sort := strings.TrimRight(name, "0123456789"); sort == "" || sort == name {
			return false
		}
	}
	return true
}

// sharesVariable reports whether two predications other than quantifiers share a
// variable.
func sharesVariable(m *treebank.MRS) bool {
	seen := m.Scratch(len(m.Vars))
	for i := range m.EPs {
		if e := &m.EPs[i]; !e.Quant && e.ARG0 >= 0 {
			if seen[e.ARG0]++; seen[e.ARG0] > 1 {
				return true
			}
		}
	}
	return false
}

// oldNames returns the nodes by the names in PyDelphin before it makes them unique as
// the LKB does.
func oldNames(sentence *treebank.Sentence) map[string]int32 {
	mrs := sentence.MRS
	number := func(v int32) string {
		return strings.TrimPrefix(sentence.Name(mrs.Vars[v].Name), sentence.Name(mrs.Vars[v].Sort))
	}
	next := 0
	for i := range mrs.EPs {
		if v := mrs.EPs[i].ARG0; v >= 0 {
			n, _ := strconv.Atoi(number(v))
			next = max(next, n)
		}
	}
	names := map[string]int32{}
	for i := range mrs.EPs {
		ep, id := &mrs.EPs[i], "_0"
		switch {
		case ep.Quant && ep.ARG0 >= 0:
			id = "q" + number(ep.ARG0)
		case ep.Quant:
			id = "q0"
		case ep.ARG0 >= 0:
			id = sentence.Name(mrs.Vars[ep.ARG0].Name)
		}
		if _, twice := names[id]; twice {
			id = "_" + strconv.Itoa(next)
			next++
		}
		names[id] = int32(i)
	}
	return names
}
