package dmrst

import (
	"path/filepath"
	"strings"
	"testing"

	"assay/formats/dis"
	"assay/internal/formattest"
	"assay/internal/shared"
	"assay/treebank"
)

func show(s *treebank.Sentence) string {
	text, err := formattest.Write(&Format, s)
	if err != nil {
		return err.Error()
	}
	return strings.TrimSpace(text)
}

const three = "(1:Nucleus=span:2,3:Satellite=Elaboration:3) (1:Nucleus=Joint:1,2:Nucleus=Joint:2)"

func TestParse(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{three + "\t[1, 3, 4]\ta b c d\n", three + "\t[1, 3, 4]\ta b c d"},
		{three + "\n\nNONE\n", three + "\nNONE"},
		{"(3:nucleus=x:3,4:nucleus=x:4)\n", "error f:1:1: want a span of units 1 to 4, found none"},
		{"(1:Nucleus=x:1,3:Nucleus=x:4)\n", `error f:1:1: want two stretches of units, one after the other, found "(1:Nucleus=x:1,3:Nucleus=x:4)"`},
		{"(1:Nucleus=x:1,2:Root=x:2)\n", `error f:1:1: want Nucleus or Satellite, found "Root"`},
		{"(1:Nucleus:1)\n", `error f:1:1: want a span such as (1:Nucleus=span:1,2:Satellite=Elaboration:2), found "(1:Nucleus:1)"`},
		{three + "\t[1, 3]\n", "error f:1:84: want the ends of 3 units, found 2"},
		{three + "\t[1, 3, 2]\n", `error f:1:84: want numbers of words up to the end of each unit, such as [2, 4], found "2"`},
		{three + "\t[1, 3, 4]\ta b c\n", "error f:1:94: want 4 words, found 3"},
	} {
		if got := strings.Join(formattest.Shown(&Format, tc.text, show), "\n"); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
}

func TestAttach(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"(nucleus-satellite:Elaboration (nucleus-nucleus:Joint (text 0) (text 1)) (text 2))\n", three},
		{"(ROOT (nucleus:span (nucleus:Joint (text 0)) (nucleus:Joint (text 1))) (satellite:Elaboration (text 2)))", three},
		{"(text 0)\n(text 0)", "NONE\nNONE"},
		{"(nucleus-satellite:x (text 0))", "error f:1:1: want two children, found 1"},
		{"(nucleus-satellite:x (text 0) (text 2))", `error f:1:37: want unit 1, found "2))"`},
		{"(nucleus-other:x (text 0) (text 1))", `error f:1:1: want nucleus or satellite, found "other"`},
		{"(ROOT (x (text 0)))", `error f:1:7: want text, ROOT, or nuclearity and relation such as nucleus-satellite:Elaboration, found "x"`},
	} {
		if got := strings.Join(formattest.Shown(&Attach, tc.text, show), "\n"); got != tc.want {
			t.Errorf("%q: %q, want %q", tc.text, got, tc.want)
		}
	}
}

// TestGUM: both notations hold GUM's binary trees.
func TestGUM(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(shared.Path(t, "cases", "documents", "rst", "gold"), "*.dis"))
	if err != nil || len(files) < 6 {
		t.Fatal(files, err)
	}
	for _, path := range files {
		all, errs := formattest.Read(&dis.Format, string(shared.File(t, path)))
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		formattest.RoundTrip(t, &Format, all[0], show)
		back, errs := formattest.Read(&Attach, formattest.Text(t, &Attach, all[0]))
		want, _, _ := strings.Cut(show(all[0]), "\t")
		if len(errs) > 0 || show(back[0]) != want {
			t.Errorf("%s: %v", path, errs)
		}
	}
}

func FuzzRead(f *testing.F) {
	formattest.Fuzz(f, &Format, show, three+"\t[1, 3, 4]\ta b c d\n", three+"\n", "none\n")
}

func FuzzAttach(f *testing.F) {
	show := func(s *treebank.Sentence) string { text, _ := formattest.Write(&Attach, s); return text } // of two relations of nuclei it holds the first
	formattest.Fuzz(f, &Attach, show, "(nucleus-satellite:E (text 0) (text 1))", "(ROOT (nucleus:span (text 0)) (satellite:E (text 1)))", "(text 0)")
}
