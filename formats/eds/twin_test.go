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
	Edges      formattest.Fields
	Lnk        *formattest.Span
	Type       string
	Properties formattest.Fields
	Carg       *formattest.Scalar
}

func plainJSON(sentence *treebank.Sentence, text []byte) error {
	var g struct {
		Identifier formattest.Scalar
		Top        *formattest.Scalar
		Surface    string
		Nodes      formattest.Fields
	}
	if err := graph.Decode(text, &g); err != nil {
		return err
	}
	sentence.Own()
	sentence.ID = sentence.AddString(string(g.Identifier))
	if g.Surface != "" {
		graph.Text(sentence, []byte(g.Surface))
	}
	builder := graph.New(sentence, text)
	defer builder.Free()
	for _, field := range g.Nodes {
		var n jsonNode
		if err := json.Unmarshal(field.Value, &n); err != nil {
			return treebank.At(text, max(0, bytes.Index(text, field.Value)), "a node", err.Error())
		}
		from, to := n.Lnk.Ends()
		node := builder.Node([]byte(field.Key), mrs.Lower([]byte(n.Label)), from, to)
		node.Type = sentence.Syms.InternString(n.Type)
		if n.Carg != nil {
			node.Carg = sentence.AddString(string(*n.Carg))
		}
		for _, p := range n.Properties {
			builder.Prop([]byte(p.Key), []byte(p.Text()))
		}
		for _, e := range n.Edges {
			builder.Edge([]byte(field.Key), []byte(e.Text()), []byte(e.Key), nil)
		}
	}
	builder.Link()
	if g.Top != nil && *g.Top != "" {
		builder.Top([]byte(*g.Top))
	} else if len(sentence.Nodes) > 0 {
		sentence.Note(&treebank.SyntaxError{Line: 1, Col: 1, Want: "a top", Found: "none"})
	}
	return nil
}

func TestTwin(t *testing.T) {
	formattest.JSONTwins(t, &JSON, plainJSON, "sem-formats", "erg-mrs107.eds.json")
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"identifier": 3, "top": "e2", "nodes": {"e2": {"label": "_rain_v_1", "edges": {"ARG1": "x3"}, "lnk": {"from": 3, "to": 9}, "type": ` +
		`"e", "properties": {"TENSE": "past"}, "carg": "\u0041"}, "x3": null}}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &JSON, plainJSON, text) })
}
