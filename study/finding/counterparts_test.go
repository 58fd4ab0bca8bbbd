package finding

import (
	"fmt"
	"strings"
	"testing"

	"assay/eval"
)

// Graphs of other sentences and of other frameworks are found.
func TestCounterparts(t *testing.T) {
	texts := func(n int, first string, rest string) string {
		var b strings.Builder
		for i := range 20 {
			text := rest
			if i < n {
				text = first
			}
			fmt.Fprintf(&b, "# ::id %d\n# ::snt %s\n(r / rain-01 :ARG1 (i / it))\n\n", i+1, text)
		}
		return b.String()
	}
	graph := func(framework string) string {
		return `{"id": "1", "framework": "` + framework + `", "input": "it rains", "tops": [0], "nodes": [{"id": 0, "label": "rain", ` +
			`"anchors": [{"from": 3, "to": 8}]}]}` + "\n"
	}
	for _, tc := range []struct {
		what, name, metric, gold, system string
		want                             []string
	}{
		{"equal", "x.amr", "smatch", texts(0, "", "It rains, now ."), texts(0, "", "it rains , now"), nil},
		{"few", "x.amr", "smatch", texts(0, "", "it rains"), texts(4, "no", "it rains"), nil},
		{"others", "x.amr", "smatch", texts(0, "", "it rains"), texts(5, "she sees a very old cat", "it rains"),
			[]string{"other-text: warning: x.amr: 5 of 20 " +
				`pairs have another text than gold, first "she sees a very old ..." for "it rains"; sentences were paired by `}},
		{"frameworks", "x.mrp", "mrp", graph("eds"), graph("ucca"),
			[]string{"other-framework: warning: x.mrp: other frameworks than gold's in 1 of 1 pair, such as ucca for eds"}},
		{"family", "x.mrp", "mrp", graph("drs"), graph("drg"), nil},
		{"same", "x.mrp", "mrp", graph("amr"), graph("amr"), nil},
	} {
		run := counted(t, tc.metric, opened(t, tc.name, tc.gold), opened(t, tc.name, tc.system), eval.Options{})
		wantSaid(t, tc.what, said(Counterparts, run), tc.want...)
	}
}
