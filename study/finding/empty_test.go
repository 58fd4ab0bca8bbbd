package finding

import (
	"strings"
	"testing"

	"assay/eval"
	"assay/treebank"
)

// A side without sentences is named, with the number of sentences that it lacks.
func TestEmpty(t *testing.T) {
	const text = "(S (N a) (V b))\n(S (N a) (V b))\n"
	for _, tc := range []struct {
		gold, system string
		want         []string
	}{
		{text, text, nil},
		{text, "", []string{"system.mrg:1:1: want sentences in format bracket, found an empty file; 2 sentences are missing from the"}},
		{"", text, []string{"gold.mrg:1:1: want sentences in format bracket, found an empty file; 2 sentences are missing from gold"}},
	} {
		gold, system := opened(t, "gold.mrg", text), opened(t, "system.mrg", text)
		gold.Files, system.Files = []treebank.File{treebank.Text("gold.mrg", tc.gold)}, []treebank.File{treebank.Text("system.mrg", tc.system)}
		run := counted(t, "evalb", gold, system, eval.Options{})
		got := said(Empty, run)
		for i := range got {
			got[i] = strings.ReplaceAll(got[i], gold.Format.Name, "bracket")
		}
		wantSaid(t, tc.gold+"|"+tc.system, got, tc.want...)
	}
	if IsEmpty(opened(t, "x.mrg", text), false) || IsEmpty(&treebank.Source{}, false) {
		t.Error("a file with text, or no file, is empty")
	}
	empty := opened(t, "x.mrg", text)
	empty.Files = []treebank.File{treebank.Text("x.mrg", "")}
	if !IsEmpty(empty, false) || IsEmpty(empty, true) {
		t.Error("an empty file is not empty, or a pipe is looked at")
	}
}
