package dmrs

import (
	"strings"
	"testing"

	"assay/graph/mrs"
	"assay/internal/formattest"
	"assay/internal/graph"
	"assay/treebank"
)

func plainJSON(s *treebank.Sentence, text []byte) error {
	var g struct {
		Identifier, Top, Index graph.Scalar
		Surface                string
		Nodes                  []struct {
			NodeID    graph.Scalar
			Predicate string
			SortInfo  graph.Fields
			Carg      *graph.Scalar
			Lnk       *graph.Span
		}
		Links []struct {
			From, To graph.Scalar
			RargName graph.Scalar
			Post     graph.Scalar
		}
	}
	if err := graph.Decode(text, &g); err != nil {
		return err
	}
	s.Own()
	s.ID = s.AddString(string(g.Identifier))
	if g.Surface != "" {
		graph.Text(s, []byte(g.Surface))
	}
	b, top := graph.New(s), string(g.Top)
	defer b.Free()
	for _, n := range g.Nodes {
		from, to := n.Lnk.Ends()
		node := b.Node([]byte(n.NodeID), mrs.NormalizePredicate([]byte(n.Predicate)), from, to)
		if n.Carg != nil {
			node.Carg = s.AddString(string(*n.Carg))
		}
		for _, p := range n.SortInfo {
			if p.Key == "cvarsort" {
				node.Type = s.Syms.InternString(p.Text())
				continue
			}
			b.Prop([]byte(strings.ToUpper(p.Key)), []byte(strings.ToLower(p.Text())))
		}
	}
	for _, l := range g.Links {
		if l.From == "0" && !b.Has([]byte("0")) {
			if top == "" {
				top = string(l.To)
			}
			continue
		}
		b.Edge([]byte(l.From), []byte(l.To), []byte(strings.ToUpper(string(l.RargName))), []byte(strings.ToUpper(string(l.Post))))
	}
	b.Link()
	if g.Index != "" {
		graph.Attr(s, "index", string(g.Index))
	}
	setTop(b, top)
	return nil
}

func TestTwin(t *testing.T) {
	formattest.JSONTwins(t, &JSON, plainJSON, "sem-formats", "erg-mrs107.dmrs.json")
}

func FuzzTwin(f *testing.F) {
	f.Add([]byte(`{"identifier": 3, "top": 10000, "index": 10000, "nodes": [{"nodeid": 10000, "predicate": "_rain_v_1", "lnk": {"from": 3, "to": 9}, "sortinfo": {"cvarsort": "e", "TENSE": "past"}, "carg": "\u0041"}], "links": [{"from": 10000, "to": 10000, "rargname": "ARG1", "post": "EQ"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) { formattest.SameJSON(t, &JSON, plainJSON, text) })
}
