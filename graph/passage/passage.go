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
func Anchor(sentence *treebank.Sentence) error {
	to := make([]int32, len(sentence.Nodes)) // new numbers, -1 for terminals
	var nodes []treebank.Node
	for i := range sentence.Nodes {
		to[i] = -1
		if !isTerminal(sentence, int32(i)) {
			to[i] = int32(len(nodes))
			n := sentence.Nodes[i]
			n.Type, n.From, n.To = 0, -1, -1
			nodes = append(nodes, n)
		}
	}
	var anchors []treebank.Anchor
	var edges []treebank.Edge
	var props []treebank.EdgeProp
	rest := sentence.EdgeProps
	for i, edge := range sentence.Edges {
		var own []treebank.EdgeProp
		for ; len(rest) > 0 && int(rest[0].Edge) == i; rest = rest[1:] {
			own = append(own, rest[0])
		}
		switch {
		case to[edge.From] < 0:
			continue
		case to[edge.To] < 0:
			t := &sentence.Nodes[edge.To]
			anchors = append(anchors, treebank.Anchor{Node: to[edge.From], From: t.From, To: t.To})
			continue
		}
		labels := []treebank.Symbol{edge.Label}
		for _, p := range own {
			if sentence.Name(p.Key) == "category" {
				labels = append(labels, p.Value)
			}
		}
		for _, label := range labels {
			for _, p := range own {
				if sentence.Name(p.Key) != "category" {
					props = append(props, treebank.EdgeProp{Edge: int32(len(edges)), Key: p.Key,
						Value: sentence.Syms.InternString(strings.ToLower(sentence.Name(p.Value)))})
				}
			}
			edges = append(edges, treebank.Edge{From: to[edge.From], To: to[edge.To], Label: label})
		}
	}
	slices.SortFunc(anchors, func(a, b treebank.Anchor) int {
		return cmp.Or(cmp.Compare(a.Node, b.Node), cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To))
	})
	sentence.Nodes, sentence.Edges, sentence.EdgeProps, sentence.Anchors = nodes, edges, props, nil
	sentence.Props = slices.DeleteFunc(sentence.Props,
		func(p treebank.Prop) bool { return to[p.Node] < 0 || sentence.Name(p.Key) == "implicit" })
	for i := range sentence.Props {
		sentence.Props[i].Node = to[sentence.Props[i].Node]
	}
	place(sentence, anchors)
	var tops []int32
	for _, t := range sentence.Tops {
		if to[t] >= 0 {
			tops = append(tops, to[t])
		}
	}
	sentence.Tops = tops
	framework(sentence)
	return nil
}

// place sets the anchors of nodes: one is kept in the node itself, several in the list.
func place(sentence *treebank.Sentence, anchors []treebank.Anchor) {
	for i := 0; i < len(anchors); {
		k := i + 1
		for k < len(anchors) && anchors[k].Node == anchors[i].Node {
			k++
		}
		n := &sentence.Nodes[anchors[i].Node]
		n.From = anchors[i].From
		for _, a := range anchors[i:k] {
			n.To = max(n.To, a.To)
		}
		if k > i+1 {
			sentence.Anchors = append(sentence.Anchors, anchors[i:k]...)
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
func Words(sentence *treebank.Sentence) error {
	for _, a := range sentence.Attrs {
		if name := sentence.Str(a.Value); a.Index == -1 && sentence.Name(a.Key) == "framework" && name != "ucca" {
			return fmt.Errorf("want a graph of the framework ucca, found %s", name)
		}
	}
	spans, of := anchored(sentence)
	input := []rune(sentence.Str(sentence.Input))
	intern := sentence.Syms.InternString
	known, remote, u := intern("true"), intern("remote"), intern("U")
	far := make([]bool, len(sentence.Edges))
	for _, p := range sentence.EdgeProps {
		far[p.Edge] = far[p.Edge] || p.Key == remote &&
			sentence.Syms.InternString(strings.ToLower(sentence.Name(p.Value))) == known
	}
	marks, parents := make([]bool, len(sentence.Nodes)), make([]bool, len(sentence.Nodes))
	for i, e := range sentence.Edges {
		marks[e.To] = marks[e.To] || e.Label == u && !far[i]
		parents[e.From] = true
	}
	b := words{s: sentence, shift: int32(len(spans))}
	b.terminals(spans, of, marks, input)
	b.units(of, marks, parents)
	b.edges(of, spans, far)
	return nil
}

// anchored returns the spans of all nodes, each once, in the order of the text, and
// those of each node.
func anchored(sentence *treebank.Sentence) (spans [][2]int32, of [][][2]int32) {
	of = make([][][2]int32, len(sentence.Nodes))
	for _, a := range sentence.Anchors {
		of[a.Node] = append(of[a.Node], [2]int32{a.From, a.To})
	}
	for i := range sentence.Nodes {
		if n := &sentence.Nodes[i]; len(of[i]) == 0 && n.From >= 0 {
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
	b.props = append(b.props, treebank.Prop{Node: node, Key: b.s.Syms.InternString(key),
		Value: b.s.Syms.InternString(value)})
}

func (b *words) terminals(spans [][2]int32, of [][][2]int32, marks []bool, input []rune) {
	sentence := b.s
	punctuation := map[[2]int32]bool{}
	for i := range of {
		for _, span := range of[i] {
			punctuation[span] = punctuation[span] || marks[i]
		}
	}
	var text strings.Builder
	from := int32(0)
	sentence.Tokens = sentence.Tokens[:0]
	var ends [][2]int
	for i, span := range spans {
		lo, hi := min(int(max(span[0], 0)), len(input)), min(int(max(span[1], 0)), len(input))
		word := input[lo:max(lo, hi)]
		kind := "Word"
		if punctuation[span] {
			kind = "Punctuation"
		}
		node := treebank.Node{Label: sentence.Syms.InternString(string(word)), Type: sentence.Syms.InternString(kind),
			From: from, To: from + int32(len(word)),
			ID: sentence.AddString("0." + strconv.Itoa(i+1))}
		b.nodes = append(b.nodes, node)
		b.prop(int32(i), "paragraph", "1")
		b.prop(int32(i), "paragraph_position", strconv.Itoa(i+1))
		if i > 0 {
			text.WriteByte(' ')
		}
		begin := text.Len()
		text.WriteString(string(word))
		ends = append(ends, [2]int{begin, text.Len()})
		from = node.To + 1
	}
	sentence.Input = sentence.AddString(text.String())
	for i, e := range ends {
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: treebank.Span{Off: sentence.Input.Off + uint32(e[0]),
			Len: uint32(e[1] - e[0])}, Tag: b.nodes[i].Type, Parent: -1})
	}
}

func (b *words) units(of [][][2]int32, marks, parents []bool) {
	sentence := b.s
	rest := sentence.Props
	for i := range sentence.Nodes {
		node := sentence.Nodes[i]
		kind := "FN"
		if marks[i] {
			kind = "PNCT"
		}
		node.Type, node.ID = sentence.Syms.InternString(kind), sentence.AddString("1."+strconv.Itoa(i+1))
		node.From, node.To = -1, -1
		b.nodes = append(b.nodes, node)
		for ; len(rest) > 0 && int(rest[0].Node) == i; rest = rest[1:] {
			b.props = append(b.props, treebank.Prop{Node: rest[0].Node + b.shift, Key: rest[0].Key, Value: rest[0].Value})
		}
		if len(of[i]) == 0 && !parents[i] {
			b.prop(int32(i)+b.shift, "implicit", "True")
		}
	}
}

func (b *words) edges(of [][][2]int32, spans [][2]int32, far []bool) {
	sentence := b.s
	type key struct {
		from, to int32
		far      bool
	}
	at := map[key]int{}
	var edges []treebank.Edge
	var more [][]treebank.EdgeProp
	intern := sentence.Syms.InternString
	category, remote, yes := intern("category"), intern("remote"), intern("True")
	rest := sentence.EdgeProps
	for i, edge := range sentence.Edges {
		var own []treebank.EdgeProp
		for ; len(rest) > 0 && int(rest[0].Edge) == i; rest = rest[1:] {
			if rest[0].Key != remote {
				own = append(own, rest[0])
			}
		}
		k := key{edge.From, edge.To, far[i]}
		if n, ok := at[k]; ok {
			more[n] = append(more[n], treebank.EdgeProp{Key: category, Value: edge.Label})
			continue
		}
		at[k] = len(edges)
		if far[i] {
			own = append(own, treebank.EdgeProp{Key: remote, Value: yes})
		}
		edge.From, edge.To = edge.From+b.shift, edge.To+b.shift
		edges, more = append(edges, edge), append(more, own)
	}
	terminal := sentence.Syms.InternString(Terminal)
	for i := range of {
		for _, span := range of[i] {
			t, _ := slices.BinarySearchFunc(spans, span, compare)
			edges, more = append(edges, treebank.Edge{From: int32(i) + b.shift, To: int32(t), Label: terminal}), append(more,
				nil)
		}
	}
	sentence.EdgeProps = sentence.EdgeProps[:0]
	for i := range more {
		for _, p := range more[i] {
			p.Edge = int32(i)
			sentence.EdgeProps = append(sentence.EdgeProps, p)
		}
	}
	for i := range sentence.Tops {
		sentence.Tops[i] += b.shift
	}
	sentence.Nodes, sentence.Props, sentence.Edges, sentence.Anchors = b.nodes, b.props, edges, sentence.Anchors[:0]
}
