package eds

import (
	"bufio"
	"bytes"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// JSON is the notation in JSON: {"top": "e2", "nodes": {"e2": {...}}}, one after
// another or in a list. It is written one object per line.
var JSON = treebank.Format{
	Name:   "eds-json",
	Title:  "Elementary Dependency Structures in JSON",
	Source: "PyDelphin 1.10 delphin.codecs.edsjson",
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool {
		return graph.DetectJSON(head, `"nodes"`, `"label"`, `"lnk"`) && !bytes.Contains(head, []byte(`"tops"`))
	},
	Split: graph.SplitJSON,
	Parse: parseJSON,
	ID:    func(text []byte) []byte { return graph.JSONName(text, "identifier") },
	Write: writeJSON,
}

func parseJSON(s *treebank.Sentence, text []byte) error { return graph.ReadObject(s, text, readJSON) }

// readJSON asks for members in the order in which they are usually written.
func readJSON(s *treebank.Sentence, c *graph.Cursor) error {
	s.Own()
	b := graph.New(s)
	defer b.Free()
	var top []byte
	if c.At("top") {
		top = c.Scalar()
	}
	if c.At("nodes") {
		for name := range c.Object() {
			node(c, b, name)
		}
	}
	if c.At("identifier") {
		s.ID = s.Add(c.Scalar())
	}
	if c.At("surface") {
		if surface := c.String(); len(surface) > 0 {
			graph.Text(s, surface)
		}
	}
	if err := c.End(); err != nil {
		return err
	}
	b.Link()
	if len(top) > 0 {
		b.Top(top)
	} else if len(s.Nodes) > 0 {
		s.Note(&treebank.SyntaxError{Want: "a top", Found: "none"})
	}
	return nil
}

// node reads a node and its edges.
func node(c *graph.Cursor, b *graph.Builder, name []byte) {
	s := b.S
	n := b.Node(name, nil, -1, -1)
	for key := range c.Object() {
		switch string(key) {
		case "label":
			n.Label = s.Syms.Intern(mrs.Lower(c.String()))
		case "lnk":
			n.From, n.To = c.Span()
		case "type":
			n.Type = s.Syms.Intern(c.String())
		case "carg":
			n.Carg = s.Add(c.Scalar())
		case "properties":
			for key := range c.Object() {
				b.Prop(key, c.Any())
			}
		case "edges":
			for role := range c.Object() {
				b.Edge(name, c.Any(), role, nil)
			}
		}
	}
}

func writeJSON(w *bufio.Writer, s *treebank.Sentence) error {
	graph.EDS(s)
	names := graph.Names(s)
	b := append([]byte(nil), '{')
	if s.ID.Len > 0 {
		b = append(graph.AppendString(append(b, `"identifier": `...), s.Str(s.ID)), ", "...)
	}
	if s.Input.Len > 0 {
		b = append(graph.AppendString(append(b, `"surface": `...), s.Str(s.Input)), ", "...)
	}
	b = append(b, `"top": `...)
	if len(s.Tops) > 0 {
		b = graph.AppendString(b, names[s.Tops[0]])
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `, "nodes": {`...)
	for i := range s.Nodes {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNode(graph.AppendString(b, names[i]), s, int32(i), names)
	}
	_, err := w.Write(append(b, "}}\n"...))
	return err
}

func appendNode(b []byte, s *treebank.Sentence, i int32, names []string) []byte {
	n := &s.Nodes[i]
	b = graph.AppendString(append(b, `: {"label": `...), s.Name(n.Label))
	b = append(b, `, "edges": {`...)
	k := 0
	for _, e := range graph.Edges(s, i) {
		if s.Name(e.Post) == "EQ" && (e.Label == 0 || s.Name(e.Label) == "MOD") {
			continue
		}
		if k++; k > 1 {
			b = append(b, ", "...)
		}
		name := s.Name(e.Label)
		if e.Post != 0 && name == "RSTR" {
			name = "BV"
		}
		b = graph.AppendString(append(graph.AppendString(b, name), ": "...), names[e.To])
	}
	b = graph.AppendSpan(append(b, `}, "lnk": `...), n.From, n.To)
	if n.Type != 0 {
		b = graph.AppendString(append(b, `, "type": `...), s.Name(n.Type))
	}
	if props := graph.Props(s, i); len(props) > 0 {
		b = append(b, `, "properties": {`...)
		b = graph.AppendProps(b, s, props)
		b = append(b, '}')
	}
	if n.Carg.Len > 0 {
		b = graph.AppendString(append(b, `, "carg": `...), s.Str(n.Carg))
	}
	return append(b, '}')
}
