package dmrs

import (
	"encoding/xml"
	"strings"
	"testing"

	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

type xmlDMRS struct {
	Top     string `xml:"top,attr"`
	Index   string `xml:"index,attr"`
	Surface string `xml:"surface,attr"`
	Ident   string `xml:"ident,attr"`
	Nodes   []struct {
		ID       string           `xml:"nodeid,attr"`
		From     string           `xml:"cfrom,attr"`
		To       string           `xml:"cto,attr"`
		Carg     string           `xml:"carg,attr"`
		RealPred *formattest.Pred `xml:"realpred"`
		GPred    *formattest.Pred `xml:"gpred"`
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

func plainXML(sentence *treebank.Sentence, text []byte) error {
	var d xmlDMRS
	if err := xml.Unmarshal(text, &d); err != nil {
		return err
	}
	sentence.Own()
	sentence.ID = sentence.AddString(d.Ident)
	if d.Surface != "" {
		graph.Text(sentence, []byte(d.Surface))
	}
	builder, top := graph.New(sentence, text), d.Top
	defer builder.Free()
	for _, n := range d.Nodes {
		pred := n.RealPred
		if pred == nil {
			pred = n.GPred
		}
		if pred == nil {
			return treebank.At(text, 0, "a predicate of node "+n.ID, "none")
		}
		node := builder.Node([]byte(n.ID), mrs.NormalizePredicate([]byte(pred.Name())), graph.Number(n.From), graph.Number(n.To))
		node.Carg = sentence.AddString(n.Carg)
		for _, a := range n.Sort.Attrs {
			if a.Name.Local == "cvarsort" {
				node.Type = sentence.Syms.InternString(a.Value)
				continue
			}
			builder.Prop([]byte(strings.ToUpper(a.Name.Local)), []byte(strings.ToLower(a.Value)))
		}
	}
	for _, link := range d.Links {
		if link.From == "0" && !builder.Has([]byte("0")) {
			if top == "" {
				top = link.To
			}
			continue
		}
		builder.Edge([]byte(link.From), []byte(link.To), []byte(strings.ToUpper(strings.TrimSpace(link.Role))), []byte(strings.ToUpper(strings.TrimSpace(link.Post))))
	}
	if d.Index != "" {
		graph.Attr(sentence, "index", d.Index)
	}
	builder.Finish([]byte(top))
	return nil
}

func TestXMLTwin(t *testing.T) { formattest.XMLTwins(t, &XML, plainXML, "erg-mrs107.dmrx.xml") }
