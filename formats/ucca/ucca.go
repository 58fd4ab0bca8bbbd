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
	"strings"
	"unicode/utf8"

	"assay/internal/graph"
	"assay/treebank"
)

// Format is the standard XML.
var Format = treebank.Format{
	Name:   "ucca",
	Title:  "Universal Conceptual Cognitive Annotation, standard XML",
	Source: "Abend & Rappoport 2013; ucca ecf0c0d convert.py",
	Layers: treebank.Units,
	Keyed:  true,
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
	ID         string     `xml:"passageID,attr"`
	Annotation string     `xml:"annotationID,attr"`
	Attributes attributes `xml:"attributes"`
	Layers     []struct {
		ID    string `xml:"layerID,attr"`
		Nodes []node `xml:"node"`
	} `xml:"layer"`
}

func parse(s *treebank.Sentence, text []byte) error {
	var p passage
	d := xml.NewDecoder(bytes.NewReader(text))
	if err := d.Decode(&p); err != nil {
		at := int(d.InputOffset())
		var syntax *xml.SyntaxError
		if errors.As(err, &syntax) {
			return treebank.At(text, at, "well-formed XML", syntax.Msg)
		}
		return treebank.At(text, at, "a passage", err.Error())
	}
	s.Own()
	s.ID = s.AddString(p.ID)
	if p.Annotation != "" {
		graph.Attr(s, "annotationID", p.Annotation)
	}
	for _, a := range p.Attributes.List {
		graph.Attr(s, "passage "+a.Name.Local, a.Value)
	}
	b := graph.New(s)
	defer b.Free()
	terminals(s, &p)
	from := int32(0)
	for _, l := range p.Layers {
		for _, n := range l.Nodes {
			if l.ID == "0" {
				word := n.Attributes.get("text")
				to := from + int32(utf8.RuneCountInString(word))
				b.Node([]byte(n.ID), []byte(word), from, to).Type = kind(s, &n, true)
				from = to + 1
			} else {
				b.Node([]byte(n.ID), nil, -1, -1).Type = kind(s, &n, false)
			}
			for _, a := range n.Attributes.List {
				if a.Name.Local != "text" {
					b.Prop([]byte(a.Name.Local), []byte(a.Value))
				}
			}
		}
	}
	edges(b, &p)
	b.Link()
	tops(s)
	return nil
}

// kind returns the type of a node. A type that its layer cannot have is noted, and
// counts as Word or FN.
func kind(s *treebank.Sentence, n *node, terminal bool) treebank.Symbol {
	name := n.Type
	switch is := name == "Word" || name == "Punctuation"; {
	case terminal && !is:
		s.Note(&treebank.SyntaxError{Want: "a terminal of type Word or Punctuation", Found: fmt.Sprintf("%s of type %q", n.ID, n.Type)})
		name = "Word"
	case !terminal && (is || name == ""):
		s.Note(&treebank.SyntaxError{Want: "a unit of type FN, PNCT or LKG", Found: fmt.Sprintf("%s of type %q", n.ID, n.Type)})
		name = "FN"
	}
	return s.Syms.InternString(name)
}

// terminals adds the words and the running text.
func terminals(s *treebank.Sentence, p *passage) {
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
	s.Input = s.Add(input)
	for i, e := range ends {
		form := treebank.Span{Off: s.Input.Off + uint32(e[0]), Len: uint32(e[1] - e[0])}
		s.Tokens = append(s.Tokens, treebank.Token{Form: form, Tag: s.Syms.InternString(types[i]), Parent: -1})
	}
}

func edges(b *graph.Builder, p *passage) {
	for _, l := range p.Layers {
		for _, n := range l.Nodes {
			for _, e := range n.Edges {
				label := e.Type
				if len(e.Categories) > 0 {
					label = e.Categories[0].Tag
				}
				b.Edge([]byte(n.ID), []byte(e.To), []byte(label), nil)
				for i := 1; i < len(e.Categories); i++ {
					b.EdgeProp([]byte("category"), []byte(e.Categories[i].Tag))
				}
				for _, a := range e.Attributes.List {
					b.EdgeProp([]byte(a.Name.Local), []byte(a.Value))
				}
			}
		}
	}
}

// tops makes the units without parent the tops.
func tops(s *treebank.Sentence) {
	child := make([]bool, len(s.Nodes))
	for _, e := range s.Edges {
		child[e.To] = true
	}
	for i := range s.Nodes {
		if !child[i] && !isTerminal(s, int32(i)) {
			s.Tops = append(s.Tops, int32(i))
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

func write(out *bufio.Writer, s *treebank.Sentence) error {
	w := writer{out, s, graph.Names(s)}
	for i := range s.Nodes {
		if s.Nodes[i].Type == 0 {
			return fmt.Errorf("want nodes that are terminals or units, found %q, which is neither", s.Name(s.Nodes[i].Label))
		}
	}
	w.WriteString("<root")
	w.attr("annotationID", graph.Value(s, "annotationID"))
	w.attr("passageID", s.Str(s.ID))
	w.WriteString(">\n  <attributes")
	for _, a := range s.Attrs {
		if key, ok := strings.CutPrefix(s.Name(a.Key), "passage "); ok && a.Index == -1 {
			w.attr(key, s.Str(a.Value))
		}
	}
	w.WriteString(" />\n")
	for layer, terminal := range []bool{true, false} {
		fmt.Fprintf(w, "  <layer layerID=\"%d\">\n    <attributes />\n", layer)
		for i := range s.Nodes {
			if isTerminal(s, int32(i)) == terminal {
				w.node(int32(i))
			}
		}
		w.WriteString("  </layer>\n")
	}
	_, err := w.WriteString("</root>\n")
	return err
}

func (w *writer) node(i int32) {
	s := w.s
	w.WriteString("    <node")
	w.attr("ID", w.names[i])
	w.attr("type", s.Name(s.Nodes[i].Type))
	w.WriteString(">\n      <attributes")
	for _, p := range graph.Props(s, i) {
		w.attr(s.Name(p.Key), s.Name(p.Value))
	}
	if isTerminal(s, i) {
		w.attr("text", s.Name(s.Nodes[i].Label))
	}
	w.WriteString(" />\n")
	for k := range s.Edges {
		if s.Edges[k].From == i {
			w.edge(int32(k))
		}
	}
	w.WriteString("    </node>\n")
}

func (w *writer) edge(k int32) {
	s := w.s
	e := &s.Edges[k]
	w.WriteString("      <edge")
	w.attr("toID", w.names[e.To])
	w.attr("type", s.Name(e.Label))
	w.WriteString(">\n        <attributes")
	tags := []string{s.Name(e.Label)}
	for _, p := range s.EdgeProps {
		switch {
		case p.Edge != k:
		case s.Name(p.Key) == "category":
			tags = append(tags, s.Name(p.Value))
		default:
			w.attr(s.Name(p.Key), s.Name(p.Value))
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
