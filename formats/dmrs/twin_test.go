package dmrs

import (
	"strings"
	"testing"

	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

func plainJSON(sentence *treebank.Sentence, text []byte) error {
	var g struct {
		Identifier, Top, Index formattest.Scalar
		Surface                string
		Nodes                  []struct {
			NodeID    formattest.Scalar
			Predicate string
			SortInfo  formattest.Fields
			Carg      *formattest.Scalar
			Lnk       *formattest.Span
		}
		Links []struct {
			From, To formattest.Scalar
			RargName formattest.Scalar
			Post     formattest.Scalar
		}
	}
	if err := graph.Decode(text, &g); err != nil {
		return err
	}
	sentence.Own()
	sentence.ID = sentence.AddString(string(g.Identifier))
	if g.Surface != "" {
		graph.Text(sentence, []byte(g.Surface))
	}
	builder, top := graph.New(sentence, text), string(g.Top)
	defer builder.Free()
	for _, n := range g.Nodes {
		from, to := n.Lnk.Ends()
		node := builder.Node([]byte(n.NodeID), mrs.NormalizePredicate([]byte(n.Predicate)), from, to)
		if n.Carg != nil {
			node.Carg = sentence.AddString(string(*n.Carg))
		}
		for _, p := range n.SortInfo {
			if p.Key == "cvarsort" {
				node.Type = sentence.Syms.InternString(p.Text())
				continue
			}
			builder.Prop([]byte(strings.ToUpper(p.Key)), []byte(strings.ToLower(p.Text())))
		}
	}
	for _, link := range g.Links {
		if link.From == "0" && !builder.Has([]byte("0")) {
			if top == "" {
				top = string(link.To)
			}
			continue
		}
		builder.Edge([]byte(link.From), []byte(link.To), []byte(strings.ToUpper(string(link.RargName))), []byte(strings.ToUpper(string(link.Post))))
	}
	if g.Index != "" {
		graph.Attr(sentence, "index", string(g.Index))
	}
	builder.Finish([]byte(top))
	return nil
}

func TestTwin(t *testing.T) {
	formattest.JSONTwins(t, &JSON, plainJSON, "sem-formats", "erg-mrs107.dmrs.json")
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"identifier": 3, "top": 10000, "index": 10000, "nodes": [{"nodeid": 10000, "predicate": "_rain_v_1", "lnk": {"from": 3, "to": 9}, ` +
		`"sortinfo": {"cvarsort": "e", "TENSE": "past"}, "carg": "\u0041"}], "links": [{"from": 10000, "to": 10000, "rargname": "ARG1", "post": "EQ"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &JSON, plainJSON, text) })
}
