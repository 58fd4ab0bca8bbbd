package delphinedm

import (
	"strconv"
	"strings"

	"assay/internal/graph"
	"assay/treebank"
)

// convert makes of what was read what the program compares: of an MRS, an EDS
// whose index of nodes still has their old names. A sentence that the program
// cannot convert is missing.
func (sd *side) convert() {
	s := sd.s
	if s.Missing || s.MRS == nil {
		return
	}
	m := s.MRS
	for i := range m.EPs {
		if e := &m.EPs[i]; e.ARG0 < 0 && !e.Quant {
			sd.r.once("UserWarning: error in EDS conversion; skipping entry")
			sd.missing()
			return
		}
	}
	if sharesVariable(m) {
		sd.r.once("delphin-edm: nodes share a variable; the program's figures depend on PYTHONHASHSEED here, these take the last of them")
	}
	index := oldNames(s)
	names := graph.LastNames(s)
	edges := s.Edges[:0]
	for _, e := range s.Edges {
		if t, ok := index[names[e.To]]; ok {
			e.To = t
			edges = append(edges, e)
		}
	}
	s.Edges = edges
	tops := s.Tops[:0]
	for _, t := range s.Tops {
		if t, ok := index[names[t]]; ok {
			tops = append(tops, t)
		}
	}
	s.Tops = tops
}

// sharesVariable reports whether two predications, no quantifiers, have one variable.
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

// oldNames returns the node by the name that PyDelphin gives it before the names
// are made unique in the LKB's way.
func oldNames(s *treebank.Sentence) map[string]int32 {
	m := s.MRS
	number := func(v int32) string { return strings.TrimPrefix(s.Name(m.Vars[v].Name), s.Name(m.Vars[v].Sort)) }
	next := 0
	for i := range m.EPs {
		if v := m.EPs[i].ARG0; v >= 0 {
			n, _ := strconv.Atoi(number(v))
			next = max(next, n)
		}
	}
	names := map[string]int32{}
	for i := range m.EPs {
		e, id := &m.EPs[i], "_0"
		switch {
		case e.Quant && e.ARG0 >= 0:
			id = "q" + number(e.ARG0)
		case e.Quant:
			id = "q0"
		case e.ARG0 >= 0:
			id = s.Name(m.Vars[e.ARG0].Name)
		}
		if _, twice := names[id]; twice {
			id = "_" + strconv.Itoa(next)
			next++
		}
		names[id] = int32(i)
	}
	return names
}
