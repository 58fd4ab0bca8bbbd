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
	"unicode/utf8"

	"assay/graph/amr"
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
var kept = []string{"flavor", framework, "version", "time", "language", "provenance", "source"}

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
func read(sentence *treebank.Sentence, cursor *graph.Cursor) error {
	sentence.Own()
	r := reader{c: cursor, b: graph.New(sentence, cursor.Text())}
	defer r.b.Free()
	if cursor.At("id") {
		sentence.ID = sentence.Add(cursor.Scalar())
	}
	var tops [][]byte
	if cursor.At("tops") {
		tops = r.scalars(tops)
	}
	if cursor.At("nodes") {
		for range cursor.List() {
			r.node()
		}
	}
	if cursor.At("edges") {
		for range cursor.List() {
			r.edge()
		}
	}
	if cursor.At("input") {
		if input := cursor.String(); len(input) > 0 {
			graph.Text(sentence, input)
		}
	}
	for _, key := range kept {
		if cursor.At(key) {
			if v := cursor.Scalar(); len(v) > 0 {
				graph.Attr(sentence, key, string(v))
				continue
			}
		}
		if key == framework { // the writer names none either
			graph.Attr(sentence, framework, "")
		}
	}
	if err := cursor.End(); err != nil {
		return err
	}
	r.b.Link()
	for _, t := range tops {
		r.b.Top(t)
	}
	r.places()
	return nil
}

// places notes anchors that are no part of the text.
func (r *reader) places() {
	sentence := r.b.S
	length := int32(utf8.RuneCount(sentence.Bytes(sentence.Input)))
	for i := range sentence.Nodes {
		n := &sentence.Nodes[i]
		want := ""
		switch {
		case n.From < 0 && n.To < 0:
		case n.From > n.To:
			want = "anchors that begin before they end"
		case length > 0 && n.To > length:
			want = fmt.Sprintf("anchors within the %d characters of the text", length)
		}
		if want != "" {
			r.b.NoteNode(sentence.Bytes(n.ID), want, fmt.Sprintf("%d to %d at node %s", n.From, n.To, sentence.Str(n.ID)),
				"the anchors are compared as they are")
		}
	}
}

// node reads a node.
func (r *reader) node() {
	sentence := r.b.S
	node, named := r.b.Nameless(), false
	r.keys, r.values = r.keys[:0], r.values[:0]
	for key := range r.c.Object() {
		switch string(key) {
		case "id":
			r.b.Name(r.c.Scalar())
			named = true
		case "label":
			node.Label = sentence.Syms.Intern(r.c.Scalar())
		case "properties":
			r.keys = r.scalars(r.keys)
		case "values":
			r.values = r.scalars(r.values)
		case "anchors":
			r.anchors(node)
		}
	}
	if !named {
		r.b.Name(nil)
	}
	if n, m := len(r.keys), len(r.values); n > m {
		r.b.NoteNode(sentence.Bytes(node.ID), "a value for each property",
			fmt.Sprintf("%d for the %d of node %s", m, n, sentence.Str(node.ID)),
			"properties without a value count with an empty one")
	}
	for i, key := range r.keys {
		if string(key) == "CARG" || string(key) == "carg" {
			node.Carg = sentence.Add(r.value(i))
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
func (r *reader) anchors(node *treebank.Node) {
	sentence := r.b.S
	first := len(sentence.Anchors)
	for range r.c.List() {
		from, to, ok := r.c.Ends()
		if !ok {
			continue
		}
		if node.From < 0 || from < node.From {
			node.From = from
		}
		node.To = max(node.To, to)
		sentence.Anchors = append(sentence.Anchors, treebank.Anchor{Node: int32(len(sentence.Nodes) - 1), From: from, To: to})
	}
	if len(sentence.Anchors) == first+1 {
		sentence.Anchors = sentence.Anchors[:first]
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

func write(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	b := graph.AppendString([]byte(`{"id": `), sentence.Str(sentence.ID))
	flavor, name := defaults(sentence)
	names := notation{sentence, amr.Notation(sentence)}
	for i, key := range kept {
		value := graph.Value(sentence, key)
		if value == "" {
			value = [...]string{flavor, name, "1.1", "", "", "", ""}[i]
		}
		if value == "" {
			continue
		}
		b = append(append(append(b, `, "`...), key...), `": `...)
		if _, err := strconv.ParseFloat(value, 64); err == nil && (key == "flavor" || key == "version") &&
			value[0] >= '0' && value[0] <= '9' {
			b = append(b, plainNumber(value)...)
		} else {
			b = graph.AppendString(b, value)
		}
	}
	if sentence.Input.Len > 0 {
		b = graph.AppendString(append(b, `, "input": `...), sentence.Str(sentence.Input))
	}
	b = append(b, `, "tops": [`...)
	for i, t := range sentence.Tops {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(b, int64(t), 10)
	}
	b = append(b, `], "nodes": [`...)
	for i := range sentence.Nodes {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNode(b, names, int32(i))
	}
	b = append(b, `], "edges": [`...)
	for i, edge := range sentence.Edges {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, `{"source": `...), int64(edge.From), 10)
		b = strconv.AppendInt(append(b, `, "target": `...), int64(edge.To), 10)
		if edge.Label != 0 {
			b = graph.AppendString(append(b, `, "label": `...), sentence.Name(edge.Label))
		}
		if inner := names.normal(edge); inner != "" {
			b = graph.AppendString(append(b, `, "normal": `...), inner)
		}
		b = append(appendEdgeAnchors(appendAttributes(b, sentence, int32(i)), sentence, i), '}')
	}
	_, err := w.Write(append(b, "]}\n"...))
	return err
}

// appendAttributes writes the attributes of edge i, if it has any.
func appendAttributes(dst []byte, sentence *treebank.Sentence, i int32) []byte {
	at, _ := slices.BinarySearchFunc(sentence.EdgeProps, i,
		func(p treebank.EdgeProp, i int32) int { return int(p.Edge - i) })
	keys, values := []byte(`, "attributes": [`), []byte(`], "values": [`)
	first := at
	for ; at < len(sentence.EdgeProps) && sentence.EdgeProps[at].Edge == i; at++ {
		p := &sentence.EdgeProps[at]
		if at > first {
			keys, values = append(keys, ", "...), append(values, ", "...)
		}
		keys = graph.AppendString(keys, sentence.Name(p.Key))
		if name := sentence.Name(p.Value); name == "true" || name == "false" {
			values = append(values, name...)
		} else {
			values = graph.AppendString(values, name)
		}
	}
	if at == first {
		return dst
	}
	return append(append(append(dst, keys...), values...), ']')
}

// appendEdgeAnchors writes the anchors of edge i, if it has any.
func appendEdgeAnchors(dst []byte, sentence *treebank.Sentence, i int) []byte {
	n := 0
	for _, attr := range sentence.Attrs {
		var edge int
		var from, to int32
		if attr.Index >= 0 || sentence.Name(attr.Key) != edgeAnchors {
			continue
		}
		if _, err := fmt.Sscan(sentence.Str(attr.Value), &edge, &from, &to); err != nil || edge != i {
			continue
		}
		if n++; n == 1 {
			dst = append(dst, `, "anchors": [`...)
		} else {
			dst = append(dst, ", "...)
		}
		dst = graph.AppendSpan(dst, from, to)
	}
	if n > 0 {
		dst = append(dst, ']')
	}
	return dst
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

func appendNode(dst []byte, names notation, i int32) []byte {
	sentence := names.sentence
	node := &sentence.Nodes[i]
	dst = strconv.AppendInt(append(dst, `{"id": `...), int64(i), 10)
	if node.Label != 0 {
		dst = graph.AppendString(append(dst, `, "label": `...), names.constant(node.Label))
	}
	if props := graph.Props(sentence, i); len(props) > 0 || node.Carg.Len > 0 {
		keys, values := []byte(`, "properties": [`), []byte(`], "values": [`)
		if node.Carg.Len > 0 {
			keys, values = append(keys, `"CARG", `...), append(graph.AppendString(values, sentence.Str(node.Carg)), ", "...)
		}
		for _, p := range props {
			keys = append(graph.AppendString(keys, sentence.Name(p.Key)), ", "...)
			values = append(graph.AppendString(values, names.constant(p.Value)), ", "...)
		}
		dst = append(append(dst, keys[:len(keys)-2]...), values[:len(values)-2]...)
		dst = append(dst, ']')
	}
	k := 0
	for _, anchor := range sentence.Anchors {
		if anchor.Node != i {
			continue
		}
		if k++; k == 1 {
			dst = append(dst, `, "anchors": [`...)
		} else {
			dst = append(dst, ", "...)
		}
		dst = graph.AppendSpan(dst, anchor.From, anchor.To)
	}
	switch {
	case k > 0:
		dst = append(dst, ']')
	case node.From >= 0 || node.To >= 0:
		dst = append(graph.AppendSpan(append(dst, `, "anchors": [`...), node.From, node.To), ']')
	}
	return append(dst, '}')
}
