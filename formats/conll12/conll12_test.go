package conll12

import (
	"fmt"
	"strings"
	"testing"

	"assay/internal/entities"
	"assay/internal/formattest"
	"assay/treebank"
)

// shown lists the mentions of a document.
func shown(sentence *treebank.Sentence) string {
	out := []string{sentence.Str(sentence.ID), fmt.Sprint(sentence.Breaks)}
	for _, m := range entities.Read(nil, sentence) {
		out = append(out, fmt.Sprint(sentence.Name(m.Entity), m.Words))
	}
	for _, e := range sentence.Notes {
		out = append(out, e.Error())
	}
	return strings.Join(out, " ")
}

func TestMentions(t *testing.T) {
	doc := func(columns ...string) string {
		var out strings.Builder
		out.WriteString("#begin document (a); part 000\n")
		for i, c := range columns {
			fmt.Fprintf(&out, "a\t0\t%d\tw%d\t%s\n", i, i, c)
		}
		return out.String() + "\n#end document\n"
	}
	for _, tc := range []struct{ text, want string }{
		{doc("(1)", "(2", "2)"), "a [] 1[0] 2[1 2]"},
		{doc("(1|(1)", "1)"), "a [] 1[0 1] 1[0]"},
		{doc("(1(2)", "1)"), "a [] 1[0 1] 2[0]"},
		{doc("(person-1)", "(place-2", "place-2)"), "a [] person-1[0] place-2[1 2]"},
		{"#begin document (a); part 000\na   0   0   w0   (1)\na 0 1 w1 -\n\nb 0 0 (7 -\n#end document\n", "a [2] 1[0]"},
		{"# begin document x y\r\na\t(1)\r\nb\t-\r\n#end document\r\n", "x y [] 1[0]"},
		{"#begin document (a); part 001\na\t-\n#end document\n", "(a); part 001 []"},
		{doc("(1)", "(1+2)"), `a [] 1[0] f:3:10: want a mention of one entity, found "1+2"`},
		{doc("(1)|(2)", "(2)"), "a [] 1[0] 2[0] 2[1] f:2:14: want mentions with different words, found mention 2 with the words of mention 1"},
		{"#begin document a\nb\t(1)\n", "a [] 1[0] f:2:6: want #end document, found the end of the document"},
		{doc("(1", "-"), "error f:2:10: want the end of mention 1 in its document, found none"},
		{doc("-", "1)"), "error f:3:10: want the beginning of mention 1 before its end, found none"},
		{doc("-", "()"), `error f:3:10: want mentions such as (7), (7 or 7), found "()"`},
		{doc("-", "7"), `error f:3:10: want -, _ or the brackets of mentions in the last column, found "7"`},
		{"#begin document a\nword\n", `error f:2:1: want columns between tabs or blanks, the last one with mentions, found "word"`},
		{"#begin document a\n#end document\n", "error f:1:1: want words, found none"},
		{"a\t(1)\n", ` [] 1[0] f:1:1: want #begin document, found "a\t(1)"`},
	} {
		if got := strings.Join(formattest.Shown(&Format, tc.text, shown), "; "); got != tc.want {
			t.Errorf("%q:\n got %s\nwant %s", tc.text, got, tc.want)
		}
	}
	two := formattest.Shown(&Format, doc("(1)")+doc("-"), shown)
	if len(two) != 2 {
		t.Errorf("%d documents, want 2", len(two))
	}
}

// TestBytes: a file that is read and written has the same bytes.
func TestBytes(t *testing.T) {
	for _, name := range []string{"gold", "onto", "match", "noise"} {
		formattest.SameBytes(t, &Format, "cases", "documents", "coref", "gum."+name+".conll")
	}
	const long = "#begin document (bc/cctv/00/cctv_0000); part 001\n" +
		"bc/cctv/00/cctv_0000\t1\t0\tIn\tIN\t(TOP(S(PP*\t-\t-\t-\tSpeaker\t*\t-\n" +
		"bc/cctv/00/cctv_0000\t1\t1\tsummer\tNN\t*)\tsummer\t-\t1\tSpeaker\t*\t(3)\n\n#end document\n"
	list, errs := formattest.Read(&Format, long)
	if len(errs) > 0 || formattest.Text(t, &Format, list...) != long {
		t.Errorf("%v: %s", errs, formattest.Text(t, &Format, list...))
	}
}

// TestUnwritable: what the format cannot hold is an error.
func TestUnwritable(t *testing.T) {
	list, _ := formattest.Read(&Format, "#begin document a\na\t(1\nb\t(2\nc\t1)\nd\t2)\n#end document\n")
	for i := range list[0].Phrases {
		list[0].Phrases[i].Func = list[0].Phrases[0].Func
	}
	if _, err := formattest.Write(&Format, list[0]); err == nil || !strings.Contains(err.Error(), "do not cross") {
		t.Errorf("mentions of one entity that cross: %v", err)
	}
}

func FuzzParse(f *testing.F) {
	formattest.FuzzText(f, &Format, "#begin document (a); part 000\na\t0\t0\tw\t(1)\n#end document\n", "#begin document\na (1|1)\n")
}

// TestWithoutBegin: words before any #begin document are documents by their first columns, else one, and are recognised.
func TestWithoutBegin(t *testing.T) {
	const five = "a 0 0 x (1)\na 0 1 y -\n\na 0 0 z (1)\na 1 0 x (1)\nb 0 0 x (1)\n"
	if got := strings.Join(formattest.Shown(&Format, five, func(s *treebank.Sentence) string {
		return fmt.Sprintf("%s %d %v %d %d", s.Str(s.ID), len(s.Tokens), s.Breaks, len(s.Phrases), len(s.Notes))
	}), "; "); got != "a 3 [2] 2 1; (a); part 001 1 [] 1 1; b 1 [] 1 1" {
		t.Error(got)
	}
	for text, want := range map[string]bool{
		five: true, "x (1)\ny -\n": true, "x -\ny (1|(2)\n\nz 1)\n": true, "#begin document a\nx -\n": true,
		"x -\ny -\n": false, "x (A0*\ny *)\n": false, "1 x\n2 y\n": false, "(S (NN 7))\n": false, "a B-X\nb O\n": false, "word\n": false,
	} {
		if got := detect([]byte(text)); got != want {
			t.Errorf("%q: recognised %v", text, got)
		}
	}
}
