// Package passage turns the graphs of Universal Conceptual Cognitive Annotation from one
// of their two forms into the other: passages with terminals as nodes, as in their
// standard XML, and graphs whose units are anchored to characters of the text, as in
// the shared tasks on Meaning Representation Parsing (MRP).
package passage

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"assay/treebank"
)

// Terminal is the category of the edges that lead to terminals.
const Terminal = "Terminal"

func isTerminal(s *treebank.Sentence, n int32) bool {
	t := s.Name(s.Nodes[n].Type)
	return t == "Word" || t == "Punctuation"
}

// Anchor replaces the terminals of a passage by anchors of the units above them.
// Several categories of an edge become several edges. A unit without terminals and
// units below it is implicit, so the property of that name goes.
func Anchor(s *treebank.Sentence) error {
	to := make([]int32, len(s.Nodes)) // new numbers, -1 for terminals
	var nodes []treebank.Node
	for i := range s.Nodes {
		to[i] = -1
		if !isTerminal(s, int32(i)) {
			to[i] = int32(len(nodes))
			n := s.Nodes[i]
			n.Type, n.From, n.To = 0, -1, -1
			nodes = append(nodes, n)
		}
	}
	var anchors []treebank.Anchor
	var edges []treebank.Edge
	var props []treebank.EdgeProp
	rest := s.EdgeProps
	for i, e := range s.Edges {
		var own []treebank.EdgeProp
		for ; len(rest) > 0 && int(rest[0].Edge) == i; rest = rest[1:] {
			own = append(own, rest[0])
		}
		switch {
		case to[e.From] < 0:
			continue
		case to[e.To] < 0:
			t := &s.Nodes[e.To]
			anchors = append(anchors, treebank.Anchor{Node: to[e.From], From: t.From, To: t.To})
			continue
		}
		labels := []treebank.Symbol{e.Label}
		for _, p := range own {
			if s.Name(p.Key) == "category" {
				labels = append(labels, p.Value)
			}
		}
		for _, label := range labels {
			for _, p := range own {
				if s.Name(p.Key) != "category" {
					props = append(props, treebank.EdgeProp{Edge: int32(len(edges)), Key: p.Key, Value: s.Syms.InternString(strings.ToLower(s.Name(p.Value)))})
				}
			}
			edges = append(edges, treebank.Edge{From: to[e.From], To: to[e.To], Label: label})
		}
	}
	slices.SortFunc(anchors, func(a, b treebank.Anchor) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	s.Nodes, s.Edges, s.EdgeProps, s.Anchors = nodes, edges, props, nil
	s.Props = slices.DeleteFunc(s.Props, func(p treebank.Prop) bool { return to[p.Node] < 0 || s.Name(p.Key) == "implicit" })
	for i := range s.Props {
		s.Props[i].Node = to[s.Props[i].Node]
	}
	place(s, anchors)
	var tops []int32
	for _, t := range s.Tops {
		if to[t] >= 0 {
			tops = append(tops, to[t])
		}
	}
	s.Tops = tops
	framework(s)
	return nil
}

// place sets the anchors of nodes: one is kept in the node itself, several in the list.
func place(s *treebank.Sentence, anchors []treebank.Anchor) {
	for i := 0; i < len(anchors); {
		k := i + 1
		for k < len(anchors) && anchors[k].Node == anchors[i].Node {
			k++
		}
		n := &s.Nodes[anchors[i].Node]
		n.From = anchors[i].From
		for _, a := range anchors[i:k] {
			n.To = max(n.To, a.To)
		}
		if k > i+1 {
			s.Anchors = append(s.Anchors, anchors[i:k]...)
		}
		i = k
	}
}

// framework names the framework, as MRP requires.
func framework(s *treebank.Sentence) {
	for _, kv := range [][2]string{{"flavor", "1"}, {"framework", "ucca"}} {
		key := s.Syms.InternString(kv[0])
		if !slices.ContainsFunc(s.Attrs, func(a treebank.Attr) bool { return a.Index == -1 && a.Key == key }) {
			s.Attrs = append(s.Attrs, treebank.Attr{Index: -1, Key: key, Value: s.AddString(kv[1])})
		}
	}
}

// Words replaces the anchors of units by terminals, which follow each other with a
// blank between them. A unit that an edge of punctuation (U) leads to is one, and so
// are its terminals; a unit without terminals and units below it is implicit. Edges
// with the same ends, all remote or none, become one with several categories.
func Words(s *treebank.Sentence) error {
	for _, a := range s.Attrs {
		if name := s.Str(a.Value); a.Index == -1 && s.Name(a.Key) == "framework" && name != "ucca" {
			return fmt.Errorf("want a graph of the framework ucca, found %s", name)
		}
	}
	spans, of := anchored(s)
	input := []rune(s.Str(s.Input))
	known, remote, u := s.Syms.InternString("true"), s.Syms.InternString("remote"), s.Syms.InternString("U")
	far := make([]bool, len(s.Edges))
	for _, p := range s.EdgeProps {
		far[p.Edge] = far[p.Edge] || p.Key == remote && s.Syms.InternString(strings.ToLower(s.Name(p.Value))) == known
	}
	marks, parents := make([]bool, len(s.Nodes)), make([]bool, len(s.Nodes))
	for i, e := range s.Edges {
		marks[e.To] = marks[e.To] || e.Label == u && !far[i]
		parents[e.From] = true
	}
	b := words{s: s, shift: int32(len(spans))}
	b.terminals(spans, of, marks, input)
	b.units(of, marks, parents)
	b.edges(of, spans, far)
	return nil
}

// anchored returns the spans of all nodes, each once, in the order of the text, and
// those of each node.
func anchored(s *treebank.Sentence) (spans [][2]int32, of [][][2]int32) {
	of = make([][][2]int32, len(s.Nodes))
	for _, a := range s.Anchors {
		of[a.Node] = append(of[a.Node], [2]int32{a.From, a.To})
	}
	for i := range s.Nodes {
		if n := &s.Nodes[i]; len(of[i]) == 0 && n.From >= 0 {
			of[i] = [][2]int32{{n.From, n.To}}
		}
		spans = append(spans, of[i]...)
	}
	slices.SortFunc(spans, compare)
	return slices.Compact(spans), of
}

func compare(a, b [2]int32) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }

// words makes a passage in place.
type words struct {
	s     *treebank.Sentence
	shift int32 // number of terminals, which are the first nodes
	nodes []treebank.Node
	props []treebank.Prop
}

func (b *words) prop(node int32, key, value string) {
	b.props = append(b.props, treebank.Prop{Node: node, Key: b.s.Syms.InternString(key), Value: b.s.Syms.InternString(value)})
}

func (b *words) terminals(spans [][2]int32, of [][][2]int32, marks []bool, input []rune) {
	s := b.s
	punctuation := map[[2]int32]bool{}
	for i := range of {
		for _, span := range of[i] {
			punctuation[span] = punctuation[span] || marks[i]
		}
	}
	var text strings.Builder
	from := int32(0)
	s.Tokens = s.Tokens[:0]
	var ends [][2]int
	for i, span := range spans {
		lo, hi := min(int(max(span[0], 0)), len(input)), min(int(max(span[1], 0)), len(input))
		word := input[lo:max(lo, hi)]
		kind := "Word"
		if punctuation[span] {
			kind = "Punctuation"
		}
		n := treebank.Node{Label: s.Syms.InternString(string(word)), Type: s.Syms.InternString(kind), From: from, To: from + int32(len(word)),
			ID: s.AddString("0." + strconv.Itoa(i+1))}
		b.nodes = append(b.nodes, n)
		b.prop(int32(i), "paragraph", "1")
		b.prop(int32(i), "paragraph_position", strconv.Itoa(i+1))
		if i > 0 {
			text.WriteByte(' ')
		}
		begin := text.Len()
		text.WriteString(string(word))
		ends = append(ends, [2]int{begin, text.Len()})
		from = n.To + 1
	}
	s.Input = s.AddString(text.String())
	for i, e := range ends {
		s.Tokens = append(s.Tokens, treebank.Token{Form: treebank.Span{Off: s.Input.Off + uint32(e[0]), Len: uint32(e[1] - e[0])}, Tag: b.nodes[i].Type, Parent: -1})
	}
}

func (b *words) units(of [][][2]int32, marks, parents []bool) {
	s := b.s
	rest := s.Props
	for i := range s.Nodes {
		n := s.Nodes[i]
		kind := "FN"
		if marks[i] {
			kind = "PNCT"
		}
		n.Type, n.ID, n.From, n.To = s.Syms.InternString(kind), s.AddString("1."+strconv.Itoa(i+1)), -1, -1
		b.nodes = append(b.nodes, n)
		for ; len(rest) > 0 && int(rest[0].Node) == i; rest = rest[1:] {
			b.props = append(b.props, treebank.Prop{Node: rest[0].Node + b.shift, Key: rest[0].Key, Value: rest[0].Value})
		}
		if len(of[i]) == 0 && !parents[i] {
			b.prop(int32(i)+b.shift, "implicit", "True")
		}
	}
}

func (b *words) edges(of [][][2]int32, spans [][2]int32, far []bool) {
	s := b.s
	type key struct {
		from, to int32
		far      bool
	}
	at := map[key]int{}
	var edges []treebank.Edge
	var more [][]treebank.EdgeProp
	category, remote, yes := s.Syms.InternString("category"), s.Syms.InternString("remote"), s.Syms.InternString("True")
	rest := s.EdgeProps
	for i, e := range s.Edges {
		var own []treebank.EdgeProp
		for ; len(rest) > 0 && int(rest[0].Edge) == i; rest = rest[1:] {
			if rest[0].Key != remote {
				own = append(own, rest[0])
			}
		}
		k := key{e.From, e.To, far[i]}
		if n, ok := at[k]; ok {
			more[n] = append(more[n], treebank.EdgeProp{Key: category, Value: e.Label})
			continue
		}
		at[k] = len(edges)
		if far[i] {
			own = append(own, treebank.EdgeProp{Key: remote, Value: yes})
		}
		e.From, e.To = e.From+b.shift, e.To+b.shift
		edges, more = append(edges, e), append(more, own)
	}
	terminal := s.Syms.InternString(Terminal)
	for i := range of {
		for _, span := range of[i] {
			t, _ := slices.BinarySearchFunc(spans, span, compare)
			edges, more = append(edges, treebank.Edge{From: int32(i) + b.shift, To: int32(t), Label: terminal}), append(more, nil)
		}
	}
	s.EdgeProps = s.EdgeProps[:0]
	for i := range more {
		for _, p := range more[i] {
			p.Edge = int32(i)
			s.EdgeProps = append(s.EdgeProps, p)
		}
	}
	for i := range s.Tops {
		s.Tops[i] += b.shift
	}
	s.Nodes, s.Props, s.Edges, s.Anchors = b.nodes, b.props, edges, s.Anchors[:0]
}
