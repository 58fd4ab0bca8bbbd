package dmrs

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"

	"assay/formats/internal/xmlscan"
	"assay/graph/mrs"
	"assay/internal/graph"
	"assay/treebank"
)

// XML is DMRX.
var XML = treebank.Format{
	Name:      "dmrx",
	Title:     "DMRX, Dependency MRS in XML",
	Source:    "dmrs.dtd of the LKB; PyDelphin 1.10 delphin.codecs.dmrx",
	Ext:       []string{".dmrx"},
	Layers:    treebank.Graph,
	Framework: "dmrs",
	Keyed:     true,
	Detect: func(head []byte) bool {
		return bytes.Contains(head, []byte("<dmrs-list")) || bytes.Contains(head, []byte("<dmrs "))
	},
	Split: func(data []byte, atEOF bool, _ int32) treebank.Extent {
		return graph.SplitElement(data, atEOF, "dmrs")
	},
	Parse: parseXML,
	ID:    func(text []byte) []byte { return graph.Attribute(text, "ident") },
	Write: writeXML,
	Begin: "<dmrs-list>\n",
	End:   "</dmrs-list>\n",
}

func parseXML(sentence *treebank.Sentence, text []byte) error {
	tree, err := xmlscan.ReadTree(text)
	if err != nil {
		return err
	}
	defer tree.Free()
	sentence.Own()
	sentence.ID = sentence.Add(tree.Attr(xmlscan.Root, "ident"))
	if surface := tree.Attr(xmlscan.Root, "surface"); len(surface) > 0 {
		graph.Text(sentence, surface)
	}
	builder, top := graph.New(sentence, text), string(tree.Attr(xmlscan.Root, "top"))
	defer builder.Free()
	for e := tree.First(xmlscan.Root); e >= 0; e = tree.Next(e) {
		if string(tree.Name(e)) == "node" && !xmlNode(tree, builder, e) {
			return treebank.At(text, 0, "a predicate of node "+string(tree.Attr(e, "nodeid")), "none")
		}
	}
	for e := tree.First(xmlscan.Root); e >= 0; e = tree.Next(e) {
		if string(tree.Name(e)) != "link" {
			continue
		}
		from, to := tree.Attr(e, "from"), tree.Attr(e, "to")
		if string(from) == "0" && !builder.Has(from) {
			if top == "" {
				top = string(to)
			}
			continue
		}
		builder.Edge(from, to, label(tree, e, "rargname"), label(tree, e, "post"))
	}
	if index := tree.Attr(xmlscan.Root, "index"); len(index) > 0 {
		graph.Attr(sentence, "index", string(index))
	}
	builder.Finish([]byte(top))
	return nil
}

// label returns the text of a child in capitals.
func label(t *xmlscan.Tree, e int32, child string) []byte {
	c := t.Child(e, child)
	if c < 0 {
		return nil
	}
	return mrs.Upper(bytes.TrimSpace(t.Text(c)))
}

// xmlNode reads a node. It reports whether it has a predicate.
func xmlNode(tree *xmlscan.Tree, builder *graph.Builder, e int32) bool {
	pred := tree.Child(e, "realpred")
	if pred < 0 {
		pred = tree.Child(e, "gpred")
	}
	if pred < 0 {
		return false
	}
	sentence := builder.S
	number := func(name string) int32 { return graph.Number(string(tree.Attr(e, name))) }
	node := builder.Node(tree.Attr(e, "nodeid"), mrs.NormalizePredicate(xmlscan.Predicate(tree, pred)),
		number("cfrom"), number("cto"))
	node.Carg = sentence.Add(tree.Attr(e, "carg"))
	sort := tree.Child(e, "sortinfo")
	if sort < 0 {
		return true
	}
	for _, a := range tree.Attrs(sort) {
		if string(a.Name) == "cvarsort" {
			node.Type = sentence.Syms.Intern(a.Value)
			continue
		}
		builder.Prop(mrs.Upper(a.Name), mrs.Lower(a.Value))
	}
	return true
}

func writeXML(w *bufio.Writer, sentence *treebank.Sentence) error {
	names, undo, err := prepare(sentence)
	if err != nil {
		return err
	}
	defer undo()
	attr := func(name, value string) { w.WriteString(" " + name + `="` + graph.EscapeXML(value) + `"`) }
	w.WriteString(`<dmrs cfrom="-1" cto="-1"`)
	if len(sentence.Tops) > 0 {
		attr("top", names[sentence.Tops[0]])
	}
	if i := index(sentence, names); i != "" {
		attr("index", i)
	}
	if sentence.Input.Len > 0 {
		attr("surface", sentence.Str(sentence.Input))
	}
	if sentence.ID.Len > 0 {
		attr("ident", sentence.Str(sentence.ID))
	}
	w.WriteString(">\n")
	for i := range sentence.Nodes {
		node := &sentence.Nodes[i]
		w.WriteString("<node")
		attr("nodeid", names[i])
		attr("cfrom", strconv.Itoa(int(node.From)))
		attr("cto", strconv.Itoa(int(node.To)))
		if node.Carg.Len > 0 {
			attr("carg", sentence.Str(node.Carg))
		}
		w.WriteByte('>')
		if lemma, pos, sense, ok := graph.SplitPred(sentence.Name(node.Label)); ok {
			w.WriteString("<realpred")
			attr("lemma", lemma)
			attr("pos", pos)
			if sense != "" {
				attr("sense", sense)
			}
			w.WriteString(" />")
		} else {
			w.WriteString("<gpred>" + graph.EscapeXML(sentence.Name(node.Label)) + "</gpred>")
		}
		w.WriteString("<sortinfo")
		for _, p := range graph.Props(sentence, int32(i)) {
			attr(xmlName(sentence.Name(p.Key)), sentence.Name(p.Value))
		}
		if node.Type != 0 {
			attr("cvarsort", sentence.Name(node.Type))
		}
		w.WriteString(" /></node>\n")
	}
	for _, e := range sentence.Edges {
		w.WriteString("<link")
		attr("from", names[e.From])
		attr("to", names[e.To])
		w.WriteString("><rargname>" + graph.EscapeXML(sentence.Name(e.Label)) + "</rargname><post>" +
			graph.EscapeXML(sentence.Name(e.Post)) + "</post></link>\n")
	}
	_, err = w.WriteString("</dmrs>\n")
	return err
}

// xmlName returns the name of an attribute for a property, in lower case.
func xmlName(key string) string {
	key = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '.' || r == '-' || r == '_' {
			return r
		}
		return '_'
	}, strings.ToLower(key))
	if key == "" || key[0] < 'a' && key[0] != '_' {
		key = "_" + key
	}
	return key
}
