package dmrs

import (
	"bufio"
	"strings"

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

func parseJSON(s *treebank.Sentence, text []byte) error {
	var g struct {
		Identifier, Top, Index graph.Scalar
		Surface                string
		Nodes                  []struct {
			NodeID    graph.Scalar
			Predicate string
			SortInfo  graph.Fields
			Carg      *graph.Scalar
			Lnk       *graph.Span
		}
		Links []struct {
			From, To graph.Scalar
			RargName graph.Scalar
			Post     graph.Scalar
		}
	}
	if err := graph.Decode(text, &g); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(string(g.Identifier))
	if g.Surface != "" {
		graph.Text(s, g.Surface)
	}
	b, top := graph.New(s), string(g.Top)
	for _, n := range g.Nodes {
		from, to := n.Lnk.Ends()
		node := b.Node(string(n.NodeID), mrs.NormalizePredicate([]byte(n.Predicate)), from, to)
		if n.Carg != nil {
			node.Carg = s.AddString(string(*n.Carg))
		}
		for _, p := range n.SortInfo {
			if p.Key == "cvarsort" {
				node.Type = s.Syms.InternString(p.Text())
				continue
			}
			b.Prop(strings.ToUpper(p.Key), strings.ToLower(p.Text()))
		}
	}
	for _, l := range g.Links {
		if l.From == "0" && !b.Has("0") {
			if top == "" {
				top = string(l.To)
			}
			continue
		}
		b.Edge(string(l.From), string(l.To), strings.ToUpper(string(l.RargName)), strings.ToUpper(string(l.Post)))
	}
	b.Link()
	if g.Index != "" {
		graph.Attr(s, "index", string(g.Index))
	}
	setTop(b, top)
	return nil
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
