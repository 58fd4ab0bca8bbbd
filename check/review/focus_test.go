package review

import (
	"context"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"assay/draw"
	"assay/eval"
	"assay/eval/plan"
	"assay/measures"
	"assay/treebank"
)

// The drawing of an item: the frame of a graph is around the node or the edge of both
// graphs in one, that of a role holds its words, and the parts of a phrase with gaps are
// tinted one by one. The marks of the drawing are those of the sentence.
func TestFocus(t *testing.T) {
	const amr = "# ::snt Birds sang.\n(s / sing-01 :ARG0 (b / bird) :ARG1 (x / song))\n"
	const props = "-\t*\n-\t(A0*)\nsay\t(V*)\n-\t(A1*\n-\t*)\n\n"
	for _, tc := range []struct {
		name, ext, gold, system, metric string
		want                            Focus
		marks                           string // of the system's phrases, nodes, edges
	}{
		{"node", ".amr", amr, strings.Replace(amr, "bird", "crow", 1), "smatch",
			Focus{Node: -1, Word: -1, Crossed: -1, First: -1, Last: -1, Head: -1, Nodes: []int32{1}}, "/151/11"},
		{"surplus edge", ".amr", amr, strings.Replace(amr, "song)", "song :mod b)", 1), "smatch",
			Focus{Node: -1, Word: -1, Crossed: -1, First: -1, Last: -1, Head: -1, Edges: []int32{2}}, "/111/113"},
		{"role", ".props", props, strings.Replace(props, "A1", "A2", 1), "srl-span",
			Focus{Node: -1, Word: 3, Crossed: -1, First: 3, Last: 4, Arc: true, Role: true, Head: 2}, "//"},
		{"gap", ".discbracket", "(S (A 0=a) (B 1=b) (C 2=c) (D 3=d))\n", "(S (X (A 0=a) (C 2=c)) (B 1=b) (D 3=d))\n", "parseval",
			Focus{Node: 1, Word: -1, Crossed: -1, First: 0, Last: 2, Head: -1, Parts: [][2]int32{{0, 0}, {2, 2}}}, "13//"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range map[string]string{"gold": tc.gold, "system": tc.system} {
				if err := os.WriteFile(filepath.Join(dir, name+tc.ext), []byte(text), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			gold, system := source(t, filepath.Join(dir, "gold"+tc.ext)), source(t, filepath.Join(dir, "system"+tc.ext))
			m, err := measures.Parse(tc.metric, measures.Config{})
			if err != nil {
				t.Fatal(err)
			}
			q, err := Build(context.Background(), plan.New(gold, []*treebank.Source{system}, eval.Options{}), m, plan.Taps{}, Options{})
			if err != nil || len(q.Items) != 1 {
				t.Fatalf("%d items: %v", len(q.Items), err)
			}
			if got := q.Focus(q.Items[0]); !reflect.DeepEqual(got, tc.want) {
				t.Errorf("%+v, want %+v", got, tc.want)
			}
			var marks []string
			own := q.Pair(q.Items[0]).SystemMarks
			for _, list := range [][]draw.Mark{own.Phrases, own.Nodes, own.Edges} {
				text := ""
				for _, m := range list {
					text += strconv.Itoa(int(m))
				}
				marks = append(marks, text)
			}
			if got := strings.Join(marks, "/"); got != tc.marks {
				t.Errorf("marks %s, want %s", got, tc.marks)
			}
		})
	}
}
