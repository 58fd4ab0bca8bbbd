package ltriples_test

import (
	"slices"
	"strings"
	"testing"

	"assay/formats/ltriples"
	"assay/formats/simplemrs"
	"assay/internal/formattest"
	"assay/internal/shared"
)

// TestPrintedFigure2 writes figure 2 of the paper, as it is printed, from the MRS of figure 1.
func TestPrintedFigure2(t *testing.T) {
	all, errs := formattest.Read(&simplemrs.Format, string(shared.File(t, "../../examples/dridan/figure1.simplemrs")))
	if len(all) != 1 || len(errs) > 0 {
		t.Fatalf("%d sentences, %v", len(all), errs)
	}
	printed := string(shared.File(t, "../../examples/dridan/figure2.edm"))
	if got := formattest.Text(t, &ltriples.Spans, all...); got != printed {
		t.Errorf("got\n%s\nwant\n%s", got, printed)
	}
	if lines := strings.Count(strings.TrimSpace(printed), "\n") + 1; lines != 24 {
		t.Errorf("%d triples, printed 24", lines)
	}
	back, errs := formattest.Read(&ltriples.Spans, printed)
	if len(back) != 1 || len(errs) > 0 {
		t.Fatalf("%d sentences, %v", len(back), errs)
	}
	if s := back[0]; len(s.Nodes) != 6 || len(s.Edges) != 6 || len(s.Props) != 12 {
		t.Errorf("%d nodes, %d edges, %d properties", len(s.Nodes), len(s.Edges), len(s.Props))
	}
}

func TestReadSpans(t *testing.T) {
	text := "# 7\n\"New York\" <0:8> NAME proper_q\n<0:8> NAME named\n<0:8> ARG0 <0:8>\n<9:13>\tARG1\t<0:8>\t\"New \"York\"\n" +
		"<9:13> TENSE past\n\"say \"<1:2>\"\" <9:13> TENSE pres\n<0:8> NAME Named\n\n# 9\n\n<0:1> ARG1\n\nx ARG1 <0:1>\n\n<0:1> sf PROP\n"
	want := []string{
		"7: named<0:8> proper_q<0:8> <9:13> <9:13> 1-BV-0 2-ARG1-0 2.TENSE=past 3.TENSE=pres",
		"9: missing",
		`error f:12:1: want a triple, as in <3:12> ARG2 <13:16> or <3:12> TENSE past, found "<0:1> ARG1"`,
		`error f:14:1: want a triple, as in <3:12> ARG2 <13:16> or <3:12> TENSE past, found "x ARG1 <0:1>"`,
		": <0:1> 0.SF=prop",
	}
	if got := formattest.Shown(&ltriples.Spans, text, show); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if !ltriples.Spans.Detect([]byte(text)) || ltriples.Spans.Detect([]byte("dog<0:1> ARG1 x<2:3>\n")) {
		t.Error("the format is not detected")
	}
}

func FuzzSpans(f *testing.F) {
	formattest.FuzzGraph(f, &ltriples.Spans, "# 7\n\"Kim\" <0:3> ARG0 <0:3> \"Kim\"\n<0:3> NAME proper_q\n<0:3> PERS 3\n\n<0:1> a b\n")
}
