package mrp_test

import (
	"strings"
	"testing"

	"assay/formats/mrp"
	"assay/internal/formattest"
)

func TestRead(t *testing.T) {
	all, errs := formattest.Read(&mrp.Format, `{"id": "1", "framework": "eds", "input": "Kim slept.", "tops": [1], "nodes": [{"id": 0, "label": "named",`+
		` "properties": ["CARG", "PERS"], "values": ["Kim", 3], "anchors": [{"from": 0, "to": 3}]}, {"id": 1, "anchors": [{"from": 4, "to": 6}, {"from": 8, `+
		`"to": 9}]}], "edges": [{"source": 1, "target": 0}, {"source": 1, "target": 7, "label": "x"}]}
{"id": 2, "tops": [], "nodes": null
{"id": 3}`)
	if len(all) != 2 || len(errs) != 1 {
		t.Fatalf("%d graphs, errors %v", len(all), errs)
	}
	want := `<4:9>""
<4:9>"" / named<0:3>"Kim"
<4:9>"" at 4:6
<4:9>"" at 8:9
named<0:3>"Kim"
named<0:3>"Kim" PERS=3
top <4:9>""`
	if got := formattest.Graph(all[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if len(all[0].Notes) != 1 || len(all[0].Tokens) != 2 {
		t.Errorf("notes %v, %d words", all[0].Notes, len(all[0].Tokens))
	}
}

// TestEdgeAnchors: anchors of edges are written back, also after an edge to nowhere.
func TestEdgeAnchors(t *testing.T) {
	all, errs := formattest.Read(&mrp.Format, `{"id": "1", "framework": "ptg", "tops": [0], "nodes": [{"id": 0}, {"id": 1}], "edges": [{"source": 0, `+
		`"target": 9, "anchors": [{"from": 7, "to": 8}]}, {"source": 0, "target": 1, "label": "x", "anchors": [{"from": 0, "to": 3}, {"from": 4, "to": 5}]}]}`)
	if len(all) != 1 || len(errs) > 0 {
		t.Fatalf("%d graphs, %v", len(all), errs)
	}
	want := `"edges": [{"source": 0, "target": 1, "label": "x", "anchors": [{"from": 0, "to": 3}, {"from": 4, "to": 5}]}]}`
	if got := formattest.Text(t, &mrp.Format, all[0]); !strings.HasSuffix(strings.TrimSpace(got), want) {
		t.Errorf("got %s, want it to end in %s", got, want)
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzGraph(f, &mrp.Format, `{"id": "1", "flavor": 1, "framework": "eds", "version": 1.0, "input": "é", "tops": [0], "nodes": [{"id": 0, `+
		`"label": "a", "properties": ["CARG", "P"], "values": ["b"], "anchors": [{"from": 0, "to": 1}, {"from": 3, "to": 4}]}], "edges": [{"source": 0, `+
		`"target": 0, "label": "x", "properties": []}]}`, `{"id": null, "version": "00"}`)
}
