package passage_test

import (
	"strings"
	"testing"

	"assay/formats/mrp"
	"assay/formats/ucca"
	"assay/graph/passage"
	"assay/internal/formattest"
)

const graph = `{"id": "1", "flavor": 1, "framework": "ucca", "version": 1.0, "input": "I ran, fast.", "tops": [4], ` +
	`"nodes": [{"id": 0, "anchors": [{"from": 0, "to": 1}]}, {"id": 1, "anchors": [{"from": 2, "to": 5}]}, {"id": 2, "anchors": [{"from": 5, "to": 6}, ` +
	`{"from": 11, "to": 12}]}, ` +
	`{"id": 3, "anchors": [{"from": 7, "to": 11}]}, {"id": 4}, {"id": 5}], ` +
	`"edges": [{"source": 4, "target": 0, "label": "A"}, {"source": 4, "target": 1, "label": "P"}, {"source": 4, "target": 1, "label": "S"}, {"source": ` +
	`4, "target": 2, "label": "U"}, ` +
	`{"source": 4, "target": 3, "label": "D"}, {"source": 4, "target": 5, "label": "A"}, {"source": 5, "target": 0, "label": "A", "attributes": ` +
	`["remote"], "values": [true]}]}` + "\n"

// The expected passage was written by hand.
func TestWords(t *testing.T) {
	all, errs := formattest.Read(&mrp.Format, graph)
	if len(all) != 1 || len(errs) > 0 {
		t.Fatal(errs)
	}
	before := formattest.Text(t, &mrp.Format, all[0])
	if err := passage.Words(all[0]); err != nil {
		t.Fatal(err)
	}
	text := formattest.Text(t, &ucca.Format, all[0])
	for _, part := range []string{
		`<node ID="0.2" type="Word">`, `text="ran" />`, `<node ID="0.3" type="Punctuation">`, `<node ID="1.3" type="PNCT">`,
		"toID=\"1.2\" type=\"P\">\n        <attributes />\n        <category tag=\"P\" />\n        <category tag=\"S\" />",
		`<attributes remote="True" />`, `toID="0.5" type="Terminal"`,
	} {
		if !strings.Contains(text, part) {
			t.Errorf("want %s in %s", part, text)
		}
	}
	back, errs := formattest.Read(&ucca.Format, text)
	if len(back) != 1 || len(errs) > 0 {
		t.Fatal(errs)
	}
	if err := passage.Anchor(back[0]); err != nil {
		t.Fatal(err)
	}
	want := strings.NewReplacer(`, "version": 1.0`, "", `, "version": 1`, "", `"input": "I ran, fast."`, `"input": "I ran , fast ."`,
		`{"from": 5, "to": 6}, {"from": 11, "to": 12}`, `{"from": 6, "to": 7}, {"from": 13, "to": 14}`, `{"from": 7, "to": 11}`,
		`{"from": 8, "to": 12}`).Replace(before)
	got := strings.NewReplacer(`, "version": 1.1`, "").Replace(formattest.Text(t, &mrp.Format, back[0]))
	if got != want {
		t.Errorf("want %s, found %s", want, got)
	}
}

// A graph of another framework has no units.
func TestFramework(t *testing.T) {
	all, _ := formattest.Read(&mrp.Format, strings.Replace(graph, "ucca", "eds", 1))
	if err := passage.Words(all[0]); err == nil || !strings.Contains(err.Error(), "framework ucca, found eds") {
		t.Errorf("want an error that names the framework, found %v", err)
	}
}
