package dmrs

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"strconv"
	"strings"

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

type xmlDMRS struct {
	Top     string `xml:"top,attr"`
	Index   string `xml:"index,attr"`
	Surface string `xml:"surface,attr"`
	Ident   string `xml:"ident,attr"`
	Nodes   []struct {
		ID       string      `xml:"nodeid,attr"`
		From     string      `xml:"cfrom,attr"`
		To       string      `xml:"cto,attr"`
		Carg     string      `xml:"carg,attr"`
		RealPred *graph.Pred `xml:"realpred"`
		GPred    *graph.Pred `xml:"gpred"`
		Sort     struct {
			Attrs []xml.Attr `xml:",any,attr"`
		} `xml:"sortinfo"`
	} `xml:"node"`
	Links []struct {
		From string `xml:"from,attr"`
		To   string `xml:"to,attr"`
		Role string `xml:"rargname"`
		Post string `xml:"post"`
	} `xml:"link"`
}

func parseXML(s *treebank.Sentence, text []byte) error {
	var d xmlDMRS
	if err := graph.DecodeXML(text, &d); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(d.Ident)
	if d.Surface != "" {
		graph.Text(s, d.Surface)
	}
	b, top := graph.New(s), d.Top
	for _, n := range d.Nodes {
		pred := n.RealPred
		if pred == nil {
			pred = n.GPred
		}
		if pred == nil {
			return treebank.At(text, 0, "a predicate of node "+n.ID, "none")
		}
		node := b.Node(n.ID, mrs.NormalizePredicate([]byte(pred.Name())), graph.Number(n.From), graph.Number(n.To))
		node.Carg = s.AddString(n.Carg)
		for _, a := range n.Sort.Attrs {
			if a.Name.Local == "cvarsort" {
				node.Type = s.Syms.InternString(a.Value)
				continue
			}
			b.Prop(strings.ToUpper(a.Name.Local), strings.ToLower(a.Value))
		}
	}
	for _, l := range d.Links {
		if l.From == "0" && !b.Has("0") {
			if top == "" {
				top = l.To
			}
			continue
		}
		b.Edge(l.From, l.To, strings.ToUpper(strings.TrimSpace(l.Role)), strings.ToUpper(strings.TrimSpace(l.Post)))
	}
	b.Link()
	if d.Index != "" {
		graph.Attr(s, "index", d.Index)
	}
	setTop(b, top)
	return nil
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
