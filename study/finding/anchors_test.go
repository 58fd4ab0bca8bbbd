package finding

import (
	"testing"

	"assay/eval"
)

// Graphs without characters are found where the measure compares nodes by them.
func TestAnchors(t *testing.T) {
	graph := func(anchors string) string {
		return `{"id": "1", "framework": "eds", "input": "it rains", "tops": [0], "nodes": [{"id": 0, "label": "rain"` + anchors + "}]}\n"
	}
	anchored, bare := graph(`, "anchors": [{"from": 3, "to": 8}]`), graph("")
	for _, tc := range []struct {
		metric, system string
		want           []string
	}{
		{"edm", anchored, nil},
		{"edm", bare, []string{"anchors: warning: y.mrp: 1 of 1 node have no characters, by which edm compares them (-m mrp"}},
		{"smatch", bare, nil},
	} {
		run := counted(t, tc.metric, opened(t, "x.mrp", anchored), opened(t, "y.mrp", tc.system), eval.Options{})
		wantSaid(t, tc.metric, said(Anchors, run), tc.want...)
	}
}
