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
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
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
	j := graph.JSON{B: []byte{'{'}}
	j.String("id", sentence.Str(sentence.ID))
	flavor, name := defaults(sentence)
	names := notation{sentence, amr.Notation(sentence)}
	for i, key := range kept {
		value := cmp.Or(graph.Value(sentence, key), [...]string{flavor, name, "1.1", "", "", "", ""}[i])
		if (key == "flavor" || key == "version") && isNumber(value) {
			j.Key(key, value)
		} else {
			j.Text(key, value)
		}
	}
	j.Text("input", sentence.Str(sentence.Input))
	j.Key("tops", "[")
	for _, top := range sentence.Tops {
		j.Item(strconv.Itoa(int(top)))
	}
	j.End(']')
	j.Key("nodes", "[")
	for i := range sentence.Nodes {
		writeNode(&j, names, int32(i))
	}
	j.End(']')
	j.Key("edges", "[")
	for i, edge := range sentence.Edges {
		j.Item("{")
		j.Int("source", edge.From)
		j.Int("target", edge.To)
		j.Text("label", sentence.Name(edge.Label))
		j.Text("normal", names.normal(edge))
		writeAttributes(&j, sentence, int32(i))
		writeEdgeAnchors(&j, sentence, i)
		j.End('}')
	}
	_, err := w.Write(append(j.B, "]}\n"...))
	return err
}

// writeAttributes writes the attributes of edge i, if it has any.
func writeAttributes(j *graph.JSON, sentence *treebank.Sentence, i int32) {
	at, _ := slices.BinarySearchFunc(sentence.EdgeProps, i,
		func(p treebank.EdgeProp, i int32) int { return int(p.Edge - i) })
	props := sentence.EdgeProps[at:]
	if end := slices.IndexFunc(props, func(p treebank.EdgeProp) bool { return p.Edge != i }); end >= 0 {
		props = props[:end]
	}
	if len(props) == 0 {
		return
	}
	j.Key("attributes", "[")
	for _, p := range props {
		j.Word(sentence.Name(p.Key))
	}
	j.End(']')
	j.Key("values", "[")
	for _, p := range props {
		if name := sentence.Name(p.Value); name == "true" || name == "false" {
			j.Item(name)
		} else {
			j.Word(name)
		}
	}
	j.End(']')
}

// writeEdgeAnchors writes the anchors of edge i, if it has any.
func writeEdgeAnchors(j *graph.JSON, sentence *treebank.Sentence, i int) {
	var anchors []treebank.Anchor
	for _, attr := range sentence.Attrs {
		if attr.Index >= 0 || sentence.Name(attr.Key) != edgeAnchors {
			continue
		}
		edge, a := 0, treebank.Anchor{}
		if _, err := fmt.Sscan(sentence.Str(attr.Value), &edge, &a.From, &a.To); err == nil && edge == i {
			anchors = append(anchors, a)
		}
	}
	writeAnchors(j, anchors)
}

func writeAnchors(j *graph.JSON, anchors []treebank.Anchor) {
	if len(anchors) == 0 {
		return
	}
	j.Key("anchors", "[")
	for _, a := range anchors {
		j.Span("", a.From, a.To)
	}
	j.End(']')
}

// isNumber reports whether JSON takes value as a number: digits, perhaps with a dot among them.
func isNumber(value string) bool {
	whole, part, dot := strings.Cut(value, ".")
	digits := func(text string) bool { return text != "" && strings.Trim(text, "0123456789") == "" }
	return digits(whole) && (len(whole) == 1 || whole[0] != '0') && (!dot || digits(part))
}

func writeNode(j *graph.JSON, names notation, i int32) {
	sentence := names.sentence
	node := &sentence.Nodes[i]
	j.Item("{")
	j.Int("id", i)
	if node.Label != 0 {
		j.String("label", names.constant(node.Label))
	}
	if props := graph.Props(sentence, i); len(props) > 0 || node.Carg.Len > 0 {
		j.Key("properties", "[")
		if node.Carg.Len > 0 {
			j.Word("CARG")
		}
		for _, p := range props {
			j.Word(sentence.Name(p.Key))
		}
		j.End(']')
		j.Key("values", "[")
		if node.Carg.Len > 0 {
			j.Word(sentence.Str(node.Carg))
		}
		for _, p := range props {
			j.Word(names.constant(p.Value))
		}
		j.End(']')
	}
	var anchors []treebank.Anchor
	for _, anchor := range sentence.Anchors {
		if anchor.Node == i {
			anchors = append(anchors, anchor)
		}
	}
	if len(anchors) == 0 && (node.From >= 0 || node.To >= 0) {
		anchors = []treebank.Anchor{{From: node.From, To: node.To}}
	}
	writeAnchors(j, anchors)
	j.End('}')
}
