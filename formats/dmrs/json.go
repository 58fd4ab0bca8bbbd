package dmrs

import (
	"bufio"

	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// JSON is the notation in JSON: {"nodes": [...], "links": [...], "top": 10000},
// one after another or in a list. It is written one object per line.
var JSON = treebank.Format{
	Name:   "dmrs-json",
	Title:  "Dependency MRS in JSON",
	Source: "PyDelphin 1.10 delphin.codecs.dmrsjson",
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool { return graph.DetectJSON(head, `"nodeid"`) },
	Split:  graph.SplitJSON,
	Parse:  parseJSON,
	ID:     func(text []byte) []byte { return graph.JSONName(text, "identifier") },
	Write:  writeJSON,
}

func parseJSON(s *treebank.Sentence, text []byte) error { return graph.ReadObject(s, text, readJSON) }

// readJSON asks for members in the order in which they are usually written.
func readJSON(s *treebank.Sentence, c *graph.Cursor) error {
	s.Own()
	b, linked, top, index := graph.New(s), "", "", ""
	defer b.Free()
	if c.At("nodes") {
		for range c.List() {
			jsonNode(c, b)
		}
	}
	if c.At("links") {
		for range c.List() {
			if to := jsonLink(c, b); linked == "" {
				linked = to
			}
		}
	}
	if c.At("top") {
		top = string(c.Scalar())
	}
	if top == "" {
		top = linked
	}
	if c.At("index") {
		index = string(c.Scalar())
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
	if index != "" {
		graph.Attr(s, "index", index)
	}
	setTop(b, top)
	return nil
}

// jsonNode reads a node.
func jsonNode(c *graph.Cursor, b *graph.Builder) {
	s := b.S
	n, named := b.Nameless(), false
	for key := range c.Object() {
		switch string(key) {
		case "nodeid":
			b.Name(c.Scalar())
			named = true
		case "predicate":
			n.Label = s.Syms.Intern(mrs.NormalizePredicate(c.String()))
		case "lnk":
			n.From, n.To = c.Span()
		case "carg":
			n.Carg = s.Add(c.Scalar())
		case "sortinfo":
			for key := range c.Object() {
				if string(key) == "cvarsort" {
					n.Type = s.Syms.Intern(c.Any())
					continue
				}
				name := mrs.Upper(key)
				b.Prop(name, mrs.Lower(c.Any()))
			}
		}
	}
	if !named {
		b.Name(nil)
	}
}

// jsonLink reads a link. It returns the top if the link gives one, as links from 0 do.
func jsonLink(c *graph.Cursor, b *graph.Builder) (top string) {
	var from, to, role, post []byte
	for key := range c.Object() {
		switch string(key) {
		case "from":
			from = c.Scalar()
		case "to":
			to = c.Scalar()
		case "rargname":
			role = c.Scalar()
		case "post":
			post = c.Scalar()
		}
	}
	if string(from) == "0" && !b.Has(from) {
		return string(to)
	}
	b.Edge(from, to, mrs.Upper(role), mrs.Upper(post))
	return ""
}

func writeJSON(w *bufio.Writer, s *treebank.Sentence) error {
	names, undo, err := prepare(s)
	if err != nil {
		return err
	}
	defer undo()
	b := []byte(`{"nodes": [`)
	for i := range s.Nodes {
		n := &s.Nodes[i]
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, `{"nodeid": `...), names[i]...)
		b = graph.AppendString(append(b, `, "predicate": `...), s.Name(n.Label))
		if props := graph.Props(s, int32(i)); n.Type != 0 || len(props) > 0 {
			b = graph.AppendProps(append(b, `, "sortinfo": {`...), s, props)
			if n.Type != 0 && len(props) > 0 {
				b = append(b, ", "...)
			}
			if n.Type != 0 {
				b = graph.AppendString(append(b, `"cvarsort": `...), s.Name(n.Type))
			}
			b = append(b, '}')
		}
		if n.Carg.Len > 0 {
			b = graph.AppendString(append(b, `, "carg": `...), s.Str(n.Carg))
		}
		b = append(graph.AppendSpan(append(b, `, "lnk": `...), n.From, n.To), '}')
	}
	b = append(b, `], "links": [`...)
	for k, e := range s.Edges {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, `{"from": `...), names[e.From]...)
		b = append(append(b, `, "to": `...), names[e.To]...)
		b = graph.AppendString(append(b, `, "rargname": `...), s.Name(e.Label))
		b = append(graph.AppendString(append(b, `, "post": `...), s.Name(e.Post)), '}')
	}
	b = append(b, ']')
	if len(s.Tops) > 0 {
		b = append(append(b, `, "top": `...), names[s.Tops[0]]...)
	}
	if i := index(s, names); i != "" {
		b = append(append(b, `, "index": `...), i...)
	}
	if s.Input.Len > 0 {
		b = graph.AppendString(append(b, `, "surface": `...), s.Str(s.Input))
	}
	if s.ID.Len > 0 {
		b = graph.AppendString(append(b, `, "identifier": `...), s.Str(s.ID))
	}
	_, err = w.Write(append(b, "}\n"...))
	return err
}
