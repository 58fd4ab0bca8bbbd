package ltriples_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"assay/formats/ltriples"
	"assay/formats/simplemrs"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

// TestFigure2 writes the triples of figure 2 of the paper from the MRS of its figure 1.
func TestFigure2(t *testing.T) {
	all, errs := formattest.Read(&simplemrs.Format, string(shared.Read(t, "cases", "semantics", "01-figure1", "figure1.simplemrs")))
	if len(all) != 1 || len(errs) > 0 {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	text := formattest.Text(t, &ltriples.Format, all...)
	var got []string
	names := map[string]bool{}
	span := func(node string) string { return node[strings.Index(node, "<") : strings.Index(node, ">")+1] }
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) != 3 {
			continue
		}
		names["NAME "+span(fields[0])+" NAME "+fields[0][:strings.Index(fields[0], "<")]] = true
		if strings.Contains(fields[2], "<") {
			got = append(got, "ARG "+span(fields[0])+" "+fields[1]+" "+span(fields[2]))
			names["NAME "+span(fields[2])+" NAME "+fields[2][:strings.Index(fields[2], "<")]] = true
			continue
		}
		got = append(got, "PROP "+span(fields[0])+" "+fields[1]+" "+fields[2])
	}
	for n := range names {
		got = append(got, n)
	}
	want := strings.Split(strings.TrimSpace(string(shared.Read(t, "cases", "semantics", "01-figure1", "expected-paper-figure2.txt"))), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	back, errs := formattest.Read(&ltriples.Format, text)
	if len(back) != 1 || len(errs) > 0 || formattest.Text(t, &ltriples.Format, back...) == "" {
		t.Fatalf("%d sentences, %v", len(back), errs)
	}
	if s := back[0]; len(s.Nodes) != 6 || len(s.Edges) != 6 || len(s.Props) != 12 {
		t.Errorf("%d nodes, %d edges, %d properties", len(s.Nodes), len(s.Edges), len(s.Props))
	}
}

func show(sentence *treebank.Sentence) string {
	out := []string{sentence.Str(sentence.ID) + ":"}
	for _, n := range sentence.Nodes {
		out = append(out, fmt.Sprintf("%s<%d:%d>%s", sentence.Name(n.Label), n.From, n.To, sentence.Str(n.Carg)))
	}
	for _, e := range sentence.Edges {
		out = append(out, fmt.Sprintf("%d-%s-%d", e.From, sentence.Name(e.Label), e.To))
	}
	for _, p := range sentence.Props {
		out = append(out, fmt.Sprintf("%d.%s=%s", p.Node, sentence.Name(p.Key), sentence.Name(p.Value)))
	}
	if sentence.Missing {
		out = append(out, "missing")
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	text := "# 7\nproper_q<0:3> ARG0 named<0:3>(New York)\n_go_v_1<4:7> ARG1 named<0:3>(New York)\n_go_v_1<4:7> TENSE past\nnamed<0:3>(New York) PERS 3\n\n" +
		"_<a>_n_1<0:3>\n\n# 9\n\nx<0:1> ARG1\n\nx ARG1 y<0:1>\n\nA<0:1> sf PROP\n"
	want := []string{
		"7: proper_q<0:3> named<0:3>New York _go_v_1<4:7> 0-BV-1 2-ARG1-1 1.PERS=3 2.TENSE=past",
		": _<a>_n_1<0:3>",
		"9: missing",
		`error f:11:7: want a role and a node, or a property and a value, found " ARG1"`,
		`error f:13:1: want a predicate with its characters, as in _dog_n_1<4:7>, found "x ARG1 y<0:1>"`,
		": a<0:1> 0.SF=prop",
	}
	if got := formattest.Shown(&ltriples.Format, text, show); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !ltriples.Format.Detect([]byte(text)) || ltriples.Format.Detect([]byte("a<0:1> b c<d> e")) || ltriples.Format.Detect([]byte("(a<0:1> b)")) {
		t.Error("the format is not detected")
	}
}

func FuzzRead(f *testing.F) {
	formattest.FuzzGraph(f, &ltriples.Format, "# 7\nproper_q<0:3> ARG0 named<0:3>(Kim)\nnamed<0:3>(Kim) PERS 3\n\na<0:1>\n")
}
