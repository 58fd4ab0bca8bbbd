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
	cursor.Names(sentence)
	if err := cursor.End(); err != nil {
		return err
	}
	if index != "" {
		graph.Attr(sentence, "index", index)
	}
	builder.Finish([]byte(top))
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
	j := graph.JSON{B: []byte(`{"nodes": [`)}
	for i := range sentence.Nodes {
		node := &sentence.Nodes[i]
		j.Item(`{"nodeid": ` + names[i])
		j.String("predicate", sentence.Name(node.Label))
		if props := graph.Props(sentence, int32(i)); node.Type != 0 || len(props) > 0 {
			j.Key("sortinfo", "{")
			j.Props(sentence, props)
			j.Text("cvarsort", sentence.Name(node.Type))
			j.End('}')
		}
		j.Text("carg", sentence.Str(node.Carg))
		j.Span("lnk", node.From, node.To)
		j.End('}')
	}
	j.End(']')
	j.Key("links", "[")
	for _, edge := range sentence.Edges {
		j.Item(`{"from": ` + names[edge.From])
		j.Key("to", names[edge.To])
		j.String("rargname", sentence.Name(edge.Label))
		j.String("post", sentence.Name(edge.Post))
		j.End('}')
	}
	j.End(']')
	if len(sentence.Tops) > 0 {
		j.Key("top", names[sentence.Tops[0]])
	}
	if i := index(sentence, names); i != "" {
		j.Key("index", i)
	}
	j.Text("surface", sentence.Str(sentence.Input))
	j.Text("identifier", sentence.Str(sentence.ID))
	_, err = w.Write(append(j.B, "}\n"...))
	return err
}
