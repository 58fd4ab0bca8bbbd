package sdp

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"assay/formats/mrp"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

const small = `#SDP 2015
#22000001
1	Ms.	_	_	-	-	_	_	_
2	Haag	Haag	NNP	-	-	named:x-c	ARG1	_
3	plays	play	VBZ	+	+	v:e-i-p	_	_
4	Elianti	Elianti	NNP	-	-	named:x-c	ARG2	_
5	now	now	RB	-	+	_	_	_
6	.	_	.	-	-	_	_	_

`

const older = `#22000001
1	Ms.	_	_	-	-	_
2	Haag	Haag	NNP	-	-	ARG1
3	plays	play	VBZ	+	+	_
`

// shown is a graph on one line.
func shown(sentence *treebank.Sentence) string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s:", sentence.Str(sentence.ID))
	for _, n := range sentence.Nodes {
		fmt.Fprintf(&out, " %s<%d:%d>", sentence.Name(n.Label), n.From, n.To)
	}
	for _, e := range sentence.Edges {
		fmt.Fprintf(&out, " %d-%s->%d", e.From, sentence.Name(e.Label), e.To)
	}
	for _, p := range sentence.Props {
		fmt.Fprintf(&out, " %d.%s=%s", p.Node, sentence.Name(p.Key), sentence.Name(p.Value))
	}
	fmt.Fprint(&out, " tops ", sentence.Tops)
	return out.String()
}

func TestRead(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{small, `22000001: Haag<4:8> play<9:14> Elianti<15:22> now<23:26> 1-ARG1->0 1-ARG2->2 0.pos=NNP 0.frame=named:x-c 1.pos=VBZ 1.frame=v:e-i-p ` +
			`2.pos=NNP 2.frame=named:x-c 3.pos=RB 3.pred=+ tops [1]`},
		{older, `22000001: Haag<4:8> play<9:14> 1-ARG1->0 0.pos=NNP 1.pos=VBZ tops [1]`},
		{older + "#2\n1\tKim\t_\t_\t-\t-\n", `22000001: Haag<4:8> play<9:14> 1-ARG1->0 0.pos=NNP 1.pos=VBZ tops [1]|2: tops []`}, // an empty line is missing
		{"#1\n1\ta\t_\t_\t-\t-\n2\tb\t_\t_\t-\t-\t_\n", `error f:3: want 6 columns, 0 of them for the predicates of the sentence, found 7`},
		{"#1\n1\ta\t_\t_\t-\t-\t_\tARG1\n", `error f:2: want 7 columns, 0 of them for the predicates of the sentence, found 8`},
		{"#1\n2\ta\t_\t_\t-\t-\t_\n\n#2\n1\ta\t_\t_\t+\t-\t_\n", `error f:2:1: want word 1, found "2"|2: a<0:1> tops [0]`},
		{"#1\n1\t\t_\t_\t-\t-\t_\n", `error f:2:3: want a form, found an empty column`},
		{"#1\n1\ta\t_\t_\tx\t-\t_\n", `error f:2:9: want + or - in TOP, found "x"`},
		{"#1\n1\ta\t_\t_\t-\t\t_\n", `error f:2:11: want + or - in PRED, found ""`},
		{"#1\n1 a _ _ - -\n", `error f:2:1: want at least 6 columns (ID FORM LEMMA POS TOP PRED FRAME ARG...), found 1`},
		{"#SDP 2015\n#1\n\n#2\n1\ta\t_\t_\t-\t-\t_\n", `error f:3: want the words of the sentence, found none|2: tops []`},
		{"#SDP 2015\n", ``},
	} {
		got := strings.Join(formattest.Shown(&Format, tt.text, shown), "|")
		if strings.Contains(tt.want, ": want") { // columns do not matter if the error is at the end of the text
			got = strings.ReplaceAll(strings.ReplaceAll(got, "f:3:1:", "f:3:"), "f:2:1: want 7", "f:2: want 7")
		}
		if got != tt.want {
			t.Errorf("%q:\n got %s\nwant %s", tt.text, got, tt.want)
		}
	}
}

// TestWriteAsRead: the files of the shared task are written with the same bytes.
func TestWriteAsRead(t *testing.T) {
	for _, name := range []string{"data/sem-lpps/gold.dm.sdp", "data/sem-lpps/gold.psd.sdp", "cases/graphs/03-sdp/sys.dm.sdp",
		"cases/graphs/03-sdp/sys.psd.sdp"} {
		text, err := os.ReadFile(shared.Path(t, strings.Split(name, "/")...))
		if err != nil {
			t.Fatal(err)
		}
		all, errs := formattest.Read(&Format, string(text))
		if len(errs) > 0 {
			t.Fatal(name, errs)
		}
		if got := formattest.Text(t, &Format, all...); got != string(text) {
			a, b := strings.Split(got, "\n"), strings.Split(string(text), "\n")
			for i := range a {
				if a[i] != b[i] {
					t.Fatalf("%s:%d: got %q, want %q", name, i+1, a[i], b[i])
				}
			}
		}
	}
	all, _ := formattest.Read(&Format, small)
	if got := formattest.Text(t, &Format, all...); got != small {
		t.Errorf("got %s", got)
	}
}

// TestSameGraphs: the graphs of the SDP files equal those of the MRP files, which
// others converted from them: nodes by label and edges by the labels of their ends.
func TestSameGraphs(t *testing.T) {
	for _, name := range []string{"dm", "psd"} {
		got := graphs(t, &Format, shared.Path(t, "data", "sem-lpps", "gold."+name+".sdp"))
		want := graphs(t, &mrp.Format, shared.Path(t, "data", "sem-lpps", "gold."+name+".mrp"))
		if len(got) != 100 || len(want) != 100 {
			t.Fatal(len(got), len(want))
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("%s %d:\n got %s\nwant %s", name, i, got[i], want[i])
			}
		}
	}
}

func graphs(t *testing.T, f *treebank.Format, path string) (out []string) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for sentence, err := range f.Sentences(bytes.NewReader(text), path) {
		if err != nil {
			t.Fatal(err)
		}
		counts := map[string]int{}
		for _, e := range sentence.Edges {
			counts[sentence.Name(sentence.Nodes[e.From].Label)+" "+sentence.Name(e.Label)+" "+sentence.Name(sentence.Nodes[e.To].Label)]++
		}
		for _, n := range sentence.Tops {
			counts["top "+sentence.Name(sentence.Nodes[n].Label)]++
		}
		out = append(out, sentence.Str(sentence.ID)+fmt.Sprint(counts))
	}
	return out
}

// TestToMRP: a graph over words is written with flavor 0.
func TestToMRP(t *testing.T) {
	all, _ := formattest.Read(&Format, small)
	got := formattest.Text(t, &mrp.Format, all[0])
	if !strings.HasPrefix(got, `{"id": "22000001", "flavor": 0, "framework": "dm", `) {
		t.Errorf("got %s", got)
	}
}

// TestFromText: a graph over running text is cut into words.
func TestFromText(t *testing.T) {
	const line = `{"id": "1", "flavor": 0, "framework": "dm", "input": "Kim, who (barks) sleeps.", "tops": [1], "nodes": [` +
		`{"id": 0, "label": "Kim", "properties": ["pos"], "values": ["NNP"], "anchors": [{"from": 0, "to": 3}]}, ` +
		`{"id": 1, "label": "sleep", "properties": ["pos", "frame"], "values": ["VBZ", "v:e-i"], "anchors": [{"from": 17, "to": 23}]}], ` +
		`"edges": [{"source": 1, "target": 0, "label": "ARG1"}]}`
	all, errs := formattest.Read(&mrp.Format, line)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := "#SDP 2015\n#1\n1\tKim\t_\tNNP\t-\t-\t_\tARG1\n2\t,\t_\t_\t-\t-\t_\t_\n3\twho\t_\t_\t-\t-\t_\t_\n4\t(barks)\t_\t_\t-\t-\t_\t_\n" +
		"5\tsleeps\tsleep\tVBZ\t+\t+\tv:e-i\t_\n6\t.\t_\t_\t-\t-\t_\t_\n\n"
	if got := formattest.Text(t, &Format, all[0]); got != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	for _, bad := range []struct{ line, want string }{
		{`{"id": "1", "input": "ab", "nodes": [{"id": 0, "anchors": [{"from": 0, "to": 2}]}, {"id": 1, "anchors": [{"from": 1, "to": 2}]}]}`, "on words of its own"},
		{`{"id": "1", "input": "ab", "nodes": [{"id": 0}]}`, "each node on the text"},
		{`{"id": "1", "input": "ab", "nodes": [{"id": 0, "anchors": [{"from": 0, "to": 9}]}]}`, "within the 2 characters"},
		{`{"id": "1", "input": "a b", "nodes": [{"id": 0, "anchors": [{"from": 0, "to": 1}, {"from": 2, "to": 3}]}]}`, "one stretch"},
	} {
		all, _ := formattest.Read(&mrp.Format, bad.line)
		if _, err := formattest.Write(&Format, all...); err == nil || !strings.Contains(err.Error(), bad.want) {
			t.Errorf("%s: %v, want %q", bad.line, err, bad.want)
		}
	}
}

func FuzzSDP(f *testing.F) {
	formattest.FuzzText(f, &Format, small, older, "#SDP 2015\n#1\n1\ta\t_\t_\t-\t-\t_\n")
}
