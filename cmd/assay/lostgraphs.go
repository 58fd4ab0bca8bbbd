package main

import (
	"fmt"
	"slices"
	"strings"

	"assay/graph/passage"
	"assay/treebank"
)

// inverse undoes the conversion that a copy went through.
func inverse(s *treebank.Sentence, as string) *treebank.Sentence {
	c := s.Clone()
	switch as {
	case "anchors":
		if passage.Words(c) != nil {
			return s
		}
	case "terminals":
		if passage.Anchor(c) != nil {
			return s
		}
	}
	return c
}

// compareGraphs notes the parts of the graph of s that its copy lacks. The names and
// the order of nodes do not count: a node is its label, its constant and its characters.
func compareGraphs(s, back *treebank.Sentence, lost *[lossKinds]bool) {
	if s.MRS != nil || back.MRS != nil || len(s.Clauses) > 0 { // structures that are rewritten as graphs
		return
	}
	raw := s.Input.Len == 0 || back.Input.Len == 0 // else blanks may differ
	a, b := describe(s, raw), describe(back, raw)
	for kind := range a {
		slices.Sort(a[kind])
		slices.Sort(b[kind])
		lost[kind] = lost[kind] || !slices.Equal(a[kind], b[kind])
	}
	lost[lossText] = s.Input.Len > 0 && s.Str(s.Input) != back.Str(back.Input)
}

// describe lists the statements of a graph by the kind of loss that one of them is.
func describe(s *treebank.Sentence, raw bool) map[int][]string {
	out := map[int][]string{}
	add := func(kind int, parts ...any) { out[kind] = append(out[kind], fmt.Sprintln(parts...)) }
	input := []rune(s.Str(s.Input))
	solid := make([]int, len(input)+1) // characters before, blanks left out
	for i, r := range input {
		solid[i+1] = solid[i]
		if !strings.ContainsRune(" \t\n\r", r) {
			solid[i+1]++
		}
	}
	span := func(from, to int32) string {
		if from < 0 || raw {
			return fmt.Sprint(from, "-", to)
		}
		at := func(c int32) int { return solid[min(int(max(c, 0)), len(input))] }
		return fmt.Sprint(at(from), "-", at(to))
	}
	anchors := make([][]string, len(s.Nodes))
	for _, a := range s.Anchors {
		anchors[a.Node] = append(anchors[a.Node], span(a.From, a.To))
	}
	name := func(i int32) string {
		n := &s.Nodes[i]
		return fmt.Sprintf("%q %q", s.Name(n.Label), s.Bytes(n.Carg))
	}
	for i := range s.Nodes {
		if n := &s.Nodes[i]; len(anchors[i]) == 0 && n.From >= 0 {
			anchors[i] = []string{span(n.From, n.To)}
		}
		slices.Sort(anchors[i])
		add(lossNodes, name(int32(i)), s.Name(s.Nodes[i].Type))
		add(lossAnchors, name(int32(i)), anchors[i])
	}
	for _, t := range s.Tops {
		add(lossTops, name(t), anchors[t])
	}
	for _, e := range s.Edges {
		from, to, label := e.From, e.To, s.Name(e.Label)
		if plain, ok := strings.CutSuffix(label, "-of"); ok { // a format may need the other direction
			from, to, label = to, from, plain
		}
		if label == "domain" { // the inverse of mod
			from, to, label = to, from, "mod"
		}
		add(lossEdges, name(from), name(to), label, s.Name(e.Post))
	}
	for _, p := range s.Props {
		add(lossProperties, name(p.Node), s.Name(p.Key), s.Name(p.Value))
	}
	for _, p := range s.EdgeProps {
		if e := &s.Edges[p.Edge]; s.Name(p.Key) == "category" { // of UCCA: one more edge
			add(lossEdges, name(e.From), name(e.To), s.Name(p.Value), "")
			continue
		}
		add(lossProperties, name(s.Edges[p.Edge].From), name(s.Edges[p.Edge].To), s.Name(p.Key), strings.ToLower(s.Name(p.Value)))
	}
	return out
}
