package edm

import (
	"bytes"
	"slices"

	"assay/treebank"
)

// Isomorphic reports whether two sentences have the same analysis except for the
// names of variables and the characters of predications. If both have an MRS, it
// compares these as PyDelphin's delphin.mrs.is_isomorphic does: predicates,
// constants, properties of distinguished variables, arguments, scopes and
// constraints. Otherwise it compares graphs: labels, constants, properties, edges and
// tops.
func Isomorphic(a, b *treebank.Sentence) bool {
	x, y := &isoGraph{}, &isoGraph{}
	if a.MRS != nil && b.MRS != nil {
		m, n := a.MRS, b.MRS
		if len(m.EPs) != len(n.EPs) || len(m.HCons) != len(n.HCons) || len(m.ICons) != len(n.ICons) || len(m.Vars) != len(n.Vars) {
			return false
		}
		if identical(m, n) && sameCargs(a, b) {
			return true
		}
		x.fromMRS(a)
		y.fromMRS(b)
	} else {
		if len(a.Nodes) != len(b.Nodes) || len(a.Edges) != len(b.Edges) || len(a.Tops) != len(b.Tops) {
			return false
		}
		x.fromNodes(a)
		y.fromNodes(b)
	}
	if len(x.color) != len(y.color) || len(x.edges) != len(y.edges) {
		return false
	}
	if slices.Equal(x.color, y.color) && slices.Equal(x.edges, y.edges) {
		return true
	}
	if x.summary() != y.summary() {
		return false
	}
	budget := 2000
	return newPartition(x, y).equal(&budget)
}

// summary returns a number that isomorphic graphs share: a hash of the colours of all
// nodes and of their neighbours. Nearly all other graphs have a different one.
func (g *isoGraph) summary() (sum uint64) {
	around := slices.Clone(g.color)
	for _, e := range g.edges {
		around[e.from] += mix(mix(e.label, 11), g.color[e.to])
		around[e.to] += mix(mix(e.label, 13), g.color[e.from])
	}
	for _, c := range around {
		sum += mix(c, 19)
	}
	return sum
}

// identical reports whether two MRSs are equal predication by predication; their
// variables are numbered in text order.
func identical(m, n *treebank.MRS) bool {
	if len(m.Args) != len(n.Args) || !slices.Equal(m.Args, n.Args) || !slices.Equal(m.HCons, n.HCons) ||
		!slices.Equal(m.ICons, n.ICons) || !slices.Equal(m.Props, n.Props) {
		return false
	}
	for i := range m.EPs {
		e, f := &m.EPs[i], &n.EPs[i]
		if e.Pred != f.Pred || e.Label != f.Label || e.ARG0 != f.ARG0 || e.First != f.First || e.Last != f.Last || e.HasCarg != f.HasCarg {
			return false
		}
	}
	return true
}

func sameCargs(a, b *treebank.Sentence) bool {
	for i := range a.MRS.EPs {
		if !bytes.Equal(a.Bytes(a.MRS.EPs[i].Carg), b.Bytes(b.MRS.EPs[i].Carg)) {
			return false
		}
	}
	return true
}

// An isoGraph is a directed graph with colours and labels.
type isoGraph struct {
	color []uint64
	edges []isoEdge
}

type isoEdge struct {
	from, to int32
	label    uint64
}

func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9E3779B97F4A7C15
	h ^= h >> 32
	h *= 0xD6E8FEB86659FD93
	return h ^ h>>29
}

func hashBytes(b []byte) uint64 {
	h := uint64(len(b))
	for _, c := range b {
		h = mix(h, uint64(c))
	}
	return h
}

// props hashes properties, independent of their order.
func props(list []treebank.Prop) (sum uint64) {
	for _, p := range list {
		sum += mix(uint64(p.Key), uint64(p.Value))
	}
	return sum
}

func (g *isoGraph) fromMRS(s *treebank.Sentence) {
	m := s.MRS
	g.color = make([]uint64, len(m.Vars), len(m.Vars)+len(m.EPs))
	owned := make([]bool, len(m.Vars))
	for i := range m.EPs {
		e := &m.EPs[i]
		v := int32(len(g.color))
		if e.ARG0 >= 0 && !e.Quant && !owned[e.ARG0] {
			v = e.ARG0
			owned[v] = true
		} else {
			g.color = append(g.color, 0)
		}
		c := mix(1, uint64(e.Pred))
		switch {
		case e.HasCarg:
			c = mix(c, hashBytes(s.Bytes(e.Carg)))
		case e.ARG0 >= 0:
			c = mix(c, props(m.VarProps(e.ARG0)))
		}
		g.color[v] = c
		if e.Label >= 0 {
			g.edges = append(g.edges, isoEdge{e.Label, v, 1})
		}
		for _, a := range m.Args[e.First:e.Last] {
			g.edges = append(g.edges, isoEdge{v, a.Value, 2 + uint64(a.Role)<<2})
		}
	}
	for _, h := range m.HCons {
		g.edges = append(g.edges, isoEdge{h.Hi, h.Lo, 3 + uint64(h.Rel)<<2})
	}
	for _, h := range m.ICons {
		g.edges = append(g.edges, isoEdge{h.Hi, h.Lo, 4 + uint64(h.Rel)<<2})
	}
}

func (g *isoGraph) fromNodes(s *treebank.Sentence) {
	g.color = make([]uint64, len(s.Nodes))
	for i := range s.Nodes {
		n := &s.Nodes[i]
		g.color[i] = mix(mix(1, uint64(n.Label)), hashBytes(s.Bytes(n.Carg)))
	}
	for _, p := range s.Props {
		g.color[p.Node] += mix(uint64(p.Key), uint64(p.Value))
	}
	for _, t := range s.Tops {
		g.color[t] = mix(g.color[t], 7)
	}
	for _, e := range s.Edges {
		g.edges = append(g.edges, isoEdge{e.From, e.To, uint64(e.Label)<<32 | uint64(e.Post)})
	}
}
