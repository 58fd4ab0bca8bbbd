// Package ucca reads and writes the standard XML of Universal Conceptual
// Cognitive Annotation (Abend & Rappoport 2013; ucca ecf0c0d, convert.py): one
// passage per file, an element root with a layer of terminals and a layer of
// units.
//
// Terminals and units become nodes, whose type is Word, Punctuation, FN, PNCT or
// LKG. The label of a terminal is its text, and it is anchored to its characters in
// the running text, which consists of all terminals with one blank between them. The
// label of an edge is its first category; further ones are attributes category of
// the edge, remote="True" and the like are its other attributes. The tops are the
// units without parent. Attributes of the passage and its layers are kept;
// elements extra, and slot, layer and parent of categories, are not.
//
// An edge to a node that does not exist is noted and left out.
package ucca

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is the standard XML.
var Format = treebank.Format{
	Name:      "ucca",
	Title:     "Universal Conceptual Cognitive Annotation, standard XML",
	Source:    "Abend & Rappoport 2013; ucca ecf0c0d convert.py",
	Layers:    treebank.Units,
	Framework: "ucca",
	Keyed:     true,
	Alone:     true,
	Detect: func(head []byte) bool {
		return bytes.Contains(head, []byte("<root")) && bytes.Contains(head, []byte("passageID="))
	},
	Split: func(data []byte, atEOF bool, _ int32) treebank.Extent { return graph.SplitElement(data, atEOF, "root") },
	Parse: parse,
	ID:    func(text []byte) []byte { return graph.Attribute(text, "passageID") },
	Write: write,
}

type attributes struct {
	List []xml.Attr `xml:",any,attr"`
}

func (a attributes) get(key string) string {
	for _, x := range a.List {
		if x.Name.Local == key {
			return x.Value
		}
	}
	return ""
}

type edge struct {
	To         string     `xml:"toID,attr"`
	Type       string     `xml:"type,attr"`
	Attributes attributes `xml:"attributes"`
	Categories []struct {
		Tag string `xml:"tag,attr"`
	} `xml:"category"`
}

type node struct {
	ID         string     `xml:"ID,attr"`
	Type       string     `xml:"type,attr"`
	Attributes attributes `xml:"attributes"`
	Edges      []edge     `xml:"edge"`
}

type passage struct {
	XMLName    xml.Name   `xml:"root"`
	ID         string     `xml:"passageID,attr"`
	Annotation string     `xml:"annotationID,attr"`
	Attributes attributes `xml:"attributes"`
	Layers     []struct {
		ID    string `xml:"layerID,attr"`
		Nodes []node `xml:"node"`
	} `xml:"layer"`
}

func parse(sentence *treebank.Sentence, text []byte) error {
	var p passage
	d := xml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&p); err != nil {
		at := int(d.InputOffset())
		if err == io.EOF {
			return treebank.At(text, 0, "a passage", "none")
		}
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			found := syntax.Msg
			if found == "unexpected EOF" {
				found = "the end of the file inside an element: it is cut off"
			}
			return treebank.At(text, at, "well-formed XML", found)
		}
		return treebank.At(text, at, "an element root", strings.TrimPrefix(err.Error(),
			"expected element type <root> but have "))
	}
	sentence.Own()
	sentence.ID = sentence.AddString(p.ID)
	if p.Annotation != "" {
		graph.Attr(sentence, "annotationID", p.Annotation)
	}
	for _, a := range p.Attributes.List {
		graph.Attr(sentence, "passage "+a.Name.Local, a.Value)
	}
	builder := graph.New(sentence, text)
	defer builder.Free()
	terminals(sentence, &p)
	from := int32(0)
	for _, l := range p.Layers {
		for _, n := range l.Nodes {
			if l.ID == "0" {
				word := n.Attributes.get("text")
				to := from + int32(utf8.RuneCountInString(word))
				builder.Node([]byte(n.ID), []byte(word), from, to).Type = kind(builder, &n, true)
				from = to + 1
			} else {
				builder.Node([]byte(n.ID), nil, -1, -1).Type = kind(builder, &n, false)
			}
			for _, a := range n.Attributes.List {
				if a.Name.Local != "text" {
					builder.Prop([]byte(a.Name.Local), []byte(a.Value))
				}
			}
		}
	}
	edges(builder, &p)
	builder.Link()
	faults(builder)
	tops(sentence)
	return nil
}

// kind returns the type of a node. A type that its layer cannot have is noted, and
// counts as Word or FN.
func kind(builder *graph.Builder, node *node, terminal bool) treebank.Symbol {
	name := node.Type
	switch is := name == "Word" || name == "Punctuation"; {
	case terminal && !is:
		builder.NoteNode([]byte(node.ID), "a terminal of type Word or Punctuation",
			fmt.Sprintf("%s of type %q", node.ID, node.Type), "the node counts as a Word")
		name = "Word"
	case !terminal && (is || name == ""):
		builder.NoteNode([]byte(node.ID), "a unit of type FN, PNCT or LKG",
			fmt.Sprintf("%s of type %q", node.ID, node.Type), "the node counts as a unit FN")
		name = "FN"
	}
	return builder.S.Syms.InternString(name)
}

// terminals adds the words and the running text.
func terminals(sentence *treebank.Sentence, p *passage) {
	var input []byte
	var ends [][2]int
	var types []string
	for _, l := range p.Layers {
		if l.ID != "0" {
			continue
		}
		for _, n := range l.Nodes {
			if len(ends) > 0 {
				input = append(input, ' ')
			}
			from := len(input)
			input = append(input, n.Attributes.get("text")...)
			ends, types = append(ends, [2]int{from, len(input)}), append(types, n.Type)
		}
	}
	sentence.Input = sentence.Add(input)
	for i, e := range ends {
		form := treebank.Span{Off: sentence.Input.Off + uint32(e[0]), Len: uint32(e[1] - e[0])}
		sentence.Tokens = append(sentence.Tokens, treebank.Token{Form: form,
			Tag: sentence.Syms.InternString(types[i]), Parent: -1})
	}
}

func edges(builder *graph.Builder, p *passage) {
	for _, l := range p.Layers {
		for _, n := range l.Nodes {
			for _, edge := range n.Edges {
				label := edge.Type
				if len(edge.Categories) > 0 {
					label = edge.Categories[0].Tag
				}
				if label == "" {
					builder.NoteNode([]byte(n.ID), "a category for each edge",
						"an edge from "+n.ID+" to "+edge.To+" without one", "the edge counts without a category")
				}
				builder.Edge([]byte(n.ID), []byte(edge.To), []byte(label), nil)
				for i := 1; i < len(edge.Categories); i++ {
					builder.EdgeProp([]byte("category"), []byte(edge.Categories[i].Tag))
				}
				for _, a := range edge.Attributes.List {
					builder.EdgeProp([]byte(a.Name.Local), []byte(a.Value))
				}
			}
		}
	}
}

// tops makes the units without parent the tops.
func tops(sentence *treebank.Sentence) {
	child := make([]bool, len(sentence.Nodes))
	for _, e := range sentence.Edges {
		child[e.To] = true
	}
	for i := range sentence.Nodes {
		if !child[i] && !isTerminal(sentence, int32(i)) {
			sentence.Tops = append(sentence.Tops, int32(i))
		}
	}
}

func isTerminal(s *treebank.Sentence, n int32) bool {
	t := s.Name(s.Nodes[n].Type)
	return t == "Word" || t == "Punctuation"
}

type writer struct {
	*bufio.Writer
	s     *treebank.Sentence
	names []string
}

func (w *writer) attr(key, value string) {
	w.WriteString(" " + key + `="`)
	xml.EscapeText(w, []byte(value))
	w.WriteByte('"')
}

func write(out *bufio.Writer, sentence *treebank.Sentence) error {
	w := writer{out, sentence, graph.Names(sentence)}
	for i := range sentence.Nodes {
		if sentence.Nodes[i].Type == 0 {
			return fmt.Errorf("want nodes that are terminals or units, found %q, which is neither",
				sentence.Name(sentence.Nodes[i].Label))
		}
	}
	w.WriteString("<root")
	w.attr("annotationID", graph.Value(sentence, "annotationID"))
	w.attr("passageID", sentence.Str(sentence.ID))
	w.WriteString(">\n  <attributes")
	for _, a := range sentence.Attrs {
		if key, ok := strings.CutPrefix(sentence.Name(a.Key), "passage "); ok && a.Index == -1 {
			w.attr(key, sentence.Str(a.Value))
		}
	}
	w.WriteString(" />\n")
	for layer, terminal := range []bool{true, false} {
		fmt.Fprintf(w, "  <layer layerID=\"%d\">\n    <attributes />\n", layer)
		for i := range sentence.Nodes {
			if isTerminal(sentence, int32(i)) == terminal {
				w.node(int32(i))
			}
		}
		w.WriteString("  </layer>\n")
	}
	_, err := w.WriteString("</root>\n")
	return err
}

func (w *writer) node(i int32) {
	sentence := w.s
	w.WriteString("    <node")
	w.attr("ID", w.names[i])
	w.attr("type", sentence.Name(sentence.Nodes[i].Type))
	w.WriteString(">\n      <attributes")
	for _, p := range graph.Props(sentence, i) {
		w.attr(sentence.Name(p.Key), sentence.Name(p.Value))
	}
	if isTerminal(sentence, i) {
		w.attr("text", sentence.Name(sentence.Nodes[i].Label))
	}
	w.WriteString(" />\n")
	for k := range sentence.Edges {
		if sentence.Edges[k].From == i {
			w.edge(int32(k))
		}
	}
	w.WriteString("    </node>\n")
}

func (w *writer) edge(k int32) {
	sentence := w.s
	e := &sentence.Edges[k]
	w.WriteString("      <edge")
	w.attr("toID", w.names[e.To])
	w.attr("type", sentence.Name(e.Label))
	w.WriteString(">\n        <attributes")
	tags := []string{sentence.Name(e.Label)}
	for _, edgeProp := range sentence.EdgeProps {
		switch {
		case edgeProp.Edge != k:
		case sentence.Name(edgeProp.Key) == "category":
			tags = append(tags, sentence.Name(edgeProp.Value))
		default:
			w.attr(sentence.Name(edgeProp.Key), sentence.Name(edgeProp.Value))
		}
	}
	w.WriteString(" />\n")
	for _, t := range tags {
		w.WriteString("        <category")
		w.attr("tag", t)
		w.WriteString(" />\n")
	}
	w.WriteString("      </edge>\n")
}
