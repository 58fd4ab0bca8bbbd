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
func Isomorphic(a, b *treebank.Sentence) bool { return new(isomorphism).of(a, b) }

// An isomorphism compares one pair after another, in the same memory.
type isomorphism [2]isoGraph

func (i *isomorphism) of(a, b *treebank.Sentence) bool {
	x, y := &i[0], &i[1]
	if a.MRS != nil && b.MRS != nil {
		m, n := a.MRS, b.MRS
		if len(m.EPs) != len(n.EPs) || len(m.Vars) != len(n.Vars) ||
			len(m.HCons) != len(n.HCons) || len(m.ICons) != len(n.ICons) {
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
func identical(mrs, n *treebank.MRS) bool {
	if len(mrs.Args) != len(n.Args) || !slices.Equal(mrs.Args, n.Args) || !slices.Equal(mrs.HCons, n.HCons) ||
		!slices.Equal(mrs.ICons, n.ICons) || !slices.Equal(mrs.Props, n.Props) {
		return false
	}
	for i := range mrs.EPs {
		e, f := &mrs.EPs[i], &n.EPs[i]
		if e.Pred != f.Pred || e.Label != f.Label || e.ARG0 != f.ARG0 ||
			e.First != f.First || e.Last != f.Last || e.HasCarg != f.HasCarg {
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

// reset makes g a graph of n nodes without colours and edges.
func (g *isoGraph) reset(n int) {
	g.color, g.edges = slices.Grow(g.color[:0], n)[:n], g.edges[:0]
	clear(g.color)
}

func (g *isoGraph) fromMRS(sentence *treebank.Sentence) {
	mrs := sentence.MRS
	g.reset(len(mrs.Vars))
	owned := make([]bool, len(mrs.Vars))
	for i := range mrs.EPs {
		ep := &mrs.EPs[i]
		v := int32(len(g.color))
		if ep.ARG0 >= 0 && !ep.Quant && !owned[ep.ARG0] {
			v = ep.ARG0
			owned[v] = true
		} else {
			g.color = append(g.color, 0)
		}
		c := mix(1, uint64(ep.Pred))
		switch {
		case ep.HasCarg:
			c = mix(c, hashBytes(sentence.Bytes(ep.Carg)))
		case ep.ARG0 >= 0:
			c = mix(c, props(mrs.VarProps(ep.ARG0)))
		}
		g.color[v] = c
		if ep.Label >= 0 {
			g.edges = append(g.edges, isoEdge{ep.Label, v, 1})
		}
		for _, a := range mrs.Args[ep.First:ep.Last] {
			g.edges = append(g.edges, isoEdge{v, a.Value, 2 + uint64(a.Role)<<2})
		}
	}
	for _, h := range mrs.HCons {
		g.edges = append(g.edges, isoEdge{h.Hi, h.Lo, 3 + uint64(h.Rel)<<2})
	}
	for _, h := range mrs.ICons {
		g.edges = append(g.edges, isoEdge{h.Hi, h.Lo, 4 + uint64(h.Rel)<<2})
	}
}

func (g *isoGraph) fromNodes(sentence *treebank.Sentence) {
	g.reset(len(sentence.Nodes))
	for i := range sentence.Nodes {
		n := &sentence.Nodes[i]
		g.color[i] = mix(mix(1, uint64(n.Label)), hashBytes(sentence.Bytes(n.Carg)))
	}
	for _, p := range sentence.Props {
		g.color[p.Node] += mix(uint64(p.Key), uint64(p.Value))
	}
	for _, t := range sentence.Tops {
		g.color[t] = mix(g.color[t], 7)
	}
	for _, e := range sentence.Edges {
		g.edges = append(g.edges, isoEdge{e.From, e.To, uint64(e.Label)<<32 | uint64(e.Post)})
	}
}
