package eds

import (
	"bytes"
	"encoding/json"
	"testing"

	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

type jsonNode struct {
	Label      string
	Edges      graph.Fields
	Lnk        *graph.Span
	Type       string
	Properties graph.Fields
	Carg       *graph.Scalar
}

func plainJSON(s *treebank.Sentence, text []byte) error {
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
		graph.Text(s, []byte(g.Surface))
	}
	b := graph.New(s)
	defer b.Free()
	for _, f := range g.Nodes {
		var n jsonNode
		if err := json.Unmarshal(f.Value, &n); err != nil {
			return treebank.At(text, max(0, bytes.Index(text, f.Value)), "a node", err.Error())
		}
		from, to := n.Lnk.Ends()
		node := b.Node([]byte(f.Key), mrs.Lower([]byte(n.Label)), from, to)
		node.Type = s.Syms.InternString(n.Type)
		if n.Carg != nil {
			node.Carg = s.AddString(string(*n.Carg))
		}
		for _, p := range n.Properties {
			b.Prop([]byte(p.Key), []byte(p.Text()))
		}
		for _, e := range n.Edges {
			b.Edge([]byte(f.Key), []byte(e.Text()), []byte(e.Key), nil)
		}
	}
	b.Link()
	if g.Top != nil && *g.Top != "" {
		b.Top([]byte(*g.Top))
	} else if len(s.Nodes) > 0 {
		s.Note(&treebank.SyntaxError{Want: "a top", Found: "none"})
	}
	return nil
}

func TestTwin(t *testing.T) {
	formattest.JSONTwins(t, &JSON, plainJSON, "sem-formats", "erg-mrs107.eds.json")
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"identifier": 3, "top": "e2", "nodes": {"e2": {"label": "_rain_v_1", "edges": {"ARG1": "x3"}, "lnk": {"from": 3, "to": 9}, "type": "e", "properties": {"TENSE": "past"}, "carg": "\u0041"}, "x3": null}}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &JSON, plainJSON, text) })
}
