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
	Name:      "dmrs-json",
	Title:     "Dependency MRS in JSON",
	Source:    "PyDelphin 1.10 delphin.codecs.dmrsjson",
	Layers:    treebank.Graph,
	Framework: "dmrs",
	Keyed:     true,
	Detect:    func(head []byte) bool { return graph.DetectJSON(head, `"nodeid"`) },
	Split:     graph.SplitJSON,
	Parse:     parseJSON,
	ID:        func(text []byte) []byte { return graph.JSONName(text, "identifier") },
	Write:     writeJSON,
}

func parseJSON(s *treebank.Sentence, text []byte) error { return graph.ReadObject(s, text, readJSON) }

// readJSON asks for members in the order in which they are usually written.
func readJSON(sentence *treebank.Sentence, cursor *graph.Cursor) error {
	sentence.Own()
	builder, linked, top, index := graph.New(sentence, cursor.Text()), "", "", ""
	defer builder.Free()
	if cursor.At("nodes") {
		for range cursor.List() {
			jsonNode(cursor, builder)
		}
	}
	if cursor.At("links") {
		for range cursor.List() {
			if to := jsonLink(cursor, builder); linked == "" {
				linked = to
			}
		}
	}
	if cursor.At("top") {
		top = string(cursor.Scalar())
	}
	if top == "" {
		top = linked
	}
	if cursor.At("index") {
		index = string(cursor.Scalar())
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
	if index != "" {
		graph.Attr(sentence, "index", index)
	}
	setTop(builder, top)
	return nil
}

// jsonNode reads a node.
func jsonNode(cursor *graph.Cursor, builder *graph.Builder) {
	sentence := builder.S
	node, named := builder.Nameless(), false
	for key := range cursor.Object() {
		switch string(key) {
		case "nodeid":
			builder.Name(cursor.Scalar())
			named = true
		case "predicate":
			node.Label = sentence.Syms.Intern(mrs.NormalizePredicate(cursor.String()))
		case "lnk":
			node.From, node.To = cursor.Span()
		case "carg":
			node.Carg = sentence.Add(cursor.Scalar())
		case "sortinfo":
			for key := range cursor.Object() {
				if string(key) == "cvarsort" {
					node.Type = sentence.Syms.Intern(cursor.Any())
					continue
				}
				name := mrs.Upper(key)
				builder.Prop(name, mrs.Lower(cursor.Any()))
			}
		}
	}
	if !named {
		builder.Name(nil)
	}
}

// jsonLink reads a link. It returns the top if the link gives one, as links from 0 do.
func jsonLink(cursor *graph.Cursor, builder *graph.Builder) (top string) {
	var from, to, role, post []byte
	for key := range cursor.Object() {
		switch string(key) {
		case "from":
			from = cursor.Scalar()
		case "to":
			to = cursor.Scalar()
		case "rargname":
			role = cursor.Scalar()
		case "post":
			post = cursor.Scalar()
		}
	}
	if string(from) == "0" && !builder.Has(from) {
		return string(to)
	}
	builder.Edge(from, to, mrs.Upper(role), mrs.Upper(post))
	return ""
}

func writeJSON(w *bufio.Writer, sentence *treebank.Sentence) error {
	names, undo, err := prepare(sentence)
	if err != nil {
		return err
	}
	defer undo()
	b := []byte(`{"nodes": [`)
	for i := range sentence.Nodes {
		node := &sentence.Nodes[i]
		if i > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, `{"nodeid": `...), names[i]...)
		b = graph.AppendString(append(b, `, "predicate": `...), sentence.Name(node.Label))
		if props := graph.Props(sentence, int32(i)); node.Type != 0 || len(props) > 0 {
			b = graph.AppendProps(append(b, `, "sortinfo": {`...), sentence, props)
			if node.Type != 0 && len(props) > 0 {
				b = append(b, ", "...)
			}
			if node.Type != 0 {
				b = graph.AppendString(append(b, `"cvarsort": `...), sentence.Name(node.Type))
			}
			b = append(b, '}')
		}
		if node.Carg.Len > 0 {
			b = graph.AppendString(append(b, `, "carg": `...), sentence.Str(node.Carg))
		}
		b = append(graph.AppendSpan(append(b, `, "lnk": `...), node.From, node.To), '}')
	}
	b = append(b, `], "links": [`...)
	for k, edge := range sentence.Edges {
		if k > 0 {
			b = append(b, ", "...)
		}
		b = append(append(b, `{"from": `...), names[edge.From]...)
		b = append(append(b, `, "to": `...), names[edge.To]...)
		b = graph.AppendString(append(b, `, "rargname": `...), sentence.Name(edge.Label))
		b = append(graph.AppendString(append(b, `, "post": `...), sentence.Name(edge.Post)), '}')
	}
	b = append(b, ']')
	if len(sentence.Tops) > 0 {
		b = append(append(b, `, "top": `...), names[sentence.Tops[0]]...)
	}
	if i := index(sentence, names); i != "" {
		b = append(append(b, `, "index": `...), i...)
	}
	if sentence.Input.Len > 0 {
		b = graph.AppendString(append(b, `, "surface": `...), sentence.Str(sentence.Input))
	}
	if sentence.ID.Len > 0 {
		b = graph.AppendString(append(b, `, "identifier": `...), sentence.Str(sentence.ID))
	}
	_, err = w.Write(append(b, "}\n"...))
	return err
}
