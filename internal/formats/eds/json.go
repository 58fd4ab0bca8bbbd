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
	if cursor.At("identifier") {
		sentence.ID = sentence.Add(cursor.Scalar())
	}
	if cursor.At("surface") {
		if surface := cursor.String(); len(surface) > 0 {
			graph.Text(sentence, surface)
		}
	}
	if err := cursor.End(); err != nil {
		return err
	}
	builder.Link()
	if len(top) > 0 {
		builder.Top(top)
	} else if len(sentence.Nodes) > 0 {
		sentence.Note(&treebank.SyntaxError{Line: 1, Col: 1, Want: "a top", Found: "none"})
	}
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
	b := append([]byte(nil), '{')
	if sentence.ID.Len > 0 {
		b = append(graph.AppendString(append(b, `"identifier": `...), sentence.Str(sentence.ID)), ", "...)
	}
	if sentence.Input.Len > 0 {
		b = append(graph.AppendString(append(b, `"surface": `...), sentence.Str(sentence.Input)), ", "...)
	}
	b = append(b, `"top": `...)
	if len(sentence.Tops) > 0 {
		b = graph.AppendString(b, names[sentence.Tops[0]])
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `, "nodes": {`...)
	for i := range sentence.Nodes {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = appendNode(graph.AppendString(b, names[i]), sentence, int32(i), names)
	}
	_, err := w.Write(append(b, "}}\n"...))
	return err
}

func appendNode(dst []byte, sentence *treebank.Sentence, i int32, names []string) []byte {
	node := &sentence.Nodes[i]
	dst = graph.AppendString(append(dst, `: {"label": `...), sentence.Name(node.Label))
	dst = append(dst, `, "edges": {`...)
	k := 0
	for _, edge := range graph.Edges(sentence, i) {
		if sentence.Name(edge.Post) == "EQ" && (edge.Label == 0 || sentence.Name(edge.Label) == "MOD") {
			continue
		}
		if k++; k > 1 {
			dst = append(dst, ", "...)
		}
		name := sentence.Name(edge.Label)
		if edge.Post != 0 && name == "RSTR" {
			name = "BV"
		}
		dst = graph.AppendString(append(graph.AppendString(dst, name), ": "...), names[edge.To])
	}
	dst = graph.AppendSpan(append(dst, `}, "lnk": `...), node.From, node.To)
	if node.Type != 0 {
		dst = graph.AppendString(append(dst, `, "type": `...), sentence.Name(node.Type))
	}
	if props := graph.Props(sentence, i); len(props) > 0 {
		dst = append(dst, `, "properties": {`...)
		dst = graph.AppendProps(dst, sentence, props)
		dst = append(dst, '}')
	}
	if node.Carg.Len > 0 {
		dst = graph.AppendString(append(dst, `, "carg": `...), sentence.Str(node.Carg))
	}
	return append(dst, '}')
}
