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
	Name:   "dmrx",
	Title:  "DMRX, Dependency MRS in XML",
	Source: "dmrs.dtd of the LKB; PyDelphin 1.10 delphin.codecs.dmrx",
	Ext:    []string{".dmrx"},
	Layers: treebank.Graph,
	Keyed:  true,
	Detect: func(head []byte) bool {
		return bytes.Contains(head, []byte("<dmrs-list")) || bytes.Contains(head, []byte("<dmrs "))
	},
	Split: func(data []byte, atEOF bool, _ int32) treebank.Extent {
		return graph.SplitElement(data, atEOF, "dmrs")
	},
	Parse: parseXML,
	ID:    func(text []byte) []byte { return graph.Attribute(text, "ident") },
	Write: writeXML,
	Begin: func(w *bufio.Writer) error { _, err := w.WriteString("<dmrs-list>\n"); return err },
	End:   func(w *bufio.Writer) error { _, err := w.WriteString("</dmrs-list>\n"); return err },
}

func parseXML(s *treebank.Sentence, text []byte) error {
	t, err := xmlscan.ReadTree(text)
	if err != nil {
		return err
	}
	defer t.Free()
	s.Own()
	s.ID = s.Add(t.Attr(xmlscan.Root, "ident"))
	if surface := t.Attr(xmlscan.Root, "surface"); len(surface) > 0 {
		graph.Text(s, surface)
	}
	b, top := graph.New(s), string(t.Attr(xmlscan.Root, "top"))
	defer b.Free()
	for e := t.First(xmlscan.Root); e >= 0; e = t.Next(e) {
		if string(t.Name(e)) == "node" && !xmlNode(t, b, e) {
			return treebank.At(text, 0, "a predicate of node "+string(t.Attr(e, "nodeid")), "none")
		}
	}
	for e := t.First(xmlscan.Root); e >= 0; e = t.Next(e) {
		if string(t.Name(e)) != "link" {
			continue
		}
		from, to := t.Attr(e, "from"), t.Attr(e, "to")
		if string(from) == "0" && !b.Has(from) {
			if top == "" {
				top = string(to)
			}
			continue
		}
		b.Edge(from, to, label(t, e, "rargname"), label(t, e, "post"))
	}
	b.Link()
	if index := t.Attr(xmlscan.Root, "index"); len(index) > 0 {
		graph.Attr(s, "index", string(index))
	}
	setTop(b, top)
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
func xmlNode(t *xmlscan.Tree, b *graph.Builder, e int32) bool {
	pred := t.Child(e, "realpred")
	if pred < 0 {
		pred = t.Child(e, "gpred")
	}
	if pred < 0 {
		return false
	}
	s := b.S
	number := func(name string) int32 { return graph.Number(string(t.Attr(e, name))) }
	node := b.Node(t.Attr(e, "nodeid"), mrs.NormalizePredicate(xmlscan.Predicate(t, pred)), number("cfrom"), number("cto"))
	node.Carg = s.Add(t.Attr(e, "carg"))
	sort := t.Child(e, "sortinfo")
	if sort < 0 {
		return true
	}
	for _, a := range t.Attrs(sort) {
		if string(a.Name) == "cvarsort" {
			node.Type = s.Syms.Intern(a.Value)
			continue
		}
		b.Prop(mrs.Upper(a.Name), mrs.Lower(a.Value))
	}
	return true
}

func writeXML(w *bufio.Writer, s *treebank.Sentence) error {
	names, undo, err := prepare(s)
	if err != nil {
		return err
	}
	defer undo()
	attr := func(name, value string) { w.WriteString(" " + name + `="` + graph.EscapeXML(value) + `"`) }
	w.WriteString(`<dmrs cfrom="-1" cto="-1"`)
	if len(s.Tops) > 0 {
		attr("top", names[s.Tops[0]])
	}
	if i := index(s, names); i != "" {
		attr("index", i)
	}
	if s.Input.Len > 0 {
		attr("surface", s.Str(s.Input))
	}
	if s.ID.Len > 0 {
		attr("ident", s.Str(s.ID))
	}
	w.WriteString(">\n")
	for i := range s.Nodes {
		n := &s.Nodes[i]
		w.WriteString("<node")
		attr("nodeid", names[i])
		attr("cfrom", strconv.Itoa(int(n.From)))
		attr("cto", strconv.Itoa(int(n.To)))
		if n.Carg.Len > 0 {
			attr("carg", s.Str(n.Carg))
		}
		w.WriteByte('>')
		if lemma, pos, sense, ok := graph.SplitPred(s.Name(n.Label)); ok {
			w.WriteString("<realpred")
			attr("lemma", lemma)
			attr("pos", pos)
			if sense != "" {
				attr("sense", sense)
			}
			w.WriteString(" />")
		} else {
			w.WriteString("<gpred>" + graph.EscapeXML(s.Name(n.Label)) + "</gpred>")
		}
		w.WriteString("<sortinfo")
		for _, p := range graph.Props(s, int32(i)) {
			attr(xmlName(s.Name(p.Key)), s.Name(p.Value))
		}
		if n.Type != 0 {
			attr("cvarsort", s.Name(n.Type))
		}
		w.WriteString(" /></node>\n")
	}
	for _, e := range s.Edges {
		w.WriteString("<link")
		attr("from", names[e.From])
		attr("to", names[e.To])
		w.WriteString("><rargname>" + graph.EscapeXML(s.Name(e.Label)) + "</rargname><post>" + graph.EscapeXML(s.Name(e.Post)) + "</post></link>\n")
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
