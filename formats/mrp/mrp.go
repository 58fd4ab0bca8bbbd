// Package mrp reads and writes the JSON lines of the shared tasks on Meaning
// Representation Parsing (MRP 2019 and 2020): one graph per line, with tops,
// nodes and edges. It reads graphs of any framework; graphs that are anchored to
// the text can be scored by their anchors.
//
// Also read: deprecated properties of edges, nodes and edges without a
// label, graphs without nodes, several anchors per node. A property CARG is the
// constant of its node. Anchors of edges are kept for writing; no measure uses them.
// Anchorings are not kept.
package mrp

import (
	"bufio"
	"fmt"
	"slices"
	"strconv"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is MRP.
var Format = treebank.Format{
	Name:   "mrp",
	Title:  "Meaning Representation Parsing, JSON lines",
	Source: "Oepen et al. 2020; mtool 4cee3a2 graph.py",
	Ext:    []string{".mrp"},
	Layers: treebank.Graph | treebank.Units | treebank.Frameworks,
	Keyed:  true,
	Detect: func(head []byte) bool {
		return graph.DetectJSON(head, `"framework"`) || graph.DetectJSON(head, `"tops"`)
	},
	Split: graph.SplitJSON,
	Parse: parse,
	ID:    func(text []byte) []byte { return graph.JSONName(text, "id") },
	Group: group,
	Write: write,
}

// group returns the language and the framework: a graph of each may have one id.
func group(text []byte) []byte {
	framework, language := graph.JSONName(text, "framework"), graph.JSONName(text, "language")
	if len(language) == 0 {
		return framework
	}
	return slices.Concat(language, []byte{' '}, framework)
}

// edgeAnchors is the attribute that keeps the anchors of an edge: "number from to".
const edgeAnchors = "edge-anchor"

// kept lists the members that are kept for writing.
var kept = []string{"flavor", "framework", "version", "time", "language", "provenance", "source"}

// A reader reads a graph.
type reader struct {
	c            *graph.Cursor
	b            *graph.Builder
	keys, values [][]byte // properties of a node, or attributes of an edge
	linked       int      // edges whose nodes exist
}

func parse(s *treebank.Sentence, text []byte) error { return graph.ReadObject(s, text, read) }

// read asks for members in the order in which they are usually written, and at the end for those
// that few files have.
func read(s *treebank.Sentence, c *graph.Cursor) error {
	s.Own()
	r := reader{c: c, b: graph.New(s)}
	defer r.b.Free()
	if c.At("id") {
		s.ID = s.Add(c.Scalar())
	}
	var tops [][]byte
	if c.At("tops") {
		tops = r.scalars(tops)
	}
	if c.At("nodes") {
		for range c.List() {
			r.node()
		}
	}
	if c.At("edges") {
		for range c.List() {
			r.edge()
		}
	}
	if c.At("input") {
		if input := c.String(); len(input) > 0 {
			graph.Text(s, input)
		}
	}
	for _, key := range kept {
		if c.At(key) {
			if v := c.Scalar(); len(v) > 0 {
				graph.Attr(s, key, string(v))
			}
		}
	}
	if err := c.End(); err != nil {
		return err
	}
	r.b.Link()
	for _, t := range tops {
		r.b.Top(t)
	}
	return nil
}

// node reads a node.
func (r *reader) node() {
	s := r.b.S
	n, named := r.b.Nameless(), false
	r.keys, r.values = r.keys[:0], r.values[:0]
	for key := range r.c.Object() {
		switch string(key) {
		case "id":
			r.b.Name(r.c.Scalar())
			named = true
		case "label":
			n.Label = s.Syms.Intern(r.c.Scalar())
		case "properties":
			r.keys = r.scalars(r.keys)
		case "values":
			r.values = r.scalars(r.values)
		case "anchors":
			r.anchors(n)
		}
	}
	if !named {
		r.b.Name(nil)
	}
	for i, key := range r.keys {
		if string(key) == "CARG" || string(key) == "carg" {
			n.Carg = s.Add(r.value(i))
			continue
		}
		r.b.Prop(key, r.value(i))
	}
}

// scalars appends the items of a list.
func (r *reader) scalars(list [][]byte) [][]byte {
	for range r.c.List() {
		list = append(list, r.c.Scalar())
	}
	return list
}

// value returns the value of property i, none if the list of values is too short.
func (r *reader) value(i int) []byte {
	if i < len(r.values) {
		return r.values[i]
	}
	return nil
}

// anchors reads the anchors of the last node.
func (r *reader) anchors(n *treebank.Node) {
	s := r.b.S
	first := len(s.Anchors)
	for range r.c.List() {
		from, to, ok := r.c.Ends()
		if !ok {
			continue
		}
		if n.From < 0 || from < n.From {
			n.From = from
		}
		n.To = max(n.To, to)
		s.Anchors = append(s.Anchors, treebank.Anchor{Node: int32(len(s.Nodes) - 1), From: from, To: to})
	}
	if len(s.Anchors) == first+1 {
		s.Anchors = s.Anchors[:first]
	}
}

// edge reads an edge.
func (r *reader) edge() {
	var source, target, label, normal []byte
	var anchors [][2]int32
	r.keys, r.values = r.keys[:0], r.values[:0]
	for key := range r.c.Object() {
		switch string(key) {
		case "source":
			source = r.c.Scalar()
		case "target":
			target = r.c.Scalar()
		case "label":
			label = r.c.Scalar()
		case "normal":
			normal = r.c.Scalar()
		case "attributes":
			properties := slices.Clone(r.keys)
			r.keys = append(r.scalars(r.keys[:0]), properties...)
		case "properties":
			r.keys = r.scalars(r.keys)
		case "values":
			r.values = r.scalars(r.values)
		case "anchors":
			for range r.c.List() {
				if from, to, ok := r.c.Ends(); ok {
					anchors = append(anchors, [2]int32{from, to})
				}
			}
		}
	}
	if r.b.Has(source) && r.b.Has(target) {
		for _, a := range anchors {
			graph.Attr(r.b.S, edgeAnchors, fmt.Sprint(r.linked, a[0], a[1]))
		}
		r.linked++
	}
	r.b.Edge(source, target, label, nil)
	if len(normal) > 0 {
		r.b.Normal(normal)
	}
	for i, key := range r.keys {
		r.b.EdgeProp(key, r.value(i))
	}
}

func write(w *bufio.Writer, s *treebank.Sentence) error {
	graph.EDS(s)
	b := graph.AppendString([]byte(`{"id": `), s.Str(s.ID))
	for i, key := range kept {
		value := graph.Value(s, key)
		if value == "" {
			value = [...]string{"1", "eds", "1.1", "", "", "", ""}[i]
			if len(s.Morph) > 0 && i < 2 { // a graph over words
				value = [...]string{"0", "sdp"}[i]
			}
		}
		if value == "" {
			continue
		}
		b = append(append(append(b, `, "`...), key...), `": `...)
		if _, err := strconv.ParseFloat(value, 64); err == nil && (key == "flavor" || key == "version") && value[0] >= '0' && value[0] <= '9' {
			b = append(b, plainNumber(value)...)
		} else {
			b = graph.AppendString(b, value)
		}
	}
	if s.Input.Len > 0 {
		b = graph.AppendString(append(b, `, "input": `...), s.Str(s.Input))
	}
	b = append(b, `, "tops": [`...)
	for i, t := range s.Tops {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(t), 10)
	}
	b = append(b, `], "nodes": [`...)
	for i := range s.Nodes {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNode(b, s, int32(i))
	}
	b = append(b, `], "edges": [`...)
	for i, e := range s.Edges {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, `{"source": `...), int64(e.From), 10)
		b = strconv.AppendInt(append(b, `, "target": `...), int64(e.To), 10)
		if e.Label != 0 {
			b = graph.AppendString(append(b, `, "label": `...), s.Name(e.Label))
		}
		if e.Normal != 0 {
			b = graph.AppendString(append(b, `, "normal": `...), s.Name(e.Normal))
		}
		b = append(appendEdgeAnchors(appendAttributes(b, s, int32(i)), s, i), '}')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

// appendAttributes writes the attributes of edge i, if it has any.
func appendAttributes(b []byte, s *treebank.Sentence, i int32) []byte {
	at, _ := slices.BinarySearchFunc(s.EdgeProps, i, func(p treebank.EdgeProp, i int32) int { return int(p.Edge - i) })
	keys, values := []byte(`, "attributes": [`), []byte(`], "values": [`)
	first := at
	for ; at < len(s.EdgeProps) && s.EdgeProps[at].Edge == i; at++ {
		p := &s.EdgeProps[at]
		if at > first {
			keys, values = append(keys, ", "...), append(values, ", "...)
		}
		keys = graph.AppendString(keys, s.Name(p.Key))
		if name := s.Name(p.Value); name == "true" || name == "false" {
			values = append(values, name...)
		} else {
			values = graph.AppendString(values, name)
		}
	}
	if at == first {
		return b
	}
	return append(append(append(b, keys...), values...), ']')
}

// appendEdgeAnchors writes the anchors of edge i, if it has any.
func appendEdgeAnchors(b []byte, s *treebank.Sentence, i int) []byte {
	n := 0
	for _, a := range s.Attrs {
		var edge int
		var from, to int32
		if a.Index >= 0 || s.Name(a.Key) != edgeAnchors {
			continue
		}
		if _, err := fmt.Sscan(s.Str(a.Value), &edge, &from, &to); err != nil || edge != i {
			continue
		}
		if n++; n == 1 {
			b = append(b, `, "anchors": [`...)
		} else {
			b = append(b, ", "...)
		}
		b = graph.AppendSpan(b, from, to)
	}
	if n > 0 {
		b = append(b, ']')
	}
	return b
}

// plainNumber returns value if JSON takes it as a number, else as a string.
func plainNumber(value string) []byte {
	dots := 0
	for i := range len(value) {
		switch {
		case value[i] == '.' && i > 0 && i < len(value)-1:
			dots++
		case value[i] < '0' || value[i] > '9' || i == 1 && value[0] == '0':
			return graph.AppendString(nil, value)
		}
	}
	if dots > 1 {
		return graph.AppendString(nil, value)
	}
	return []byte(value)
}

func appendNode(b []byte, s *treebank.Sentence, i int32) []byte {
	n := &s.Nodes[i]
	b = strconv.AppendInt(append(b, `{"id": `...), int64(i), 10)
	if n.Label != 0 {
		b = graph.AppendString(append(b, `, "label": `...), s.Name(n.Label))
	}
	if props := graph.Props(s, i); len(props) > 0 || n.Carg.Len > 0 {
		keys, values := []byte(`, "properties": [`), []byte(`], "values": [`)
		if n.Carg.Len > 0 {
			keys, values = append(keys, `"CARG", `...), append(graph.AppendString(values, s.Str(n.Carg)), ", "...)
		}
		for _, p := range props {
			keys = append(graph.AppendString(keys, s.Name(p.Key)), ", "...)
			values = append(graph.AppendString(values, s.Name(p.Value)), ", "...)
		}
		b = append(append(b, keys[:len(keys)-2]...), values[:len(values)-2]...)
		b = append(b, ']')
	}
	k := 0
	for _, a := range s.Anchors {
		if a.Node != i {
			continue
		}
		if k++; k == 1 {
			b = append(b, `, "anchors": [`...)
		} else {
			b = append(b, ", "...)
		}
		b = graph.AppendSpan(b, a.From, a.To)
	}
	switch {
	case k > 0:
		b = append(b, ']')
	case n.From >= 0 || n.To >= 0:
		b = append(graph.AppendSpan(append(b, `, "anchors": [`...), n.From, n.To), ']')
	}
	return append(b, '}')
}
