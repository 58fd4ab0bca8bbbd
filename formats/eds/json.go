package eds

import (
	"bufio"
	"bytes"
	"encoding/json"

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

type jsonNode struct {
	Label      string
	Edges      graph.Fields
	Lnk        *graph.Span
	Type       string
	Properties graph.Fields
	Carg       *graph.Scalar
}

func parseJSON(s *treebank.Sentence, text []byte) error {
	var g struct {
		Identifier graph.Scalar
		Top        *graph.Scalar
		Surface    string
		Nodes      graph.Fields
	}
	if err := graph.Decode(text, &g); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(string(g.Identifier))
	if g.Surface != "" {
		graph.Text(s, g.Surface)
	}
	b := graph.New(s)
	for _, f := range g.Nodes {
		var n jsonNode
		if err := json.Unmarshal(f.Value, &n); err != nil {
			return treebank.At(text, max(0, bytes.Index(text, f.Value)), "a node", err.Error())
		}
		from, to := n.Lnk.Ends()
		node := b.Node(f.Key, mrs.Lower([]byte(n.Label)), from, to)
		node.Type = s.Syms.InternString(n.Type)
		if n.Carg != nil {
			node.Carg = s.AddString(string(*n.Carg))
		}
		for _, p := range n.Properties {
			b.Prop(p.Key, p.Text())
		}
		for _, e := range n.Edges {
			b.Edge(f.Key, e.Text(), e.Key, "")
		}
	}
	b.Link()
	if g.Top != nil && *g.Top != "" {
		b.Top(string(*g.Top))
	} else if len(s.Nodes) > 0 {
		s.Note(&treebank.SyntaxError{Want: "a top", Found: "none"})
	}
	return nil
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
