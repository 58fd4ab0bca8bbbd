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
	Name:      "eds-json",
	Title:     "Elementary Dependency Structures in JSON",
	Source:    "PyDelphin 1.10 delphin.codecs.edsjson",
	Layers:    treebank.Graph,
	Framework: "eds",
	Keyed:     true,
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
func readJSON(sentence *treebank.Sentence, cursor *graph.Cursor) error {
	sentence.Own()
	builder := graph.New(sentence, cursor.Text())
	defer builder.Free()
	var top []byte
	if cursor.At("top") {
		top = cursor.Scalar()
	}
	if cursor.At("nodes") {
		for name := range cursor.Object() {
			node(cursor, builder, name)
		}
	}
	cursor.Names(sentence)
	if err := cursor.End(); err != nil {
		return err
	}
	builder.Finish(top)
	return nil
}

// node reads a node and its edges.
func node(cursor *graph.Cursor, builder *graph.Builder, name []byte) {
	sentence := builder.S
	n := builder.Node(name, nil, -1, -1)
	for key := range cursor.Object() {
		switch string(key) {
		case "label":
			n.Label = sentence.Syms.Intern(mrs.Lower(cursor.String()))
		case "lnk":
			n.From, n.To = cursor.Span()
		case "type":
			n.Type = sentence.Syms.Intern(cursor.String())
		case "carg":
			n.Carg = sentence.Add(cursor.Scalar())
		case "properties":
			for key := range cursor.Object() {
				builder.Prop(key, cursor.Any())
			}
		case "edges":
			for role := range cursor.Object() {
				builder.Edge(name, cursor.Any(), role, nil)
			}
		}
	}
}

func writeJSON(w *bufio.Writer, sentence *treebank.Sentence) error {
	graph.EDS(sentence)
	names := graph.Names(sentence)
	j := graph.JSON{B: []byte{'{'}}
	j.Text("identifier", sentence.Str(sentence.ID))
	j.Text("surface", sentence.Str(sentence.Input))
	if len(sentence.Tops) > 0 {
		j.String("top", names[sentence.Tops[0]])
	} else {
		j.Key("top", "null")
	}
	j.Key("nodes", "{")
	for i := range sentence.Nodes {
		node := &sentence.Nodes[i]
		j.Key(names[i], "{")
		j.String("label", sentence.Name(node.Label))
		j.Key("edges", "{")
		for _, e := range arguments(sentence, int32(i)) {
			j.String(role(sentence, e), names[e.To])
		}
		j.End('}')
		j.Span("lnk", node.From, node.To)
		j.Text("type", sentence.Name(node.Type))
		if props := graph.Props(sentence, int32(i)); len(props) > 0 {
			j.Key("properties", "{")
			j.Props(sentence, props)
			j.End('}')
		}
		j.Text("carg", sentence.Str(node.Carg))
		j.End('}')
	}
	_, err := w.Write(append(j.B, "}}\n"...))
	return err
}
