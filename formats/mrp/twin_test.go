package mrp

import (
	"fmt"
	"testing"

	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

type anchor struct{ From, To *int32 }

type document struct {
	ID         graph.Scalar
	Flavor     graph.Scalar
	Framework  graph.Scalar
	Version    graph.Scalar
	Time       graph.Scalar
	Language   graph.Scalar
	Provenance graph.Scalar
	Source     graph.Scalar
	Input      string
	Tops       []graph.Scalar
	Nodes      []struct {
		ID         graph.Scalar
		Label      graph.Scalar
		Properties []graph.Scalar
		Values     []graph.Scalar
		Anchors    []anchor
	}
	Edges []struct {
		Source, Target graph.Scalar
		Label, Normal  graph.Scalar
		Attributes     []graph.Scalar
		Properties     []graph.Scalar // name of the attributes in files before 1.1
		Values         []graph.Scalar
		Anchors        []anchor
	}
}

func plain(s *treebank.Sentence, text []byte) error {
	var d document
	if err := graph.Decode(text, &d); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(string(d.ID))
	if d.Input != "" {
		graph.Text(s, []byte(d.Input))
	}
	b := graph.New(s)
	defer b.Free()
	for _, n := range d.Nodes {
		node := b.Node([]byte(n.ID), []byte(n.Label), -1, -1)
		plainAnchors(s, node, n.Anchors)
		for i, key := range n.Properties {
			value := ""
			if i < len(n.Values) {
				value = string(n.Values[i])
			}
			if key == "CARG" || key == "carg" {
				s.Nodes[len(s.Nodes)-1].Carg = s.AddString(value)
				continue
			}
			b.Prop([]byte(key), []byte(value))
		}
	}
	linked := 0 // edges whose nodes exist
	for _, e := range d.Edges {
		if b.Has([]byte(e.Source)) && b.Has([]byte(e.Target)) {
			for _, a := range e.Anchors {
				if a.From != nil && a.To != nil {
					graph.Attr(s, edgeAnchors, fmt.Sprint(linked, *a.From, *a.To))
				}
			}
			linked++
		}
		b.Edge([]byte(e.Source), []byte(e.Target), []byte(e.Label), nil)
		if e.Normal != "" {
			b.Normal([]byte(e.Normal))
		}
		for i, key := range append(e.Attributes, e.Properties...) {
			value := ""
			if i < len(e.Values) {
				value = string(e.Values[i])
			}
			b.EdgeProp([]byte(key), []byte(value))
		}
	}
	for i, v := range []graph.Scalar{d.Flavor, d.Framework, d.Version, d.Time, d.Language, d.Provenance, d.Source} {
		if v != "" {
			graph.Attr(s, kept[i], string(v))
		}
	}
	b.Link()
	for _, t := range d.Tops {
		b.Top([]byte(t))
	}
	return nil
}

// plainAnchors sets the anchors of a node.
func plainAnchors(s *treebank.Sentence, n *treebank.Node, list []anchor) {
	first := len(s.Anchors)
	for _, a := range list {
		if a.From == nil || a.To == nil {
			continue
		}
		if n.From < 0 || *a.From < n.From {
			n.From = *a.From
		}
		n.To = max(n.To, *a.To)
		s.Anchors = append(s.Anchors, treebank.Anchor{Node: int32(len(s.Nodes) - 1), From: *a.From, To: *a.To})
	}
	if len(s.Anchors) == first+1 {
		s.Anchors = s.Anchors[:first]
	}
}

func TestTwin(t *testing.T) {
	for _, name := range []string{"gold.eds.mrp", "gold.amr.mrp", "gold.psd.mrp", "gold.ucca.mrp"} {
		formattest.JSONTwins(t, &Format, plain, "sem-lpps", name)
	}
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"id": 1, "flavor": 1, "framework": "eds", "version": 1.1, "time": "2020", "language": "en", "provenance": "x", "source": "y", "input": "a b", "tops": [0], "nodes": [{"id": 0, "label": "a", "properties": ["CARG", "b"], "values": ["\u0041", null], "anchors": [{"from": 0, "to": 1}, {"from": 2}]}], "edges": [{"source": 0, "target": 0, "label": "l", "normal": "m", "properties": ["d"], "attributes": ["c"], "values": [true], "anchors": [{"from": 0, "to": 1}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &Format, plain, text) })
}
