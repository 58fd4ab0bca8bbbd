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
	ID         formattest.Scalar
	Flavor     formattest.Scalar
	Framework  formattest.Scalar
	Version    formattest.Scalar
	Time       formattest.Scalar
	Language   formattest.Scalar
	Provenance formattest.Scalar
	Source     formattest.Scalar
	Input      string
	Tops       []formattest.Scalar
	Nodes      []struct {
		ID         formattest.Scalar
		Label      formattest.Scalar
		Properties []formattest.Scalar
		Values     []formattest.Scalar
		Anchors    []anchor
	}
	Edges []struct {
		Source, Target formattest.Scalar
		Label, Normal  formattest.Scalar
		Attributes     []formattest.Scalar
		Properties     []formattest.Scalar // name of the attributes in files before 1.1
		Values         []formattest.Scalar
		Anchors        []anchor
	}
}

func plain(sentence *treebank.Sentence, text []byte) error {
	var d document
	if err := graph.Decode(text, &d); err != nil {
		return err
	}
	sentence.Own()
	sentence.ID = sentence.AddString(string(d.ID))
	if d.Input != "" {
		graph.Text(sentence, []byte(d.Input))
	}
	builder := graph.New(sentence, text)
	defer builder.Free()
	for _, n := range d.Nodes {
		node := builder.Node([]byte(n.ID), []byte(n.Label), -1, -1)
		plainAnchors(sentence, node, n.Anchors)
		if len(n.Values) < len(n.Properties) {
			sentence.Note(&treebank.SyntaxError{Want: "a value for each property",
				Found: fmt.Sprintf("%d for the %d of node %s", len(n.Values), len(n.Properties), n.ID)})
		}
		for i, key := range n.Properties {
			value := ""
			if i < len(n.Values) {
				value = string(n.Values[i])
			}
			if key == "CARG" || key == "carg" {
				sentence.Nodes[len(sentence.Nodes)-1].Carg = sentence.AddString(value)
				continue
			}
			builder.Prop([]byte(key), []byte(value))
		}
	}
	linked := 0 // edges whose nodes exist
	for _, edge := range d.Edges {
		if builder.Has([]byte(edge.Source)) && builder.Has([]byte(edge.Target)) {
			for _, a := range edge.Anchors {
				if a.From != nil && a.To != nil {
					graph.Attr(sentence, edgeAnchors, fmt.Sprint(linked, *a.From, *a.To))
				}
			}
			linked++
		}
		builder.Edge([]byte(edge.Source), []byte(edge.Target), []byte(edge.Label), nil)
		if edge.Normal != "" {
			builder.Normal([]byte(edge.Normal))
		}
		for i, key := range append(edge.Attributes, edge.Properties...) {
			value := ""
			if i < len(edge.Values) {
				value = string(edge.Values[i])
			}
			builder.EdgeProp([]byte(key), []byte(value))
		}
	}
	for i, v := range []formattest.Scalar{d.Flavor, d.Framework, d.Version, d.Time, d.Language, d.Provenance, d.Source} {
		if v != "" || kept[i] == framework {
			graph.Attr(sentence, kept[i], string(v))
		}
	}
	builder.Link()
	for _, t := range d.Tops {
		builder.Top([]byte(t))
	}
	for i, n := range sentence.Nodes {
		found := fmt.Sprintf("%d to %d at node %s", n.From, n.To, sentence.Str(n.ID))
		if placed := n.From >= 0 || n.To >= 0; placed && n.To < n.From {
			sentence.Note(&treebank.SyntaxError{Want: "anchors that begin before they end", Found: found})
		} else if length := len([]rune(d.Input)); placed && d.Input != "" && int(sentence.Nodes[i].To) > length {
			sentence.Note(&treebank.SyntaxError{Want: fmt.Sprintf("anchors within the %d characters of the text", length), Found: found})
		}
	}
	return nil
}

// plainAnchors sets the anchors of a node.
func plainAnchors(sentence *treebank.Sentence, node *treebank.Node, list []anchor) {
	first := len(sentence.Anchors)
	for _, anchor := range list {
		if anchor.From == nil || anchor.To == nil {
			continue
		}
		if node.From < 0 || *anchor.From < node.From {
			node.From = *anchor.From
		}
		node.To = max(node.To, *anchor.To)
		sentence.Anchors = append(sentence.Anchors, treebank.Anchor{Node: int32(len(sentence.Nodes) - 1), From: *anchor.From, To: *anchor.To})
	}
	if len(sentence.Anchors) == first+1 {
		sentence.Anchors = sentence.Anchors[:first]
	}
}

func TestTwin(t *testing.T) {
	for _, name := range []string{"gold.eds.mrp", "gold.amr.mrp", "gold.psd.mrp", "gold.ucca.mrp"} {
		formattest.JSONTwins(t, &Format, plain, "sem-lpps", name)
	}
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"id": 1, "flavor": 1, "framework": "eds", "version": 1.1, "time": "2020", "language": "en", "provenance": "x", "source": "y", ` +
		`"input": "a b", "tops": [0], "nodes": [{"id": 0, "label": "a", "properties": ["CARG", "b"], "values": ["\u0041", null], "anchors": [{"from": 0, ` +
		`"to": 1}, {"from": 2}]}], "edges": [{"source": 0, "target": 0, "label": "l", "normal": "m", "properties": ["d"], "attributes": ["c"], "values": ` +
		`[true], "anchors": [{"from": 0, "to": 1}]}]}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &Format, plain, text) })
}
